"""Whether a store is a live floor's or the demonstration's: said once, and never mixed."""

from __future__ import annotations

import json
from typing import Final, Literal

from cutcard.floor.store import Database, StoreError

KIND_STREAM: Final = "house"
Kind = Literal["live", "demonstration"]


def check_kind(database: Database, kind: Kind) -> None:
    """Say what an empty store is for; refuse one that is for something else."""
    with database.writing() as unit:
        if not unit.heads([KIND_STREAM]):
            if database.streams():
                raise StoreError(
                    "this store has streams, but does not say which kind of floor it belongs to"
                )
            unit.create(KIND_STREAM, json.dumps({"house": kind}))
            return
        found = json.loads(unit.header(KIND_STREAM)).get("house")
    if found != kind:
        other = "start it with --live" if found == "live" else "give a live floor a store of its own"
        raise StoreError(f"this is the store of a {found} floor, not of a {kind} one: {other}")
