"""The totals of a run whose meters grow: what the log says is paid in order, and added to the sums.

Beside what players were paid, each wager has sums of what was *seeded*: what players were paid over what
the meters fell by. Contributions come back one day, so seeds and contributions are what a meter costs in
the long run, whatever it happens to hold at the end of a run; and units are independent in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from functools import cached_property
from itertools import groupby
from typing import Any, Final

import numpy as np

from cutcard.compute import cache, digest_of_code
from cutcard.money import Cents
from cutcard.sim.meters.growth import GrowingMeter, MeterHit, MeterWin, Standing, meters_of
from cutcard.sim.results.results import ROUNDS, UNITS, Totals
from cutcard.sim.runs.engine import Engine
from cutcard.sim.runs.log import BOX, ROUND, UNIT, WHAT, Logged
from cutcard.sim.runs.run import Heard

Array = np.ndarray[Any, Any]

SEEDED: Final = ".seeded"
OF_SEEDED: Final = ("net", "unit_square", "unit_cross", "staked")
METER: Final = "meter."
OF_METER: Final = ("hits", "paid", "at_hit", "at_hit_square")
OF_CYCLES: Final = ("cycles", "of_hits", "of_hits_square", "of_sum", "of_sum_square", "of_cross")
"""From one start at the reset amount to the next: how many there were, their hits and sums of meters."""
FINE_BITS: Final = 10
"""The precision of bins of amounts: one part in a thousand."""
MOST_PLACES: Final = 256
"""Positions of meters that are kept of a run."""


def bin_of(cents: int) -> int:
    """The bin of an amount: its own for small ones, then 1,024 bins for each power of two."""
    shift = max(cents.bit_length() - FINE_BITS - 1, 0)
    return (shift << FINE_BITS) + (cents >> shift)


def amounts_in(number: int) -> tuple[int, int]:
    """The least amount of a bin, and the least above it."""
    shift = max((number >> FINE_BITS) - 1, 0)
    first = number - (shift << FINE_BITS)
    return first << shift, (first + 1) << shift


@dataclass(frozen=True)
class Cycle:
    """Hits since a meter last started at its reset amount; not counted before the first time."""

    counts: bool
    hits: int = 0
    sum: int = 0


@dataclass(frozen=True)
class State:
    """A meter between two rounds, and what its hits were so far."""

    standing: Standing
    cycle: Cycle
    bins: Mapping[int, int]
    """Hits by the bin of what it showed."""


class Evolution:
    """An engine whose meters grow: its units come with their log, which `nothing` begins to read."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.meters = meters_of(engine.plan, engine.chains)

    @property
    def columns(self) -> tuple[str, ...]:
        """As the engine's."""
        return self.engine.columns

    def run(self, first_unit: int, units: int) -> Logged:
        """The sums over a range of units, with its log."""
        return self.engine.logged(first_unit, units)

    def rounds_of(self, first_unit: int, units: int) -> Array:
        """The rounds of each unit of a range."""
        return self.engine.rounds_of(first_unit, units)

    @cached_property
    def wagers(self) -> dict[str, int]:
        """The wagers that are paid from these meters, with their places among the chains."""
        chains = self.engine.chains.chains
        return {
            each.wager: place
            for place, each in enumerate(chains)
            if any(result.shares for result in each.results)
        }

    @cached_property
    def results(self) -> tuple[tuple[str, int], ...]:
        """By result: its wager, and what it comes to without its meters."""
        chains = self.engine.chains.chains
        return tuple((each.wager, int(result.net)) for each in chains for result in each.results)

    def nothing(self) -> Evolved:
        """Before the first unit."""
        more = [f"{wager}{SEEDED}.{each}" for wager in self.wagers for each in OF_SEEDED]
        for name in self.meters:
            more += [f"{METER}{name}.{each}" for each in (*OF_METER, *OF_CYCLES)]
        columns = (*self.columns, *more)
        states = {name: _begins(meter) for name, meter in self.meters.items()}
        return Evolved(columns, (0,) * len(columns), self, states)


def _begins(meter: GrowingMeter) -> State:
    standing = meter.begins()
    return State(standing, Cycle(counts=standing.shows == meter.reset), {})


@dataclass(frozen=True)
class Evolved(Totals):
    """Sums over units of work, and the meters after them."""

    evolution: Evolution
    states: Mapping[str, State]

    def plus(self, more: Iterable[int]) -> Evolved:
        """With the next units, in order."""
        assert isinstance(more, Logged)
        reading = LogReader(self.evolution, self.rounds, more)
        states = {name: reading.move(name, state) for name, state in self.states.items()}
        added = dict(zip(self.evolution.columns, map(int, more), strict=True))
        reading.add_to(added)
        had = zip(self.columns, self.values, strict=True)
        values = (have + added.get(name, 0) for name, have in had)
        return Evolved(self.columns, tuple(values), self.evolution, states)


