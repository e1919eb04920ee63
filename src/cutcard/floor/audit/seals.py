"""Sealing a store that is there already: with its first keys, or anew with the newest of them.

Everything is verified first, in the same transaction: sealing what somebody has changed would hide it.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import bindparam, delete, select, text, update

from cutcard.floor.audit.whole_store import audit_unit
from cutcard.floor.keys import NO_KEYS
from cutcard.floor.people import reseal_people
from cutcard.floor.store import Broken, Database, ReadUnit, StoreError, WriteUnit, schema, with_keys

CHUNK: Final = 5_000


def seal_store(database: Database) -> int:
    """Seal the end of every stream, and every row that has a seal, by the newest key; how many streams.

    Nobody may write meanwhile. Snapshots are dropped, for they hold what is to be covered; the next
    start makes them again. Events stay as they are: the seal of their stream covers them.
    """
    if not database.keys:
        raise StoreError("keys: none are given, so nothing can be sealed")
    with database.writing() as unit:
        connection = unit.connection
        if unit.statements.is_postgresql:
            connection.execute(text("LOCK TABLE streams IN EXCLUSIVE MODE"))
        seals = unit.seals()
        bare = [stream for stream, seal in seals.items() if not seal]
        if bare and len(bare) < len(seals):
            raise Broken(bare[0], 0, "has no seal though others have: it was changed")
        read_with = NO_KEYS if bare else database.keys
        read = ReadUnit(with_keys(connection, read_with), unit.statements)
        for broken in audit_unit(read).broken:
            raise broken
        reseal_people(connection, read_with, database.keys)
        with_keys(connection, database.keys)
        _seal_streams(unit)
        _seal_movements(unit)
        _seal_laws(unit)
        connection.execute(delete(schema.snapshots))
    return len(seals)


def _seal_streams(unit: WriteUnit) -> None:
    columns = schema.streams.c
    fields = (columns.id, columns.version, columns.digest, columns.answers, columns.answered)
    put = update(schema.streams).where(columns.id == bindparam("of")).values(seal=bindparam("by"))
    rows = unit.connection.execute(select(*fields)).all()
    sealed = [{"of": row[0], "by": unit.keys.seal(*row)} for row in rows]
    if sealed:
        unit.connection.execute(put, sealed)


def _seal_laws(unit: WriteUnit) -> None:
    columns = schema.laws.c
    put = update(schema.laws).where(columns.law == bindparam("of")).values(digest=bindparam("by"))
    rows = unit.connection.execute(select(schema.laws)).all()
    if rows:
        unit.connection.execute(put, [{"of": row[0], "by": unit.keys.row(*row[:5])} for row in rows])


def _seal_movements(unit: WriteUnit) -> None:
    columns = schema.movements.c
    put = update(schema.movements).where(columns.id == bindparam("of")).values(digest=bindparam("by"))
    after = ""
    while True:
        query = select(schema.movements).where(columns.id > after).order_by(columns.id).limit(CHUNK)
        rows: list[Any] = list(unit.connection.execute(query))
        if not rows:
            return
        unit.connection.execute(put, [{"of": row[0], "by": unit.keys.row(*row[:6])} for row in rows])
        after = rows[-1][0]
