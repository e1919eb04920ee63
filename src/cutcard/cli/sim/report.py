"""The result of a run: its wagers, its growing meters and what it watched, as JSON and as tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cutcard import sim, terminal
from cutcard.cli.printing.figures import counted, percent, short_count, z_text
from cutcard.cli.sim.kept_runs import scenario_json
from cutcard.cli.sim.watch import WatchReport
from cutcard.law import OptionValue, value_text
from cutcard.money import dollars
from cutcard.results import exact_json
from cutcard.wording import outcome_name

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text
from pathlib import Path

from cutcard import odds, reports
from cutcard.cli import printing

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True)
class MetersReport:
    """The meters of a run beside the exact figures; empty where they stand still."""

    meters: Sequence[sim.MeterResult] = ()
    long_runs: Sequence[sim.LongRun] = ()

    @classmethod
    def of(cls, run: sim.Simulated, *, compare: bool) -> MetersReport:
        """The report of a run; with `compare` exact figures that are not kept are computed."""
        totals = run.outcome.totals
        if not isinstance(totals, sim.Evolved):
            return cls()
        with printing.bar("exact odds"):
            return cls(*sim.meters_beside_exact(totals, run.scenario, run.table, compute=compare))

    def draw(self, run: sim.Simulated, path: Path) -> None:
        """Write a picture of the meters."""
        picture = reports.meters_picture(self.meters, run.plan, run.outcome.totals.rounds)
        printing.write(path, picture, option="--plot")

    def as_json(self) -> dict[str, object]:
        """The fields of the JSON answer; none where no meter grows."""
        if not self.meters:
            return {}
        return {"meters_at_hit": {meter.name: _meter_json(meter) for meter in self.meters}}

    def long_run_json(self, wager: str) -> dict[str, object]:
        """The field of a wager in the JSON answer; none where it has no growing meter."""
        run = next((run for run in self.long_runs if run.wager == wager), None)
        return {} if run is None else {"long_run": _long_run_json(run)}

    def print_tables(self, to: Console) -> None:
        """Print a table of edges, and one of meters."""
        if self.long_runs:
            columns = ["with contributions and seeds", "house edge#", "std. error#", "full shoe#", "z#"]
            terminal.print_table(
                to,
                columns,
                [
                    [
                        run.wager,
                        *map(percent, (run.house_edge, run.standard_error, run.exact)),
                        z_text(run.z),
                    ]
                    for run in self.long_runs
                ],
            )
        if self.meters:
            columns = ["meter", "hits#", "mean at hit#", "std. error#", "full shoe#", "z#"]
            columns += ["median#", "5%#", "95%#", "shows now#"]
            rows = [
                [
                    meter.name,
                    f"{meter.hits:,}",
                    *map(_dollars, (meter.mean, meter.standard_error, meter.exact)),
                    z_text(meter.z),
                    *(_dollars(meter.percentiles.get(part)) for part in (50, 5, 95)),
                    _dollars(meter.shows),
                ]
                for meter in self.meters
            ]
            terminal.print_table(to, columns, rows)


def _meter_json(meter: sim.MeterResult) -> dict[str, object]:
    return {
        "wager": meter.wager,
        "rate_of_progression": float(meter.rate),
        "reset": f"{meter.reset:.2f}",
        "shows": f"{meter.shows:.2f}",
        "hits": meter.hits,
        "paid": dollars(meter.paid),
        "return": meter.return_,
        "mean_at_hit": meter.mean,
        "standard_error": meter.standard_error,
        "standard_deviation": meter.standard_deviation,
        "exact_mean_at_hit": None if meter.exact is None else exact_json(meter.exact),
        "z": meter.z,
        "percentiles": {str(part): amount for part, amount in meter.percentiles.items()},
        "histogram": [
            {"from": round(bar.least, 2), "to": round(bar.above, 2), "count": bar.count}
            for bar in meter.histogram
        ],
    }


def _long_run_json(run: sim.LongRun) -> dict[str, object]:
    return {
        "house_edge": run.house_edge,
        "standard_error": run.standard_error,
        "exact_house_edge": None if run.exact is None else exact_json(run.exact),
        "z": run.z,
    }


def _dollars(amount: odds.Exact | None) -> str:
    return "" if amount is None else f"${float(amount):,.2f}"


@dataclass(frozen=True)
class RunReport:
    """A run with the results of its wagers, its meters, what it watched, and notes."""

    run: sim.Simulated
    wagers: Sequence[sim.WagerResult]
    meters: MetersReport
    watched: WatchReport
    notes: Sequence[str]

    def as_json(self) -> dict[str, object]:
        """The run as the contract of the command line has it."""
        run, totals, outcome = self.run, self.run.outcome.totals, self.run.outcome
        penetration = run.table.penetration
        return {
            "document": run.scenario.document,
            "variation": run.scenario.variation,
            "options": {"decks": run.table.rules.options["decks"], **_chosen(run)},
            "seed": run.scenario.seed,
            "rounds": totals.rounds,
            "units": totals.units,
            "boxes": run.scenario.boxes,
            "penetration": None if penetration is None else float(penetration),
            "meters": {name: dollars(amount) for name, amount in run.table.meters.items()},
            "strategy": run.plan.strategy.name,
            "device": run.crew.device,
            "workers": run.workers,
            "digest": run.plan.digest,
            "law": run.table.rules.document.names,
            "totals_digest": totals.digest,
            "rounds_per_second": round(run.rounds_per_second, 1),
            "seconds": round(outcome.seconds, 6),
            "build_seconds": round(run.build_seconds, 6),
            "interrupted": outcome.interrupted,
            "stopped_by": _stopped_by(run),
            "wagers": {
                wager.wager: _wager_json(wager, run) | self.meters.long_run_json(wager.wager)
                for wager in self.wagers
            },
            **self.meters.as_json(),
            "notes": list(self.notes),
            "scenario": scenario_json(run.scenario),
            **self.watched.as_json(),
        }

    def print_tables(self, to: Console) -> None:
        """Print a table of the wagers, their rows, what was watched, and what it all rests on."""
        rules = self.run.table.rules
        is_compared = any(wager.exact is not None for wager in self.wagers)
        columns = ["wager", "paytable", "bets#", "house edge#", "std. error#"]
        columns += ["full shoe#", "z#"] if is_compared else []
        columns += ["hits#", "std. deviation#"]
        rows = [_wager_cells(wager, self.run, is_compared=is_compared) for wager in self.wagers]
        variation = f", {rules.variation}" if rules.variation else ""
        game = f"{rules.document.title} ({rules.document.id}{variation})"
        terminal.print_table(to, columns, rows, title=f"{game}, {_describe_table(self.run)}")
        for wager in self.wagers:
            _print_rows(wager, to)
        self.meters.print_tables(to)
        self.watched.print_tables(to)
        terminal.print_facts(to, self._facts())

    def _facts(self) -> Iterator[tuple[str, str]]:
        run, totals, outcome = self.run, self.run.outcome.totals, self.run.outcome
        for wager in self.wagers:
            if wager.rowed < wager.bets:
                yield "Rows", f"those of {wager.wager} were counted for {wager.rowed:,} of its bets"
        options = {name: value for name, value in _chosen(run).items() if name != "decks"}
        if options:
            yield (
                "Options",
                ", ".join(f"{each} = {value_text(options[each])}" for each in options),
            )
        ended = ", interrupted" if outcome.interrupted else ""
        yield "Rounds", f"{totals.rounds:,} in {totals.units:,} units of work{ended}"
        yield "Seed", str(run.scenario.seed)
        workers = "" if run.crew.device == "gpu" else f", {run.workers} at work"
        yield "Device", f"{run.crew.device}{workers}"
        speed = f"{short_count(run.rounds_per_second)} rounds a second for {outcome.seconds:.2f} s"
        yield "Speed", f"{speed}, after {run.build_seconds:.2f} s for its tables"
        yield "Digest", run.plan.digest
        yield "Totals", totals.digest
        for note in self.notes:
            yield "Note", note


def _chosen(run: sim.Simulated) -> dict[str, OptionValue]:
    """The options that were given."""
    return {name: run.table.rules.options[name] for name in run.scenario.options}


def _stopped_by(run: sim.Simulated) -> str:
    """What ended a run: its rounds, its error, or somebody."""
    if run.outcome.interrupted:
        return "interrupt"
    return "error" if run.outcome.by_error else "rounds"


def _wager_json(wager: sim.WagerResult, run: sim.Simulated) -> dict[str, object]:
    stake = run.table.stakes.get(wager.wager)
    offer = run.table.rules.offers.get(wager.wager)
    return {
        "paytable": None if offer is None else offer.paytable.id,
        "stake": None if stake is None else dollars(stake),
        "rounds": wager.rounds,
        "bets": wager.bets,
        "house_edge": wager.house_edge,
        "player_edge": -wager.house_edge,
        "standard_error": wager.standard_error,
        "hit_frequency": wager.hit_frequency,
        "standard_deviation": wager.standard_deviation,
        "exact_house_edge": None if wager.exact is None else exact_json(wager.exact),
        "z": wager.z,
        "known_rounds": wager.known_rounds,
        "row_bets": wager.rowed,
        "rows": [
            {
                "outcome": row.outcome,
                "count": row.count,
                "frequency": row.frequency,
                "probability": None if row.exact is None else exact_json(row.exact),
                "z": row.z,
            }
            for row in wager.rows
        ],
    }


def _describe_table(run: sim.Simulated) -> str:
    decks, depth = run.table.rules.options["decks"], run.table.penetration
    assert isinstance(decks, int)
    dealt = "every round from a full shoe" if depth is None else f"dealt to {float(depth):.4g}"
    boxes = counted(run.scenario.boxes, "box")
    return f"{counted(decks, 'deck')}, {dealt}, {boxes}, {run.plan.strategy.name} strategy"


def _wager_cells(wager: sim.WagerResult, run: sim.Simulated, *, is_compared: bool) -> list[str | Text]:
    offer = run.table.rules.offers.get(wager.wager)
    return [
        wager.wager,
        "" if offer is None else offer.paytable.id,
        f"{wager.bets:,}",
        percent(wager.house_edge),
        percent(wager.standard_error),
        *([percent(wager.exact), z_text(wager.z)] if is_compared else []),
        percent(wager.hit_frequency),
        f"{wager.standard_deviation:.4f}",
    ]


def _print_rows(wager: sim.WagerResult, to: Console) -> None:
    if not wager.rows:
        return
    is_compared = any(row.exact is not None for row in wager.rows)
    columns = [wager.wager, "count#", "frequency#", *(["exact#", "z#"] if is_compared else [])]
    rows = [list(_row_cells(row, is_compared=is_compared)) for row in wager.rows]
    terminal.print_table(to, columns, rows)


def _row_cells(row: sim.RowResult, *, is_compared: bool) -> Iterator[str | Text]:
    yield outcome_name(row.outcome)
    yield f"{row.count:,}"
    yield f"{row.frequency:.8f}"
    if is_compared:
        yield "" if row.exact is None else f"{float(row.exact):.8f}"
        yield z_text(row.z)
