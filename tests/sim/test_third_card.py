"""A third card for two sevens against a dealer's blackjack, at the table as in the kernel.

Massachusetts §6(j)(3) and §6(k)(6) have it offered to finish the wager on sevens; who takes it keeps
what two sevens pay, so the simulator and the odds take it always.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from cutcard.automata.rounds.machine import CardRole
from cutcard.cards import card
from cutcard.money import Cents, Odds
from cutcard.rules.actions import Action
from cutcard.sim.replay.redeal import ParityError, check, through_table
from cutcard.sim.replay.trace import Taken, Traced
from sim.played import Case

TABLES = (
    Case("ma-blackjack", None, {"hole_card": "card_reader"}, wagers={"sevens": {}}),
    Case("ma-blackjack", "hole_card_face_up", wagers={"sevens": {}}),
)
STAKES = {"main": Cents(1000), "sevens": Cents(100)}


def paid(case: Case, outcome: str) -> int:
    row = next(each for each in case.rules.offers["sevens"].paytable.rows if each.outcome == outcome)
    assert isinstance(row.pays, Odds)
    return int(row.pays.winnings(STAKES["sevens"]))


def against_blackjack(case: Case, thirds: dict[int, str], outcomes: dict[int, str]) -> Traced:
    """Boxes of two sevens, a heart and a diamond, with what the kernel deals them for the wager."""
    boxes = sorted(outcomes)
    taken = [Taken(card("7h"), CardRole.FIRST, box) for box in boxes]
    taken.append(Taken(card("Ad"), CardRole.UP))
    taken += [Taken(card("7d"), CardRole.SECOND, box) for box in boxes]
    taken.append(Taken(card("Jc"), CardRole.HOLE))
    taken += [Taken(card(text), CardRole.PLAY, box) for box, text in thirds.items()]
    net = {(box, "main"): -1000 for box in boxes}
    net |= {(box, "sevens"): paid(case, outcome) for box, outcome in outcomes.items()}
    return Traced(15, tuple(taken), net)


@pytest.mark.parametrize("case", TABLES, ids=str)
@pytest.mark.parametrize(
    ("thirds", "outcomes"),
    [
        ({1: "3h"}, {1: "two_sevens"}),
        ({1: "7c"}, {1: "three_sevens"}),
        ({1: "3h", 2: "7s"}, {1: "two_sevens", 2: "three_sevens"}),
    ],
)
def test_the_third_card_is_taken(case: Case, thirds: dict[int, str], outcomes: dict[int, str]) -> None:
    traced = against_blackjack(case, thirds, outcomes)
    dealt = through_table(case.rules, traced, case.choose, STAKES)
    check(traced, dealt)
    assert [(each.box, each.do) for each in dealt.decisions] == [
        (box, Action.THIRD_CARD) for box in outcomes
    ]


@pytest.mark.parametrize("case", TABLES, ids=str)
def test_a_third_card_that_the_simulator_did_not_take_is_missed(case: Case) -> None:
    traced = against_blackjack(case, {}, {1: "two_sevens"})
    with pytest.raises(ParityError, match="needs a card, and the simulator took none"):
        through_table(case.rules, traced, case.choose, STAKES)
    without = replace(traced, net={(1, "main"): -1000})
    check(without, through_table(case.rules, without, case.choose, {"main": STAKES["main"]}))
