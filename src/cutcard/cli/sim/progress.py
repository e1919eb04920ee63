"""How far a run is, and how far the search for one of its rounds is."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import sqrt
from typing import Final

from cutcard import sim, terminal
from cutcard.cli.printing.figures import short_count
from cutcard.cli.printing.progress import PATIENCE_SECONDS, format_span, progress_bar
from cutcard.compute import report_progress

LONG_SECONDS: Final = 60.0
"""What takes longer is worth a line where no bar is seen."""


@contextmanager
def run_bar(target: sim.Target) -> Iterator[sim.Heard | None]:
    """A bar with rounds, rate and running error; None where standard error is no terminal."""
    with progress_bar("tables") as update:
        if update is None:
            yield None
            return
        began: list[float] = []

        def show(totals: sim.Totals) -> None:
            if not began:
                began.append(time.perf_counter())
            seconds = time.perf_counter() - began[0]
            update(
                description=describe_totals(totals, seconds),
                completed=part_done(totals, target),
                total=1.0,
            )

        yield show


def describe_totals(totals: sim.Totals, seconds: float) -> str:
    """One line about a run under way."""
    parts = [f"{short_count(totals.rounds)} rounds"]
    if seconds > 0:
        parts.append(f"{short_count(totals.rounds / seconds)}/s")
    error = sim.largest_error_squared(totals)
    if error is not None:
        parts.append(f"error {100 * sqrt(error):.4f}%")
    return ", ".join(parts)


def part_done(totals: sim.Totals, target: sim.Target) -> float:
    """The part of a run that is done, by its rounds or by its error, whichever is further."""
    part = totals.rounds / target.rounds
    error = sim.largest_error_squared(totals) if target.error is not None else None
    if error and target.error is not None:
        part = max(part, float(target.error**2 / error))
    return min(part, 1.0)


class SearchProgress:
    """Takes how many rounds were dealt of those before the one that is sought.

    It is reported to the progress bar; where there is none and it takes long, in one line.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._first: tuple[float, int] | None = None
        """The first report: its time and its rounds. What came before was the making of tables."""
        self._is_reported = sys.stderr.isatty()

    def __call__(self, done: int, of: int) -> None:
        """Report the rounds dealt so far."""
        self._first = self._first or (self._clock(), done)
        began, already = self._first
        seconds = self._clock() - began
        if seconds < PATIENCE_SECONDS or done == already:
            report_progress("rounds before it", done, of)
            return
        left = seconds * (of - done) / (done - already)
        report_progress(f"rounds before it, about {format_span(left)} to go", done, of)
        if left > LONG_SECONDS and not self._is_reported:
            self._is_reported = True
            terminal.complain(
                f"note: {of:,} rounds are dealt before it, about {format_span(left)}; Ctrl-C ends it"
            )
