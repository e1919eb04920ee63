"""What a side wager demands of the deal: cards that are dealt for it though nothing else needs them.

The table asks each wager whether a further card could change what it sees. The same is asked here of the
classifiers' tables, for every record at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from cutcard.automata.wagers.classifier_answers import OF_HAND, Sight
from cutcard.automata.wagers.folds import NO_CARD, Axis, Fold, constant, fold
from cutcard.automata.wagers.records import DOMAINS, MANY_CARDS, NUMBER_OF
from cutcard.cards import DECK_52, deck
from cutcard.law import Offer, RuleSet
from cutcard.money import Cents
from cutcard.rules import TWO_CARDS, Game, total
from cutcard.table import PROBED_FINALS, Bet, new_round, third_cards
from cutcard.values import but
from cutcard.wagers import Classifier, Sees

SECOND_CARD: Final = "second_card"
OPEN: Final = "open"
OWN_THIRD: Final = "own_third"
HOLE: Final = "hole"
SO_FAR: Final = "dealer_count"


@dataclass(frozen=True, eq=False)
class Demands:
    """What is dealt for a wager as long as it lies on the layout."""

    second_card: Fold | None = None
    """1 where the dealer's second card is dealt for it; None: never."""
    third_card: bool = False
    """Whether the dealer takes a third card for it on two that are under 17."""
    open: Fold | None = None
    """1 where the dealer goes on drawing for it by the table's rule; it reads as `dealer_count` the
    cards that the dealer has by then. None: never."""
    completion: bool = False
    """Whether the dealer's hand is completed for it by Buster's own rule."""
    own_third: Fold | None = None
    """1 where the box is offered a third card against a dealer's blackjack; None: never."""


def demands_of(
    eyes: Classifier, seen: Sight, rules: RuleSet, game: Game, offer: Offer, stake: Cents
) -> Demands:
    """What one wager demands; a payout without a stake of its own demands nothing."""
    if not offer.law.takes_stake:
        return Demands()
    own_third = _own_third(rules, game, offer, stake) if eyes.reads_drawn else None
    match eyes.sees:
        case Sees.FIRST_CARDS:
            return Demands(own_third=own_third)
        case Sees.SECOND_CARD:
            return Demands(_second_card(seen, game), own_third=own_third)
        case Sees.DRAWN_HAND:
            hands = _Hands(seen, game)
            return Demands(hands.second_card(), open=hands.open())
    return Demands(
        constant(1),
        third_card=eyes.sees is Sees.THIRD_CARD,
        completion=eyes.sees is Sees.COMPLETED_HAND,
    )


def _as_sets(seen: Sight) -> Any:
    """The values of a sight with answers of the same outcomes made one."""
    sets: dict[frozenset[str], int] = {}
    numbers = [sets.setdefault(frozenset(answer), len(sets)) for answer in seen.answers]
    return np.array(numbers)[seen.values]


def _second_card(seen: Sight, game: Game) -> Fold | None:
    """Where the second card may change what is seen."""
    names = [axis.reads for axis in seen.axes]
    if HOLE not in names:
        return None
    at = names.index(HOLE)
    dealt = seen.axes[at].place[[NUMBER_OF[each] for each in deck(game.deck_cards)]]
    values = np.take(_as_sets(seen), np.unique(dealt), axis=at)
    matters = (values != np.take(values, [0], axis=at)).any(axis=at)
    return _where(matters, [axis for axis in seen.axes if axis.reads != HOLE])


def _where(matters: Any, axes: list[Axis]) -> Fold | None:
    return fold(matters.astype(np.int16), axes) if matters.any() else None


class _Hands:
    """A wager on the dealer's drawn hand, as far as its other inputs are known."""

    def __init__(self, seen: Sight, game: Game) -> None:
        self.game = game
        names = OF_HAND[Sees.DRAWN_HAND]
        self.axes = [axis for axis in seen.axes if axis.reads not in names]
        self._places = {axis.reads: axis.place for axis in seen.axes}
        order = [axis.reads for axis in seen.axes]
        values = _as_sets(seen)
        for name in names:
            if name not in order:  # it does not matter: one place for all
                values, order = values[..., None], [*order, name]
                self._places[name] = np.zeros(DOMAINS[name], dtype=np.int64)
        self._values = np.moveaxis(values, [order.index(name) for name in names], (0, 1))

    def of(self, count: int, points: int) -> Any:
        """What is seen of a hand of so many cards and points, along the other axes."""
        by_count, by_total = (self._places[name] for name in OF_HAND[Sees.DRAWN_HAND])
        return self._values[by_count[min(count, MANY_CARDS)], by_total[points]]

    def is_open(self, held: int) -> Any:
        """Whether the dealer, who has so many cards, could still change what is seen."""
        ends = [self.of(max(count, held), points) for count, points in PROBED_FINALS]
        return np.any([each != ends[0] for each in ends], axis=0)

    def open(self) -> Fold | None:
        """Where the dealer draws on."""
        held = range(DOMAINS[SO_FAR])
        matters = np.stack([self.is_open(count) for count in held], axis=-1)
        return _where(matters, [*self.axes, Axis(SO_FAR, np.array(held))])

    def second_card(self) -> Fold | None:
        """Where the second card matters by itself, or the hand is open."""
        by_up = []
        for up in DECK_52:
            seen = [self.of(TWO_CARDS, total((up, each))) for each in deck(self.game.deck_cards)]
            by_up.append(np.any([each != seen[0] for each in seen], axis=0) | self.is_open(1))
        return _where(np.stack(by_up, axis=-1), [*self.axes, Axis("up", np.arange(NO_CARD))])


def _own_third(rules: RuleSet, game: Game, offer: Offer, stake: Cents) -> Fold | None:
    """Where the table offers a third card to a box with this wager, the dealer having a blackjack."""
    found = new_round(rules, game, (Bet(1, "1", {"main": stake, offer.law.id: stake}),))
    offered = np.zeros((NO_CARD, NO_CARD), dtype=bool)
    for one, first in enumerate(DECK_52):
        for other, second in enumerate(DECK_52):
            boxes = (but(found.boxes[0], initial=((first, second),)),)
            offered[one, other] = third_cards(but(found, blackjack_found=True, boxes=boxes)) is not None
    place = np.arange(NO_CARD)
    return _where(offered, [Axis("first", place), Axis("second", place)])
