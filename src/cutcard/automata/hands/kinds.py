"""A player's hand tabulated: kinds that no rule can tell apart, what each may do and what it is paid.

The rules are asked about one hand of each kind. What a kind leaves out (the order of the cards, their
suits, which tens they are) no rule of play looks at, save where three cards make a bonus by their suit
or two a designated blackjack; those are kinds of their own (`suited`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from functools import cache
from typing import Any, Final

from cutcard.automata.hands.dealer import ENDS
from cutcard.automata.hands.values import VALUES, Cards, cards_of, points_of
from cutcard.cards import SUITS, Card, card, cards
from cutcard.money import Cents
from cutcard.rules import (
    TWENTY_ONE,
    Action,
    Game,
    Hand,
    Position,
    Prices,
    is_natural,
    is_soft,
    settle_box,
    total,
    why_not,
)

STAKE: Final = Cents(10_000_000)
"""Large and round, so that no price is rounded to a chip."""
MANY_CARDS: Final = 8
"""From so many cards on, no rule counts them any more."""
ANY_UP: Final = card("5c")


class Split(IntEnum):
    """How a hand came to be, as far as the rules of play care."""

    NEVER = 0
    PAIR = 1
    ACES = 2


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

    points: int
    """With every ace at one."""
    ace: bool
    count: int
    shape: str = ""
    suited: Suited = Suited.MIXED


def kind_of(hand: Cards, suited: Suited = Suited.MIXED) -> Kind:
    """The kind of a hand by its values."""
    count = sum(hand)
    return Kind(points_of(hand), hand[0] > 0, min(count, MANY_CARDS), _shape(hand, count), suited)


def _shape(hand: Cards, count: int) -> str:
    """The values of two or three cards where they matter beyond their total."""
    if count == 2:
        places = [str(value) for value, many in zip(VALUES, hand, strict=True) for _ in range(many)]
        return "-".join(places)
    if count == 3 and points_of(hand) == TWENTY_ONE:
        return "".join(str(value) for value, many in zip(VALUES, hand, strict=True) for _ in range(many))
    return ""


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
    asked = _Asked(replace(game, payout_limit=None), rows)
    most = game.most_doublings if game.redouble else 1
    splits, doublings = tuple(Split), range(most + 1)
    seen = [_as_settled(held) for _, held in hands]
    results = {
        (key, split, d): asked.result(held, split, d)
        for key, held in {key: held for key, (_, held) in zip(seen, hands, strict=True)}.items()
        for split in (Split.NEVER, Split.PAIR)
        for d in doublings
    }

    alike = [_as_played(held) for _, held in hands]
    examples = {key: held for key, (_, held) in zip(alike, hands, strict=True)}

    def may(action: Action, split: Split, made: int) -> tuple[bool, ...]:
        allowed = {key: asked.may(action, held, split, made) for key, held in examples.items()}
        return tuple(allowed[key] for key in alike)

    return HandTable(
        kinds=tuple(kind for kind, _ in hands),
        most_doublings=most,
        stands=tuple(
            tuple(tuple(results[key, min(split, Split.PAIR), d] for key in seen) for d in doublings)
            for split in splits
        ),
        bust=tuple(tuple(asked.result(BUSTED, split, d) for d in doublings) for split in splits),
        rescue=tuple(tuple(asked.rescued(ANY_HAND, split, d) for d in doublings) for split in splits),
        surrender=asked.where(game.surrender, surrendered="held"),
        even_money=asked.where(game.even_money, even_money=True),
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


def _as_settled(held: tuple[Card, ...]) -> tuple[object, ...]:
    """What a settlement can see of a hand: its total, and of a 21 how it came about."""
    points = total(held)
    if points != TWENTY_ONE:
        return (points,)
    count = min(len(held), MANY_CARDS)
    few = tuple(sorted(each.rank for each in held)) if count <= 3 else ()
    return points, count, few, len({each.suit for each in held}) == 1, held[0].suit if count <= 3 else ""


def _as_played(held: tuple[Card, ...]) -> tuple[object, ...]:
    """What the rules of play can see of a hand, whether it is a pair apart."""
    return total(held), is_soft(held), min(len(held), 3), is_natural(held)


NOTHING: Final[ByEnd] = (HandResult("", Fraction(0)),) * len(ENDS)
ANY_HAND: Final = cards("2c 3d")
BUSTED: Final = cards("9c Kd 8h")


@dataclass(frozen=True)
class _Asked:
    """The rules of one table, asked about hands."""

    game: Game
    rows: Prices

    def hand(self, held: tuple[Card, ...], split: Split, doublings: int) -> Hand:
        """A hand with its money as so many doublings leave it."""
        stake = Cents(STAKE << doublings)
        added = tuple(Cents(STAKE << each) for each in range(doublings))
        was_split, are_aces = split != Split.NEVER, split == Split.ACES
        return Hand(held, (stake,), (STAKE,), added, from_split=was_split, aces_split=are_aces)

    def of(self, hand: Hand) -> ByEnd:
        """What a hand comes to, by the dealer's end."""
        lines = [settle_box(self.game, self.rows, [(1, hand)], end, box=1)[0] for end in ENDS]
        return tuple(HandResult(line.outcome, Fraction(line.net, STAKE)) for line in lines)

    def result(self, held: tuple[Card, ...], split: Split, doublings: int) -> ByEnd:
        """The same for cards."""
        return self.of(self.hand(held, split, doublings))

    def rescued(self, held: tuple[Card, ...], split: Split, doublings: int) -> ByEnd:
        """The same for a doubled hand that was rescued."""
        never = not doublings or (doublings > 1 and "rescue_after_redouble" not in self.rows)
        if never or not self.game.rescue:
            return NOTHING
        return self.of(self.hand(held, split, doublings).but(rescued=True))

    def where(self, offered: bool, **how: Any) -> ByEnd:
        """What two cards given up, or paid at once, come to; nothing where that is not offered."""
        return self.of(self.hand(ANY_HAND, Split.NEVER, 0).but(**how)) if offered else NOTHING

    def may(self, action: Action, held: tuple[Card, ...], split: Split, doublings: int) -> bool:
        """Whether the rules allow an action."""
        at = Position(
            self.hand(held, split, doublings),
            ANY_UP,
            hands_in_box=1 if split == Split.NEVER else 2,
            acted=split != Split.NEVER,
            just_doubled=doublings > 0,
            in_play=True,
        )
        return why_not(self.game, action, at) is None


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


def switched_natural(game: Game, rows: Prices) -> ByEnd:
    """What an ace and a ten that came together by a switch come to."""
    asked = _Asked(replace(game, payout_limit=None), rows)
    return asked.of(_switched(asked))


def switched_may_double(game: Game, rows: Prices) -> bool:
    """Whether they may be doubled."""
    at = Position(_switched(_Asked(game, rows)), ANY_UP, in_play=True)
    return why_not(game, Action.DOUBLE, at) is None


def _switched(asked: _Asked) -> Hand:
    return asked.hand(cards("Ac Kd"), Split.NEVER, 0).but(switched=True)
