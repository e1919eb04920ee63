"""What a round in play is made of, beside the hand whose turn it is: for the machine of whole rounds."""

from __future__ import annotations

from typing import Final, NamedTuple

from cutcard.cards import Card


class Showing(NamedTuple):
    """What is known of the dealer's hand while the players play."""

    up: Card
    hole: Card | None
    """The second card, where it was looked at before the players act."""


class InPlay(NamedTuple):
    """A box in play, beside its current hand."""

    waiting: tuple[int, ...] = ()
    """The letters of cards split off and not played yet."""
    hands: int = 1
    is_first: bool = True
    open_first: bool = False
    open_later: bool = False
    finished: tuple[int, ...] = ()
    """The hands that have ended, where a dealer blackjack found later takes from all of them."""


class Later(NamedTuple):
    """The hands that the dealer has yet to draw after the present one, each from the same up card."""

    up: Card | None = None
    hands: int = 0


NEW_BOX: Final = InPlay()
NO_MORE: Final = Later()
