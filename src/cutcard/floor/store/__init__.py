"""The store: events that are only ever added, each covering the one before it by its digest.

`Database` opens SQLite or PostgreSQL; a unit of `writing` is kept whole or not at all, and is
durable when it is over. Answers, movements, accounts and snapshots are kept in the same unit.
"""

from cutcard.floor.store.database import Database
from cutcard.floor.store.errors import Broken, Conflict, Exists, StoreError, Unavailable
from cutcard.floor.store.read_unit import Reading
from cutcard.floor.store.records import Answered, Head, Kept, Moved, New, Stored
from cutcard.floor.store.verification import Verified
from cutcard.floor.store.write_unit import Writing

__all__ = [
    "Answered",
    "Broken",
    "Conflict",
    "Database",
    "Exists",
    "Head",
    "Kept",
    "Moved",
    "New",
    "Reading",
    "StoreError",
    "Stored",
    "Unavailable",
    "Verified",
    "Writing",
]
