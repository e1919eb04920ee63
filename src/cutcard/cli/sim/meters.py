"""Growing meters of a run, and the long run of their wagers: JSON, tables, picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cutcard import odds, reports, sim, terminal
from cutcard.cli import printing
from cutcard.cli.printing.figures import exact_json, percent, z_text
from cutcard.money import dollars

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
