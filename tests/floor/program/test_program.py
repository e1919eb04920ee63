"""The program as evidence: a file changed, added or gone is found, at the start and on demand."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.support import answer, invoke, one_line
from cutcard.floor.keys import HouseKeys
from cutcard.floor.program import (
    Manifest,
    ManifestProblem,
    differences,
    installed,
    note_program,
    parts_list,
)
from cutcard.floor.store import Database, StoreError
from cutcard.web import Running, opened

KEYS = HouseKeys({"r1": b"\x05" * 32})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small program."""
    place = tmp_path / "program"
    (place / "rules").mkdir(parents=True)
    (place / "__pycache__").mkdir()
    for name, text in {"a.py": "A = 1\n", "rules/b.toml": "b = 2\n", "__pycache__/a.pyc": ""}.items():
        (place / name).write_text(text)
    return place


def changed(folder: Path) -> None:
    (folder / "rules" / "b.toml").write_text("b = 3\n")


def added(folder: Path) -> None:
    (folder / "rules" / "c.py").write_text("")


def gone(folder: Path) -> None:
    (folder / "a.py").unlink()


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (changed, "rules/b.toml: changed"),
        (added, "rules/c.py: was not signed"),
        (gone, "a.py: missing"),
    ],
)
def test_a_file_that_is_not_as_signed_is_named(
    folder: Path, act: Callable[[Path], None], told: str
) -> None:
    signed = installed(folder)
    assert sorted(signed.files) == ["a.py", "rules/b.toml"]
    assert differences(signed, installed(folder)) == []
    act(folder)
    assert differences(signed, installed(folder)) == [told]
    assert installed(folder).digest != signed.digest


def test_a_manifest_is_believed_only_as_it_was_signed(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "manifest"
    path.write_text(installed(folder).signed(KEYS))
    assert Manifest.read(path, KEYS.public) == installed(folder)
    plain = json.loads(path.read_text())
    plain["files"]["a.py"] = "0" * 64
    path.write_text(json.dumps(plain))
    with pytest.raises(ManifestProblem, match="signature does not match"):
        Manifest.read(path, KEYS.public)
    path.write_text("[]")
    with pytest.raises(ManifestProblem, match="is no manifest"):
        Manifest.read(path, KEYS.public)
    with pytest.raises(ManifestProblem, match="no such file"):
        Manifest.read(tmp_path / "none", KEYS.public)


def test_a_house_opens_only_as_the_program_that_was_signed(
    tmp_path: Path,
) -> None:
    keys, public, path = (tmp_path / name for name in ("keys", "public", "manifest"))
    assert invoke("keys", "new", str(keys)).exit_code == 0
    public.write_text(invoke("keys", "public", str(keys)).stdout)
    path.write_text(invoke("program", "sign", "--keys", str(keys)).stdout)
    held = ("--manifest", str(path), "--public", str(public))
    assert "each as signed" in invoke("program", "check", *held).stdout
    assert answer(invoke("program", "check", *held, "--json"))["sound"] is True
    assert one_line(invoke("program", "check", "--manifest", str(keys), "--public", str(public)))
    running = Running(
        f"sqlite:///{tmp_path / 'house.db'}",
        ("http://127.0.0.1:1",),
        demonstration=False,
        manifest=str(path),
        manifest_keys=str(public),
    )
    house = opened(running)
    with house.floor.database.reading() as unit:
        (started,) = [json.loads(each.line) for each in unit.read("program")]
    assert started["checked"] is True
    assert started["digest"] == installed().digest
    house.floor.database.close()
    other = HouseKeys({"k1": b"\x06" * 32})
    path.write_text(Manifest("0.0", installed().files).signed(other))
    with pytest.raises(StoreError, match="signature does not match"):
        opened(running)
    files = {**installed().files, "cards.py": "0" * 64}
    path.write_text(Manifest(installed().version, files).signed(HouseKeys.read(keys)))
    with pytest.raises(StoreError, match=r"is not the one signed: cards.py: changed"):
        opened(running)
    assert invoke("program", "check", *held).exit_code == 1


def test_another_program_is_recorded_once(sqlite: Database) -> None:
    one, two = Manifest("1", {"a": "b"}), Manifest("2", {"a": "c"})
    assert note_program(sqlite, one, 1, checked=True)
    assert not note_program(sqlite, one, 2, checked=True)
    assert note_program(sqlite, two, 3, checked=False)
    with sqlite.reading() as unit:
        found = [json.loads(each.line) for each in unit.read("program")]
    assert [(each["version"], each["checked"]) for each in found] == [("1", True), ("2", False)]


def test_the_parts_list_names_what_is_installed() -> None:
    named = {each["name"]: each["version"] for each in parts_list()["components"]}
    import sqlalchemy

    assert named["sqlalchemy"] == sqlalchemy.__version__
    assert {"fastapi", "starlette", "argon2-cffi", "cffi"} <= named.keys(), "those behind others too"
    assert answer(invoke("program", "parts"))["bomFormat"] == "CycloneDX"
