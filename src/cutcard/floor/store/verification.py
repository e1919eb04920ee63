"""Every digest of a store computed again, and the ledger added up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Select, func, select, union_all
from sqlalchemy.exc import DBAPIError

from cutcard.floor.store import schema
from cutcard.floor.store.errors import Broken
from cutcard.floor.store.laws import verify_laws
from cutcard.floor.store.records import (
    SHARES,
    Head,
    RoundRow,
    event_digest,
    header_digest,
    row_digest,
    share,
)
from cutcard.floor.store.rounds import TABLES, Folding, verify_rounds
from cutcard.floor.store.units import LAST, ReadUnit

Progress = Callable[[int, int], None]
See = Callable[[list[Any]], None]
CHUNK = 500
"""Rows at a time: a few milliseconds, so that whoever verifies beside others can pause in between."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What was looked at, all of it as it was written."""

    streams: int
    events: int
    answers: int
    snapshots: int
    movements: int
    accounts: int
    rounds: int
    laws: int


def owner(movement: str) -> tuple[str, int]:
    """The stream and version that a movement belongs to, by its id: `stream:version:n`."""
    stream, _, rest = movement.rpartition(":")
    stream, _, version = stream.rpartition(":")
    if stream and rest.isdigit() and version.isdigit():
        return stream, int(version)
    return movement, 0


def verify_stream(
    unit: ReadUnit, stream: str, progress: Progress | None = None, *, after: int = 0
) -> None:
    """The chain, and the answers, snapshots and movements that belong to it.

    With `after`, what comes after that event alone: the chain, and that the header is as it was written.
    """
    head = unit.heads([stream]).get(stream)
    if head is None:
        raise Broken(stream, 0, "no such stream")
    if after:
        _start(unit, stream, 0)
        _verify_chain(unit, head, progress, after)
        return
    _verify_chain(unit, head, progress)
    _verify_answers(unit, head, progress)
    _verify_snapshots(unit, head)
    _verify_movements(unit, head, progress)


def _verify_with_rounds(unit: ReadUnit, head: Head, progress: Progress | None) -> None:
    """The chain with its answers and snapshots, and the rows of a table's rounds."""
    folding, rounds = Folding(head.stream), list[RoundRow]()

    def see(rows: list[Any]) -> None:
        for version, at, _, _, line, _ in rows:
            row = folding.see(version, at, line)
            if row is not None:
                rounds.append(row)

    is_table = head.stream.startswith(TABLES)
    _verify_chain(unit, head, progress, see=see if is_table else None)
    _verify_answers(unit, head, progress)
    _verify_snapshots(unit, head)
    if is_table:
        verify_rounds(unit, head.stream, rounds)


def _verify_chain(
    unit: ReadUnit, head: Head, progress: Progress | None, after: int = 0, see: See | None = None
) -> None:
    stream = head.stream
    version, digest = _start(unit, stream, after)
    for rows in _chunks(unit, stream, version):
        version, digest = _walk(stream, version, digest, rows)
        if see is not None:
            see(rows)
        if progress is not None:
            progress(version, head.version)
    if version < head.version:
        raise Broken(stream, version + 1, f"missing: the stream has {head.version} events")
    if version > head.version:
        raise Broken(stream, head.version + 1, f"past the stream's end at {head.version}")
    if digest != head.digest:
        raise Broken(stream, version, "the stream's last digest does not match")


def _start(unit: ReadUnit, stream: str, after: int) -> tuple[int, str]:
    columns = schema.events.c
    query = select(columns.at, columns.by, columns.key, columns.line, columns.digest)
    header = unit.connection.execute(
        query.where(columns.stream == stream, columns.version == after)
    ).one_or_none()
    if header is None:
        raise Broken(stream, after, "missing")
    at, by, key, line, digest = header
    if after:
        return after, digest
    if (at, by, key) != (0, "", "") or digest != header_digest(line):
        raise Broken(stream, 0, "the header was changed")
    return 0, digest


def _walk(stream: str, version: int, digest: str, rows: list[Any]) -> tuple[int, str]:
    for number, at, by, key, line, written in rows:
        version += 1
        if number != version:
            raise Broken(stream, version, f"missing: event {number} comes next")
        digest = event_digest(digest, stream, version, at, by, key, line)
        if digest != written:
            raise Broken(stream, version, "was changed: its digest does not match")
    return version, digest


