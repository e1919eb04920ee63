"""Moving what was written from SQLite's log into its file, beside whoever writes.

A commit lands in the log, which is moved into the file from time to time. Left to SQLite, the commit
that fills the log does that, and everybody waits for it; here a thread does it, a little at a time, and
that commit finds little left to do before the log is begun anew.
"""

from __future__ import annotations

import sqlite3
import threading
from typing import Final

import structlog

from cutcard.floor.store.database import Database

EACH_SECONDS: Final = 0.25
MOVE: Final = "PRAGMA wal_checkpoint(PASSIVE)"
"""Waits for nobody, and nobody waits for it."""
log = structlog.get_logger("cutcard.floor")


class Tidying:
    """The thread; none where the store is no file of SQLite."""

    def __init__(self, database: Database) -> None:
        """Of one store, in one process."""
        self._database = database
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin."""
        if self._database.is_file:
            self._thread = threading.Thread(target=self._run, name="tidying", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """End; what is in the log stays there, and is as safe."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        connection = sqlite3.connect(str(self._database.url.database), isolation_level=None)
        try:
            while not self._closing.wait(EACH_SECONDS):
                try:
                    connection.execute(MOVE).fetchone()
                except sqlite3.Error as problem:
                    log.warning("log not moved", problem=str(problem))
        finally:
            connection.close()