@dataclass(frozen=True)
class InRound:
    """What meters do in one round."""

    shown: Mapping[str, Cents]
    """Once the stakes of the round are in."""
    resets: Mapping[str, Cents]
    after: Mapping[str, Cents]
    paid: Mapping[tuple[int, str], int]
    """By box and wager, in cents."""
    drawn: Mapping[str, int]
    """By meter that must hit and does: the box that is drawn."""


def in_round(before: Evolved, unit: int, number: int) -> InRound:
    """The meters in a round of a unit, all units before it being in the totals."""
    evolution = before.evolution
    reading = LogReader(evolution, before.rounds, evolution.run(unit, 1))
    at = before.rounds + number
    shown, after, drawn, resets = {}, {}, {}, {}
    paid = Counter[tuple[int, str]]()
    for name, meter in evolution.meters.items():
        wins = list(reading.wins_of(meter))
        earlier = (each for each in wins if each[0] < at)
        standing, _ = meter.moved(before.states[name].standing, earlier, at)
        grown = meter.grown(standing, at)
        shown[name] = after[name] = grown.shows
        resets[name] = meter.restarts_at(grown)
        for hit in meter.moved(standing, (each for each in wins if each[0] == at), at + 1)[1]:
            after[name] = Cents(hit.after)
            for win, cents in hit.pays:
                paid[win.box + 1, meter.growth.offer] += cents
                if meter.growth.must_hit:
                    drawn[meter.growth.offer] = win.box + 1
    return InRound(shown, resets, after, paid, drawn)


class LogReader:
    """The log of some units, read from the round that they begin with."""

    def __init__(self, evolution: Evolution, begun: int, more: Logged) -> None:
        self.evolution, entries = evolution, more.entries
        self.ends = {
            wager: entries[entries[:, BOX] == -1 - place] for wager, place in evolution.wagers.items()
        }
        rounds = next(iter(self.ends.values()))[:, ROUND]
        self.rounds = rounds
        self.begins = begun + np.cumsum(rounds) - rounds
        self.end = begun + int(rounds.sum())
        self.wins = entries[entries[:, BOX] >= 0]
        first = int(entries[0, UNIT]) if len(entries) else 0
        units = self.wins[:, UNIT] - first
        self.numbers = (self.begins[units] + self.wins[:, ROUND]).tolist()
        self.units, self.results = units.tolist(), self.wins[:, WHAT].tolist()
        self.pays = [0] * len(self.wins)
        self.seeded = {wager: Counter[int]() for wager in evolution.wagers}
        self.columns: dict[str, int] = {}

    def wins_of(self, meter: GrowingMeter) -> Iterable[tuple[int, Sequence[MeterWin]]]:
        """The rounds in which boxes win from a meter."""
        if meter.growth.must_hit:
            return
        drawing, results = meter.results, self.results
        places = [at for at, result in enumerate(results) if result in drawing]
        boxes = self.wins[:, BOX].tolist()
        for number, group in groupby(places, key=self.numbers.__getitem__):
            yield number, [MeterWin(boxes[at], results[at], at) for at in group]

    def move(self, name: str, state: State) -> State:
        """A meter after these units; what its hits come to is kept to be added."""
        meter = self.evolution.meters[name]
        standing, hits = meter.moved(state.standing, self.wins_of(meter), self.end)
        if not meter.growth.must_hit:
            self._pay(meter.growth.offer, hits)
        bins = Counter(state.bins)
        bins.update(bin_of(hit.shows) for hit in hits)
        shown = [hit.shows for hit in hits]
        sums = (len(hits), sum(hit.paid for hit in hits), sum(shown), sum(each**2 for each in shown))
        self._count(name, OF_METER, sums)
        return State(standing, self._cycles(name, hits, state.cycle), bins)

    def _pay(self, wager: str, hits: Sequence[MeterHit]) -> None:
        """What boxes are paid, and what of it is seeds."""
        pays, seeded, units = self.pays, self.seeded[wager], self.units
        for hit in hits:
            for win, cents in hit.pays:
                pays[win.entry] += cents
            seeded[units[hit.pays[0][0].entry]] += hit.seeded

    def _cycles(self, name: str, hits: Sequence[MeterHit], cycle: Cycle) -> Cycle:
        """Count the cycles that end; the one that does not."""
        counts, many, total = cycle.counts, cycle.hits, cycle.sum
        sums = [0] * len(OF_CYCLES)
        for hit in hits:
            many, total = many + 1, total + hit.shows
            if hit.ends:
                if counts:
                    more = (1, many, many**2, total, total**2, many * total)
                    sums = [have + each for have, each in zip(sums, more, strict=True)]
                counts, many, total = True, 0, 0
        self._count(name, OF_CYCLES, sums)
        return Cycle(counts, many, total)

    def _count(self, name: str, what: Sequence[str], sums: Sequence[int]) -> None:
        self.columns |= {f"{METER}{name}.{each}": value for each, value in zip(what, sums, strict=True)}

    def add_to(self, added: dict[str, int]) -> None:
        """Put what the meters paid into sums that lack it."""
        paid = {wager: Counter[int]() for wager in self.evolution.wagers}
        hits, squares = Counter[str](), Counter[str]()
        envied = self._from_others()
        for place, (unit, result, cents) in enumerate(
            zip(self.units, self.results, self.pays, strict=True)
        ):
            wager, net = self.evolution.results[result]
            net += envied.get(place, 0)
            paid[wager][unit] += cents
            hits[wager] += (net + cents > 0) - (net > 0)
            squares[wager] += cents * (2 * net + cents)
        for wager in paid:
            added[f"{wager}.hits"] += hits[wager]
            added[f"{wager}.square"] += squares[wager]
        for wager, ends in self.ends.items():
            seeds = f"{wager}{SEEDED}"
            for each in OF_SEEDED:
                added[f"{seeds}.{each}"] = added[f"{wager}.{each}"]
            self._units(added, wager, paid[wager], ends)
            self._units(added, seeds, self.seeded[wager], ends)
        added |= self.columns

    def _from_others(self) -> dict[int, int]:
        """By place in the log: what a box that wins is paid besides for wins of other boxes."""
        others, results = self.evolution.engine.others, self.evolution.results
        if not others:
            return {}
        given = Counter[tuple[int, str]]()
        keys = [
            (number, results[each][0]) for number, each in zip(self.numbers, self.results, strict=True)
        ]
        for key, result in zip(keys, self.results, strict=True):
            given[key] += int(others.gives[result])
        return {
            place: given[key] - int(others.gives[result])
            for place, (key, result) in enumerate(zip(keys, self.results, strict=True))
        }

    def _units(self, added: dict[str, int], name: str, more: Mapping[int, int], ends: Array) -> None:
        """What units came to, with what is to be added to some of them."""
        rounds, nets = ends[:, ROUND].tolist(), ends[:, WHAT].tolist()
        added[f"{name}.net"] += sum(more.values())
        added[f"{name}.unit_square"] += sum(c * (2 * nets[unit] + c) for unit, c in more.items())
        added[f"{name}.unit_cross"] += sum(cents * rounds[unit] for unit, cents in more.items())


