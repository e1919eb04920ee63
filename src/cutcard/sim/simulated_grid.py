"""`sim.sweep`: what no calculation gives exactly, over a grid: penetration, boxes, strategies.

Every point is a run with the same seed. It is kept in the cache when it is done, so a sweep that was
interrupted goes on where it was.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, ClassVar, Final

from cutcard.compute import cache, digest_of_code, report_progress
from cutcard.law import Document
from cutcard.odds import MAIN, law_of
from cutcard.odds.strategy import BASIC
from cutcard.results import EdgeGrid, Record, arguments, axes_of
from cutcard.sim.library import SimRun, run
from cutcard.sim.problem import SimError

MOST_POINTS: Final = 10_000
FIGURES: Final = ("house_edge", "standard_error", "hit_frequency", "standard_deviation", "rounds")
KEPT: Final = {"figures", "digest", "basis"}


@dataclass(frozen=True)
class SimPoint:
    """One point of a grid: what was chosen, and what its run came to."""

    options: Mapping[str, object]
    figures: Mapping[str, float | None]
    reason: str
    digest: str
    basis: Mapping[str, Any]
    """The law and the assumptions of the run."""


@dataclass(frozen=True, repr=False)
class SimSweep(EdgeGrid):
    """Simulated edges at every point of a grid."""

    points: tuple[SimPoint, ...]

    POINTS: ClassVar = "runs"
    TITLE: ClassVar = "Simulated house edge, percent"

    @property
    def digest(self) -> str:
        """Of the digests of all runs."""
        return cache.digest(
            "sim sweep", self.wager, *(point.digest or point.reason for point in self.points)
        )

    @property
    def _basis_of_first(self) -> Mapping[str, Any]:
        return next((point.basis for point in self.points if point.basis), {})

    @property
    def law(self) -> Mapping[str, str]:
        """The law data it stands on: document, version, digest."""
        return dict(self._basis_of_first.get("law", {}))

    @property
    def method(self) -> str:
        """It was simulated."""
        return "simulated"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Of its runs."""
        found = (each for point in self.points for each in point.basis.get("assumptions", ()))
        return tuple(dict.fromkeys(found))

    def to_dict(self) -> dict[str, Any]:
        """The rows, as `cutcard sweep --json` prints them."""
        return {
            "document": self.document,
            "wager": self.wager,
            "over": {name: list(values) for name, values in self.axes.items()},
            "rows": [
                {
                    "options": dict(point.options),
                    "house_edge": None
                    if point.reason
                    else {"fraction": None, "value": point.figures["house_edge"]},
                    **{name: point.figures.get(name) for name in FIGURES[1:]},
                    "reason": point.reason or None,
                    "digest": point.digest or None,
                }
                for point in self.points
            ],
            "interrupted": self.interrupted,
            "seconds": round(self.seconds, 6),
            **self._basis(),
        }

    def _figures_of(self, point: SimPoint) -> Record:
        """The edge with its error, and what else a run says of a wager."""
        return {name: point.figures.get(name) for name in FIGURES}


def sweep(
    document: str | Document,
    wager: str = MAIN,
    *,
    over: Mapping[str, Iterable[object]],
    rounds: int = 1_000_000,
    **about: Any,
) -> SimSweep:
    """A run at every point of a grid of options and of `run`'s own keywords, or of those so far.

    >>> sweep("md-blackjack", over={"penetration": [0.5, 0.75], "decks": [2, 6]}).to_frame()
    """
    name = law_of(document, error=SimError).name
    asked = axes_of(over, about, like={"penetration": [0.5, 0.75]}, most=MOST_POINTS, error=SimError)
    axes = {
        name: tuple(float(each) if isinstance(each, Fraction) else each for each in values)
        for name, values in asked.items()
    }
    if wager != MAIN and "wagers" not in about and "wagers" not in axes:
        about["wagers"] = [arguments.text("wager", wager, error=SimError)]
    began, interrupted = time.perf_counter(), False
    points: list[SimPoint] = []
    grid = list(product(*axes.values()))
    try:
        for values in grid:
            report_progress("runs", len(points), len(grid))
            here = dict(zip(axes, values, strict=True))
            points.append(_point(name, wager, here, {**about, "rounds": rounds}))
    except KeyboardInterrupt:
        interrupted = True
    if points and all(point.reason for point in points):
        raise SimError(f"sweep: no point can be run: {points[0].reason}")
    return SimSweep(name, wager, axes, tuple(points), time.perf_counter() - began, interrupted)


def _point(document: str, wager: str, here: dict[str, Any], about: dict[str, Any]) -> SimPoint:
    """A point from the cache, or run now; a combination that the law bars has its reason."""
    name = _name_of(document, wager, {**about, **here})
    kept = cache.read(name)
    if isinstance(kept, dict) and kept.keys() == KEPT:
        return SimPoint(here, kept["figures"], "", kept["digest"], kept["basis"])
    try:
        found = run(document, **about, **here)
    except SimError as problem:
        if not problem.cite:
            raise
        return SimPoint(here, {}, str(problem), "", {})
    if found.interrupted:
        raise KeyboardInterrupt
    if wager not in found.wagers:
        raise SimError(f"wager: {wager} is not among the wagers of the run: {', '.join(found.wagers)}")
    point = SimPoint(
        here,
        {each: getattr(found.wagers[wager], each) for each in FIGURES},
        "",
        found.digest,
        basis_of(found),
    )
    cache.write(
        name, {"figures": dict(point.figures), "digest": point.digest, "basis": dict(point.basis)}
    )
    return point


def basis_of(found: SimRun) -> dict[str, Any]:
    """The law and the assumptions of a run, in plain values."""
    return {"law": dict(found.law), "assumptions": list(found.assumptions)}


def _name_of(document: str, wager: str, about: Mapping[str, object]) -> str:
    """What a point is kept under: the law, the code and everything asked, a strategy by its content."""
    strategy = Path(str(about.get("strategy", BASIC)))
    content = strategy.read_bytes() if str(strategy) != BASIC and strategy.is_file() else b""
    asked = sorted((name, repr(value)) for name, value in about.items())
    law = law_of(document, error=SimError).digest
    return cache.digest("simulated point", digest_of_code(__name__), law, wager, asked, content)
