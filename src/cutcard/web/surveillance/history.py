"""Rounds over time as surveillance sees them: a trend of a search, and the day of a table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from cutcard.floor.audit import DAY, DayEntry, Trend, trend
from cutcard.floor.store import Database
from cutcard.money import dollars
from cutcard.web.surveillance.search import Searching
from cutcard.wording import record_sentence

WIDTH: Final = 960.0
HEIGHT: Final = 150.0
MIDDLE: Final = HEIGHT / 2
EDGE: Final = 6.0
LANES: Final = {
    "crew": "Crew",
    "money": "Money",
    "players": "Players",
    "cards": "Shoes",
    "wrong": "Irregular",
    "jackpot": "Jackpots",
}
"""What a day is told by, from top to bottom."""
CLOCK: Final = "%H:%M"
WIDEST: Final = 48.0
"""Of a bar: few of them do not become a wall."""


@dataclass(frozen=True, slots=True)
class TrendBar:
    """A step of a trend, drawn: what was staked as a bar."""

    x: float
    wide: float
    y: float
    high: float
    says: str


@dataclass(frozen=True, slots=True)
class TrendMark:
    """Something on an axis of time, or a result along a line."""

    x: float
    y: float
    says: str


@dataclass(frozen=True, slots=True)
class TrendPlot:
    """A trend with its sums, drawn in a space of `WIDTH` by `HEIGHT`."""

    bars: tuple[TrendBar, ...]
    line: str
    """What the players won, added up, as the points of a line; the middle is zero."""
    ends: str
    marks: tuple[TrendMark, ...]
    """Steps with a jackpot or an irregularity."""
    ticks: tuple[TrendMark, ...]
    rounds: int
    handle: str
    net: str
    best: str
    irregular: int
    jackpots: int
    period: str
    step: str
    rows: tuple[tuple[str, int, str, str, str], ...]
    """The same as figures: when, rounds, staked, players won, largest win."""


def _time(at: int, form: str) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime(form)


def utc(at: int | None) -> str:
    """A time as everybody in the house reads it."""
    return "" if at is None else datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def step_name(ms: int) -> str:
    """A step in words: 15 minutes, an hour."""
    for unit, name in ((DAY, "day"), (3_600_000, "hour"), (60_000, "minute"), (1000, "second")):
        if ms >= unit:
            many = ms // unit
            return f"{'an' if name == 'hour' else 'a'} {name}" if many == 1 else f"{many} {name}s"
    return f"{ms} ms"


def trend_of(database: Database, query: Searching | None) -> TrendPlot | None:
    """The trend of everything that a search finds, in its period or on the last day."""
    if query is None:
        return None
    bounds = {each: getattr(query, each) for each in ("since", "until")}
    rest = [each for each in query.conditions() if each.column != "ended"]
    found = trend(database, rest, since=bounds["since"], until=_past(bounds["until"]))
    return None if found is None else plot(found)


def _past(until: int | None) -> int | None:
    """The search takes the moment itself in, a trend ends before it."""
    return None if until is None else until + 1


def plot(found: Trend) -> TrendPlot:
    """A trend, drawn."""
    many = (found.until - found.since) // found.step
    wide = (WIDTH - 2 * EDGE) / many
    thick = min(max(wide - 2, 1), WIDEST)
    form = "%d %b" if found.step >= DAY else CLOCK if found.step >= 60_000 else "%H:%M:%S"
    most = max(each.handle for each in found.steps) or 1
    won, sums = 0, list[tuple[float, int]]()
    bars, marks, rows = [], [], []
    for each in found.steps:
        x = EDGE + (each.at - found.since) / found.step * wide
        high = each.handle / most * (HEIGHT - 8)
        when = _time(each.at, form)
        says = f"{when}: {each.rounds} rounds, ${dollars(each.handle)} staked"
        says += f", players {'+' if each.net > 0 else ''}{dollars(each.net)}"
        bars.append(
            TrendBar(
                round(x + (wide - thick) / 2, 1),
                round(thick, 1),
                round(HEIGHT - high, 1),
                round(high, 1),
                says,
            )
        )
        won += each.net
        sums.append((x + wide / 2, won))
        if each.jackpots or each.irregular:
            parts = [f"{each.jackpots} with a jackpot"] if each.jackpots else []
            parts += [f"{each.irregular} irregular"] if each.irregular else []
            marks.append(TrendMark(round(x + wide / 2, 1), 6.0, f"{when}: {', '.join(parts)}"))
        rows.append((when, each.rounds, dollars(each.handle), dollars(each.net), dollars(each.best)))
    furthest = max(abs(each) for _, each in sums) or 1
    points = [(x, MIDDLE - each / furthest * (MIDDLE - 10)) for x, each in sums]
    line = " ".join(
        f"{x:.1f},{y:.1f}" for x, y in [(EDGE, MIDDLE), *points, (WIDTH - EDGE, points[-1][1])]
    )
    days = _time(found.since, "%Y-%m-%d")
    last = _time(found.until - 1, "%Y-%m-%d")
    return TrendPlot(
        tuple(bars),
        line,
        f"{points[-1][1]:.1f}",
        tuple(marks),
        tuple(ticks(found.since, found.until, form)),
        sum(each.rounds for each in found.steps),
        dollars(sum(each.handle for each in found.steps)),
        dollars(won),
        dollars(max(each.best for each in found.steps)),
        sum(each.irregular for each in found.steps),
        sum(each.jackpots for each in found.steps),
        days if days == last else f"{days} to {last}",
        step_name(found.step),
        tuple(rows),
    )


def place(at: int, since: int, until: int) -> float:
    """Where a moment stands from left to right."""
    return round(EDGE + (at - since) / max(until - since, 1) * (WIDTH - 2 * EDGE), 1)


def ticks(since: int, until: int, form: str = CLOCK, many: int = 6) -> list[TrendMark]:
    """Times below a drawing, evenly."""
    times = [since + (until - since) * each // many for each in range(many + 1)]
    return [TrendMark(place(each, since, until), 0, _time(each, form)) for each in times]


@dataclass(frozen=True, slots=True)
class DayLine:
    """An entry of a day, for the list and for its lane in the drawing."""

    time: str
    by: str
    lane: str
    words: str
    cite: str
    round: int | None
    x: float


def day_lines(entries: tuple[DayEntry, ...], since: int, until: int) -> list[DayLine]:
    """The entries of a day in words."""
    return [
        DayLine(
            _time(each.at, "%H:%M:%S"),
            each.by,
            each.lane,
            record_sentence(each.words),
            each.cite,
            each.round,
            place(each.at, since, until),
        )
        for each in entries
    ]


def day_of(at: int) -> str:
    """The day of a moment."""
    return _time(at, "%Y-%m-%d")


def bounds_of(day: str) -> tuple[int, int]:
    """A day in milliseconds, from its beginning until before the next; `ValueError` where it is none."""
    begin = datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=UTC)
    return int(begin.timestamp() * 1000), int((begin + timedelta(days=1)).timestamp() * 1000)
