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
from fractions import Fraction
from typing import Final

from cutcard.floor.live.commands import CommandAnswer, CommandRequest, accepted, answer_text, repeated
from cutcard.floor.live.restart import read_meter
from cutcard.floor.live.state import METER_STREAM, TABLE_STREAM as TABLE, Live
from cutcard.floor.live.table_meters import Metering
from cutcard.floor.live.writer import NotStored, caught_up, meter_news
from cutcard.floor.meters import (
    SYSTEM,
    SYSTEM_EVENT,
    Filed,
    Member,
    Meter,
    MeterEvent,
    Terms,
    as_filed,
    cite,
    commands as c,
    decide,
    draw_point,
    evolve,
    filed_by,
    moves,
    parse,
    published,
    terms_of,
    transfer,
    with_chance,
)
from cutcard.floor.store import Head, WriteUnit
from cutcard.law import Code, Refused, shown
from cutcard.money import Cents
from cutcard.shoe import SUPERVISORS
from cutcard.table import Table
from cutcard.table.record import line_of
from cutcard.wagers.settlement import Growth, growths

USUAL: Final = Cents(100_000)
USUAL_RATE: Final = Fraction(1, 20)
"""Where neither the submission nor the document says where a meter starts, and how it grows."""
BY: Final = str(SYSTEM)
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

    def submit(self, house: str, request: CommandRequest) -> CommandAnswer:
        """Carry a command out."""
        other = request.body.get("to")
        names = {house, other} if isinstance(other, str) and other else {house}
        streams = [METER_STREAM + each for each in names]
        if request.body.get("do") in WAITS_FOR_ROUNDS:
            streams += [TABLE + each.table for each in read_meter(self._unit, house).members]
        heads = self._unit.heads(streams)
        head = heads.get(METER_STREAM + house)
        if head is None:
            raise Refused(Code.BAD_REQUEST, f"meter: {shown(house)} is not on this floor")
        try:
            before = repeated(request, self._unit.answered(head.stream, request.key))
            if before is not None:
                return before
            if request.expected is not None and request.expected != head.version:
                return CommandAnswer("stale", head.version)
            answer = self._done(house, request, heads)
        except Refused as refused:
            return CommandAnswer("refused", head.version, refused.refusal)
        body = answer_text(answer)
        self._unit.answer(head.stream, request.key, request.fingerprint, answer.version, body)
        return answer

    def _done(self, house: str, request: CommandRequest, heads: Mapping[str, Head]) -> CommandAnswer:
        meter = read_meter(self._unit, house)
        command = self._command(meter, request)
        if isinstance(command, c.Configure | c.Part | c.Retire):
            command = replace(command, in_play=self._in_play(meter, heads))
        if isinstance(command, c.Configure):
            command = replace(command, filed=filed_at(meter, self._get))
        if isinstance(command, c.Rejoin):
            command = replace(command, member=returning(meter, command.table, self._get))
        if isinstance(command, c.Retire) and (to := command.to):
            if METER_STREAM + to not in heads or to == house:
                raise Refused(Code.BAD_REQUEST, f"to: no other meter is called {shown(to)}")
            target = read_meter(self._unit, to)
            events, received = accepted(transfer(meter, target, command))
            self._append(heads[METER_STREAM + to], target, received, request)
        else:
            events = accepted(decide(meter, command))
        version = self._append(heads[METER_STREAM + house], meter, events, request)
        return CommandAnswer("done", version, None, tuple(map(published, events)))

    def _in_play(self, meter: Meter, heads: Mapping[str, Head]) -> tuple[str, ...]:
        """The tables that may still win the meter in the round they deal, as the store has them."""
        tables = []
        for member in meter.members:
            head = heads.get(TABLE + member.table)
            if head is None or self._may_win(member, head):
                tables.append(member.table)
        return tuple(tables)

    def _may_win(self, member: Member, head: Head) -> bool:
        try:
            live = caught_up(self._unit, self._get(member.table), head.version).live
        except NotStored:
            return True
        return may_win(member, live.table)

    def _append(
        self, head: Head, meter: Meter, events: tuple[MeterEvent, ...], request: CommandRequest
    ) -> int:
        if not events:
            return head.version
        by = " and ".join(map(str, request.signed or (request.by,)))
        self._unit.append(head, [meter_news(each, by, request.key, self._now) for each in events])
        for event in events:
            self._unit.move(moves(meter, event, f"{head.stream}:{meter.version + 1}"))
            meter = evolve(meter, event)
        self.meters[meter.name] = meter
        return meter.version

    def _command(self, meter: Meter, request: CommandRequest) -> c.Command:
        if request.by.role not in SUPERVISORS:
            message = f"meter: only a supervisor may do this, not a {request.by.role}"
            raise Refused(Code.WRONG_ROLE, message)
        do = request.body.get("do")
        if do not in OFFICE:
            raise Refused(Code.BAD_REQUEST, f"do: {shown(do)}; choose from {', '.join(OFFICE)}")
        return with_chance(meter, replace(request.read(parse), at=self._now))


def filed_at(meter: Meter, get: Callable[[str], Live]) -> tuple[Filed, ...]:
    """What the tables of a meter have filed; one that is not served counts as in play anyway."""
    filed = []
    for member in meter.members:
        with suppress(NotStored, Refused):
            filed.append(filed_by(member, get(member.table).table.rules))
    return tuple(filed)


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


# A table's meters, when it comes to the floor.


def set_up(unit: WriteUnit, live: Live, now: int) -> dict[str, Meter]:
    """The meters of a table that comes to the floor, in its own transaction."""
    houses = list(dict.fromkeys(live.links.values()))
    heads = unit.heads([METER_STREAM + house for house in houses])
    meters: dict[str, Meter] = {}
    for house in houses:
        stream = METER_STREAM + house
        if stream not in heads:
            heads[stream] = unit.create(stream, line_of({"meter": house}))
        meters[house] = read_meter(unit, house)
    rules = live.table.rules
    metering = Metering(live.name, live.links, meters, now)
    for growth in (each for offer in rules.offers.values() for each in growths(offer)):
        house = live.links[growth.name]
        if metering.meters[house].terms is None:
            metering.do(house, c.Configure(SYSTEM, _terms(live, growth), now))
        metering.do(
            house, c.Join(SYSTEM, as_filed(metering.meters[house], live.name, rules, growth), now)
        )
        meter = metering.meters[house]
        if not meter.opened:  # one that somebody stopped stays so until somebody starts it
            assert meter.terms is not None
            must = meter.terms.must_hit and not meter.commitment
            secret = draw_point(meter.growth, meter.shown or meter.terms.initial) if must else None
            metering.do(house, c.Start(SYSTEM, secret, now))
    _store(unit, heads, metering, now)
    return metering.meters


def _terms(live: Live, growth: Growth) -> Terms:
    threshold = Cents(live.policy.two_supervisors_from)
    return terms_of(growth, usual=USUAL, rate=USUAL_RATE, threshold=threshold)


def _store(unit: WriteUnit, heads: dict[str, Head], metering: Metering, now: int) -> None:
    for house, event in metering.happened:
        stream = METER_STREAM + house
        heads[stream] = unit.append(heads[stream], [meter_news(event, BY, "", now)])
    unit.move(metering.movements)
