"""`sim.run`: a table simulated, and any of its rounds dealt again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from inspect import signature
from pathlib import Path
from typing import Any, Final

from cutcard.compute import cache, report_progress
from cutcard.money import Cents, dollars
from cutcard.odds import Money, OddsError, check_names, law_of, money
from cutcard.odds.strategy import BASIC, count_of
from cutcard.results import Drawing, Record, Result, arguments
from cutcard.sim.plan import WatchRequest
from cutcard.sim.problem import SimError
from cutcard.sim.results.comparison import beside_exact
from cutcard.sim.results.results import Totals, WagerResult, results, sharpened
from cutcard.sim.runs.run import Heard, Target
from cutcard.sim.runs.simulation import RedealtRound, Simulated, again, simulate
from cutcard.sim.runs.workers import Device, Workforce, cores
from cutcard.sim.scenario import MOST_SEED, Scenario
from cutcard.sim.watch.plain import watched_json
from cutcard.sim.watch.results import Watched, watched
from cutcard.table import script

USUAL_ROUNDS: Final = 10_000_000
MOST_ROUNDS: Final = 10**13
MOST_WORKERS: Final = 1024
MOST_BOXES: Final = 100
DEVICES: Final[tuple[Device, ...]] = ("cpu", "gpu", "cluster")

whole = partial(arguments.whole, error=SimError)
part = partial(arguments.part, whole_too=True, error=SimError)
text = partial(arguments.text, error=SimError)
truth = partial(arguments.truth, error=SimError)
table = partial(arguments.table, error=SimError)
read_money = partial(money, error=SimError)
shown = arguments.shown

Progress = Callable[[int, int], None]
"""Takes how many rounds are done, and how many there are to be."""


@dataclass(frozen=True, repr=False)
class SimRun(Result):
    """A run: every wager with its edge and standard error, and the way back to any of its rounds."""

    simulated: Simulated
    compare: bool = False

    @cached_property
    def wagers(self) -> dict[str, WagerResult]:
        """By wager: house edge, standard error, hits, rows, and the exact odds where these are known."""
        run = self.simulated
        found = results(run.outcome.totals)
        beside = [beside_exact(each, run.scenario, run.table, compute=self.compare) for each in found]
        return {each.wager: sharpened(each, run.outcome.totals) for each in beside}

    @property
    def rounds(self) -> int:
        """The rounds that were dealt: a few more than were asked for."""
        return self.simulated.outcome.totals.rounds

    @property
    def interrupted(self) -> bool:
        """Whether somebody stopped it before its end."""
        return self.simulated.outcome.interrupted

    @property
    def rounds_per_second(self) -> float:
        """Without the time for building tables."""
        return self.simulated.rounds_per_second

    @property
    def seed(self) -> int:
        """The seed: the same one gives the same totals on every device."""
        return self.simulated.scenario.seed

    @cached_property
    def watched(self) -> Watched | None:
        """Edges by count and by depth, what a counter wins, sessions: what was asked for."""
        layout = self.simulated.watching
        return None if layout is None else watched(self.simulated.outcome.totals, layout)

    @property
    def digest(self) -> str:
        """Of everything that the totals depend on but the number of rounds."""
        return self.simulated.plan.digest

    @property
    def law(self) -> Mapping[str, str]:
        """The law data it stands on: document, version, digest."""
        return self.simulated.table.rules.document.names

    @property
    def method(self) -> str:
        """It was simulated."""
        return "simulated"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the run takes for granted."""
        plan = self.simulated.plan
        name, known = plan.strategy.name, plan.watch.known if plan.watch else 0
        sharp = f"The first {known} rounds of every shoe are taken at the exact odds."
        return (
            f"Every box plays by the {name} strategy and never takes insurance.",
            *([sharp] if known else ()),
            *self.simulated.table.notes,
        )

    @property
    def citations(self) -> tuple[str, ...]:
        """The provisions of the wagers."""
        offers = self.simulated.table.rules.offers
        return tuple(dict.fromkeys(offers[name].law.cite for name in self.wagers if name in offers))

    def replay(self, number: int) -> ReplayedRound:
        """A round of the run, counted from 0, dealt again through the table engine to the same cent."""
        number = whole("round", number, least=0, most=self.rounds - 1)
        return ReplayedRound(again(self.simulated.scenario, number, workers=cores()))

    def to_dict(self) -> dict[str, Any]:
        """The run in plain values."""
        run, totals = self.simulated, self.simulated.outcome.totals
        return {
            "document": run.scenario.document,
            "variation": run.scenario.variation,
            "options": {"decks": run.table.rules.options["decks"], **dict(run.scenario.options)},
            "seed": run.scenario.seed,
            "rounds": totals.rounds,
            "boxes": run.scenario.boxes,
            "strategy": run.plan.strategy.name,
            "device": run.crew.device,
            "method": self.method,
            "wagers": {record["wager"]: dict(record) for record in self.records()},
            "interrupted": self.interrupted,
            "rounds_per_second": round(self.rounds_per_second, 1),
            "assumptions": list(self.assumptions),
            "digest": self.digest,
            "totals_digest": totals.digest,
            "law": dict(self.law),
            **({} if self.watched is None else watched_json(self.watched)),
        }

    def records(self) -> list[Record]:
        """A row for each wager."""
        return [
            {
                "wager": each.wager,
                "rounds": each.rounds,
                "bets": each.bets,
                "house_edge": each.house_edge,
                "standard_error": each.standard_error,
                "hit_frequency": each.hit_frequency,
                "standard_deviation": each.standard_deviation,
                "exact_house_edge": None if each.exact is None else float(each.exact),
                "z": each.z,
                "known_rounds": each.known_rounds,
            }
            for each in self.wagers.values()
        ]

    def headline(self) -> list[str]:
        """The edge of the main wager with its error, and of how many others there are."""
        lines = [
            f"{each.wager}: house edge {each.house_edge:.4%}"
            + ("" if each.standard_error is None else f" ± {each.standard_error:.4%}")
            for each in list(self.wagers.values())[:MOST_LINES]
        ]
        more = len(self.wagers) - MOST_LINES
        cut = ", interrupted" if self.interrupted else ""
        first = f"{self.simulated.scenario.document}: {self.rounds:,} rounds, seed {self.seed}{cut}"
        return [first, *lines, *([f"and {more} more wagers"] if more > 0 else []), *self._counted()]

    def _counted(self) -> list[str]:
        """How often the player has the edge on each wager, by the count that was watched."""
        if self.watched is None or self.watched.count is None:
            return []
        count = self.watched.count.name
        return [
            f"{each.wager} by {count}: favours the player in {each.favourable.share:.2%} of rounds, "
            f"{each.favourable.per_100:+.3f} units per 100 rounds"
            for each in self.watched.by_count[:MOST_LINES]
        ]

    def drawing(self) -> Drawing:
        """The edges of the wagers; by the count, where one was watched."""
        if self.watched is not None and self.watched.count is not None:
            return self._by_count(self.watched)
        edges = [{"wager": each["wager"], "edge": 100 * each["house_edge"]} for each in self.records()]
        title = f"{self.simulated.scenario.document}, {self.rounds:,} rounds"
        return Drawing("bars", edges, "edge", "wager", title=title, x_title="House edge, percent")

    def _by_count(self, seen: Watched) -> Drawing:
        """The player's edge at each count that is not rare, a line for each wager."""
        assert seen.count is not None
        bins = [
            {"count": each.at, "edge": 100 * each.player_edge, "wager": wager.wager}
            for wager in seen.by_count
            for each in wager.bins
            if each.share >= RARE
        ]
        title = f"{self.simulated.scenario.document} by {seen.count.name}, {self.rounds:,} rounds"
        return Drawing("lines", bins, "count", "edge", "wager", title, y_title="Player edge, percent")


