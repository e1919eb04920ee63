"""A player's hand tabulated: kinds that no rule can tell apart, what each may do and what it is paid.

The rules are asked about one hand of each kind. `rules.cards_seen` says what they can see of its cards;
a kind is that of one hand with its values, and leaves out suits and which tens they are. Where three
cards make a bonus by their suit, or two a designated blackjack, there are kinds of their own (`suited`).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, Final

from cutcard.automata.hands.dealer import ENDS
from cutcard.automata.hands.settled_hands import SettledHands
from cutcard.automata.hands.values import Cards, cards_of
from cutcard.cards import DECK_52, SUITS, Card, card, cards
from cutcard.money import Cents
from cutcard.rules import (
    Action,
    CardsSeen,
    Game,
    Hand,
    Position,
    Prices,
    cards_seen,
    seen_in_play,
    seen_in_settlement,
    settle_box,
    why_not,
)

STAKE: Final = Cents(10_000_000)
"""Large and round, so that no price is rounded to a chip."""
ANY_UP: Final = card("5c")


class Split(IntEnum):
    """How a hand came to be, as far as the rules of play care."""

    NEVER = 0
    PAIR = 1
    ACES = 2

    @classmethod
    def of_pair(cls, value: int | None) -> Split:
        """By the place of the value of the pair that was split: the aces' is 0; None of no split."""
        return cls.NEVER if value is None else cls.ACES if value == 0 else cls.PAIR


class Suited(IntEnum):
    """What the suits of a few hands make of them."""

    MIXED = 0
    ONE_SUIT = 1
    PREMIUM = 2
    """All of the suit that the game pays most."""
    DESIGNATED = 3
    """The one blackjack that an operator may price apart."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Hands that no rule can tell apart."""

    seen: CardsSeen
    """Of one hand with these values, of mixed suits."""
    suited: Suited = Suited.MIXED


def kind_of(hand: Cards, suited: Suited = Suited.MIXED) -> Kind:
    """The kind of a hand by its values."""
    return Kind(cards_seen(representative(hand)), suited)


@dataclass(frozen=True, slots=True)
class HandResult:
    """What a finished hand comes to: its row's name, and the net in units of the first stake."""

    outcome: str
    net: Fraction


ByEnd = tuple[HandResult, ...]
"""By the dealer's end."""


@dataclass(frozen=True)
class HandTable:
    """Results and permissions by kind."""

    kinds: tuple[Kind, ...]
    most_doublings: int
    stands: tuple[tuple[tuple[ByEnd, ...], ...], ...]
    """By split, doublings and kind."""
    bust: tuple[tuple[ByEnd, ...], ...]
    """By split and doublings."""
    rescue: tuple[tuple[ByEnd, ...], ...]
    surrender: ByEnd
    """Of two cards given up, held until a blackjack is ruled out."""
    early_surrender: ByEnd
    """The same where a blackjack changes nothing."""
    even_money: ByEnd
    may_hit: tuple[tuple[bool, ...], ...]
    """By split and kind."""
    may_double: tuple[tuple[bool, ...], ...]
    may_redouble: tuple[tuple[bool, ...], ...]
    """By doublings made and kind."""
    may_rescue: tuple[tuple[bool, ...], ...]
    may_surrender: tuple[bool, ...]
    place: dict[Kind, int]


def tabulate(game: Game, rows: Prices, hands: Sequence[tuple[Kind, tuple[Card, ...]]]) -> HandTable:
    """The rules asked about a hand of each kind."""
    table_rules = _TableRules(replace(game, payout_limit=None), rows)
    most = game.most_doublings if game.redouble else 1
    splits, doublings = tuple(Split), range(most + 1)
    plain = [newly_dealt(dealt) for _, dealt in hands]
    seen = [seen_in_settlement(hand) for hand in plain]
    results = {
        (key, split, d): table_rules.once((key, split, d), hand)
        for key, hand in dict(zip(seen, plain, strict=True)).items()
        for split in (Split.NEVER, Split.PAIR)
        for d in doublings
    }

    alike = [seen_in_play(hand) for hand in plain]
    examples = dict(zip(alike, plain, strict=True))

    def may(action: Action, split: Split, doublings_made: int) -> tuple[bool, ...]:
        allowed = {
            key: table_rules.may_once(action, (key, split, doublings_made), hand)
            for key, hand in examples.items()
        }
        return tuple(allowed[key] for key in alike)

    return HandTable(
        kinds=tuple(kind for kind, _ in hands),
        most_doublings=most,
        stands=tuple(
            tuple(tuple(results[key, min(split, Split.PAIR), d] for key in seen) for d in doublings)
            for split in splits
        ),
        bust=tuple(
            tuple(table_rules.of(played(BUSTED, split, d)) for d in doublings) for split in splits
        ),
        rescue=tuple(
            tuple(table_rules.rescued(ANY_HAND, split, d) for d in doublings) for split in splits
        ),
        surrender=table_rules.where(game.surrender, surrendered="held"),
        early_surrender=table_rules.where(
            game.surrender and game.surrender_time != "late", surrendered="at_once"
        ),
        even_money=table_rules.where(game.even_money, even_money=True),
        may_hit=tuple(may(Action.HIT, split, 0) for split in splits),
        may_double=tuple(may(Action.DOUBLE, split, 0) for split in splits),
        may_redouble=tuple(
            may(Action.DOUBLE, Split.NEVER, d) if d else _never(hands) for d in doublings
        ),
        may_rescue=tuple(may(Action.RESCUE, Split.NEVER, d) if d else _never(hands) for d in doublings),
        may_surrender=may(Action.SURRENDER, Split.NEVER, 0),
        place={kind: index for index, (kind, _) in enumerate(hands)},
    )


