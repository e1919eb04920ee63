"""How far the search for a round is: told to the progress bar, in one line where there is none."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Final

from cutcard.cli.printing.progress import PATIENCE_SECONDS
from cutcard.compute import tell
from cutcard.terminal import output

LONG_SECONDS: Final = 60.0
"""What takes longer is worth a line where no bar is seen."""
SPANS: Final = (
    (365.25 * 86_400, "years"),
    (86_400.0, "days"),
    (3_600.0, "hours"),
    (60.0, "minutes"),
    (1.0, "seconds"),
)


class Search:
    """Hears how many rounds were dealt and how many lie before the one that is sought."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._first: tuple[float, int] | None = None
        """When it first heard of rounds, and of how many: what came before was the making of tables."""
        self._told = sys.stderr.isatty()

    def __call__(self, done: int, of: int) -> None:
        """Some rounds more were dealt."""
        self._first = self._first or (self._clock(), done)
        began, already = self._first
        seconds = self._clock() - began
        if seconds < PATIENCE_SECONDS or done == already:
            tell("rounds before it", done, of)
            return
        left = seconds * (of - done) / (done - already)
        tell(f"rounds before it, about {span(left)} to go", done, of)
        if left > LONG_SECONDS and not self._told:
            self._told = True
            output.complain(
                f"note: {of:,} rounds are dealt before it, about {span(left)}; Ctrl-C ends it"
            )


def span(seconds: float) -> str:
    """A time in the largest unit of which there are two."""
    for length, name in SPANS:
        if seconds >= 2 * length:
            return f"{seconds / length:,.0f} {name}"
    return "a second"
