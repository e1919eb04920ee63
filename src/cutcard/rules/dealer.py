"""The dealer's hand: when it draws, how it may end, and whether that can matter to anyone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from cutcard.cards import Card
from cutcard.rules.game import Game
from cutcard.rules.hand import TWENTY_ONE, is_natural, is_soft, total

DEALER_STANDS: Final = 17
TWENTY_TWO: Final = 22
TYPICAL_BUST: Final = 26


@dataclass(frozen=True, slots=True)
class DealerHand:
    """What a settlement asks about the dealer's finished hand."""

    total: int
    blackjack: bool = False

    @classmethod
    def of(cls, cards: Sequence[Card]) -> DealerHand:
        """The facts of a hand on the table."""
        return cls(total(cards), is_natural(cards))

    @property
    def busted(self) -> bool:
        """Over 21."""
        return self.total > TWENTY_ONE


def dealer_draws(game: Game, cards: Sequence[Card]) -> bool:
    """The table's drawing rule: draw to 16, and on a soft 17 where the table hits it."""
    points = total(cards)
    if points == DEALER_STANDS and is_soft(cards):
        return game.soft_17 == "hit"
    return points < DEALER_STANDS


def completes_for_buster(game: Game, cards: Sequence[Card]) -> bool:
    """Whether the dealer draws on for a Buster wager alone (Massachusetts §27(f)(3))."""
    if game.buster_completion == "literal":
        points = total(cards)
        return points < DEALER_STANDS or (points == DEALER_STANDS and is_soft(cards))
    return dealer_draws(game, cards)


# The ends that differ most come first: `is_open` then answers after two looks, as a rule.
_DRAWN: Final = tuple(DealerHand(points) for points in (TYPICAL_BUST, 21, 17, 18, 19, 20, TWENTY_TWO))


def possible_finals(game: Game, cards: Sequence[Card]) -> tuple[DealerHand, ...]:
    """Every way the dealer's hand may yet end, as far as a settlement can tell them apart."""
    if len(cards) == 1:
        may_be_blackjack = cards[0].is_ace or cards[0].is_ten_valued
        return (*_DRAWN, DealerHand(TWENTY_ONE, blackjack=True)) if may_be_blackjack else _DRAWN
    return _DRAWN if dealer_draws(game, cards) else (DealerHand.of(cards),)


def is_open(game: Game, cards: Sequence[Card], decides: Callable[[DealerHand], object]) -> bool:
    """Whether the dealer's further cards could change what `decides` answers."""
    finals = possible_finals(game, cards)
    first = decides(finals[0])
    return any(decides(final) != first for final in finals[1:])
