"""Small jobs for the desk's tests; the process that reckons imports them from here."""

from __future__ import annotations

import os
import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

from cutcard.compute.progress import report_progress
from cutcard.odds.problem import OddsError


@dataclass(frozen=True)
class Noted:
    """Writes its name down when it is done."""

    name: str
    notes: str

    def work(self) -> tuple[str, int, int]:
        with Path(self.notes).open("a") as notes:
            notes.write(f"{self.name}\n")
        return self.name, os.getpid(), os.nice(0)


@dataclass(frozen=True)
class Stepped:
    """Goes by steps, and waits at the first until a file is there."""

    name: str
    notes: str
    steps: int = 3

    def work(self) -> Generator[int, None, str]:
        for step in range(self.steps):
            report_progress("steps", step, self.steps)
            with Path(self.notes).open("a") as notes:
                notes.write(f"{self.name}-{step}\n")
            until = time.monotonic() + 20
            while step == 0 and not Path(f"{self.notes}.go").exists() and time.monotonic() < until:
                time.sleep(0.01)
            yield step
        return self.name


@dataclass(frozen=True)
class Failing:
    """Has no answer, or a fault, or ends the whole process."""

    how: str

    def work(self) -> None:
        if self.how == "none":
            raise OddsError("wager: there are no odds of it; ask for another")
        if self.how == "fault":
            raise ZeroDivisionError
        os._exit(7)


@dataclass(frozen=True)
class Large:
    """A result of so many bytes."""

    number: int
    size: int

    def work(self) -> bytes:
        return bytes(self.size)


@dataclass(frozen=True)
class Endless:
    """Never gives anything back, nor lets anybody else run for long."""

    def work(self) -> None:
        while True:
            sum(range(10_000_000))
