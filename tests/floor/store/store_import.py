"""An exported store read into an empty one: shows that an export lacks nothing, digests checked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any

from sqlalchemy import Table

from cutcard.floor.store import Database, Head, Movement, New, StoreError, WriteUnit, export, row_digest
from cutcard.floor.store.records import StoredLaw, event_digest
from cutcard.floor.store.rounds import rebuild


def import_lines(database: Database, lines: Iterable[str]) -> dict[str, int]:
    """Fill an empty store with what was exported; all of it or nothing. Answers with the counts."""
    if database.streams():
        raise StoreError(f"{database.name}: is not empty; import into an empty store")
    with database.writing() as unit:
        return _Import(unit).all(lines)


class _Import:
    def __init__(self, unit: WriteUnit) -> None:
        self.unit = unit
        self.head = self.last = Head("", 0, "")
        self.waiting: list[New] = []
        self.counts = dict.fromkeys(export.KINDS, 0)
        self.sums = sha256()
        self.accounts: dict[str, int] = {}

    def all(self, lines: Iterable[str]) -> dict[str, int]:
        number, ended = 0, False
        for number, line in enumerate(lines, 1):
            if ended:
                raise StoreError(f"line {number}: past the end of the export")
            try:
                ended = self._line(number, line.rstrip("\n"))
            except (KeyError, TypeError, ValueError) as problem:
                raise StoreError(f"line {number}: not a line of an export: {problem}") from None
            except StoreError as problem:
                raise StoreError(f"line {number}: {problem}") from None
        if not ended:
            raise StoreError(f"line {number}: the export is incomplete")
        return self.counts

    def _line(self, number: int, line: str) -> bool:
        found = json.loads(line)
        if number == 1:
            if found != {"cutcard": "store", "format": export.FORMAT}:
                raise ValueError(f"it must begin with cutcard store, format {export.FORMAT}")
        elif not isinstance(found, dict):
            raise ValueError("it must be an object")
        elif found.get("kind") == "end":
            self._end(found)
            return True
        else:
            kind = found.pop("kind")
            table = export.KINDS[kind]
            values = [found.pop(column.name) for column in table.columns]
            if found:
                raise ValueError(f"{next(iter(found))} does not belong there")
            _check_types(table, values)
            self._takers[kind](self, *values)
            self.counts[kind] += 1
            if number % export.CHUNK == 0:
                self._append()
        self.sums.update(line.encode() + b"\n")
        return False

    def _event(
        self, stream: str, version: int, at: int, by: str, key: str, line: str, digest: str
    ) -> None:
        if version == 0:
            self._append()
            self.head = self.last = self.unit.create(stream, line)
            found = self.head.digest if (at, by, key) == (0, "", "") else ""
        else:
            if (stream, version) != (self.last.stream, self.last.version + 1):
                raise StoreError(f"{stream} {version}: out of order")
            found = event_digest(self.last.digest, stream, version, at, by, key, line)
            self.waiting.append(New(line, by, key, at))
            self.last = Head(stream, version, digest)
        if found != digest:
            raise StoreError(f"{stream} {version}: its digest does not match")

    def _append(self) -> None:
        if self.waiting:
            self.head = self.unit.append(self.head, self.waiting)
            self.waiting = []
        self.unit.flush()

    def _answer(
        self, stream: str, key: str, fingerprint: str, version: int, body: str, digest: str
    ) -> None:
        if digest != row_digest(stream, key, fingerprint, version, body):
            raise StoreError(f"{stream} {version}: the answer to key {key!r} does not match its digest")
        self.unit.answer(stream, key, fingerprint, version, body)

    def _movement(self, *values: Any) -> None:
        *fields, digest = values
        if digest != row_digest(*fields):
            raise StoreError(f"movement {fields[0]}: its digest does not match")
        self.unit.move([Movement(*fields)])

    def _account(self, account: str, cents: int) -> None:
        self.accounts[account] = cents

    def _law(self, *values: Any) -> None:
        *fields, digest = values
        if digest != row_digest(*fields):
            raise StoreError(f"law {fields[0]}: its digest does not match")
        self.unit.carry_law(StoredLaw(*fields))

    def _end(self, found: Mapping[str, Any]) -> None:
        self._append()
        counted = {"kind": "end", **self.counts, "digest": self.sums.hexdigest()}
        if found != counted:
            raise StoreError("the export was changed: its counts or its digest do not match")
        self.unit.end_rounds(row.values() for row in rebuild(self.unit))
        held = self.unit.balances()
        summed = {each: held.get(each, 0) for each in self.accounts | held}
        if summed != self.accounts:
            raise StoreError("the accounts are not the sums of their movements")

    _takers: Mapping[str, Callable[..., None]] = {
        "event": _event,
        "answer": _answer,
        "movement": _movement,
        "account": _account,
        "law": _law,
    }


def _check_types(table: Table, values: Iterable[object]) -> None:
    for column, value in zip(table.columns, values, strict=True):
        wanted = int if column.name in ("version", "at", "cents") else str
        if type(value) is not wanted:
            raise ValueError(f"{column.name} is not a {'number' if wanted is int else 'text'}")
