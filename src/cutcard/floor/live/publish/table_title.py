"""A live table's title and summary."""

from __future__ import annotations

from cutcard.floor.ledger import own_meter
from cutcard.floor.live.state import Live
from cutcard.wording import Dealing, game_title, table_summary


def table_title(live: Live) -> str:
    """A table among others of the same game."""
    return f"{game_title(live.table.rules)} · {live.name}"


def live_table_summary(live: Live, *, on_felt: bool = False) -> str:
    """What makes a table different, in one line; on its own felt without what is inscribed there."""
    settings = live.table.settings
    dealing: Dealing = "by_hand" if settings.chores == "manual" else "automatic"
    return table_summary(
        live.table.rules,
        live.table.game,
        dealing=dealing if settings.virtual else "scanned",
        linked_meters={
            meter for meter, house in live.links.items() if house != own_meter(live.name, meter)
        },
        on_felt=on_felt,
    )
