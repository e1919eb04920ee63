"""People, sessions and links in and out of their tables, within somebody's unit of the store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final, cast

from sqlalchemy import Connection, RowMapping, Table, delete, insert, select, update

from cutcard.floor.people import schema
from cutcard.floor.people.person import Link, Person, Session, State, Use
from cutcard.floor.people.roles import HouseRole
from cutcard.floor.people.tokens import SHORT
from cutcard.floor.store import Broken, row_digest

DIGEST: Final = "row_digest"
STREAM: Final = "people"


def _row(value: Person | Session | Link) -> dict[str, Any]:
    fields = {key: str(each) if isinstance(each, str) else each for key, each in asdict(value).items()}
    return {**fields, DIGEST: row_digest(*fields.values())}


def _fields(row: RowMapping, table: Table) -> dict[str, Any]:
    fields = {key: each for key, each in row.items() if key != DIGEST}
    if row_digest(*fields.values()) != row[DIGEST]:
        whose = str(next(iter(fields.values())))[:SHORT]
        what = f"the row of {whose} in {table.name} was changed; restore it from a backup"
        raise Broken(STREAM, 0, what)
    return fields


def _person(row: RowMapping) -> Person:
    fields = _fields(row, schema.people)
    state = cast(State, fields.pop("state"))
    return Person(**{**fields, "role": HouseRole(fields["role"]), "state": state})


def _session(row: RowMapping) -> Session:
    fields = _fields(row, schema.sessions)
    return Session(**{**fields, "role": HouseRole(fields["role"])})


def _link(row: RowMapping) -> Link:
    fields = _fields(row, schema.links)
    return Link(**{**fields, "use": cast(Use, fields["use"])})


def person(connection: Connection, name: str) -> Person | None:
    """Somebody by name."""
    wanted = select(schema.people).where(schema.people.c.name == name)
    row = connection.execute(wanted).mappings().one_or_none()
    return None if row is None else _person(row)


def everybody(connection: Connection) -> list[Person]:
    """All people, by name."""
    wanted = select(schema.people).order_by(schema.people.c.name)
    return [_person(row) for row in connection.execute(wanted).mappings()]


def add_person(connection: Connection, added: Person) -> None:
    """Somebody new."""
    connection.execute(insert(schema.people).values(_row(added)))


def put_person(connection: Connection, changed: Person) -> None:
    """Somebody as they are now."""
    wanted = update(schema.people).where(schema.people.c.name == changed.name)
    connection.execute(wanted.values(_row(changed)))


def session(connection: Connection, digest: str) -> Session | None:
    """A session by the digest of its token."""
    wanted = select(schema.sessions).where(schema.sessions.c.digest == digest)
    row = connection.execute(wanted).mappings().one_or_none()
    return None if row is None else _session(row)


def sessions_of(connection: Connection, name: str) -> list[Session]:
    """Somebody's sessions, the oldest first."""
    made = schema.sessions.c
    wanted = select(schema.sessions).where(made.person == name).order_by(made.made_at, made.digest)
    return [_session(row) for row in connection.execute(wanted).mappings()]


def all_rows(connection: Connection) -> Iterator[Person | Session | Link]:
    """Everything in these tables, each row checked: for an audit."""
    yield from everybody(connection)
    for row in connection.execute(select(schema.sessions)).mappings():
        yield _session(row)
    for row in connection.execute(select(schema.links)).mappings():
        yield _link(row)


def add_session(connection: Connection, added: Session) -> None:
    """A new session."""
    connection.execute(insert(schema.sessions).values(_row(added)))


def put_session(connection: Connection, changed: Session) -> bool:
    """A session as it is now; false where it has ended meanwhile."""
    wanted = update(schema.sessions).where(schema.sessions.c.digest == changed.digest)
    return connection.execute(wanted.values(_row(changed))).rowcount == 1


def end_session(connection: Connection, digest: str) -> bool:
    """A session no more; false where there was none."""
    gone = connection.execute(delete(schema.sessions).where(schema.sessions.c.digest == digest))
    return gone.rowcount == 1


def end_before(connection: Connection, made_at: int) -> None:
    """Sessions made before a moment no more: none lasts so long."""
    connection.execute(delete(schema.sessions).where(schema.sessions.c.made_at < made_at))


def add_link(connection: Connection, added: Link) -> None:
    """A new link."""
    connection.execute(insert(schema.links).values(_row(added)))


def drop_links(connection: Connection, name: str, use: Use, *, before: int) -> None:
    """Somebody's links for a use no more, those that could be used until some moment."""
    made = schema.links.c
    gone = delete(schema.links).where(made.person == name, made.use == use, made.until < before)
    connection.execute(gone)


def link(connection: Connection, digest: str) -> Link | None:
    """A link by the digest of its token."""
    wanted = select(schema.links).where(schema.links.c.digest == digest)
    row = connection.execute(wanted).mappings().one_or_none()
    return None if row is None else _link(row)


def put_link(connection: Connection, changed: Link) -> None:
    """A link as it is now."""
    wanted = update(schema.links).where(schema.links.c.digest == changed.digest)
    connection.execute(wanted.values(_row(changed)))
