"""A record as `cutcard replay` reads it: folded once, cut into rounds, checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from cutcard.cli.printing.figures import counted
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


@dataclass(frozen=True, slots=True)
class RecordPart:
    """A round with its events, or (number 0) what happened between rounds."""

    number: int
    events: list[object] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class RecordDifference:
    """Something recorded otherwise than the present rules have it."""

    line: int
    version: int
    problem: str


@dataclass(frozen=True, slots=True)
class RecordCheck:
    """What a check found."""

    rounds: int
    settlements: int
    differences: tuple[RecordDifference, ...]

    def summary(self) -> str:
        """The result in one line."""
        done = f"{counted(self.settlements, 'settlement')} of {counted(self.rounds, 'round')}"
        if not self.differences:
            return f"checked: {done}, all according to the rules"
        return f"checked: {done}, {counted(len(self.differences), 'difference')}"

    def as_json(self) -> dict[str, object]:
        """The result as the command answers in JSON."""
        return {
            "rounds": self.rounds,
            "settlements": self.settlements,
            "differences": [
                {"line": each.line, "version": each.version, "problem": each.problem}
                for each in self.differences
            ],
        }


@dataclass(frozen=True, slots=True)
class LoadedRecord:
    """A record that reads and folds from its first event to its last."""

    header: Header
    opening: Table
    events: tuple[object, ...]
    at_line: tuple[int, ...]
    """Where each event stands in the file."""
    notes: tuple[str, ...]

    def round_numbers(self) -> list[int]:
        """The rounds in it."""
        return [event.number for event in self.events if isinstance(event, RoundStarted)]

    def acts_before(self, version: int, most: int = 3) -> list[str]:
        """The last acts up to a version, in words."""
        acts = [lines for _, lines in recorded_acts(self.events[:version])][-most:]
        return [line for lines in acts for line in lines if line]

    def table_at(self, version: int) -> Table:
        """The table after so many events."""
        table = self.opening
        for event, line in zip(self.events[:version], self.at_line, strict=False):
            table = follow_event(table, event, line)
        return table

    def check(self) -> RecordCheck:
        """Check every event by the rules, and count the money after every round."""
        table, settlements = self.opening, 0
        differences: list[RecordDifference] = []
        recheck, missed = Recheck(self.events), ""
        for version, (event, line) in enumerate(zip(self.events, self.at_line, strict=True), 1):
            settlements += isinstance(event, Settled)
            problems = list(recheck.next(table, event))
            table = follow_event(table, event, line)
            if isinstance(event, RoundEnded) and (missing := money_missing(table)) != missed:
                missed = missing
                problems += [missing] if missing else []
            differences += [RecordDifference(line, version, problem) for problem in problems]
        return RecordCheck(len(self.round_numbers()), settlements, tuple(differences))

    def lines(self) -> Iterator[str]:
        """The record as JSON lines."""
        return write_record(self.opening, self.events)

    def parts(self) -> list[RecordPart]:
        """Rounds, and what lies before, between and after them, in order."""
        parts = [RecordPart(0)]
        for event in self.events:
            if isinstance(event, RoundStarted):
                parts.append(RecordPart(event.number))
            parts[-1].events.append(event)
            if isinstance(event, RoundEnded):
                parts.append(RecordPart(0))
        return parts

    def acts(self, number: int | None, *, with_options: bool = True) -> Iterator[list[str]]:
        """The readable form, act by act: of one round, or of everything."""
        if number is not None:
            for part in self.parts():
                if part.number == number:
                    yield from (lines for _, lines in recorded_acts(part.events))
            return
        head, tail = record_setup_lines(self.header)
        yield head
        yield from (lines for _, lines in recorded_acts(self.events))
        if with_options:
            yield tail

    def as_json(self, number: int | None) -> dict[str, object]:
        """The record as one document: every round with its lines, and what came between the rounds."""
        rounds: list[dict[str, object]] = []
        before: list[dict[str, Any]] = []
        for part in self.parts():
            events = [event_json(event) for event in part.events]
            if not part.number:
                before = events
            elif number in (None, part.number):
                round_ = {"number": part.number, "before": before, "events": events}
                rounds.append({**round_, **_outcome_json(part)})
        plain: dict[str, object] = {
            "header": header_json(replace(self.header, carried="")),
            "notes": list(self.notes),
            "rounds": rounds,
        }
        return plain if number is not None else {**plain, "after": before}


def load(text: str) -> LoadedRecord:
    """A record in either form; `RecordError` where it cannot be read, or does not fold."""
    text = text.removeprefix("\ufeff")
    first = next((line for line in text.split("\n") if line.strip()), "")
    if not first:
        raise RecordError(1, "it is empty")
    if is_record_text(first):
        header, read = read_record_text(text)
        if header is None:
            raise RecordError(1, 'not a record: it begins with neither {"cutcard": 1, ...} nor a title')
        numbered = list(read)
    else:
        header, events = read_events(record_lines(text))
        numbered = list(enumerate(events, 2))
    table = opening = table_of(header)
    tampered: list[str] = []
    for line, event in numbered:
        before, table = table, follow_event(table, event, line)
        if problem := unlike_the_shuffle(before, event):
            tampered.append(f"line {line}: {problem}")
    return LoadedRecord(
        header,
        opening,
        tuple(event for _, event in numbered),
        tuple(line for line, _ in numbered),
        (*record_notes(header), *_tampering_note(tampered)),
    )


def _tampering_note(tampered: list[str]) -> list[str]:
    """One note on all that is not as the cards were shuffled; the first of it names its line."""
    if not tampered:
        return []
    more = f", and {counted(len(tampered) - 1, 'more such line')}" if len(tampered) > 1 else ""
    return [f"{tampered[0]}{more}: the record is not as the cards were shuffled"]


def _outcome_json(part: RecordPart) -> dict[str, Any]:
    """The settlement lines of a round, and what each box won."""
    lines: list[Line] = []
    for event in part.events:
        if isinstance(event, Settled):
            lines += event.lines
    started = part.events[0]
    assert isinstance(started, RoundStarted)
    net = {bet.box: 0 for bet in started.bets}
    for line in lines:
        net[line.box] = net.get(line.box, 0) + line.net
    return {
        "lines": [dict(line_view(line)) for line in lines],
        "net": {str(box): dollars(amount) for box, amount in net.items()},
    }
