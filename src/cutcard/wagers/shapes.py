"""What several wagers ask of a few cards: one suit, one colour, ranks that repeat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from cutcard.cards import Card
from cutcard.wagers.view import View


def is_one_suit(hand: Sequence[Card]) -> bool:
    """Whether all the cards are of one suit."""
    return len({each.suit for each in hand}) == 1


def is_one_color(hand: Sequence[Card]) -> bool:
    """Whether all the cards are red (diamonds, hearts) or all black (clubs, spades)."""
    return len({each.red for each in hand}) == 1


def is_one_rank(hand: Sequence[Card]) -> bool:
    """Whether all the cards are of one rank; a king and a ten are not."""
    return len({each.rank for each in hand}) == 1


def repeats(hand: Sequence[Card]) -> tuple[int, ...]:
    """How often each rank occurs, the commonest first: (2, 1, 1) is a pair among four cards."""
    return tuple(sorted(Counter(each.rank for each in hand).values(), reverse=True))


def first_four(view: View) -> tuple[Card, ...] | None:
    """The player's and the dealer's first two cards, or None while the second is unseen."""
    return None if view.second is None else (*view.three, view.second)


def has_dealer_blackjack(view: View) -> bool:
    """Whether the dealer's second card was seen to make a blackjack."""
    return view.dealer_blackjack and view.second is not None


def satisfied(outcomes: Mapping[str, bool]) -> tuple[str, ...]:
    """The outcomes that hold, in the order given."""
    return tuple(outcome for outcome, holds in outcomes.items() if holds)
