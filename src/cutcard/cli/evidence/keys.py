"""`cutcard keys`: the keys of a house, which its database does not hold."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

import typer

from cutcard import terminal
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import KeysFile, StoreUrl, read_keys, refuse
from cutcard.floor import audit, keys as house_keys, store

KeysToWrite = Annotated[str, typer.Argument(metavar="FILE", help="The list of keys.")]
KeysToRead = Annotated[str, typer.Argument(metavar="FILE", help="The list of keys.")]
KeyName = Annotated[str, typer.Option("--name", help="The new key's name; by default k1, k2 and so on.")]
EvidenceFile = Annotated[str, typer.Argument(metavar="FILE", help="A file of evidence.")]
PublicFile = Annotated[
    str, typer.Option("--public", metavar="FILE", help="The house's public keys, by which it is proven.")
]
AnchorsPlace = Annotated[
    str, typer.Option("--anchors", metavar="PLACE", help="A file, or the URL of another database.")
]
PRIVATE: Final = 0o600


@examples("cutcard keys new house.keys", "cutcard keys new house.keys --name 2027")
def new(file: KeysToWrite, name: KeyName = "") -> None:
    """Add a new key to a list of keys.

    The list is made where it is missing. The newest key seals, covers and signs; older ones still
    prove and read what they made. Keep the list where the database account cannot read it, and a
    copy of it in a safe: without it second factors and covered shoes cannot be read.
    """
    path = Path(file)
    try:
        known = house_keys.HouseKeys.read(path).masters if path.exists() else {}
        named = name or f"k{len(known) + 1}"
        if named in known:
            raise house_keys.KeysProblem(f"{named}: is on the list already; choose another name")
        line = house_keys.new_key(named)
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, PRIVATE)
        with os.fdopen(opened, "w", encoding="ascii") as to:
            to.write(f"{line}\n")
            to.flush()
            os.fsync(to.fileno())
    except house_keys.KeysProblem as problem:
        refuse("keys new", str(problem))
    except OSError as problem:
        refuse("keys new", f"{file}: {(problem.strerror or 'cannot be written').lower()}")
    typer.echo(f"{file}: key {named} is the newest of {len(known) + 1}")


@examples("cutcard keys public house.keys > house.public")
def public(file: KeysToRead = "") -> None:
    """Print the public half of each key.

    It proves anchors and can make none: give it to whoever inspects the house.
    """
    held = read_keys("keys public", file)
    if not held:
        refuse("keys public", "FILE: name the list of keys")
    try:
        for line in held.public.lines():
            typer.echo(line)
    except house_keys.KeysProblem as problem:
        refuse("keys public", str(problem))


@examples("cutcard keys seal --database sqlite:///house.db --keys house.keys")
def seal(database: StoreUrl, keys: KeysFile = "") -> None:
    """Seal a store by the newest key.

    Once for a store from before it had keys, and again after a new key. The store is verified
    first; no house may be serving it. After a new key everything but covered events is free of the
    older ones: keep them on the list for as long as those events are audited.
    """
    opened = _open(database, keys, "keys seal")
    try:
        opened.migrate()
        many = audit.seal_store(opened)
    except (store.StoreError, house_keys.KeysProblem) as problem:
        refuse("keys seal", f"--database: {problem}")
    finally:
        opened.close()
    typer.echo(f"{opened.name}: {many} streams, verified, sealed by key {opened.keys.newest}")


@examples("cutcard keys anchor --database sqlite:///house.db --keys house.keys --anchors house.anchors")
def anchor(database: StoreUrl, anchors: AnchorsPlace, keys: KeysFile = "") -> None:
    """Anchor the ends of all streams now.

    The anchor is printed: at a change of shift, or before a backup, a signature on paper is an
    anchor that nobody can reach.
    """
    opened = _open(database, keys, "keys anchor")
    try:
        opened.expect()
        added = audit.AnchorLog(audit.anchor_place(anchors), opened.keys).add(
            opened, int(time.time() * 1000)
        )
    except (store.StoreError, house_keys.KeysProblem) as problem:
        refuse("keys anchor", str(problem))
    finally:
        opened.close()
    if added is None:
        typer.echo(f"{anchors}: nothing has happened since the last anchor")
    else:
        grown = f"{added.heads} streams grew"
        typer.echo(f"{anchors}: anchor {added.number}, {grown}\n{added.signature}")


@examples(
    "cutcard keys check evidence-maryland-12.json --public house.public",
    "cutcard keys check evidence-maryland-12.json",
)
def check(file: EvidenceFile, public_keys: PublicFile = "") -> None:
    """Prove a file of evidence.

    Its digest, its signature and the chain within each round are checked.

    Without --public the signature is not proven, and the answer says so. Exit code 1 where the file
    was changed or is signed by none of the keys.
    """
    try:
        text = Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        refuse("keys check", f"{file}: {(getattr(problem, 'strerror', '') or 'is no text').lower()}")
    try:
        known = house_keys.PublicKeys.read(Path(public_keys)) if public_keys else None
        proven = audit.check_evidence(text, known)
    except house_keys.KeysProblem as problem:
        refuse("keys check", str(problem))
    except audit.EvidenceProblem as problem:
        typer.echo(f"{file}: {problem}", err=True)
        terminal.leave(terminal.NO)
    made = datetime.fromtimestamp(proven.made_at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    listed = ", ".join(f"{table} {number}" for table, number in proven.rounds)
    typer.echo(f"{file}: rounds {listed}, by {proven.made_by}, {made}")
    typer.echo(f"{proven.events} events, {proven.linked} of them computed again; digest {proven.digest}")
    if known is not None:
        typer.echo(f"signed by key {proven.key}: proven")
    elif proven.key:
        typer.echo(f"signed by key {proven.key}: not proven; give --public")
    else:
        typer.echo("not signed: its house had no keys")


@examples("cutcard keys grants | psql --dbname floor")
def grants() -> None:
    """Print the SQL that makes PostgreSQL roles of a house.

    One only adds, and one only reads: with them the account that the house signs in with can
    change nothing that has happened.
    """
    typer.echo(store.grants(), nl=False)


def _open(url: str, keys: str, command: str) -> store.Database:
    held = read_keys(command, keys)
    if not held:
        refuse(command, "--keys: name the list of keys; `cutcard keys new` makes one")
    try:
        return store.Database.open(url, keys=held)
    except store.StoreError as problem:
        refuse(command, f"--database: {problem}")
