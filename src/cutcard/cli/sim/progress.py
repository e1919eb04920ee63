"""How far a run is, on standard error where that is a terminal: rounds, rate, running error."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import sqrt

from cutcard.cli.printing.progress import PATIENCE_SECONDS
from cutcard.cli.sim.tables import count
from cutcard.sim import Heard, Target, Totals, largest_error_squared


@contextmanager
def bar(target: Target) -> Iterator[Heard | None]:
    """Show how far it is, from the second second on; nothing where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich import progress
    from rich.console import Console

    shown = progress.Progress(
        progress.SpinnerColumn(),
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = shown.add_task("tables", total=None)
    began: list[float] = []

    def heard(totals: Totals) -> None:
        began.append(time.perf_counter()) if not began else None
        shown.update(
            task,
            description=told(totals, time.perf_counter() - began[0]),
            completed=done(totals, target),
            total=1.0,
        )

    later = threading.Timer(PATIENCE_SECONDS, shown.start)
    later.daemon = True
    later.start()
    try:
        yield heard
    finally:
        later.cancel()
        later.join()
        if shown.live.is_started:
            shown.stop()


def told(totals: Totals, seconds: float) -> str:
    """One line about a run under way."""
    words = [f"{count(totals.rounds)} rounds"]
    if seconds > 0:
        words.append(f"{count(totals.rounds / seconds)}/s")
    error = largest_error_squared(totals)
    if error is not None:
        words.append(f"error {100 * sqrt(error):.4f}%")
    return ", ".join(words)


def done(totals: Totals, target: Target) -> float:
    """The part of a run that is done, by its rounds or by its error, whichever is further."""
    part = totals.rounds / target.rounds
    error = largest_error_squared(totals) if target.error is not None else None
    if error and target.error is not None:
        part = max(part, float(target.error**2 / error))
    return min(part, 1.0)