RARE: Final = 1e-4
"""A count of a smaller share is not drawn: its edge is noise."""
MOST_LINES: Final = 3


@dataclass(frozen=True, repr=False)
class ReplayedRound(Result):
    """A simulated round dealt again at a table, with the provision of every payout."""

    round: RedealtRound

    @cached_property
    def _answer(self) -> dict[str, Any]:
        answer = script.as_json(self.round.redealt.settled)
        assert isinstance(answer, dict)
        return answer

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards in the order in which they left the shoe."""
        return tuple(card.text for card in self.round.redealt.cards)

    @property
    def decisions(self) -> tuple[tuple[int, str], ...]:
        """What was done, by which box."""
        return tuple((each.box, str(each.do)) for each in self.round.redealt.decisions)

    @property
    def net(self) -> dict[str, str]:
        """By box: what the round brought, in dollars."""
        return dict(self._answer["net"])

    @property
    def digest(self) -> str:
        """Of the run and of the round's number."""
        return cache.digest("round", self.round.plan.digest, self.round.number)

    @property
    def law(self) -> Mapping[str, str]:
        """The law data it stands on: document, version, digest."""
        return self.round.table.rules.document.names

    @property
    def method(self) -> str:
        """The table engine dealt it."""
        return "dealt"

    @property
    def citations(self) -> tuple[str, ...]:
        """The provision of every payout."""
        return tuple(dict.fromkeys(line["cite"] for line in self._answer["settlements"]))

    def to_dict(self) -> dict[str, Any]:
        """The round as `settle` answers it, with its cards and decisions."""
        return {
            "document": self.round.scenario.document,
            "seed": self.round.plan.seed,
            "round": self.round.number,
            "cards": list(self.cards),
            "decisions": [{"box": box, "do": do} for box, do in self.decisions],
            "meters_shown": {name: dollars(amount) for name, amount in self.round.meters.items()},
            **self._answer,
            **self._basis(),
        }

    def records(self) -> list[Record]:
        """A row for each stake."""
        return list(self._answer["settlements"])

    def headline(self) -> list[str]:
        """The cards, and what each box won or lost."""
        net = ", ".join(f"box {box} {amount}" for box, amount in self.net.items())
        return [f"round {self.round.number:,}: {' '.join(self.cards)}", f"net {net}"]


