"""Transactions: one that reads the store as it was at its start, one that writes all or nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Row as ResultRow, Select, delete, func, select, text

from cutcard.floor.keys import KeysProblem
from cutcard.floor.store import schema
from cutcard.floor.store.engines import FAILED, keys_of
from cutcard.floor.store.errors import Broken, Conflict, Exists, StoreError
from cutcard.floor.store.records import (
    SHARES,
    WALLETS,
    Head,
    Movement,
    New,
    Stored,
    StoredAnswer,
    StoredLaw,
    StoredSnapshot,
    event_digest,
    header_digest,
    row_digest,
    share,
)
from cutcard.floor.store.statements import ENDS, Row, Rows, Statements

LAST = "\U0010ffff"
SEALED = "sealed"
COVERED = f'"{SEALED}": '
"""How a covered part begins in a line: text of an event has no bare quotes."""
_EVENTS = schema.events.c
_COLUMNS = [_EVENTS[name] for name in ("stream", "version", "at", "by", "key", "line", "digest")]


class ReadUnit:
    """One transaction that sees the store as it was when it began."""

    def __init__(self, connection: Connection, statements: Statements) -> None:
        self.connection = connection
        self.statements = statements
        self.keys = keys_of(connection)

    def heads(self, streams: Iterable[str]) -> dict[str, Head]:
        """The ends of these streams; those that are not there are left out."""
        return self._heads(sorted(set(streams)), lock=False)

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> list[Stored]:
        """The stream's events past version `after`, as far as `upto` or to its end."""
        query = select(*_COLUMNS).where(_EVENTS.stream == stream, _EVENTS.version > max(after, 0))
        if upto is not None:
            query = query.where(_EVENTS.version <= upto)
        rows = self.connection.execute(query.order_by(_EVENTS.version))
        return [self.stored(row) for row in rows]

    def proven(self, stream: str, after: int = 0) -> list[Stored]:
        """The stream's events past a version, which lead to its end; `Broken` where one was changed.

        For what is believed while the house is open: the house's keys seal the end, and who has only the
        database makes no events that lead there.
        """
        head = self.heads([stream]).get(stream)
        if head is None:
            return []
        query = select(*_COLUMNS).where(_EVENTS.stream == stream, _EVENTS.version >= after)
        rows = self.connection.execute(query.order_by(_EVENTS.version)).all()
        end, digest = (rows[0].version, rows[0].digest) if rows else (after, "")
        for row in rows[1:]:
            digest = event_digest(digest, stream, row.version, row.at, row.by, row.key, row.line)
            end += 1
            if (row.version, row.digest) != (end, digest):
                raise Broken(stream, end, "was changed, or one before it is missing")
        if (end, digest) != (head.version, head.digest):
            raise Broken(stream, end, "the events do not lead to the stream's end")
        return [self.stored(row) for row in rows[1:]]

    def proven_since(self, stream: str, since: int) -> list[Stored]:
        """The stream's events after a moment, likewise."""
        head = self.heads([stream]).get(stream)
        after = 0
        for stored in () if head is None else self.back(stream, head.version):
            after = stored.version - 1
            if stored.at <= since:
                break
        return [each for each in self.proven(stream, after) if each.at > since]

    def stored(self, row: Iterable[Any]) -> Stored:
        """An event as it was stored, readable where the house's keys are there."""
        event = Stored(*row)
        if COVERED not in event.line:
            return event
        return replace(event, line=self.uncovered(event.stream, event.version, event.line))

    def uncovered(self, stream: str, version: int, line: str) -> str:
        """A line of an event, of which a part may be covered."""
        if COVERED not in line:
            return line
        try:
            return self.keys.uncover(str(json.loads(line)[SEALED]), f"{stream} {version}")
        except KeysProblem as problem:
            raise Broken(stream, version, str(problem).partition(": ")[2]) from None

    def seals(self) -> dict[str, str]:
        """The seal of every stream's end; empty where it has none."""
        columns = schema.streams.c
        rows = self.connection.execute(select(columns.id, columns.seal).order_by(columns.id))
        return {row[0]: row[1] for row in rows}

    def events(self, stream: str, after: int = 0, chunk: int = 5_000) -> Iterator[Stored]:
        """The stream's events past a version to its end, read a chunk at a time."""
        while events := self.read(stream, after, after + chunk):
            yield from events
            after = events[-1].version

    def chunks(
        self, query: Select[*tuple[Any, ...]], size: int
    ) -> Iterator[Sequence[ResultRow[*tuple[Any, ...]]]]:
        """The rows of a query, never all of them in memory."""
        rows = self.connection.execute(query.execution_options(stream_results=True))
        try:
            yield from rows.partitions(size)
        finally:
            rows.close()

    def streams(self, prefix: str = "") -> list[str]:
        """Every stream whose name begins so, in order."""
        columns = schema.streams.c
        query = select(columns.id).where(columns.id >= prefix, columns.id < prefix + LAST)
        return [row[0] for row in self.connection.execute(query.order_by(columns.id))]

    def back(self, stream: str, upto: int, chunk: int = 250) -> Iterator[Stored]:
        """The stream's events from version `upto` back; no more is read than is asked for."""
        query = select(*_COLUMNS).where(_EVENTS.stream == stream, _EVENTS.version > 0)
        query = query.order_by(_EVENTS.version.desc()).limit(chunk)
        while upto > 0:
            rows = self.connection.execute(query.where(_EVENTS.version <= upto)).all()
            yield from map(self.stored, rows)
            upto = rows[-1].version - 1 if rows else 0

    def latest(self) -> int:
        """When the last event of any stream happened, in milliseconds; zero in an empty store."""
        ends, columns = schema.streams.c, _EVENTS
        last = (columns.stream == ends.id) & (columns.version == ends.version)
        query = select(func.max(columns.at)).select_from(schema.streams).join(schema.events, last)
        return int(self.connection.execute(query).scalar_one_or_none() or 0)

    def header(self, stream: str) -> str:
        """The line that the stream was created with."""
        query = select(_EVENTS.line).where(_EVENTS.stream == stream, _EVENTS.version == 0)
        line = self.connection.execute(query).scalar_one_or_none()
        if line is None:
            raise StoreError(f"{stream}: no such stream")
        return str(line)

    def answered(self, stream: str, key: str) -> StoredAnswer | None:
        """The answer that this key was given in this stream, if it was."""
        return self.answered_all([(stream, key)]).get((stream, key))

    def answered_all(self, pairs: Sequence[tuple[str, str]]) -> dict[tuple[str, str], StoredAnswer]:
        """The answers to many (stream, key) at once; those never given are left out."""
        if not pairs:
            return {}
        rows = self.statements.answers(self.connection, pairs)
        return {(row[0], row[1]): StoredAnswer(*row[1:]) for row in rows}

    def balance(self, account: str) -> int:
        """The account's balance in cents; zero where it never moved."""
        columns = schema.accounts.c
        cents = self.connection.execute(select(columns.cents).where(columns.id == account))
        return int(cents.scalar_one_or_none() or 0)

    def balances(self, prefix: str = "") -> dict[str, int]:
        """Every account whose name begins so, and what it holds."""
        columns = schema.accounts.c
        query = select(columns.id, columns.cents).order_by(columns.id)
        if prefix:
            query = query.where(columns.id >= prefix, columns.id < prefix + LAST)
        return {row[0]: int(row[1]) for row in self.connection.execute(query)}

    def snapshot(self, stream: str) -> StoredSnapshot | None:
        """The newest snapshot of the stream that is what was kept, and of this very chain."""
        columns = schema.snapshots.c
        query = (
            select(columns.version, columns.digest, columns.body, columns.seal)
            .join(
                schema.events, (_EVENTS.stream == columns.stream) & (_EVENTS.version == columns.version)
            )
            .where(columns.stream == stream, _EVENTS.digest == columns.digest)
            .order_by(columns.version.desc())
        )
        for version, digest, body, seal in self.connection.execute(query):
            if not self.keys.why_row_changed(seal, stream, version, digest, body):
                return StoredSnapshot(version, digest, self._body(stream, version, body))
        return None

    def _body(self, stream: str, version: int, body: str) -> str:
        """A snapshot's body; without the keys that covered it, one that no code can use."""
        try:
            return self.keys.uncover(body, f"snapshot {stream} {version}") if self.keys else body
        except KeysProblem:
            return ""

    def laws(self, without: Iterable[str] = ()) -> list[StoredLaw]:
        """The law data that the store carries, apart from those of some digests."""
        columns = schema.laws.c
        query = select(
            columns.law, columns.name, columns.data, columns.packed, columns.at, columns.digest
        )
        laws = []
        for *row, digest in self.connection.execute(query.where(columns.law.not_in(list(without)))):
            if self.keys.why_row_changed(digest, *row):
                raise Broken(f"law:{row[0][:12]}", 0, f"the law data of {row[1]} were changed")
            laws.append(StoredLaw(*row))
        return sorted(laws, key=lambda each: each.law)

    def law_digests(self) -> list[str]:
        """The digests of law data that the store carries."""
        columns = schema.laws.c
        return [row[0] for row in self.connection.execute(select(columns.law).order_by(columns.law))]

    def _heads(self, streams: Sequence[str], *, lock: bool) -> dict[str, Head]:
        if not streams:
            return {}
        heads = {}
        for name, version, digest, *answers, seal in self.statements.heads(
            self.connection, streams, lock=lock
        ):
            if why := self.keys.why_unsealed(seal, name, version, digest, *answers):
                raise Broken(name, version, f"the stream's end {why}")
            heads[name] = self._met(Head(name, version, digest), answers, seal)
        return heads

    def _met(self, head: Head, answers: list[int], seal: str) -> Head:  # noqa: ARG002
        """An end that was read."""
        return head


