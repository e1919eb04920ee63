"""What is due at a table, and what will be: counts, the reader's inspection, new cards, chores.

The provisions are those of the table's document; the counts and boxes are the house's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from cutcard.floor.live import Live
from cutcard.money import dollars
from cutcard.shoe import Role
from cutcard.table import AwaitsChore, AwaitsDevice, awaits
from cutcard.wording import chore_title, settlement_title, wager_name

HOUR: Final = 3600
SETTLE: Final = "settle"
CONFIRM: Final = "confirm_payout"
"""The chore whose moment is a box and its wager."""
Due = Literal["now", "later", "done"]


@dataclass(frozen=True, slots=True)
class Procedure:
    """Something that must be done at a table: what, when, by whom, and which provision says so."""

    what: str
    due: Due
    description: str
    cite: str = ""
    seconds: int | None = None
    """In how many seconds it will be due, where that is known."""
    by: tuple[str, ...] = ()


def procedures(live: Live, now: int) -> list[Procedure]:
    """Everything that is due at a table, the most pressing first; `now` is in milliseconds."""
    due = [*_counts(live), *_awaited(live, now), *_reader(live), *_cards(live, now)]
    order = {"now": 0, "later": 1, "done": 2}
    return sorted(due, key=lambda each: order[each.due])


def _counts(live: Live) -> Iterator[Procedure]:
    books, table = live.books, live.table
    if table.is_closed:
        if books.is_counted:
            yield Procedure("closing_count", "now", "Closing count, signed by two")
        if books.drop:
            yield Procedure("take_drop", "now", f"Take the drop box: ${dollars(books.drop)}")
        if books.tips:
            yield Procedure("take_tips", "now", f"Empty the dealers' tip box: ${dollars(books.tips)}")
    elif not books.is_counted:
        yield Procedure("opening_count", "now", "Opening count, signed by two")


def _awaited(live: Live, now: int) -> Iterator[Procedure]:
    match awaits(live.table, live.seconds(now)):
        case AwaitsChore(chore, roles, cite, moment) if chore != "inspect_reader":
            by = tuple(sorted(str(role) for role in roles if role is not Role.DEVICE))
            yield Procedure(chore, "now", _chore_text(chore, moment), cite, by=by)
        case AwaitsDevice(device, message, cite):
            yield Procedure(device, "now", message, cite)


def _chore_text(chore: str, moment: str) -> str:
    if chore == SETTLE:
        return settlement_title(moment)
    if chore == CONFIRM:
        box, _, wager = moment.partition(" ")
        return f"{chore_title(chore)}: box {box}, {wager_name(wager)}"
    return chore_title(chore)


def _reader(live: Live) -> Iterator[Procedure]:
    shoe = live.table.shoe
    if shoe.law.reader_inspection == "none":
        return
    cite = shoe.law.cite("reader_inspection")
    if shoe.desk.reader == "works":
        yield Procedure("inspect_reader", "done", "Card reader inspected for this gaming day", cite)
    elif shoe.desk.reader == "fails":
        broken = shoe.law.cite("reader_malfunction")
        yield Procedure("inspect_reader", "now", "Card reader out of order: inspect it again", broken)
    elif live.table.is_open:
        yield Procedure("inspect_reader", "now", "Inspect the card reader", cite)
    else:
        yield Procedure(
            "inspect_reader", "later", "Inspect the card reader before the first round", cite
        )


def _cards(live: Live, now: int) -> Iterator[Procedure]:
    shoe, at = live.table.shoe, live.seconds(now)
    limit = shoe.law.card_age_hours * HOUR
    received = [each.received_at for each in shoe.desk.batches if each.done]
    if not limit or not received or shoe.desk.endless:
        return
    left = min(received) + limit - at
    cite = shoe.law.cite("card_age_hours")
    if left <= 0:
        yield Procedure("receive_cards", "now", "Change the cards: they are too old", cite, seconds=0)
    else:
        yield Procedure("receive_cards", "later", f"Card change in {_long(left)}", cite, seconds=left)


def _long(seconds: int) -> str:
    hours, minutes = seconds // HOUR, seconds % HOUR // 60
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"
