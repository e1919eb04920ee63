"""`cutcard sim`: rounds by the million, on any device with the same totals; any of them dealt again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from cutcard.cli.command import UNNAMED, DocumentGroup, PlainCommand, UnnamedCommand
from cutcard.cli.odds.options import Json, asking
from cutcard.cli.sim import options as sim_options
from cutcard.cli.sim.options import (
    OPTIONS,
    TABLE,
    ByDepthOption,
    CountOption,
    Fresh,
    PlotOption,
    SessionOption,
    SpreadOption,
)
from cutcard.terminal import output

if TYPE_CHECKING:
    from cutcard.cli.sim.scenario_text import Words
    from cutcard.cli.sim.watch import Seen
    from cutcard.sim import Simulated, WagerResult

EXAMPLES = """\b
Examples:
  cutcard sim md-blackjack --rounds 1e8 --seed 7
  cutcard sim md-blackjack --set soft_17=hit --wager lucky_ladies=A --boxes 3 --penetration 0.7
  cutcard sim ma-blackjack --wager blackjack_bonus --set bonus_button_awards=5.00=90,1000.00=1
  cutcard sim ma-blackjack --until-error 0.01% --strategy mine.toml --json
  cutcard sim md-blackjack --wager super_4=D --set super_4.rate_of_progression=0.05 --boxes 5
  cutcard sim md-pontoon-21 --rounds 1e11 --device gpu
  cutcard sim md-pontoon-21 --wager super_bonus --wager envy_bonus --boxes 5
  cutcard sim md-blackjack --rounds 1e10 --device cluster --scheduler tcp://10.0.0.1:8786
  cutcard sim md-blackjack --wager lucky_ladies --count hilo --spread 1=2,2=4,3=8 --plot edges.svg
  cutcard sim replay md-blackjack --seed 7 --round 123456
  cutcard sim chart md-blackjack > mine.toml
"""
REPLAY_EXAMPLES = """\b
Examples:
  cutcard sim replay md-blackjack --seed 7 --round 123456
  cutcard sim md-blackjack --boxes 3 --seed 7 && cutcard sim replay --seed 7 --round 5
  cutcard sim md-blackjack --seed 7 --json > run.json && cutcard sim replay --run run.json --round 5
"""
CHART_EXAMPLES = """\b
Examples:
  cutcard sim chart md-blackjack --set soft_17=hit > mine.toml
  cutcard sim md-blackjack --set soft_17=hit --strategy mine.toml
