"""One round as a tuple of steps. A step asks for what it awaits (a card, a decision) and goes on.

The steps know no source of cards and no player: whoever drives the round answers what it awaits. A
decision that the rules forbid raises `Refused` with its provision.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cutcard.cards import Card
from cutcard.law.ruleset import RuleSet
from cutcard.money import Cents
from cutcard.rules.actions import Action
from cutcard.rules.game import Game
from cutcard.rules.hand import Hand
from cutcard.rules.main import Prices, prices
from cutcard.table.bets import Bet, main_wagers


@dataclass(frozen=True, slots=True)
class Decision:
    """What a box decides; `amount` for insurance and doubles, `spot` and `hand` where several are."""

    box: int
    do: Action
    amount: Cents | None = None
    spot: int | None = None
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class AwaitsCard:
    """The next card of the shoe, and where it goes."""

    to: str


@dataclass(frozen=True, slots=True)
class AwaitsDecision:
    """A decision; an offer may be declined by answering None."""

    offers: Mapping[int, tuple[Action, ...]]
    """Box -> what it may do. A required decision has exactly one box."""
    is_offer: bool
    hand: int | None = None
    """The hand of the box that is to decide; None before play."""


Awaits = AwaitsCard | AwaitsDecision
Answer = Card | Decision | None
Step = Generator[Awaits, Answer, None]


@dataclass(slots=True)
class Box:
    """A box in play: its bet, and the hands that grew out of each of its main wagers."""

    bet: Bet
    groups: list[list[Hand]]
    initial: list[tuple[Card, Card]] = field(default_factory=list)
    insurance: dict[int, Cents] = field(default_factory=dict)
    """Spot (or, at Switch, hand) from 0 -> the insurance stake."""
    acted: bool = False
    done: bool = False
    was_split: bool = False
    drawn: tuple[Card, ...] = ()
    drawn_after_split: tuple[Card, ...] = ()

    def numbered(self, group: int) -> list[tuple[int, Hand]]:
        """A group's hands with their numbers within the box, counted from 1."""
        return list(enumerate(self.groups[group], start=self.number(group, 0)))

    def number(self, group: int, place: int) -> int:
        """A hand's number within the box, counted from 1."""
        return sum(len(each) for each in self.groups[:group]) + place + 1

    def hands(self) -> Iterator[Hand]:
        """Every hand of the box."""
        for group in self.groups:
            yield from group


@dataclass(slots=True)
class Round:
    """A round on the table."""

    rules: RuleSet
    game: Game
    rows: Prices
    seats: list[Box]
    spots: tuple[str, ...] = ("main",)
    """The names of the main wager's spots."""
    dealer: list[list[Card]] = field(default_factory=lambda: [[]])
    """The dealer's hands; one, save at multiple action. Each begins with the up card."""
    main_cards: list[int] = field(default_factory=list)
    """How many of the dealer's cards count for the main wager (Buster may draw on)."""
    blackjack_found: bool = False

    @property
    def up(self) -> Card:
        """The dealer's first card."""
        return self.dealer[0][0]

    def seat(self, box: int) -> Box | None:
        """The seat of a box."""
        return next((seat for seat in self.seats if seat.bet.box == box), None)


def new_round(rules: RuleSet, game: Game, bets: Sequence[Bet]) -> Round:
    """A round before its first card, boxes in dealing order from the dealer's left."""
    spots = main_wagers(game)
    seats = []
    for bet in sorted(bets, key=lambda each: each.box):
        stakes = tuple(bet.stakes.get(spot, Cents(0)) for spot in spots)
        each_hand = [(stake,) for stake in stakes] if game.switch else [stakes]
        seats.append(Box(bet, [[Hand((), money, money)] for money in each_hand]))
    return Round(rules, game, prices(rules.main.paytable, rules.options), seats, spots)


def may_be_blackjack(r: Round) -> bool:
    """Whether the up card lets the dealer have a blackjack."""
    return r.up.is_ace or r.up.is_ten_valued


def take_card(to: str) -> Generator[Awaits, Answer, Card]:
    """The next card, asked for by name of its place."""
    card = yield AwaitsCard(to)
    assert isinstance(card, Card)
    return card


def deal(r: Round) -> Step:
    """Two cards to each box and the dealer's first; the second where there is a hole card."""
    for turn in ("first", "second"):
        for seat in r.seats:
            for group in seat.groups:
                card = yield from take_card(f"box {seat.bet.box}, {turn} card")
                group[0] = replace(group[0], cards=(*group[0].cards, card))
        if turn == "first" or r.game.has_hole_card:
            r.dealer[0].append((yield from take_card(f"the dealer's {turn} card")))
    for seat in r.seats:
        seat.initial = [(g[0].cards[0], g[0].cards[1]) for g in seat.groups]
