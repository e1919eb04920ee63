"""The band of a table's win: the edge and spread of what was staked; a rigged shoe is found out."""

from __future__ import annotations

import html
import time
from collections.abc import Iterator
from itertools import cycle
from math import sqrt
from typing import Any

import pytest

from cutcard.cards import Card, card
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.odds.question import boxes, table_question
from cutcard.odds.registry import answered
from web.houses import RULES, House
from web.rigged import SETTINGS, Rig, rigged_house

LOST, WON, LOW = "T8 T9", "T9 T8", "T6 T7"
"""The player's two cards and the dealer's two: nobody draws, and the player stands."""
ROUNDS = 36
STAKE = 1000
RANKS = {"T": "TJQK"}


def of_rank(rank: str) -> list[str]:
    """Every card that counts alike."""
    return [f"{face}{suit}" for face in RANKS.get(rank, rank) for suit in "cdhs"]


def shoe(rounds: list[str]) -> list[Card]:
    """Cards in the order of the deal, suit by suit: for the player, the dealer, and again."""
    pack = {rank: cycle(of_rank(rank)) for rank in "6789T"}
    return [card(next(pack[each[at]])) for each in rounds for at in (0, 3, 1, 4)]


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, Rig]]:
    with rigged_house(tmp_path_factory.mktemp("band"), with_odds=True) as found:
        yield found


def played(floor: tuple[House, Rig], name: str, rounds: list[str]) -> dict[str, Any]:
    """A table's line at the floor after rounds of one player, once its odds are known."""
    house, rig = floor
    rig.set(RULES["maryland"], shoe(rounds))
    house.floor.add(name, RULES["maryland"], SETTINGS)
    house.open(name)
    house.seat(name, "ann", 1)
    for _ in rounds:
        house.play(name, "ann")
    until = time.monotonic() + 240
    while True:
        line: dict[str, Any] = house.get("flo", f"/api/floor/{name}").json()
        if line["odds"] == "known":
            return line
        assert time.monotonic() < until
        time.sleep(0.2)


def theory(rules: RuleSet) -> tuple[float, float]:
    """The edge and the standard deviation of one unit on the main wager, out of the answer's rows."""
    rows = answered(table_question(rules, "main", seats=boxes(rules))).answer
    return float(rows.house_edge), float(rows.variance or 0)


@pytest.mark.long
def test_a_rigged_shoe_is_an_outlier_and_an_even_one_is_not(floor: tuple[House, Rig]) -> None:
    rigged = played(floor, "rigged", [LOST] * 24 + [LOW] * 12)
    even = played(floor, "even", [LOST, WON] * 12 + [LOW] * 4)
    assert (rigged["rounds"], rigged["won"]) == (ROUNDS, "360.00")
    edge, variance = theory(RULES["maryland"])
    expected = edge * ROUNDS * STAKE
    half = 1.96 * sqrt(variance * ROUNDS * STAKE**2)
    band = rigged["band"]
    assert float(band["expected"]) * 100 == pytest.approx(expected, abs=1)
    assert float(band["low"]) * 100 == pytest.approx(expected - half, rel=1e-4)
    assert float(band["high"]) * 100 == pytest.approx(expected + half, rel=1e-4)
    assert (band["verdict"], band["won"], band["handle"]) == ("outlier", "360.00", "360.00")
    assert (even["band"]["verdict"], even["won"]) == ("inside", "40.00")
    page = floor[0].client.get("/floor", headers={"cookie": f"cutcard={floor[0].token('flo')}"})
    told = html.unescape(page.text)
    assert told.count("an outlier: outside the band") == 1
    assert "Won $360, an outlier" in told