"""

app = typer.Typer(
    cls=DocumentGroup,
    help="Simulate rounds by the million; replay any of them with its citations.",
    rich_markup_mode=None,
)

Compare = Annotated[
    bool, typer.Option("--compare", help="Compute the exact odds for comparison, if not cached.")
]
Export = Annotated[
    str | None,
    typer.Option(
        "--export",
        metavar="FILE",
        help="Write the totals of every unit of work: FILE.csv or FILE.parquet.",
    ),
]


@app.callback()
def _root() -> None:
    """Simulate rounds by the million; replay any of them with its citations."""


@app.command(UNNAMED, cls=UnnamedCommand, epilog=EXAMPLES, hidden=True)
@asking(
    "document",
    options=f"rounds until_error {TABLE} device workers scheduler",
    known=OPTIONS,
    words=sim_options.WORDS,
)
def command(
    words: Words,
    fresh: Fresh = False,
    compare: Compare = False,
    export: Export = None,
    count: CountOption = None,
    spread: SpreadOption = None,
    by_depth: ByDepthOption = False,
    session: SessionOption = None,
    plot: PlotOption = None,
    as_json: Json = False,
) -> None:
    """Simulate a table: every box plays by the strategy, side wagers included, from shoe to shoe.

    A unit of work is a chain of shoes, or of rounds with --fresh; units are run until there are
    enough rounds, so a run has a few more than asked for. The same seed gives the same totals on every
    device and with any number of workers. Ctrl-C gives the result so far. A result is shown beside
    the exact odds where they are cached, or computed with --compare.

    --count keeps a card count and reports every wager's edge by it, and what a counter would win;
    --by-depth reports edges by depth of the shoe, --session the results of sessions, --meters grow what
    meters show when they are hit; --plot draws what was asked for.
    """
    with _asking(as_json=as_json):
        from cutcard.cli.sim import export as sim_export, kept_runs as sim_kept, watch as sim_watch

        words = replace(words, fresh=fresh)
        asked, target, crew = words.scenario(), words.target(), words.crew()
        file = None if export is None else sim_export.target(export)
        seen = sim_watch.Seen.of(
            count, spread, by_depth=by_depth, session=session, plot=plot, growing=asked.growing
        )
        from cutcard.cli.sim.progress import bar
        from cutcard.sim import simulate

        with bar(target) as heard:
            ran = simulate(asked, target, crew, watch=seen.watch, heard=heard)
        sim_kept.keep(ran)
        told = [] if file is None else sim_export.written(ran, file)
        _print(ran, told, seen, compare=compare, as_json=as_json)


@contextmanager
def _asking(*, as_json: bool) -> Iterator[None]:
    """A request that makes no sense becomes the one line of complaint."""
    from cutcard.odds import OddsError
    from cutcard.sim import SimError

    with output.refusing(as_json=as_json):
        try:
            yield
        except (SimError, OddsError) as problem:
            output.complain(str(problem))
            output.leave(output.WRONG)


def _print(ran: Simulated, more: list[str], seen: Seen, *, compare: bool, as_json: bool) -> None:
    from cutcard.cli.sim.meters import grown

    wagers, meters = _results(ran, compare=compare), grown(ran, compare=compare)
    assumed = [f"the exact odds of {each.wager} assume: {each.note}" for each in wagers if each.note]
    notes = [*_notes(ran), *assumed, *more]
    watched = seen.drawn(ran)
    if seen.picture is not None and meters.meters:
        meters.draw(ran, seen.picture)
    if as_json:
        from cutcard.cli.sim.answers import answer

        for note in notes:
            output.complain(f"note: {note}")
        output.print_json({**answer(ran, wagers, notes, meters=meters), **watched.answer()})
        return
    from cutcard.cli.sim.tables import print_run

    print_run(ran, wagers, notes, output.console(), meters=meters, between=watched.print_to)


def _results(ran: Simulated, *, compare: bool) -> list[WagerResult]:
    from cutcard.cli.printing import progress as odds_progress
    from cutcard.sim import beside_exact, results

    found = results(ran.outcome.totals)
    with odds_progress.bar("exact odds"):
        return [beside_exact(each, ran.scenario, ran.table, compute=compare) for each in found]


def _notes(ran: Simulated) -> Iterator[str]:
    yield from ran.table.notes
    if ran.outcome.lost:
        yield f"the run was interrupted: {ran.outcome.lost}"
    if ran.target.error is not None and not (ran.outcome.by_error or ran.outcome.interrupted):
        yield f"the standard error is not down to {float(ran.target.error):.4g} after these rounds"


@app.command("replay", cls=PlainCommand, epilog=REPLAY_EXAMPLES)
@asking(options=f"document {TABLE}", known=OPTIONS, words=sim_options.WORDS)
def replay(
    words: Words,
    number: Annotated[str, typer.Option("--round", metavar="I", help="Which round, counted from 0.")],
    run_file: Annotated[
        str | None,
        typer.Option("--run", metavar="FILE", help="The JSON answer of the run, in place of options."),
    ] = None,
    fresh: Fresh = False,
    as_json: Json = False,
) -> None:
    """Deal a simulated round again through the table engine, and print it with its citations.

    The options identify the run, as they did when it was made; or --run names the run's JSON answer;
    or --seed alone is the newest run of `cutcard sim` with that seed on this machine. A run that would
    come out differently today is refused, and so is a round that it does not have.
    Exit code 1 where the table pays a different amount than the simulator.
    """
    with _asking(as_json=as_json):
        from cutcard.cli.sim import replay as sim_replay

        run = sim_replay.asked(replace(words, fresh=fresh), run_file)
        sim_replay.print_round(run, number, as_json=as_json)


@app.command("chart", cls=PlainCommand, epilog=CHART_EXAMPLES)
@asking("document", options="decks settings variation", known=OPTIONS, words=sim_options.WORDS)
def chart(words: Words, as_json: Json = False) -> None:
    """Write the basic chart of a table as a strategy file, to be changed and played by.

    It goes to standard output; `cutcard sim --strategy FILE` reads it back. docs/strategies.md says what
    its codes mean.
    """
    with _asking(as_json=as_json):
        from cutcard.cli.printing.progress import bar
        from cutcard.sim import basic, own_name, table_of, to_toml

        asked = words.scenario()
        rules = table_of(asked).rules
        with bar("basic chart"):
            found = replace(basic(rules), name=own_name(rules))
        if as_json:
            told = {"document": asked.document, "variation": asked.variation, "options": asked.options}
            output.print_json({**told, "strategy": to_toml(found), "digest": found.digest})
        else:
            typer.echo(to_toml(found), nl=False)
