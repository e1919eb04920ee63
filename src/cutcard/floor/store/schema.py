"""The tables. Others who keep tables in the same store register them on this `metadata`.

A table here needs its migration too (`migrations/versions`, numbered); a test holds the two together.
"""

from __future__ import annotations

from typing import get_type_hints

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, Table, Text
from sqlalchemy.dialects.postgresql import TEXT

from cutcard.floor.store.records import RoundRow

metadata = MetaData()

WORD = Text().with_variant(TEXT(collation="C"), "postgresql")
"""A text that is compared byte by byte, as identifiers are."""
WHOLE = BigInteger().with_variant(Integer(), "sqlite")
"""A whole number of 64 bits."""

streams = Table(
    "streams",
    metadata,
    Column("id", WORD, primary_key=True),
    Column("version", WHOLE, nullable=False),
    Column("digest", Text, nullable=False),
    Column("answers", WHOLE, nullable=False, server_default="0"),
    Column("answered", WHOLE, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
    sqlite_strict=True,
)
events = Table(
    "events",
    metadata,
    Column("stream", WORD, primary_key=True),
    Column("version", WHOLE, primary_key=True, autoincrement=False),
    Column("at", WHOLE, nullable=False),
    Column("by", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("line", Text, nullable=False),
    Column("digest", Text, nullable=False),
    sqlite_with_rowid=False,
    sqlite_strict=True,
)
answers = Table(
    "answers",
    metadata,
    Column("stream", WORD, primary_key=True),
    Column("key", WORD, primary_key=True),
    Column("fingerprint", Text, nullable=False),
    Column("version", WHOLE, nullable=False),
    Column("body", Text, nullable=False),
    Column("digest", Text, nullable=False),
    sqlite_with_rowid=False,
    sqlite_strict=True,
)
movements = Table(
    "movements",
    metadata,
    Column("id", WORD, primary_key=True),
    Column("debit", WORD, nullable=False),
    Column("credit", WORD, nullable=False),
    Column("cents", WHOLE, nullable=False),
    Column("why", Text, nullable=False),
    Column("cite", Text, nullable=False),
    Column("digest", Text, nullable=False),
    sqlite_with_rowid=False,
    sqlite_strict=True,
)
rounds = Table(
    "rounds",
    metadata,
    Column("stream", WORD, primary_key=True),
    Column("number", WHOLE, primary_key=True, autoincrement=False),
    *(
        Column(name, WHOLE if kind is int else Text, nullable=False)
        for name, kind in get_type_hints(RoundRow).items()
        if name not in ("stream", "number")
    ),
    Column("digest", Text, nullable=False),
    Index("ix_rounds_ended", "ended", "stream", "number"),
    sqlite_with_rowid=False,
    sqlite_strict=True,
)
accounts = Table(
    "accounts",
    metadata,
    Column("id", WORD, primary_key=True),
    Column("cents", WHOLE, nullable=False),
    sqlite_with_rowid=False,
    sqlite_strict=True,
)
snapshots = Table(
    "snapshots",
    metadata,
    Column("stream", WORD, primary_key=True),
    Column("version", WHOLE, primary_key=True, autoincrement=False),
    Column("digest", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("seal", Text, nullable=False),
    sqlite_strict=True,
)
