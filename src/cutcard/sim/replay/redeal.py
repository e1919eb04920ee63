"""A simulated round dealt again through the table engine.

The machine takes a hole card that nobody looks at when the dealer plays, for unseen cards are
exchangeable; `through_table` lets the table ask for its cards in the legal order and hands each place
the card that the machine put there. A card missing or left over, or a cent's difference, is a failure
with its place.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Final

from cutcard.automata.hands import Choose, SeenHand, Split
from cutcard.automata.rounds import CardRole
from cutcard.automata.wagers import NONE_RIDES, streak_wagers
from cutcard.cards import Card
from cutcard.law import Refusal, Refused, RuleSet
from cutcard.money import Cents
from cutcard.rules import Action, Hand, Position, legal_actions
from cutcard.shoe import By, Role as Person, ready_shoe
from cutcard.sim.problem import SimError
from cutcard.sim.replay.trace import DEALER, Taken, Traced
from cutcard.table import (
    AwaitsCard,
    AwaitsDecision,
    Bet,
    Box,
    Decision,
    Place,
    Round,
    Settings,
    Table,
    awaits_in,
    check_bets,
    commands,
    game_of,
    main_wagers,
    offer_named,
    position,
    shoe_law,
    step,
)
from cutcard.table.script import SettledRound, begun, in_answer_order, in_play, passed
from cutcard.wagers.settlement import HouseSide

MAIN: Final = "main"
CROUPIER: Final = By(Person.DEALER, "simulator")
AS_READ: Final = Settings(virtual=False, collects=False)
"""The cards are those that are read to the table, and the finished round stays on it."""
ROLES_OF: Final[Mapping[str, frozenset[CardRole]]] = {
    "first": frozenset({CardRole.FIRST}),
    "second": frozenset({CardRole.SECOND}),
    "up": frozenset({CardRole.UP}),
    "hole": frozenset({CardRole.HOLE}),
    "draw": frozenset({CardRole.DRAW}),
    "dealer_third": frozenset({CardRole.DRAW}),
    "buster": frozenset({CardRole.DRAW}),
    "third": frozenset({CardRole.PLAY}),
    "play": frozenset({CardRole.PLAY, CardRole.SPLIT_FIRST, CardRole.SPLIT_OTHER}),
}
"""By the table's reason for a card: the machine's roles of it."""
DEALERS_ROLES: Final = (CardRole.UP, CardRole.HOLE, CardRole.DRAW)


class ParityError(SimError):
    """The table and the simulator do not agree on a round."""


@dataclass(frozen=True)
class Redealt:
    """A round as the table dealt it."""

    settled: SettledRound
    cards: tuple[Card, ...]
    """In the legal order."""
    decisions: tuple[Decision, ...]

    @property
    def net(self) -> dict[tuple[int, str], int]:
        """By box and wager, in cents; all spots of a main wager together."""
        spots = self.settled.round.spots
        net: Counter[tuple[int, str]] = Counter()
        for line in self.settled.lines:
            net[line.box, MAIN if line.wager in spots else line.wager] += line.net
        return dict(net)


def through_table(
    rules: RuleSet,
    traced: Traced,
    choose: Choose,
    stakes: Mapping[str, Cents],
    house: HouseSide | None = None,
) -> Redealt:
    """The round through the table engine, card for card and by the same strategy.

    Every box stakes the same; a main wager's further spots stake what the first does unless they are
    named. Insurance and even money are declined; a third card for a side wager alone is taken, since it
    can only win more.
    """
    house = house or HouseSide()
    if traced.devices:
        house = HouseSide(house.meters, house.resets, {**house.devices, **traced.devices})
    return _Redealing(rules, traced, choose).deal(stakes, house)


def check(traced: Traced, redealt: Redealt) -> None:
    """Refuse a round that pays differently at the table, except from meters that boxes share there."""
    at_table = redealt.net
    unstaked = {
        (line.box, line.wager)
        for line in redealt.settled.lines
        if not line.stake and (line.box, line.wager) not in traced.net
    }
    for key in sorted({*traced.net, *at_table} - unstaked):
        here, there = traced.net.get(key, 0), at_table.get(key, 0)
        if here != there and key not in traced.together:
            box, wager = key
            raise ParityError(
                f"round {traced.number}: box {box}, {wager}: {here} cents simulated, {there} at the "
                f"table ({' '.join(card.text for card in redealt.cards)})"
            )


class _Redealing:
    """One round being dealt again."""

    def __init__(self, rules: RuleSet, traced: Traced, choose: Choose) -> None:
        self.rules, self.traced, self.choose = rules, traced, choose
        self.game = game_of(rules)
        self.left: dict[tuple[int, str], deque[Taken]] = {}
        for each in traced.taken:
            self.left.setdefault((each.box, _queue(each.role)), deque()).append(each)
        self.cards: list[Card] = []
        self.decisions: list[Decision] = []

    def wrong(self, problem: str) -> ParityError:
        """The error of a round that does not agree."""
        dealt = " ".join(card.text for card in self.cards)
        return ParityError(f"round {self.traced.number}: {problem} (dealt: {dealt})")

    def deal(self, stakes: Mapping[str, Cents], house: HouseSide) -> Redealt:
        """The round, first card to last."""
        numbers = sorted({each.box for each in self.traced.taken} - {DEALER})
        spots = {spot: stakes.get(spot, stakes[MAIN]) for spot in main_wagers(self.game)}
        bets = [self._bet(box, {**spots, **stakes}) for box in numbers]
        try:
            check_bets(self.rules, self.game, bets)
        except Refused as refused:
            raise SimError(refused.refusal.message) from None
        shoe = ready_shoe(shoe_law(self.rules))
        table = Table(self.rules, self.game, AS_READ, shoe, is_open=True)
        table = begun(table, bets, house, by=CROUPIER)
        while (command := self._command(in_play(table))) is not None:
            outcome = step(table, command)
            if isinstance(outcome, Refusal):
                raise self.wrong(f"the table refuses: {outcome.message}")
            table = outcome[0]
        if rest := list(chain.from_iterable(self.left.values())):
            left = ", ".join(f"{each.card.text} ({_describe(each)})" for each in rest)
            raise self.wrong(f"the table ends the round before {left}")
        r = in_play(table)
        return Redealt(
            SettledRound(r, in_answer_order(r), r.meters), tuple(self.cards), tuple(self.decisions)
        )

    def _bet(self, box: int, stakes: Mapping[str, Cents]) -> Bet:
        """All stakes, without the streak wagers that were not placed while another rides."""
        riding = self.traced.streaks.get(box, NONE_RIDES)
        left_out = {*streak_wagers(self.rules, stakes)} - {*riding.wagers}
        staked = {name: stake for name, stake in stakes.items() if name not in left_out}
        return Bet(box, f"box {box}", staked, riding.wins)

    def _command(self, r: Round) -> commands.Command | None:
        awaited = awaits_in(r)
        match awaited:
            case None:
                return None
            case AwaitsCard():
                return commands.DealCard(CROUPIER, self._card(r, awaited.place))
            case AwaitsDecision():
                return self._decides(r, awaited)
            case _:
                raise self.wrong(f"the table awaits {awaited}")

    def _card(self, r: Round, place: Place) -> Card:
        """The card that the machine put there."""
        roles = ROLES_OF[place.why]
        queue = self.left.get((place.box, _queue(min(roles))))
        if not queue:
            raise self.wrong(f"{place.text} needs a card, and the simulator took none")
        taken = queue.popleft()
        if taken.role not in roles or taken.role != _role(r, place, taken.role):
            raise self.wrong(f"{place.text} needs a card; the simulator has {_describe(taken)}")
        self.cards.append(taken.card)
        return taken.card

    # Decisions.

    def _decides(self, r: Round, awaited: AwaitsDecision) -> commands.Command:
        if offer_named(awaited) == "switch":
            return self._switches(r, awaited)
        if offer_named(awaited) == "third_card":
            box = _box(r, next(iter(awaited.offers)))
            return self._decision(box, Decision(box.bet.box, Action.THIRD_CARD))
        if awaited.hand is None:
            return self._before_play(r, awaited)
        number = next(iter(awaited.offers))
        box = _box(r, number)
        at = position(r, box, *box.find(awaited.hand))
        chosen = self._choose(r, at, len(at.hand.added))
        if chosen is Action.STAND and awaited.is_offer:
            return passed(r, awaited, by=CROUPIER)
        return self._decision(box, Decision(number, chosen, hand=awaited.hand))

    def _before_play(self, r: Round, awaited: AwaitsDecision) -> commands.Command:
        """Only an early surrender is ever taken, where the dealer is about to look for a blackjack."""
        if offer_named(awaited) == "before_play" and r.game.dealer_checks:
            for number, offered in awaited.offers.items():
                box = _box(r, number)
                at = position(r, box, 0, 0)
                if Action.SURRENDER in offered and (
                    self._choose(r, at, 0, Action.SURRENDER) is Action.SURRENDER
                ):
                    return self._decision(box, Decision(number, Action.SURRENDER))
        return passed(r, awaited, by=CROUPIER)

    def _switches(self, r: Round, awaited: AwaitsDecision) -> commands.Command:
        """Whether the second cards of a box's two hands change places."""
        box = _box(r, next(iter(awaited.offers)))
        cards = tuple(card for hand in box.hands() for card in hand.cards)
        if self.choose(SeenHand(cards, (r.up,), frozenset({Action.SWITCH}))) is not Action.SWITCH:
            return passed(r, awaited, by=CROUPIER)
        return self._decision(box, Decision(box.bet.box, Action.SWITCH))

    def _choose(self, r: Round, at: Position, doublings: int, *more: Action) -> Action:
        may = frozenset(legal_actions(r.game, at)) - {Action.STAND, Action.SWITCH} | {*more}
        shown = r.dealer[0] if r.game.hole_card == "face_up" else (r.up,)
        chosen = self.choose(SeenHand(at.hand.cards, shown, may, _split_of(at.hand), doublings))
        return chosen if chosen in may else Action.STAND

    def _decision(self, box: Box, decision: Decision) -> commands.Command:
        self.decisions.append(decision)
        by = By(Person.PLAYER, box.bet.player)
        return commands.Decide(by, decision.box, decision.do, hand=decision.hand)


def _queue(role: CardRole) -> str:
    """Cards of these places come in the order in which the machine took them."""
    if role in (CardRole.PLAY, CardRole.SPLIT_FIRST, CardRole.SPLIT_OTHER):
        return "play"
    return "dealer" if role in DEALERS_ROLES else role.name


def _role(r: Round, place: Place, role: CardRole) -> CardRole:
    """What the machine should have called the place."""
    if place.why != "play":
        return role
    box = _box(r, place.box)
    group, at = box.find(place.hand)
    if not box.groups[group][at].from_split:
        return CardRole.PLAY
    return CardRole.SPLIT_OTHER if at else CardRole.SPLIT_FIRST


def _box(r: Round, number: int) -> Box:
    box = r.box(number)
    assert box is not None
    return box


def _split_of(hand: Hand) -> Split:
    if not hand.from_split:
        return Split.NEVER
    return Split.ACES if hand.aces_split else Split.PAIR


def _describe(taken: Taken) -> str:
    whose = "the dealer's" if taken.box == DEALER else f"box {taken.box}'s"
    return f"{whose} {taken.role.name.lower().replace('_', ' ')}"
