"""What the cards need before a round, asked once for each state of the shoe."""

from __future__ import annotations

from cutcard import shoe as cards
from cutcard.shoe import Due
from cutcard.table.table import Table

_last: tuple[object, object, object, object, int, Due | None] = (None, None, None, None, 0, None)
"""The shoe and people asked last, and what was due: nothing else changes the answer."""


def due_now(table: Table, at: int) -> Due | None:
    """What must be done with the cards before a round may be dealt."""
    global _last
    shoe, seated, arrived, playing, when, due = _last
    if (
        shoe is not table.shoe
        or seated is not table.seated
        or arrived is not table.arrived
        or playing is not table.playing
        or when != at
    ):
        due = cards.due(table.shoe, table.people, at)
        _last = (table.shoe, table.seated, table.arrived, table.playing, at, due)
    return due
