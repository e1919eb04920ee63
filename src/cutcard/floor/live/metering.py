# ruff: noqa: D102, ARG002, ARG004
"""The meters of a table within one command."""

from __future__ import annotations

from collections.abc import Mapping

from cutcard.floor.ledger import Movement
from cutcard.floor.live.state import Live
from cutcard.floor.store import Head, Writing
from cutcard.table import Table, commands
from cutcard.table.awaits import Awaits


class Metering:
    """A table without meters."""

    def __init__(self, live: Live, unit: Writing, heads: Mapping[str, Head]) -> None: ...
    @staticmethod
    def streams(live: Live) -> list[str]:
        return []

    def mark(self) -> object:
        return None

    def back(self, mark: object) -> None: ...
    def moved_elsewhere(self, table: Table) -> list[commands.ShowMeter]:
        return []

    def contributions(self, live: Live) -> list[commands.ShowMeter]:
        return []

    def after(self, live: Live, event: object, before: Table) -> list[Movement]:
        return []

    def hold(self, live: Live, awaited: Awaits) -> None: ...
    def must_hit(self, table: Table, device: str) -> bool:
        return False

    def store(self, by: str, key: str, now: int) -> None: ...
