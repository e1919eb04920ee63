"""A progress bar on standard error for what takes more than a second, where that is a terminal."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from cutcard.compute import listening

PATIENCE_SECONDS: Final = 1.0


@contextmanager
def bar(what: str = "odds") -> Iterator[None]:
    """Show how far it is, from the second second on; nothing where nobody watches."""
    if not sys.stderr.isatty():
        yield
        return
    from rich import progress
    from rich.console import Console

    shown = progress.Progress(
        progress.SpinnerColumn(),
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = shown.add_task(what, total=None)

    def heard(doing: str, done: int, of: int) -> None:
        shown.update(task, description=doing, completed=done, total=of or None)

    later = threading.Timer(PATIENCE_SECONDS, shown.start)
    later.daemon = True
    later.start()
    try:
        with listening(heard):
            yield
    finally:
        later.cancel()
        later.join()
        if shown.live.is_started:
            shown.stop()