def _chunks(unit: ReadUnit, stream: str, after: int) -> Iterator[list[Any]]:
    columns = schema.events.c
    query = (
        select(columns.version, columns.at, columns.by, columns.key, columns.line, columns.digest)
        .where(columns.stream == stream)
        .order_by(columns.version)
        .limit(CHUNK)
    )
    while True:
        rows = unit.connection.execute(query.where(columns.version > after)).all()
        if rows:
            yield list(rows)
        if len(rows) < CHUNK:
            return
        after = rows[-1][0]


def _verify_answers(unit: ReadUnit, head: Head, progress: Progress | None) -> None:
    columns = schema.answers.c
    query = select(columns.key, columns.fingerprint, columns.version, columns.body, columns.digest)
    many = summed = 0

    def check(row: Any) -> None:
        nonlocal many, summed
        key, fingerprint, version, body, digest = row
        if digest != row_digest(head.stream, key, fingerprint, version, body):
            raise Broken(head.stream, version, f"the answer to key {key!r} was changed")
        if not 0 <= version <= head.version:
            raise Broken(head.stream, version, f"the answer to key {key!r} belongs to no event")
        many, summed = many + 1, (summed + share(digest)) % SHARES

    _each(unit, query.where(columns.stream == head.stream), check, _at_end(progress, head))
    ends = schema.streams.c
    *counted, seal = unit.connection.execute(
        select(ends.answers, ends.answered, ends.seal).where(ends.id == head.stream)
    ).one()
    if why := unit.keys.why_unsealed(seal, head.stream, head.version, head.digest, *counted):
        raise Broken(head.stream, head.version, f"the stream's end {why}")
    if many != counted[0]:
        raise Broken(head.stream, head.version, f"{counted[0]} answers were given, {many} are stored")
    if summed != counted[1]:
        raise Broken(head.stream, head.version, "its answers differ from those that were given")


def _verify_snapshots(unit: ReadUnit, head: Head) -> None:
    columns, past = schema.snapshots.c, schema.events.c
    query = (
        select(columns.version, columns.digest, columns.body, columns.seal, past.digest)
        .join_from(
            schema.snapshots,
            schema.events,
            (past.stream == columns.stream) & (past.version == columns.version),
            isouter=True,
        )
        .where(columns.stream == head.stream)
    )
    for version, digest, body, seal, chained in unit.connection.execute(query):
        if unit.keys.why_row_changed(seal, head.stream, version, digest, body):
            raise Broken(head.stream, version, "the snapshot was changed")
        if digest != chained:
            raise Broken(head.stream, version, "the snapshot belongs to another chain")


def _verify_movements(unit: ReadUnit, head: Head, progress: Progress | None) -> None:
    columns = schema.movements.c
    first = f"{head.stream}:"
    query = select(schema.movements).where(columns.id >= first, columns.id < first + LAST)

    def check(row: Any) -> None:
        if owner(row[0])[0] == head.stream:
            _verify_movement(unit, row, head.version)

    _each(unit, query, check, _at_end(progress, head))


def _verify_movement(unit: ReadUnit, row: Any, newest: int | None) -> None:
    stream, version = owner(row[0])
    if unit.keys.why_row_changed(row[6], *row[:6]):
        raise Broken(stream, version, f"movement {row[0]} was changed")
    if newest is None or version > newest:
        raise Broken(stream, version, f"movement {row[0]} belongs to no event")


def _at_end(progress: Progress | None, head: Head) -> Callable[[], None]:
    """Told that the stream's end is reached, as often as some of what belongs to it was looked at."""
    return (lambda: None) if progress is None else partial(progress, head.version, head.version)


def _each(
    unit: ReadUnit,
    query: Select[*tuple[Any, ...]],
    check: Callable[[Any], None],
    then: Callable[[], None] = lambda: None,
) -> None:
    """Check every row."""
    for rows in unit.chunks(query, CHUNK):
        for row in rows:
            check(row)
        then()


def verify_all(unit: ReadUnit, progress: Progress | None = None) -> Verified:
    """The whole store, and that its ledger balances; the first that is wrong is raised."""
    verified, broken = find_broken(unit, progress)
    for each in broken:
        raise each
    return verified


def find_broken(unit: ReadUnit, progress: Progress | None = None) -> tuple[Verified, list[Broken]]:
    """What the store holds, and what of it is wrong: the first of each stream and of the books."""
    heads = _all_heads(unit)
    total, done = sum(each.version for each in heads), 0
    broken = list(_guarded(unit, "store", lambda: _verify_pages(unit)))
    broken += _guarded(unit, "store", lambda: _verify_no_strays(unit))
    broken += _guarded(unit, "law", lambda: verify_laws(unit))
    for head in heads:
        check = partial(_verify_with_rounds, unit, head, _shifted(progress, done, total))
        broken += _guarded(unit, head.stream, check)
        done += head.version
    broken += _guarded(unit, "ledger", lambda: verify_books(unit))
    return _counted(unit, len(heads), done), broken


