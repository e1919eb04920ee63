"""The store: events that are only ever added, each covering the one before it by its digest.

`Database` opens SQLite or PostgreSQL; a unit of `writing` is kept whole or not at all, and is
durable when it is over. Answers, movements, accounts and snapshots are kept in the same unit.
"""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__, extra="house")
