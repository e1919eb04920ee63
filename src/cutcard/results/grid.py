"""A grid: a figure at every point of some axes, however the points are found."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, ClassVar

from cutcard.results.arguments import listed, table
from cutcard.results.frames import Record
from cutcard.results.picture import Drawing
from cutcard.results.problem import RequestError
from cutcard.results.result import Result

Axes = Mapping[str, tuple[object, ...]]


@dataclass(frozen=True, repr=False)
class EdgeGrid(Result):
    """The house edge at every point of a grid; a point has its `options`, and a `reason` without one."""

    document: str
    wager: str
    axes: Axes
    points: tuple[Any, ...]
    seconds: float
    interrupted: bool = False

    POINTS: ClassVar = "points"
    TITLE: ClassVar = "House edge, percent"

    @abstractmethod
    def _figures_of(self, point: Any) -> Record:
        """What a point came to, its `house_edge` first."""

    def records(self) -> list[Record]:
        """A row for each point."""
        with_reasons = any(point.reason for point in self.points)
        return [
            {
                **point.options,
                **self._figures_of(point),
                **({"reason": point.reason} if with_reasons else {}),
            }
            for point in self.points
        ]

    def headline(self) -> list[str]:
        """How many points there are, and between which edges."""
        edges = [edge for each in self.records() if (edge := each["house_edge"]) is not None]
        between = f"house edge {min(edges):.4%} to {max(edges):.4%}" if edges else "no figures"
        over = ", ".join(f"{name} ({len(values)})" for name, values in self.axes.items())
        many, cut = f"{len(self.points)} {self.POINTS}", ", interrupted" if self.interrupted else ""
        return [f"{self.document} {self.wager} over {over}: {many}, {between}{cut}"]

    def drawing(self) -> Drawing:
        """A line over one axis; over two a heat map, repeated for the others."""
        names = list(self.axes)
        records = [
            {**{name: str(record[name]) for name in names}, "edge": 100 * record["house_edge"]}
            for record in self.records()
            if record["house_edge"] is not None
        ]
        title, words = f"{self.document} {self.wager}", self.TITLE
        if len(names) == 1:
            return Drawing("lines", records, names[0], "edge", title=title, y_title=words)
        more = ", ".join(names[2:])
        for record in records if more else ():
            record[more] = ", ".join(str(record[name]) for name in names[2:])
        return Drawing(
            "heat_map", records, names[0], names[1], "edge", title=f"{title}: {words}", rows=more
        )


def axes_of(
    over: Mapping[str, Iterable[object]],
    fixed: Mapping[str, object],
    *,
    like: Mapping[str, Sequence[object]],
    most: int,
    error: type[RequestError],
) -> dict[str, tuple[object, ...]]:
    """The axes of a grid as asked for, written `like` these; refused where there are too many points."""
    written = str(dict(like)).replace("'", '"')
    grid = table("over", over, like=written, error=error)
    if not grid:
        raise error(f"over: name an option and its values, like {written}")
    axes = {}
    for name, values in grid.items():
        if name in fixed:
            raise error(f"over: {name} is given once more beside the grid")
        axes[name] = tuple(
            listed(f"over: {name}", values, like=str([*next(iter(like.values()))]), error=error)
        )
    if (size := prod(map(len, axes.values()))) > most:
        raise error(f"over: {size:,} points; at most {most:,}")
    return axes
