"""One round as a value: its boxes and hands, the dealer's cards, and all that can be awaited.

Nothing here changes in place. `evolve_round` makes the next round from an event; `round_steps` says
what a round awaits. The same values serve a scripted round and a live table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import Final

from cutcard.cards import Card
from cutcard.law import Refusal, RuleSet
from cutcard.money import Cents
from cutcard.rules import TWO_CARDS, Action, Game, Hand, Line, Prices, prices
from cutcard.shoe import Role
from cutcard.table.play.bets import Bet, main_wagers
from cutcard.values import but, cached_by_identity

DEALER: Final = 0
"""The dealer's place among the boxes, where an event names a place."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a box decides; `amount` for insurance and doubles, `spot` and `hand` where several are."""

    box: int
    do: Action
    amount: Cents | None = None
    spot: int | None = None
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card goes: a box and one of its hands, both counted from 1, or the dealer's hand."""

    box: int
    hand: int
    why: str
    face: str = "up"

    @property
    def text(self) -> str:
        """The place in words."""
        return _PLACES[self.why].format(box=self.box, hand=self.hand)


_PLACES: Final = {
    "first": "box {box}, first card",
    "second": "box {box}, second card",
    "third": "box {box}, third card",
    "play": "box {box}, hand {hand}",
    "up": "the dealer's first card",
    "hole": "the dealer's second card",
    "dealer_third": "the dealer's third card",
    "draw": "the dealer",
    "buster": "the dealer, for the Buster wager",
}


@dataclass(frozen=True)
class Backer:
    """A further person's money on a box (Massachusetts §13): the same cards, stakes of their own."""

    bet: Bet
    stakes: tuple[tuple[Cents, ...], ...]
    """One entry per hand of the box, each with one entry per spot."""
    base: tuple[Cents, ...]
    """The wager as it was made, one entry per spot."""
    insurance: tuple[tuple[int, Cents], ...] = ()
    """Spot from 0, and the insurance stake on it."""
    declined: bool = False
    surrendered: str = ""
    """As a hand has it: this person's own surrender, or the caller's that binds all."""
    even_money: bool = False


@dataclass(frozen=True)
class Box:
    """A box in play: its bet, and the hands that grew out of each of its main wagers."""

    bet: Bet
    groups: tuple[tuple[Hand, ...], ...]
    initial: tuple[tuple[Card, ...], ...] = ()
    """The first two cards of each main wager, as dealt."""
    insurance: tuple[tuple[int, Cents], ...] = ()
    """Spot (or, at Switch, hand) from 0, and the insurance stake on it."""
    acted: bool = False
    declined: bool = False
    """Whether the box has let the offers before play pass."""
    switch_asked: bool = False
    was_split: bool = False
    drawn: tuple[Card, ...] = ()
    drawn_after_split: tuple[Card, ...] = ()
    settled: frozenset[str] = frozenset()
    """Side wagers, and `insurance`, that have been settled."""
    out: str = ""
    """The provision under which the whole box is out of the round; empty while it is in."""
    frozen: bool = False
    """Whether the box refused an exposed card and so takes no further one this round."""
    backers: tuple[Backer, ...] = ()
    down: tuple[int, ...] = ()
    """Hands whose double card the player asked for face down."""
    doubles_seen: tuple[int, ...] = ()
    """Hands whose double card belongs face down and was seen: dealt up by mistake, or drawn in error."""
    double_turned_up: bool = False
    """Whether the double card was turned up early, for a side wager that it decided (MA-A62)."""
    follows: tuple[str, ...] = ()
    """Backers who have yet to follow, or not, the double or split just made."""
    following: str = ""
    follows_hand: int = 0
    """The hand that was doubled or split."""

    @property
    def number_of_hands(self) -> int:
        """How many hands the box holds."""
        return len(self.hands())

    def numbered(self, group: int) -> list[tuple[int, Hand]]:
        """A group's hands with their numbers within the box, counted from 1."""
        return list(enumerate(self.groups[group], start=self.number(group, 0)))

    def number(self, group: int, place: int) -> int:
        """A hand's number within the box, counted from 1."""
        if group == 0:
            return place + 1
        return sum(len(each) for each in self.groups[:group]) + place + 1

    def find(self, number: int) -> tuple[int, int]:
        """The group and place of the hand with a number."""
        place = number - 1
        if 0 <= place < len(self.groups[0]):
            return 0, place
        for group, hands in enumerate(self.groups):
            if 0 <= place < len(hands):
                return group, place
            place -= len(hands)
        raise IndexError(number)

    def hand(self, number: int) -> Hand:
        """The hand with a number; the box must have it."""
        group, place = self.find(number)
        return self.groups[group][place]

    def hands(self) -> tuple[Hand, ...]:
        """Every hand of the box."""
        return self.groups[0] if len(self.groups) == 1 else tuple(chain(*self.groups))

    def insured(self, spot: int) -> Cents | None:
        """The insurance stake on a spot."""
        return next((stake for at, stake in self.insurance if at == spot), None)

    def with_hand(self, number: int, *hands: Hand) -> Box:
        """The box with one hand replaced by another, or by several."""
        group, place = self.find(number)
        return but(self, groups=replaced(self.groups, group, place, hands))


