"""The tables. Others who keep tables in the same store register them on this `metadata`.

A table here needs its migration too (`migrations/versions`, numbered); a test holds the two together.
"""

from __future__ import annotations

from typing import get_type_hints

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, Table, Text, text
from sqlalchemy.dialects.postgresql import TEXT
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

from cutcard.floor.store.records import WALLETS, RoundRow

metadata = MetaData()

WORD = Text().with_variant(TEXT(collation="C"), "postgresql")
"""A text that is compared byte by byte, as identifiers are."""
WHOLE = BigInteger().with_variant(Integer(), "sqlite")
"""A whole number of 64 bits."""


def _table(name: str, *columns: SchemaItem, with_rowid: bool = False) -> Table:
    return Table(name, metadata, *columns, sqlite_with_rowid=with_rowid, sqlite_strict=True)


def _key(name: str, kind: TypeEngine[str] | TypeEngine[int] = WORD) -> Column[str | int]:
    return Column(name, kind, primary_key=True, autoincrement=False)


def _whole(*names: str, default: str | None = None) -> list[SchemaItem]:
    return [Column(name, WHOLE, nullable=False, server_default=default) for name in names]


def _text(*names: str) -> list[SchemaItem]:
    return [Column(name, Text, nullable=False) for name in names]


streams = _table(
    "streams",
    _key("id"),
    *_whole("version"),
    *_text("digest"),
    *_whole("answers", "answered", default="0"),
    Column("seal", Text, nullable=False, server_default=""),
)
events = _table(
    "events",
    _key("stream"),
    _key("version", WHOLE),
    *_whole("at"),
    *_text("by", "key", "line", "digest"),
)
answers = _table(
    "answers",
    _key("stream"),
    _key("key"),
    *_text("fingerprint"),
    *_whole("version"),
    *_text("body", "digest"),
)


def of_wallets(side: str) -> str:
    """The condition that an account is somebody's own: that of an index, to the letter."""
    return f"{side} >= '{WALLETS}' AND {side} < '{WALLETS[:-1]};'"


def _of_wallets(side: str) -> Index:
    where = text(of_wallets(side))
    return Index(f"ix_movements_{side}", side, sqlite_where=where, postgresql_where=where)


movements = _table(
    "movements",
    _key("id"),
    *(Column(name, WORD, nullable=False) for name in ("debit", "credit")),
    *_whole("cents"),
    *_text("why", "cite", "digest"),
    _of_wallets("debit"),
    _of_wallets("credit"),
)
rounds = _table(
    "rounds",
    _key("stream"),
    _key("number", WHOLE),
    *(
        Column(name, WHOLE if kind is int else Text, nullable=False)
        for name, kind in get_type_hints(RoundRow).items()
        if name not in ("stream", "number")
    ),
    *_text("digest"),
    Index("ix_rounds_ended", "ended", "stream", "number"),
)
accounts = _table("accounts", _key("id"), *_whole("cents"))
snapshots = _table(
    "snapshots",
    _key("stream"),
    _key("version", WHOLE),
    *_text("digest", "body", "seal"),
    with_rowid=True,
)
laws = _table(
    "laws",
    _key("law"),
    *_text("name", "data", "packed"),
    *_whole("at"),
    *_text("digest"),
    with_rowid=True,
)
TABLES = (streams, events, answers, movements, rounds, accounts, snapshots, laws)
"""Those of this room."""
