"""The dealer's hand: when it draws, how it may end, and whether that can matter to anyone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from cutcard.cards import TEN, Card
from cutcard.rules.game import Game
from cutcard.rules.hand import TWENTY_ONE, TWO_CARDS, is_natural, is_soft, total

DEALER_STANDS: Final = 17
TWENTY_TWO: Final = 22
LARGEST_BUST: Final = DEALER_STANDS - 1 + TEN
"""The most points a dealer's hand can end with: a ten drawn to 16."""


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


def may_be_blackjack(up: Card) -> bool:
    """Whether an up card lets the dealer have a blackjack: an ace, or a ten-value."""
    return up.is_ace or up.is_ten_valued


def checks_for_blackjack(game: Game, up: Card) -> bool:
    """Whether a dealer with this up card looks for a blackjack before the players act."""
    return game.dealer_checks and may_be_blackjack(up)


def hole_card_is_known(game: Game, up: Card) -> bool:
    """Whether the dealer's second card is known before the players act: face up, or looked at."""
    return game.hole_card == "face_up" or checks_for_blackjack(game, up)


def surrender_is_early(game: Game, up: Card) -> bool:
    """Whether half of a surrendered wager is returned even where the dealer has a blackjack."""
    return game.surrender_time == "early" or (game.surrender_time == "early_not_ace" and not up.is_ace)


def surrender_is_held(game: Game, up: Card) -> bool:
    """Whether a surrender waits for the dealer's second card (Ch.9 §C, §8(a)).

    Against an ace or a ten-value it does: a blackjack takes all of the wager, any other hand half.
    """
    return may_be_blackjack(up) and not surrender_is_early(game, up)


def surrender_precedes_check(game: Game, up: Card) -> bool:
    """Whether surrender is asked before a dealer who may have a blackjack looks for it."""
    is_early = game.dealer_checks and surrender_is_early(game, up)
    return (game.surrender_asked == "before_check" or is_early) and may_be_blackjack(up)


def dealer_draws(game: Game, cards: Sequence[Card]) -> bool:
    """The table's drawing rule: draw to 16, and on a soft 17 where the table hits it."""
    points = total(cards)
    if points == DEALER_STANDS and is_soft(cards):
        return game.soft_17 == "hit"
    return points < DEALER_STANDS


def third_card_due(cards: Sequence[Card]) -> bool:
    """Whether the dealer owes a third card to a wager on it: two cards of less than 17 (§25(d)).

    Whatever the table does on a soft 17, two cards of 17 or more decide the wager (MA-A74).
    """
    return len(cards) == TWO_CARDS and total(cards) < DEALER_STANDS


def completes_for_buster(game: Game, cards: Sequence[Card]) -> bool:
    """Whether the dealer draws on for a Buster wager alone (Massachusetts §27(f)(3))."""
    if game.buster_completion == "literal":
        points = total(cards)
        return points < DEALER_STANDS or (points == DEALER_STANDS and is_soft(cards))
    return dealer_draws(game, cards)


BLACKJACK: Final = DealerHand(TWENTY_ONE, blackjack=True)
ANY_BUST: Final = DealerHand(LARGEST_BUST)
"""Any bust that no rule tells from another."""
DEALER_ENDS: Final = (
    *(DealerHand(points) for points in range(DEALER_STANDS, TWENTY_TWO + 1)),
    BLACKJACK,
    ANY_BUST,
)
"""How a dealer's hand can end: 17 to 21, 22 (some games push it), a blackjack, any other bust."""

# The ends that differ most come first: `is_open` then answers after two looks, as a rule.
_DRAWN: Final = tuple(
    dict.fromkeys((ANY_BUST, DealerHand(TWENTY_ONE), *(e for e in DEALER_ENDS if not e.blackjack)))
)


def possible_finals(game: Game, cards: Sequence[Card]) -> tuple[DealerHand, ...]:
    """Every way the dealer's hand may yet end, as far as a settlement can tell them apart."""
    if len(cards) == 1:
        return (*_DRAWN, BLACKJACK) if may_be_blackjack(cards[0]) else _DRAWN
    return _DRAWN if dealer_draws(game, cards) else (DealerHand.of(cards),)


def is_open(game: Game, cards: Sequence[Card], decides: Callable[[DealerHand], object]) -> bool:
    """Whether the dealer's further cards could change what `decides` answers."""
    finals = possible_finals(game, cards)
    first = decides(finals[0])
    return any(decides(final) != first for final in finals[1:])
