"""The rounds of every table, one row each, for whoever looks for one among millions of events.

A row is folded from the events of its round and written together with the last of them; it says
nothing that the chain does not say, and the audit folds it again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, select

from cutcard.floor.store import schema
from cutcard.floor.store.errors import Broken
from cutcard.floor.store.records import RoundRow
from cutcard.floor.store.statements import Statements
from cutcard.floor.store.units import ReadUnit
from cutcard.rules import Line
from cutcard.table import events as e
from cutcard.table.record import NAMES, amount_of, event_of

Plain = Mapping[str, Any]
TABLES: Final = "table:"
STARTED: Final = NAMES[e.RoundStarted]
ENDED: Final = NAMES[e.RoundEnded]
SETTLED: Final = NAMES[e.Settled]
NOTICED: Final = NAMES[e.BetAcknowledged]
HELD: Final = "jackpot_held"
IRREGULAR: Final = frozenset(
    NAMES[each]
    for each in (
        *(e.CardSetAside, e.CardExposed, e.CardRefused, e.DealChanged, e.CardMissed, e.HandDead),
        *(e.RoundVoided, e.CheckSkipped, e.SideMistaken, e.IrregularityNoted, e.ReaderFailed),
        e.LightFailed,
    )
)
"""Events of what went wrong."""
NAME_AT: Final = 3
"""Where the name of an event stands in its line, between quotes."""
SEEN: Final = IRREGULAR | {STARTED, ENDED, SETTLED, NOTICED, HELD}
"""The events that a row is folded from."""


def name_in(line: str) -> str:
    """The name of a stored event, without reading the rest of it."""
    parts = line.split('"', NAME_AT + 1)
    return parts[NAME_AT] if len(parts) > NAME_AT else ""


def name_list(names: Iterable[str]) -> str:
    """Some names as a row has them: each once, in order."""
    return json.dumps(sorted(set(names)), ensure_ascii=False)


@dataclass(slots=True)
class _Open:
    number: int
    first: int
    began: int
    players: list[str]
    wagers: list[str]
    jackpot: int = 0
    irregularities: list[str] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def over(self, stream: str, version: int, at: int) -> RoundRow:
        nets = [int(each.net) for each in self.lines]
        return RoundRow(
            *(stream, self.number, self.first, version, self.began, at),
            handle=sum(int(each.stake) for each in self.lines),
            net=sum(nets),
            best=max(nets, default=0),
            jackpot=self.jackpot,
            players=name_list(self.players),
            wagers=name_list([*self.wagers, *(each.wager for each in self.lines)]),
            irregularities=name_list(self.irregularities),
        )


class Folding:
    """The rounds of one table, folded event by event."""

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self._open: _Open | None = None
        self._notices = (0, 0)

    def see(self, version: int, at: int, line: str) -> RoundRow | None:
        """One stored event; the row where it ends a round."""
        if name_in(line) not in SEEN:
            return None
        try:
            return self.take(version, at, json.loads(line))
        except (ValueError, KeyError, TypeError, AssertionError):
            raise Broken(self.stream, version, "cannot be read as an event of a round") from None

    def take(self, version: int, at: int, event: Plain, typed: object = None) -> RoundRow | None:
        """The same in plain values; `typed` is the event itself, for whoever has it at hand."""
        name, current = event["event"], self._open
        if name not in SEEN:
            return None
        if name == NOTICED:
            first, last = self._notices
            self._notices = (first if last == version - 1 else version, version)
        elif name == STARTED:
            first, last = self._notices
            self._open = _started(typed or _typed(event), first if last == version - 1 else version, at)
        elif current is None:
            return None
        elif name == SETTLED:
            current.lines += _settled(typed or _typed(event))
        elif name == HELD:
            current.jackpot += amount_of(event["cents"])
        elif name == ENDED:
            self._open = None
            return current.over(self.stream, version, at)
        elif name in IRREGULAR:
            current.irregularities.append(event.get("what") or event.get("why") or name)
        return None


def _typed(event: Plain) -> object:
    return event_of(dict(event))


def _settled(event: object) -> tuple[Line, ...]:
    assert isinstance(event, e.Settled)
    return event.lines


def _started(event: object, first: int, at: int) -> _Open:
    assert isinstance(event, e.RoundStarted)
    players = [bet.player for bet in event.bets]
    return _Open(event.number, first, at, players, [name for bet in event.bets for name in bet.stakes])


def rebuild(unit: ReadUnit) -> Iterator[RoundRow]:
    """Every row again, from the events alone.

    A table whose events cannot be read is left at that: it is stopped, and no reason to stop others.
    """
    for stream in unit.streams(TABLES):
        folding = Folding(stream)
        with suppress(Broken):
            for stored in unit.events(stream):
                row = folding.see(stored.version, stored.at, stored.line)
                if row is not None:
                    yield row


def remake_rounds(connection: Connection) -> None:
    """Make the table of rounds as it is described now, and fill it from the events: for migrations."""
    schema.rounds.drop(connection, checkfirst=True)
    schema.rounds.create(connection)
    statements = Statements(connection.dialect.name)
    rows = [row.values() for row in rebuild(ReadUnit(connection, statements))]
    statements.write(connection, {"rounds": rows})


def verify_rounds(unit: ReadUnit, stream: str, folded: Iterable[RoundRow]) -> None:
    """The rows of a table are those that its events come to; `Broken` names the first that is not."""
    columns = schema.rounds.c
    query = select(schema.rounds).where(columns.stream == stream).order_by(columns.number)
    stored = {row[1]: tuple(row) for row in unit.connection.execute(query)}
    for each in folded:
        row = stored.pop(each.number, None)
        if row is None:
            raise Broken(stream, each.last, f"round {each.number} is missing from the index of rounds")
        if row != each.values():
            what = f"round {each.number} in the index differs from its events"
            raise Broken(stream, each.last, what)
    for number, row in stored.items():
        raise Broken(stream, int(row[3]), f"round {number} in the index has no events")
