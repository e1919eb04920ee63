"""What a report of an irregularity must say, and what it is refused for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cutcard.cards import Card
from cutcard.law import Code, Refused
from cutcard.rules import Hand
from cutcard.shoe import (
    Chore,
    is_empty,
)
from cutcard.table import commands, events
from cutcard.table.play.round_commands import due_before_card, next_card
from cutcard.table.round import (
    Box,
    Place,
    Round,
)
from cutcard.table.table import Table


def not_now(table: Table, command: commands.Report, why: str, cite: str = "") -> Refused:
    """The irregularity cannot be at this moment."""
    message = f"{command.what}: {why}"
    return Refused(Code.UNKNOWN_IRREGULARITY, message, cite or table.cite(command.what))


def off_the_shoe(table: Table, command: commands.Report) -> Card:
    """The card in question, which is the next one of the shoe."""
    if is_empty(table.shoe):
        raise not_now(table, command, "the shoe is empty")
    return next_card(table, command.cards[0] if command.cards else None)


def require_shoe(table: Table, command: commands.Report, cite: str = "") -> None:
    """Refuse what happens to the cards of a shoe while there are none in it."""
    if not table.shoe.side.pile.loaded:
        raise not_now(table, command, "no cards are in the shoe", cite)


def has_begun(table: Table, r: Round) -> bool:
    """Whether a card of the round is out, or nothing comes before the first."""
    return bool(r.dealer[0]) or not r.nothing_dealt or due_before_card(table) is None


def is_determinant_due(table: Table) -> bool:
    """Whether a double shoe's determinant card is the next one drawn."""
    due = due_before_card(table)
    return due is not None and due.chore is Chore.DRAW_DETERMINANT


def require_next_card(table: Table, command: commands.Report) -> None:
    """Before the first card a double shoe's determinant or a new dealer's burn is the one drawn next.

    What becomes of a card put down at the wrong place is the house's choice, with a burn to come too.
    """
    r, due = table.in_play(command.what), due_before_card(table)
    if due is None or r.dealer[0] or not r.nothing_dealt:
        return
    if due.chore is Chore.DRAW_DETERMINANT or (due.chore is Chore.BURN and not command.choice):
        what = "the one to burn" if due.chore is Chore.BURN else "the determinant card"
        raise not_now(table, command, f"a card drawn now is {what}", due.cite)


def noted(table: Table, command: commands.Report, *, hand: int = 0) -> events.IrregularityNoted:
    """Nothing changes but the record, and what is seen of a card."""
    several = bool(hand) and table.box(command.box).number_of_hands > 1
    where = (command.box, hand if several else 0)
    return events.IrregularityNoted(command.what, table.cite(command.what), str(command.by), *where)


FACE_UP: Final = "face_up"
"""The choice of who reports a ten that lay face up."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "hand_one_card": ("card", "dead"),
    "missed_card": ("card", "dead"),
    "misdelivered": ("next", "burn"),
    "irregular_double": ("void", "continue"),
    "ten_found": (FACE_UP,),
    "reader_failed": ("repaired",),
    "light_failed": ("repaired",),
}
"""An irregularity -> what its report may choose, or add."""


def must_choose(table: Table, command: commands.Report) -> Refused:
    """The player, or the floor, has to choose, or has chosen what is none; replaced is repaired."""
    allowed = CHOICES.get(command.what)
    listed = f"one of {', '.join(allowed)}" if allowed else "there is none"
    if allowed == ("repaired",):
        listed = "repaired, also where it was replaced"
    message = f"{command.what}: choice: {listed}"
    return Refused(Code.ACTION_NOT_PERMITTED, message, table.cite(command.what))


def hand_named(table: Table, box: Box, command: commands.Report) -> Hand:
    """The hand that the report names."""
    if not 1 <= command.hand <= box.number_of_hands:
        hands = box.number_of_hands
        raise not_now(table, command, f"hand: box {command.box} has 1 to {hands}, not {command.hand}")
    return box.hand(command.hand)


def as_rows(places: tuple[Place, ...]) -> tuple[tuple[int, int, str, str], ...]:
    """Places as an event lists them."""
    return tuple((each.box, each.hand, each.why, each.face) for each in places)
