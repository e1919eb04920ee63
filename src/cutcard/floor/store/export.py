"""A store as JSON lines: its events byte for byte, its answers, movements and accounts, its law data.

The first line names the format, the last one counts and digests what came before. Snapshots and the
rows of rounds are left out (they can be made again), and so are people and their sessions, whose
secrets stay in the store.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from sqlalchemy import Table, select

from cutcard.floor.store import schema
from cutcard.floor.store.database import Database

FORMAT = 1
CHUNK = 2_000
KINDS: Mapping[str, Table] = {
    "event": schema.events,
    "answer": schema.answers,
    "movement": schema.movements,
    "account": schema.accounts,
    "law": schema.laws,
}


def export_lines(database: Database) -> Iterator[str]:
    """The store as it is now, line by line, without line ends."""
    digest, counts = sha256(), dict.fromkeys(KINDS, 0)

    def counted(line: str) -> str:
        digest.update(line.encode() + b"\n")
        return line

    with database.reading() as unit:
        yield counted(_line({"cutcard": "store", "format": FORMAT}))
        for kind, table in KINDS.items():
            query = select(table).order_by(*table.primary_key.columns)
            for row in (row for rows in unit.chunks(query, CHUNK) for row in rows):
                counts[kind] += 1
                yield counted(_line({"kind": kind, **row._mapping}))
    yield _line({"kind": "end", **counts, "digest": digest.hexdigest()})


def _line(values: Mapping[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))
