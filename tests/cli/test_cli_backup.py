"""`cutcard backup` and `cutcard restore`: a verified copy, and one line for whatever cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.floor.store import Database, New


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, arguments)
    return done.exit_code, done.output


@pytest.fixture
def store(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    made = Database.open(url)
    made.migrate()
    with made.writing() as unit:
        unit.append(unit.create("table:one", "{}"), [New('{"event":"x"}')] * 3)
    made.close()
    return url


def test_a_store_is_copied_and_comes_back(store: str, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.db")
    code, told = run("backup", "--database", store, "--to", copy)
    assert (code, told) == (0, f"{copy}: 1 streams, 3 events, verified\n")
    new = f"sqlite:///{tmp_path / 'new.db'}"
    code, told = run("restore", "--from", copy, "--database", new)
    assert (code, told) == (0, f"{new}: 1 streams, 3 events, verified\n")
    restored = Database.open(new)
    assert restored.streams() == [("table:one", 3)]
    restored.close()


def test_what_cannot_be_copied_is_one_line(store: str, tmp_path: Path) -> None:
    here = tmp_path / "here.db"
    here.write_text("no store")
    for arguments in (
        ("backup", "--database", store, "--to", str(here)),
        ("backup", "--database", f"sqlite:///{tmp_path / 'none.db'}", "--to", str(tmp_path / "c.db")),
        ("backup", "--database", "nonsense", "--to", str(tmp_path / "c.db")),
        ("restore", "--from", str(tmp_path / "none.db"), "--database", f"sqlite:///{tmp_path / 'n.db'}"),
        ("restore", "--from", str(here), "--database", f"sqlite:///{tmp_path / 'm.db'}"),
        ("restore", "--from", str(here), "--database", store),
    ):
        code, told = run(*arguments)
        assert code == 2
        assert told.startswith(f"cutcard: {arguments[0]}: ")
        assert told.count("\n") == 1
