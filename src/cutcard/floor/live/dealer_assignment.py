"""Whether the house deals a table by itself or a dealer does, changed between rounds where it may be."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from cutcard.floor.live.commands import DEAL_BY, HANDS, DealBy, Hands
from cutcard.floor.live.events import DealingChanged
from cutcard.law import Code, Refused
from cutcard.shoe import CREW, Role
from cutcard.table import Table
from cutcard.values import but


def changed(table: Table, command: DealBy, *, may_change: bool) -> DealingChanged:
    """Other hands for a table; refused in one line where they may not be."""
    by, hands = command.by, command.hands
    if by.role not in CREW:
        raise Refused(
            Code.WRONG_ROLE, f"{DEAL_BY}: only the dealer or the floor may do this, not a {by.role}"
        )
    if by.role is Role.DEALER and table.dealer not in ("", by.name):
        message = f"{DEAL_BY}: dealer {table.dealer} is at the table; take over first"
        raise Refused(Code.WRONG_ROLE, message, table.shoe.law.cite("burn_per_dealer"))
    if not may_change:
        message = f"{DEAL_BY}: this table cannot change who deals; set up another"
        raise Refused(Code.NOT_DUE, message)
    if not table.is_open or table.is_closed or table.round is not None:
        message = f"{DEAL_BY}: only between rounds of an open table; wait for the end of the round"
        raise Refused(Code.NOT_DUE, message, table.cite("bets_close"))
    if HANDS[hands] == table.settings.chores:
        raise Refused(Code.NOT_DUE, f"{DEAL_BY}: the {hands} already deals")
    if hands == "house" and not table.settings.virtual:
        message = f"{DEAL_BY}: a physical shoe needs a dealer; deal by hand"
        raise Refused(Code.NOT_DUE, message)
    return DealingChanged(hands, str(by))


def in_hands(table: Table, event: DealingChanged) -> Table:
    """The table in its new hands."""
    return but(table, settings=replace(table.settings, chores=HANDS[cast(Hands, event.hands)]))
