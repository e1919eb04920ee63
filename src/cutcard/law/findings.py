"""Findings: what a check has to say, all of it at once, each with its place and its provision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from cutcard.law.refusal import Code
from cutcard.results import arguments

Severity = Literal["violation", "warning", "note"]

MOST_KEYS: Final = 1000
shown: Final = arguments.shown


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to say about a table's rules: how grave, where, what, and under which provision."""

    severity: Severity
    code: Code
    path: str
    message: str
    cite: str = ""


class Findings:
    """The findings of one check, in the order in which they were made."""

    def __init__(self) -> None:
        """Nothing found yet."""
        self._made: list[Finding] = []

    def violation(self, code: Code, path: str, message: str, cite: str = "") -> None:
        """The document forbids it, or it cannot be read."""
        self._made.append(Finding("violation", code, path, message, cite))

    def warning(self, code: Code, path: str, message: str, cite: str = "") -> None:
        """Allowed, but someone should look at it."""
        self._made.append(Finding("warning", code, path, message, cite))

    def note(self, code: Code, path: str, message: str, cite: str = "") -> None:
        """Worth knowing."""
        self._made.append(Finding("note", code, path, message, cite))

    def all(self) -> tuple[Finding, ...]:
        """Everything found."""
        return tuple(self._made)

    def table(self, value: object, path: str) -> dict[str, object]:
        """A table by its keys; what is no table (or is absurdly long) is a finding and empty."""
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            self.violation(Code.BAD_REQUEST, path, f"{shown(value)} is not a table")
            return {}
        if len(value) > MOST_KEYS:
            self.violation(Code.BAD_REQUEST, path, f"more than {MOST_KEYS} keys")
            return {}
        return {str(key): each for key, each in value.items()}


def place(path: str, key: str) -> str:
    """The path of a key, the key itself shortened where it is no plain word."""
    plain = key.isprintable() and len(key) <= arguments.LONGEST_TEXT
    name = key if plain else shown(key)
    return f"{path}.{name}" if path else name
