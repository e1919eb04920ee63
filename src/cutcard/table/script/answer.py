"""A settled round, or a refusal, as the JSON the command line's contract describes."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.cards import Card
from cutcard.law import Refusal
from cutcard.money import dollars
from cutcard.rules import TWENTY_ONE, Line, is_natural, is_soft, total
from cutcard.table.script.scripted_round import SettledRound


def as_json(answer: SettledRound | Refusal) -> dict[str, object]:
    """The contract's answer."""
    if isinstance(answer, Refusal):
        return {
            "refused": {
                "code": str(answer.code),
                "message": answer.message,
                "cite": answer.cite or None,
            }
        }
    dealt = [_dealer(cards) for cards in answer.round.dealer]
    return {
        "dealer": dealt if answer.round.game.dealer_hands > 1 else dealt[0],
        "hands": _hands(answer),
        "settlements": [line_values(line) for line in answer.lines],
        "meters": {name: dollars(amount) for name, amount in answer.meters.items()},
        "net": _net(answer),
    }


def _dealer(cards: Sequence[Card]) -> dict[str, object]:
    return {
        "cards": [card.text for card in cards],
        "total": total(cards),
        "blackjack": is_natural(cards),
        "busted": total(cards) > TWENTY_ONE,
    }


def _hands(answer: SettledRound) -> list[dict[str, object]]:
    hands = []
    for box in answer.round.boxes:
        for group in range(len(box.groups)):
            for number, hand in box.numbered(group):
                hands.append(
                    {
                        "box": box.bet.box,
                        "hand": number,
                        "cards": [card.text for card in hand.cards],
                        "total": hand.total,
                        "soft": is_soft(hand.cards),
                        "stake": dollars(sum(hand.stakes)),
                        "doubled": hand.doubled,
                        "from_split": hand.from_split,
                    }
                )
    return hands


def line_values(line: Line) -> dict[str, object]:
    """A settlement line in plain values; what somebody else than the player is handed stands apart."""
    found: dict[str, object] = {
        "box": line.box,
        "hand": line.hand,
        "wager": line.wager,
        "outcome": line.outcome,
        "stake": dollars(line.stake),
        "pays": line.pays,
        "returned": dollars(line.to_player),
        "net": dollars(line.net),
        "cite": line.cite,
    }
    if line.paid_to != "player":
        found |= {"paid_to": line.paid_to, "paid": dollars(line.returned)}
    return found


def _net(answer: SettledRound) -> dict[str, str]:
    net: dict[int, int] = {box.bet.box: 0 for box in answer.round.boxes}
    for line in answer.lines:
        net[line.box] += line.net
    return {str(box): dollars(amount) for box, amount in net.items()}
