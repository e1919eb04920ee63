"""Tables from submissions over HTTP: only a compliant one, only by the floor, and it is played at."""

from __future__ import annotations

from typing import Any

import pytest

from web.houses import House

GOOD: dict[str, Any] = {
    "document": "md-blackjack",
    "operator": "Example Casino",
    "options": {
        "decks": 6,
        "soft_17": "hit",
        "blackjack_pays": "3 to 2",
        "surrender": True,
        "shoe": "single",
        "shuffler": "manual",
        "even_money": False,
        "adjacent_boxes": 7,
        "max_hands": 4,
        "max_hands_aces": 4,
        "settlement_procedure": "collect_then_pay",
    },
    "wagers": {"lucky_ladies": {"paytable": "A"}},
}


def bad() -> dict[str, Any]:
    return {**GOOD, "wagers": {"lucky_ladies": {"paytable": "Z"}, "nonsense": {}}}


def test_a_submission_is_checked_with_every_finding(house: House) -> None:
    good = house.post("flo", "/api/submissions", GOOD)
    assert (good.status_code, good.json()["compliant"]) == (200, True), good.text
    found = house.post("sue", "/api/submissions", bad()).json()
    assert not found["compliant"]
    assert {"wagers.lucky_ladies.paytable", "wagers.nonsense"} <= {
        each["path"] for each in found["findings"]
    }


def test_a_table_is_set_up_counted_opened_and_played_at(house: House) -> None:
    answer = house.post("flo", "/api/tables", {"name": "new", "submission": GOOD})
    assert answer.status_code == 201, answer.text
    house.open("new")
    house.seat("new", "bob", 1)
    assert house.play("new", "bob") == 1
    again = house.post("flo", "/api/tables", {"name": "new", "submission": GOOD})
    assert again.status_code == 422
    assert "already on this floor" in again.json()["message"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"name": "x", "submission": bad()}, "POST /api/submissions lists all findings"),
        ({"name": "x y", "submission": GOOD}, "name"),
        ({"name": "x"}, "submission"),
        ({"name": "x", "submission": []}, "submission"),
        ({"name": "x", "submission": GOOD, "links": {"no_meter": "y"}}, "not a meter of this table"),
        ({"name": "x", "submission": GOOD, "dealer": "robot"}, "dealer"),
    ],
    ids=str,
)
def test_what_is_no_table(house: House, body: dict[str, Any], told: str) -> None:
    answer = house.post("flo", "/api/tables", body)
    assert answer.status_code == 422
    assert told in answer.json()["message"]
    assert "x" not in house.floor.names


@pytest.mark.parametrize("name", ["ann", "dee", "eye", "aud", "boss"])
def test_nobody_else_sets_tables_up(house: House, name: str) -> None:
    for path, body in (("/api/tables", {"name": "y", "submission": GOOD}), ("/api/submissions", GOOD)):
        assert house.post(name, path, body).status_code == 403
