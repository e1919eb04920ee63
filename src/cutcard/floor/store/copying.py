"""Copies of a whole store while others write: a file of SQLite, or any store to any other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cutcard.floor.store.database import Database


def backup(database: Database, to: str | Path) -> None:
    """Copy the store as it is now."""
    raise NotImplementedError(f"{database} {to}")


def restore(database: Database, source: str | Path) -> None:
    """Fill an empty store."""
    raise NotImplementedError(f"{database} {source}")
