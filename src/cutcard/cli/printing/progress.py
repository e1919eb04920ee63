"""A progress bar on standard error for what takes more than a second, where that is a terminal.

A computation under a bar ends gently: a request to terminate interrupts it as Ctrl-C does.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from rich import progress
from rich.console import Console
from rich.text import Text

from cutcard.compute import listening

PATIENCE_SECONDS: Final = 1.0
SPANS: Final = (
    (365.25 * 86_400, "years"),
    (86_400.0, "days"),
    (3_600.0, "hours"),
    (60.0, "minutes"),
    (1.0, "seconds"),
)

Update = Callable[..., None]
"""Updates the bar: its description, what is completed, the total."""


class CountColumn(progress.ProgressColumn):
    """How many of how many are done; nothing where nobody knows how many there are."""

    def render(self, task: progress.Task) -> Text:
        """12/500."""
        return Text("" if not task.total else f"{int(task.completed)}/{int(task.total)}")


class TimeLeftColumn(progress.ProgressColumn):
    """How long it will still take, by how long it took so far."""

    def render(self, task: progress.Task) -> Text:
        """About 3 minutes left."""
        left = seconds_left(task.completed, task.total, task.elapsed)
        return Text("" if left is None else f"about {format_span(left)} left")


def seconds_left(done: float, of: float | None, elapsed: float | None) -> float | None:
    """The time that is left if the rest goes as fast as what is done; None where nobody knows."""
    if not of or not elapsed or done <= 0 or done >= of:
        return None
    return elapsed * (of - done) / done


def format_span(seconds: float) -> str:
    """A time in the largest unit of which there are two."""
    for length, name in SPANS:
        if seconds >= 2 * length:
            return f"{seconds / length:,.0f} {name}"
    return "a second"


@contextmanager
def bar(what: str = "odds") -> Iterator[None]:
    """Show how far the computation inside is, as it reports it."""
    with progress_bar(what, CountColumn()) as update:
        if update is None:
            yield
            return

        def show(doing: str, done: int, of: int) -> None:
            update(description=doing, completed=done, total=of or None)

        with listening(show):
            yield


@contextmanager
def progress_bar(what: str, *columns: progress.ProgressColumn) -> Iterator[Update | None]:
    """A bar that appears after a second; None where standard error is no terminal."""
    with interruptible():
        if not sys.stderr.isatty():
            yield None
            return
        shown = progress.Progress(
            progress.SpinnerColumn(),
            progress.TextColumn("{task.description}"),
            progress.BarColumn(),
            *columns,
            progress.TimeElapsedColumn(),
            TimeLeftColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        task = shown.add_task(what, total=None)

        def update(**changes: Any) -> None:
            shown.update(task, **changes)

        later = threading.Timer(PATIENCE_SECONDS, shown.start)
        later.daemon = True
        later.start()
        try:
            yield update
        finally:
            later.cancel()
            later.join()
            if shown.live.is_started:
                shown.stop()


@contextmanager
def interruptible() -> Iterator[None]:
    """Within this a request to terminate is an interruption: what is known by then is kept."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
