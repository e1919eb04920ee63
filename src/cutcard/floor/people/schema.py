"""The tables of people: what is known of each, their sessions, and one-time links.

Each row has a digest of itself: a byte that was changed beside the program is found.
"""

from __future__ import annotations

from sqlalchemy import Column, Table, Text

from cutcard.floor.store import WHOLE, WORD, metadata

people = Table(
    "people",
    metadata,
    Column("name", WORD, primary_key=True),
    Column("role", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("password", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("last_step", WHOLE, nullable=False),
    Column("failures", WHOLE, nullable=False),
    Column("locked_until", WHOLE, nullable=False),
    Column("made_at", WHOLE, nullable=False),
    Column("row_digest", Text, nullable=False),
    sqlite_with_rowid=False,
    sqlite_strict=True,
)
sessions = Table(
    "sessions",
    metadata,
    Column("digest", WORD, primary_key=True),
    Column("person", WORD, nullable=False, index=True),
    Column("role", Text, nullable=False),
    Column("made_at", WHOLE, nullable=False),
    Column("seen_at", WHOLE, nullable=False),
    Column("proved_at", WHOLE, nullable=False),
    Column("row_digest", Text, nullable=False),
    sqlite_with_rowid=False,
    sqlite_strict=True,
)
links = Table(
    "links",
    metadata,
    Column("digest", WORD, primary_key=True),
    Column("person", WORD, nullable=False, index=True),
    Column("use", Text, nullable=False),
    Column("until", WHOLE, nullable=False),
    Column("used_at", WHOLE, nullable=False),
    Column("row_digest", Text, nullable=False),
    sqlite_with_rowid=False,
    sqlite_strict=True,
)
