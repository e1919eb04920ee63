"""Side wagers that the first cards decide, all of them as one: two look-ups a round.

The box's two cards and the up card have a number; that number and the dealer's second card have one for
all that the wagers come to. Both are made of the wagers' chains, so they say what those say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from cutcard.automata.chains import Chain
from cutcard.automata.folds import NO_CARD, Fold, distinct
from cutcard.automata.records import DOMAINS, NUMBER_OF
from cutcard.cards import DECK_52, deck
from cutcard.rules.game import Game
from cutcard.sim.general_tables import looks_at_hole

Array = np.ndarray[Any, Any]

HOLE: Final = "hole"
EARLY: Final = ("first", "up", "second", HOLE)
"""The inputs in the order in which a box by itself and its dealer are dealt them."""


class Together(NamedTuple):
    """What several wagers come to, by the first cards."""

    by_three: Array
    """By first card, up card and second card, flat: a number for them."""
    by_hole: Array
    """By that number and the dealer's second card, flat: the number of what all come to."""
    results: Array
    """By number and wager: the wager's result."""


def together(game: Game, wagers: Sequence[Chain]) -> Together | None:
    """The wagers' chains as one; None where there is none, or one needs more than the first cards."""
    looked = [looks_at_hole(game, card) for card in DECK_52]
    if not wagers or not all(_asks_for_no_card(game, each, looked) for each in wagers):
        return None
    said = [_over_first_cards(each.fold) for each in wagers]
    if not all(_is_decided(game, each, looked) for each in said):
        return None
    return _made_one([each.reshape(NO_CARD**3, -1) for each in said])


def _asks_for_no_card(game: Game, wager: Chain, looked: Sequence[bool]) -> bool:
    """Whether it reads nothing but the first cards, and none is dealt that would not be without it."""
    asked = wager.demands
    if not set(wager.fold.reads) <= set(EARLY) or asked.third_card or asked.completion:
        return False
    if asked.open is not None or asked.own_third is not None:
        return False
    if game.has_hole_card or asked.second_card is None:
        return True
    return not _over_first_cards(asked.second_card)[:, ~np.array(looked)].any()


def _over_first_cards(told: Fold) -> Array:
    """What a fold tells of all first cards, an axis each; the last is one long where no one reads it."""
    record = {
        name: np.arange(DOMAINS[name]).reshape([-1 if at == axis else 1 for at in range(len(EARLY))])
        for axis, name in enumerate(EARLY)
    }
    found = told.over(record)
    return np.broadcast_to(found, (NO_CARD, NO_CARD, NO_CARD, found.shape[-1]))


def _is_decided(game: Game, said: Array, looked: Sequence[bool]) -> bool:
    """Whether the second card tells nothing where the dealer has not looked at it, or has none."""
    there = [NUMBER_OF[card] for card in deck(game.deck_cards)]
    unseen = [up for up in there if not looked[up]]
    found = said[np.ix_(there, unseen, there)]
    if found.shape[-1] > 1:
        found = found[..., [*there, NO_CARD]]
    return bool((found == found[..., :1]).all())


def _made_one(said: Sequence[Array]) -> Together:
    """Rows of first cards that all wagers say the same to are one."""
    number = np.zeros(NO_CARD**3, dtype=np.int64)
    for each in said:
        _, which = distinct(each)
        number = np.unique(number * (which.max() + 1) + which, return_inverse=True)[1].ravel()
    _, first = np.unique(number, return_index=True)
    found = [np.broadcast_to(each[first][:, :NO_CARD], (len(first), NO_CARD)) for each in said]
    answers = np.stack(found, axis=-1).reshape(-1, len(said))
    apart, by_hole = distinct(answers)
    return Together(_small(number), _small(by_hole), answers[apart])


def _small(numbers: Array) -> Array:
    """In as few bytes as they need, of two kinds: a kernel is compiled for each."""
    return numbers.astype(np.uint16 if numbers.max() < 1 << 16 else np.uint32)
