"""A run in one file, from which it can be gone on with: later, further, or on another machine.

Units of work are added up in order, so the sums of the first units are all that a run needs to know of
its past; of growing meters also where they stand. The file names the plan and what is watched by a
digest: sums of another plan are refused, not added.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from dataclasses import astuple, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from cutcard.compute import cache
from cutcard.law import shorten
from cutcard.sim.meters.evolution import Cycle, Evolved, State
from cutcard.sim.meters.growth import Standing
from cutcard.sim.plan import Plan
from cutcard.sim.problem import SimError
from cutcard.sim.results.results import Totals
from cutcard.sim.runs.run import Heard, Target

FORMAT: Final = "cutcard run 1"
EVERY_SECONDS: Final = 30.0
"""Between two writings, beside the last one."""


@dataclass
class RunFile:
    """The file of a run under way."""

    path: Path
    plan: Plan
    target: Target
    _written: float = field(default_factory=time.monotonic)

    def begins_with(self, nothing: Totals) -> Totals:
        """The sums that the file has; `nothing` where there is none yet. `SimError` for another's."""
        try:
            content = json.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return nothing
        except (OSError, ValueError, RecursionError) as problem:
            raise self._refusal(f"cannot be read ({type(problem).__name__})") from None
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise self._refusal("not the file of a run")
        if content.get("run") != self._digest:
            raise self._refusal(
                "the file of another run: the table, the seed or what is watched differs"
            )
        try:
            return _read(content, nothing)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise self._refusal("incomplete, or made by another version") from None

    def hears(self, heard: Heard | None) -> Heard:
        """A listener to the run's progress that writes the file at times and passes the report on."""

        def listen(totals: Totals) -> None:
            if heard is not None:
                heard(totals)
            is_due = time.monotonic() - self._written > EVERY_SECONDS
            if is_due and totals.rounds <= self.target.rounds:  # a stretch may run past the last unit
                self.write(totals)

        return listen

    def write(self, totals: Totals) -> None:
        """Write the sums; the file is complete at any moment."""
        self._written = time.monotonic()
        plain = {
            "format": FORMAT,
            "run": self._digest,
            "rounds": totals.rounds,
            "sums": dict(zip(totals.columns, totals.values, strict=True)),
            "meters": _meters(totals),
        }
        partial = self.path.with_name(f".{self.path.name}.part")
        try:
            partial.write_text(json.dumps(plain) + "\n", encoding="utf-8")
            os.replace(partial, self.path)
        except OSError as problem:
            raise self._refusal((problem.strerror or "cannot be written").lower()) from None

    @property
    def _digest(self) -> str:
        return cache.digest(FORMAT, self.plan.digest, self.plan.watch)

    def _refusal(self, why: str) -> SimError:
        return SimError(f"file: {shorten(str(self.path))}: {why}")


def check_place(path: Path) -> None:
    """Refuse a place where no file can be written, before any work."""
    folder = path.parent
    if path.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise SimError(f"file: {shorten(str(path))}: no file can be written there")


def _meters(totals: Totals) -> dict[str, Any]:
    """Where growing meters stand, and what their hits were."""
    states = totals.states if isinstance(totals, Evolved) else {}
    return {
        name: [astuple(state.standing), astuple(state.cycle), sorted(state.bins.items())]
        for name, state in states.items()
    }


def _read(content: Mapping[str, Any], nothing: Totals) -> Totals:
    sums = {str(name): int(value) for name, value in content["sums"].items()}
    if set(sums) != set(nothing.columns):
        raise ValueError("columns")
    totals = replace(nothing, values=tuple(sums[name] for name in nothing.columns))
    if not isinstance(totals, Evolved):
        return totals
    states = {}
    for name in totals.states:
        standing, (counts, hits, sum_), bins = content["meters"][name]
        cycle = Cycle(bool(counts), int(hits), int(sum_))
        by_bin = {int(at): int(many) for at, many in bins}
        states[name] = State(Standing(*map(int, standing)), cycle, by_bin)
    return replace(totals, states=states)