def _never(hands: Sequence[object]) -> tuple[bool, ...]:
    return (False,) * len(hands)


def newly_dealt(dealt: tuple[Card, ...]) -> Hand:
    """A hand of these cards with one stake on it and no decision made yet."""
    return Hand(dealt, (STAKE,), (STAKE,))


def played(hand: Hand, split: Split, doublings: int) -> Hand:
    """The hand where it came from a split, with its money as so many doublings leave it."""
    return hand.but(**_history(split, doublings))


@cache
def _history(split: Split, doublings: int) -> dict[str, Any]:
    return {
        "stakes": (Cents(STAKE << doublings),),
        "added": tuple(Cents(STAKE << each) for each in range(doublings)),
        "from_split": split != Split.NEVER,
        "aces_split": split == Split.ACES,
    }


NOTHING: Final[ByEnd] = (HandResult("", Fraction(0)),) * len(ENDS)
ANY_HAND: Final = newly_dealt(cards("2c 3d"))
BUSTED: Final = newly_dealt(cards("9c Kd 8h"))


@dataclass(frozen=True)
class _TableRules:
    """The rules of one table, asked about hands."""

    game: Game
    rows: Prices

    @cached_property
    def _settled(self) -> SettledHands:
        return SettledHands(self.game, self.rows)

    def once(self, seen: tuple[Hashable, Split, int], hand: Hand) -> ByEnd:
        """What a hand of which this can be seen comes to: settled once for all games alike to it."""
        _, split, doublings = seen
        return self._settled.of(
            seen, lambda game, rows: _by_end(game, rows, played(hand, split, doublings))
        )

    def may_once(self, action: Action, seen: tuple[Hashable, Split, int], hand: Hand) -> bool:
        """Whether the rules allow an action with such a hand; asked once as well."""
        _, split, doublings = seen

        def ask(game: Game, rows: Prices) -> bool:
            return _TableRules(game, rows).may(action, played(hand, split, doublings))

        return self._settled.of((action, *seen), ask)

    def of(self, hand: Hand) -> ByEnd:
        """What a hand comes to, by the dealer's end."""
        return _by_end(self.game, self.rows, hand)

    def rescued(self, hand: Hand, split: Split, doublings: int) -> ByEnd:
        """The same for a doubled hand that was rescued."""
        never = not doublings or (doublings > 1 and "rescue_after_redouble" not in self.rows)
        if never or not self.game.rescue:
            return NOTHING
        return self.of(played(hand, split, doublings).but(rescued=True))

    def where(self, offered: bool, **how: Any) -> ByEnd:
        """The results of two cards surrendered, or paid at once; empty where that is not offered."""
        return self.of(ANY_HAND.but(**how)) if offered else NOTHING

    def may(self, action: Action, hand: Hand) -> bool:
        """Whether the rules allow an action."""
        at = Position(
            hand,
            ANY_UP,
            hands_in_box=2 if hand.from_split else 1,
            acted=hand.from_split,
            just_doubled=hand.doubled,
            in_play=True,
        )
        return why_not(self.game, action, at) is None


def _by_end(game: Game, rows: Prices, hand: Hand) -> ByEnd:
    lines = [settle_box(game, rows, [(1, hand)], end, box=1)[0] for end in ENDS]
    found = tuple(HandResult(line.outcome, Fraction(line.net, STAKE)) for line in lines)
    return _one_of_each.setdefault(found, found)


_one_of_each: Final[dict[ByEnd, ByEnd]] = {}
"""Equal results are one object: whoever numbers them looks at each but once."""


@cache
def representative(hand: Cards) -> tuple[Card, ...]:
    """Cards of these values, of mixed suits."""
    return cards_of(hand)


def suited_hand(hand: Cards, suit: str) -> tuple[Card, ...]:
    """Cards of these values, all of one suit."""
    return tuple(card(each.rank + suit) for each in cards_of(hand))


def other_suit(game: Game) -> str:
    """A suit that the game does not pay most."""
    return next(suit for suit in SUITS if suit != game.premium_suit)


SWITCHED_NATURAL: Final = newly_dealt(cards("Ac Kd")).but(switched=True)


def switched_natural(game: Game, rows: Prices) -> ByEnd:
    """What an ace and a ten that came together by a switch come to."""
    table_rules = _TableRules(replace(game, payout_limit=None), rows)
    return table_rules.of(SWITCHED_NATURAL)


def switched_may_double(game: Game, rows: Prices) -> bool:
    """Whether they may be doubled."""
    return _TableRules(game, rows).may(Action.DOUBLE, SWITCHED_NATURAL)


def card_classes(game: Game, rows: Prices) -> tuple[tuple[int, ...], ...]:
    """The cards of the deck, by place, sorted into classes that no rule of the main game tells apart.

    A machine driven by cards reads the number of a card's class, which it calls a letter.
    """
    by_suit = {"6", "7", "8"} if any(name.endswith(("_suited", "_premium")) for name in rows) else set()
    named = set(game.designated_blackjack_cards) if "designated_blackjack" in rows else set()
    classes: dict[object, list[int]] = {}
    for place, each in enumerate(DECK_52):
        if game.deck_cards != len(DECK_52) and each.rank == "T":
            continue
        look: tuple[object, ...] = (each.value,)
        if each.is_ten_valued and game.split_by == "rank":
            look = (each.rank,)
        if each.rank in by_suit:
            look += (each.suit,)
        if each.text in named:
            look += (each.text,)
        classes.setdefault(look, []).append(place)
    return tuple(tuple(places) for _, places in sorted(classes.items(), key=lambda item: item[1]))