def replaced(
    groups: tuple[tuple[Hand, ...], ...], group: int, place: int, hands: tuple[Hand, ...]
) -> tuple[tuple[Hand, ...], ...]:
    """The groups with one hand replaced by others."""
    if len(groups) == 1 and len(groups[0]) == 1:
        return (hands,)
    changed = (*groups[group][:place], *hands, *groups[group][place + 1 :])
    return (*groups[:group], changed, *groups[group + 1 :])


@dataclass(frozen=True)
class Round:
    """A round on the table."""

    rules: RuleSet = field(repr=False, compare=False)
    game: Game = field(repr=False, compare=False)
    rows: Prices = field(repr=False, compare=False)
    boxes: tuple[Box, ...]
    spots: tuple[str, ...] = ("main",)
    """The names of the main wager's spots."""
    has_sides: bool = False
    """Whether anything but main wagers and insurance is at stake."""
    owed: tuple[Place, ...] = ()
    """Cards of the initial deal that are still to come, in order."""
    late: tuple[Place, ...] = ()
    """Cards missed in play, owed after all other players' cards and before the hole card is shown."""
    dealer: tuple[tuple[Card, ...], ...] = ((),)
    """The dealer's hands; one, save at multiple action. Each begins with the up card."""
    beyond: int = 0
    """How many cards of the dealer's first hand were drawn for the Buster wager alone."""
    waiting: tuple[Card, ...] = ()
    """Cards drawn in error and exposed, to be used as the next ones."""
    aside: tuple[str, ...] = ()
    """Why cards were set aside in this round, one entry each."""
    misdelivered: bool = False
    offers_closed: bool = False
    checked: bool = False
    blackjack_found: bool = False
    third_cards_asked: tuple[int, ...] = ()
    hole_shown: bool = False
    spots_settled: int = 0
    """How many of the dealer's hands have been settled against the main wagers."""
    hands_collected: int = 0
    """How many of the dealer's hands lie in the rack, all but the up card, since another follows."""
    finished: bool = False
    """Whether the last settlement has been made."""
    lines: tuple[Line, ...] = ()
    meters: Mapping[str, Cents] = field(default_factory=dict)
    resets: Mapping[str, Cents] = field(default_factory=dict)
    devices: Mapping[str, object] = field(default_factory=dict)
    asks_for_draws: bool = False
    """Whether the last settlement waits for the draws that a system may make."""
    void: str = ""
    """The provision under which the whole round was voided; empty where it was not."""
    double_cards_down: bool = False
    """Whether a double's card lies face down until the hand is settled."""

    @property
    def up(self) -> Card:
        """The dealer's first card."""
        return self.dealer[0][0]

    @property
    def nothing_dealt(self) -> bool:
        """Whether no box has a card yet."""
        return not any(group[0].cards for box in self.boxes for group in box.groups)

    @property
    def main_dealer(self) -> tuple[Card, ...]:
        """The dealer's first hand as the main wager sees it, without what Buster alone drew."""
        cards = self.dealer[0]
        return cards[: len(cards) - self.beyond] if self.beyond else cards

    def box(self, number: int) -> Box | None:
        """The box with a number."""
        for box in self.boxes:
            if box.bet.box == number:
                return box
        return None

    def box_at(self, number: int) -> Box:
        """The box with a number, which must be in the round."""
        box = self.box(number)
        assert box is not None, number
        return box

    def with_box(self, changed: Box) -> Round:
        """The round with one box replaced."""
        number = changed.bet.box
        boxes = tuple([changed if box.bet.box == number else box for box in self.boxes])
        return but(self, boxes=boxes)


_NOTHING: Final[Mapping[str, Cents]] = {}
_HAND: Final = Hand((), (), ())
_BOX: Final = Box(Bet(0, ""), ())


@cached_by_identity
def _blank(rules: RuleSet, game: Game) -> Round:
    """A round without boxes."""
    return Round(rules, game, prices(rules.main.paytable, rules.options), (), main_wagers(game))


