"""The tables of people, sessions and one-time links, read and written within a unit of the store.

Each row has a digest of itself: a byte that was changed outside the program is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final, cast

from sqlalchemy import (
    Column,
    Connection,
    RowMapping,
    Select,
    Table,
    Text,
    delete,
    insert,
    select,
    update,
)

from cutcard.floor.keys import HouseKeys, KeysProblem
from cutcard.floor.people.credentials import SHORT_DIGEST
from cutcard.floor.people.person import Link, Passkey, Person, Session, State, Use
from cutcard.floor.people.roles import HouseRole
from cutcard.floor.store import WHOLE, WORD, Broken, keys_of, metadata, with_keys

DIGEST: Final = "row_digest"
STREAM: Final = "people"
FOR_EVER: Final = 1 << 62

people = Table(
    "people",
    metadata,
    Column("name", WORD, primary_key=True),
    *(Column(name, Text, nullable=False) for name in ("role", "state", "password", "secret")),
    *(
        Column(name, WHOLE, nullable=False)
        for name in ("last_step", "failures", "locked_until", "made_at")
    ),
    Column(DIGEST, Text, nullable=False),
    sqlite_with_rowid=False,
    sqlite_strict=True,
)
sessions = Table(
    "sessions",
    metadata,
    Column("digest", WORD, primary_key=True),
    Column("person", WORD, nullable=False, index=True),
    Column("role", Text, nullable=False),
    *(Column(name, WHOLE, nullable=False) for name in ("made_at", "seen_at", "proved_at")),
    Column(DIGEST, Text, nullable=False),
    sqlite_with_rowid=False,
    sqlite_strict=True,
)
links = Table(
    "links",
    metadata,
    Column("digest", WORD, primary_key=True),
    Column("person", WORD, nullable=False, index=True),
    Column("use", Text, nullable=False),
    *(Column(name, WHOLE, nullable=False) for name in ("until", "used_at")),
    Column(DIGEST, Text, nullable=False),
    sqlite_with_rowid=False,
    sqlite_strict=True,
)


passkeys = Table(
    "passkeys",
    metadata,
    Column("id", WORD, primary_key=True),
    Column("person", WORD, nullable=False, index=True),
    Column("key", Text, nullable=False),
    *(Column(name, WHOLE, nullable=False) for name in ("count", "made_at", "used_at")),
    Column(DIGEST, Text, nullable=False),
    sqlite_with_rowid=False,
    sqlite_strict=True,
)
PersonRow = Person | Session | Link | Passkey
SECRET: Final = "secret"


def _row(connection: Connection, value: PersonRow) -> dict[str, Any]:
    keys = keys_of(connection)
    fields = {key: str(each) if isinstance(each, str) else each for key, each in asdict(value).items()}
    if fields.get(SECRET):
        fields[SECRET] = keys.cover(fields[SECRET], f"second factor of {fields['name']}")
    return {**fields, DIGEST: keys.row(*fields.values())}


def _fields(connection: Connection, row: RowMapping, table: Table) -> dict[str, Any]:
    keys, fields = keys_of(connection), {key: each for key, each in row.items() if key != DIGEST}
    if keys.why_row_changed(row[DIGEST], *fields.values()):
        key = str(next(iter(fields.values())))[:SHORT_DIGEST]
        problem = f"the row of {key} in {table.name} was changed; restore it from a backup"
        raise Broken(STREAM, 0, problem)
    if keys and fields.get(SECRET):
        try:
            fields[SECRET] = keys.uncover(fields[SECRET], f"second factor of {fields['name']}")
        except KeysProblem as changed:
            raise Broken(STREAM, 0, str(changed)) from None
    return fields


def _person(connection: Connection, row: RowMapping) -> Person:
    fields = _fields(connection, row, people)
    state = cast(State, fields.pop("state"))
    return Person(**{**fields, "role": HouseRole(fields["role"]), "state": state})


def _session(connection: Connection, row: RowMapping) -> Session:
    fields = _fields(connection, row, sessions)
    return Session(**{**fields, "role": HouseRole(fields["role"])})


def _link(connection: Connection, row: RowMapping) -> Link:
    fields = _fields(connection, row, links)
    return Link(**{**fields, "use": cast(Use, fields["use"])})


def _first(connection: Connection, query: Select[*tuple[Any, ...]]) -> RowMapping | None:
    return connection.execute(query).mappings().one_or_none()


def person(connection: Connection, name: str) -> Person | None:
    """Somebody by name."""
    row = _first(connection, select(people).where(people.c.name == name))
    return None if row is None else _person(connection, row)


def session(connection: Connection, digest: str) -> Session | None:
    """A session by the digest of its token."""
    row = _first(connection, select(sessions).where(sessions.c.digest == digest))
    return None if row is None else _session(connection, row)


def link(connection: Connection, digest: str) -> Link | None:
    """A link by the digest of its token."""
    row = _first(connection, select(links).where(links.c.digest == digest))
    return None if row is None else _link(connection, row)


def everybody(connection: Connection) -> list[Person]:
    """All people, by name."""
    return [
        _person(connection, row)
        for row in connection.execute(select(people).order_by(people.c.name)).mappings()
    ]


def sessions_of(connection: Connection, name: str) -> list[Session]:
    """Somebody's sessions, the oldest first."""
    columns = sessions.c
    query = select(sessions).where(columns.person == name).order_by(columns.made_at, columns.digest)
    return [_session(connection, row) for row in connection.execute(query).mappings()]


