"""`odds.sweep`: the house edge over a grid of options.

Each point is kept in the cache as it is found, so a sweep that was interrupted goes on where it was, and
what two sweeps have in common is computed once.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import prod
from typing import Any, Final

from cutcard.compute import cache, report_progress
from cutcard.law import Document
from cutcard.odds.library.edge import EdgeResult, edge_of
from cutcard.odds.library.request import asked, law_of
from cutcard.odds.library.strategy_value import StrategyValue, strategy_value
from cutcard.odds.problem import OddsError
from cutcard.odds.question import MAIN
from cutcard.results import EdgeGrid, Record, axes_of, exact_json

STRATEGY: Final = "strategy"
OF_A_WAGER: Final = ("wager", "paytable", "variation", "stake", "seats", STRATEGY)
"""What may be swept beside the table's options."""
MOST_POINTS: Final = 100_000


@dataclass(frozen=True)
class SweepPoint:
    """One point of a grid: what was chosen, and its edge or why there is none."""

    options: Mapping[str, object]
    edge: EdgeResult | StrategyValue | None
    reason: str = ""
    cite: str = ""
    """The provision that bars it."""


@dataclass(frozen=True, repr=False)
class Sweep(EdgeGrid):
    """The house edge at every point of a grid."""

    points: tuple[SweepPoint, ...]
    fixed: Mapping[str, object] = field(default_factory=dict)

    @cached_property
    def _first(self) -> EdgeResult | StrategyValue | None:
        return next((point.edge for point in self.points if point.edge is not None), None)

    @property
    def digest(self) -> str:
        """Of the digests of all points."""
        return cache.digest(*(p.reason if p.edge is None else p.edge.digest for p in self.points))

    @property
    def law(self) -> Mapping[str, str]:
        """The law data it stands on: document, version, digest."""
        return {} if self._first is None else self._first.law

    @property
    def method(self) -> str:
        """Of its points."""
        methods = dict.fromkeys(point.edge.method for point in self.points if point.edge is not None)
        return ", ".join(methods) or "none"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Of its points."""
        found = [point.edge.assumptions for point in self.points if point.edge is not None]
        return tuple(dict.fromkeys(each for every in found for each in every))

    @property
    def citations(self) -> tuple[str, ...]:
        """Of its points."""
        return () if self._first is None else self._first.citations

    def to_dict(self) -> dict[str, Any]:
        """The rows, as `cutcard sweep --json` prints them."""
        return {
            "document": self.document,
            "wager": self.wager,
            "over": {name: list(values) for name, values in self.axes.items()},
            "options": dict(self.fixed),
            "rows": [
                {
                    "options": dict(point.options),
                    "house_edge": None if point.edge is None else exact_json(point.edge.house_edge),
                    "standard_deviation": None if point.edge is None else point.edge.standard_deviation,
                    "reason": point.reason or None,
                    "digest": None if point.edge is None else point.edge.digest,
                }
                for point in self.points
            ],
            "method": self.method,
            "assumptions": list(self.assumptions),
            "interrupted": self.interrupted,
            "digest": self.digest,
            "law": dict(self.law),
            "seconds": round(self.seconds, 6),
        }

    def _figures_of(self, point: SweepPoint) -> Record:
        """The edge and the deviation of one bet."""
        edge = point.edge
        return {
            "house_edge": None if edge is None else edge.house_edge,
            "standard_deviation": None if edge is None else edge.standard_deviation,
        }


def sweep(
    document: str | Document,
    wager: str = MAIN,
    *,
    over: Mapping[str, Iterable[object]],
    **options: Any,
) -> Sweep:
    """The house edge at every point of a grid; an interruption gives the points so far.

    >>> sweep("house-rules", over={"decks": [1, 2, 6, 8], "soft_17": ["hit", "stand"]}).to_frame()
    """
    law = law_of(document)
    axes = axes_of(over, options, like={"decks": [1, 2, 6]}, most=MOST_POINTS, error=OddsError)
    began = time.perf_counter()
    points: list[SweepPoint] = []
    interrupted = False
    total = prod(map(len, axes.values()))
    try:
        for point in _points(law, wager, axes, options):
            points.append(point)
            report_progress("rule sets", len(points), total)
    except KeyboardInterrupt:
        interrupted = True
    seconds = time.perf_counter() - began
    if points and all(point.edge is None for point in points):
        raise OddsError(f"sweep: no point has a figure: {points[0].reason}", points[0].cite)
    return Sweep(law.id, wager, axes, tuple(points), seconds, interrupted, options)


def _points(
    document: str | Document,
    wager: str,
    axes: Mapping[str, tuple[object, ...]],
    options: Mapping[str, Any],
) -> Iterator[SweepPoint]:
    """The points in the order of the grid; a combination that the document bars has its reason."""
    for values in product(*axes.values()):
        here: dict[str, Any] = dict(zip(axes, values, strict=True))
        try:
            yield SweepPoint(here, _edge_at(document, {"wager": wager, **options, **here}))
        except OddsError as problem:
            if len(axes) == 1 or not problem.cite:
                _check_axis(document, wager, axes, options, problem)
            yield SweepPoint(here, None, str(problem), problem.cite)


def _edge_at(document: str | Document, about: dict[str, Any]) -> EdgeResult | StrategyValue:
    """The edge of one point: of the best play, or of a strategy where one is named."""
    if STRATEGY not in about:
        return edge_of(asked(document, **about), with_deviation=True)
    strategy, wager = about.pop(STRATEGY), about.pop("wager")
    if wager != MAIN:
        raise OddsError(f"strategy: {wager} takes no decisions; only {MAIN} has a strategy")
    return strategy_value(document, strategy, **about)


def _check_axis(
    document: str | Document,
    wager: str,
    axes: Mapping[str, tuple[object, ...]],
    options: Mapping[str, Any],
    problem: OddsError,
) -> None:
    """A name that no option bears is a wrong request, not a point without a figure."""
    law = law_of(document)
    for name in axes:
        if not law.option_laws(name) and name not in OF_A_WAGER:
            raise problem
    fixed = {name: value for name, value in {"wager": wager, **options}.items() if name != STRATEGY}
    asked(document, **{name: value for name, value in fixed.items() if name not in axes})
