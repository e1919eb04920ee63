"""Logs: one line of JSON each, without secrets."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from contextlib import suppress
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any, Final, TextIO

import structlog
from structlog.tracebacks import ExceptionDictTransformer

from cutcard.floor.store import make_private

SECRETS: Final = frozenset(
    {
        "password",
        "code",
        "token",
        "link",
        "secret",
        "cookie",
        "authorization",
        "signatures",
        "body",
        "salt",
    }
)
LONGEST: Final = 20_000_000
HIDDEN: Final = "(hidden)"
_traces: Final = ExceptionDictTransformer(show_locals=False)
"""Where a fault was, without the values that were there: a password may be among them."""


def without_secrets(_: object, __: str, entry: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Hide the values of keys that are named like secrets."""
    for key in entry.keys() & SECRETS:
        entry[key] = HIDDEN
    return entry


class Lines:
    """Where lines go; one that cannot be written is lost, and keeps nobody waiting."""

    def __init__(self, stream: TextIO | RollingLog) -> None:
        """To this stream."""
        self._stream = stream

    def msg(self, line: str) -> None:
        """One line."""
        with suppress(OSError, ValueError):
            self._stream.write(line + "\n")
            self._stream.flush()

    log = debug = info = warn = warning = error = err = critical = fatal = exception = failure = msg


class _Quiet(RotatingFileHandler):
    """A line that a full disk does not take is lost, and nothing is printed about it."""

    def _open(self) -> TextIOWrapper:
        """The file, which only its owner reads: it says who asked for what."""
        make_private(Path(self.baseFilename))
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the library's name
        """Go on without it."""


class RollingLog:
    """A file that begins anew when it is long; two older ones stay beside it."""

    def __init__(self, path: Path) -> None:
        """In a folder that is there; `OSError` where it cannot be written."""
        self._handler = _Quiet(path, maxBytes=LONGEST, backupCount=2, encoding="utf-8")

    def write(self, line: str) -> None:
        """A line, with its end, from any thread: the file is turned by one of them at a time."""
        self._handler.handle(logging.makeLogRecord({"msg": "%s", "args": (line.rstrip("\n"),)}))

    def flush(self) -> None:
        """Each line is out when it is written."""

    def close(self) -> None:
        """Let the file go."""
        self._handler.close()


def configure_logs(stream: TextIO | RollingLog | None = None, *, least: int = logging.INFO) -> None:
    """Have every log of this process written so, from a level on."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(least),
        processors=[
            structlog.contextvars.merge_contextvars,
            without_secrets,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.ExceptionRenderer(_traces),
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=lambda *_: Lines(stream or sys.stderr),
    )
