"""`cutcard sim replay`: a simulated round dealt again at a table, with the provision of every payout."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

import typer

from cutcard import sim, terminal
from cutcard.cli import printing
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson
from cutcard.cli.sim import numbers
from cutcard.cli.sim.kept_runs import KeptRun, newest_run, scenario_json
from cutcard.cli.sim.progress import SearchProgress
from cutcard.cli.sim.run import sim_errors
from cutcard.cli.sim.scenario_options import ScenarioOptions, read_seed
from cutcard.cli.source import read
from cutcard.money import Cents, dollars
from cutcard.table import script
from cutcard.wording import decision_name


@dataclass(frozen=True, kw_only=True)
class ReplayOptions(ScenarioOptions):
    """The options of `cutcard sim replay`."""

    document: Annotated[str | None, typer.Argument(metavar="DOCUMENT", help="The document's id.")] = None
    number: Annotated[str, typer.Option("--round", metavar="I", help="Which round, counted from 0.")]
    run_file: Annotated[
        str | None,
        typer.Option("--run", metavar="FILE", help="The JSON answer of the run, in place of options."),
    ] = None
    as_json: AsJson = False

    def says_no_more_than(self, *, seed: str | None = None) -> bool:
        """Whether no option says which run it is of, but if given the seed."""
        bare = replace(self, number="", run_file=None, as_json=False)
        return bare == ReplayOptions(number="", seed=seed)


@dataclass(frozen=True)
class RunToReplay:
    """The scenario of a run, and the run where it was made before."""

    scenario: sim.Scenario
    kept: KeptRun | None = None


@examples(
    "cutcard sim replay md-blackjack --seed 7 --round 123456",
    "cutcard sim md-blackjack --boxes 3 --seed 7 && cutcard sim replay --seed 7 --round 5",
    "cutcard sim md-blackjack --seed 7 --json > run.json && cutcard sim replay --run run.json --round 5",
)
def replay(options: ReplayOptions) -> None:
    """Deal a simulated round again at a table, with its citations.

    The options say which run it is of, as they did for the run; or --run names the run's JSON answer;
    or --seed alone is the newest run of `cutcard sim` with that seed on this machine. A run that would
    be another one today is refused, and so is a round that it does not have.
    Exit code 1 where the table pays another cent than the simulator did.
    """
    with sim_errors(as_json=options.as_json):
        run = _find_run(options)
        number = numbers.whole("round", options.number, least=0, most=numbers.MOST_ROUNDS)
        round_ = _deal_again(run, number)
        if options.as_json:
            terminal.print_json(_round_json(round_))
        else:
            to = terminal.console()
            printing.print_settled(round_.redealt.settled, to)
            terminal.print_facts(to, _facts(run, round_))


def _find_run(options: ReplayOptions) -> RunToReplay:
    """The run: by its options, in its answer, or the newest that was made here with the seed."""
    if options.run_file is not None:
        if not options.says_no_more_than():
            raise sim.SimError("replay: --run sets everything; leave out DOCUMENT and the other options")
        kept = KeptRun.from_json(read(options.run_file), options.run_file)
    elif options.document:
        return RunToReplay(options.scenario(options.document))
    elif options.seed is None or not options.says_no_more_than(seed=options.seed):
        raise sim.SimError(
            "replay: name the DOCUMENT, or the answer of the run with --run FILE; "
            "--seed S alone is the newest run made here with that seed"
        )
    else:
        kept = newest_run(read_seed(options.seed))
    return RunToReplay(kept.scenario, kept)


def _deal_again(run: RunToReplay, number: int) -> sim.RedealtRound:
    """Find the round and deal it; exit code 1 where table and simulator do not agree."""
    if run.kept is not None:
        with printing.bar("the run's plan"):
            run.kept.check(number)
    try:
        with printing.bar("dealing the rounds before it"):
            return sim.again(run.scenario, number, workers=sim.cores(), searching=SearchProgress())
    except sim.ParityError as problem:
        terminal.complain(f"the table does not agree: {problem}")
        terminal.leave(terminal.NO)


def _round_json(round_: sim.RedealtRound) -> dict[str, object]:
    """The round as `settle` answers it, and as `settle` could be asked for it."""
    redealt, rules = round_.redealt, round_.table.rules
    settled = script.as_json(redealt.settled)
    assert isinstance(settled, dict)
    wins = {str(box): riding.wins for box, riding in round_.streaks.items()}
    return {
        "document": round_.scenario.document,
        "seed": round_.plan.seed,
        "round": round_.number,
        "unit": round_.place.unit,
        "round_of_unit": round_.place.number,
        "digest": round_.plan.digest,
        "cards": [card.text for card in redealt.cards],
        "decisions": [{"box": each.box, "do": str(each.do)} for each in redealt.decisions],
        "meters_shown": {name: dollars(amount) for name, amount in round_.meters.items()},
        "wagers": {name: rules.offers[name].paytable.id for name in round_.scenario.wagers},
        **({"streaks": wins} if wins else {}),
        **({"devices": dict(round_.devices)} if round_.devices else {}),
        **({"paid_as_if_alone": paid_as_if_alone(round_)} if round_.shared else {}),
        **settled,
        "scenario": scenario_json(round_.scenario),
    }


def paid_as_if_alone(round_: sim.RedealtRound) -> list[dict[str, object]]:
    """What the run paid otherwise than the table, where boxes share a meter there."""
    return [
        {"box": box, "wager": wager, "net": dollars(Cents(net))}
        for (box, wager), net in sorted(round_.shared.items())
    ]


def _facts(run: RunToReplay, round_: sim.RedealtRound) -> Iterator[tuple[str, str]]:
    place, redealt = round_.place, round_.redealt
    yield (
        "Round",
        f"{round_.number:,}, which is round {place.number:,} of unit {place.unit:,}",
    )
    yield "Document", run.scenario.document
    if run.kept is not None:
        yield "Run", f"{run.kept.where}, {run.kept.rounds:,} rounds"
    yield "Seed", str(run.scenario.seed)
    yield "Cards", " ".join(card.text for card in redealt.cards)
    decisions = [f"box {each.box} {decision_name(each.do)}" for each in redealt.decisions]
    yield "Decisions", ", ".join(decisions) or "none"
    streaks = [f"box {box} {riding.wins} in a row" for box, riding in round_.streaks.items()]
    if streaks:
        yield "Streaks", f"{', '.join(streaks)} before it"
    yield from shared_facts(round_)
    if round_.plan.growing:
        shown = ", ".join(f"{name} ${dollars(amount)}" for name, amount in round_.meters.items())
        yield "Meters", f"{shown} once the stakes are in"
    yield "Digest", round_.plan.digest


def shared_facts(round_: sim.RedealtRound) -> Iterator[tuple[str, str]]:
    """What a run paid boxes that share a meter at a table."""
    for (box, wager), net in sorted(round_.shared.items()):
        paid = f"${dollars(Cents(net))} in the run, which pays each as if alone"
        yield "Shared", f"box {box}, {wager}: {paid}"
