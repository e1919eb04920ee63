"""The law data that a store carries: every table plays by those of the digest that it names, for ever.

A table's header names the digest of its law data, and the store has one row of data for each digest,
written with the first table that needs it. What is installed by now does not matter to a table.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import suppress

from sqlalchemy import Connection, select

from cutcard.floor.store import schema
from cutcard.floor.store.errors import Broken, StoreError
from cutcard.floor.store.records import StoredLaw, row_digest
from cutcard.floor.store.rounds import TABLES
from cutcard.floor.store.statements import Statements
from cutcard.floor.store.units import LAST, ReadUnit
from cutcard.law import Document, LawError, Refused, shelf, unpack


def law_row(document: Document, at: int, law: str = "") -> StoredLaw:
    """A document as a store carries it from a time on: for its own digest, or for that of lost data."""
    return StoredLaw(law or document.digest, document.name, document.digest, document.files.packed, at)


def carry_laws(unit: ReadUnit) -> list[StoredLaw]:
    """Have the shelf answer for every digest that the store carries; those that are new to it."""
    known = [each for each in unit.law_digests() if shelf().carries(each)]
    laws = unit.laws(without=known)
    for each in laws:
        try:
            shelf().carry(each.packed, each.law)
        except LawError as problem:
            raise Broken(f"law:{each.law[:12]}", 0, str(problem)) from None
    return laws


def law_of_table(unit: ReadUnit, table: str) -> str:
    """The digest of the law data that a table was set up under; empty where it is not on this floor."""
    with suppress(StoreError):
        return _named(unit.header(TABLES + table))[1]
    return ""


def adopt_laws(connection: Connection) -> None:
    """Carry law data for every table of a store that carries none: for a migration."""
    statements = Statements(connection.dialect.name)
    rows: dict[str, StoredLaw] = {}
    now = int(time.time() * 1000)
    for _, name, law in _headers(ReadUnit(connection, statements)):
        if law and law not in rows:
            with suppress(Refused):  # no such document any more: the table is stopped, and says why
                rows[law] = law_row(shelf().pinned(law) or shelf().document(name), now, law)
    statements.write(
        connection, {"laws": [(*each.fields, row_digest(*each.fields)) for each in rows.values()]}
    )


def verify_laws(unit: ReadUnit) -> None:
    """Every row as it was written, its data those of their digest, and none missing that tables need."""
    carried = set()
    for each in unit.laws():
        stream = f"law:{each.law[:12]}"
        try:
            digest = unpack(each.packed).digest
        except LawError as problem:
            raise Broken(stream, 0, str(problem)) from None
        if digest != each.data:
            raise Broken(stream, 0, f"the law data of {each.name} are not those of their digest")
        carried.add(each.law)
    for stream, _, law in _headers(unit):
        if law and law not in carried:
            raise Broken(stream, 0, f"its law data ({law[:12]}) are missing")


def _headers(unit: ReadUnit) -> Iterator[tuple[str, str, str]]:
    """Every table's stream, with the document and the digest of law data that its header names."""
    columns = schema.events.c
    query = select(columns.stream, columns.line).where(
        columns.version == 0, columns.stream >= TABLES, columns.stream < TABLES + LAST
    )
    for stream, line in unit.connection.execute(query.order_by(columns.stream)):
        yield stream, *_named(line)


def _named(header: str) -> tuple[str, str]:
    """The document and the digest that a table's header names; empty where it cannot be read."""
    try:
        record = json.loads(header).get("record", {})
    except ValueError:
        return "", ""
    document, law = record.get("document", ""), record.get("law", "")
    return (document, law) if isinstance(document, str) and isinstance(law, str) else ("", "")
