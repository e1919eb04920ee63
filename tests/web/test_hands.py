"""From the house's hands into a dealer's and back: between rounds, and kept like any event."""

from __future__ import annotations

from typing import Any

import pytest

from cutcard.floor.audit.replay import replay
from cutcard.floor.live import Policy
from cutcard.floor.live.restart import load_table
from cutcard.table import Settings
from web.houses import RULES, House

BY_HAND = {"do": "deal_by", "hands": "dealer"}
BY_HOUSE = {"do": "deal_by", "hands": "house"}


def bet(house: House, name: str, box: int) -> None:
    house.done(name, "hands", {"do": "place_bet", "box": box, "stakes": {"main": "10.00"}})


def dealt(house: House) -> list[str]:
    """A round, by nothing but what the console says and a player who stands."""
    said: list[str] = []
    for _ in range(80):
        told: dict[str, Any] = house.get("dee", "/api/tables/hands/console").json()
        said.append(told["now"]["text"])
        if told["main"] is not None:
            house.done("dee", "hands", told["main"]["command"])
        else:
            may = house.get("ann", "/api/tables/hands").json()["awaits"].get("may")
            if may is None:
                return said
            house.done("ann", "hands", {"do": "stand" if "stand" in may["1"] else "decline", "box": 1})
    raise AssertionError("a round that never ends")


@pytest.fixture(scope="module")
def hands(house: House) -> House:
    house.floor.add("hands", RULES["six-to-five"], Settings(), policy=Policy(hands_change=True))
    house.open("hands")
    house.seat("hands", "ann", 1)
    return house


def test_a_dealer_takes_the_cards_and_gives_them_back(hands: House) -> None:
    house = hands
    assert house.play("hands", "ann") == 1
    told = house.get("dee", "/api/tables/hands/console").json()
    assert BY_HAND in [each["command"] for group in told["groups"] for each in group["steps"]]
    happened = house.done("dee", "hands", BY_HAND)["happened"]
    assert happened == [{"event": "dealing_changed", "hands": "dealer", "by": "dealer dee"}]
    bet(house, "ann", 1)
    assert house.floor.live("hands").table.round is None, "nobody but the dealer starts the round"
    said = dealt(house)
    assert "Take and pay" in said
    refused = house.ask("dee", "hands", BY_HAND)
    assert (refused.status_code, refused.json()["message"]) == (409, "deal_by: the dealer already deals")
    house.done("flo", "hands", BY_HOUSE)
    assert house.play("hands", "ann") == 3


def test_it_is_rebuilt_and_audited_like_any_event(hands: House) -> None:
    database = hands.floor.database
    assert load_table(database, "hands", from_snapshot=False)[0] == hands.floor.live("hands")
    found = replay(database, 50, seed=1)
    assert found.rounds >= 1
    assert found.differences == []


@pytest.mark.parametrize(
    ("name", "table", "body", "told"),
    [
        ("dee", "one", BY_HAND, "cannot change who deals"),
        ("dee", "hands", {"do": "deal_by", "hands": "nobody"}, "hands"),
        ("dee", "hands", {"do": "deal_by"}, "hands"),
        ("ann", "hands", BY_HAND, "not permitted for a player"),
        ("eye", "hands", BY_HAND, "not permitted for a surveillance"),
    ],
)
def test_what_may_not_be_is_one_line(
    hands: House, name: str, table: str, body: dict[str, str], told: str
) -> None:
    answer = hands.ask(name, table, body)
    assert answer.status_code in (403, 409, 422)
    assert told in answer.json()["message"]


def test_not_in_the_middle_of_a_round(hands: House) -> None:
    hands.done("dee", "hands", BY_HAND)
    bet(hands, "ann", 1)
    hands.done("dee", "hands", {"do": "start_round"})
    answer = hands.ask("dee", "hands", BY_HOUSE)
    assert answer.status_code == 409
    assert "wait for the end" in answer.json()["message"]
    told = hands.get("dee", "/api/tables/hands/console").json()
    assert "deal_by" not in [
        each["command"]["do"] for group in told["groups"] for each in group["steps"]
    ]
