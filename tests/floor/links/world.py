"""Three houses, one meter and a network that loses, doubles, delays and reorders, by a seed.

The home `north` and the houses `south` and `west` have a store each. Between any two steps a process may
die: then its store is opened again and nothing else is left, or a transaction fails halfway. What each
table staked and won is kept here, apart from everything that is tested.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from cutcard.floor.audit import replay
from cutcard.floor.ledger import Places
from cutcard.floor.links import (
    Admit,
    AskHome,
    HoldEnded,
    HomeOffice,
    LinkEvent,
    News,
    Outgoing,
    Release,
    RemoteOffice,
    RunMeter,
    TicketParked,
    codec,
)
from cutcard.floor.meters import (
    HitLocked,
    Meter,
    MeterGrew,
    Status,
    Terms,
    commands as c,
    pending_account,
)
from cutcard.floor.store import Database, Movement, New, WriteUnit
from cutcard.money import Cents
from floor.meters.links import DEE, DEVICE, SUE, TERMS, edge, share, whole

METER = "match"
HOME, REMOTES = "north", ("south", "west")
TABLES = {HOME: ("n1", "n2"), "south": ("s1", "s2"), "west": ("w1",)}
STEPS = 220
LAG_MS = 2_000
RECENT_MS = 8_000


class Died(Exception):  # noqa: N818 - it is what happens
    """The process died in the middle of a transaction."""


class Mortal(Database):
    """A store whose process may die before a transaction is durable."""

    dies = False

    @contextmanager
    def writing(self) -> Iterator[Any]:
        with super().writing() as unit:
            yield unit
            if self.dies:
                unit.flush()
                raise Died


@dataclass
class RoundAt:
    """A round of a table with stakes on the meter."""

    table: str
    number: int
    staked: int
    wins: str = ""
    """Whether it wins "whole" or a "share"; a "void" round asks and is then given up."""
    asked: bool = False
    settled: bool = False
    over: bool = False


@dataclass
class LinkWorld:
    """Everything, and the faults that befall it."""

    seed: int
    folder: Path
    terms: Terms = TERMS
    now: int = 1_000_000
    faults: Counter[str] = field(default_factory=Counter)
    faulty: bool = field(default=True, init=False)
    mail: list[tuple[int, str, Outgoing | News]] = field(default_factory=list)
    rounds: dict[str, list[RoundAt]] = field(default_factory=dict)
    apart: dict[str, int] = field(default_factory=dict)
    """Houses that are cut off, and until when."""
    paid: dict[str, int] = field(default_factory=dict)
    """What the winners of each table were paid."""
    shown_at: dict[int, tuple[int, int]] = field(default_factory=dict)
    """What the meter and its reserve were at each place of the home's log, as the home had it."""

    def __post_init__(self) -> None:
        self.faulty = False
        self.chance = random.Random(self.seed)
        self.skew = {house: self.chance.randrange(-(10**7), 10**7) for house in TABLES}
        self.stores = {house: self._open(house) for house in TABLES}
        self.home = HomeOffice(self.stores[HOME], HOME, METER)
        self.home.create()
        self.remotes = {name: RemoteOffice(self.stores[name], name, HOME, METER) for name in REMOTES}
        for name, remote in self.remotes.items():
            remote.create()
            assert self.home.do(Admit(SUE, name), self.now) is None
        assert self.home.do(RunMeter(c.Configure(SUE, self.terms)), self.now) is None
        for house, tables in TABLES.items():
            for table in tables:
                self.say(house, c.Join(DEVICE, edge(table)))
                self.rounds[table] = []
        self.settle_down()
        assert self.home.do(RunMeter(c.Start(SUE)), self.now) is None
        self.settle_down()
        self.faulty = True

    def _open(self, house: str) -> Mortal:
        store = Mortal.open(f"sqlite:///{self.folder / f'{self.seed}-{house}.db'}")
        assert isinstance(store, Mortal)
        if store.revision() is None:
            store.migrate()
        return store

    def close(self) -> None:
        """Let go of the files."""
        for store in self.stores.values():
            store.close()

    def happens(self, what: str, chance: float) -> bool:
        """Whether a fault comes now."""
        if not self.faulty or self.chance.random() >= chance:
            return False
        self.faults[what] += 1
        return True

    # The houses.

    def house_of(self, table: str) -> str:
        """Whose table it is."""
        return next(house for house, tables in TABLES.items() if table in tables)

    def clock(self, house: str) -> int:
        """A house's own clock; no two agree."""
        return self.now + self.skew[house]

    def meter(self, house: str) -> Meter:
        """The meter as a house has it."""
        return self.home.link.meter if house == HOME else self.remotes[house].remote.meter

    def say(self, house: str, command: Any, *, pays: tuple[str, str, int] | None = None) -> bool:
        """A command of a table, durable with what the table books; False where the process died."""
        store = self.stores[house]
        store.dies = self.happens("died writing", 0.02)
        try:
            with store.writing() as unit:
                if house == HOME:
                    link = self.home.deliver_own_within(unit, command, self.clock(house))
                else:
                    remote, _ = self.remotes[house].send_within(unit, command, self.clock(house))
                if pays is not None:
                    _book(unit, *pays)
        except Died:
            self.restart(house)
            return False
        finally:
            self.stores[house].dies = False
        if house == HOME:
            self.home.link = link
            self.saw_log()
        else:
            self.remotes[house].remote = remote
        return True

    def restart(self, house: str) -> None:
        """The process is gone; another one has the store and nothing else."""
        self.stores[house].close()
        store = self.stores[house] = self._open(house)
        if house == HOME:
            self.home = HomeOffice(store, HOME, METER)
            self.home.load()
        else:
            self.remotes[house] = RemoteOffice(store, house, HOME, METER)
            self.remotes[house].load()

    # The network.

    def post(self, reader: str, message: Outgoing | News, other: str) -> None:
        """A message on its way, unless it is lost; once or more often."""
        if self.is_apart(other) or self.happens("lost", 0.12):
            return
        for _ in range(2 if self.happens("doubled", 0.15) else 1):
            late = self.chance.randrange(LAG_MS) if self.happens("late", 0.5) else 0
            if self.happens("very late", 0.03):
                late += 60_000
            self.mail.append((self.now + late, reader, message))

    def is_apart(self, house: str) -> bool:
        """Whether a house is cut off."""
        return self.faulty and self.apart.get(house, 0) > self.now

    def exchange(self, house: str) -> None:
        """A house sends what it has."""
        self.post(HOME, self.remotes[house].outgoing(self.clock(house)), house)

    def deliver(self) -> None:
        """Everything that is due arrives, in any order."""
        while due := [each for each in self.mail if each[0] <= self.now]:
            self.mail = [each for each in self.mail if each[0] > self.now]
            self.chance.shuffle(due)
            for _, reader, message in due:
                self._arrives(reader, message)

    def _arrives(self, reader: str, message: Outgoing | News) -> None:
        store = self.stores[reader]
        store.dies = self.happens("died receiving", 0.03)
        try:
            if isinstance(message, Outgoing):
                news = self.home.receive(message, self.clock(HOME))
                self.saw_log()
                self.post(message.house, news, message.house)
            else:
                self.remotes[reader].hear(message, self.clock(reader))
        except Died:
            self.restart(reader)
        finally:
            self.stores[reader].dies = False

    def saw_log(self) -> None:
        """Remember what the home had at this place."""
        link = self.home.link
        self.shown_at[link.version] = link.meter.shown, link.meter.reserve

    # The tables.

    def begin(self, table: str) -> None:
        """A round with stakes on the meter, where bets are taken."""
        house = self.house_of(table)
        if any(not each.over for each in self.rounds[table]):
            return
        if house == HOME:
            takes = self.meter(HOME).live and not self.home.link.closing
        else:
            takes = self.remotes[house].remote.takes_bets(table, self.clock(house), RECENT_MS)
        if not takes:
            self.faults["no bets taken"] += 1
            return
        wins = self.chance.choices(["", "whole", "share", "void"], [12, 1, 2, 1])[0]
        staked = self.chance.randrange(100, 10_000)
        number = len(self.rounds[table]) + 1
        begun = RoundAt(table, number, staked, wins, over=not wins)
        if self.say(house, c.Contribute(DEVICE, table, number, Cents(staked))):
            self.rounds[table].append(begun)

    def go_on(self, table: str) -> None:
        """The next step of a round that won."""
        for r in self.rounds[table]:
            if not r.over:
                self._step(self.house_of(table), r)

    def _step(self, house: str, r: RoundAt) -> None:
        won = next((each for each in self._hits(house) if self._is_of(each, r)), None)
        if won is not None:
            self._to_payment(house, r, won)
        elif house == HOME:
            self._win_at_home(r)
        else:
            self._win_far_away(house, r)

    def _hits(self, house: str) -> list[Any]:
        return [*self.meter(house).hits, *self.meter(house).last]

    @staticmethod
    def _is_of(won: Any, r: RoundAt) -> bool:
        return (won.table, won.round) == (r.table, r.number)

    def _win_at_home(self, r: RoundAt) -> None:
        """A table of the home is in the log already: it waits only while the meter is held."""
        if r.wins == "void":
            r.over = True
        elif self.home.link.hold is None and not self.home.link.parked:
            self.say(HOME, self._win(self.home.link.meter, r))

    def _win_far_away(self, house: str, r: RoundAt) -> None:
        remote = self.remotes[house].remote
        grant = remote.grants.get((r.table, r.number))
        expired = (r.table, r.number) in remote.expired
        waits = any(getattr(each.command, "round", 0) == r.number for each in remote.outbox)
        if grant is not None and not r.settled:
            if r.wins == "void":
                r.over = r.settled = self.say(house, Release(DEVICE, r.table, r.number))
            else:
                at_hold = replace(remote.meter, shown=grant.stood)
                r.settled = self.say(house, self._win(at_hold, r, reset=grant.reset))
        elif (expired or not r.asked) and grant is None and not waits:
            r.settled = False
            r.asked = self.say(house, AskHome(DEVICE, r.table, r.number)) or r.asked

    def _win(self, meter: Meter, r: RoundAt, reset: Cents | None = None) -> c.Hit:
        made = (whole if r.wins == "whole" else share)(meter, r.table, r.number)
        return replace(made, after=reset) if r.wins == "whole" and reset is not None else made

    def _to_payment(self, house: str, r: RoundAt, won: Any) -> None:
        remote = None if house == HOME else self.remotes[house].remote
        if remote is not None and any(getattr(e.command, "hit", "") == won.id for e in remote.outbox):
            return
        match won.status:
            case Status.PENDING:
                self.say(house, c.Claim(DEE, won.id))
            case Status.CLAIMED:
                self.say(house, c.Verify(SUE, won.id))
            case Status.VERIFIED:
                self._pay(house, r, won)
            case _:
                r.over = True

    def _pay(self, house: str, r: RoundAt, won: Any) -> None:
        chips = f"{Places.of(r.table).chips}{won.wins[0].player}"
        waiting = pending_account(METER, won.id)
        with self.stores[house].reading() as unit:
            if not unit.balance(waiting):
                return  # paid; the home has yet to say so
        if self.say(house, c.Pay(DEVICE, won.id), pays=(waiting, chips, won.taken)):
            self.paid[won.id] = won.taken

    # Time.

    def step(self) -> None:
        """Something happens somewhere."""
        self.now += self.chance.randrange(20, 900)
        if self.happens("apart", 0.05):
            self.apart[self.chance.choice(REMOTES)] = self.now + self.chance.randrange(2_000, 90_000)
        if self.happens("restarted", 0.02):
            self.restart(self.chance.choice(list(TABLES)))
        table = self.chance.choice(list(self.rounds))
        self.begin(table)
        for each in self.rounds:
            self.go_on(each)
        for house in REMOTES:
            self.exchange(house)
        self.deliver()

    def settle_down(self) -> None:
        """No more faults and no more rounds, until nothing is on its way."""
        was, self.faulty = self.faulty, False
        for _ in range(400):
            self.now += 700
            for table in self.rounds:
                self.go_on(table)
            for house in REMOTES:
                self.exchange(house)
            self.deliver()
            if self._is_quiet():
                break
        self.faulty = was
        assert self._is_quiet(), f"seed {self.seed}: messages never end"

    def _is_quiet(self) -> bool:
        remotes = [each.remote for each in self.remotes.values()]
        link = self.home.link
        behind = [each for each in remotes if each.outbox or each.position != link.version]
        unpaid = [r for rounds in self.rounds.values() for r in rounds if not r.over]
        return not (behind or unpaid or self.mail or link.hold or link.parked)

    # What must hold.

    def balances(self, house: str) -> dict[str, int]:
        """A house's books."""
        with self.stores[house].reading() as unit:
            return unit.balances()

    def check_books(self) -> None:
        """Whatever is on its way: no house has made or lost a cent, and the meter is in its account."""
        for house in TABLES:
            held = self.balances(house)
            assert sum(held.values()) == 0, (self.seed, house)
            short = [name for name, cents in held.items() if cents < 0 and name.startswith("pending:")]
            assert not short, (self.seed, house, short)
        link, held = self.home.link, self.balances(HOME)
        assert held.get(f"meter:{METER}", 0) == link.meter.shown, self.seed
        assert held.get(f"reserve:{METER}", 0) == link.meter.reserve, self.seed

    def check_lag(self) -> None:
        """What a house shows is what the home had where the house stands in the log."""
        for house, office in self.remotes.items():
            remote = office.remote
            if remote.position in self.shown_at:
                shown = remote.meter.shown, remote.meter.reserve
                assert shown == self.shown_at[remote.position], (self.seed, house)

    def check_end(self) -> None:
        """After quiescence: the same meter everywhere, every stake on it once, every hit exact."""
        link = self.home.link
        at_home = self.balances(HOME)
        for house, office in self.remotes.items():
            assert _figures(office.remote.meter) == _figures(link.meter), (self.seed, house)
            between = self.balances(house).get(f"link:{METER}:{HOME}", 0)
            assert between == -at_home.get(f"link:{METER}:{house}", 0), (self.seed, house)
        self._check_log()
        for house in TABLES:
            assert self.stores[house].verify_all().events
            assert replay(self.stores[house], 1, seed=0).differences == []
        locked = sum(self.paid.values())
        chips = sum(
            cents
            for house in TABLES
            for name, cents in self.balances(house).items()
            if name.startswith("chips:")
        )
        waiting = sum(
            cents
            for house in TABLES
            for name, cents in self.balances(house).items()
            if name.startswith("pending:")
        )
        assert (chips, waiting) == (locked, 0), self.seed

    def _check_log(self) -> None:
        """The log beside exact fractions: stakes once each, wins at what the meter then was."""
        staked = {(r.table, r.number): r.staked for rounds in self.rounds.values() for r in rounds}
        wanted = {
            (r.table, r.number): r.wins
            for rounds in self.rounds.values()
            for r in rounds
            if r.wins in ("whole", "share")
        }
        counted: Counter[tuple[str, int]] = Counter()
        won: Counter[tuple[str, int]] = Counter()
        stands = Fraction(self.terms.initial)
        for event in logged(self.stores[HOME]):
            if isinstance(event, HoldEnded):
                self.faults[f"hold {event.why}"] += 1
            self.faults["parked"] += isinstance(event, TicketParked)
            if isinstance(event, MeterGrew):
                place = event.table, event.round
                counted[place] += 1
                assert event.staked == staked[place], (self.seed, place)
                stands += event.staked * Fraction(self.terms.rate)
                assert event.shows == int(stands), (self.seed, place)
            if isinstance(event, HitLocked):
                place = event.jackpot.table, event.jackpot.round
                won[place] += 1
                all_of_it = wanted[place] == "whole"
                due = int(stands) if all_of_it else int(stands) // 10
                assert event.jackpot.taken == due, (self.seed, place)
                stands -= due
                stands += self.terms.reset if all_of_it else 0
                assert event.jackpot.went_to == int(stands), (self.seed, place)
                assert self.paid[event.jackpot.id] == due, (self.seed, place)
        assert counted == Counter(staked.keys()), self.seed
        assert won == Counter(wanted.keys()), self.seed


