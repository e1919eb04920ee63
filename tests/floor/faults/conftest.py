"""Houses that can be killed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from floor.faults.clients import Nursery, nursery


@pytest.fixture(scope="session")
def houses() -> Iterator[Nursery]:
    """Where houses come from."""
    with nursery() as made:
        yield made
