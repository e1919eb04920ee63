"""Rounds that were played, step by step as a viewer saw them: the table as it stood after each event."""

from __future__ import annotations

import json
import threading
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from cutcard.floor.live import ENGINE, TABLE_STREAM, Live, event_in, live_view, read_live
from cutcard.floor.store import Database, ReadUnit, Stored
from cutcard.money import Cents, dollars
from cutcard.rules import Line
from cutcard.shoe import By, Role
from cutcard.table import RoundEnded, RoundStarted, Settled, line_view
from cutcard.table.record import FaceDown, in_words
from cutcard.web.api.history import CHUNK, ENDED, start_of
from cutcard.wording import event_sentence, record_sentence

Plain = dict[str, Any]
MOST_STATES: Final = 24
"""States of one table that are held, to fold from."""
MOST_LOOKED: Final = 40
"""Chunks of a stream that are searched for rounds."""
LEFT_OUT: Final = frozenset({"version", "document", "variation", "table", "last_round", "last_lines"})
"""Parts of a view that say nothing about the round that is replayed."""


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One event of a replay: who caused it, its text, and what it changed in the view."""

    version: int
    at: int
    by: str
    event: Plain
    words: str
    rows: list[str]
    cite: str
    view: Plain


class Past:
    """Earlier states of tables, some of them cached so that not every event is folded again."""

    def __init__(self) -> None:
        """The cache is empty."""
        self._states: dict[str, list[Live]] = {}
        self._lock = threading.Lock()

    def note(self, live: Live) -> None:
        """Cache a state, for replays of the rounds after it."""
        with self._lock:
            states = self._states.setdefault(live.name, [])
            at = bisect_right(states, live.version, key=lambda each: each.version)
            if not at or states[at - 1].version != live.version:
                states.insert(at, live)
            if len(states) > MOST_STATES:
                del states[0]

    def before(self, unit: ReadUnit, name: str, version: int) -> Live:
        """The table as it stood right before the event of a version."""
        with self._lock:
            states = self._states.get(name, [])
            at = bisect_right(states, version - 1, key=lambda each: each.version)
            live = states[at - 1] if at else None
        stream = TABLE_STREAM + name
        live = read_live(unit, stream) if live is None else live
        while live.version < version - 1:
            for stored in unit.read(stream, live.version, min(live.version + CHUNK, version - 1)):
                live, _, _ = live.read(stored.line, stored.at)
        self.note(live)
        return live


def steps(
    database: Database, past: Past, table: str, number: int, viewer: By
) -> tuple[list[ReplayStep], bool] | None:
    """A round's steps as a viewer saw them, and whether it is over; None where there is none."""
    stream = TABLE_STREAM + table
    with database.reading() as unit:
        head = unit.heads([stream]).get(stream)
        start = None if head is None else start_of(unit, stream, number, head.version)
        if head is None or start is None:
            return None
        live, replayed, shown = past.before(unit, table, start), list[ReplayStep](), Plain()
        down = FaceDown()
        for stored in _rest(unit, stream, start - 1, head.version):
            live, _, _ = live.read(stored.line, stored.at)
            down, seen = down.publish(json.loads(stored.line))
            view = live_view(live, viewer, stored.at)
            if seen["event"] == ENDED:
                view["round"] = view["last_round"]
            changed = _changed(view, shown)
            shown |= changed
            replayed.append(_step(stored, seen, changed))
            if seen["event"] == ENDED:
                return replayed, True
    return replayed, False


def _rest(unit: ReadUnit, stream: str, after: int, end: int) -> Iterator[Stored]:
    while after < end:
        yield from unit.read(stream, after, min(after + CHUNK, end))
        after += CHUNK


def _changed(view: Plain, shown: Plain) -> Plain:
    return {
        key: value
        for key, value in view.items()
        if key not in LEFT_OUT and (key not in shown or shown[key] != value)
    }


def _step(stored: Stored, seen: Plain, view: Plain) -> ReplayStep:
    words, rows, cite = _words(stored, seen)
    sentences = (record_sentence(words), [record_sentence(row) for row in rows], cite)
    return ReplayStep(stored.version, stored.at, stored.by, seen, *sentences, view)


def _words(stored: Stored, seen: Plain) -> tuple[str, list[str], str]:
    """An event in words; where something of it is hidden, by what everybody saw."""
    event = event_in(stored.line)
    if seen == json.loads(stored.line) and type(event) in ENGINE:
        return in_words(event)
    return event_sentence(seen), [], ""


@dataclass(slots=True)
class RoundOfTable:
    """A round in the list: what it came to for whoever looks."""

    round: int
    version: int
    at: int
    complete: bool
    boxes: list[int]
    net: str
    own: bool
    lines: list[Plain]


def last_rounds(
    database: Database, table: str, viewer: By, many: int, *, before: int | None = None
) -> list[RoundOfTable]:
    """The last rounds of a table that concern a viewer, the newest first; a player's are their own."""
    stream, rounds = TABLE_STREAM + table, list[RoundOfTable]()
    with database.reading() as unit:
        head = unit.heads([stream]).get(stream)
        lines, over = list[Line](), False
        for stored in () if head is None else _backwards(unit, stream, head.version):
            event = event_in(stored.line)
            match event:
                case RoundEnded():
                    lines, over = [], True
                case Settled():
                    lines = [*event.lines, *lines]
                case RoundStarted():
                    played = _played(stored, event, lines, viewer, over=over)
                    if played.boxes and (before is None or played.round < before):
                        rounds.append(played)
                    lines, over = [], False
            if len(rounds) == many:
                break
    return rounds


def _backwards(unit: ReadUnit, stream: str, end: int) -> Iterator[Stored]:
    for _ in range(MOST_LOOKED):
        yield from reversed(unit.read(stream, max(0, end - CHUNK), end) if end > 0 else [])
        end -= CHUNK


def _played(
    stored: Stored, event: RoundStarted, lines: list[Line], viewer: By, *, over: bool
) -> RoundOfTable:
    is_player = viewer.role is Role.PLAYER
    own = {each.box for each in event.bets if each.player == viewer.name}
    boxes = sorted(own if is_player else {each.box for each in event.bets})
    counted = [
        each
        for each in lines
        if each.box in boxes and not (is_player and each.player not in ("", viewer.name))
    ]
    net = dollars(Cents(sum(each.net for each in counted)))
    settled = [dict(line_view(each)) for each in counted if own]
    return RoundOfTable(event.number, stored.version, stored.at, over, boxes, net, bool(own), settled)
