"""`cutcard backup` and `cutcard restore`: a copy of a house's store, and back."""

from __future__ import annotations

from typing import Annotated

import typer

from cutcard.terminal import output

BACKUP_EXAMPLES = """\b
Examples:
  cutcard backup --database sqlite:///house.db --to house-2026-11-16.db
  cutcard backup --database postgresql+psycopg://house@db/house --to house-2026-11-16.db
"""
RESTORE_EXAMPLES = """\b
Examples:
  cutcard restore --from house-2026-11-16.db --database sqlite:///house.db
  cutcard restore --from house-2026-11-16.db --database postgresql+psycopg://house@db/new
"""

Database = Annotated[
    str, typer.Option("--database", metavar="URL", help="The store: sqlite:///FILE or postgresql://...")
]
To = Annotated[
    str, typer.Option("--to", metavar="PLACE", help="A new file, or the URL of an empty store.")
]
From = Annotated[str, typer.Option("--from", metavar="PLACE", help="A backup: its file, or its URL.")]


def backup(database: Database, to: To) -> None:
    """Copy a house's store as it is now, while the house keeps running; the copy is verified."""
    from cutcard.floor.store import Database as Store, StoreError, address, backup_store

    try:
        source = Store.open(database, must_exist=True)
        backup_store(source, to)
        source.close()
        copy = Store.open(address(to), must_exist=True)
        found = copy.verify_all()
        copy.close()
    except StoreError as problem:
        output.complain(f"backup: {problem}")
        output.leave(output.WRONG)
    typer.echo(f"{to}: {found.streams:,} streams, {found.events:,} events, verified")


def restore(source: From, database: Database) -> None:
    """Fill an empty store from a backup, and verify every digest of it."""
    from cutcard.floor.store import Database as Store, StoreError, restore_store

    try:
        store = Store.open(database)
        store.migrate()
        restore_store(store, source)
        found = store.verify_all()
        store.close()
    except StoreError as problem:
        output.complain(f"restore: {problem}")
        output.leave(output.WRONG)
    typer.echo(f"{database}: {found.streams:,} streams, {found.events:,} events, verified")
