"""Where meters stood along a run, kept so that a round is dealt again without all those before it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, dataclass, field, replace
from typing import Any, Final

from cutcard.compute import cache, digest_of_code
from cutcard.sim.meters.evolution import Evolution, Evolved, State
from cutcard.sim.meters.growth import Standing
from cutcard.sim.results.totals import ROUNDS, UNITS, Totals

MOST_PLACES: Final = 256

Heard = Callable[[Totals], None]


@dataclass
class MeterPositions:
    """The meters after so many units, at a bounded number of places."""

    found: dict[int, Any] = field(default_factory=dict)
    least: int = 1
    """Units between two places."""

    def hears(self, heard: Heard | None) -> Heard:
        """Whoever is told how far a run is, with these places kept beside."""

        def told(totals: Totals) -> None:
            if heard is not None:
                heard(totals)
            if isinstance(totals, Evolved) and totals.units - max(self.found, default=0) >= self.least:
                self.add(totals)

        return told

    def add(self, totals: Evolved) -> None:
        """The meters as they stand now."""
        standings = {name: astuple(state.standing) for name, state in totals.states.items()}
        self.found[totals.units] = (totals.rounds, standings)
        if len(self.found) > MOST_PLACES:
            self.found = dict(list(self.found.items())[1::2])
            self.least = 2 * max(self.found) // MOST_PLACES

    def keep(self, digest: str) -> None:
        """Keep them with those that are there of the same plan."""
        places = {**_kept(digest), **{str(units): place for units, place in self.found.items()}}
        ordered = sorted(places, key=int)
        while len(ordered) > MOST_PLACES:
            ordered = ordered[1::2]
        cache.write(_name(digest), {units: places[units] for units in ordered})


def nearest(evolution: Evolution, units: int) -> Evolved:
    """The meters after the most units that are known of, no more than so many."""
    nothing = evolution.nothing()
    kept = _kept(evolution.engine.plan.digest)
    known = [int(each) for each in kept if each.isdigit() and int(each) <= units]
    try:
        rounds, standings = kept[str(max(known))]
        states = {
            name: replace(state, standing=Standing(*map(int, standings[name])))
            for name, state in nothing.states.items()
        }
        return _from(nothing, max(known), int(rounds), states)
    except (ValueError, KeyError, TypeError):
        return nothing


def _from(nothing: Evolved, units: int, rounds: int, states: dict[str, State]) -> Evolved:
    """Meters that stand so; of the sums only units and rounds are known."""
    sums = dict.fromkeys(nothing.columns, 0) | {UNITS: units, ROUNDS: rounds}
    return replace(nothing, values=tuple(sums.values()), states=states)


def _kept(digest: str) -> dict[str, Any]:
    found = cache.read(_name(digest))
    return found if isinstance(found, dict) else {}


def _name(digest: str) -> str:
    return cache.digest("meters", digest_of_code(__name__), digest)
