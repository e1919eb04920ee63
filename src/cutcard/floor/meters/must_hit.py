"""A meter that must hit: the point is drawn beforehand, committed to, and shown when it hit.

The commitment is published when the point is drawn. Whoever has it can check with `prove` that the
point shown afterwards is the one that was drawn: it is the SHA-256 of point and salt.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cutcard.money import Cents
from cutcard.wagers.settlement import Growth

MARK: Final = "cutcard must hit"
SALT_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Secret:
    """A point, the salt it was committed to with, and the commitment."""

    point: Cents
    salt: str
    commitment: str


def commitment_to(point: int, salt: str) -> str:
    """The SHA-256 that is published for a point, in hexadecimal digits."""
    return hashlib.sha256(f"{MARK}\n{point}\n{salt}".encode()).hexdigest()


def prove(commitment: str, point: int, salt: str) -> bool:
    """Whether a commitment was made to this point with this salt."""
    expected = commitment_to(point, salt).encode()
    return hmac.compare_digest(expected, commitment.encode("utf-8", "replace"))


def draw_point(
    growth: Growth,
    shown: int,
    *,
    below: Callable[[int], int] = secrets.randbelow,
    token: Callable[[int], str] = secrets.token_hex,
) -> Secret:
    """A point for a meter that shows so much, with the commitment to it."""
    points = growth.points_above(shown)
    point, salt = points[below(len(points))], token(SALT_BYTES)
    return Secret(Cents(point), salt, commitment_to(point, salt))
