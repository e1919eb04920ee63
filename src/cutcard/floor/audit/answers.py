"""Answers held against events: whatever happened under a key was answered, and nothing else was said.

Every event of a table or of the cage has a key, and that key an answer that names the last event of
it; an answer that says done or refused says so of its own version, and what was refused left no event.
What happened to a meter was answered at the table that asked, or in the office. A fingerprint says what
was asked: the store keeps nothing else to hold it against, and its row's digest alone covers it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import select

from cutcard.floor.live import CAGE_STREAM as CAGE, METER_STREAM as METER, TABLE_STREAM as TABLE
from cutcard.floor.store import Broken, ReadUnit, schema

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
    """The first thing of each stream that is not as it should be."""
    ends = schema.streams.c
    streams = [row[0] for row in unit.connection.execute(select(ends.id).order_by(ends.id))]
    waiting = _Waiting()
    for stream in streams:
        if stream.startswith(METER):
            waiting.collect(unit, stream)
    found: list[Broken] = []
    for stream in streams:
        answers = _answers(unit, stream)
        waiting.met(answers)
        problems = _table(unit, stream, answers) if _is_asked(stream) else _said(stream, answers)
        found += [first for first in [next(problems, None)] if first is not None]
    for key, (stream, version) in waiting.keys.items():
        found.append(Broken(stream, version, f"key {key!r} has no answer at any table"))
    return found


def _is_asked(stream: str) -> bool:
    return stream == CAGE or stream.startswith(TABLE)


def _answers(unit: ReadUnit, stream: str) -> Answers:
    held = schema.answers.c
    wanted = select(held.key, held.version, held.body).where(held.stream == stream)
    return {row[0]: (row[1], row[2]) for row in unit.connection.execute(wanted)}


def _keys(unit: ReadUnit, stream: str) -> Iterator[tuple[int, str]]:
    """The last version of each run of events under one key."""
    held = schema.events.c
    wanted = select(held.version, held.key).where(held.stream == stream).order_by(held.version)
    found = unit.connection.execute(wanted.execution_options(stream_results=True))
    last, run = 0, ""
    try:
        for rows in found.partitions(CHUNK):
            for version, key in rows:
                if run and key != run:
                    yield last, run
                last, run = version, key
    finally:
        found.close()
    if run:
        yield last, run


def _table(unit: ReadUnit, stream: str, answers: Answers) -> Iterator[Broken]:
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


def _said(stream: str, answers: Answers) -> Iterator[Broken]:
    for key, (version, body) in answers.items():
        problem, _ = _read(version, body)
        if problem:
            yield Broken(stream, version, f"the answer to key {key!r} {problem}")


def _read(version: int, body: str) -> tuple[str, bool]:
    """What is wrong with an answer's body, and whether it is a refusal."""
    try:
        told: dict[str, Any] = json.loads(body)
        status, said = told["status"], told["version"]
    except (ValueError, KeyError, TypeError):
        return "cannot be read", False
    if said != version:
        return f"says version {said}", False
    if status not in ("done", "refused") or (status == "refused") != ("refusal" in told):
        return f"says {status}", False
    return "", status == "refused"
