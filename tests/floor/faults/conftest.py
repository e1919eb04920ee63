"""A store in a file, where one database is enough; and houses that can be killed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cutcard.floor.store import Database
from floor.faults.clients import Nursery, nursery


@pytest.fixture
def sqlite(sqlite_url: str) -> Iterator[Database]:
    """An empty store in a file."""
    made = Database.open(sqlite_url)
    made.migrate()
    yield made
    made.close()


@pytest.fixture(scope="session")
def houses() -> Iterator[Nursery]:
    """Where houses come from."""
    with nursery() as made:
        yield made
