"""A program on a terminal of its own, seen and typed to as a person would."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cli.support import SOURCE
from terminal.stacked import program

TESTS = str(Path(__file__).parents[1])
PATIENCE = 20.0
ROUND = "Th 7c 9s Kd"


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, *arguments: str, size: tuple[int, int] = (100, 30), **env: str):
        self.at, there = pty.openpty()
        self.resize(*size)
        self.before = termios.tcgetattr(there)
        ours = {"PYTHONPATH": f"{SOURCE}:{TESTS}", "TERM": "xterm-256color", **env}
        rest = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
        settings = {**rest, **ours}
        self.program = subprocess.Popen(
            [sys.executable, "-c", program(ROUND), "play", *arguments],
            stdin=there, stdout=there, stderr=there, env=settings, start_new_session=True,
        )  # fmt: skip
        self.there = there
        self.seen = ""

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.at, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def until(self, wanted: str) -> str:
        """What is drawn until something is seen; it is then forgotten."""
        limit = time.monotonic() + PATIENCE
        while not re.search(wanted, self.seen):
            assert time.monotonic() < limit, (wanted, self.seen[-3000:])
            self._read(0.05)
        found, self.seen = self.seen, ""
        return found

    def _read(self, seconds: float) -> None:
        if select.select([self.at], [], [], seconds)[0]:
            self.seen += os.read(self.at, 65536).decode("utf-8", "replace")

    def press(self, keys: str) -> None:
        os.write(self.at, keys.encode())

    def end(self) -> str:
        """Wait for the program's end; the rest of what it wrote."""
        limit = time.monotonic() + PATIENCE
        while self.program.poll() is None:
            assert time.monotonic() < limit, self.seen[-3000:]
            self._read(0.05)
        while select.select([self.at], [], [], 0.05)[0]:
            self._read(0)
        return self.seen

    @property
    def is_as_before(self) -> bool:
        """Whether the terminal is in the mode in which it was found."""
        return termios.tcgetattr(self.there) == self.before

    def close(self) -> None:
        if self.program.poll() is None:
            self.program.kill()
            self.program.wait()
        os.close(self.there)
        os.close(self.at)


@contextmanager
def terminal(*arguments: str, **given: Any) -> Iterator[Terminal]:
    found = Terminal(*arguments, **given)
    try:
        yield found
    finally:
        found.close()
