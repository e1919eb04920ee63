"""The whole store looked at: every digest, the ledger's sum, accounts that may not be short, people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cutcard.floor.people import rows
from cutcard.floor.store import Broken, Database, Reading, Verified
from cutcard.floor.store.verifying import Progress, find_broken

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
    with database.reading() as unit:
        held, broken = find_broken(unit, progress)
        broken += _short(unit)
        people = 0
        try:
            people = sum(1 for _ in rows.all_rows(unit.connection))
        except Broken as problem:
            broken.append(problem)
    return Looked(held, people, tuple(broken))


def _short(unit: Reading) -> list[Broken]:
    return [
        Broken(account, 0, f"holds {cents} cents, and can hold no less than nothing")
        for prefix in NEVER_SHORT
        for account, cents in unit.balances(prefix).items()
        if cents < 0
    ]
