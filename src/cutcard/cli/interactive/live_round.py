"""A round as it is being played: the answers given so far, and what the table awaits next.

A table is a value, so an answer taken back is the table before it. What the house must supply (what a
device decided, what a meter shows) stands with the round from its start, as in a file; when it changes
the same answers are given again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cutcard.cards import Card
from cutcard.law import Code, Refusal, Refused
from cutcard.money import dollars
from cutcard.rules import Action, Hand
from cutcard.shoe import By, Role, ready_shoe
from cutcard.table import (
    AwaitsDecision,
    AwaitsDevice,
    Bet,
    Decision,
    Round,
    RoundAwaits,
    Settings,
    Table,
    awaits_in,
    check_cards,
    commands,
    legal_in,
    shoe_law,
    step,
)
from cutcard.table.script import begun, passed
from cutcard.terminal import StandingTable
from cutcard.values import but
from cutcard.wagers.settlement import HouseSide

DEALER = By(Role.DEALER, "interactive")
AS_READ = Settings(virtual=False, collects=False)
"""The cards are those that are read to the table, and the finished round stays on it."""
BY_HAND = Settings(chores="manual", virtual=False, collects=False)
"""With these an answer is judged by itself; what the dealer does after it comes apart."""

RoundAnswer = Card | Decision | None
"""A card, a decision, or an offer that everybody declines."""


@dataclass(slots=True)
class HouseValues(HouseSide):
    """The house's side as it is being asked for: what each device decided, one entry per use."""

    devices: dict[str, list[object]] = field(default_factory=dict)


class LiveRound:
    """A round on a table, driven answer by answer."""

    stuck: Refusal | None
    """Why the round cannot go on: its settlement is refused, or lacks the house's side."""

    def __init__(self, at: StandingTable, bets: Sequence[Bet], house: HouseValues) -> None:
        self.at = at
        self.bets = tuple(bets)
        self.house = house
        self.answers: list[RoundAnswer] = []
        self.deal_again()

    def deal_again(self) -> None:
        """The same answers from the start, with the house's side as it now is."""
        rules = self.at.rules
        table = Table(rules, self.at.game, AS_READ, ready_shoe(shoe_law(rules)), is_open=True)
        self._states: list[Table] = [begun(table, self.bets, self.house, by=DEALER)]
        self.stuck = None
        answers, self.answers = self.answers, []
        for answer in answers:
            if self.stuck is None:
                self._send(self._command(answer))
                self.answers.append(answer)

    def _send(self, command: commands.Command) -> None:
        """Carry a command out; where what follows it is refused the table stays as it was before."""
        outcome = step(self.table, command)
        self.stuck = outcome if isinstance(outcome, Refusal) else None
        self._states.append(self.table if isinstance(outcome, Refusal) else outcome[0])
        if self.stuck is None and isinstance(awaited := self.awaits, AwaitsDevice):
            self.stuck = Refusal(Code.DEVICE_MISSING, awaited.message, awaited.cite)

    @property
    def table(self) -> Table:
        """The table as it now stands."""
        return self._states[-1]

    @property
    def round(self) -> Round:
        """The round as it now stands."""
        return self.table.in_play()

    @property
    def awaits(self) -> RoundAwaits | None:
        """What the round awaits; None when it is over."""
        return awaits_in(self.round)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards dealt so far."""
        return tuple(answer for answer in self.answers if isinstance(answer, Card))

    def give(self, answer: RoundAnswer) -> None:
        """Answer what is awaited; `Refused`, and the round stands as before, where it may not be."""
        if isinstance(answer, Card):
            check_cards(self.at.game, (*self.cards, answer))
        elif isinstance(answer, Decision) and answer.hand is not None and not self.at.game.switch:
            raise Refused(Code.BAD_REQUEST, "hand= is for insurance at a Switch table")
        command = self._command(answer)
        judged = step(but(self.table, settings=BY_HAND), command)
        if isinstance(judged, Refusal):
            # Whoever is asked about a box knows which it is.
            own = f"box {answer.box}: " if isinstance(answer, Decision) else ""
            raise Refused(judged.code, judged.message.removeprefix(own), judged.cite)
        self._send(command)
        self.answers.append(answer)

    def _command(self, answer: RoundAnswer) -> commands.Command:
        if isinstance(answer, Card):
            return commands.DealCard(DEALER, answer)
        if answer is None:
            return self._passed()
        by = By(Role.PLAYER, self._player(answer.box))
        return commands.Decide(by, answer.box, answer.do, answer.amount, answer.spot, answer.hand)

    def _passed(self) -> commands.Command:
        """The command for an offer that everybody declines, as a scripted round has it."""
        awaited = self.awaits
        if not isinstance(awaited, AwaitsDecision):
            return commands.CloseOffers(DEALER)
        return passed(self.round, awaited, by=DEALER)

    def _player(self, box: int) -> str:
        seat = self.round.box(box)
        return "" if seat is None else seat.bet.player

    def take_back(self) -> bool:
        """Undo the last answer; false where there is none."""
        if not self.answers:
            return False
        self.answers.pop()
        self._states.pop()
        self.stuck = None
        return True

    def hand(self) -> Hand | None:
        """The hand that must decide now; None where nothing, a card or an offer is awaited."""
        awaited = self.awaits
        if not isinstance(awaited, AwaitsDecision) or awaited.is_offer or awaited.hand is None:
            return None
        box = self.round.box(next(iter(awaited.offers)))
        assert box is not None
        group, place = box.find(awaited.hand)
        return box.groups[group][place]

    def allowed(self) -> Mapping[int, tuple[Action, ...]]:
        """Box -> what it may do now: what it is offered, or what the rules allow its hand."""
        awaited = self.awaits
        if not isinstance(awaited, AwaitsDecision):
            return {}
        return {box: legal_in(self.round, box) for box in awaited.offers}

    def as_request(self) -> dict[str, object]:
        """The round so far as a file for `cutcard settle`."""
        rules, house = self.at.rules, self.house
        return {
            "document": rules.document.id,
            "variation": rules.variation,
            "options": dict(self.at.options),
            "wagers": dict(self.at.wagers),
            "boxes": [_box(bet) for bet in self.bets],
            "cards": [card.text for card in self.cards],
            "decisions": [_decision(answer) for answer in self.answers if isinstance(answer, Decision)],
            "meters": {name: dollars(amount) for name, amount in house.meters.items()},
            "resets": {name: dollars(amount) for name, amount in house.resets.items()},
            "devices": dict(house.devices),
        }


def _box(bet: Bet) -> dict[str, object]:
    plain: dict[str, object] = {"box": bet.box}
    if bet.player != f"box {bet.box}":
        plain["player"] = bet.player
    if bet.streak:
        plain["streak"] = bet.streak
    return {**plain, "stakes": {name: dollars(stake) for name, stake in bet.stakes.items()}}


def _decision(decision: Decision) -> dict[str, object]:
    plain: dict[str, object] = {"box": decision.box, "do": str(decision.do)}
    if decision.amount is not None:
        plain["amount"] = dollars(decision.amount)
    if decision.spot is not None:
        plain["spot"] = decision.spot
    if decision.hand is not None:
        plain["hand"] = decision.hand
    return plain
