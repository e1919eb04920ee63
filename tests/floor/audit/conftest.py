"""A store in a file, where one database is enough."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cutcard.floor.store import Database


@pytest.fixture
def sqlite(sqlite_url: str) -> Iterator[Database]:
    """An empty store in a file."""
    made = Database.open(sqlite_url)
    made.migrate()
    yield made
    made.close()
