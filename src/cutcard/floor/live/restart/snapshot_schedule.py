"""Keeping snapshots of tables and meters that have come far, so that a start folds only the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

import structlog

from cutcard.floor.live.restart import snapshots
from cutcard.floor.live.state import Live
from cutcard.floor.live.table_meters import METER_STREAM as METER
from cutcard.floor.live.writer import TableMove
from cutcard.floor.meters import Meter
from cutcard.floor.store import Database, StoreError

SNAPSHOT_EVERY: Final = 2_000
"""Events after which a state is kept."""
LATE: Final = 3
"""So many times that many events may come before commands wait for it."""
log = structlog.get_logger("cutcard.floor")


class Keeping:
    """Which version of each stream has a snapshot."""

    def __init__(self, database: Database, waiting: Callable[[], int]) -> None:
        """`waiting`: how many commands wait at the moment."""
        self.kept: dict[str, int] = {}
        self._database = database
        self._waiting = waiting

    def after(self, moved: Mapping[str, TableMove], meters: Mapping[str, Meter]) -> None:
        """Keep what has come far since it was kept, one at a time, when nobody waits for it."""
        late = LATE if self._waiting() else 1
        for each in moved.values():
            live = each.live
            if self._is_far(live.stream, live.version, late) and live.table.round is None:
                self.keep(live)
                return
        for meter in meters.values():
            if self._is_far(METER + meter.name, meter.version, late):
                self.keep(meter)
                return

    def keep_all(self, lives: Iterable[Live], meters: Iterable[Meter]) -> None:
        """Keep every table as it is, and the meters that have come far."""
        for live in lives:
            if live.version != self.kept.get(live.stream):
                self.keep(live)
        for meter in meters:
            if self._is_far(METER + meter.name, meter.version):
                self.keep(meter)

    def keep(self, state: Live | Meter) -> None:
        """Keep a state; no harm without it."""
        stream = state.stream if isinstance(state, Live) else METER + state.name
        body = snapshots.write_snapshot(state, state.table if isinstance(state, Live) else None)
        try:
            with self._database.writing() as unit:
                head = unit.heads([stream])[stream]
                if head.version == state.version:
                    unit.keep(stream, head.version, head.digest, body)
                    self.kept[stream] = state.version
        except StoreError as problem:
            log.warning("snapshot not kept", stream=stream, problem=str(problem))

    def _is_far(self, stream: str, version: int, late: int = 1) -> bool:
        return version - self.kept.get(stream, 0) >= SNAPSHOT_EVERY * late