def logged(store: Database) -> Iterator[LinkEvent]:
    """The home's log."""
    with store.reading() as unit:
        for stored in unit.events(f"link:{METER}"):
            yield codec.parse(stored.line)


def _book(unit: WriteUnit, waiting: str, chips: str, cents: int) -> None:
    """A payment of a table, in a stream of its own."""
    stream = "till"
    head = unit.heads([stream]).get(stream) or unit.create(stream, "{}")
    head = unit.append(head, [New('{"paid": 1}')])
    unit.move([Movement(f"{stream}:{head.version}:0", waiting, chips, cents, "jackpot", "")])


def _figures(meter: Meter) -> tuple[object, ...]:
    rounds = {table: [each.number for each in known] for table, known in meter.rounds.items()}
    hits = [(each.id, each.taken, each.status) for each in (*meter.hits, *meter.last)]
    return meter.shown, meter.carried, meter.reserve, meter.reserve_carried, meter.live, rounds, hits


def simulate(seed: int, folder: Path, steps: int = STEPS) -> LinkWorld:
    """One history, checked all along and at its end."""
    world = LinkWorld(seed, folder)
    for number in range(steps):
        world.step()
        world.check_lag()
        if number % 20 == 0:
            world.check_books()
    world.settle_down()
    world.check_books()
    world.check_end()
    world.close()
    return world
