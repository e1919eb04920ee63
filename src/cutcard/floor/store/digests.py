"""Digests: each event's covers the one before it; every other row carries one of its own."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

SHARES: Final = 1 << 60
_FIGURES: Final = 15


def header_digest(line: str) -> str:
    """The digest that a stream starts from."""
    return sha256(line.encode()).hexdigest()


def event_digest(previous: str, stream: str, version: int, at: int, by: str, key: str, line: str) -> str:
    """An event's digest, which covers the whole chain before it."""
    told = f"{previous}\n{stream}\n{version}\n{at}\n{by}\n{key}\n{line}"
    return sha256(told.encode()).hexdigest()


def row_digest(*values: str | int) -> str:
    """The digest of a row outside the chains: an answer, a movement, a snapshot."""
    return sha256("\n".join(map(str, values)).encode()).hexdigest()


def share(digest: str) -> int:
    """A digest's share in the sum, counted up to `SHARES`, that a stream keeps of its answers."""
    return int(digest[:_FIGURES], 16)
