"""Progress of a long computation: code that computes calls `report_progress`; a caller may listen.

Nothing happens unless somebody is `listening`. There is no clock and no screen here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Listener = Callable[[str, int, int], None]
"""Takes what is being done, how much of it is done, and how much there is (0: nobody knows)."""

_LISTENER: ContextVar[Listener | None] = ContextVar("listener", default=None)


def report_progress(what: str, done: int = 0, of: int = 0) -> None:
    """Say how far something is; costs nothing where nobody listens."""
    listener = _LISTENER.get()
    if listener is not None:
        listener(what, done, of)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Hear of the progress made inside."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)
