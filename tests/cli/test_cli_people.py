"""`cutcard people`: staff are added, given new links and turned away by whoever keeps the store."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from argon2.profiles import CHEAPEST
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.floor.live.self_test import check_kind
from cutcard.floor.people import Limits, PeopleOfHouse, PeopleRefused, credentials
from cutcard.floor.store import Database

GOOD = "a horse on the roof"
FLOOR = "https://floor.example"


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ("people", *arguments))
    return done.exit_code, done.output


def told(*arguments: str) -> dict[str, object]:
    code, said = run(*arguments, "--json")
    assert code == 0, said
    found: dict[str, object] = json.loads(said)
    return found


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A store that was served."""
    address = f"sqlite:///{tmp_path / 'house.db'}"
    made = Database.open(address)
    made.migrate()
    check_kind(made, "live")
    made.close()
    return address


def milliseconds() -> int:
    return int(time.time() * 1000)


def test_somebody_is_added_enrols_loses_the_code_and_is_turned_away(url: str) -> None:
    added = told("add", "dee", "--role", "dealer", "--database", url)
    assert (added["name"], added["role"], added["state"]) == ("dee", "dealer", "new")
    database = Database.open(url)
    people = PeopleOfHouse(database, Limits(hashing=CHEAPEST), milliseconds)
    first = people.enrol(str(added["link"]), GOOD).secret
    people.sign_in("dee", GOOD, credentials.code_at(first, milliseconds()))
    again = told("link", "dee", "--database", url)
    second = people.enrol(str(again["link"]), GOOD).secret
    assert second != first
    given = people.sign_in("dee", GOOD, credentials.code_at(second, milliseconds()))
    assert told("disable", "dee", "--database", url)["state"] == "barred"
    assert people.session(given.token) is None
    with pytest.raises(PeopleRefused):
        people.sign_in("dee", GOOD, credentials.code_at(second, milliseconds()))
    assert told("enable", "dee", "--database", url)["state"] == "active"
    people.verify()
    database.close()
    code, said = run("list", "--database", url)
    assert code == 0
    assert "dee" in said
    assert "dealer" in said
    assert "active" in said


def test_a_link_opens_the_page_where_one_enrols(url: str) -> None:
    code, said = run("add", "art", "--role", "auditor", "--database", url, "--origin", f"{FLOOR}/")
    assert code == 0
    first, link = said.splitlines()
    assert first == "art: auditor, new; enrols once, within a day, by opening the link"
    assert re.fullmatch(rf"  {FLOOR}/enrol#[\w-]{{43}}", link)
    code, said = run("link", "art", "--database", url)
    assert "at the house's address (--origin names it)" in said
    assert re.fullmatch(r"  /enrol#[\w-]{43}", said.splitlines()[1])
    again = told("link", "art", "--database", url, "--origin", FLOOR)
    assert again["address"] == f"{FLOOR}/enrol#{again['link']}"


def test_what_is_wrong_is_one_line(url: str, tmp_path: Path) -> None:
    run("add", "art", "--role", "auditor", "--database", url)
    never = f"sqlite:///{tmp_path / 'never.db'}"
    made = Database.open(never)
    made.migrate()
    made.close()
    for arguments, why in (
        (("add", "art", "--role", "auditor", "--database", url), "the name is taken"),
        (("add", "Art Y", "--role", "auditor", "--database", url), "lowercase letters"),
        (("add", "bea", "--role", "owner", "--database", url), "--role 'owner'"),
        (("link", "nobody", "--database", url), "no such person"),
        (("link", "art", "--database", url, "--origin", "floor.example"), "--origin 'floor.example'"),
        (("link", "art", "--database", url, "--origin", f"{FLOOR}/enrol"), "https://floor.example"),
        (("link", "art", "--database", url, "--origin", f"{FLOOR}:x"), "https://floor.example"),
        (("add", "eve", "--role", "dealer", "--database", url, "--origin", "ftp://a"), "--origin"),
        (("disable", "nobody", "--database", url), "no such person"),
        (("enable", "art", "--database", url), "neither disabled nor locked out"),
        (("list", "--database", never), "start `cutcard serve` first"),
        (("list", "--database", f"sqlite:///{tmp_path / 'none.db'}"), "file not found"),
    ):
        code, said = run(*arguments)
        assert code == 2, said
        assert why in said
        assert len(said.splitlines()) == 1
    assert [each["name"] for each in told("list", "--database", url)["people"]] == ["art"]  # type: ignore[attr-defined]
