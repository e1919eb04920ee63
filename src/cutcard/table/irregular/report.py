"""What the handling of every irregularity asks of its report and of the table."""

from __future__ import annotations

from cutcard.cards import Card
from cutcard.law import Code, Refused
from cutcard.shoe import CREW, cover_is_next, events as shoe_events, is_empty
from cutcard.table import commands, events
from cutcard.table.play.bet_commands import Happened, require
from cutcard.table.play.round_commands import next_card
from cutcard.table.round import Box
from cutcard.table.table import Table


def not_now(table: Table, command: commands.Report, why: str) -> Refused:
    """The irregularity cannot be at this moment."""
    return Refused(Code.UNKNOWN_IRREGULARITY, f"{command.what}: {why}", table.cite(command.what))


def require_staff(table: Table, command: commands.Report) -> None:
    """It is for the dealer or the floor to report."""
    require(table, command, CREW, table.cite(command.what))


def off_the_shoe(table: Table, command: commands.Report) -> Card:
    """The card in question, which is the next one of the shoe."""
    if is_empty(table.shoe):
        raise not_now(table, command, "the shoe is empty")
    return next_card(table, command.cards[0] if command.cards else None)


def cover_first(table: Table, box: int) -> Happened:
    """The cover card before the card, where it comes out first."""
    if cover_is_next(table.shoe):
        yield shoe_events.CoverSeen(box, side_in_use(table))


def side_in_use(table: Table) -> str:
    """The side of the shoe that is dealt from."""
    return table.shoe.side.pile.name


def noted(table: Table, command: commands.Report) -> events.IrregularityNoted:
    """Nothing changes but the record."""
    return events.IrregularityNoted(command.what, table.cite(command.what), str(command.by), command.box)


def must_choose(table: Table, command: commands.Report, *allowed: str) -> Refused:
    """The player, or the floor, has to choose."""
    return Refused(
        Code.ACTION_NOT_PERMITTED,
        f"{command.what}: choice: one of {', '.join(allowed)}",
        table.cite(command.what),
    )


def hand_named(table: Table, box: Box, command: commands.Report) -> tuple[int, int]:
    """The group and the place of the hand that the report names."""
    try:
        if command.hand < 1:
            raise IndexError
        return box.find(command.hand)
    except IndexError:
        raise not_now(table, command, f"box {command.box} has no hand {command.hand}") from None
