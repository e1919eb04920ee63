"""Side wagers that the first cards decide, all of them as one: two look-ups a round.

The box's two cards and the up card have a number; that number and the dealer's second card have one for
all that the wagers come to. Both are made of the wagers' chains, so they say what those say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from cutcard.automata.wagers import DOMAINS, NO_CARD, NUMBER_OF, Chain, Fold, distinct
from cutcard.cards import DECK_52, deck
from cutcard.rules import Game, hole_card_is_known
from cutcard.sim.tables.play_tables import dealer_table

Array = np.ndarray[Any, Any]

HOLE: Final = "hole"
EARLY: Final = ("first", "up", "second", HOLE)
"""The inputs in the order in which a box by itself and its dealer are dealt them."""
OF_HAND: Final = ("completed_count", "completed_total")
LATE: Final = (*EARLY, "third", "fourth", "split_third", "split_fourth")
"""What lanes know when a round is over, for a wager on the dealer's hand and for one on cards."""


class Together(NamedTuple):
    """What several wagers come to, by the first cards."""

    by_three: Array
    """By first card, up card and second card, flat: a number for them."""
    by_hole: Array
    """By that number and the dealer's second card, flat: the number of what all come to."""
    results: Array
    """By number and wager: the wager's result."""


class ByHand(NamedTuple):
    """What several wagers come to, by the dealer's hand."""

    by_hand: Array
    """By number of cards and look, flat: the number of what all come to."""
    results: Array


@dataclass(frozen=True, eq=False)
class Beside:
    """Side wagers that can be settled when their rounds are over, by their places among all."""

    early: tuple[int, ...]
    """Those that first cards decide."""
    together: Together
    of_hand: tuple[int, ...]
    """Those that the dealer's completed hand decides."""
    by_hand: ByHand
    late: tuple[int, ...]
    """Those for which all of a round's cards are gone through."""

    @property
    def completes(self) -> bool:
        """Whether the dealer's hand is completed for one of them."""
        return bool(self.of_hand)


def beside(game: Game, wagers: Sequence[Chain]) -> Beside | None:
    """The wagers of a table; None where a card is dealt for one of them that lanes do not know of."""
    completes = any(each.demands.completion for each in wagers)
    if not all(_is_known(each, has_hole=game.has_hole_card or completes) for each in wagers):
        return None
    looked = np.array([hole_card_is_known(game, card) for card in DECK_52])
    early, late, results, of_hand = [], [], [], []
    for place, each in enumerate(wagers):
        by_cards = _over_first_cards(each.fold) if set(each.fold.reads) <= set(EARLY) else None
        if by_cards is not None and _is_decided(game, by_cards, looked):
            early.append(place)
            results.append(by_cards.reshape(NO_CARD**3, -1))
        elif each.demands.completion:
            of_hand.append(place)
        else:
            late.append(place)
    hands = _by_hand(game, [wagers[place].fold for place in of_hand])
    return Beside(tuple(early), _together(results), tuple(of_hand), hands, tuple(late))


def _is_known(wager: Chain, *, has_hole: bool) -> bool:
    """Whether lanes have what it reads and it asks for no card, except to complete the dealer's hand."""
    demands, reads = wager.demands, set(wager.fold.reads)
    if demands.third_card or demands.open is not None or demands.own_third is not None:
        return False
    is_readable = reads <= set(OF_HAND) if demands.completion else reads <= set(LATE)
    return is_readable and (has_hole or demands.second_card is None)


def _by_hand(game: Game, folds: Sequence[Fold]) -> ByHand:
    """The results of folds by number of cards and look of a dealer's hand."""
    many, points = np.arange(DOMAINS[OF_HAND[0]])[:, None], dealer_table(game)[0][None, :]
    results = [each.over(dict(zip(OF_HAND, (many, points), strict=True))) for each in folds]
    shape = (many.shape[0], points.shape[1])
    answers = [np.broadcast_to(each, shape).ravel() for each in results]
    if not answers:
        return ByHand(np.zeros(0, dtype=np.uint16), np.zeros((0, 0), dtype=np.int64))
    rows = np.stack(answers, axis=-1).astype(np.int64)
    apart, number = distinct(rows)
    return ByHand(_small(number), rows[apart])


def _over_first_cards(folded: Fold) -> Array:
    """A fold's results over all first cards, an axis each; the last of length 1 if it is not read."""
    record = {
        name: np.arange(DOMAINS[name]).reshape([-1 if at == axis else 1 for at in range(len(EARLY))])
        for axis, name in enumerate(EARLY)
    }
    results = folded.over(record)
    return np.broadcast_to(results, (NO_CARD, NO_CARD, NO_CARD, results.shape[-1]))


def _is_decided(game: Game, results: Array, looked: Array) -> bool:
    """Whether the second card changes nothing where the dealer has not looked at it, or has none."""
    there = [NUMBER_OF[card] for card in deck(game.deck_cards)]
    unseen = [up for up in there if not looked[up]]
    seen = results[np.ix_(there, unseen, there)]
    if seen.shape[-1] > 1:
        seen = seen[..., [*there, NO_CARD]]
    return bool((seen == seen[..., :1]).all())


