"""Bonuses that the house's system draws in every round: a card that may match, a box that is lucky.

Which results they make of a wager's own is asked of the settlement, and which cards match of the
wager's classifier.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final

import numpy as np

from cutcard.automata.wagers import Chain, ClassifierResult, own_options, result_of, seat_with
from cutcard.cards import DECK_52, Card
from cutcard.law import RuleSet
from cutcard.values import but
from cutcard.wagers import classifier

Array = np.ndarray[Any, Any]

OPTION: Final = "bad_beat_bonuses"
EVERY_ROUND: Final = "every_round"
MAGIC_CARD, LUCKY_PLAYER = "magic_card", "lucky_player"
BONUSES: Final = (MAGIC_CARD, LUCKY_PLAYER)


@dataclass(frozen=True, eq=False)
class Draws:
    """What is drawn for one wager."""

    wager: str
    place: int
    """Of the wager among the chains."""
    many: int
    """Its results without a bonus; those with the card, the box and both come after them."""
    boxes: int
    """Of the table, in play or not."""
    matches: Array
    """By drawn card and card of the box: whether it matches."""
    to_others: tuple[int, ...] = ()
    pays_others: bool = False

    def result(self, shown: Sequence[int], box: int, told: int) -> int:
        """The result of a box by what the kernel kept, and by what its chain told."""
        return told + self.many * shown[box]

    def from_others(self, shown: Sequence[int], box: int) -> int:  # noqa: ARG002
        """Nothing: what is drawn is a box's own."""
        return 0

    def said(self, shown: Sequence[int]) -> dict[str, object]:
        """What a table is told."""
        return {MAGIC_CARD: DECK_52[shown[-2]].text, LUCKY_PLAYER: shown[-1] + 1}

    def block(self, number: int, unit: int) -> list[int]:  # noqa: ARG002
        """For the kernel."""
        return [number, 0, self.many, self.boxes, DRAWN, *self.matches.ravel().tolist()]


DRAWN: Final = 2
"""The kind of what is drawn in every round, for the kernel."""


def drawn_with(rules: RuleSet, place: int, each: Chain) -> tuple[Chain, Draws] | None:
    """A wager's chain with its bonuses, where they are drawn in every round."""
    if rules.options.get(OPTION) != EVERY_ROUND or not set(BONUSES) <= each.beside.keys():
        return None
    offer = rules.offers[each.wager]
    known = {row.outcome for row in offer.paytable.rows}
    results: list[ClassifierResult] = []
    for lucky, magic in product((False, True), repeat=2):
        more = tuple(name for name, is_drawn in zip(BONUSES, (magic, lucky), strict=True) if is_drawn)
        for plain in each.results:
            rows = tuple(name for name in plain.outcomes if name in known)
            made = result_of(rules, offer, each.stake, (*rows, *more))
            results.append(replace(made, outcomes=(" + ".join(made.outcomes),)))
    boxes = rules.options["boxes"]
    assert isinstance(boxes, int)
    draws = Draws(each.wager, place, len(each.results), boxes, _matches(rules, each))
    return replace(each, results=tuple(results)), draws


def _matches(rules: RuleSet, each: Chain) -> Array:
    offer = rules.offers[each.wager]
    classify = classifier(offer.law.classifier).classify
    view = seat_with(rules, offer, each.stake).view
    options = own_options(rules, each.wager)

    def says(magic: Card, one: Card, two: Card) -> bool:
        seen = but(view, first_two=(one, two), options={**options, MAGIC_CARD: magic.text})
        return MAGIC_CARD in classify(seen)

    found = np.zeros((len(DECK_52), len(DECK_52)), dtype=np.int64)
    for at, magic in enumerate(DECK_52):
        other = next(card for card in DECK_52 if not says(magic, card, card))
        found[at] = [says(magic, card, other) for card in DECK_52]
    return found