def _verify_pages(unit: ReadUnit) -> None:
    """What SQLite itself can tell of its file: pages nobody uses, keys unlike their rows."""
    if not unit.statements.is_postgresql:
        result = unit.connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar_one()
        if result != "ok":
            raise Broken("store", 0, f"the database's file is damaged: {' '.join(result.split())[:120]}")


def _all_heads(unit: ReadUnit) -> list[Head]:
    columns = schema.streams.c
    query = select(columns.id, columns.version, columns.digest).order_by(columns.id)
    heads = [Head(*row) for row in unit.connection.execute(query)]
    for each in heads:
        if type(each.version) is not int or type(each.stream) is not str:
            raise Broken(str(each.stream), 0, "the stream's last version is not a number")
    return heads


def _guarded(unit: ReadUnit, stream: str, check: Callable[[], None]) -> Iterator[Broken]:
    """What a check finds; a file whose pages were changed may answer with anything."""
    try:
        check()
    except Broken as problem:
        yield problem
    except Exception as problem:
        if unit.statements.is_postgresql:  # it looks after its pages, and takes no more after an error
            raise
        why = str(getattr(problem, "orig", problem)).splitlines()[0][:80]
        yield Broken(stream, _first_unreadable(unit, stream), f"cannot be read: {why}")


def _first_unreadable(unit: ReadUnit, stream: str) -> int:
    """The first event of a stream that cannot be read, or 0 where it is something else."""
    columns = schema.events.c
    version = 0
    while True:
        query = select(schema.events).where(columns.stream == stream, columns.version == version)
        try:
            if unit.connection.execute(query).one_or_none() is None:
                return 0
        except DBAPIError:
            return version
        version += 1


def _counted(unit: ReadUnit, streams: int, events: int) -> Verified:
    tables = (
        *(schema.answers, schema.snapshots, schema.movements, schema.accounts, schema.rounds),
        schema.laws,
    )
    counts = {
        table.name: int(unit.connection.execute(select(func.count()).select_from(table)).scalar_one())
        for table in tables
    }
    return Verified(streams=streams, events=events, **counts)


def _shifted(progress: Progress | None, before: int, total: int) -> Progress | None:
    if progress is None:
        return None
    report = progress
    return lambda at, _: report(before + at, total)


def _verify_no_strays(unit: ReadUnit) -> None:
    """Every row of a stream belongs to one that exists."""
    for table in (schema.events, schema.answers, schema.snapshots, schema.rounds):
        columns = table.c
        version = columns.last if table is schema.rounds else columns.version
        unknown = columns.stream.not_in(select(schema.streams.c.id))
        stray = unit.connection.execute(select(columns.stream, version).where(unknown).limit(1)).first()
        if stray is not None:
            raise Broken(stray[0], stray[1], f"{table.name}: no such stream")


def verify_books(unit: ReadUnit) -> None:
    """Every movement as it was written, each account the sum of its movements, all of them zero."""
    columns = schema.streams.c
    known = {row[0]: row[1] for row in unit.connection.execute(select(columns.id, columns.version))}

    def check(row: Any) -> None:
        _verify_movement(unit, row, known.get(owner(row[0])[0]))

    _each(unit, select(schema.movements), check)
    moved = schema.movements.c
    sides = union_all(
        select(moved.debit.label("id"), (-moved.cents).label("cents")),
        select(moved.credit.label("id"), moved.cents.label("cents")),
    ).subquery()
    summed = select(sides.c.id, func.sum(sides.c.cents)).group_by(sides.c.id)
    sums = {row[0]: int(row[1]) for row in unit.connection.execute(summed)}
    balances = unit.balances()
    for account in sorted(sums.keys() | balances.keys()):
        if balances.get(account) != sums.get(account):
            raise _unbalanced(unit, account, balances.get(account), sums.get(account))
    if sum(balances.values()):
        raise Broken("ledger", 0, f"the accounts sum to {sum(balances.values())} cents, not zero")


def _unbalanced(unit: ReadUnit, account: str, balance: int | None, summed: int | None) -> Broken:
    columns = schema.movements.c
    query = select(columns.id).where((columns.debit == account) | (columns.credit == account))
    last = max((owner(row[0])[::-1] for row in unit.connection.execute(query)), default=(0, "ledger"))
    holds = "is missing" if balance is None else f"holds {balance} cents"
    moves = "it has no movements" if summed is None else f"its movements sum to {summed}"
    return Broken(last[1], last[0], f"account {account} {holds}, {moves}")
