"""The meters that a table plays for, within one command.

Stakes go on them when a round starts. A win is locked before it is settled, or as soon as the table
waits for somebody to confirm it; the meter starts again at once. What a meter shows comes to the table
as a command of the house's own device, in the middle of a round too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from cutcard.floor.live.commands import accepted
from cutcard.floor.live.events import JackpotHeld
from cutcard.floor.live.state import METER_STREAM
from cutcard.floor.meters import (
    REGISTERED,
    SYSTEM,
    SYSTEM_EVENT,
    VALIDATION,
    HitLocked,
    Jackpot,
    Member,
    Meter,
    MeterEvent,
    Status,
    as_filed,
    check_verified,
    cite,
    commands as meter_commands,
    contribution,
    decide,
    draw_point,
    evolve,
    hit_in,
    moves,
)
from cutcard.floor.store import Movement
from cutcard.law import Code, Refused, RuleSet, act_cite
from cutcard.money import Cents
from cutcard.rules import Line
from cutcard.shoe import By
from cutcard.table import Table, commands, has_wager
from cutcard.wagers.settlement import growths

UNLINK = "unlink the table first"
Mark = tuple[dict[str, Meter], int, int]


class Metering:
    """The meters of one table, and what one command does to them."""

    def __init__(
        self, table: str, links: Mapping[str, str], meters: Mapping[str, Meter], now: int
    ) -> None:
        self.meters = {name: meters[name] for name in links.values()}
        self._parted = [name for name, house in links.items() if _has_parted(meters[house], table)]
        self.happened: list[tuple[str, MeterEvent]] = []
        self.movements: list[Movement] = []
        self._table = table
        self._links = {name: house for name, house in links.items() if name not in self._parted}
        self._now = now

    def mark(self) -> Mark:
        """Where things stand, to come back to."""
        return dict(self.meters), len(self.happened), len(self.movements)

    def back(self, mark: Mark) -> None:
        """As if nothing had happened since."""
        self.meters = mark[0]
        del self.happened[mark[1] :], self.movements[mark[2] :]

    def do(self, name: str, command: meter_commands.Command) -> tuple[MeterEvent, ...]:
        """A command at a meter; `Refused` where it may not be."""
        events = accepted(decide(self.meters[name], command))
        for event in events:
            meter = self.meters[name]
            self.movements += moves(meter, event, f"{METER_STREAM}{name}:{meter.version + 1}")
            self.meters[name] = evolve(meter, event)
            self.happened.append((name, event))
        return events

    def follow_law(self, rules: RuleSet) -> None:
        """Have every meter know the law that the table plays by now; refused where it may not run so."""
        for growth in (each for offer in rules.offers.values() for each in growths(offer)):
            if (house := self._links.get(growth.name)) is not None:
                member = as_filed(self.meters[house], self._table, rules, growth, way=UNLINK)
                self.do(house, meter_commands.Join(SYSTEM, member, self._now))

    # What the table displays.

    def shows(self, table: Table, *, linked: bool = False) -> list[commands.ShowMeter]:
        """What the table is to be shown, where a meter shows something else by now."""
        shows = []
        for name, house in self._links.items():
            meter = self.meters[house]
            amount, reset = meter.displayed(self._table), meter.resets_at(self._table)
            if (table.meters.get(name), table.resets.get(name)) != (amount, reset):
                shows.append(commands.ShowMeter(SYSTEM, name, amount, reset, linked=linked))
        return shows

    def moved_elsewhere(self, table: Table) -> list[commands.ShowMeter]:
        """The same in the middle of a round; empty where no meter can be won in it."""
        r = table.round
        if r is None or not self._links or r.finished:
            return []
        members = [self._member(house) for house in self._links.values()]
        if not any(has_wager(box, member.wager) for member in members for box in r.boxes):
            return []
        return self.shows(table, linked=True)

    def _member(self, house: str) -> Member:
        member = self.meters[house].member(self._table)
        assert member is not None, f"{self._table} is not linked to {house}"
        return member

    # What a round stakes and wins.

    def contribute(self, table: Table) -> None:
        """The stakes of the round that is about to start."""
        for bet in table.bets:
            self.check_bet(table, bet.box, bet.stakes)
        for house in self._links.values():
            command = contribution(self._member(house), table, self._now)
            if command is not None:
                self.do(house, command)

    def closed(self, table: Table) -> dict[str, tuple[str, str]]:
        """Wagers that no round begins with as things stand: why, and the provision."""
        closed: dict[str, tuple[str, str]] = {}
        for name in self._parted:
            for wager, offer in table.rules.offers.items():
                if name in offer.paytable.meters():
                    behind = act_cite(SYSTEM_EVENT, table.rules.document, wager)
                    closed[wager] = f"the table is no longer linked to {name}", behind
        for house in self._links.values():
            meter, member = self.meters[house], self._member(house)
            if not meter.live:
                closed[member.wager] = "its meter is stopped", cite(meter, REGISTERED, self._table)
        return closed

    def check_bet(self, table: Table, box: int, stakes: Iterable[str]) -> None:
        """Refuse a bet that would keep a round from beginning: everybody at the table would wait."""
        closed = self.closed(table)
        for wager in stakes:
            if wager in closed:
                why, behind = closed[wager]
                raise Refused(Code.METER_MISSING, f"box {box}: {wager}: {why}; take it back", behind)

    def lock(
        self, table: Table, lines: Sequence[Line], after: Mapping[str, Cents], *, waits: bool
    ) -> Iterator[JackpotHeld]:
        """Lock what these lines win; `waits`: people check it before it is paid."""
        if not any("%" in line.pays for line in lines):
            return
        for name, house in self._links.items():
            meter = self.meters[house]
            command = hit_in(self._member(house), table, lines, after, at=self._now, checked=waits)
            if command is None:
                continue
            if (
                meter.terms is not None
                and meter.terms.must_hit
                and not self._unpaid_of(house, table.rounds)
            ):
                command = replace(command, secret=draw_point(meter.growth, command.after))
            for event in self.do(house, command):
                if isinstance(event, HitLocked):
                    won = event.jackpot
                    yield JackpotHeld(name, house, won.id, won.taken, event.cite)

    def _unpaid_of(self, house: str, number: int) -> list[Jackpot]:
        hits = self.meters[house].hits
        return [each for each in hits if (each.table, each.round) == (self._table, number)]

    def unpaid(self, number: int) -> list[tuple[str, Jackpot]]:
        """The hits of a round that are not paid."""
        houses = dict.fromkeys(self._links.values())
        return [(house, each) for house in houses for each in self._unpaid_of(house, number)]

    def settled(self, number: int, lines: Sequence[Line]) -> None:
        """The table has paid: so are the hits among its lines."""
        paid = {(line.box, line.wager) for line in lines if line.returned}
        for house, won in self.unpaid(number):
            if all((each.box, won.wager) in paid for each in won.wins):
                self.do(house, meter_commands.Pay(SYSTEM, won.id, self._now))

    def voided(self, number: int) -> None:
        """The round was voided: what it had won it has not."""
        for house, won in self.unpaid(number):
            self.do(house, meter_commands.Void(SYSTEM, won.id, "the round was voided", self._now))

    def ended(self, number: int) -> None:
        """The round is over: a meter that had to hit in it and did not waits for it no longer."""
        for house in self._links.values():
            if self.meters[house].is_due(self._table, number):
                self.do(house, meter_commands.EndRound(SYSTEM, self._table, number, self._now))

    def must_hit(self, table: Table, device: str) -> bool:
        """Whether a meter is to be given away in this round."""
        house = self._links.get(device)
        return house is not None and self.meters[house].is_due(self._table, table.rounds)

    # What people say.

    def claim(self, by: By, name: str, number: int) -> None:
        """The dealer claims a hit."""
        self.do(self._of(name, number), meter_commands.Claim(by, name, self._now))

    def verify(self, by: By, name: str, number: int) -> Jackpot | None:
        """A supervisor verifies one; the hit, where that was the last word it needed."""
        house = self._of(name, number)
        self.do(house, meter_commands.Verify(by, name, self._now))
        won = self.meters[house].hit(name)
        return won if won is not None and won.status is Status.VERIFIED else None

    def _of(self, name: str, number: int) -> str:
        for house, won in self.unpaid(number):
            if won.id == name:
                return house
        cites = [cite(self.meters[house], VALIDATION, self._table) for house in self._links.values()]
        message = f"hit: {name[:60]!r} is not pending at this table"
        raise Refused(Code.NOT_AWAITED, message, "; ".join(dict.fromkeys(cites)))

    def check_verified(self, number: int, box: int, wager: str) -> None:
        """Refuse a confirmation of what people have not verified."""
        for house, won in self.unpaid(number):
            if won.wager == wager and any(each.box == box for each in won.wins):
                check_verified(self.meters[house], won)


def _has_parted(meter: Meter, table: str) -> bool:
    """Whether a table has left a meter; one that is being set up has yet to join."""
    return bool(meter.opened and meter.member(table) is None)
