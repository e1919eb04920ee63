"""Where the cover card comes out: on whose cards it lies is whose cut it is."""

from __future__ import annotations

from collections.abc import Iterator

from cutcard.shoe import NO_COVER, cover_is_next, events as shoe_events
from cutcard.table.play.round_commands import due_before_card, has_card_out
from cutcard.table.round import DEALER, AwaitsCard
from cutcard.table.round_steps import awaits_in
from cutcard.table.table import Table


def cover_first(table: Table, box: int) -> Iterator[shoe_events.CoverSeen]:
    """The cover card before the card, where it comes out first."""
    if cover_is_next(table.shoe):
        yield shoe_events.CoverSeen(box, side_in_use(table))


def side_in_use(table: Table) -> str:
    """The side of the shoe that is dealt from."""
    return table.shoe.side.pile.name


def lies_on(table: Table, told: int) -> int | None:
    """On whose cards a cover card that was scanned lies; None where it cannot.

    A card that is awaited says so: the cover card lies before it. Otherwise a box of the round may be
    named. One that came out before in this shoe comes out no more.
    """
    awaited = None if table.round is None else awaits_in(table.round)
    boxes = () if table.round is None else (each.bet.box for each in table.round.boxes)
    on, possible = told, {DEALER, *boxes}
    if isinstance(awaited, AwaitsCard) and not has_card_out(table) and due_before_card(table) is None:
        on = told or awaited.place.box
        possible = {awaited.place.box}
    return on if on in possible and table.shoe.side.pile.cover_on == NO_COVER else None
