"""A box's finished round as side wagers see it: its record, and a watched deal shown as such a round.

A record is a few small whole numbers. A card is its number in the deck of 52, and 52 where none was
dealt. A classifier that looks at anything a record does not keep is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from cutcard.automata.wagers.folds import NO_CARD
from cutcard.automata.wagers.observation import WatchedView
from cutcard.cards import DECK_52, RANKS, SUITS, Card
from cutcard.rules import LARGEST_BUST, TWENTY_ONE, TWO_CARDS
from cutcard.wagers import Classifier, Sees, UnseenError, View

MANY_CARDS: Final = 9
"""Stands for as many cards in the dealer's hand, and for any more."""

CARD: Final = NO_CARD
MAYBE: Final = NO_CARD + 1
DOMAINS: Final[Mapping[str, int]] = {
    "first": CARD,
    "second": CARD,
    "up": CARD,
    "hole": MAYBE,
    "third": MAYBE,
    "fourth": MAYBE,
    "split_third": MAYBE,
    "split_fourth": MAYBE,
    "dealer_third": MAYBE,
    "dealer_count": MANY_CARDS + 1,
    "dealer_total": LARGEST_BUST + 1,
    "completed_count": MANY_CARDS + 1,
    "completed_total": LARGEST_BUST + 1,
    "final_total": TWENTY_ONE + 1,
    "other_first": CARD,
    "other_second": CARD,
}
"""The inputs, and how many values each has.

The box's first two cards, the dealer's two; what the box drew before any split, and what then fell on
the first hand after one; the dealer's third card; the dealer's hand as the main wager sees it, and as
completed for Buster; the first hand's final total as side wagers see it; at
Switch the first two cards of the box's second hand.
"""
INPUTS: Final = tuple(DOMAINS)
NUMBER_OF: Final = {each: number for number, each in enumerate(DECK_52)}

Record = Mapping[str, int]


THREE_CARDS: Final = 3
IN_CARDS: Final = (
    "first_two",
    "three",
    "up",
    "second_pair",
    "player_blackjack",
    "stake",
    "options",
)
"""What of a view the cards of a deal and the table show by themselves."""


class NotRecordedError(UnseenError, LookupError):
    """A classifier looks at something that the record of a round does not keep."""


class FinalTotalError(NotRecordedError):
    """It looks at the first hand's final total, which it was not given."""


@dataclass(frozen=True)
class End:
    """A dealer's hand as a record keeps it."""

    count: int
    total: int
    blackjack: bool


@dataclass(frozen=True)
class DealShape:
    """Which cards were dealt besides the first ones."""

    dealer: int = 0
    """How many of the dealer's cards are shown."""
    most_dealer: int = 0
    """How many of them are ever shown: so many stand for more, too."""
    drawn: int = 0
    after_split: int = 0
    shows_drawn: bool = False

    @property
    def most_held(self) -> int:
        """How many cards the player's hand is watched to draw up to."""
        return TWO_CARDS + self.drawn + self.after_split

    def input_at(self, place: str) -> str:
        """The input that a watched place stands for."""
        if place in ("third", "fourth"):
            if self.dealer == THREE_CARDS:
                return f"dealer_{place}"
            if self.after_split:
                return f"split_{place}"
        return place

    @property
    def there(self) -> tuple[str, ...]:
        """The inputs at which there must be a card for a deal to be of this shape."""
        return tuple(name for name, at in self._optional() if at)

    @property
    def missing(self) -> tuple[str, ...]:
        """The inputs at which there must be none; the others do not matter."""
        return tuple(name for name, at in self._optional() if not at)

    def _optional(self) -> Iterator[tuple[str, bool]]:
        if self.dealer:
            yield "hole", self.dealer >= TWO_CARDS
        if self.most_dealer == THREE_CARDS and self.dealer >= TWO_CARDS:
            yield "dealer_third", self.dealer == THREE_CARDS
        if self.shows_drawn:
            yield "third", self.drawn > 0
            if self.drawn:
                yield "fourth", self.drawn > 1
            else:
                yield "split_third", self.after_split > 0
                if self.after_split:
                    yield "split_fourth", self.after_split > 1


def shapes(eyes: Classifier) -> Iterator[DealShape]:
    """Every shape of a deal that a classifier may tell from others, by what it says it sees.

    A hand that is split has drawn nothing before, and a card falls on it.
    """
    most_dealer = {Sees.SECOND_CARD: TWO_CARDS, Sees.THIRD_CARD: THREE_CARDS}.get(eyes.sees, 0)
    draws = ((0, 0), (1, 0), (2, 0), (0, 1), (0, 2)) if eyes.reads_drawn else ((0, 0),)
    for dealer in range(1, most_dealer + 1) if most_dealer else (0,):
        for drawn, after_split in draws:
            yield DealShape(dealer, most_dealer, drawn, after_split, eyes.reads_drawn)


