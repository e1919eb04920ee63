"""A progress bar on standard error for what takes more than a second, where that is a terminal."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from rich import progress
from rich.console import Console

from cutcard.compute import listening

PATIENCE_SECONDS: Final = 1.0

Update = Callable[..., None]
"""Updates the bar: its description, what is completed, the total."""


@contextmanager
def bar(what: str = "odds") -> Iterator[None]:
    """Show how far the computation inside is, as it reports it."""
    with progress_bar(what, progress.MofNCompleteColumn()) as update:
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
    if not sys.stderr.isatty():
        yield None
        return
    shown = progress.Progress(
        progress.SpinnerColumn(),
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        *columns,
        progress.TimeElapsedColumn(),
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
