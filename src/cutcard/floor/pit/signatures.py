"""What waits for a second signature: asked by one, signed by another, each in a session of their own.

The desk keeps a stream of its own: who asked for what, who signed it, what came of it. It carries
nothing out; whoever serves the floor asks the table once it is signed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal

from cutcard.floor.ledger import COMMANDS
from cutcard.floor.live import CHANGE_LAW
from cutcard.floor.store import Database, Head, New, ReadUnit, Stored, WriteUnit
from cutcard.law import Code, Refused
from cutcard.shoe import By
from cutcard.table.record import line_of

Plain = dict[str, Any]
State = Literal["waiting", "signed", "done", "refused", "withdrawn"]
STREAM: Final = "signing"
HEADER: Final = '{"signing":1}'
LOOKED_AT: Final = 400
"""How many events of the stream's end are looked at: none that still counts is older."""
SIGNED: Final = frozenset(
    do for do, command in COMMANDS.items() if any(each.name == "signed" for each in fields(command))
) | {CHANGE_LAW}
"""The commands that two people sign."""
WANTED: Final = "signature_wanted"
GIVEN: Final = "signature_given"
ANSWERED: Final = "signed_answered"
WITHDRAWN: Final = "signature_withdrawn"


@dataclass(frozen=True, slots=True)
class WantedSignature:
    """A command that waits for somebody else's signature, or what became of it."""

    number: int
    table: str
    asker: str
    key: str
    command: Plain
    at: int
    state: State = "waiting"
    signed_by: str = ""
    refusal: str = ""
    """What the table answered where it refused."""


class SignatureDesk:
    """The signatures that are wanted in one store."""

    def __init__(self, database: Database, clock: Callable[[], int], lasts_ms: int) -> None:
        self._database = database
        self._clock = clock
        self._lasts_ms = lasts_ms

    def lately(self) -> list[WantedSignature]:
        """All that was asked for lately, the newest first."""
        with self._database.reading() as unit:
            requests = _read_requests(unit)
        since = self._clock() - self._lasts_ms
        return [each for each in reversed(requests.values()) if each.at > since]

    def ask(self, table: str, by: By, key: str, command: Plain) -> WantedSignature:
        """Have a command wait for a signature; the same key again changes nothing."""
        if command.get("do") not in SIGNED:
            known = ", ".join(sorted(SIGNED))
            raise Refused(Code.BAD_REQUEST, f"do: one signature is enough; two people sign {known}")
        with self._database.writing() as unit:
            head = _head(unit)
            for each in _read_requests(unit).values():
                if (each.asker, each.key) == (by.name, key):
                    return each
            event = {"event": WANTED, "table": table, "command": command}
            after = unit.append(head, [New(line_of(event), by.name, key, self._clock())])
        return WantedSignature(after.version, table, by.name, key, command, self._clock())

    def sign(self, number: int, by: By) -> WantedSignature:
        """Sign what another asked for; refused where it no longer waits, or is one's own."""
        with self._database.writing() as unit:
            wanted = self._waiting(unit, number)
            if wanted.asker == by.name:
                message = f"signature: {by.name} requested it; somebody else must sign it"
                raise Refused(Code.NOT_YOURS, message)
            self._append(unit, {"event": GIVEN, "of": number}, by.name)
        return replace(wanted, state="signed", signed_by=by.name)

    def withdraw(self, number: int, by: By) -> None:
        """Take back what one asked for."""
        with self._database.writing() as unit:
            wanted = self._waiting(unit, number)
            if wanted.asker != by.name:
                message = f"signature: only {wanted.asker}, who requested it, can withdraw it"
                raise Refused(Code.NOT_YOURS, message)
            self._append(unit, {"event": WITHDRAWN, "of": number}, by.name)

    def answered(self, number: int, by: By, refused: str) -> None:
        """Write down what the table answered; no text where it did as asked."""
        with self._database.writing() as unit:
            self._append(unit, {"event": ANSWERED, "of": number, "refused": refused}, by.name)

    def _waiting(self, unit: WriteUnit, number: int) -> WantedSignature:
        _head(unit)
        wanted = _read_requests(unit).get(number)
        if wanted is None or wanted.at <= self._clock() - self._lasts_ms:
            message = "signature: requested too long ago, or never; request it again"
            raise Refused(Code.NOT_AWAITED, message)
        if wanted.state != "waiting":
            by = f" by {wanted.signed_by}" if wanted.signed_by else ""
            message = f"signature: it is {wanted.state}{by}; there is nothing left to sign"
            raise Refused(Code.NOT_AWAITED, message)
        return wanted

    def _append(self, unit: WriteUnit, event: Plain, by: str) -> None:
        unit.append(_head(unit), [New(line_of(event), by, "", self._clock())])


def _head(unit: WriteUnit) -> Head:
    return unit.heads([STREAM]).get(STREAM) or unit.create(STREAM, HEADER)


def _read_requests(unit: ReadUnit) -> dict[int, WantedSignature]:
    head = unit.heads([STREAM]).get(STREAM)
    requests: dict[int, WantedSignature] = {}
    for stored in [] if head is None else unit.read(STREAM, head.version - LOOKED_AT):
        _fold(requests, stored)
    return requests


def _fold(requests: dict[int, WantedSignature], stored: Stored) -> None:
    event = json.loads(stored.line)
    if event["event"] == WANTED:
        number, command = stored.version, event["command"]
        requests[number] = WantedSignature(
            number, event["table"], stored.by, stored.key, command, stored.at
        )
        return
    before = requests.get(event["of"])
    if before is None:
        return
    match event["event"]:
        case "signature_given":
            after = replace(before, state="signed", signed_by=stored.by)
        case "signature_withdrawn":
            after = replace(before, state="withdrawn")
        case _:
            refused = event["refused"]
            after = replace(before, state="refused" if refused else "done", refusal=refused)
    requests[before.number] = after
