"""`sim.counting`: which wager of a table a card counter wins the most by, from which count, in dollars an hour.

`odds.countability` finds the best count for each wager from the effects of removing cards. Here its units
become dollars by the table's own stakes, and the best ones may be played: the simulator keeps the same count
and bets wherever the other half of the run showed an edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from cutcard import odds
from cutcard.cards import DECK_52
from cutcard.compute import cache, report_progress
from cutcard.law import document
from cutcard.money import Cents, dollars
from cutcard.odds import MAIN
from cutcard.results import Record, Result
from cutcard.sim.problem import SimError
from cutcard.sim.runs.run import Target
from cutcard.sim.runs.simulation import simulate
from cutcard.sim.runs.workers import Workforce
from cutcard.sim.scenario import Scenario, table_of
from cutcard.sim.watch.request import WatchRequest, count_of
from cutcard.sim.watch.results import Play, watched

USUAL_HOUR: Final = 70
"""Rounds of a table in an hour."""
HUNDRED: Final = 100
CENTS: Final = 100


@dataclass(frozen=True)
class CountedWager:
    """A wager, the best count for it, and what that wins."""

    wager: str
    paytable: str
    stake: Cents
    house_edge: float
    tags: Mapping[str, int]
    correlation: float
    trigger: float | None
    """The true count from which on the player has the edge."""
    per_hour: float
    """Dollars won in an hour by the stake wherever the count shows an edge."""
    simulated: Play | None = None
    """The same played: units in a hundred rounds."""
    simulated_per_hour: float | None = None
    simulated_error: float | None = None

    @property
    def count(self) -> str:
        """The tags as `--count` takes them."""
        return ",".join(f"{card}={tag}" for card, tag in self.tags.items())


@dataclass(frozen=True, repr=False)
class Counting(Result):
    """The wagers of a table, the one that counting wins the most by first."""

    scenario: Scenario
    wagers: tuple[CountedWager, ...]
    reasons: Mapping[str, str]
    """By wager that has no figure: why."""
    rounds_per_hour: int
    names: Mapping[str, str]
    source: str
    """The digest of what the counts come from."""

    @property
    def digest(self) -> str:
        """Of the counts, the stakes and the pace."""
        stakes = [(each.wager, each.stake) for each in self.wagers]
        return cache.digest("counting", self.source, stakes, self.rounds_per_hour)

    @property
    def law(self) -> Mapping[str, str]:
        """The law data it stands on: document, version, digest."""
        return self.names

    @property
    def method(self) -> str:
        """Effects of removal, and rounds played where they were asked for."""
        is_played = any(each.simulated for each in self.wagers)
        return "linear, then simulated" if is_played else "linear"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the figures take for granted."""
        return (
            f"The table deals {self.rounds_per_hour} rounds an hour; the counter sees every card.",
            "One stake is bet on one box whenever the count shows an edge, and none otherwise; the main "
            "wager that a side wager needs is not charged.",
        )

    @property
    def citations(self) -> tuple[str, ...]:
        """None of its own: `odds` cites the wagers."""
        return ()

    def records(self) -> list[Record]:
        """A row for each wager."""
        return [
            {
                "wager": each.wager,
                "paytable": each.paytable,
                "stake": dollars(each.stake),
                "house_edge": each.house_edge,
                "per_hour": each.per_hour,
                "trigger": each.trigger,
                "correlation": each.correlation,
                "count": each.count,
                "simulated_per_hour": each.simulated_per_hour,
                "simulated_error": each.simulated_error,
            }
            for each in self.wagers
        ]

    def to_dict(self) -> dict[str, Any]:
        """The wagers in plain values."""
        return {
            "document": self.scenario.document,
            "variation": self.scenario.variation,
            "options": dict(self.scenario.options),
            "rounds_per_hour": self.rounds_per_hour,
            "method": self.method,
            "most_vulnerable": self.wagers[0].wager if self.wagers else None,
            "wagers": [dict(each) for each in self.records()],
            "reasons": dict(self.reasons),
            "assumptions": list(self.assumptions),
            "digest": self.digest,
            "law": dict(self.law),
        }

    def headline(self) -> list[str]:
        """The most vulnerable wager."""
        if not self.wagers:
            return ["no wager here can be counted"]
        first = self.wagers[0]
        when = "at no count" if first.trigger is None else f"from a true count of {first.trigger:+.1f}"
        return [f"{first.wager} {first.paytable}: ${first.per_hour:,.2f} an hour, {when}"]


