"""`cutcard backup` and `cutcard restore`: a verified copy, and one line for whatever cannot be."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from argon2.profiles import CHEAPEST
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.floor.live.self_test import check_kind
from cutcard.floor.people import HouseRole, Limits, PeopleOfHouse, credentials
from cutcard.floor.store import Database, New

GOOD = "a horse on the roof"


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


def test_two_people_of_a_live_floor_sign_a_restore(tmp_path: Path) -> None:
    """Proved by what the backup knows of them; nobody signed in then is signed in now."""
    url, copy = f"sqlite:///{tmp_path / 'house.db'}", str(tmp_path / "copy.db")
    made = Database.open(url)
    made.migrate()
    check_kind(made, "live")
    house = PeopleOfHouse(made, Limits(hashing=CHEAPEST), lambda: int(time.time() * 1000))
    secrets = {}
    for name, role in {"boss": HouseRole.ADMINISTRATOR, "sue": HouseRole.SUPERVISOR}.items():
        house.add(name, role)
        secrets[name] = house.enrol(house.link(name, "enrol"), GOOD).secret
    token = house.sign_in("sue", GOOD, _code(secrets["sue"])).token
    made.close()
    assert run("backup", "--database", url, "--to", copy)[0] == 0

    def restored(*said: str) -> tuple[int, str, str]:
        new = f"sqlite:///{tmp_path / f'new-{len(said)}-{hash(said)}.db'}"
        done = CliRunner().invoke(
            app, ["restore", "--from", copy, "--database", new], input="\n".join(said) + "\n"
        )
        return done.exit_code, done.output, new

    boss = ("boss", GOOD, _code(secrets["boss"]))
    assert restored(*boss, *boss)[0] == 2
    assert "the code is wrong" in restored(*boss, "sue", GOOD, "000000")[1]
    later = credentials.code_at(secrets["sue"], int(time.time() * 1000) + 30_000)
    code, told, new = restored(*boss, "sue", GOOD, later)
    assert code == 0, told
    target = Database.open(new)
    people = PeopleOfHouse(target, Limits(hashing=CHEAPEST), lambda: int(time.time() * 1000))
    assert people.session(token) is None
    assert people.verify() == 2
    with target.reading() as unit:
        last = unit.read("people")[-1]
    assert '"boss and sue"' in last.line
    target.close()


def _code(secret: str) -> str:
    return credentials.code_at(secret, int(time.time() * 1000))
