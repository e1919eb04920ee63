"""Moving what was written from SQLite's log into its file, beside whoever writes.

A commit lands in the log, which is moved into the file from time to time. Left to SQLite, the commit
that fills the log does that, and everybody waits for it; here a thread does it, a little at a time, and
that commit finds little left to do before the log is begun anew.

Nobody writes while a part is moved, and a log that was moved whole is left alone until somebody has
written again: SQLite before 3.51.3 may lose pages where a move begins just as a commit begins such a log
anew (its "WAL-reset bug").
"""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Final

import structlog

from cutcard.floor.store.database import Database
from cutcard.floor.store.errors import Unavailable

EACH_SECONDS: Final = 0.1
MOVE: Final = "PRAGMA wal_checkpoint(PASSIVE)"
"""Waits for no reader."""
log = structlog.get_logger("cutcard.floor")


class CheckpointThread:
    """The thread; none where the store is no file of SQLite."""

    def __init__(self, database: Database) -> None:
        """Of one store, in one process."""
        self._database = database
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin."""
        if self._database.is_file:
            self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """End; what is in the log stays there, and is as safe."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        try:
            with closing(self._opened()) as connection:
                self._move_on(connection)
        except sqlite3.Error as problem:
            log.error("log not moved", problem=str(problem))

    def _opened(self) -> sqlite3.Connection:
        """A connection of its own, to the file that is there: none is made."""
        file = Path(str(self._database.url.database)).absolute()
        return sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True, isolation_level=None)

    def _move_on(self, connection: sqlite3.Connection) -> None:
        seen, reported = -1, ""
        while not self._closing.wait(EACH_SECONDS):
            try:
                with self._database.alone():
                    seen, reported = move_log(connection, seen), ""
            except (sqlite3.Error, Unavailable) as problem:
                if reported != str(problem):
                    log.warning("log not moved", problem=str(problem))
                reported = str(problem)


def move_log(connection: sqlite3.Connection, seen: int) -> int:
    """Move the log if something was written since a state was seen; the state that is seen now."""
    if _state(connection) == seen:
        return seen
    connection.execute(MOVE).fetchone()
    return _state(connection)


def _state(connection: sqlite3.Connection) -> int:
    """A number that is another one after every commit of others, and after a move of one's own."""
    return int(connection.execute("PRAGMA data_version").fetchone()[0])
