"""The lobby's filters: in the address alone, and never a way to what is not there."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cutcard.shoe import By, Role
from cutcard.web.pages.player import LobbyFilter
from web.houses import RULES, House, new_key
from web.test_pages import cookie

VIEW = {
    "document": "md-blackjack",
    "variation": "switch",
    "side_wagers": ["super_match"],
    "limits": {"minimum": "5.00", "maximum": "500.00"},
    "open": True,
    "boxes": 2,
    "seated": {"1": "ann"},
    "meters": {},
}


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({}, True),
        ({"document": "md-blackjack"}, True),
        ({"document": "ma-blackjack"}, False),
        ({"feature": "switch"}, True),
        ({"feature": "super_match"}, True),
        ({"feature": "lucky_ladies"}, False),
        ({"bet": "5"}, True),
        ({"bet": "4.99"}, False),
        ({"bet": "501"}, False),
        ({"bet": "-1"}, True),
        ({"bet": "٣"}, True),
        ({"bet": "nan"}, True),
        ({"seats": "1"}, True),
        ({"meter": "1"}, False),
        ({"document": "md-blackjack", "feature": "switch", "bet": "10", "seats": "1"}, True),
    ],
)
def test_a_table_is_found_by_what_it_is(said: dict[str, str], found: bool) -> None:
    assert LobbyFilter.of(said).finds({"view": VIEW}) is found


def test_a_full_table_and_a_closed_one_have_no_free_seat() -> None:
    changes: list[dict[str, Any]] = [{"seated": {"1": "ann", "2": "bob"}}, {"open": False}]
    for change in changes:
        assert not LobbyFilter(seats=True).finds({"view": {**VIEW, **change}})


def test_the_address_says_which_tables_are_shown(house: House) -> None:
    def shown(query: str) -> list[str]:
        text = house.client.get(f"/?{query}", headers=cookie(house, "ann")).text
        return re.findall(r'id="table-(\w+)"', text)

    assert shown("") == ["one", "two"]
    assert shown("seats=1") == ["one"]
    assert shown("bet=3") == []
    text = house.client.get("/?document=%3Cxss%3E&bet=%3Cxss%3E3", headers=cookie(house, "ann")).text
    assert "<xss>" not in text
    assert "See all 2 tables" in text


@pytest.mark.parametrize(("name", "may"), [("flo", True), ("sue", True), ("ann", False), ("dee", False)])
def test_whoever_may_open_the_first_table_is_shown_where(
    house: House, monkeypatch: pytest.MonkeyPatch, name: str, may: bool
) -> None:
    monkeypatch.setattr(type(house.floor), "names", property(lambda _: []))
    text = house.client.get("/", headers=cookie(house, name)).text
    assert "There are no tables yet." in text
    assert ('href="/floor/open"' in text) is may
    assert ("A floorperson opens them." in text) is not may


def test_all_tables_of_a_link_show_the_same_amount(house: House) -> None:
    """A table that nobody plays at has an older one before it, which the lobby does not tell."""
    for table in ("left", "right"):
        house.floor.add(table, RULES["maryland"], links={"super_4": "both"})
        house.open(table)
    house.seat("left", "bob", 1)
    stakes = {"main": "10.00", "super_4": "5.00"}
    house.done("bob", "left", {"do": "place_bet", "box": 1, "stakes": stakes})
    assert house.floor.view("right", By(Role.PLAYER, "ann"))["meters"] == {"super_4": "10000.00"}
    text = house.client.get("/", headers=cookie(house, "ann")).text
    shown = {
        table: re.findall(r"<dd>(.+?)</dd>", text.split(f'id="table-{table}"')[1].split("</a>")[0])
        for table in ("left", "right")
    }
    assert shown == {"left": ["$10,000.75"], "right": ["$10,000.75"]}


def test_a_table_that_has_parted_from_its_meter_does_not_show_it(house: House) -> None:
    house.floor.add("alone", RULES["maryland"], links={"super_4": "lonely"})
    house.open("alone")
    asked = {"key": new_key(), "command": {"do": "part", "table": "alone"}}
    assert house.post("sue", "/api/meters/lonely/commands", asked).status_code == 200
    text = house.client.get("/", headers=cookie(house, "ann")).text
    assert "<dd>" not in text.split('id="table-alone"')[1].split("</a>")[0]
