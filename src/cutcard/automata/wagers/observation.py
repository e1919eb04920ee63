"""Cards, options and a view that note what a classifier asks of them.

A classifier learns of a card by its attributes, by comparing them with another card's or with a
constant, and by its being the same card as another. All but the last is noted here; which places
hold the same card is fixed before a classifier is asked at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

from cutcard.automata.wagers.regions import CARDS, RANK_NUMBER, SUIT_NUMBER, Space
from cutcard.cards import Card
from cutcard.law import OptionValue
from cutcard.money import Cents
from cutcard.rules import is_natural
from cutcard.wagers import UnseenError

MayDraw = Callable[[Sequence[Card]], bool]
Asked = tuple[str, int, object]
"""Kind of question, the place of the card, and what it was compared with or which fact was read."""

PLACES: Final = ("first", "second", "up", "hole", "third", "fourth", "other_first", "other_second")
"""Player's two, dealer's two, what the player draws, the first two of a switch box's second hand."""
DRAWN: Final = ("third", "fourth")
ABSENT: Final = "(absent)"
STAKE: Final = "(stake)"

FACT, RANK_IN, RANK_AS, SUIT_IN, SUIT_AS = "fact", "rank in", "rank as", "suit in", "suit as"
RANK_FACTS: Final = ("rank", "value", "order", "is_ace", "is_ten_valued")
LOOKS: Final = {
    (fact, seen): tuple(n for n, row in enumerate(CARDS) if getattr(row[0], fact) == seen)
    for fact in RANK_FACTS
    for seen in {getattr(row[0], fact) for row in CARDS}
}
"""By a fact and what is seen: the ranks that look so."""
RED: Final = "".join(each.suit for each in CARDS[0] if each.red)


class NeedsPlaceError(UnseenError):
    """A classifier looks at cards that are not among those dealt so far."""

    def __init__(self, *places: str) -> None:
        self.places = places


class Notes:
    """What is asked about a tuple of cards, and what the answers were."""

    def __init__(self, within: Space, *, known: Mapping[str, str]) -> None:
        self.within = within
        self.known = known
        """The ranks and the suits that are handed out as texts, to do anything with."""
        self.asked: dict[Asked, object] = {}
        self.hashes = {"rank": 0, "suit": 0}
        self._masks: dict[tuple[Asked, object], int] = {}
        self._cards: dict[tuple[Card, int], WatchedCard] = {}

    def watched(self, cards: Sequence[Card]) -> list[Card]:
        """Cards by block, each watched."""
        for block, each in enumerate(cards):
            if (each, block) not in self._cards:
                self._cards[each, block] = WatchedCard(each, block, self)
        return cast("list[Card]", [self._cards[each, block] for block, each in enumerate(cards)])

    def masks(self) -> tuple[list[int], list[int]]:
        """One mask a question: the tuples of ranks, and those of suits, that look the same."""
        ranks: list[int] = []
        suits: list[int] = []
        for question, seen in self.asked.items():
            kind, place, about = question
            if kind == FACT and about != "rank" and (FACT, place, "rank") in self.asked:
                continue  # the rank tells it all
            mask = self._masks.get((question, seen))
            if mask is None:
                mask = self._masks[question, seen] = self._mask(kind, place, about, seen)
            (suits if kind in (SUIT_IN, SUIT_AS) else ranks).append(mask)
        return ranks, suits

    def _mask(self, kind: str, place: int, about: Any, seen: Any) -> int:
        within = self.within
        match kind:
            case "fact":
                return within.rank.among(place, LOOKS[about, seen])
            case "rank in":
                numbers = [RANK_NUMBER[each] for each in str(about) if each in RANK_NUMBER]
                mask, everything = within.rank.among(place, numbers), within.all_ranks
            case "rank as":
                mask, everything = within.rank.agree(place, about), within.all_ranks
            case "suit in":
                letters = [SUIT_NUMBER[each] for each in str(about) if each in SUIT_NUMBER]
                mask, everything = within.suit.among(place, letters), within.all_suits
            case _:
                mask, everything = within.suit.agree(place, about), within.all_suits
        return mask if seen else everything & ~mask

    def manner(self) -> frozenset[tuple[str, int]]:
        """The way of looking: what kinds of question were asked about which cards."""
        return frozenset((kind, place) for kind, place, _ in self.asked)


class WatchedText:
    """A rank or a suit to be compared; anything else done with it is refused or gives the text away."""

    __slots__ = ("_kind", "_notes", "_place", "_text")

    def __init__(self, kind: str, text: str, place: int, notes: Notes) -> None:
        self._kind, self._text, self._place, self._notes = kind, text, place, notes

    def __eq__(self, other: object) -> bool:
        is_rank = self._kind == "rank"
        if isinstance(other, WatchedText):
            agree = self._text == other._text
            if self._place != other._place:
                low, high = sorted((self._place, other._place))
                self._notes.asked[RANK_AS if is_rank else SUIT_AS, low, high] = agree
            return agree
        agree = self._text == other
        self._notes.asked[RANK_IN if is_rank else SUIT_IN, self._place, other] = agree
        return agree

    def __hash__(self) -> int:
        """Nothing of the text: what is looked up by it is then compared, and so noted."""
        return self._notes.hashes[self._kind]