def _together(results: Sequence[Array], holes: int = NO_CARD) -> Together:
    """The results of all wagers; first cards that every wager treats alike have one number.

    `holes` is how many values the dealer's second card has: one more where it may not be dealt.
    """
    number = np.zeros(NO_CARD**3, dtype=np.int64)
    for each in results:
        _, which = distinct(each)
        number = np.unique(number * (which.max() + 1) + which, return_inverse=True)[1].ravel()
    _, first = np.unique(number, return_index=True)
    answers = np.zeros((len(first) * holes, len(results)), dtype=np.int64)
    for place, each in enumerate(results):
        answers[:, place] = np.broadcast_to(each[first][:, :holes], (len(first), holes)).ravel()
    apart, by_hole = distinct(answers)
    return Together(_small(number), _small(by_hole), answers[apart])


# Any table: whatever first cards decide, and what is left to the rest of the round.

OPEN: Final = -1
MOST_LOOKED_AT: Final = 1 << 24
"""So many records of a wager are gone through to see which of them first cards decide."""


@dataclass(frozen=True, eq=False)
class FirstCards:
    """What all wagers come to by first cards, and numbers for the results of those left open."""

    by_two: Array
    """By the box's first card and its second, flat: a number for them."""
    by_up: Array
    """By that number and the up card, flat: a number for the three."""
    by_hole: Array
    """By that number and the dealer's second card, or none, flat: the number of what all come to."""
    results: Array
    """By number and wager: its result among those of all wagers, or `OPEN`."""
    is_open: Array
    """By number: whether a wager is left open."""
    late: Array
    """Wagers that may be left open: the fold, the number of its first result, the wager."""
    reads_hole: bool
    """Whether the dealer's second card matters; otherwise the number for three cards is that for all."""

    def nets(self, side_nets: Array) -> Array:
        """By number and wager: the net of its result."""
        return np.where(self.results == OPEN, 0, side_nets[self.results])


def first_cards(wagers: Sequence[Chain], first: Array, are_shared: Sequence[bool]) -> FirstCards:
    """What these wagers come to, but for those that other boxes or a device have a part in.

    `first` says where each wager's results begin among those of all.
    """
    decided = [
        _decided(each.fold, is_shared) for each, is_shared in zip(wagers, are_shared, strict=True)
    ]
    together = _common_first(_together([each.reshape(NO_CARD**3, -1) for each in decided], NO_CARD + 1))
    parts = [np.where(together.results == OPEN, OPEN, together.results + first[:-1])]
    late, at = [], len(parts[0])
    for place, each in enumerate(wagers):
        if are_shared[place] or not (parts[0][:, place] == OPEN).any():
            continue
        late.append((place, at, place))
        parts.append(np.full((len(each.results), len(wagers)), OPEN))
        parts[-1][:, place] = first[place] + np.arange(len(each.results))
        at += len(each.results)
    results = np.concatenate(parts)
    is_open = np.zeros(len(results), dtype=bool)
    is_open[: len(parts[0])] = (parts[0] == OPEN)[:, [place for place, _, _ in late]].any(axis=1)
    table = np.array(late, dtype=np.int64).reshape(-1, 3)
    # Pairs that no up card tells apart are one, so that what is looked up stays in the nearest cache.
    by_hole = together.by_hole.reshape(-1, NO_CARD + 1)
    reads_hole = bool((by_hole != by_hole[:, :1]).any())
    numbers = together.by_three if reads_hole else by_hole[together.by_three, 0]
    three = numbers.reshape((NO_CARD,) * 3).transpose(0, 2, 1).reshape(-1, NO_CARD)
    apart, by_two = distinct(three)
    return FirstCards(
        by_two.astype(np.uint32),
        three[apart].ravel().astype(np.uint32),
        together.by_hole.astype(np.uint32),
        np.ascontiguousarray(results),
        is_open,
        table,
        reads_hole,
    )


def _common_first(together: Together) -> Together:
    """The same with the numbers in the order of how many first cards come to them."""
    of_three = np.bincount(together.by_three)
    met = together.by_hole.reshape(len(of_three), -1)
    often = np.bincount(met.ravel(), np.repeat(of_three, met.shape[1]), len(together.results))
    order = np.argsort(-often, kind="stable")
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    return Together(together.by_three, place[together.by_hole], together.results[order])


def _decided(folded: Fold, is_shared: bool) -> Array:
    """A fold's results over all first cards where no other input matters, else `OPEN`."""
    early = (NO_CARD, NO_CARD, NO_CARD)
    names = [*EARLY, *(name for name in folded.reads if name not in EARLY)]
    read = [DOMAINS[name] for name in names if name in folded.reads]
    if is_shared or np.prod(read, dtype=np.int64) > MOST_LOOKED_AT:
        return np.full((*early, 1), OPEN)
    record = {
        name: np.arange(DOMAINS[name]).reshape([-1 if at == axis else 1 for at in range(len(names))])
        for axis, name in enumerate(names)
    }
    values = np.asarray(folded.over(record))
    values = values.reshape(*values.shape, *[1] * (len(names) - values.ndim))
    rest = tuple(range(len(EARLY), len(names)))
    low, high = values.min(axis=rest), values.max(axis=rest)
    results = np.where(low == high, low.astype(np.int64), OPEN)
    return np.broadcast_to(results, (*early, results.shape[-1]))


def _small(numbers: Array) -> Array:
    """In as few bytes as they need, of two kinds: a kernel is compiled for each."""
    return numbers.astype(np.uint16 if numbers.max() < 1 << 16 else np.uint32)
