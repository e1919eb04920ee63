"""What supervisors ask of a meter: start and stop it, new terms, listed changes, its end.

    {"do": "stop"}
    {"do": "adjust", "reason": "malfunction", "amount": "12.50", "why": "display fault"}
    {"do": "retire", "to": "super-4", "why": "the table closes"}

Hits are claimed and verified at the table that has them. Each command has a key and happens once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final

from cutcard.floor.live.meter_setup import folded
from cutcard.floor.live.requests import CommandAnswer, CommandRequest, answer_of, answer_text, check_key
from cutcard.floor.live.state import TABLE_STREAM as TABLE, Live
from cutcard.floor.live.table_meters import METER_STREAM
from cutcard.floor.live.writer import NotStored, caught_up
from cutcard.floor.meters import (
    SYSTEM_EVENT,
    Filed,
    Member,
    Meter,
    MeterEvent,
    as_filed,
    cite,
    codec as meter_codec,
    commands as c,
    decide,
    evolve,
    filed_by,
    moves,
    parse,
    published,
    transfer,
    with_chance,
)
from cutcard.floor.store import Head, New, WriteUnit
from cutcard.law import Code, Refusal, Refused, shown
from cutcard.shoe import SUPERVISORS
from cutcard.table import Table
from cutcard.wagers.settlement import growths

WAITS_FOR_ROUNDS: Final = ("configure", "part", "retire")
OFFICE: Final = ("start", "stop", "configure", "part", "rejoin", "adjust", "retire")
"""What is asked here; hits are claimed and verified at their table, which pays them."""


class MeterOffice:
    """One command about one meter, in one transaction."""

    def __init__(self, unit: WriteUnit, get: Callable[[str], Live], now: int) -> None:
        self._unit = unit
        self._get = get
        self._now = now
        self.meters: dict[str, Meter] = {}
        """Those that changed."""

    def submit(self, house: str, asked: CommandRequest) -> CommandAnswer:
        """Carry a command out."""
        other = asked.body.get("to")
        names = {house, other} if isinstance(other, str) and other else {house}
        streams = [METER_STREAM + each for each in names]
        if asked.body.get("do") in WAITS_FOR_ROUNDS:
            streams += [TABLE + each.table for each in folded(self._unit, house).members]
        heads = self._unit.heads(streams)
        head = heads.get(METER_STREAM + house)
        if head is None:
            raise Refused(Code.BAD_REQUEST, f"meter: {shown(house)} is not on this floor")
        try:
            check_key(asked)
            before = self._unit.answered(head.stream, asked.key)
            if before is not None:
                if before.fingerprint != asked.fingerprint:
                    raise Refused(Code.BAD_REQUEST, "key: already used for another command")
                return answer_of(before.body)
            if asked.expected is not None and asked.expected != head.version:
                return CommandAnswer("stale", head.version)
            answer = self._done(house, asked, heads)
        except Refused as refused:
            return CommandAnswer("refused", head.version, refused.refusal)
        body = answer_text(answer)
        self._unit.answer(head.stream, asked.key, asked.fingerprint, answer.version, body)
        return answer

    def _done(self, house: str, asked: CommandRequest, heads: Mapping[str, Head]) -> CommandAnswer:
        meter = folded(self._unit, house)
        command = self._command(meter, asked)
        if isinstance(command, c.Configure | c.Part | c.Retire):
            command = replace(command, in_play=self._in_play(meter, heads))
        if isinstance(command, c.Configure):
            command = replace(command, filed=filed_at(meter, self._get))
        if isinstance(command, c.Rejoin):
            command = replace(command, member=returning(meter, command.table, self._get))
        to = getattr(command, "to", "")
        if to:
            if METER_STREAM + to not in heads or to == house:
                raise Refused(Code.BAD_REQUEST, f"to: no other meter is called {shown(to)}")
            assert isinstance(command, c.Adjust | c.Retire)
            target = folded(self._unit, to)
            made = transfer(meter, target, command)
            if isinstance(made, Refusal):
                raise Refused(made.code, made.message, made.cite)
            self._append(heads[METER_STREAM + to], target, made[1], asked)
            happened = made[0]
        else:
            decided = decide(meter, command)
            if isinstance(decided, Refusal):
                raise Refused(decided.code, decided.message, decided.cite)
            happened = decided
        version = self._append(heads[METER_STREAM + house], meter, happened, asked)
        return CommandAnswer("done", version, None, tuple(map(published, happened)))

    def _in_play(self, meter: Meter, heads: Mapping[str, Head]) -> tuple[str, ...]:
        """The tables that may still win the meter in the round they deal, as the store has them."""
        found = []
        for member in meter.members:
            head = heads.get(TABLE + member.table)
            if head is None or self._may_win(member, head):
                found.append(member.table)
        return tuple(found)

    def _may_win(self, member: Member, head: Head) -> bool:
        try:
            live = caught_up(self._unit, self._get(member.table), head.version).live
        except NotStored:
            return True
        return may_win(member, live.table)

    def _append(
        self, head: Head, meter: Meter, events: tuple[MeterEvent, ...], asked: CommandRequest
    ) -> int:
        if not events:
            return head.version
        by = str(asked.by)
        self._unit.append(
            head, [New(meter_codec.line(each), by, asked.key, self._now) for each in events]
        )
        for event in events:
            self._unit.move(moves(meter, event, f"{head.stream}:{meter.version + 1}"))
            meter = evolve(meter, event)
        self.meters[meter.name] = meter
        return meter.version

    def _command(self, meter: Meter, asked: CommandRequest) -> c.Command:
        if asked.by.role not in SUPERVISORS:
            raise Refused(
                Code.WRONG_ROLE, f"meter: only a supervisor may do this, not a {asked.by.role}"
            )
        do = asked.body.get("do")
        if do not in OFFICE:
            raise Refused(Code.BAD_REQUEST, f"do: {shown(do)}; choose from {', '.join(OFFICE)}")
        return with_chance(meter, replace(asked.read(parse), at=self._now))


def filed_at(meter: Meter, get: Callable[[str], Live]) -> tuple[Filed, ...]:
    """What the tables of a meter have filed; one that is not served counts as in play anyway."""
    found = []
    for member in meter.members:
        with suppress(NotStored, Refused):
            found.append(filed_by(member, get(member.table).table.rules))
    return tuple(found)


def returning(meter: Meter, table: str, get: Callable[[str], Live]) -> Member | None:
    """A table that was set up with the meter, as it would play for it again; None where it was not."""
    try:
        live = get(table)
    except NotStored as stopped:
        raise Refused(Code.NOT_AWAITED, f"{table}: {stopped}", cite(meter, SYSTEM_EVENT)) from None
    rules = live.table.rules
    for growth in (each for offer in rules.offers.values() for each in growths(offer)):
        if live.links.get(growth.name) == meter.name and meter.terms is not None:
            return as_filed(meter, table, rules, growth, way="set what the table files first")
    return None


def may_win(member: Member, table: Table) -> bool:
    """Whether the round that a table deals has stakes on the meter that it plays for."""
    r = table.round
    if r is None or r.finished:
        return False
    bets = [bet for box in r.boxes for bet in (box.bet, *(each.bet for each in box.backers))]
    return any(member.wager in bet.stakes for bet in bets)
