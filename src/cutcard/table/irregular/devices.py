"""What can go wrong with a card reader or a light, and a check that was not made."""

from __future__ import annotations

from typing import Final

from cutcard.rules import may_be_blackjack
from cutcard.shoe import CREW, FLOOR, SUPERVISORS
from cutcard.table import commands, events
from cutcard.table.await_kinds import AwaitsChore
from cutcard.table.irregular.report import not_now, require_staff
from cutcard.table.play.bet_commands import Happened, require
from cutcard.table.round_steps import awaits_in
from cutcard.table.table import Table

TOLD: Final = {"supervisor_told": SUPERVISORS, "floorperson_told": FLOOR}
"""Whose word an irregularity waits for, where the document has somebody notified first."""


def reader_misused(table: Table, command: commands.Report) -> Happened:
    """The reader used although the up card rules a blackjack out; it waits for whoever must be told."""
    roles = TOLD.get(table.effect(command.what), CREW)
    require(table, command, roles, table.cite(command.what))
    r = table.in_play()
    if r.owed or may_be_blackjack(r.up) or r.game.hole_card != "card_reader" or r.hole_shown:
        raise not_now(table, command, "the reader is needed with this up card, or there is no hole card")
    shows = table.settings.reader_shows
    name = "reader_shows" if shows else "reader_hides"
    if shows:
        yield events.RoundVoided(name, table.cite(name))
    else:
        yield events.IrregularityNoted(name, table.cite(name), str(command.by))


def reader_failed(table: Table, command: commands.Report) -> Happened:
    """The reader breaks down: no more dealing, or dealing as without one."""
    if command.choice == "repaired":
        require(table, command, FLOOR, table.cite(command.what))
        if table.reader_works:
            raise not_now(table, command, "the reader works")
        yield events.ReaderRepaired(command.by.name)
        return
    require_staff(table, command)
    if table.rules.options["hole_card"] != "card_reader":
        raise not_now(table, command, "the table has no reader")
    if not table.reader_works:
        raise not_now(table, command, "it is already out of order")
    goes_on = table.effect(command.what) == "no_reader"
    yield events.ReaderFailed(table.cite(command.what), goes_on)
    r = table.round
    if r is not None and goes_on and not r.checked:
        yield events.CheckSkipped("reader_failed", table.cite(command.what))


def check_missed(table: Table, command: commands.Report) -> Happened:
    """The dealer goes on without the check that was due; a late blackjack takes originals only."""
    require_staff(table, command)
    r = table.in_play()
    awaited = awaits_in(r)
    if not isinstance(awaited, AwaitsChore) or awaited.chore != "check_hole_card":
        raise not_now(table, command, "no check of the hole card is due")
    yield events.CheckSkipped("check_missed", table.cite(command.what))


def light_failed(table: Table, command: commands.Report) -> Happened:
    """The light of a betting area: no progressive wager there while it does not work."""
    require_staff(table, command)
    if not 1 <= command.box <= table.game.boxes:
        raise not_now(table, command, f"the table has no box {command.box}")
    if command.choice == "repaired":
        yield events.LightRepaired(command.box)
    else:
        yield events.LightFailed(command.box, table.cite(command.what))
