"""What can go wrong with a store, each in one line."""

from __future__ import annotations


class StoreError(Exception):
    """The store cannot do what was asked; the message is one line that says why, and a way out."""


class Conflict(StoreError):  # noqa: N818 - a fact that callers ask about
    """Somebody else wrote first, or the same thing twice: nothing was kept; read again, decide again."""


class Exists(Conflict):
    """The stream is there already."""


class Unavailable(StoreError):  # noqa: N818
    """The database is away, busy or full; what was not acknowledged may be tried again."""


class Broken(StoreError):  # noqa: N818
    """Something stored is not as it was written; it says which event of which stream."""

    def __init__(self, stream: str, version: int, what: str) -> None:
        super().__init__(f"{stream} {version}: {what}")
        self.stream = stream
        self.version = version
        self.what = what
