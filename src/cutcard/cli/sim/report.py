"""The result of a run: its JSON and its tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cutcard import sim, terminal
from cutcard.cli.printing.figures import counted, exact_json, percent, short_count, z_text
from cutcard.cli.sim.kept_runs import scenario_json
from cutcard.cli.sim.meters import MetersReport
from cutcard.cli.sim.watch import WatchReport
from cutcard.law import OptionValue, told
from cutcard.money import dollars
from cutcard.wording import outcome_name

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


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
            yield "Options", ", ".join(f"{name} = {told(value)}" for name, value in options.items())
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
