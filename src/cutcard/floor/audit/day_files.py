"""A house's records as a file for each day: what is kept for years, apart from the store.

A file has every event of its day as it is stored, with the answers and movements that belong to it, the
law data, and the anchors that were made. Its last line counts and digests what came before and is signed
by the house's keys. Each file says where every stream stood before it, so that a folder of them is
proven without the store: nothing is missing within a day, nor between two.

A day is over when the clock says so. What is stored later under an earlier time, as after a clock was
set back, is in the file after that.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from sqlalchemy import func, select

from cutcard.floor.audit.anchors import AnchorPlace
from cutcard.floor.keys import PublicKeys
from cutcard.floor.store import (
    LAST,
    Database,
    ReadUnit,
    StoreError,
    event_digest,
    header_digest,
    make_private,
    owner,
    schema,
)

FORMAT: Final = 1
DAY_MS: Final = 24 * 3_600_000
SUFFIX: Final = ".jsonl"
Ends = dict[str, tuple[int, str]]
"""Stream -> its last version so far, and that event's digest."""
Plain = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DayFile:
    """One day's file, written or proven."""

    path: Path
    day: str
    events: int
    digest: str
    key: str
    """The name of the key that signed it; empty where the house has none."""


class DayProblem(Exception):  # noqa: N818 - it says what is wrong with a file
    """A file of a day that does not hold: one line that says where."""


@dataclass
class _Writer:
    """The lines of one file, counted and digested as they are made."""

    sums: Any = field(default_factory=sha256)
    counts: dict[str, int] = field(default_factory=dict)

    def line(self, values: Plain) -> str:
        text = json.dumps(dict(values), ensure_ascii=False, separators=(",", ":")) + "\n"
        self.sums.update(text.encode())
        if kind := values.get("kind"):
            self.counts[kind] = self.counts.get(kind, 0) + 1
        return text


