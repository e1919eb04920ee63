"""What the floor may do at a table now, as forms; the table has the last word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from cutcard.floor.live import Live
from cutcard.law import Document, shelf
from cutcard.money import dollars
from cutcard.shoe import FLOOR, Chore, Due, due, optional
from cutcard.table import CASES
from cutcard.wording import chore_button, chore_title, command_label, irregularity_label

Kind = Literal["amount", "text", "choice", "whole", "check", "fixed"]
BARRED: Final = "barred"
SIGN: Final = "Request a signature"


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form."""

    name: str
    label: str
    kind: Kind = "text"
    value: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    """Values and what they are called."""
    needed: bool = True


@dataclass(frozen=True, slots=True)
class ActForm:
    """Something to ask of the table."""

    do: str
    title: str
    says: str
    """What its button says."""
    fields: tuple[Field, ...] = ()
    why: str = ""
    cite: str = ""
    signed: bool = False
    """Whether a second person signs it."""
    group: str = field(default="table", compare=False)


def forms(live: Live, now: int, inventory: int, dealers: Sequence[str]) -> list[ActForm]:
    """Every form that a floorperson needs at a table as it stands."""
    return [
        *(*_counts(live, inventory), *_crew(live, dealers), *_boxes(live)),
        *(*_law(live), *_chores(live, now)),
    ]


def _amount(value: int | None = None) -> Field:
    return Field("amount", "Dollars", "amount", "" if value is None else dollars(value))


def _count(kind: str, inventory: int, why: str) -> ActForm:
    fixed = Field("kind", "", "fixed", kind)
    title = f"{kind.capitalize()} count"
    return ActForm("count", title, SIGN, (fixed, _amount(inventory)), why, signed=True)


def _counts(live: Live, inventory: int) -> Iterator[ActForm]:
    table, books = live.table, live.books
    if table.is_closed:
        if books.is_counted:
            yield _count("closing", inventory, "A difference from the books is booked as over or short.")
        return
    if not books.is_counted:
        yield _count(
            "opening", inventory, "The chips in the tray before the first round; two people sign it."
        )
    elif not table.is_open:
        yield ActForm(
            "open_table",
            "Open the table",
            "Open",
            why="It has been counted; once open, players may sit down.",
        )
    if not table.is_open or not books.is_counted:
        return
    signs = f"{table.dealer or 'the dealer at the table'} signs it too"
    yield ActForm("fill", "Fill", SIGN, (_amount(),), f"Chips in; {signs}.", signed=True)
    yield ActForm("credit", "Credit", SIGN, (_amount(),), f"Chips out; {signs}.", signed=True)


def _crew(live: Live, dealers: Sequence[str]) -> Iterator[ActForm]:
    table = live.table
    if not table.is_open or table.is_closed:
        return
    others = tuple((each, each) for each in dealers if each != table.dealer)
    if others:
        chosen = Field("dealer", "Who takes over", "choice", others[0][0], others)
        yield ActForm("change_dealer", "Change of dealer", "Change", (chosen,))
    if live.table.rules.options.get("mid_shoe_entry") == BARRED and table.arrived:
        players = tuple((each, each) for each in table.arrived)
        who = Field("player", "Player", "choice", players[0][0], players)
        why = "Lets a player who sat out bet again before the next shuffle."
        yield ActForm("permit_entry", "Permit entry", "Permit", (who,), why)
    why = (
        "Bets on the layout are returned, the cards leave the table and their order is revealed. "
        "A closed table does not open again."
    )
    if table.round is not None:
        why = "The round in play is finished first. " + why
    yield ActForm("close_table", "Close the table", "Close it", why=why, cite=table.cite("bets_close"))


def _boxes(live: Live) -> Iterator[ActForm]:
    books = live.books
    if books.drop:
        why = f"According to the books it holds ${dollars(books.drop)}."
        yield ActForm("take_drop", "Take the drop box", SIGN, (_amount(),), why, signed=True)
    if books.tips:
        tips = (_amount(books.tips),)
        yield ActForm("take_tips", "Empty the dealers' tip box", SIGN, tips, signed=True)


def _law(live: Live) -> Iterator[ActForm]:
    """The move to another version, where another one of the document is installed."""
    law = live.table.rules.document
    others = [each for each in shelf().versions(law.id) if each.digest != law.digest]
    if live.table.is_closed or not others:
        return
    choices = tuple((each.name, _version(each)) for each in reversed(others))
    to = Field("to", "Version", "choice", choices[0][0], choices)
    why = (
        f"The table plays by {_version(law)} until a supervisor signs this, between two rounds. "
        "What was chosen for the table stays; if the other version does not permit it, nothing changes."
    )
    yield ActForm("change_law", command_label("change_law"), SIGN, (to,), why, signed=True)


def _version(law: Document) -> str:
    """A version as people know it; other data of one version differ by their digest."""
    return f"{law.title}, version {law.version} ({law.digest[:8]})"


def _chores(live: Live, now: int) -> Iterator[ActForm]:
    table, at = live.table, live.seconds(now)
    if not table.is_open or table.is_closed:
        return
    wanted = due(table.shoe, table.people, at)
    listed = [*([wanted] if wanted else []), *optional(table.shoe, table.people, at)]
    for each in listed:
        if each.roles & FLOOR:
            yield _chore(each)


def _chore(each: Due) -> ActForm:
    fields: tuple[Field, ...] = ()
    if each.chore is Chore.INSPECT_READER:
        fields = (Field("works", "The reader is in order", "check", "true"),)
    elif each.batch:
        fields = (Field("batch", "", "fixed", str(each.batch)),)
    title, says = chore_title(each.chore), chore_button(each.chore)
    return ActForm(str(each.chore), title, says, fields, cite=each.cite, group="cards")


def irregularities(live: Live) -> tuple[tuple[str, str, str], ...]:
    """What of the document's irregularities may be reported: name, in words, provision."""
    table = live.table
    return tuple(
        (name, irregularity_label(name), table.cite(name)) for name in CASES if table.effect(name)
    )
