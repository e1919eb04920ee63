"""Anchors: the ends of all streams, signed by the house, kept where its database account cannot write.

Whoever has the database can rewrite it whole and compute every digest again. What was anchored then
differs: an anchor names the digest that a stream had at a version, is signed with the house's key, and
covers the anchor before it by its signature. The public key is enough to prove one. It is a line:

    {"at":1700000000000,"before":"","heads":{"cage":[12,"ab..."]},"number":7,"signature":"k1.cd..."}

They are kept in a file, or in another database, in a table to which rows are only ever added.
"""

from __future__ import annotations

import errno
import json
import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from sqlalchemy import Column, Integer, MetaData, Table, Text, create_engine, insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from cutcard.compute import system
from cutcard.floor.keys import HouseKeys, KeysProblem, PublicKeys
from cutcard.floor.store import Broken, Database, Head, ReadUnit, StoreError, make_private, schema

STREAM: Final = "anchors"
FIELDS: Final = {"number", "at", "heads", "before", "signature"}


class AnchorPlace(Protocol):
    """Where anchors are kept: lines are added to it and read from it, never changed."""

    name: str

    def lines(self) -> Iterator[str]:
        """All of them, in order."""

    def turn(self) -> AbstractContextManager[None]:
        """While nobody else adds."""

    def after(self, mark: int) -> tuple[list[str], int]:
        """Those past a mark, and the mark that they end at; all of them past zero."""

    def add(self, number: int, line: str, mark: int) -> int:
        """One more past the mark at which all end, durable when this returns; the mark after it."""


class AnchorFile:
    """A file, a line for each. What has no end of line was never written whole, and is no anchor."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = path

    def lines(self) -> Iterator[str]:
        """All of them, in order."""
        yield from self.after(0)[0]

    @contextmanager
    def turn(self) -> Iterator[None]:
        """While nobody else adds: the house's own anchors, or one by hand."""
        make_private(self._path)
        with self._problems(), self._path.open("ab") as file:
            system.wait_for_turn(file.fileno())
            yield

    def add(self, number: int, line: str, mark: int) -> int:  # noqa: ARG002
        """One more, durable when this returns; what was left of one that was cut off goes."""
        make_private(self._path)
        with self._problems(), self._path.open("r+b", buffering=0) as file:
            file.truncate(mark)
            written = f"{line}\n".encode()
            try:
                file.seek(mark)
                if file.write(written) != len(written):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                os.fsync(file)
            except OSError:
                file.truncate(mark)
                raise
        return mark + len(written)

    @contextmanager
    def _problems(self) -> Iterator[None]:
        try:
            yield
        except OSError as problem:
            raise StoreError(f"{self.name}: {problem.strerror}") from None

    def after(self, mark: int) -> tuple[list[str], int]:
        """The whole lines past so many bytes, and where they end."""
        try:
            with self._path.open("rb") as file:
                file.seek(mark)
                read = file.read()
            whole = read[: read.rfind(b"\n") + 1]
            return whole.decode("utf-8").splitlines(), mark + len(whole)
        except FileNotFoundError:
            return [], 0
        except (OSError, ValueError) as problem:
            raise StoreError(f"{self.name}: cannot be read: {problem}") from None


class AnchorTable:
    """A table of another database, whose account for the house needs to add and read rows alone."""

    def __init__(self, url: str) -> None:
        try:
            address = url.replace("postgresql://", "postgresql+psycopg://", 1)
            self._engine = create_engine(address, poolclass=NullPool)  # it is asked once a minute
        except (SQLAlchemyError, ModuleNotFoundError):
            raise StoreError(f"{url[:40]!r}: not the address of a database") from None
        self.name = self._engine.url.render_as_string(hide_password=True)
        number = Column("number", Integer, primary_key=True, autoincrement=False)
        self._table = Table("anchors", MetaData(), number, Column("line", Text, nullable=False))

    def lines(self) -> Iterator[str]:
        """All of them, in order; the table is made where it is missing and may be made."""
        yield from self.after(0)[0]

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Whoever comes second is refused by the number, and reads on."""
        yield

    def after(self, mark: int) -> tuple[list[str], int]:
        """Those past a number, and the last one's."""
        try:
            with suppress(SQLAlchemyError):
                self._table.create(self._engine, checkfirst=True)
            columns = self._table.c
            query = select(columns.number, columns.line).where(columns.number > mark)
            with self._engine.connect() as connection:
                rows = connection.execute(query.order_by(columns.number)).all()
        except SQLAlchemyError as problem:
            raise self._problem(problem) from None
        return [str(row[1]) for row in rows], int(rows[-1][0]) if rows else mark

    def add(self, number: int, line: str, mark: int) -> int:  # noqa: ARG002
        """One more; a number that is taken is refused."""
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(self._table).values(number=number, line=line))
        except SQLAlchemyError as problem:
            raise self._problem(problem) from None
        return number

    def _problem(self, problem: SQLAlchemyError) -> StoreError:
        why = str(getattr(problem, "orig", problem)).strip().splitlines()[0]
        return StoreError(f"{self.name}: {why}")


def anchor_place(place: str) -> AnchorPlace:
    """A place by its name: the URL of a database, else a file."""
    return AnchorTable(place) if "://" in place else AnchorFile(Path(place))


