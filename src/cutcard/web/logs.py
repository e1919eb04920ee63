"""Logs: one line of JSON each, without secrets."""

from __future__ import annotations

import sys
from collections.abc import MutableMapping
from typing import Any, Final, TextIO

import structlog

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
HIDDEN: Final = "(hidden)"


def without_secrets(_: object, __: str, said: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Whatever is called like a secret is left out, should anybody ever log it."""
    for key in said.keys() & SECRETS:
        said[key] = HIDDEN
    return said


def configure(stream: TextIO | None = None) -> None:
    """Have every log of this process written so."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            without_secrets,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.dict_tracebacks,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=structlog.PrintLoggerFactory(stream or sys.stderr),
        cache_logger_on_first_use=True,
    )