def run(
    document: str,
    *,
    rounds: int | None = None,
    until_error: float | None = None,
    seed: int = 1,
    boxes: int = 1,
    wagers: Mapping[str, str | None] | Iterable[str] = (),
    stakes: Mapping[str, Money] | None = None,
    meters: Mapping[str, Money] | None = None,
    settings: Mapping[str, Mapping[str, object]] | None = None,
    growing: bool = False,
    penetration: float | str | Fraction | None = None,
    fresh: bool = False,
    strategy: str = "basic",
    variation: str | None = None,
    device: Device = "cpu",
    workers: int | None = None,
    scheduler: str | None = None,
    count: str | None = None,
    by_depth: bool = False,
    session: int = 0,
    sharp: bool = False,
    compare: bool = False,
    file: str | Path | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> SimRun:
    """Simulate a table; keywords that are not named here are the table's options.

    Ctrl-C gives the result so far. `progress` is called with the rounds done and those there are to
    be; `count`, `by_depth` and `session` are what is watched; `compare` computes the exact odds
    beside, and `sharp` takes the first rounds of every shoe at them. The run goes on from the `file`,
    where it is there already, and is kept in it.

    >>> run("md-blackjack", rounds=10_000_000, seed=7, boxes=3, wagers={"lucky_ladies": "A"})
    """
    law = law_of(document, error=SimError)
    variation = None if variation is None else text("variation", variation)
    check_names(law, variation, options, signature(run).parameters, error=SimError)
    scenario = Scenario(
        document=document,
        variation=variation,
        options={name: arguments.plain(value) for name, value in options.items()},
        wagers=_wagers(wagers),
        stakes=_amounts("stakes", stakes),
        meters=_amounts("meters", meters),
        settings=_settings(settings),
        growing=truth("growing", growing),
        boxes=whole("boxes", boxes, least=1, most=MOST_BOXES),
        penetration=None if penetration is None else part("penetration", penetration),
        fresh=truth("fresh", fresh),
        seed=whole("seed", seed, least=0, most=MOST_SEED),
        strategy=_strategy(strategy),
    )
    target, crew = _target(rounds, until_error), _crew(device, workers, scheduler)
    watch, heard = _watch(count, by_depth, session, sharp), _heard(target, progress)
    compare, kept = truth("compare", compare) or sharp, None if file is None else Path(file)
    return SimRun(simulate(scenario, target, crew, watch=watch, heard=heard, file=kept), compare)


def _crew(device: Device, workers: int | None, scheduler: str | None) -> Workforce:
    arguments.one_of("device", device, DEVICES, error=SimError)
    many = 1 if device == "gpu" else cores() if workers is None else workers
    address = None if scheduler is None else text("scheduler", scheduler)
    return Workforce(device, whole("workers", many, least=1, most=MOST_WORKERS), address)


def _watch(count: str | None, by_depth: bool, session: int, sharp: bool) -> WatchRequest | None:
    try:
        counted = None if count is None else count_of(text("count", count))
    except OddsError as problem:
        raise SimError(str(problem)) from None
    session = whole("session", session, least=0, most=MOST_ROUNDS)
    asked = WatchRequest(counted, truth("by_depth", by_depth), session, known=truth("sharp", sharp))
    return None if asked == WatchRequest() else asked


def _heard(target: Target, progress: Progress | None) -> Heard:
    """What is done when a stretch of the run is: whoever wants to know is told."""
    if progress is not None and not callable(progress):
        raise SimError(f"progress: {shown(progress)} is no function of two numbers")

    def hear(totals: Totals) -> None:
        report_progress("rounds", totals.rounds, target.rounds)
        if progress is not None:
            progress(totals.rounds, target.rounds)

    return hear


def _target(rounds: int | None, until_error: float | None) -> Target:
    if until_error is None:
        wanted = USUAL_ROUNDS if rounds is None else rounds
        return Target(whole("rounds", wanted, least=1, most=MOST_ROUNDS))
    error = part("until_error", until_error)
    most = MOST_ROUNDS if rounds is None else whole("rounds", rounds, least=1, most=MOST_ROUNDS)
    return Target(most, error)


def _strategy(strategy: object) -> str:
    if not isinstance(strategy, str | Path):
        raise SimError(f"strategy: {shown(strategy)}: a file, or {BASIC!r}")
    return str(strategy)


def _settings(settings: object) -> dict[str, Mapping[str, object]]:
    like = '{"bonus_spin": {"rate_of_progression": 0.05}}'
    given = table("settings", settings, like=like)
    return {name: table(f"settings: {name}", own, like=like) for name, own in given.items()}


def _wagers(wagers: Mapping[str, str | None] | Iterable[str]) -> dict[str, str]:
    like = '{"lucky_ladies": "A"}, or a list of wagers'
    if isinstance(wagers, Mapping):
        named = table("wagers", wagers, like=like)
        return {
            name: "" if chosen is None else text(f"wagers: {name}", chosen)
            for name, chosen in named.items()
        }
    if isinstance(wagers, str | bytes) or not isinstance(wagers, Iterable):
        raise SimError(f"wagers: {shown(wagers)}: write {like}")
    return dict.fromkeys((text("wagers", name) for name in wagers), "")


def _amounts(what: str, amounts: Mapping[str, Money] | None) -> dict[str, Cents]:
    given = table(what, amounts, like='{"main": "25"}')
    found = {name: read_money(f"{what}: {name}", amount) for name, amount in given.items()}
    for name, amount in found.items():
        if amount < 0:
            raise SimError(f"{what}: {name}: {dollars(amount)} is below zero")
    return found