def all_rows(connection: Connection) -> Iterator[PersonRow]:
    """Everything in these tables, each row checked: for an audit."""
    yield from everybody(connection)
    for row in connection.execute(select(sessions)).mappings():
        yield _session(connection, row)
    for row in connection.execute(select(links)).mappings():
        yield _link(connection, row)
    for row in connection.execute(select(passkeys)).mappings():
        yield Passkey(**_fields(connection, row, passkeys))


def add(connection: Connection, added: PersonRow) -> None:
    """Insert a new person, session or link."""
    connection.execute(insert(_table_of(added)).values(_row(connection, added)))


def put(connection: Connection, changed: PersonRow) -> bool:
    """Update the row of a person, session or link; false where it is gone."""
    table = _table_of(changed)
    (key,) = table.primary_key.columns
    query = update(table).where(key == getattr(changed, key.name))
    return connection.execute(query.values(_row(connection, changed))).rowcount == 1


def reseal_people(connection: Connection, read_with: HouseKeys, write_with: HouseKeys) -> None:
    """Write every row again by other keys than those by which it is read."""
    read = list(all_rows(with_keys(connection, read_with)))
    with_keys(connection, write_with)
    for each in read:
        put(connection, each)


def _table_of(value: PersonRow) -> Table:
    match value:
        case Person():
            return people
        case Session():
            return sessions
        case Passkey():
            return passkeys
    return links


def passkey(connection: Connection, known: str) -> Passkey | None:
    """A passkey by its id."""
    row = _first(connection, select(passkeys).where(passkeys.c.id == known))
    return None if row is None else Passkey(**_fields(connection, row, passkeys))


def passkeys_of(connection: Connection, name: str) -> list[Passkey]:
    """Somebody's passkeys, the oldest first."""
    columns = passkeys.c
    query = select(passkeys).where(columns.person == name).order_by(columns.made_at, columns.id)
    return [
        Passkey(**_fields(connection, row, passkeys)) for row in connection.execute(query).mappings()
    ]


def drop_passkey(connection: Connection, known: str) -> None:
    """Delete a passkey."""
    connection.execute(delete(passkeys).where(passkeys.c.id == known))


def end_session(connection: Connection, digest: str) -> bool:
    """Delete a session; false where there was none."""
    return connection.execute(delete(sessions).where(sessions.c.digest == digest)).rowcount == 1


def end_before(connection: Connection, made_at: int) -> None:
    """Delete sessions made before a moment: none lasts that long."""
    connection.execute(delete(sessions).where(sessions.c.made_at < made_at))


def end_everything(connection: Connection) -> None:
    """Delete all sessions, and all links."""
    connection.execute(delete(sessions))
    connection.execute(delete(links))


def drop_links(connection: Connection, name: str, use: Use, *, before: int = FOR_EVER) -> None:
    """Delete somebody's links for a use that expire before a moment."""
    columns = links.c
    query = delete(links).where(columns.person == name, columns.use == use, columns.until < before)
    connection.execute(query)
