"""The store's schema brought up to date, by one process at a time."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from cutcard.floor.store.engines import WRITES
from cutcard.floor.store.errors import StoreError

PLACE = Path(__file__).parent / "migrations"
LOCK = 0x63757463


def newest() -> str:
    """The revision that this version of Cutcard writes."""
    return max(path.name[1:5] for path in (PLACE / "versions").glob("r[0-9]*.py"))


def revision(connection: Connection) -> str | None:
    """The revision of the store, or none where there is no store."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    return None if found is None else str(found)


def expect(engine: Engine, name: str, *, may_be_older: bool = False) -> None:
    """Refuse what is no store of this version."""
    with engine.connect() as connection:
        found = revision(connection)
    if found is None:
        raise StoreError(f"{name}: is not a store; `cutcard serve` makes one")
    _refuse_newer(found, name)
    if found != newest() and not may_be_older:
        raise StoreError(f"{name}: a store of schema {found}; `cutcard serve` upgrades it to {newest()}")


def migrate(engine: Engine, name: str, to: str | None = None) -> None:
    """Take the steps that the store has not taken, as far as `to` or all; all of them or none."""
    with engine.connect() as opened:
        connection = opened.execution_options(**{WRITES: True})
        with connection.begin():
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            found = revision(connection)
            if found == newest():
                return
            if found is not None:
                _refuse_newer(found, name)
            elif _used(connection):
                raise StoreError(
                    f"{name}: has tables that are not part of a store; name another database"
                )
            _upgrade(connection, to or newest())


def _used(connection: Connection) -> bool:
    return bool(inspect(connection).get_table_names())


def _refuse_newer(found: str, name: str) -> None:
    if not (found.isdigit() and found <= newest()):
        raise StoreError(
            f"{name}: a store of schema {found[:40]}, this version knows up to {newest()};"
            " use the version of Cutcard that wrote it, or a newer one"
        )


def _upgrade(connection: Connection, to: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(PLACE).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
