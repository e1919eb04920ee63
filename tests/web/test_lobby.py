"""The lobby's filters: in the address alone, and never a way to what is not there."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cutcard.web.lobby import Wanted
from web.houses import House
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
    assert Wanted.of(said).finds({"view": VIEW}) is found


def test_a_full_table_and_a_closed_one_have_no_free_seat() -> None:
    changes: list[dict[str, Any]] = [{"seated": {"1": "ann", "2": "bob"}}, {"open": False}]
    for change in changes:
        assert not Wanted(seats=True).finds({"view": {**VIEW, **change}})


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
