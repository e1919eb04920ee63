"""`cutcard backup` and `cutcard restore`: a copy of a house's store, and back."""

from __future__ import annotations

from typing import Annotated

import typer

from cutcard.cli.lazy_group import examples
from cutcard.cli.options import StoreUrl, refuse
from cutcard.floor import store

CopyPlace = Annotated[
    str, typer.Option("--to", metavar="PLACE", help="A new file, or the URL of an empty store.")
]
BackupPlace = Annotated[
    str, typer.Option("--from", metavar="PLACE", help="A backup: its file, or its URL.")
]


@examples(
    "cutcard backup --database sqlite:///house.db --to house-2026-11-16.db",
    "cutcard backup --database postgresql+psycopg://house@db/house --to house-2026-11-16.db",
)
def backup(database: StoreUrl, to: CopyPlace) -> None:
    """Copy a house's store, and verify the copy.

    The copy is of the store as it is now; the house may run on meanwhile.
    """
    try:
        source = store.Database.open(database, must_exist=True)
        store.backup_store(source, to)
        source.close()
        copy = store.Database.open(store.address(to), must_exist=True)
        counts = copy.verify_all()
        copy.close()
    except store.StoreError as problem:
        refuse("backup", str(problem))
    typer.echo(f"{to}: {counts.streams:,} streams, {counts.events:,} events, verified")


@examples(
    "cutcard restore --from house-2026-11-16.db --database sqlite:///house.db",
    "cutcard restore --from house-2026-11-16.db --database postgresql+psycopg://house@db/new",
)
def restore(source: BackupPlace, database: StoreUrl) -> None:
    """Fill an empty store from a backup, and verify it."""
    try:
        target = store.Database.open(database)
        target.migrate()
        store.restore_store(target, source)
        counts = target.verify_all()
        target.close()
    except store.StoreError as problem:
        refuse("restore", str(problem))
    typer.echo(f"{database}: {counts.streams:,} streams, {counts.events:,} events, verified")