class _HiddenCard:
    """A card of the dealer's that is there, and of which nothing is kept."""

    def __getattr__(self, name: str) -> object:
        raise NotRecordedError(f"{name} of a dealer's card")


class _Counted:
    """A dealer's hand of which only the number of cards is kept."""

    def __init__(self, count: int) -> None:
        self._count = count

    def __len__(self) -> int:
        return self._count


class _FirstCards:
    """The first cards of a dealer's hand that may have more."""

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self._cards = cards

    def __len__(self) -> int:
        raise NotRecordedError("the number of the dealer's cards")

    def __getitem__(self, at: Any) -> Any:
        last = at.stop if isinstance(at, slice) else at + 1
        if last is None or not 0 < last <= len(self._cards):
            raise NotRecordedError("the dealer's later cards")
        return self._cards[at]


class _Name:
    """A watched card's name: compared with what is no card's name, it tells nothing of the card."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, card: Card) -> None:
        self._card = card

    def __eq__(self, other: object) -> bool:
        is_name = isinstance(other, str) and other[:1] in [*RANKS] and other[1:] in [*SUITS]
        return is_name and self._card.text == other


class _NamedCard:
    """A watched card whose name is compared and not read."""

    def __init__(self, card: Card) -> None:
        self._card = card
        self.text = _Name(card)

    def __getattr__(self, name: str) -> object:
        return getattr(self._card, name)


class ShownView:
    """What a view shows of a watched deal of some shape, with these ends of the two hands."""

    def __init__(
        self, view: WatchedView, shape: DealShape, end: End | None, final_total: int | None
    ) -> None:
        self._view, self._shape, self._end, self._final_total = view, shape, end, final_total
        self.looked_at_end = False
        """Whether the dealer's finished hand was looked at at all."""

    def __getattr__(self, name: str) -> Any:
        """What the cards show, or the table; refused where a record keeps no such thing."""
        if name not in IN_CARDS:
            raise NotRecordedError(name)
        shown = getattr(self._view, name)
        self.__dict__[name] = shown
        return shown

    def _seen_end(self) -> End | None:
        self.looked_at_end = True
        return self._end

    @cached_property
    def first_two(self) -> tuple[Any, ...]:
        """As a view's."""
        shown: tuple[Any, ...] = self._view.first_two
        if self._end is None:
            return shown
        named = {id(card): _NamedCard(card) for card in shown}
        return tuple(named[id(card)] for card in shown)

    @cached_property
    def dealer(self) -> Any:
        """The dealer's cards, or how many there are, as far as a record keeps them."""
        if end := self._seen_end():
            return _Counted(end.count)
        shape = self._shape
        if not shape.dealer:
            raise NotRecordedError("the dealer's cards")
        shown = tuple(self._view.at(place) for place in ("up", "hole", "third")[: shape.dealer])
        return shown if shape.dealer < shape.most_dealer else _FirstCards(shown)

    @cached_property
    def second(self) -> Any:
        """As a view's; where the whole hand counts, no more than whether there is one."""
        if end := self._seen_end():
            return None if end.count < TWO_CARDS else _HiddenCard()
        if not self._shape.dealer:
            raise NotRecordedError("the dealer's second card")
        return self._view.second if self._shape.dealer >= TWO_CARDS else None

    @cached_property
    def dealer_blackjack(self) -> bool:
        """As a view's: two cards that make it are never drawn to."""
        if end := self._seen_end():
            return end.blackjack
        if not self._shape.dealer:
            raise NotRecordedError("the dealer's second card")
        return self._shape.dealer >= TWO_CARDS and self._view.dealer_blackjack

    @property
    def dealer_total(self) -> int:
        """As a view's."""
        end = self._seen_end()
        if end is None:
            raise NotRecordedError("the dealer's total")
        return end.total

    dealer_busted: Any = View.dealer_busted

    @property
    def final_total(self) -> int:
        """As a view's."""
        if self._final_total is None:
            raise FinalTotalError("the final total")
        return self._final_total

    @property
    def drawn(self) -> Sequence[Card]:
        """As a view's: of a hand that was split, nothing."""
        return () if self.was_split else self._view.drawn

    @property
    def drawn_after_split(self) -> Sequence[Card]:
        """As a view's."""
        return self._view.drawn if self.was_split else ()

    @property
    def was_split(self) -> bool:
        """As a view's."""
        if not self._shape.shows_drawn:
            raise NotRecordedError("the cards drawn")
        return self._shape.after_split > 0
