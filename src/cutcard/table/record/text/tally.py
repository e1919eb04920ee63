"""What a reader of a record keeps in mind: whose box it is, which cards lie where, and the result.

It sees events alone, no rules: enough for the totals and sums that the readable form shows beside
them. Nothing is decided by it.
"""

from __future__ import annotations

from typing import Final

from cutcard.cards import Card
from cutcard.money import Cents, dollars
from cutcard.rules import TWENTY_ONE, Action, is_natural, is_soft, total
from cutcard.table import events
from cutcard.table.round import DEALER

MOST_HANDS: Final = 100


class Tally:
    """The layout after the events so far."""

    def __init__(self) -> None:
        self.in_round = False
        self.callers: dict[int, str] = {}
        """Box -> who calls its decisions."""
        self._hands: dict[int, list[list[Card]]] = {}
        self._net: dict[int, int] = {}

    def hands(self, box: int) -> int:
        """How many hands a box has."""
        return len(self._hands.get(box, ()))

    def see(self, event: object) -> None:
        """Take notice of an event."""
        match event:
            case events.RoundStarted():
                self.in_round = True
                self.callers = {bet.box: bet.player for bet in reversed(event.bets)}
                self._hands = {}
                self._net = dict.fromkeys(sorted(self.callers), 0)
            case events.CardDealt(card, box, hand, why) | events.CardPlaced(card, box, hand, why):
                if why != "third" and 0 < hand <= MOST_HANDS:  # a third card lies beside the hand
                    self._of(box, hand)[hand - 1].append(card)
            case events.Decided(box, hand, Action.SPLIT) if 0 < hand <= MOST_HANDS:
                hands = self._of(box, hand)
                hands[hand - 1 : hand] = [[card] for card in hands[hand - 1]]
            case events.Decided(box, _, Action.SWITCH):
                one, two = self._of(box, 2)[:2]
                if len(one) > 1 and len(two) > 1:
                    one[1], two[1] = two[1], one[1]
            case events.Settled():
                for line in event.lines:
                    self._net[line.box] = self._net.get(line.box, 0) + line.net
            case events.RoundEnded():
                self.in_round = False

    def _of(self, box: int, hand: int) -> list[list[Card]]:
        """The hands of a box up to a number; a dealer's further hand begins with the up card."""
        hands = self._hands.setdefault(box, [])
        while len(hands) < hand:
            hands.append(hands[0][:1] if box == DEALER and hands else [])
        return hands

    def beside(self, event: object) -> str:
        """What stands beside an event that the tally has seen: a total, or the result of a round."""
        match event:
            case events.CardDealt(_, box, hand, why, face) | events.CardPlaced(_, box, hand, why, face):
                has_total = face == "up" and why not in ("first", "third", "up")
                return self._total(box, hand) if has_total else ""
            case events.HoleShown():
                return self._total(DEALER, 1)
            case events.RoundEnded():
                return ", ".join(f"box {box} {signed(Cents(net))}" for box, net in self._net.items())
        return ""

    def _total(self, box: int, hand: int) -> str:
        hands = self._hands.get(box, [])
        if not 0 < hand <= len(hands) or len(hands[hand - 1]) <= 1:
            return ""
        cards = hands[hand - 1]
        points = total(cards)
        if is_natural(cards) and (len(hands) == 1 or box == DEALER):
            return "blackjack"
        if points > TWENTY_ONE:
            return f"{points}, bust"
        return f"soft {points}" if is_soft(cards) else str(points)


def signed(amount: int) -> str:
    """Money with its sign: +$12.50."""
    return f"{'-' if amount < 0 else '+'}${dollars(abs(amount))}"