# Positions, kept so that a round can be dealt again without all rounds before it.


@dataclass
class MeterPositions:
    """Meters along a run: by number of units, the rounds so far and where each meter stands."""

    places: dict[int, Any] = field(default_factory=dict)
    least: int = 1
    """The least number of units between two positions."""

    def hears(self, heard: Heard | None) -> Heard:
        """A listener to a run's progress that records positions and passes the report on."""

        def listen(totals: Totals) -> None:
            if heard is not None:
                heard(totals)
            if isinstance(totals, Evolved) and totals.units - max(self.places, default=0) >= self.least:
                self.add(totals)

        return listen

    def add(self, totals: Evolved) -> None:
        """The meters as they stand now."""
        standings = {name: astuple(state.standing) for name, state in totals.states.items()}
        self.places[totals.units] = (totals.rounds, standings)
        if len(self.places) > MOST_PLACES:
            self.places = dict(list(self.places.items())[1::2])
            self.least = 2 * max(self.places) // MOST_PLACES

    def keep(self, digest: str) -> None:
        """Add them to those in the cache of the same plan."""
        new = {str(units): place for units, place in self.places.items()}
        places = {**_cached_positions(digest), **new}
        ordered = sorted(places, key=int)
        while len(ordered) > MOST_PLACES:
            ordered = ordered[1::2]
        cache.write(_name(digest), {units: places[units] for units in ordered})


def nearest(evolution: Evolution, units: int) -> Evolved:
    """The meters at the last known position that has no more than so many units."""
    nothing = evolution.nothing()
    positions = _cached_positions(evolution.engine.plan.digest)
    known = [int(each) for each in positions if each.isdigit() and int(each) <= units]
    try:
        rounds, standings = positions[str(max(known))]
        states = {
            name: replace(state, standing=Standing(*map(int, standings[name])))
            for name, state in nothing.states.items()
        }
        # of the sums only units and rounds are known
        sums = dict.fromkeys(nothing.columns, 0) | {UNITS: max(known), ROUNDS: int(rounds)}
        return replace(nothing, values=tuple(sums.values()), states=states)
    except (ValueError, KeyError, TypeError):
        return nothing


def _cached_positions(digest: str) -> dict[str, Any]:
    positions = cache.read(_name(digest))
    return positions if isinstance(positions, dict) else {}


def _name(digest: str) -> str:
    return cache.digest("meters", digest_of_code(__name__), digest)