def write_days(
    database: Database, folder: Path, now: int, *, begins_ms: int = 0, anchors: AnchorPlace | None = None
) -> Iterator[DayFile]:
    """Write every day that is over and has no file yet, from the first event on.

    A day begins `begins_ms` after midnight UTC.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    there = day_paths(folder)
    ends: Ends = {}
    with database.reading() as unit:
        if there:
            day = date.fromisoformat(there[-1].stem) + timedelta(days=1)
            ends = _ends_of(there[-1])
        elif (first := _first_at(unit)) is None:
            return
        else:
            day = _day_of(first - begins_ms)
        while (until := _start_of(day) + begins_ms + DAY_MS) <= now:
            yield _written(unit, folder, day, until, ends, anchors)
            day += timedelta(days=1)


def day_paths(folder: Path) -> list[Path]:
    """The files of days in a folder, by day."""
    return sorted(each for each in folder.glob(f"*{SUFFIX}") if _is_day(each.stem))


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _day_of(at: int) -> date:
    return datetime.fromtimestamp(at / 1000, UTC).date()


def _start_of(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)


def _first_at(unit: ReadUnit) -> int | None:
    columns = schema.events.c
    query = select(func.min(columns.at)).where(columns.version > 0)
    return unit.connection.execute(query).scalar_one_or_none()


def _written(
    unit: ReadUnit, folder: Path, day: date, until: int, ends: Ends, anchors: AnchorPlace | None
) -> DayFile:
    path, part = folder / f"{day}{SUFFIX}", folder / f"{day}{SUFFIX}.part"
    part.unlink(missing_ok=True)
    make_private(part)
    writer = _Writer()
    with part.open("w", encoding="utf-8") as file:
        for values in _lines(unit, day, until, ends, anchors):
            file.write(writer.line(values))
        digest = writer.sums.hexdigest()
        signature = unit.keys.sign(digest) if unit.keys else ""
        end = {"kind": "end", "counts": writer.counts, "digest": digest, "signature": signature}
        file.write(json.dumps(end, separators=(",", ":")) + "\n")
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    return DayFile(path, str(day), writer.counts.get("event", 0), digest, signature.partition(".")[0])


def _lines(
    unit: ReadUnit, day: date, until: int, ends: Ends, anchors: AnchorPlace | None
) -> Iterator[Plain]:
    yield {"cutcard": "day", "format": FORMAT, "day": str(day), "until": until}
    columns = schema.events.c
    newest = select(columns.stream, func.max(columns.version)).where(columns.at < until)
    grown = unit.connection.execute(newest.group_by(columns.stream).order_by(columns.stream)).all()
    for stream, upto in grown:
        yield from _of_stream(unit, stream, upto, ends)
    for law in unit.connection.execute(select(schema.laws).order_by(schema.laws.c.law)).mappings():
        yield {"kind": "law", **law}
    for line in () if anchors is None else anchors.lines():
        plain = json.loads(line)
        if until - DAY_MS <= plain["at"] < until:
            yield {"kind": "anchor", **plain}


def _of_stream(unit: ReadUnit, stream: str, upto: int, ends: Ends) -> Iterator[Plain]:
    """A stream's line, its events past where the file before left it, and what belongs to them."""
    is_new = stream not in ends
    after, digest = ends.get(stream, (0, ""))
    if upto < after or (upto == after and not is_new):
        yield {"kind": "stream", "stream": stream, "after": after, "digest": digest, "upto": after}
        return
    header = {"header": unit.header(stream)} if is_new else {}
    yield {"kind": "stream", "stream": stream, "after": after, "digest": digest, "upto": upto} | header
    columns, answers = schema.events.c, schema.answers.c
    query = select(schema.events).where(
        columns.stream == stream, columns.version > after, columns.version <= upto
    )
    digest = header_digest(unit.header(stream)) if is_new else digest
    for row in _rows(unit, query.order_by(columns.version)):
        digest = str(row["digest"])
        yield {"kind": "event", **row}
    given = select(schema.answers).where(
        answers.stream == stream, answers.version > after, answers.version <= upto
    )
    for row in _rows(unit, given.order_by(answers.version, answers.key)):
        yield {"kind": "answer", **row}
    moved = schema.movements.c.id
    booked = select(schema.movements).where(moved >= f"{stream}:", moved < f"{stream}:{LAST}")
    for row in _rows(unit, booked.order_by(moved)):
        whose, version = owner(str(row["id"]))
        if whose == stream and after < version <= upto:
            yield {"kind": "movement", **row}
    ends[stream] = upto, digest


def _rows(unit: ReadUnit, query: Any) -> Iterator[Plain]:
    for rows in unit.chunks(query, 5_000):
        for row in rows:
            yield dict(row._mapping)


# Read again, without the store.


def _parsed(path: Path) -> Iterator[tuple[int, str, dict[str, Any]]]:
    try:
        with path.open(encoding="utf-8") as file:
            for number, text in enumerate(file, 1):
                plain = json.loads(text)
                if not isinstance(plain, dict):
                    raise ValueError
                yield number, text, plain
    except OSError as problem:
        raise DayProblem(f"{path.name}: {problem.strerror}") from None
    except ValueError:
        raise DayProblem(f"{path.name}: is not the file of a day") from None


def _ends_of(path: Path) -> Ends:
    """Where a file leaves the streams, by itself: what was before it is not looked at."""
    ends: Ends = {}
    _Checked(path, ends, public=None, follows=False).run()
    return ends


