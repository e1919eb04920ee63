"""Insurance as a count sees it: when it is asked, and what becomes of it by the second card."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from cutcard.cards import DECK_52, Card
from cutcard.money import Odds
from cutcard.rules import in_force
from cutcard.sim.plan import Plan
from cutcard.wagers import View, classifier

INSURANCE: Final = "insurance"
LOSES: Final = "lose"
NOT_ASKED: Final = 0


@dataclass(frozen=True)
class Insuring:
    """What insurance comes to."""

    outcomes: tuple[str, ...]
    """A lost one first."""
    nets: tuple[Fraction, ...]
    """What each comes to, for a stake of one."""
    table: tuple[int, ...]
    """By the places of the up card and of the second in the deck: nothing where it is not asked, else
    the place of its outcome and one."""


def insuring(plan: Plan) -> Insuring | None:
    """Of a table where it is asked before the dealer's second card is known; None elsewhere."""
    game, rules = plan.game, plan.rules
    if not game.insurance or not game.has_hole_card or game.hole_card == "face_up" or plan.spots > 1:
        return None
    rows = {
        row.outcome: row.pays
        for row in rules.offers[INSURANCE].paytable.rows
        if in_force(row, rules.options)
    }
    prices = {
        name: Fraction(pays.win, pays.per) for name, pays in rows.items() if isinstance(pays, Odds)
    }
    outcomes = (LOSES, *prices)
    table = []
    for up in DECK_52:
        found = [
            next((name for name in _won(up, second) if name in prices), LOSES) for second in DECK_52
        ]
        is_asked = any(name != LOSES for name in found)
        table += [outcomes.index(name) + 1 if is_asked else NOT_ASKED for name in found]
    return Insuring(outcomes, (Fraction(-1), *prices.values()), tuple(table))


def _won(up: Card, second: Card) -> tuple[str, ...]:
    return classifier(INSURANCE).classify(View(first_two=(up, second), up=up, dealer=(up, second)))
