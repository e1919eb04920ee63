"""`cutcard sim counting`: which wager of a table a card counter wins the most by, and for how much an
hour.

`odds.countability` finds the best count for each wager from the effects of removing cards. Here its
units become dollars by the table's own stakes, and the best one may be played: the simulator keeps the
same count, and bets wherever the other half of the run showed an edge.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from cutcard import odds, sim, terminal
from cutcard.cli import printing
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson, DecksOption, DocumentId, VariationOption
from cutcard.cli.printing.figures import percent
from cutcard.cli.sim import numbers
from cutcard.cli.sim.run import sim_errors
from cutcard.cli.sim.scenario_options import ScenarioOptions, SimSetOption
from cutcard.compute import report_progress
from cutcard.law import document as law_document
from cutcard.money import Cents, dollars

if TYPE_CHECKING:
    from rich.console import Console

USUAL_PER_HOUR: Final = 70
MOST_PER_HOUR: Final = 1000
HUNDRED: Final = 100
CENTS: Final = 100
ASSUMED: Final = (
    "The counter sees every card, and bets one stake on one box whenever the count shows an edge and "
    "none otherwise; a main wager that a side wager needs is not charged.",
    "The count is the best for that wager alone, of whole tags up to three.",
)


@dataclass(frozen=True)
class CountedWager:
    """A wager, the best count for it, and the dollars an hour that it wins."""

    count: odds.CountForWager
    stake: Cents
    per_hour: float
    played: float | None = None
    """The same when the count was played, and the standard error of that."""
    error: float | None = None

    @property
    def tags(self) -> str:
        """The tags as `--count` takes them; all other cards count nothing."""
        tags = {card: tag for card, tag in self.count.tags.items() if tag}
        return ",".join([*(f"{card}={tag}" for card, tag in tags.items()), "rest=0"])

    def as_json(self) -> dict[str, Any]:
        """In plain values."""
        return {
            "wager": self.count.wager,
            "paytable": self.count.paytable,
            "stake": dollars(self.stake),
            "house_edge": self.count.house_edge,
            "per_hour": self.per_hour,
            "trigger": self.count.trigger,
            "correlation": self.count.correlation,
            "count": self.tags,
            "played_per_hour": self.played,
            "standard_error": self.error,
        }


@examples(
    "cutcard sim counting md-blackjack --wager lucky_ladies=A --wager pair --stake 100",
    "cutcard sim counting md-blackjack --wager lucky_ladies=A --play 1e8 --per-hour 60 --json",
)
def counting(
    document: DocumentId,
    wagers: Annotated[
        list[str] | None,
        typer.Option(
            "--wager", metavar="ID[=PAYTABLE]", help="A side wager (default: all of the document)."
        ),
    ] = None,
    stakes: Annotated[
        list[str] | None,
        typer.Option("--stake", metavar="[WAGER=]DOLLARS", help="What is bet where the count favours."),
    ] = None,
    per_hour: Annotated[
        str | None,
        typer.Option("--per-hour", metavar="N", help="Rounds that the table deals an hour (else 70)."),
    ] = None,
    play: Annotated[
        str | None,
        typer.Option("--play", metavar="N", help="Play the best count for so many rounds: 1e8."),
    ] = None,
    penetration: Annotated[
        str | None,
        typer.Option("--penetration", metavar="PART", help="How much of the shoe is dealt: 0.75."),
    ] = None,
    settings: SimSetOption = None,
    decks: DecksOption = None,
    variation: VariationOption = None,
    as_json: AsJson = False,
) -> None:
    """Say which wager of a table counting wins the most by, from which count, for how much an hour.

    One stake is bet on one box whenever the best count for the wager shows an edge. With --play the most
    vulnerable wager is simulated by its count, and both figures are printed.
    """
    options = ScenarioOptions(
        wagers=wagers,
        stakes=stakes,
        penetration=penetration,
        settings=settings,
        decks=decks,
        variation=variation,
    )
    with sim_errors(as_json=as_json):
        pace = USUAL_PER_HOUR
        if per_hour is not None:
            pace = numbers.whole("per-hour", per_hour, least=1, most=MOST_PER_HOUR)
        rounds = 0 if play is None else numbers.rounds(play)
        scenario = options.scenario(document)
        with printing.bar("counts"):
            found, reasons = _counted_wagers(scenario, pace)
            if rounds and found:
                found[0] = _played(scenario, found[0], pace, rounds)
    if as_json:
        names = {"law": law_document(document).names, "rounds_per_hour": pace, "assumptions": ASSUMED}
        best = found[0].count.wager if found else None
        lines = [each.as_json() for each in found]
        terminal.print_json({"most_vulnerable": best, "wagers": lines, "reasons": reasons, **names})
    else:
        _print(found, reasons, pace, terminal.console())


def _counted_wagers(scenario: sim.Scenario, pace: int) -> tuple[list[CountedWager], dict[str, str]]:
    """The wagers by what counting wins, and why others have no figure."""
    law = law_document(scenario.document)
    named = scenario.wagers or {name: "" for name in law.wager_ids if law.wager(name).takes_stake}
    found: list[CountedWager] = []
    reasons: dict[str, str] = {}
    for done, name in enumerate(dict.fromkeys((odds.MAIN, *named))):
        report_progress("wagers", done, len(named) + 1)
        try:
            found.append(_counted(scenario, name, named.get(name, ""), pace))
        except (sim.SimError, odds.OddsError) as problem:
            reasons[name] = str(problem)
    return sorted(found, key=lambda each: -each.per_hour), reasons


def _alone(scenario: sim.Scenario, name: str, paytable: str) -> sim.Scenario:
    """The table with this side wager alone, and those that it needs."""
    law = law_document(scenario.document).wager(name)
    needed = set() if law.needs is None or name == odds.MAIN else set(law.needs.names) - {odds.MAIN}
    wagers = {each: scenario.wagers.get(each, "") for each in sorted(needed)}
    if name != odds.MAIN:
        wagers[name] = paytable
    settings = {each: given for each, given in scenario.settings.items() if each in wagers}
    stakes = {name: stake for name, stake in scenario.stakes.items() if name in {odds.MAIN, *wagers}}
    return replace(scenario, wagers=wagers, settings=settings, stakes=stakes)


def _counted(scenario: sim.Scenario, name: str, paytable: str, pace: int) -> CountedWager:
    """The best count for a wager."""
    table = sim.table_of(_alone(scenario, name, paytable))
    if table.penetration is None:
        raise sim.SimError(f"{name}: every round is dealt from a full shoe: there is nothing to count")
    if name not in table.stakes:
        raise sim.SimError(f"{name}: it is not staked with the bets")
    answer = odds.countability(
        scenario.document,
        wagers={name: None if name == odds.MAIN else table.rules.offers[name].paytable.id},
        penetration=float(table.penetration),
        variation=scenario.variation,
        options=dict(scenario.options),
    )
    best, stake = answer.counts[0], table.stakes[name]
    return CountedWager(best, stake, best.units_per_100 / HUNDRED * pace * stake / CENTS)


def _played(scenario: sim.Scenario, counted: CountedWager, pace: int, rounds: int) -> CountedWager:
    """The wager played by its count."""
    name = counted.count.wager
    alone = _alone(scenario, name, counted.count.paytable)
    watch = sim.WatchRequest(sim.count_of(counted.tags))
    run = sim.simulate(alone, sim.Target(rounds), sim.Workforce("cpu", sim.cores()), watch=watch)
    assert run.watching is not None
    by_count = sim.watched(run.outcome.totals, run.watching).by_count
    play = next(each.favourable for each in by_count if each.wager == name)
    each_unit = pace * counted.stake / CENTS / HUNDRED
    return replace(counted, played=play.per_100 * each_unit, error=play.per_100_error * each_unit)


def _print(found: list[CountedWager], reasons: dict[str, str], pace: int, to: Console) -> None:
    columns = ["wager", "stake#", "house edge#", "an hour#", "from true count#", "follows#", "count"]
    rows = [
        [
            f"{each.count.wager} {each.count.paytable}",
            f"${dollars(each.stake)}",
            percent(each.count.house_edge),
            f"${each.per_hour:,.2f}",
            "never" if each.count.trigger is None else f"{each.count.trigger:+.2f}",
            f"{each.count.correlation:.3f}",
            each.tags,
        ]
        for each in found
    ]
    title = f"What counting wins in an hour of {pace} rounds"
    terminal.print_table(to, columns, rows, title=title)
    facts = [
        ("Played", f"{each.count.wager}: ${each.played:,.2f} ± {each.error:,.2f} an hour")
        for each in found
        if each.played is not None
    ]
    facts += [("Assumed", assumption) for assumption in ASSUMED]
    facts += [("No figure", f"{wager}: {why}") for wager, why in reasons.items()]
    terminal.print_facts(to, facts)
