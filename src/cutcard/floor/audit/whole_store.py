"""The audit of a whole store: digests, the ledger's sum, negative accounts, answers, people."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import select

from cutcard.floor.audit.anchors import all_heads
from cutcard.floor.live import CAGE_STREAM as CAGE, METER_STREAM as METER, TABLE_STREAM as TABLE
from cutcard.floor.people import changed_people
from cutcard.floor.store import (
    Broken,
    Database,
    Head,
    Progress,
    ReadUnit,
    StoredLaw,
    Verified,
    find_broken,
    schema,
)

NEVER_SHORT: Final = ("chips:", "layout:", "wallet:", "meter:", "pending:")
"""Accounts that hold what is there: nobody can owe chips that lie on a table."""


@dataclass(frozen=True, slots=True)
class StoreAudit:
    """What a store holds, and all that is wrong with it."""

    counts: Verified
    people: int
    broken: tuple[Broken, ...]
    heads: tuple[Head, ...] = ()
    """The end of every stream: its version, and the digest that covers all of it."""
    adopted: tuple[StoredLaw, ...] = ()
    """Law data that stand for those that tables were set up under, which are lost."""
    seals: str = ""
    """Whether the ends of the streams are sealed: "checked", "unchecked" for want of keys, or ""."""


def audit_store(database: Database, progress: Progress | None = None) -> StoreAudit:
    """Everything that can be checked without the rules of a game."""
    with database.reading() as unit:
        return audit_unit(unit, progress)


def audit_unit(unit: ReadUnit, progress: Progress | None = None) -> StoreAudit:
    """The same of the store as one transaction sees it."""
    people = 0

    def changed() -> list[Broken]:
        nonlocal people
        people, broken_people = changed_people(unit)
        return broken_people

    verified, broken = find_broken(unit, progress)
    broken += _guarded(unit, "ledger", lambda: _short(unit))
    broken += _guarded(unit, "answers", lambda: unanswered(unit))
    broken += _guarded(unit, "people", changed)
    adopted = [] if broken else [each for each in unit.laws() if each.is_adopted]
    heads = [] if broken else all_heads(unit)
    seals = "checked" if unit.keys else "unchecked" if any(unit.seals().values()) else ""
    return StoreAudit(verified, people, tuple(broken), tuple(heads), tuple(adopted), seals)


def _guarded(unit: ReadUnit, what: str, check: Callable[[], list[Broken]]) -> list[Broken]:
    """What a check finds; a file whose pages were changed may answer with anything."""
    try:
        return check()
    except Exception as problem:
        if unit.statements.is_postgresql:
            raise
        why = str(getattr(problem, "orig", problem)).splitlines()[:1]
        return [Broken(what, 0, f"cannot be read: {' '.join(why)[:80]}")]


def _short(unit: ReadUnit) -> list[Broken]:
    return [
        Broken(account, 0, f"holds {cents} cents, but cannot be negative")
        for prefix in NEVER_SHORT
        for account, cents in unit.balances(prefix).items()
        if cents < 0
    ]


CHUNK: Final = 10_000
Answers = dict[str, tuple[int, str]]
"""Key -> the version and the body of its answer."""


@dataclass
class _Waiting:
    """Keys of meters' events whose answer was not met yet."""

    keys: dict[str, tuple[str, int]] = field(default_factory=dict)

    def collect(self, unit: ReadUnit, stream: str) -> None:
        for version, key in _keys(unit, stream):
            self.keys[key] = stream, version

    def met(self, answers: Answers) -> None:
        if len(answers) < len(self.keys):
            for key in answers:
                self.keys.pop(key, None)
        else:
            self.keys = {key: where for key, where in self.keys.items() if key not in answers}


def unanswered(unit: ReadUnit) -> list[Broken]:
    """Answers held against events: the first of each stream that does not fit.

    Every event of a table or of the cage has a key, and that key an answer that names the key's last
    event; an answer that says done or refused says so of its own version, and a refused command left no
    event. What happened to a meter was answered at the table that asked, or in the office. A fingerprint
    covers the command, of which the store has nothing else: its row's digest alone protects it.
    """
    streams = unit.streams()
    waiting = _Waiting()
    for stream in streams:
        if stream.startswith(METER):
            waiting.collect(unit, stream)
    broken: list[Broken] = []
    for stream in streams:
        answers = _answers(unit, stream)
        waiting.met(answers)
        problems = (
            _unlike_events(unit, stream, answers) if _has_keys(stream) else _unreadable(stream, answers)
        )
        broken += [first for first in [next(problems, None)] if first is not None]
    for key, (stream, version) in waiting.keys.items():
        broken.append(Broken(stream, version, f"key {key!r} has no answer at any table"))
    return broken


def _has_keys(stream: str) -> bool:
    return stream == CAGE or stream.startswith(TABLE)


def _answers(unit: ReadUnit, stream: str) -> Answers:
    columns = schema.answers.c
    query = select(columns.key, columns.version, columns.body).where(columns.stream == stream)
    return {row[0]: (row[1], row[2]) for row in unit.connection.execute(query)}


def _keys(unit: ReadUnit, stream: str) -> Iterator[tuple[int, str]]:
    """The last version of each run of events under one key."""
    columns = schema.events.c
    query = (
        select(columns.version, columns.key).where(columns.stream == stream).order_by(columns.version)
    )
    last, run = 0, ""
    for rows in unit.chunks(query, CHUNK):
        for version, key in rows:
            if run and key != run:
                yield last, run
            last, run = version, key
    if run:
        yield last, run


def _unlike_events(unit: ReadUnit, stream: str, answers: Answers) -> Iterator[Broken]:
    refused = set()
    for key, (version, body) in answers.items():
        problem, is_refusal = _read(version, body)
        if problem:
            yield Broken(stream, version, f"the answer to key {key!r} {problem}")
        if is_refusal:
            refused.add(key)
    for version, key in _keys(unit, stream):
        if key not in answers:
            yield Broken(stream, version, f"key {key!r} has no answer")
        elif key in refused:
            yield Broken(stream, version, f"key {key!r} was refused, and an event has it")
        elif answers[key][0] != version:
            named = answers[key][0]
            yield Broken(stream, version, f"the answer to key {key!r} names event {named}")


def _unreadable(stream: str, answers: Answers) -> Iterator[Broken]:
    for key, (version, body) in answers.items():
        problem, _ = _read(version, body)
        if problem:
            yield Broken(stream, version, f"the answer to key {key!r} {problem}")


def _read(version: int, body: str) -> tuple[str, bool]:
    """What is wrong with an answer's body, and whether it is a refusal."""
    try:
        answer: dict[str, Any] = json.loads(body)
        status, named = answer["status"], answer["version"]
    except (ValueError, KeyError, TypeError):
        return "cannot be read", False
    if named != version:
        return f"says version {named}", False
    if status not in ("done", "refused") or (status == "refused") != ("refusal" in answer):
        return f"says {status}", False
    return "", status == "refused"
