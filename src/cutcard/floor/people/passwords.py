"""Passwords: what is good enough, and how they are kept (argon2id, never the password itself)."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from itertools import pairwise
from threading import BoundedSemaphore
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from cutcard.floor.people.limits import Limits

LONGEST: Final = 128
FEWEST_DIFFERENT: Final = 5


def tidy(password: str) -> str:
    """A password in the one form in which it is compared, whatever keyboard it came from."""
    return unicodedata.normalize("NFKC", password)


def too_weak(password: str, *, name: str, shortest: int) -> str:
    """Why a password will not do; empty where it will."""
    written = tidy(password)
    if len(written) < shortest:
        return f"shorter than {shortest} characters"
    if len(written) > LONGEST:
        return f"longer than {LONGEST} characters"
    if not written.isprintable():
        return "has characters that cannot be printed"
    plain = written.casefold()
    if len(set(plain)) < FEWEST_DIFFERENT:
        return f"has fewer than {FEWEST_DIFFERENT} different characters"
    if name and name.casefold() in plain:
        return "it contains the name"
    if _is_a_run(plain):
        return "made of characters in a row"
    return ""


def _is_a_run(plain: str) -> bool:
    steps = {ord(after) - ord(before) for before, after in pairwise(plain)}
    return len(steps) == 1 and steps <= {-1, 0, 1}


@dataclass(frozen=True, slots=True)
class PasswordCheck:
    """What came of comparing a password: whether it is right, and a stronger hash to keep, or none."""

    right: bool
    better: str = ""


class Passwords:
    """Hashes and compares, a few at a time, and as long for a name that nobody has."""

    def __init__(self, limits: Limits) -> None:
        """With the strength that the house asks for."""
        self._hasher = PasswordHasher.from_parameters(limits.hashing)
        self._turn = BoundedSemaphore(limits.hashing_at_once)
        self._nobody = self._hasher.hash("nobody has this one")

    def hashed(self, password: str) -> str:
        """What is kept of a password."""
        with self._turn:
            return self._hasher.hash(tidy(password).encode())

    def compare(self, kept: str, password: str) -> PasswordCheck:
        """Whether it is the password; an empty `kept` is nobody's, and takes as long."""
        written = tidy(password[: LONGEST + 1]).encode(errors="replace")
        with self._turn:
            try:
                self._hasher.verify(kept or self._nobody, written)
            except (VerificationError, InvalidHashError):
                return PasswordCheck(False)
            if not kept:
                return PasswordCheck(False)
            stale = self._hasher.check_needs_rehash(kept)
            return PasswordCheck(True, self._hasher.hash(written) if stale else "")
