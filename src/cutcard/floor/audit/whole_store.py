"""The whole store looked at: every digest, the ledger's sum, accounts that may not be short, people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cutcard.floor.audit.answers import unanswered
from cutcard.floor.people import changed_people
from cutcard.floor.store import Broken, Database, Progress, ReadUnit, Verified, find_broken

NEVER_SHORT: Final = ("chips:", "layout:", "wallet:", "meter:", "pending:")
"""Accounts that hold what is there: nobody can owe chips that lie on a table."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What the store holds, and all that is wrong with it."""

    held: Verified
    people: int
    broken: tuple[Broken, ...]


def look(database: Database, progress: Progress | None = None) -> Looked:
    """Everything that can be checked without the rules of a game."""
    people = 0

    def changed() -> list[Broken]:
        nonlocal people
        people, found = changed_people(unit)
        return found

    with database.reading() as unit:
        held, broken = find_broken(unit, progress)
        broken += _guarded(unit, "ledger", lambda: _short(unit))
        broken += _guarded(unit, "answers", lambda: unanswered(unit))
        broken += _guarded(unit, "people", changed)
    return Looked(held, people, tuple(broken))


def _guarded(unit: ReadUnit, what: str, check: Callable[[], list[Broken]]) -> list[Broken]:
    """What a check finds; a file whose pages were changed may answer with anything."""
    try:
        return check()
    except Exception as problem:
        if unit.statements.is_postgresql:
            raise
        why = str(getattr(problem, "orig", problem)).splitlines()[:1]
        return [Broken(what, 0, f"cannot be read: {' '.join(why)[:80]}")]


def _short(unit: ReadUnit) -> list[Broken]:
    return [
        Broken(account, 0, f"holds {cents} cents, but cannot be negative")
        for prefix in NEVER_SHORT
        for account, cents in unit.balances(prefix).items()
        if cents < 0
    ]
