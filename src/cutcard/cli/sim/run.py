"""`cutcard sim`: rounds by the million, on any device with the same totals."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Final

import typer

from cutcard import odds, sim, terminal
from cutcard.cli import printing
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson, DocumentId
from cutcard.cli.sim import numbers
from cutcard.cli.sim.kept_runs import keep_run
from cutcard.cli.sim.progress import run_bar
from cutcard.cli.sim.report import MetersReport, RunReport
from cutcard.cli.sim.scenario_options import ScenarioOptions
from cutcard.cli.sim.watch import WatchOptions
from cutcard.compute import report_progress
from cutcard.law import shorten

USUAL_ROUNDS: Final = 10**7
LEAST_ERROR: Final = Fraction(1, 10**7)
MOST_WORKERS: Final = 1024
DEVICES: Final[tuple[sim.Device, ...]] = ("cpu", "gpu", "cluster")
EXPORT: Final = "--export"
PARQUET: Final = ".parquet"
MOST_EXPORTED: Final = 1_000_000
REPORTED_UNITS: Final = 100
"""Units between two reports of progress."""
LEFT_OUT: Final = (".unit_square", ".unit_cross", ".at_hit_square")
"""Columns that are not exported, beside those of cycles: they mean something only in sums."""


@dataclass(frozen=True, kw_only=True)
class RunOptions(ScenarioOptions):
    """The options of `cutcard sim`."""

    document: DocumentId
    rounds: Annotated[
        str | None, typer.Option("--rounds", metavar="N", help="How many rounds: 1e9 (default 1e7).")
    ] = None
    until_error: Annotated[
        str | None,
        typer.Option(
            "--until-error",
            metavar="X%",
            help="Stop when every wager's standard error is below this: 0.001%.",
        ),
    ] = None
    device: Annotated[
        str,
        typer.Option("--device", metavar="cpu|gpu|cluster", help="Where to run.", show_default=False),
    ] = "cpu"
    workers: Annotated[
        str | None,
        typer.Option(
            "--workers", metavar="N", help="Cores, or processes of a local cluster (default: all cores)."
        ),
    ] = None
    scheduler: Annotated[
        str | None,
        typer.Option(
            "--scheduler", metavar="ADDRESS", help="The dask cluster to use: tcp://10.0.0.1:8786."
        ),
    ] = None
    compare: Annotated[
        bool, typer.Option("--compare", help="Compute the exact odds for comparison, if not cached.")
    ] = False
    export: Annotated[
        str | None,
        typer.Option(
            "--export",
            metavar="FILE",
            help="Write the totals of every unit of work: FILE.csv or FILE.parquet.",
        ),
    ] = None
    file: Annotated[
        str | None,
        typer.Option(
            "--file",
            metavar="FILE",
            help="Keep the run in a file, and go on from what it has: stop, move it, continue.",
        ),
    ] = None
    count: Annotated[
        str | None,
        typer.Option(
            "--count",
            metavar="NAME|TAGS|FILE",
            help="Keep a count and give edges by it: hilo, ko, 2-6=1,7-9=0,T-A=-1 or FILE.toml.",
        ),
    ] = None
    spread: Annotated[
        str | None,
        typer.Option(
            "--spread",
            metavar="COUNT=UNITS,...",
            help="What a counter bets on the main wager from each count up: 1=2,2=4,3=8.",
        ),
    ] = None
    by_depth: Annotated[
        bool, typer.Option("--by-depth", help="Give edges by how deep the shoe is, in tenths.")
    ] = False
    session: Annotated[
        str | None,
        typer.Option("--session", metavar="N", help="Give the results of sessions of N rounds."),
    ] = None
    sharp: Annotated[
        bool,
        typer.Option("--sharp", help="Take the first rounds of every shoe at their exact expectation."),
    ] = False
    plot: Annotated[
        str | None,
        typer.Option("--plot", metavar="FILE.svg", help="Plot the reports asked for, or the meters."),
    ] = None
    as_json: AsJson = False

    def target(self) -> sim.Target:
        """When to stop."""
        text = self.until_error
        error = None if text is None else numbers.part_of_one("until-error", text)
        if error is not None and error < LEAST_ERROR:
            raise sim.SimError(f"until-error: {shorten(str(text))}: at least 0.00001%")
        usual = USUAL_ROUNDS if error is None else numbers.MOST_ROUNDS
        return sim.Target(usual if self.rounds is None else numbers.rounds(self.rounds), error)

    def crew(self) -> sim.Workforce:
        """Where to run."""
        for device in DEVICES:
            if self.device == device:
                return sim.Workforce(device, self._workers(), self.scheduler)
        raise sim.SimError(f"device: {shorten(self.device)}: one of {', '.join(DEVICES)}")

    def _workers(self) -> int:
        if self.scheduler is not None and self.device != "cluster":
            raise sim.SimError("scheduler: goes with --device cluster")
        if self.workers is None:
            return 1 if self.device == "gpu" else sim.cores()
        if self.device == "gpu":
            raise sim.SimError("workers: a GPU has its own; leave --workers out")
        if self.scheduler is not None:
            raise sim.SimError("workers: the cluster at --scheduler has its own; leave --workers out")
        return numbers.whole("workers", self.workers, least=1, most=MOST_WORKERS)

    def watch_options(self, *, growing: bool) -> WatchOptions:
        """What to watch."""
        return WatchOptions.read(
            count=self.count,
            spread=self.spread,
            by_depth=self.by_depth,
            session=self.session,
            sharp=self.sharp,
            plot=self.plot,
            growing=growing,
        )


@examples(
    "cutcard sim md-blackjack --rounds 1e8 --seed 7",
    "cutcard sim md-blackjack --set soft_17=hit --wager lucky_ladies=A --boxes 3 --penetration 0.7",
    "cutcard sim ma-blackjack --wager blackjack_bonus --set bonus_button_awards=5.00=90,1000.00=1",
    "cutcard sim ma-blackjack --until-error 0.01% --strategy mine.toml --json",
    "cutcard sim md-blackjack --wager super_4=D --set super_4.rate_of_progression=0.05 --boxes 5",
    "cutcard sim md-pontoon-21 --rounds 1e11 --device gpu",
    "cutcard sim md-pontoon-21 --wager super_bonus --wager envy_bonus --boxes 5",
    "cutcard sim md-blackjack --rounds 1e10 --device cluster --scheduler tcp://10.0.0.1:8786",
    "cutcard sim md-blackjack --wager lucky_ladies --count hilo --spread 1=2,2=4,3=8 --plot edges.svg",
    "cutcard sim md-blackjack --boxes 5 --wager lucky_ladies --sharp",
    "cutcard sim md-blackjack --rounds 1e12 --file long-run.json",
    "cutcard sim replay md-blackjack --seed 7 --round 123456",
    "cutcard sim chart md-blackjack > mine.toml",
)
def run(options: RunOptions) -> None:
    """Simulate a table: every box plays by the strategy, side wagers included, from shoe to shoe.

    A unit of work is a chain of shoes, or of rounds with --fresh; units are taken until they have rounds
    enough, so a run has a few rounds more than asked for. The same seed gives the same totals on every
    device and with any number of workers. Ctrl-C gives the result so far. A result stands beside the
    exact odds where they are kept in the cache, or computed with --compare.

    --count keeps a count and gives every wager's edge by it, and what a counter would win; --by-depth
    gives edges by how deep the shoe is; --session the results of sessions; --meters grow what meters
    show when they are hit; --plot draws what was asked for.

    --sharp takes the first rounds of every shoe, whose expectation is that of a full shoe, at the exact
    odds, and simulates what the rest is worth: half the standard error for the same rounds.
    """
    with sim_errors(as_json=options.as_json):
        scenario, target = options.scenario(options.document), options.target()
        crew = options.crew()
        file = None if options.export is None else _export_file(options.export)
        watch = options.watch_options(growing=scenario.growing)
        with run_bar(target) as show:
            kept = None if options.file is None else Path(options.file)
            simulated = sim.simulate(scenario, target, crew, watch=watch.request, heard=show, file=kept)
        keep_run(simulated)
        notes = [] if file is None else _export_units(simulated, file)
        _print_report(simulated, watch, notes, options)


@contextmanager
def sim_errors(*, as_json: bool) -> Iterator[None]:
    """A context in which a wrong request becomes one line and exit code 2."""
    with terminal.refusing(as_json=as_json):
        try:
            yield
        except (sim.SimError, odds.OddsError) as problem:
            terminal.complain(str(problem))
            terminal.leave(terminal.WRONG)


def _print_report(
    run: sim.Simulated, watch: WatchOptions, notes: list[str], options: RunOptions
) -> None:
    wagers = _wagers(run, compare=options.compare or options.sharp)
    meters = MetersReport.of(run, compare=options.compare)
    notes = [*_notes(run, wagers), *notes]
    watched = watch.report(run)
    if watch.picture is not None and meters.meters:
        meters.draw(run, watch.picture)
    report = RunReport(run, wagers, meters, watched, notes)
    if options.as_json:
        for note in notes:
            terminal.complain(f"note: {note}")
        terminal.print_json(report.as_json())
    else:
        report.print_tables(terminal.console())
    if run.outcome.interrupted:
        terminal.leave(terminal.INTERRUPTED)


def _wagers(run: sim.Simulated, *, compare: bool) -> list[sim.WagerResult]:
    """The results of the wagers beside the exact odds, where these are kept or to be computed."""
    results = sim.results(run.outcome.totals)
    with printing.bar("exact odds"):
        beside = [sim.beside_exact(each, run.scenario, run.table, compute=compare) for each in results]
    return [sim.sharpened(each, run.outcome.totals) for each in beside]


def _notes(run: sim.Simulated, wagers: list[sim.WagerResult]) -> Iterator[str]:
    yield from run.table.notes
    if run.outcome.lost:
        yield f"the run broke off: {run.outcome.lost}"
    if run.target.error is not None and not (run.outcome.by_error or run.outcome.interrupted):
        yield f"the standard error is not down to {float(run.target.error):.4g} after these rounds"
    for wager in wagers:
        if wager.note:
            yield f"the exact odds of {wager.wager} assume: {wager.note}"
    many = {each.wager: each.known_rounds for each in wagers if each.known_rounds}
    if many:
        part = f"{min(many.values()) / run.outcome.totals.rounds:.0%}"
        yield f"{', '.join(many)}: {part} of the rounds, the first of every shoe, count as exactly known"


# The totals of every unit of work, as a file.


def _export_file(name: str) -> Path:
    """The file to write; refused before any work where it cannot be written."""
    path, kind = printing.target(name, (".csv", PARQUET), option=EXPORT)
    if kind == PARQUET:
        printing.pyarrow(EXPORT)
    return path


def _export_units(run: sim.Simulated, path: Path) -> list[str]:
    """Write a line for each unit, unless Ctrl-C interrupts it; notes about the file."""
    units = min(run.outcome.totals.units, MOST_EXPORTED)
    if run.outcome.interrupted:
        terminal.complain(f"note: {path}: going through {units:,} units again; Ctrl-C leaves it out")
    try:
        with printing.bar("export"):
            return _write_units(run, path)
    except KeyboardInterrupt:
        return [f"{EXPORT} {path} was left out: interrupted before it was written"]


def _write_units(run: sim.Simulated, path: Path) -> list[str]:
    """Simulate each unit again and write its totals; a note where there are too many."""
    engine = sim.Engine(replace(run.plan, watch=None), device="cpu")
    is_growing = run.plan.growing
    totals = sim.Evolution(engine).nothing() if is_growing else sim.Totals.nothing(engine.columns)
    left_out = (*LEFT_OUT, *(f".{name}" for name in sim.OF_CYCLES))
    shown = [
        (place, name)
        for place, name in enumerate(totals.columns)
        if not name.endswith(left_out) and name != "units"
    ]
    units = run.outcome.totals.units
    rows: list[list[int]] = []
    for unit in range(min(units, MOST_EXPORTED)):
        if unit % REPORTED_UNITS == 0:
            report_progress("export", unit, min(units, MOST_EXPORTED))
        after = totals.plus(engine.logged(unit, 1) if is_growing else engine.run(unit, 1))
        rows.append([unit, *(after.values[place] - totals.values[place] for place, _ in shown)])
        totals = after
    encode = _parquet if path.suffix.lower() == PARQUET else _csv
    printing.write(path, encode(["unit", *(name for _, name in shown)], rows), option=EXPORT)
    if units > MOST_EXPORTED:
        return [f"{path} has the first {MOST_EXPORTED:,} of {units:,} units of work"]
    return []


def _csv(names: Sequence[str], rows: Sequence[Sequence[int]]) -> bytes:
    content = io.StringIO()
    writer = csv.writer(content, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(rows)
    return content.getvalue().encode()


def _parquet(names: Sequence[str], rows: Sequence[Sequence[int]]) -> bytes:
    arrow, parquet = printing.pyarrow()
    columns = [arrow.array(column, type=arrow.int64()) for column in zip(*rows, strict=True)]
    content = io.BytesIO()
    parquet.write_table(arrow.table(columns, names=list(names)), content)
    return content.getvalue()
