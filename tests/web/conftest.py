"""A house that several tests of a file share: people of every role, an open table and a manual one."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import pytest

from cutcard.web import logs
from web.houses import House, served

logs.configure(StringIO())


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with table `one` open and ann at its first box, and table `two` closed and manual."""
    with served(tmp_path_factory.mktemp("house")) as found:
        found.open("one")
        found.seat("one", "ann", 1)
        yield found
