"""A round as it is being played: the answers given so far, and what the table awaits next.

The steps of a round end when a decision is refused; the round is then dealt again from the answers
that were accepted, so that nothing is lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.cards import Card
from cutcard.cli.table_setup import Table
from cutcard.law.refusal import Code, Refused
from cutcard.money import dollars
from cutcard.rules.actions import Action, Position, legal_actions, why_not
from cutcard.rules.hand import Hand
from cutcard.table import AwaitsDecision, Decision, Round, new_round, play
from cutcard.table.bets import Bet
from cutcard.table.round import Answer, Awaits, Box
from cutcard.table.script import check_cards


class LiveRound:
    """A round on a table, driven answer by answer."""

    round: Round
    awaits: Awaits | None
    """What the round awaits; None when it is over."""

    def __init__(self, table: Table, bets: Sequence[Bet]) -> None:
        self.table = table
        self.bets = tuple(bets)
        self.answers: list[Answer] = []
        self._deal_again()

    def _deal_again(self) -> None:
        self.round = new_round(self.table.rules, self.table.game, self.bets)
        self._steps = play(self.round)
        self.awaits = next(self._steps, None)
        for answer in self.answers:
            self._send(answer)

    def _send(self, answer: Answer) -> None:
        try:
            self.awaits = self._steps.send(answer)
        except StopIteration:
            self.awaits = None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards dealt so far."""
        return tuple(each for each in self.answers if isinstance(each, Card))

    def give(self, answer: Answer) -> None:
        """Answer what is awaited; `Refused`, and the round stands as before, where it may not be."""
        if isinstance(answer, Card):
            check_cards(self.table.game, (*self.cards, answer))
        elif isinstance(answer, Decision):
            self._check(answer)
        try:
            self._send(answer)
        except Refused:
            self._deal_again()
            raise
        self.answers.append(answer)

    def _check(self, decision: Decision) -> None:
        """Refuse what is not among the allowed decisions; the steps themselves check the rest."""
        if decision.hand is not None and not self.table.game.switch:
            raise Refused(Code.BAD_REQUEST, "hand= is for insurance at a Switch table")
        if decision.do in self.allowed().get(decision.box, ()):
            return
        at = self.position()
        if at is not None and decision.box in self.allowed():
            refusal = why_not(self.table.game, decision.do, at)
            if refusal is not None:
                raise Refused(refusal.code, f"{decision.do}: {refusal.message}", refusal.cite)
        message = f"box {decision.box}: {decision.do} is not what is decided now"
        raise Refused(Code.OUT_OF_TURN, message, self.table.game.cite("turn_order"))

    def take_back(self) -> bool:
        """Undo the last answer; false where there is none."""
        if not self.answers:
            return False
        self.answers.pop()
        self._deal_again()
        return True

    def _deciding(self) -> tuple[Box, list[Hand], Hand] | None:
        awaits = self.awaits
        if not isinstance(awaits, AwaitsDecision) or awaits.is_offer:
            return None
        seat = self.round.seat(next(iter(awaits.offers)))
        assert seat is not None
        for group in seat.groups:
            for hand in group:
                if not hand.is_over and not hand.is_blackjack:
                    return seat, group, hand
        raise AssertionError(awaits)

    def hand(self) -> Hand | None:
        """The hand that must decide now; None where nothing, a card or an offer is awaited."""
        found = self._deciding()
        return None if found is None else found[2]

    def position(self) -> Position | None:
        """That hand as the rules see it."""
        found = self._deciding()
        if found is None:
            return None
        seat, group, hand = found
        return Position(hand, self.round.up, len(group), acted=seat.acted)

    def allowed(self) -> dict[int, tuple[Action, ...]]:
        """Box -> what it may do now: what it is offered, or what the rules allow its hand."""
        awaits = self.awaits
        if not isinstance(awaits, AwaitsDecision):
            return {}
        at = self.position()
        if at is None:
            return dict(awaits.offers)
        return {next(iter(awaits.offers)): legal_actions(self.table.game, at)}

    def as_request(self) -> dict[str, object]:
        """The round so far as a file for `cutcard settle`, without the house's side."""
        rules = self.table.rules
        return {
            "document": rules.document.id,
            "variation": rules.variation,
            "options": dict(self.table.options),
            "wagers": dict(self.table.wagers),
            "boxes": [_box(bet) for bet in self.bets],
            "cards": [each.text for each in self.cards],
            "decisions": [_decision(each) for each in self.answers if isinstance(each, Decision)],
        }


def _box(bet: Bet) -> dict[str, object]:
    found: dict[str, object] = {"box": bet.box}
    if bet.player != f"box {bet.box}":
        found["player"] = bet.player
    if bet.streak:
        found["streak"] = bet.streak
    return {**found, "stakes": {name: dollars(stake) for name, stake in bet.stakes.items()}}


def _decision(decision: Decision) -> dict[str, object]:
    found: dict[str, object] = {"box": decision.box, "do": str(decision.do)}
    if decision.amount is not None:
        found["amount"] = dollars(decision.amount)
    if decision.spot is not None:
        found["spot"] = decision.spot
    if decision.hand is not None:
        found["hand"] = decision.hand
    return found
