"""What is taken and paid now, line by line, in the order in which the document has it done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cutcard.money import dollars
from cutcard.rules.lines import Line
from cutcard.table import Table
from cutcard.table.awaits import AwaitsChore
from cutcard.table.settle import settlement
from cutcard.table.steps import awaits_in

Does = Literal["take", "pay", "push"]


@dataclass(frozen=True, slots=True)
class Payment:
    """One wager, and what the dealer does with it."""

    box: int
    hand: int | None
    player: str
    wager: str
    outcome: str
    does: Does
    amount: str
    """What is taken or paid beside the stake, in dollars; nothing where the stake stays the player's."""
    stake: str
    pays: str
    to: str
    """Who is paid: the player, or the dealer by a bet for the dealer."""
    cite: str


def does(line: Line) -> Does:
    """What the dealer does with a wager."""
    gain = line.returned - line.stake
    return "take" if gain < 0 else "pay" if gain > 0 else "push"


def payment(line: Line, player: str) -> Payment:
    """A line of the settlement as the dealer sees it."""
    return Payment(
        line.box,
        line.hand,
        line.player or player,
        line.wager,
        line.outcome,
        does(line),
        dollars(abs(line.returned - line.stake)),
        dollars(line.stake),
        line.pays,
        line.paid_to,
        line.cite,
    )


def payments(table: Table) -> tuple[Payment, ...]:
    """What the settlement that is awaited comes to; nothing where none is."""
    r = table.round
    awaited = None if r is None else awaits_in(r)
    if r is None or not isinstance(awaited, AwaitsChore) or awaited.chore != "settle":
        return ()
    players = {box.bet.box: box.bet.player for box in r.boxes}
    return tuple(
        payment(line, players.get(line.box, "")) for line in settlement(r, awaited.moment).lines
    )