@dataclass(frozen=True, slots=True)
class Anchor:
    """An anchor as it was added."""

    number: int
    at: int
    heads: int
    """How many streams had grown."""
    signature: str


class AnchorLog:
    """What adds the anchors of one store to a place, to which others may add too."""

    def __init__(self, place: AnchorPlace, keys: HouseKeys) -> None:
        if not keys:
            raise KeysProblem("anchors are signed with the house's keys; give --keys")
        self._place = place
        self._keys = keys
        self._heads: dict[str, tuple[int, str]] = {}
        self._number, self._before = 0, ""
        self._mark = 0

    def add(self, database: Database, now: int) -> Anchor | None:
        """Anchor the streams that grew since the last time, durably; None where none did."""
        with self._place.turn():
            lines, self._mark = self._place.after(self._mark)
            for plain in _parsed(self._place, lines, self._number + 1):
                self._take(plain)
            with database.reading() as unit:
                heads = {each.stream: (each.version, each.digest) for each in all_heads(unit)}
            grown = {stream: end for stream, end in heads.items() if self._heads.get(stream) != end}
            if not grown:
                return None
            number = self._number + 1
            plain = {"number": number, "at": now, "heads": grown, "before": self._before}
            plain |= {"signature": self._keys.sign(_text(plain))}
            self._mark = self._place.add(number, _text(plain), self._mark)
            self._take(plain)
            return Anchor(number, now, len(grown), self._before)

    def _take(self, plain: Mapping[str, Any]) -> None:
        self._number, self._before = plain["number"], plain["signature"]
        self._heads |= {stream: (end[0], end[1]) for stream, end in plain["heads"].items()}


def all_heads(unit: ReadUnit) -> list[Head]:
    """The end of every stream, by name."""
    columns = schema.streams.c
    query = select(columns.id, columns.version, columns.digest).order_by(columns.id)
    return [Head(*row) for row in unit.connection.execute(query)]


def _text(plain: Mapping[str, Any]) -> str:
    return json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _parsed(place: AnchorPlace, lines: Iterable[str], first: int = 1) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(lines, first):
        try:
            plain = json.loads(line)
            is_anchor = _is_anchor(plain)
        except (ValueError, RecursionError):
            is_anchor = False
        if not is_anchor:
            raise StoreError(f"{place.name}: line {number}: is not an anchor")
        yield plain


def _is_anchor(plain: object) -> bool:
    """Whether what was read has the form of an anchor; nothing is said of its truth."""
    if not isinstance(plain, dict) or plain.keys() != FIELDS or not isinstance(plain["heads"], dict):
        return False
    ends = plain["heads"].values()
    return (
        all(type(plain[name]) is int for name in ("number", "at"))
        and all(isinstance(plain[name], str) for name in ("before", "signature"))
        and all(isinstance(end, list) and [type(each) for each in end] == [int, str] for end in ends)
    )


def latest_anchors(place: AnchorPlace, most: int) -> tuple[int, list[Anchor]]:
    """How many anchors a place keeps, and the latest of them, the last first; none of them is proven."""
    many, latest = 0, deque[dict[str, Any]](maxlen=most)
    for plain in _parsed(place, place.lines()):
        many += 1
        latest.appendleft(plain)
    return many, [
        Anchor(int(each["number"]), int(each["at"]), len(each["heads"]), str(each["signature"]))
        for each in latest
    ]


@dataclass(frozen=True, slots=True)
class Anchored:
    """What a store is like, held against its anchors."""

    anchors: int
    heads: int
    last_at: int
    """When the last one was made: what happened since is not covered."""
    broken: tuple[Broken, ...]


def check_anchors(database: Database, place: AnchorPlace, public: PublicKeys) -> Anchored:
    """Hold a store against its anchors: each is signed, follows the one before, and is still true."""
    broken: list[Broken] = []
    before, anchors, last_at = "", 0, 0
    ends = dict[tuple[str, int], str]()
    for anchors, plain in enumerate(_parsed(place, place.lines()), 1):
        signature = str(plain.pop("signature"))
        name = signature.partition(".")[0]
        if name not in public.keys:
            broken.append(Broken(STREAM, anchors, f"key {name[:20]!r} is not in the list of keys"))
        elif not public.is_signed(signature, _text(plain)):
            broken.append(Broken(STREAM, anchors, "was changed: its signature does not match"))
        if plain["number"] != anchors or plain["before"] != before:
            broken.append(Broken(STREAM, anchors, "does not follow the anchor before it"))
        before, last_at = signature, plain["at"]
        ends |= {(stream, end[0]): end[1] for stream, end in plain["heads"].items()}
    if not anchors:
        broken.append(Broken(STREAM, 0, f"{place.name} has none: nothing vouches for this store"))
    with database.reading() as unit:
        broken += [each for each in (_changed(unit, *end) for end in ends.items()) if each is not None]
    return Anchored(anchors, len(ends), last_at, tuple(broken))


def _changed(unit: ReadUnit, end: tuple[str, int], digest: str) -> Broken | None:
    """How an event differs from what an anchor says of it."""
    columns = schema.events.c
    query = select(columns.digest).where(columns.stream == end[0], columns.version == end[1])
    stored = unit.connection.execute(query).scalar_one_or_none()
    if stored == digest:
        return None
    what = "is missing" if stored is None else "was rewritten"
    return Broken(*end, f"{what}: an anchor names another digest of it")