def counting(
    scenario: Scenario,
    *,
    rounds_per_hour: int = USUAL_HOUR,
    rounds: int = 0,
    crew: Workforce | None = None,
) -> Counting:
    """The wagers of a table by what counting wins; with `rounds`, the best one is played for so many.

    Where the scenario names no side wager, every wager of its document is looked at.
    """
    law = document(scenario.document)
    named = scenario.wagers or {name: "" for name in law.wager_ids if law.wager(name).takes_stake}
    found: list[CountedWager] = []
    reasons: dict[str, str] = {}
    sources: list[str] = []
    for done, name in enumerate(dict.fromkeys((MAIN, *named))):
        report_progress("wagers", done, len(named) + 1)
        table = named.get(name, "")
        try:
            source, counted = _counted(scenario, name, table, rounds_per_hour)
        except (SimError, odds.OddsError) as problem:
            reasons[name] = str(problem)
            continue
        sources.append(source)
        found.append(counted)
    found.sort(key=lambda each: -each.per_hour)
    if rounds and found:
        found[0] = _played(scenario, found[0], rounds_per_hour, rounds, crew or Workforce())
    source = cache.digest(*sources)
    return Counting(scenario, tuple(found), reasons, rounds_per_hour, law.names, source)


def _alone(scenario: Scenario, name: str, table: str) -> Scenario:
    """The table with this side wager and those that it needs."""
    law = document(scenario.document).wager(name)
    needed = () if law.needs is None or name == MAIN else set(law.needs.names) - {MAIN}
    wagers = {each: scenario.wagers.get(each, "") for each in sorted(needed)}
    if name != MAIN:
        wagers[name] = table
    settings = {each: given for each, given in scenario.settings.items() if each in wagers}
    stakes = {each: stake for each, stake in scenario.stakes.items() if each in {MAIN, *wagers}}
    return replace(scenario, wagers=wagers, settings=settings, stakes=stakes, boxes=1)


def _counted(
    scenario: Scenario, name: str, table: str, rounds_per_hour: int
) -> tuple[str, CountedWager]:
    """The best count for a wager, and the digest of its source."""
    alone = _alone(scenario, name, table)
    at_table = table_of(alone)
    if at_table.penetration is None:
        raise SimError("every round is dealt from a full shoe here: there is nothing to count")
    if name not in at_table.stakes:
        raise SimError("it is not staked with the bets")
    offer = at_table.rules.offers.get(name)
    answer = odds.countability(
        scenario.document,
        wagers={name: None if offer is None or name == MAIN else offer.paytable.id},
        penetration=float(at_table.penetration),
        variation=scenario.variation,
        options=dict(scenario.options),
    )
    best, stake = answer.counts[0], at_table.stakes[name]
    return answer.digest, CountedWager(
        name,
        best.paytable,
        stake,
        best.house_edge,
        best.tags,
        best.correlation,
        best.trigger,
        best.units_per_100 / HUNDRED * rounds_per_hour * stake / CENTS,
    )


def _played(
    scenario: Scenario, counted: CountedWager, rounds_per_hour: int, rounds: int, crew: Workforce
) -> CountedWager:
    """The wager played by its count."""
    tags = dict(_every_tag(counted.tags))
    count = count_of(",".join(f"{card}={tag}" for card, tag in tags.items()))
    alone = _alone(scenario, counted.wager, counted.paytable if counted.wager != MAIN else "")
    run = simulate(alone, Target(rounds), crew, watch=WatchRequest(count))
    assert run.watching is not None
    by_count = watched(run.outcome.totals, run.watching).by_count
    play = next(each.favourable for each in by_count if each.wager == counted.wager)
    dollars_each = rounds_per_hour * counted.stake / CENTS / HUNDRED
    return replace(
        counted,
        simulated=play,
        simulated_per_hour=play.per_100 * dollars_each,
        simulated_error=play.per_100_error * dollars_each,
    )


def _every_tag(tags: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """The tags, and one for cards that the shoe does not have."""
    yield from tags.items()
    if not all(card.text in tags or card.text[0] in tags for card in DECK_52):
        yield "rest", 0
