"""Who claimed, verified and paid the wins off meters of a round: the meters' own events about them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from sqlalchemy import or_, select

from cutcard.floor.audit.one_round import OneRound
from cutcard.floor.live import METER_STREAM as METER, JackpotHeld
from cutcard.floor.store import ReadUnit, schema
from cutcard.table.record import EVENT, line_of

TOLD: Final = {
    "hit_locked": "locked",
    "hit_claimed": "claimed",
    "hit_verified": "verified",
    "hit_paid": "paid",
    "hit_voided": "voided",
}
"""Events of a hit, and what was done."""


@dataclass(frozen=True, slots=True)
class HitEvent:
    """One thing that was done about a hit."""

    hit: str
    meter: str
    done: str
    by: str
    at: int
    version: int
    cite: str


def hit_events(unit: ReadUnit, shown: OneRound) -> list[HitEvent]:
    """All that was done about the hits of a round, in order."""
    found: list[HitEvent] = []
    held = schema.events.c
    for event in shown.events:
        if not isinstance(event, JackpotHeld):
            continue
        stream = METER + event.house_meter
        named = or_(*(held.line.like(f"{line_of({EVENT: name})[:-1]}%") for name in TOLD))
        wanted = select(held.version, held.at, held.by, held.line).where(held.stream == stream, named)
        quoted = json.dumps(event.hit, ensure_ascii=False)
        for version, at, by, line in unit.connection.execute(wanted.order_by(held.version)):
            if quoted in line:
                told = json.loads(line)
                done, cite = TOLD[told[EVENT]], str(told.get("cite", ""))
                found.append(HitEvent(event.hit, event.house_meter, done, by, at, version, cite))
    return found