@dataclass
class _Checked:
    """One file while it is read."""

    path: Path
    ends: Ends
    public: PublicKeys | None
    follows: bool = True
    """Whether the ends are those of the file before."""
    events: int = 0
    named: set[str] = field(default_factory=set)
    upto: int = 0
    """Where the stream being read is to end."""
    stream: str = ""
    digest: str = ""
    version: int = 0

    def run(self) -> DayFile:
        """Read it to its end; `DayProblem` says where it does not hold."""
        sums, end, day = sha256(), None, ""
        for number, text, plain in _parsed(self.path):
            if end is not None:
                raise self._wrong(number, "goes on after its end")
            if number == 1:
                day = self._day(plain)
            elif plain.get("kind") == "end":
                self._finish(number)
                if forgotten := self.ends.keys() - self.named:
                    raise self._wrong(number, f"{min(forgotten)} is missing")
                end = plain
                continue
            else:
                self._take(number, plain)
            sums.update(text.encode())
        if end is None:
            raise DayProblem(f"{self.path.name}: has no end: it was cut off")
        if end.get("digest") != sums.hexdigest():
            raise DayProblem(f"{self.path.name}: was changed: its digest does not match")
        signature = str(end.get("signature", ""))
        if self.public is not None and not self.public.is_signed(signature, sums.hexdigest()):
            raise DayProblem(f"{self.path.name}: no key of the list signed it")
        key = signature.partition(".")[0]
        return DayFile(self.path, day, self.events, sums.hexdigest(), key)

    def _day(self, plain: dict[str, Any]) -> str:
        if (plain.get("cutcard"), plain.get("format")) != ("day", FORMAT):
            raise DayProblem(f"{self.path.name}: is not the file of a day in format {FORMAT}")
        if plain.get("day") != self.path.stem:
            raise DayProblem(f"{self.path.name}: is the file of {str(plain.get('day'))[:10]}")
        return str(plain["day"])

    def _take(self, number: int, plain: dict[str, Any]) -> None:
        try:
            if plain["kind"] == "stream":
                self._finish(number)
                self._begin(number, plain)
            elif plain["kind"] == "event":
                self._event(number, plain)
        except (KeyError, TypeError):
            raise self._wrong(number, "cannot be read") from None

    def _begin(self, number: int, plain: dict[str, Any]) -> None:
        self.stream, self.version = str(plain["stream"]), int(plain["after"])
        self.upto, self.digest = int(plain["upto"]), str(plain["digest"])
        known = self.ends.get(self.stream)
        if known is None and "header" in plain:
            self.digest = header_digest(str(plain["header"]))
        elif known != (self.version, self.digest) and (self.follows or "header" in plain):
            raise self._wrong(number, f"{self.stream} does not go on where the file before it ends")

    def _event(self, number: int, plain: dict[str, Any]) -> None:
        fields = (plain[name] for name in ("at", "by", "key", "line"))
        self.version += 1
        self.digest = event_digest(self.digest, self.stream, self.version, *fields)
        found = plain["stream"], plain["version"], plain["digest"]
        if found != (self.stream, self.version, self.digest):
            raise self._wrong(number, f"{self.stream} {self.version}: was changed, or one is missing")
        self.events += 1

    def _finish(self, number: int) -> None:
        """The end of a stream's part."""
        if self.version != self.upto:
            raise self._wrong(number, f"{self.stream}: ends at {self.version} and not at {self.upto}")
        if self.stream:
            self.ends[self.stream] = self.version, self.digest
            self.named.add(self.stream)

    def _wrong(self, number: int, why: str) -> DayProblem:
        return DayProblem(f"{self.path.name}: line {number}: {why}")


def check_days(folder: Path, public: PublicKeys | None) -> Iterator[DayFile]:
    """Prove a folder: each file whole and signed, each event linked, no day missing between two."""
    ends: Ends = {}
    before: date | None = None
    paths = day_paths(folder)
    if not paths:
        raise DayProblem(f"{folder}: has no files of days")
    for path in paths:
        day = date.fromisoformat(path.stem)
        if before is not None and day != before + timedelta(days=1):
            raise DayProblem(f"{path.name}: {before + timedelta(days=1)} is missing before it")
        yield _Checked(path, ends, public).run()
        before = day


def begins_at(text: str) -> int:
    """Milliseconds after midnight, from hours and minutes: 06:00."""
    try:
        at = datetime.strptime(text, "%H:%M")
    except ValueError:
        raise StoreError(f"{text[:20]!r}: not a time of day; write 06:00") from None
    return (at.hour * 60 + at.minute) * 60_000
