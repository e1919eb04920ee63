"""Small line plots as plain numbers for a template to draw: places on paper, ticks, and their words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cutcard.reports import figures

WIDTH: Final = 640
HEIGHT: Final = 300
LEFT: Final = 58
RIGHT: Final = 22
TOP: Final = 26
BOTTOM: Final = 44
HUES: Final = 6
PERCENT: Final = 100
STEPS: Final = (1, 2, 2.5, 5, 10)
FEW_TICKS: Final = 5

Point = tuple[str, float, float]
"""Of which line, where, and the house's edge there."""


@dataclass(frozen=True, slots=True)
class PlotSpot:
    """A point of a plot, and its label."""

    x: float
    y: float
    label: str


@dataclass(frozen=True, slots=True)
class PlotLine:
    """One line of a plot."""

    name: str
    hue: int
    spots: tuple[PlotSpot, ...]

    @property
    def path(self) -> str:
        """As a polyline has it."""
        return " ".join(f"{each.x:.1f},{each.y:.1f}" for each in self.spots)


@dataclass(frozen=True, slots=True)
class Plot:
    """Everything of a plot; numbers are pixels of a paper of WIDTH by HEIGHT."""

    lines: tuple[PlotLine, ...]
    across: tuple[PlotSpot, ...]
    up: tuple[PlotSpot, ...]
    marks: tuple[PlotSpot, ...]
    zero: float | None
    label: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def ticks(low: float, high: float, many: int = FEW_TICKS) -> list[float]:
    """Round numbers from below the lowest to above the highest."""
    span = (high - low) or abs(high) or 1.0
    rough = span / many
    power = 10 ** math.floor(math.log10(rough))
    step = next(each * power for each in STEPS if each * power >= rough * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def by_decks(points: Sequence[Point]) -> Plot:
    """An edge against the number of decks."""
    decks = sorted({at for _, at, _ in points})
    room = (WIDTH - LEFT - RIGHT) / max(len(decks), 1)
    places = {at: LEFT + room * (place + 0.5) for place, at in enumerate(decks)}
    across = tuple(PlotSpot(places[at], HEIGHT - BOTTOM, f"{at:g}") for at in decks)
    return _plot(points, places, across, (), "decks")


def by_meter(points: Sequence[Point], marks: Sequence[tuple[str, float]]) -> Plot:
    """An edge against what a meter shows, with the amounts that matter pointed out."""
    low, high = points[0][1], points[-1][1]
    span = (high - low) or 1.0
    wide = WIDTH - LEFT - RIGHT

    def x(at: float) -> float:
        return LEFT + wide * (at - low) / span

    places = {at: x(at) for _, at, _ in points}
    named = [each for each in ticks(low, high, 4) if low <= each <= high]
    across = tuple(PlotSpot(x(each), HEIGHT - BOTTOM, f"${each:,.0f}") for each in named)
    noted = [(words, at, x(at)) for words, at in marks]
    return _plot(points, places, across, noted, "meter")


def _plot(
    points: Sequence[Point],
    places: dict[float, float],
    across: tuple[PlotSpot, ...],
    marks: Sequence[tuple[str, float, float]],
    of: str,
) -> Plot:
    edges = [PERCENT * edge for _, _, edge in points]
    steps = ticks(min(edges), max(edges))
    low, high = steps[0], steps[-1]

    def y(value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)

    lines = []
    for number, name in enumerate(dict.fromkeys(series for series, _, _ in points)):
        own = [(at, edge) for series, at, edge in points if series == name]
        spots = (PlotSpot(places[at], y(PERCENT * edge), figures.percent(edge, 3)) for at, edge in own)
        lines.append(PlotLine(name, number % HUES, tuple(spots)))
    noted = []
    for words, at, x in marks:
        near = min(points, key=lambda each: abs(each[1] - at))
        noted.append(PlotSpot(x, y(PERCENT * near[2]), f"{words}: {figures.amount(at)}"))
    digits = max(0, -math.floor(math.log10(steps[1] - steps[0]))) if len(steps) > 1 else 0
    up = tuple(
        PlotSpot(LEFT, y(each), figures.percent(each / PERCENT, min(digits, 4))) for each in steps
    )
    values = "; ".join(
        f"{series} at {at:g}: {figures.percent(edge, 3)}" for series, at, edge in points[:40]
    )
    zero = y(0) if low < 0 < high else None
    return Plot(tuple(lines), across, up, tuple(noted), zero, f"House edge by {of}. {values}")
