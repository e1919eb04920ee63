"""A consistent view of the store: what a unit of reading can be asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy import Connection, select

from cutcard.floor.store import schema
from cutcard.floor.store.digests import row_digest
from cutcard.floor.store.errors import StoreError
from cutcard.floor.store.records import Head, Kept, Stored, StoredAnswer
from cutcard.floor.store.statements import Statements

LAST = "\U0010ffff"
_EVENTS = schema.events.c
_COLUMNS = [_EVENTS[name] for name in ("stream", "version", "at", "by", "key", "line", "digest")]


class ReadUnit:
    """One transaction that sees the store as it was when it began."""

    def __init__(self, connection: Connection, statements: Statements) -> None:
        self.connection = connection
        self.statements = statements

    def heads(self, streams: Iterable[str]) -> dict[str, Head]:
        """The ends of these streams; those that are not there are left out."""
        return self._heads(sorted(set(streams)), lock=False)

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> list[Stored]:
        """The stream's events past version `after`, as far as `upto` or to its end."""
        wanted = select(*_COLUMNS).where(_EVENTS.stream == stream, _EVENTS.version > max(after, 0))
        if upto is not None:
            wanted = wanted.where(_EVENTS.version <= upto)
        found = self.connection.execute(wanted.order_by(_EVENTS.version))
        return [Stored(*row) for row in found]

    def back(self, stream: str, upto: int, chunk: int = 250) -> Iterator[Stored]:
        """The stream's events from version `upto` back; no more is read than is asked for."""
        wanted = select(*_COLUMNS).where(_EVENTS.stream == stream, _EVENTS.version > 0)
        wanted = wanted.order_by(_EVENTS.version.desc()).limit(chunk)
        while upto > 0:
            found = self.connection.execute(wanted.where(_EVENTS.version <= upto)).all()
            yield from (Stored(*row) for row in found)
            upto = found[-1].version - 1 if found else 0

    def header(self, stream: str) -> str:
        """The line that the stream was created with."""
        wanted = select(_EVENTS.line).where(_EVENTS.stream == stream, _EVENTS.version == 0)
        found = self.connection.execute(wanted).scalar_one_or_none()
        if found is None:
            raise StoreError(f"{stream}: no such stream")
        return str(found)

    def answered(self, stream: str, key: str) -> StoredAnswer | None:
        """The answer that this key was given in this stream, if it was."""
        return self.answered_all([(stream, key)]).get((stream, key))

    def answered_all(self, pairs: Sequence[tuple[str, str]]) -> dict[tuple[str, str], StoredAnswer]:
        """The answers to many (stream, key) at once; those never given are left out."""
        if not pairs:
            return {}
        found = self.statements.answers(self.connection, pairs)
        return {(row[0], row[1]): StoredAnswer(*row[1:]) for row in found}

    def balance(self, account: str) -> int:
        """What the account holds, in cents; nothing where it never moved."""
        held = schema.accounts.c
        found = self.connection.execute(select(held.cents).where(held.id == account))
        return int(found.scalar_one_or_none() or 0)

    def balances(self, prefix: str = "") -> dict[str, int]:
        """Every account whose name begins so, and what it holds."""
        held = schema.accounts.c
        wanted = select(held.id, held.cents).order_by(held.id)
        if prefix:
            wanted = wanted.where(held.id >= prefix, held.id < prefix + LAST)
        return {row[0]: int(row[1]) for row in self.connection.execute(wanted)}

    def kept(self, stream: str) -> Kept | None:
        """The newest snapshot of the stream that is what was kept, and of this very chain."""
        made = schema.snapshots.c
        wanted = (
            select(made.version, made.digest, made.body, made.seal)
            .join(schema.events, (_EVENTS.stream == made.stream) & (_EVENTS.version == made.version))
            .where(made.stream == stream, _EVENTS.digest == made.digest)
            .order_by(made.version.desc())
        )
        for version, digest, body, seal in self.connection.execute(wanted):
            if seal == row_digest(stream, version, digest, body):
                return Kept(version, digest, body)
        return None

    def _heads(self, streams: Sequence[str], *, lock: bool) -> dict[str, Head]:
        if not streams:
            return {}
        found = self.statements.heads(self.connection, streams, lock=lock)
        return {row[0]: Head(row[0], row[1], row[2]) for row in found}