MOST = 2**63 - 1
SNAPSHOTS_KEPT = 2


def _one_line(*texts: str) -> None:
    """A line break would let two different rows have one digest; no database takes a null."""
    for each in texts:
        if "\n" in each or "\x00" in each:
            raise StoreError(f"{each[:40]!r}: a stored text must be one line without a null")


class WriteUnit(ReadUnit):
    """A unit of writing. What it appends is written when it is over, or before it reads it back."""

    def __init__(self, connection: Connection, statements: Statements) -> None:
        super().__init__(connection, statements)
        self._known: dict[str, Head] = {}
        self._locked: set[str] = set()
        self._bases: dict[str, Head] = {}
        self._grown: dict[str, Head] = {}
        self._counted: dict[str, tuple[int, int]] = {}
        """How many answers a stream gave before this unit, and their sum: a seal covers both."""
        self._events: list[Row] = []
        self._answers: dict[tuple[str, str], Row] = {}
        self._sums: dict[str, tuple[int, int]] = {}
        self._movements: dict[str, Row] = {}
        self._deltas: dict[str, int] = {}
        self._rounds: list[Row] = []
        self._snapshots: list[tuple[str, StoredSnapshot]] = []

    def heads(self, streams: Iterable[str]) -> dict[str, Head]:
        """The ends of these streams, locked until the unit is over; missing ones are left out."""
        names = sorted(set(streams))
        self._lock([each for each in names if each not in self._locked])
        return {each: self._known[each] for each in names if each in self._known}

    def create(self, stream: str, header_line: str) -> Head:
        """A new stream; `Exists` where it is there."""
        _one_line(stream, header_line)
        if not stream:
            raise StoreError("a stream needs a name")
        head = Head(stream, 0, header_digest(header_line))
        if stream in self._known or self._heads([stream], lock=True):
            raise Exists(f"{stream}: the stream already exists")
        first: Row = (stream, 0, 0, "", "", header_line, head.digest)
        seal = self.keys.seal(stream, 0, head.digest, 0, 0)
        self._write({"streams": [(stream, 0, head.digest, seal)], "events": [first]})
        self._counted[stream] = 0, 0
        self._known[stream] = head
        self._locked.add(stream)
        return head

    def append(self, head: Head, news: Sequence[New]) -> Head:
        """Events after `head`, which must be the stream's end; else `Conflict`, here or at commit."""
        stream, version, digest = head.stream, head.version, head.digest
        if self._known.setdefault(stream, head) != head:
            raise Conflict(f"{stream}: another writer appended first; read the stream again")
        for each in news:
            _one_line(each.line, each.by, each.key)
            version += 1
            line = self._covered(stream, version, each)
            digest = event_digest(digest, stream, version, each.at, each.by, each.key, line)
            row = (stream, version, each.at, each.by, each.key, line, digest)
            self._events.append(row)
        if news:
            if stream not in self._locked:
                self._bases.setdefault(stream, head)
            self._known[stream] = self._grown[stream] = Head(stream, version, digest)
        return self._known[stream]

    def _covered(self, stream: str, version: int, new: New) -> str:
        """The line to store: what is secret of it yet only the house's keys can read."""
        if not new.shown or not self.keys:
            return new.line
        covered = self.keys.cover(new.line, f"{stream} {version}")
        return json.dumps({**json.loads(new.shown), SEALED: covered}, ensure_ascii=False)

    def answer(self, stream: str, key: str, fingerprint: str, version: int, body: str) -> None:
        """The answer to a key: one, ever, for each stream and key."""
        _one_line(stream, key, fingerprint, body)
        if (stream, key) in self._answers:
            raise Conflict(f"{stream}: key {key[:80]!r} has already been answered")
        row = (stream, key, fingerprint, version, body)
        digest = row_digest(*row)
        self._answers[stream, key] = (*row, digest)
        many, summed = self._sums.get(stream, (0, 0))
        self._sums[stream] = many + 1, (summed + share(digest)) % SHARES

    def move(self, movements: Iterable[Movement]) -> None:
        """Book these movements; each is booked once, ever."""
        for each in movements:
            _one_line(each.id, each.debit, each.credit, each.why, each.cite)
            if not 0 < each.cents <= MOST or each.debit == each.credit:
                raise StoreError(
                    f"{each.id}: a movement must take some cents from one account to another"
                )
            if each.id in self._movements:
                raise Conflict(f"{each.id}: this movement is already booked")
            row = (each.id, each.debit, each.credit, each.cents, each.why, each.cite)
            self._movements[each.id] = (*row, self.keys.row(*row))
            self._deltas[each.debit] = self._deltas.get(each.debit, 0) - each.cents
            self._deltas[each.credit] = self._deltas.get(each.credit, 0) + each.cents

    def carry_law(self, law: StoredLaw) -> None:
        """Keep law data with the tables that need them; what the store carries already stays."""
        _one_line(law.law, law.name, law.data, law.packed)
        if law.law not in self.law_digests():
            self._write({"laws": [(*law.fields, self.keys.row(*law.fields))]})

    def end_rounds(self, rows: Iterable[Row]) -> None:
        """Rows of rounds that are over, each with its digest."""
        self._rounds += rows

    def hold(self, accounts: Iterable[str]) -> dict[str, int]:
        """What these accounts hold; nobody else moves one that holds something until the unit is over.

        An account that never moved has no row to lock: nothing can be taken from it either. A wallet is
        added up from its movements: `Broken` where the row of its account says something else.
        """
        names = sorted(set(accounts))
        self.flush()
        columns = schema.accounts.c
        locked = select(columns.id, columns.cents).where(columns.id.in_(names)).order_by(columns.id)
        balances = {row[0]: int(row[1]) for row in self.connection.execute(locked.with_for_update())}
        for each in names:
            if each.startswith(WALLETS) and self._moved(each) != balances.get(each, 0):
                raise Broken(each, 0, "the account does not hold what was moved to it")
        return {each: balances.get(each, 0) for each in names}

    def _moved(self, wallet: str) -> int:
        """What a wallet holds by its movements, each of which must be as it was booked."""
        columns, cents = schema.movements.c, 0
        fields = [columns[name] for name in ("id", "debit", "credit", "cents", "why", "cite")]
        for side, sign in ((columns.debit, -1), (columns.credit, 1)):
            query = select(*fields, columns.digest).where(
                side == wallet, text(schema.of_wallets(side.name))
            )
            for *row, digest in self.connection.execute(query):
                if self.keys.why_row_changed(digest, *row):
                    raise Broken(wallet, 0, f"movement {row[0]} was changed")
                cents += sign * int(row[3])
        return cents

    def keep_snapshot(self, stream: str, version: int, digest: str, body: str) -> None:
        """Keep a snapshot; the newest and the one before it stay."""
        _one_line(body)
        self._snapshots.append((stream, StoredSnapshot(version, digest, body)))

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> list[Stored]:
        """The stream's events, those of this unit among them."""
        if stream in self._grown:
            self.flush()
        return super().read(stream, after, upto)

    def proven(self, stream: str, after: int = 0) -> list[Stored]:
        """The stream's events past a version, those of this unit among them."""
        if stream in self._grown:
            self.flush()
        return super().proven(stream, after)

    def back(self, stream: str, upto: int, chunk: int = 250) -> Iterator[Stored]:
        """The stream's events backwards, those of this unit among them."""
        if stream in self._grown:
            self.flush()
        return super().back(stream, upto, chunk)

    def answered_all(self, pairs: Sequence[tuple[str, str]]) -> dict[tuple[str, str], StoredAnswer]:
        """The answers to many (stream, key), those of this unit among them."""
        if any(each in self._answers for each in pairs):
            self.flush()
        return super().answered_all(pairs)

    def balance(self, account: str) -> int:
        """What the account holds, with what this unit moved."""
        return super().balance(account) + self._deltas.get(account, 0)

    def balances(self, prefix: str = "") -> dict[str, int]:
        """Every account whose name begins so, with what this unit moved."""
        if self._deltas:
            self.flush()
        return super().balances(prefix)

    def snapshot(self, stream: str) -> StoredSnapshot | None:
        """The newest snapshot, this unit's own among them."""
        if self._snapshots:
            self.flush()
        return super().snapshot(stream)

    def flush(self) -> None:
        """Write what was appended, answered, moved and kept so far; the unit's end makes it durable."""
        unlocked = self._sums.keys() - self._locked if self.keys else set()
        self._lock(sorted(self._bases.keys() | unlocked))
        self._write(
            {
                "events": self._events,
                ENDS: self._ends(),
                "answers": list(self._answers.values()),
                "movements": list(self._movements.values()),
                "accounts": sorted(self._deltas.items()),
                "rounds": self._rounds,
            }
        )
        self._rounds = []
        self._events, self._grown, self._answers, self._sums = [], {}, {}, {}
        self._movements, self._deltas = {}, {}
        kept, self._snapshots = self._snapshots, []
        for stream, each in kept:
            self._keep(stream, each)

    def _ends(self) -> list[Row]:
        """How each stream grew: its end where that is another, and the answers it has more."""
        ends: list[Row] = []
        for stream in sorted(self._grown.keys() | self._sums.keys()):
            head, sums = self._grown.get(stream), self._sums.get(stream, (0, 0))
            end = (None, None) if head is None else (head.version, head.digest)
            ends.append((stream, *end, *sums, self._seal(stream, sums)))
        return ends

    def _seal(self, stream: str, sums: tuple[int, int]) -> str:
        """The seal of a stream's end as it will be."""
        if not self.keys:
            return ""
        many, summed = self._counted[stream]
        counted = self._counted[stream] = many + sums[0], (summed + sums[1]) % SHARES
        head = self._known[stream]
        return self.keys.seal(stream, head.version, head.digest, *counted)

    def _met(self, head: Head, answers: list[int], seal: str) -> Head:
        if seal and not self.keys:
            name = seal.partition(".")[0]
            raise StoreError(f"{head.stream}: sealed by key {name!r}; give the house's keys")
        self._counted[head.stream] = answers[0], answers[1]
        return head

    def _write(self, written: Mapping[str, Rows]) -> None:
        if self.connection.info.get(FAILED):
            raise StoreError("this unit of work failed; begin another")
        self.statements.write(self.connection, written)

    def _lock(self, streams: Sequence[str]) -> None:
        """Lock these; what was appended to one of them must still follow its end."""
        heads = self._heads(streams, lock=True)
        for stream in streams:
            base = self._bases.pop(stream, None)
            if base is not None and heads.get(stream) != base:
                raise Conflict(f"{stream}: another writer appended first; read the stream again")
            if base is None and stream in heads:
                self._known[stream] = heads[stream]
        self._locked.update(heads)

    def _keep(self, stream: str, kept: StoredSnapshot) -> None:
        columns = schema.events.c
        query = select(columns.digest).where(columns.stream == stream, columns.version == kept.version)
        if self.connection.execute(query).scalar_one_or_none() != kept.digest:
            raise StoreError(f"{stream} {kept.version}: a snapshot needs a stored event")
        body = self.keys.cover(kept.body, f"snapshot {stream} {kept.version}")
        seal = self.keys.row(stream, kept.version, kept.digest, body)
        self._write({"snapshots": [(stream, kept.version, kept.digest, body, seal)]})
        snapshots = schema.snapshots.c
        newest = (
            select(snapshots.version)
            .where(snapshots.stream == stream)
            .order_by(snapshots.version.desc())
        )
        older = self.connection.execute(newest.offset(SNAPSHOTS_KEPT - 1).limit(1)).scalar_one_or_none()
        if older is not None:
            gone = delete(schema.snapshots).where(snapshots.stream == stream, snapshots.version < older)
            self.connection.execute(gone)
