"""What a dealer blackjack that is found after play takes from a box that was split."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.automata.hands.dealer import BLACKJACK_END
from cutcard.automata.hands.machine import HandMaking


class HandEnd(NamedTuple):
    """How a hand has ended: whether a blackjack of the dealer, or other cards, can still change it."""

    open_first: bool
    open_later: bool
    alike: tuple[int, ...]
    """One example of all that a late blackjack finds alike."""


class LateBlackjack:
    """What a blackjack found after play takes from a split box: not the sum of its hands' own losses.

    Boxes whose finished hands come to the same together with any others are made one.
    """

    def __init__(self, hands: HandMaking) -> None:
        self.hands = hands
        self.matters = not hands.playing.game.dealer_checks
        self.kinds: dict[tuple[object, ...], int] = {}
        self._known: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._taken: dict[tuple[int, ...], int] = {}
        self._ended: dict[int, HandEnd] = {}

    def ended(self, number: int) -> HandEnd:
        """What the rest of a round can tell of a finished hand."""
        found = self._ended.get(number)
        if found is None:
            each = self.hands.made[number]
            found = HandEnd(each.open_first, each.open_later, self.with_hand((), number))
            self._ended[number] = found
        return found

    def with_hand(self, finished: tuple[int, ...], number: int) -> tuple[int, ...]:
        """The finished hands with one more, by one example of those that are alike."""
        if not self.matters:
            return ()
        kind = self.hands.made[number].to_late_blackjack
        return (*finished, self.kinds.setdefault(kind, number))

    def taken(self, finished: tuple[int, ...]) -> int:
        """What a blackjack does to the box beyond what it does to each hand alone, in cents."""
        if len(finished) < 2:
            return 0
        if finished not in self._taken:
            finishes = self.hands.made
            hands = [finishes[number].hand for number in finished]
            alone = sum(finishes[number].nets[BLACKJACK_END] for number in finished)
            self._taken[finished] = self.hands.playing.net(hands, BLACKJACK_END) - alone
        return self._taken[finished]
