"""`cutcard backup` and `cutcard restore`: a copy of a house's store, and back."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from cutcard.cli.lazy_group import examples
from cutcard.cli.options import KeysFile, StoreUrl, read_keys, refuse
from cutcard.floor import live, people, store
from cutcard.floor.keys import HouseKeys

CopyPlace = Annotated[
    str, typer.Option("--to", metavar="PLACE", help="A new file, or the URL of an empty store.")
]
BackupPlace = Annotated[
    str, typer.Option("--from", metavar="PLACE", help="A backup: its file, or its URL.")
]
SIGN = (people.HouseRole.ADMINISTRATOR, people.HouseRole.SUPERVISOR)
"""Who signs a restore."""


@examples(
    "cutcard backup --database sqlite:///house.db --to house-2026-11-16.db",
    "cutcard backup --database postgresql+psycopg://house@db/house --to house-2026-11-16.db",
)
def backup(database: StoreUrl, to: CopyPlace, keys: KeysFile = "") -> None:
    """Copy a house's store, and verify the copy.

    The copy is of the store as it is now; the house may run on meanwhile. Only you can read the file.
    """
    held = read_keys("backup", keys)
    try:
        source = store.Database.open(database, must_exist=True, keys=held)
        store.backup_store(source, to)
        source.close()
        copy = store.Database.open(store.address(to), must_exist=True, keys=held)
        counts = copy.verify_all()
        copy.close()
    except store.StoreError as problem:
        refuse("backup", str(problem))
    typer.echo(f"{to}: {counts.streams:,} streams, {counts.events:,} events, verified")


@examples(
    "cutcard restore --from house-2026-11-16.db --database sqlite:///house.db",
    "cutcard restore --from house-2026-11-16.db --database postgresql+psycopg://house@db/new",
)
def restore(source: BackupPlace, database: StoreUrl, keys: KeysFile = "") -> None:
    """Fill an empty store from a backup, and verify it.

    Of a live floor two people sign it: administrators or supervisors of the backup, each asked for name,
    password and code. Every session and every link of then is void.
    """
    held = read_keys("restore", keys)
    try:
        signers = _signers(source, held)
        target = store.Database.open(database, keys=held)
        target.migrate()
        store.restore_store(target, source)
        target.expect_keys()
        counts = target.verify_all()
        if "people" in dict(target.streams()):
            by, *also = signers or [people.HOUSE]
            house = people.PeopleOfHouse(target, people.Limits(), _now)
            house.restored(by=by, also=" and ".join(also))
        target.close()
    except store.StoreError as problem:
        refuse("restore", str(problem))
    typer.echo(f"{database}: {counts.streams:,} streams, {counts.events:,} events, verified")


def _now() -> int:
    return int(time.time() * 1000)


def _signers(source: str, keys: HouseKeys) -> list[str]:
    """Who signs the restore, proved by what the backup knows of them; nobody where none can."""
    saved = store.Database.open(store.address(source), must_exist=True, may_be_older=True, keys=keys)
    try:
        with saved.reading() as unit:
            kind = unit.header(live.KIND_STREAM) if unit.heads([live.KIND_STREAM]) else ""
        is_demonstration = "demonstration" in kind
        rule = people.ControlTable(saved, demonstration=is_demonstration).rule("restore")
        able = [each for each in people.people_in(saved) if _may_sign(each)]
        if is_demonstration or not rule.control.needs_two or len(able) < 2:
            return []
        first = _proved(saved, "first")
        second = _proved(saved, "second")
        why = people.may_agree(rule.control, first, second)
        if why:
            refuse("restore", f"signature: {why}")
        return [first.name, second.name]
    finally:
        saved.close()


def _may_sign(person: people.Person) -> bool:
    return person.role in SIGN and person.state == "active" and bool(person.password)


def _proved(saved: store.Database, which: str) -> people.Person:
    """One of the two, by name, password and code."""
    name = typer.prompt(f"Name of the {which} who signs")
    password = typer.prompt("Password", hide_input=True)
    code = typer.prompt("Code", default="", show_default=False)
    person = people.proves(saved, people.Limits(), name.strip(), password, code.strip(), _now())
    if person is None or not _may_sign(person):
        refuse(
            "restore", "signature: the name, the password or the code is wrong, or not one who may sign"
        )
    return person
