"""A record as `cutcard replay` holds it: read, folded once, cut into rounds, checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from cutcard.money import dollars
from cutcard.rules import Line
from cutcard.table import RoundEnded, RoundStarted, Settled, Table, line_view
from cutcard.table.record import (
    Header,
    Recheck,
    RecordError,
    event_json,
    follow_event,
    header_json,
    is_record_text,
    money_missing,
    read_events,
    read_record_text,
    record_lines,
    record_notes,
    record_setup_lines,
    recorded_acts,
    table_of,
    unlike_the_shuffle,
    write_record,
)
from cutcard.wording import plural

Lines = list[str]


@dataclass(frozen=True, slots=True)
class Loaded:
    """A record that reads and folds from its first event to its last."""

    header: Header
    opening: Table
    events: tuple[object, ...]
    at_line: tuple[int, ...]
    """Where each event stands in the file."""
    notes: tuple[str, ...]

    def round_numbers(self) -> list[int]:
        """The rounds in it."""
        return [each.number for each in self.events if isinstance(each, RoundStarted)]

    def acts_before(self, version: int, most: int = 3) -> Lines:
        """The last acts up to a version, in words."""
        told = [lines for _, lines in recorded_acts(self.events[:version])][-most:]
        return [line for lines in told for line in lines if line]


@dataclass(frozen=True, slots=True)
class Part:
    """A round with its events, or (number 0) what happened between rounds."""

    number: int
    events: list[object] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Difference:
    """Something recorded otherwise than the present rules have it."""

    line: int
    version: int
    problem: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found."""

    rounds: int
    settlements: int
    differences: tuple[Difference, ...]

    def told(self) -> str:
        """The answer in one line."""
        done = f"{plural(self.settlements, 'settlement')} of {plural(self.rounds, 'round')}"
        if not self.differences:
            return f"checked: {done}, all according to the rules"
        return f"checked: {done}, {plural(len(self.differences), 'difference')}"

    def as_json(self) -> dict[str, object]:
        """The answer in plain values."""
        return {
            "rounds": self.rounds,
            "settlements": self.settlements,
            "differences": [
                {"line": each.line, "version": each.version, "problem": each.problem}
                for each in self.differences
            ],
        }


def load(text: str) -> Loaded:
    """A record in either form; `RecordError` where it cannot be read, or does not fold."""
    text = text.removeprefix("\ufeff")
    first = next((line for line in text.split("\n") if line.strip()), "")
    if not first:
        raise RecordError(1, "it is empty")
    if is_record_text(first):
        header, told = read_record_text(text)
        if header is None:
            raise RecordError(1, 'not a record: it begins with neither {"cutcard": 1, ...} nor a title')
        numbered = list(told)
    else:
        header, events = read_events(record_lines(text))
        numbered = list(enumerate(events, 2))
    table = opening = table_of(header)
    unlike: list[str] = []
    for line, event in numbered:
        before, table = table, follow_event(table, event, line)
        if problem := unlike_the_shuffle(before, event):
            unlike.append(f"line {line}: {problem}")
    return Loaded(
        header,
        opening,
        tuple(event for _, event in numbered),
        tuple(line for line, _ in numbered),
        (*record_notes(header), *_tampered(unlike)),
    )


def _tampered(unlike: Lines) -> Lines:
    """One note on all that is not as the cards were shuffled; the first of it names its line."""
    if not unlike:
        return []
    more = f", and {plural(len(unlike) - 1, 'more such line')}" if len(unlike) > 1 else ""
    return [f"{unlike[0]}{more}: the record is not as the cards were shuffled"]


def table_at(loaded: Loaded, version: int) -> Table:
    """The table after so many events."""
    table = loaded.opening
    for event, line in zip(loaded.events[:version], loaded.at_line, strict=False):
        table = follow_event(table, event, line)
    return table


def check(loaded: Loaded) -> Checked:
    """Every event held against the rules, and the money counted after every round."""
    table, found, settlements = loaded.opening, [], 0
    recheck, missed = Recheck(loaded.events), ""
    for version, (event, line) in enumerate(zip(loaded.events, loaded.at_line, strict=True), 1):
        settlements += isinstance(event, Settled)
        found += [Difference(line, version, each) for each in recheck.next(table, event)]
        table = follow_event(table, event, line)
        if isinstance(event, RoundEnded) and (missing := money_missing(table)) != missed:
            missed = missing
            found += [Difference(line, version, missing)] if missing else []
    return Checked(len(loaded.round_numbers()), settlements, tuple(found))


def lines(loaded: Loaded) -> Iterator[str]:
    """The record as JSON lines."""
    return write_record(loaded.opening, loaded.events)


def parts(loaded: Loaded) -> list[Part]:
    """Rounds, and what lies before, between and after them, in order."""
    found = [Part(0)]
    for event in loaded.events:
        if isinstance(event, RoundStarted):
            found.append(Part(event.number))
        found[-1].events.append(event)
        if isinstance(event, RoundEnded):
            found.append(Part(0))
    return found


def acts(loaded: Loaded, number: int | None, *, with_options: bool = True) -> Iterator[Lines]:
    """What is shown, act by act: one round, or everything."""
    if number is not None:
        for part in parts(loaded):
            if part.number == number:
                yield from (told for _, told in recorded_acts(part.events))
        return
    head, tail = record_setup_lines(loaded.header)
    yield head
    yield from (told for _, told in recorded_acts(loaded.events))
    if with_options:
        yield tail


def as_json(loaded: Loaded, number: int | None) -> dict[str, object]:
    """The record as one document: every round with its lines, and what came between the rounds."""
    rounds: list[dict[str, object]] = []
    before: list[dict[str, Any]] = []
    for part in parts(loaded):
        told = [event_json(event) for event in part.events]
        if not part.number:
            before = told
        elif number in (None, part.number):
            rounds.append({"number": part.number, "before": before, "events": told, **_outcome(part)})
    answer: dict[str, object] = {
        "header": header_json(loaded.header),
        "notes": list(loaded.notes),
        "rounds": rounds,
    }
    return answer if number is not None else {**answer, "after": before}


def _outcome(part: Part) -> dict[str, Any]:
    settled: list[Line] = []
    for event in part.events:
        if isinstance(event, Settled):
            settled += event.lines
    started = part.events[0]
    assert isinstance(started, RoundStarted)
    net = {bet.box: 0 for bet in started.bets}
    for line in settled:
        net[line.box] = net.get(line.box, 0) + line.net
    return {
        "lines": [dict(line_view(line)) for line in settled],
        "net": {str(box): dollars(amount) for box, amount in net.items()},
    }
