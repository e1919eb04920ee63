"""The console of one table for one person: the one thing that is awaited, and what else may be done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cutcard import shoe as cards
from cutcard.floor.console.next_step import (
    ANY_OF_CREW,
    ConsoleStep,
    Now,
    awaited,
    count,
    now,
    refusal,
    usual,
)
from cutcard.floor.console.payments import Payment, payments
from cutcard.floor.live import DEAL_BY, Live, decide_deal_by, read_deal_by
from cutcard.law import Refused
from cutcard.money import dollars
from cutcard.shoe import CREW, By, Role
from cutcard.table import Closed, Table, awaits


@dataclass(frozen=True, slots=True)
class Group:
    """Further commands of one kind."""

    name: str
    steps: tuple[ConsoleStep, ...]


@dataclass(frozen=True, slots=True)
class Console:
    """All that the console shows beside the table itself."""

    version: int
    dealer: str
    """Who deals: a name, or nobody."""
    automatic: bool
    scanned: bool
    counted: bool
    tips: str
    drop: str
    now: Now
    main: ConsoleStep | None
    pay: tuple[Payment, ...]
    groups: tuple[Group, ...]


def console(live: Live, viewer: By, at_ms: int) -> Console:
    """A table's console as one person of its crew sees it."""
    table, at = live.table, live.seconds(at_ms)
    awaiting, main = _awaited_now(live, at)
    main = _takes_over(table, viewer, main)
    mine = main is not None and _may(table, main, viewer, at)
    awaiting = replace(awaiting, mine=mine)
    groups = tuple(_groups(live, viewer, at, main))
    return Console(
        live.version,
        table.dealer,
        table.settings.chores == "automatic",
        not table.settings.virtual,
        live.books.is_counted,
        dollars(live.books.tips),
        dollars(live.books.drop),
        awaiting,
        main if mine else None,
        payments(table),
        groups,
    )


def _awaited_now(live: Live, at: int) -> tuple[Now, ConsoleStep | None]:
    awaiting = awaits(live.table, at)
    if not live.books.is_counted and not isinstance(awaiting, Closed):
        return now("Count the chips in the tray", ANY_OF_CREW), count("opening")
    return awaited(live.table, awaiting, at)


def _takes_over(table: Table, viewer: By, main: ConsoleStep | None) -> ConsoleStep | None:
    """A dealer who is not the one at the table first takes it over."""
    if viewer.role is not Role.DEALER or not table.is_open or table.is_closed:
        return main
    if table.dealer in ("", viewer.name) or table.settings.chores == "automatic":
        return main
    return _relief(table, viewer)


def _relief(table: Table, viewer: By) -> ConsoleStep:
    words = f"Take over from {table.dealer}" if table.dealer else "Take the table"
    command = {"do": "change_dealer", "dealer": viewer.name}
    return ConsoleStep(words, command, cite=table.game.cite("new_dealer"))


def _may(table: Table, step: ConsoleStep, viewer: By, at: int) -> bool:
    """Whether the table would take it of this person; what is signed or scanned is known only then."""
    if step.signed:
        return viewer.role in CREW
    if "card" in step.needs or step.command["do"] == "shuffle":
        return viewer.role is Role.DEALER
    if step.command["do"] == DEAL_BY:
        return _may_change(table, step, viewer)
    return refusal(table, step.command, viewer, at) is None


def _may_change(table: Table, step: ConsoleStep, viewer: By) -> bool:
    try:
        decide_deal_by(table, read_deal_by(step.command, viewer), may_change=True)
    except Refused:
        return False
    return True


def _groups(live: Live, viewer: By, at: int, main: ConsoleStep | None) -> Iterator[Group]:
    table = live.table
    groups = {
        "The table": _of_table(live, viewer),
        "The cards": _of_cards(table, at),
        "Money": _of_money(live),
    }
    for name, steps in groups.items():
        possible = tuple(
            each
            for each in steps
            if (main is None or each.command != main.command) and _may(table, each, viewer, at)
        )
        if possible:
            yield Group(name, possible)


def _of_table(live: Live, viewer: By) -> Iterator[ConsoleStep]:
    table = live.table
    if viewer.role is Role.DEALER and table.dealer != viewer.name:
        yield _relief(table, viewer)
    if live.policy.hands_change and table.is_open and not table.is_closed and table.round is None:
        by_house = table.settings.chores == "automatic"
        words = "Deal by hand from now on" if by_house else "Let the house deal"
        yield ConsoleStep(words, {"do": DEAL_BY, "hands": "dealer" if by_house else "house"})
    if table.is_open and not table.bets:
        yield ConsoleStep("Close the table", {"do": "close_table"}, cite=table.cite("bets_close"))


def _of_cards(table: Table, at: int) -> Iterator[ConsoleStep]:
    """What may be done with the cards and need not be."""
    if table.round is not None or not table.is_open or table.settings.chores == "automatic":
        return
    for due in cards.optional(table.shoe, table.people, at):
        step = usual(table, due, at)
        if step is not None:
            yield step


def _of_money(live: Live) -> Iterator[ConsoleStep]:
    if not live.books.is_counted:
        yield count("opening")
        return
    yield ConsoleStep("Fill: chips to the table", {"do": "fill"}, ("amount",), signed=True)
    yield ConsoleStep("Credit: chips to the cage", {"do": "credit"}, ("amount",), signed=True)
    if live.books.drop:
        yield ConsoleStep("Take the drop box", {"do": "take_drop"}, ("amount",), signed=True)
    if live.books.tips:
        yield ConsoleStep("Empty the dealers' tip box", {"do": "take_tips"}, ("amount",), signed=True)
    if live.table.round is None and not live.table.bets:
        yield count("closing")