def _fact(name: str) -> property:
    """An attribute of a card that its rank decides: noted, then read."""

    def read(watched: WatchedCard) -> object:
        value = watched._asked[FACT, watched._place, name] = getattr(watched._card, name)
        return value

    return property(read)


class WatchedCard:
    """A card whose attributes are noted when they are read."""

    __slots__ = ("_asked", "_card", "_notes", "_place", "_rank", "_suit")

    def __init__(self, card: Card, place: int, notes: Notes) -> None:
        self._card, self._place, self._notes, self._asked = card, place, notes, notes.asked
        self._rank = WatchedText("rank", card.rank, place, notes)
        self._suit = WatchedText("suit", card.suit, place, notes)

    @property
    def rank(self) -> object:
        """As a card's."""
        known = self._notes.known["rank"]
        if self._card.rank in known:
            self._asked[FACT, self._place, "rank"] = self._card.rank
            return self._card.rank
        if known:
            self._asked[RANK_IN, self._place, known] = False
        return self._rank

    @property
    def suit(self) -> object:
        """As a card's."""
        known = self._notes.known["suit"]
        if self._card.suit in known:
            self._asked[SUIT_IN, self._place, self._card.suit] = True
            return self._card.suit
        if known:
            self._asked[SUIT_IN, self._place, known] = False
        return self._suit

    value = _fact("value")
    order = _fact("order")
    is_ace = _fact("is_ace")
    is_ten_valued = _fact("is_ten_valued")

    @property
    def red(self) -> bool:
        """As a card's."""
        self._asked[SUIT_IN, self._place, RED] = self._card.red
        return self._card.red

    @property
    def text(self) -> str:
        """As a card's; reading it reveals both rank and suit."""
        self._asked[FACT, self._place, "rank"] = self._card.rank
        self._asked[SUIT_IN, self._place, self._card.suit] = True
        return self._card.text


class WatchedOptions(Mapping[str, OptionValue]):
    """Options that note which of them were asked for."""

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        self._options = options
        self.asked: dict[str, object] = {}

    def __getitem__(self, name: str) -> OptionValue:
        self.asked[name] = self._options.get(name, ABSENT)
        return self._options[name]

    def __iter__(self) -> Iterator[str]:
        self.asked |= self._options  # whoever goes through them may have looked at any
        return iter(self._options)

    def __len__(self) -> int:
        return len(self._options)


SHOWS: Final[Mapping[str, tuple[str, ...]]] = {
    "first_two": ("first", "second"),
    "three": ("first", "second", "up"),
    "dealer": ("up", "hole"),
    "second_pair": ("other_first", "other_second"),
    "up": ("up",),
    "second": ("hole",),
}
"""What a view shows, and the places it takes."""


class DrawnCards(Sequence[Card]):
    """The cards a hand draws; no more of them are dealt than are looked at."""

    def __init__(self, view: WatchedView) -> None:
        self._view = view

    def __getitem__(self, at: Any) -> Any:
        most = at.stop if isinstance(at, slice) and at.stop is not None and at.stop >= 0 else len(DRAWN)
        return self._view.drawn_up_to(most)[at]

    def __len__(self) -> int:
        return len(self._view.drawn_up_to(len(DRAWN)))

    def __radd__(self, before: tuple[Card, ...]) -> tuple[Card, ...]:
        return before + self._view.drawn_up_to(len(DRAWN))


class WatchedView:
    """A view of the cards dealt so far; what needs more of them says so."""

    drawn_after_split: tuple[Card, ...] = ()
    was_split = False

    def __init__(
        self,
        cards: Mapping[str, Card],
        options: WatchedOptions,
        *,
        stake: Cents,
        may_draw: MayDraw,
    ) -> None:
        self.options = options
        self._cards_by_place, self._stake, self._may_draw = cards, stake, may_draw

    def __getattr__(self, name: str) -> Any:
        """What a view shows, made when it is first asked for."""
        if name not in SHOWS:
            raise AttributeError(name)
        cards = self._cards(*SHOWS[name])
        shown = cards[0] if len(cards) == 1 else cards
        self.__dict__[name] = shown
        return shown

    def _cards(self, *places: str) -> tuple[Card, ...]:
        try:
            return tuple([self._cards_by_place[place] for place in places])
        except KeyError:
            raise NeedsPlaceError(
                *(place for place in places if place not in self._cards_by_place)
            ) from None

    def at(self, place: str) -> Card:
        """The card at one place."""
        return self._cards(place)[0]

    def before_drawing(self) -> WatchedView:
        """The same view while nothing is drawn."""
        return WatchedView(
            self._cards_by_place, self.options, stake=self._stake, may_draw=lambda _: False
        )

    @property
    def drawn(self) -> DrawnCards:
        """A third and a fourth card, as far as the hand may draw and as far as they are looked at."""
        return DrawnCards(self)

    def drawn_up_to(self, most: int) -> tuple[Card, ...]:
        """The cards drawn, so many at most."""
        hand = cast("tuple[Card, ...]", self.first_two)
        for place in DRAWN[:most]:
            if not self._may_draw(hand):
                break
            hand += self._cards(place)
        return hand[2:]

    @property
    def player_blackjack(self) -> bool:
        """As a view's."""
        return is_natural(self.first_two)

    @property
    def dealer_blackjack(self) -> bool:
        """As a view's."""
        return is_natural(self.dealer)

    @property
    def stake(self) -> Cents:
        """As a view's."""
        self.options.asked[STAKE] = self._stake
        return self._stake
