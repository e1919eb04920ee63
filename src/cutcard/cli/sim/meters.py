"""Growing meters of a run: what they showed at their hits, and their wagers' edges in the long run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cutcard.cli.odds.answers import exact
from cutcard.cli.odds.tables import percent
from cutcard.cli.printing import files as writing
from cutcard.money import dollars
from cutcard.sim import Evolved, LongRun, MeterResult
from cutcard.terminal import output

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

    from cutcard.odds import Exact
    from cutcard.sim import Simulated


@dataclass(frozen=True)
class Grown:
    """What is told of growing meters; nothing where they stand still."""

    meters: Sequence[MeterResult] = ()
    long_runs: Sequence[LongRun] = ()

    def draw(self, ran: Simulated, path: Path) -> None:
        """Write a picture of the meters."""
        from cutcard.reports import meters_picture

        content = meters_picture(self.meters, ran.plan, ran.outcome.totals.rounds)
        writing.write(path, content, option="--plot")


def grown(ran: Simulated, *, compare: bool) -> Grown:
    """The meters of a run beside the exact figures."""
    totals = ran.outcome.totals
    if not isinstance(totals, Evolved):
        return Grown()
    from cutcard.cli.printing import progress as odds_progress
    from cutcard.sim import meters_beside_exact

    with odds_progress.bar("exact odds"):
        return Grown(*meters_beside_exact(totals, ran.scenario, ran.table, compute=compare))


def answer(found: Grown) -> dict[str, object]:
    """As plain values."""
    return {each.name: _meter(each) for each in found.meters}


def _meter(found: MeterResult) -> dict[str, object]:
    return {
        "wager": found.wager,
        "rate_of_progression": float(found.rate),
        "reset": f"{found.reset:.2f}",
        "shows": f"{found.shows:.2f}",
        "hits": found.hits,
        "paid": dollars(found.paid),
        "return": found.return_,
        "mean_at_hit": found.mean,
        "standard_error": found.standard_error,
        "standard_deviation": found.standard_deviation,
        "exact_mean_at_hit": None if found.exact is None else exact(found.exact),
        "z": found.z,
        "percentiles": {str(each): amount for each, amount in found.percentiles.items()},
        "histogram": [
            {"from": round(each.least, 2), "to": round(each.above, 2), "count": each.count}
            for each in found.histogram
        ],
    }


def long_run(found: Grown, wager: str) -> dict[str, object] | None:
    """A wager's long run as plain values."""
    for each in found.long_runs:
        if each.wager == wager:
            return {
                "house_edge": each.house_edge,
                "standard_error": each.standard_error,
                "exact_house_edge": None if each.exact is None else exact(each.exact),
                "z": each.z,
            }
    return None


def print_meters(found: Grown, to: Console) -> None:
    """A table of meters, and one of edges."""
    from cutcard.cli.sim.tables import z_text

    if found.long_runs:
        rows = [
            [
                each.wager,
                *map(_percent, (each.house_edge, each.standard_error, each.exact)),
                z_text(each.z),
            ]
            for each in found.long_runs
        ]
        columns = ["with contributions and seeds", "house edge#", "std. error#", "full shoe#", "z#"]
        output.print_table(to, columns, rows)
    if found.meters:
        columns = ["meter", "hits#", "mean at hit#", "std. error#", "full shoe#", "z#"]
        columns += ["median#", "5%#", "95%#", "shows now#"]
        rows = [
            [
                each.name,
                f"{each.hits:,}",
                *map(_dollars, (each.mean, each.standard_error, each.exact)),
                z_text(each.z),
                *(_dollars(each.percentiles.get(part)) for part in (50, 5, 95)),
                _dollars(each.shows),
            ]
            for each in found.meters
        ]
        output.print_table(to, columns, rows)


def _percent(part: Exact | None) -> str:
    return "" if part is None else percent(part)


def _dollars(amount: Exact | None) -> str:
    return "" if amount is None else f"${float(amount):,.2f}"
