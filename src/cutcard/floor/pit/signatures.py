"""What waits for signatures: asked by one, signed by others, each in a session of their own.

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
from cutcard.floor.people import Commands
from cutcard.floor.store import Database, Head, New, ReadUnit, Stored, WriteUnit
from cutcard.law import Code, Refused
from cutcard.table.record import line_of

Plain = dict[str, Any]
State = Literal["waiting", "signed", "done", "refused", "withdrawn"]
STREAM: Final = "signing"
HEADER: Final = '{"signing":1}'
MOST_WAITING: Final = 16
"""Requests of one person that wait at a time: nobody's are pushed off the desk by another's."""
SIGNED: Final = frozenset(
    do for do, command in COMMANDS.items() if any(each.name == "signed" for each in fields(command))
) | {CHANGE_LAW}
"""The commands at a table that two people sign."""
WANTED: Final = "signature_wanted"
GIVEN: Final = "signature_given"
ANSWERED: Final = "signed_answered"
WITHDRAWN: Final = "signature_withdrawn"


@dataclass(frozen=True, slots=True)
class WantedSignature:
    """A command that waits for others' signatures, or what became of it."""

    number: int
    table: str
    """Or the meter, or whoever it is about."""
    asker: str
    key: str
    command: Plain
    at: int
    of: Commands = "table"
    player: str = ""
    """Who must acknowledge it, where somebody must: it is their money."""
    two: bool = True
    """Whether a second person of the house must sign it."""
    state: State = "waiting"
    signed_by: str = ""
    acknowledged: bool = False
    refusal: str = ""
    """What the table answered where it refused."""

    @property
    def waits_for(self) -> list[str]:
        """Whose signatures are missing: a player by name, and `another`."""
        missing = [self.player] if self.player and not self.acknowledged else []
        return [*missing, *(["another"] if self.two and not self.signed_by else [])]

    def signed(self, by: str) -> WantedSignature:
        """After somebody's signature."""
        after = replace(self, acknowledged=True) if by == self.player else replace(self, signed_by=by)
        return after if after.waits_for else replace(after, state="signed")


class SignatureDesk:
    """The signatures that are wanted in one store."""

    def __init__(self, database: Database, clock: Callable[[], int], lasts_ms: int) -> None:
        self._database = database
        self._clock = clock
        self._lasts_ms = lasts_ms

    def lately(self) -> list[WantedSignature]:
        """All that was asked for lately, the newest first."""
        with self._database.reading(brief=True) as unit:
            requests = self._read_requests(unit)
        since = self._clock() - self._lasts_ms
        return [each for each in reversed(requests.values()) if each.at > since]

    def ask(
        self,
        table: str,
        by: str,
        key: str,
        command: Plain,
        *,
        of: Commands = "table",
        player: str = "",
        two: bool = True,
    ) -> WantedSignature:
        """Have a command wait for signatures; the same key again changes nothing."""
        if of == "table" and command.get("do") not in SIGNED:
            known = ", ".join(sorted(SIGNED))
            raise Refused(Code.BAD_REQUEST, f"do: one signature is enough; two people sign {known}")
        with self._database.writing() as unit:
            head = _head(unit)
            before = list(self._read_requests(unit).values())
            for each in before:
                if (each.asker, each.key) == (by, key):
                    return each
            waiting = [each for each in before if each.asker == by and each.state == "waiting"]
            if len(waiting) >= MOST_WAITING:
                message = f"signature: {MOST_WAITING} of your requests are waiting; withdraw one first"
                raise Refused(Code.NOT_AWAITED, message)
            event: Plain = {"event": WANTED, "table": table, "command": command}
            if of != "table":
                event |= {"of": of, "player": player, "two": two}
            after = unit.append(head, [New(line_of(event), by, key, self._clock())])
        return WantedSignature(after.version, table, by, key, command, self._clock(), of, player, two)

    def asked(self, by: str, key: str) -> WantedSignature | None:
        """What somebody asked for under a key lately."""
        mine = [each for each in self.lately() if (each.asker, each.key) == (by, key)]
        return mine[0] if mine else None

    def sign(self, number: int, by: str) -> WantedSignature:
        """Sign what another asked for; refused where it no longer waits, or is one's own."""
        with self._database.writing() as unit:
            wanted = self._waiting(unit, number)
            if wanted.asker == by:
                message = f"signature: {by} requested it; somebody else must sign it"
                raise Refused(Code.NOT_YOURS, message)
            if (by if by == wanted.player else "another") not in wanted.waits_for:
                message = f"signature: it waits for {' and '.join(wanted.waits_for)}, not for {by}"
                raise Refused(Code.NOT_YOURS, message)
            self._append(unit, {"event": GIVEN, "of": number}, by)
        return wanted.signed(by)

    def withdraw(self, number: int, by: str) -> None:
        """Take back what one asked for."""
        with self._database.writing() as unit:
            wanted = self._waiting(unit, number)
            if wanted.asker != by:
                message = f"signature: only {wanted.asker}, who requested it, can withdraw it"
                raise Refused(Code.NOT_YOURS, message)
            self._append(unit, {"event": WITHDRAWN, "of": number}, by)

    def answered(self, number: int, by: str, refused: str) -> None:
        """Write down what the table answered; no text where it did as asked."""
        with self._database.writing() as unit:
            self._append(unit, {"event": ANSWERED, "of": number, "refused": refused}, by)

    def _waiting(self, unit: WriteUnit, number: int) -> WantedSignature:
        _head(unit)
        wanted = self._read_requests(unit).get(number)
        if wanted is None or wanted.at <= self._clock() - self._lasts_ms:
            message = "signature: requested too long ago, or never; request it again"
            raise Refused(Code.NOT_AWAITED, message)
        if wanted.state != "waiting":
            by = f" by {wanted.signed_by}" if wanted.signed_by else ""
            message = f"signature: it is {wanted.state}{by}; there is nothing left to sign"
            raise Refused(Code.NOT_AWAITED, message)
        return wanted

    def _read_requests(self, unit: ReadUnit) -> dict[int, WantedSignature]:
        """What was asked for lately: the end of the stream, as far back as anything still counts."""
        requests: dict[int, WantedSignature] = {}
        for stored in unit.proven_since(STREAM, self._clock() - self._lasts_ms):
            _fold(requests, stored)
        return requests

    def _append(self, unit: WriteUnit, event: Plain, by: str) -> None:
        unit.append(_head(unit), [New(line_of(event), by, "", self._clock())])


def _head(unit: WriteUnit) -> Head:
    return unit.heads([STREAM]).get(STREAM) or unit.create(STREAM, HEADER)


def _fold(requests: dict[int, WantedSignature], stored: Stored) -> None:
    event = json.loads(stored.line)
    if event["event"] == WANTED:
        number, command = stored.version, event["command"]
        more = {key: event[key] for key in ("of", "player", "two") if key in event}
        requests[number] = WantedSignature(
            number, event["table"], stored.by, stored.key, command, stored.at, **more
        )
        return
    before = requests.get(event["of"])
    if before is None:
        return
    match event["event"]:
        case "signature_given":
            after = before.signed(stored.by)
        case "signature_withdrawn":
            after = replace(before, state="withdrawn")
        case _:
            refused = event["refused"]
            after = replace(before, state="refused" if refused else "done", refusal=refused)
    requests[before.number] = after
