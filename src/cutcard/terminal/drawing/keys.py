"""Keys from a terminal, one at a time and without Enter; the terminal is left as it was found."""

from __future__ import annotations

import codecs
import os
import select
import signal
import sys
import time
from collections import deque
from contextlib import suppress
from types import TracebackType
from typing import Any, Final

from cutcard.terminal.prompt import Left

try:
    import termios
except ImportError:  # not on every system
    termios = None  # type: ignore[assignment]

ENTER: Final = "enter"
ESCAPE: Final = "escape"
BACKSPACE: Final = "backspace"
RESIZED: Final = "resized"
"""No key: the terminal has another size, or was brought back to the front."""

MOST_WAITING: Final = 4096
PATIENCE: Final = 0.2
SEQUENCES: Final = {
    "[A": "up", "[B": "down", "[C": "right", "[D": "left", "OA": "up", "OB": "down", "OC": "right",
    "OD": "left", "[5~": "up", "[6~": "down",
}  # fmt: skip
NAMED: Final = {
    "\r": ENTER,
    "\n": ENTER,
    "\x7f": BACKSPACE,
    "\x08": BACKSPACE,
    "\t": "tab",
    " ": "space",
}
INTERRUPT: Final = "\x03"
END_OF_INPUT: Final = "\x04"
SUSPEND: Final = "\x1a"

ON: Final = "\x1b[?1049h\x1b[?25l"
OFF: Final = "\x1b[?25h\x1b[0m\x1b[?1049l"


def is_possible() -> bool:
    """Whether somebody sits at a terminal that can give single keys and be drawn on."""
    if sys.stdin is None or not sys.stdin.isatty() or not sys.stdout.isatty():
        return False
    if os.environ.get("TERM", "dumb") in ("dumb", "unknown", ""):
        return False
    return termios is not None


def split(typed: str) -> list[str]:
    """What a terminal sent, as keys: letters as they are, others by name, unknown ones left out."""
    keys: list[str] = []
    at = 0
    while at < len(typed):
        char = typed[at]
        at += 1
        if char != "\x1b":
            if char in NAMED:
                keys.append(NAMED[char])
            elif char.isprintable() or char in (INTERRUPT, END_OF_INPUT, SUSPEND):
                keys.append(char)
            continue
        length = _sequence(typed[at:])
        name = SEQUENCES.get(typed[at : at + length], "" if length else ESCAPE)
        at += length
        if name:
            keys.append(name)
    return keys


def _sequence(rest: str) -> int:
    """How many characters after an escape belong to it."""
    if rest[:1] == "O":
        return min(2, len(rest))
    if rest[:1] != "[":
        return 0
    for place, char in enumerate(rest[1:], start=2):
        if "@" <= char <= "~":
            return place
    return len(rest)


class Keyboard:
    """The terminal in the mode for single keys, on a screen of its own, while it is entered.

    Interrupting and suspending come as keys, so that neither falls into the middle of a deal.
    """

    def __init__(self) -> None:
        self._stdin = sys.stdin.fileno()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._waiting: deque[str] = deque()
        self._before: list[Any] = []
        self._signals: dict[int, Any] = {}
        self._size = os.terminal_size((0, 0))
        self._is_ended = False

    def __enter__(self) -> Keyboard:
        self._begin()
        for number in (signal.SIGTERM, signal.SIGHUP):
            self._signals[number] = signal.signal(number, self._ask_to_end)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, before in self._signals.items():
            signal.signal(number, before)
        self._end()

    def _begin(self) -> None:
        self._before = termios.tcgetattr(self._stdin)
        mode = termios.tcgetattr(self._stdin)
        mode[3] &= ~(termios.ICANON | termios.ECHO | termios.ISIG | termios.IEXTEN)
        mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
        termios.tcsetattr(self._stdin, termios.TCSADRAIN, mode)
        self._size = os.get_terminal_size(sys.stdout.fileno())
        self._write(ON)

    def _end(self) -> None:
        with suppress(OSError, termios.error):  # the terminal may be gone
            self._write(OFF)
            termios.tcsetattr(self._stdin, termios.TCSADRAIN, self._before)

    @staticmethod
    def _write(text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    def key(self) -> str:
        """The next key; `Left` where the person leaves."""
        while True:
            key = self.waiting(PATIENCE)
            if key == SUSPEND:
                self._suspend()
                return RESIZED
            if key:
                return key
            if self._is_resized():
                return RESIZED

    def waiting(self, seconds: float) -> str:
        """A key that comes within some seconds; empty where none does."""
        until = time.monotonic() + seconds
        while not self._waiting:
            if self._is_ended:
                raise Left
            left = until - time.monotonic()
            if left < 0 or not select.select([self._stdin], [], [], left)[0]:
                return ""
            self._read()
        key = self._waiting.popleft()
        if key in (INTERRUPT, END_OF_INPUT):
            raise Left
        return key

    def _read(self) -> None:
        try:
            got = os.read(self._stdin, MOST_WAITING)
        except OSError:  # the terminal is gone
            raise Left from None
        if not got:
            raise Left
        if len(self._waiting) < MOST_WAITING:
            self._waiting.extend(split(self._decoder.decode(got)))

    def _is_resized(self) -> bool:
        size = os.get_terminal_size(sys.stdout.fileno())
        changed, self._size = size != self._size, size
        return changed

    def _ask_to_end(self, _number: int, _frame: object) -> None:
        """The system asks to end: the next question is answered by leaving, never half a deal."""
        self._is_ended = True

    def _suspend(self) -> None:
        self._end()
        os.kill(os.getpid(), signal.SIGTSTP)
        self._begin()
