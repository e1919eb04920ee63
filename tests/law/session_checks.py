"""What must hold at every table of a session after every event."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import Any, Final

from cutcard.cards import Card
from cutcard.money import dollars
from cutcard.shoe import events as shoe_events
from cutcard.table import Table, events
from cutcard.table.play.round_commands import on_layout
from cutcard.table.record.codec import event_in, event_line, snake_case
from shoe.setups import census

NEW_CARDS: Final = (shoe_events.CardsReceived, shoe_events.CardsWithdrawn)


def name_of(event: object) -> str:
    return snake_case(type(event).__name__)


def _short(event: Any) -> str:
    said = {each.name: getattr(event, each.name) for each in fields(event)}
    return ", ".join(f"{key}={_brief(value)}" for key, value in said.items())


def _brief(value: object) -> str:
    if isinstance(value, tuple) and len(value) > 12 and isinstance(value[0], Card):
        return f"<{len(value)} cards>"
    return repr(value)


class Ledger:
    """What lies on the layout, counted from the events alone."""

    def __init__(self) -> None:
        self.bets: dict[tuple[str, int], int] = {}
        self.in_round = 0

    def check(self, before: Table, event: object, after: Table) -> None:
        """One event: money and cards are where they must be."""
        self._fold(event)
        assert event_in(event_line(event)) == event, f"not written without loss: {_short(event)}"
        assert after.version == before.version + 1
        held = after.house + after.tokes + sum(after.purses.values())
        total = held + sum(self.bets.values()) + self.in_round
        assert total == 0, f"{name_of(event)} made {dollars(total)} out of nothing: {_short(event)}"
        assert self.in_round >= 0, f"{name_of(event)} settles more than was staked: {_short(event)}"
        if after.round is None:
            assert self.in_round == 0, f"{dollars(self.in_round)} lies on the layout after the round"
        if after.shoe.virtual and not isinstance(event, NEW_CARDS):
            was, now = census(before.shoe), census(after.shoe)
            assert was == now, f"{name_of(event)} made or lost {(was - now) + (now - was)}"
        self._check_layout(after)

    @staticmethod
    def _check_layout(table: Table) -> None:
        out = Counter(each for side in table.shoe.sides for each in side.out)
        lying = Counter(() if table.shoe.waiting is None else (table.shoe.waiting,))
        if table.round is not None:
            lying.update((*on_layout(table.round), *table.round.waiting))
            if not lying and out:
                return  # collected, and the round not ended yet
        collected = table.round is not None and table.round.finished and not out
        assert out == lying or collected, f"out of the shoe {out}, on the layout {lying}"

    def _fold(self, event: object) -> None:
        match event:
            case events.BetPlaced(bet):
                self.bets[bet.player, bet.box] = sum(bet.stakes.values())
            case events.BetRemoved(player, box) | events.BetAbandoned(player, box):
                del self.bets[player, box]
            case events.RoundStarted():
                self.in_round += sum(self.bets.values())
                self.bets.clear()
            case events.Decided():
                self.in_round += sum(event.amounts)
            case events.Followed():
                self.in_round += event.amount
            case events.Settled():
                self.in_round -= sum(line.stake for line in event.lines)