def new_round(
    rules: RuleSet,
    game: Game,
    bets: Sequence[Bet],
    *,
    meters: Mapping[str, Cents] = _NOTHING,
    resets: Mapping[str, Cents] = _NOTHING,
    devices: Mapping[str, object] = _NOTHING,
    double_cards_down: bool = False,
) -> Round:
    """A round before its first card, boxes in dealing order from the dealer's left."""
    blank = _blank(rules, game)
    spots = blank.spots
    boxes: list[Box] = []
    for bet in sorted(bets, key=lambda each: each.box) if len(bets) > 1 else bets:
        stakes = tuple([bet.stakes.get(spot, Cents(0)) for spot in spots])
        if boxes and boxes[-1].bet.box == bet.box:
            backer = Backer(bet, (stakes,), stakes)
            boxes[-1] = but(boxes[-1], backers=(*boxes[-1].backers, backer))
            continue
        each_hand = [(stake,) for stake in stakes] if game.switch else [stakes]
        groups = tuple([(_HAND.but(stakes=money, base=money),) for money in each_hand])
        boxes.append(but(_BOX, bet=bet, groups=groups))
    numbers = tuple([(box.bet.box, len(box.groups)) for box in boxes])
    return but(
        blank,
        boxes=tuple(boxes),
        has_sides=any(len(bet.stakes) > len(spots) or bet.stakes.keys() - spots for bet in bets),
        owed=_deal_order(numbers, "down" if game.deals_face_down else "up", game.hole_card),
        meters=meters,
        resets=resets,
        devices=devices,
        double_cards_down=double_cards_down,
    )


@lru_cache(maxsize=1024)
def _deal_order(boxes: tuple[tuple[int, int], ...], own: str, hole_card: str) -> tuple[Place, ...]:
    """Two cards to each box and the dealer's first; the second where there is a hole card."""
    places: list[Place] = []
    for turn in ("first", "second"):
        for box, hands in boxes:
            places += [Place(box, hand + 1, turn, own) for hand in range(hands)]
        if turn == "first":
            places.append(Place(DEALER, 1, "up"))
        elif hole_card != "none":
            places.append(Place(DEALER, 1, "hole", "up" if hole_card == "face_up" else "down"))
    return tuple(places)


DOUBLE_CARD_UP: Final = "double_card_up"
"""The irregularity of a double card dealt face up where it belongs face down (§15(q))."""


def double_is_down(r: Round, box: Box, hand: Hand) -> bool:
    """Whether a hand's double card lies face down: by the house's rule, or as the player asked."""
    if not hand.doubled or box.double_turned_up:
        return False
    if r.double_cards_down:
        return True
    return bool(box.down) and any(
        number in box.down for number, each in enumerate(box.hands(), 1) if each is hand
    )


def double_is_unseen(r: Round, box: Box, hand: Hand) -> bool:
    """Whether nobody has seen a hand's double card: it lies face down, and no mistake showed it."""
    return double_is_down(r, box, hand) and not any(
        number in box.doubles_seen for number, each in enumerate(box.hands(), 1) if each is hand
    )


LET_OUT: Final = "players_let_out"
"""The house lets a player out of a round in which a card went to the wrong place (§15(a))."""


def is_seen_bust(r: Round, box: Box, hand: Hand) -> bool:
    """Whether everybody sees that a hand is over 21: it is lost, whenever it is settled."""
    return hand.busted and not double_is_unseen(r, box, hand)


def has_double_card(hand: Hand) -> bool:
    """Whether a doubled hand got its card: it may still come, or the player refused it."""
    return not hand.draws_owed and hand.card_count > TWO_CARDS


@dataclass(frozen=True, slots=True)
class AwaitsCard:
    """The next card of the shoe, and where it goes."""

    place: Place
    given: bool = False
    """Whether it is a card that left the shoe before: drawn in error and exposed, or as determinant."""

    @property
    def to(self) -> str:
        """The place in words."""
        return self.place.text


@dataclass(frozen=True, slots=True)
class AwaitsDecision:
    """A decision; an offer may be declined."""

    offers: Mapping[int, tuple[Action, ...]]
    """Box -> what it may do. A required decision has exactly one box."""
    is_offer: bool
    hand: int | None = None
    """The hand of the box that is to decide; None before play."""
    refused: Mapping[int, Mapping[Action, Refusal]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """Box -> what it may not do, each with the refusal it would get; filled in by `awaits`."""


@dataclass(frozen=True, slots=True)
class AwaitsFollowers:
    """The other people on a shared box: join the double or split, or say how not (§13)."""

    box: int
    hand: int
    players: tuple[str, ...]
    to: str


@dataclass(frozen=True, slots=True)
class AwaitsChore:
    """An act of the dealer or of the floor, by name."""

    chore: str
    roles: frozenset[Role]
    cite: str = ""
    moment: str = ""
    who: str = ""
    """The one person entitled, where there is one (the cut); of a payout to confirm, the backer paid."""


@dataclass(frozen=True, slots=True)
class AwaitsDevice:
    """A wheel, a button or a draw of the house."""

    device: str
    message: str
    cite: str
    box: int = 0
    """The box it is for; 0 where it is for the whole table."""
    player: str = ""
    """The person it is for, where several bet on that box."""


@dataclass(frozen=True, slots=True)
class AwaitsBets:
    """Bets are open; the dealer may start the round once there is one."""

    may_start: bool


@dataclass(frozen=True, slots=True)
class Closed:
    """The table is closed."""


RoundAwaits = AwaitsCard | AwaitsDecision | AwaitsFollowers | AwaitsChore | AwaitsDevice
Awaits = RoundAwaits | AwaitsBets | Closed
