"""`cutcard days`: the records of a house as a file for each day, and their proof without the store."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from cutcard import terminal
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import KeysFile, StoreUrl, read_keys, refuse
from cutcard.floor import audit, keys as house_keys, store

Folder = Annotated[str, typer.Argument(metavar="DIR", help="The folder of the files.")]
AnchorsPlace = Annotated[
    str,
    typer.Option("--anchors", metavar="PLACE", help="Put the day's anchors in: a file, or a URL."),
]
Begins = Annotated[
    str, typer.Option("--begins", metavar="HH:MM", help="When a day begins, in UTC.", show_default=True)
]
PublicFile = Annotated[
    str,
    typer.Option("--public", metavar="FILE", help="The house's public keys, which signed the files."),
]


@examples(
    "cutcard days write archive --database sqlite:///house.db --keys house.keys",
    "cutcard days write archive --database sqlite:///house.db --begins 06:00 --anchors house.anchors",
)
def write(
    folder: Folder,
    database: StoreUrl,
    keys: KeysFile = "",
    anchors: AnchorsPlace = "",
    begins: Begins = "00:00",
) -> None:
    """Write a file for each day that is over.

    Those that are there stay as they are. A file has the day's events as they are stored, their
    answers and movements, the law data and the anchors. The house may run on meanwhile, and the store
    keeps everything.
    """
    held = read_keys("days write", keys)
    try:
        opened = store.Database.open(database, must_exist=True, keys=held)
        opened.expect()
        place = audit.anchor_place(anchors) if anchors else None
        now = int(time.time() * 1000)
        many = 0
        begins_ms = audit.begins_at(begins)
        for day in audit.write_days(opened, Path(folder), now, begins_ms=begins_ms, anchors=place):
            many += 1
            _report(day)
        opened.close()
    except (store.StoreError, audit.DayProblem, house_keys.KeysProblem) as problem:
        refuse("days write", str(problem))
    except OSError as problem:
        refuse("days write", f"{folder}: {(problem.strerror or 'cannot be written').lower()}")
    if not many:
        typer.echo(f"{folder}: no day is over that has no file yet")


@examples(
    "cutcard days check archive --public house.public",
    "cutcard days check archive",
)
def check(folder: Folder, public: PublicFile = "") -> None:
    """Prove a folder of days without the store.

    Nothing was changed, and nothing is missing from the first day to the last.
    Without --public no signature is proven. Exit code 1 where something does not hold.
    """
    try:
        known = house_keys.PublicKeys.read(Path(public)) if public else None
        for day in audit.check_days(Path(folder), known):
            _report(day)
    except house_keys.KeysProblem as problem:
        refuse("days check", str(problem))
    except audit.DayProblem as problem:
        typer.echo(str(problem), err=True)
        terminal.leave(terminal.NO)
    if known is None:
        typer.echo("signatures: not proven; give --public")


def _report(day: audit.DayFile) -> None:
    signed = f"signed by key {day.key}" if day.key else "not signed"
    typer.echo(f"{day.day}: {day.events:,} events, {signed}, digest {day.digest}")
