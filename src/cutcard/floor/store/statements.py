"""The statements of the hot path: few round trips, however many rows.

SQLite is given rows one after the other by its own loop. PostgreSQL gets all that a unit wrote in one
statement, each table's rows as one JSON text, which it reads faster than its driver writes arrays.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, CursorResult

from cutcard.floor.store import schema
from cutcard.floor.store.records import SHARES

Row = tuple[str | int | None, ...]
Rows = Sequence[Row]
ResultRows = CursorResult[*tuple[Any, ...]]

ENDS = "ends"
_ENDS = schema.streams.columns.keys()
COLUMNS = {table.name: table.columns.keys() for table in schema.TABLES}
COLUMNS["streams"] = ["id", "version", "digest", "seal"]
_WHOLE = {
    column.name for table in schema.TABLES for column in table.columns if column.type is schema.WHOLE
}
_GROWN = (
    "UPDATE streams SET version = coalesce({version}, streams.version),"
    " digest = coalesce({digest}, streams.digest), answers = streams.answers + {answers},"
    f" answered = (streams.answered + {{answered}}) % {SHARES}, seal = {{seal}}"
)
_AFTER = {
    "accounts": " ON CONFLICT (id) DO UPDATE SET cents = accounts.cents + excluded.cents",
    "snapshots": " ON CONFLICT (stream, version) DO NOTHING",
    "laws": " ON CONFLICT (law) DO NOTHING",
}


class Statements:
    """What differs between the two databases, for one of them."""

    def __init__(self, dialect: str) -> None:
        self.is_postgresql = dialect == "postgresql"
        of = _postgresql if self.is_postgresql else _sqlite
        self._writes = {table: of(table) for table in (*COLUMNS, ENDS)}
        self._together: dict[tuple[str, ...], str] = {}

    def write(self, connection: Connection, written: Mapping[str, Rows]) -> None:
        """These rows into these tables; an account's cents are added to what it holds.

        Under `ends` are the streams that end elsewhere now, or have more answers: how many, their sum.
        """
        tables = tuple(table for table, rows in written.items() if rows)
        if not tables:
            return
        if not self.is_postgresql:
            for table in tables:
                connection.exec_driver_sql(self._writes[table], list(written[table]))
            return
        if tables not in self._together:
            *before, last = (self._writes[table] for table in tables)
            named = ", ".join(f"w{n} AS ({each})" for n, each in enumerate(before))
            self._together[tables] = f"WITH {named} {last}" if before else last
        texts = tuple(json.dumps(written[table], ensure_ascii=False) for table in tables)
        connection.exec_driver_sql(self._together[tables], texts)

    def heads(self, connection: Connection, ids: Sequence[str], *, lock: bool) -> ResultRows:
        """The ends of these streams, in the order of their names; locked in that order where asked."""
        wanted = "SELECT id, version, digest, answers, answered, seal FROM streams WHERE id "
        if self.is_postgresql:
            wanted += "= ANY(%s::text[]) ORDER BY id" + (" FOR UPDATE" if lock else "")
            return connection.exec_driver_sql(wanted, (list(ids),))
        wanted += "IN (SELECT value FROM json_each(?)) ORDER BY id"
        return connection.exec_driver_sql(wanted, (json.dumps(ids),))

    def answers(self, connection: Connection, pairs: Sequence[tuple[str, str]]) -> ResultRows:
        """The answers to these keys of these streams, as far as they were given."""
        wanted = "SELECT a.stream, a.key, a.fingerprint, a.version, a.body FROM "
        if self.is_postgresql:
            wanted += "unnest(%s::text[], %s::text[]) AS w(stream, key) JOIN answers AS a"
            wanted += " ON a.stream = w.stream AND a.key = w.key"
            return connection.exec_driver_sql(wanted, ([a for a, _ in pairs], [b for _, b in pairs]))
        wanted += "json_each(?) AS w CROSS JOIN answers AS a ON a.stream = json_extract(w.value, '$[0]')"
        wanted += " AND a.key = json_extract(w.value, '$[1]')"
        return connection.exec_driver_sql(wanted, (json.dumps(pairs),))


def _names(table: str) -> str:
    return ", ".join(f'"{each}"' for each in COLUMNS[table])


def _sqlite(table: str) -> str:
    if table == ENDS:
        values = {name: f"?{n}" for n, name in enumerate(_ENDS, 1)}
        return f"{_GROWN.format(**values)} WHERE id = {values['id']}"
    marks = ", ".join("?" for _ in COLUMNS[table])
    return f"INSERT INTO {table} ({_names(table)}) VALUES ({marks}){_AFTER.get(table, '')}"


def _postgresql(table: str) -> str:
    columns = _ENDS if table == ENDS else COLUMNS[table]
    values = ", ".join(
        f"(r->>{n}){'::bigint' if each in _WHOLE else ''}" for n, each in enumerate(columns)
    )
    named = ", ".join(f'"{each}"' for each in columns)
    rows = f"SELECT {values} FROM json_array_elements(%s::json) AS r"
    if table == ENDS:
        grown = _GROWN.format(**{name: f"w.{name}" for name in _ENDS})
        grown = grown.replace("%", "%%")
        return f"{grown} FROM ({rows}) AS w({named}) WHERE streams.id = w.id"
    return f"INSERT INTO {table} ({named}) {rows}{_AFTER.get(table, '')}"
