"""A signed command asked again after its signatures have run out: the answer it had, once more.

Signatures last minutes, an answer for ever. What was kept names its signers in its fingerprint alone;
so the command is looked for as each of those who may sign it would have made it. Nothing is carried
out here, and a command that was not answered wants signatures that hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Final

from cutcard.floor.live import TABLE_STREAM, CommandAnswer, CommandRequest, answer_of
from cutcard.floor.people import AT_TABLES, STAFF, may_command
from cutcard.floor.store import Database
from cutcard.shoe import By
from cutcard.web.api.house import HouseParts

MOST_SIGNERS: Final = 2
"""Beside whoever asks; no command wants more."""


def answered_before(
    house: HouseParts, name: str, asked: CommandRequest, signers: int
) -> CommandAnswer | None:
    """The answer that this command had with so many signers; None where it had none."""
    if not 0 < signers <= MOST_SIGNERS:
        return None
    before = _kept(house.floor.database, name, asked.key)
    if before is None:
        return None
    fingerprint, body = before
    for chosen in combinations(_may_sign(house, str(asked.body["do"])), signers):
        if replace(asked, signed=(asked.by, *chosen)).fingerprint == fingerprint:
            return answer_of(body)
    return None


def _kept(database: Database, name: str, key: str) -> tuple[str, str] | None:
    with database.reading() as unit:
        found = unit.answered(TABLE_STREAM + name, key)
    return None if found is None else (found.fingerprint, found.body)


def _may_sign(house: HouseParts, do: str) -> Iterator[By]:
    """Everybody who may sign it, in any role that they may have had then."""
    roles = [at for role, at in AT_TABLES.items() if may_command(role, do)]
    for person in house.people.everybody():
        if person.role in STAFF:
            yield from (By(role, person.name) for role in roles)
