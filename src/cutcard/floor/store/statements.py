"""The statements of the hot path, one round trip each, however many rows.

SQLite is given rows one after the other by its own loop; PostgreSQL takes whole columns at once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, CursorResult, TextClause, text

Row = Mapping[str, str | int]
Found = CursorResult[*tuple[Any, ...]]

_COLUMNS = {
    "streams": ("id", "version", "digest"),
    "events": ("stream", "version", "at", "by", "key", "line", "digest"),
    "answers": ("stream", "key", "fingerprint", "version", "body", "digest"),
    "movements": ("id", "debit", "credit", "cents", "why", "cite", "digest"),
    "accounts": ("id", "cents"),
    "snapshots": ("stream", "version", "digest", "body", "seal"),
}
_WHOLE = {"version", "at", "cents"}
_AFTER = {
    "accounts": " ON CONFLICT (id) DO UPDATE SET cents = accounts.cents + excluded.cents",
    "snapshots": " ON CONFLICT (stream, version) DO NOTHING",
}


def _columns(table: str) -> str:
    return ", ".join(f'"{each}"' for each in _COLUMNS[table])


def _arrays(table: str) -> str:
    return ", ".join(
        f"CAST(:{each} AS {'bigint' if each in _WHOLE else 'text'}[])" for each in _COLUMNS[table]
    )


def _marks(table: str) -> str:
    return ", ".join(f":{each}" for each in _COLUMNS[table])


class Statements:
    """What differs between the two databases, for one of them."""

    def __init__(self, dialect: str) -> None:
        self.in_arrays = dialect == "postgresql"
        source = "SELECT * FROM unnest({})" if self.in_arrays else "VALUES ({})"
        values = _arrays if self.in_arrays else _marks
        self._inserts = {
            table: text(
                f"INSERT INTO {table} ({_columns(table)}) {source.format(values(table))}"
                + _AFTER.get(table, "")
            )
            for table in _COLUMNS
        }
        if self.in_arrays:
            self._advance, self._heads, self._answers = self._postgresql()
        else:
            self._advance, self._heads, self._answers = self._sqlite()
        self._locked = text(self._heads.text + (" FOR UPDATE" if self.in_arrays else ""))

    @staticmethod
    def _postgresql() -> tuple[TextClause, TextClause, TextClause]:
        return (
            text(
                "UPDATE streams SET version = w.version, digest = w.digest"
                f" FROM unnest({_arrays('streams')}) AS w(id, version, digest) WHERE streams.id = w.id"
            ),
            text(
                "SELECT id, version, digest FROM streams"
                " WHERE id = ANY(CAST(:ids AS text[])) ORDER BY id"
            ),
            text(
                "SELECT a.stream, a.key, a.fingerprint, a.version, a.body"
                " FROM unnest(CAST(:streams AS text[]), CAST(:keys AS text[])) AS w(stream, key)"
                " JOIN answers AS a ON a.stream = w.stream AND a.key = w.key"
            ),
        )

    @staticmethod
    def _sqlite() -> tuple[TextClause, TextClause, TextClause]:
        return (
            text("UPDATE streams SET version = :version, digest = :digest WHERE id = :id"),
            text(
                "SELECT id, version, digest FROM streams"
                " WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY id"
            ),
            text(
                "SELECT a.stream, a.key, a.fingerprint, a.version, a.body FROM json_each(:pairs) AS w"
                " CROSS JOIN answers AS a ON a.stream = json_extract(w.value, '$[0]')"
                " AND a.key = json_extract(w.value, '$[1]')"
            ),
        )

    def insert(self, connection: Connection, table: str, rows: Sequence[Row]) -> None:
        """All these rows; an account's cents are added to what it holds."""
        self._many(connection, self._inserts[table], _COLUMNS[table], rows)

    def advance(self, connection: Connection, rows: Sequence[Row]) -> None:
        """These streams end here now."""
        self._many(connection, self._advance, _COLUMNS["streams"], rows)

    def heads(self, connection: Connection, ids: Sequence[str], *, lock: bool) -> Found:
        """The ends of these streams, in the order of their names; locked in that order where asked."""
        given = list(ids) if self.in_arrays else json.dumps(list(ids))
        return connection.execute(self._locked if lock else self._heads, {"ids": given})

    def answers(self, connection: Connection, pairs: Sequence[tuple[str, str]]) -> Found:
        """The answers to these keys of these streams, as far as they were given."""
        if self.in_arrays:
            given: dict[str, Any] = {"streams": [a for a, _ in pairs], "keys": [b for _, b in pairs]}
        else:
            given = {"pairs": json.dumps(list(pairs))}
        return connection.execute(self._answers, given)

    def _many(
        self, connection: Connection, statement: TextClause, columns: Sequence[str], rows: Sequence[Row]
    ) -> None:
        if not rows:
            return
        if self.in_arrays:
            connection.execute(statement, {each: [row[each] for row in rows] for each in columns})
        else:
            connection.execute(statement, list(rows))
