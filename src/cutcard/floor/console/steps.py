"""Commands ready to be asked, and whether the table would take them now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from cutcard import shoe as cards
from cutcard.law import Refusal
from cutcard.shoe import By, Chore, Due
from cutcard.table import Table, step
from cutcard.table.script import command_json, parse_command
from cutcard.wording import chore_button

Plain = dict[str, Any]
NOT_SAID = ("by", "at", "order", "salt", "commitment")


@dataclass(frozen=True, slots=True)
class ConsoleStep:
    """A command ready to be asked, once what it needs is filled in."""

    label: str
    command: Plain
    needs: tuple[str, ...] = ()
    """Fields of the command that the dealer says: a card, an amount, a player."""
    signed: bool = False
    """Whether a second person signs it."""
    about: str = ""
    cite: str = ""


def usual(table: Table, due: Due, at: int) -> ConsoleStep | None:
    """A chore of the shoe as it is usually done; None where somebody must come first."""
    do = str(due.chore)
    label = chore_button(do)
    act = cards.automatic(table.shoe, table.people, due, at)
    if act is not None:
        said = {key: value for key, value in command_json(act).items() if key not in NOT_SAID}
        return ConsoleStep(label, said, cite=due.cite)
    if due.chore is Chore.SHUFFLE:
        return ConsoleStep(label, {"do": do}, cite=due.cite)
    if due.chore in (Chore.BURN, Chore.DRAW_DETERMINANT):
        side = {"side": due.side} if due.side else {}
        return ConsoleStep(label, {"do": do, **side}, ("card",), cite=due.cite)
    if due.chore is Chore.INSPECT_READER:
        return ConsoleStep(label, {"do": do}, cite=due.cite)
    return None


def refusal(table: Table, said: Plain, by: By, at: int) -> Refusal | None:
    """Why the table would not take a command now; None where it would."""
    command = parse_command({**said, "by": str(by)})
    found = step(table, replace(command, at=at))
    return found if isinstance(found, Refusal) else None
