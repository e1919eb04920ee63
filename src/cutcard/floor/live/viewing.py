"""What one person may see of a live table, and the update that everybody gets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic_core import to_json

from cutcard.floor.live.state import Live
from cutcard.money import dollars
from cutcard.shoe import By, Role
from cutcard.table import awaits, view
from cutcard.table.bets import main_wagers
from cutcard.table.view import awaits_view, round_view

Plain = dict[str, Any]
ANYBODY = By(Role.PLAYER, "")
"""Somebody who holds no hand."""


def live_view(live: Live, viewer: By, now: int) -> Plain:
    """A table as one viewer sees it, with the chips that concern them."""
    told = dict(view(live.table, viewer, live.seconds(now)))
    chips = live.books.players()
    if viewer.role is Role.PLAYER:
        chips = {name: held for name, held in chips.items() if name == viewer.name}
    return {
        **told,
        "table": live.name,
        "version": live.version,
        "last_round": None if live.ended is None else round_view(live.table, live.ended, viewer),
        "boxes": live.table.game.boxes,
        "limits": _limits(live),
        "main_wagers": list(main_wagers(live.table.game)),
        "side_wagers": _side_wagers(live),
        "chips": {name: dollars(held) for name, held in chips.items()},
    }


def _limits(live: Live) -> dict[str, str | None]:
    """The least and the most that a main wager may be, where the house says so."""
    game = live.table.game
    least, most = game.minimum_wager, game.maximum_wager
    return {
        "minimum": None if least is None else dollars(least),
        "maximum": None if most is None else dollars(most),
    }


def _side_wagers(live: Live) -> list[str]:
    offers = live.table.rules.offers
    first = {*main_wagers(live.table.game), "insurance"}
    return [name for name, offer in offers.items() if offer.law.takes_stake and name not in first]


def update_data(live: Live, told: Sequence[Plain], *, gap: bool = False) -> bytes:
    """What happened and what is awaited now, in JSON that everybody may see."""
    awaited = awaits(live.table, live.seconds(live.at))
    update: Plain = {
        "table": live.name,
        "version": live.version,
        "round": live.table.rounds,
        "awaits": awaits_view(live.table, awaited, ANYBODY),
        "happened": list(told),
    }
    if gap:
        update["gap"] = True
    return to_json(update)
