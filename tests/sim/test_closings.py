"""A seat that is told the dealer's end alone comes to what it comes to card by card."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from cutcard.sim.kernels.staged import tables as staged_tables
from cutcard.sim.runs.engine import Engine
from cutcard.sim.tables.closings import BY_ROLE, DRAWS, NONE, PLACE, Array, Closings, SeatStates
from cutcard.sim.tables.round_tables import PLACE_BITS
from sim.engine_cases import Dealt

ONE_HAND = (
    Dealt("md-blackjack", boxes=2),
    Dealt("md-blackjack", "no_hole_card", boxes=3, penetration=Fraction(1, 2)),
    Dealt("house-rules", options={"charlie": 5, "dealer_22_pushes": True}, boxes=2),
)
SEVERAL = Dealt("ma-blackjack", "multiple_action", boxes=2)


def card_by_card(*_: object) -> Closings:
    """As if no end decided anything."""
    return Closings(np.zeros(0, np.uint16), np.zeros(1, np.int64), NONE)


@pytest.mark.parametrize("case", ONE_HAND, ids=str)
def test_the_end_is_worth_what_the_cards_were(case: Dealt, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = case.plan()
    told = Engine(plan)
    assert told.staged.table().machine.closes >= DRAWS
    sums = told.run(5, 2).tolist()
    monkeypatch.setattr(staged_tables, "closings", card_by_card)
    fed = Engine(plan)
    assert fed.staged.table().machine.closes == NONE
    assert fed.run(5, 2).tolist() == sums


def test_several_hands_of_the_dealers_are_given_card_by_card() -> None:
    assert Engine(SEVERAL.plan()).staged.table().machine.closes == NONE


def test_a_place_says_what_its_seat_waits_for() -> None:
    made = Engine(ONE_HAND[0].plan()).tables
    states = SeatStates.of(made)
    for number, role in enumerate(states.roles[1:].tolist(), start=1):
        kind = BY_ROLE.index(role)
        assert states.begins[kind] <= number * made.letters
        assert kind + 1 == len(BY_ROLE) or number * made.letters < states.begins[kind + 1]
    # the same machine under other numbers: as many entries emit each result, and as many end a round
    for one, other in zip(_parts(made.step), _parts(states.step), strict=True):
        assert one == other


def _parts(step: Array) -> tuple[list[int], int]:
    """What the entries of a step table emit, and how many of them end a round."""
    return sorted((step >> np.uint32(PLACE_BITS)).tolist()), int(((step & PLACE) == 0).sum())
