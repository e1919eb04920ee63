"""The totals of every unit of work of a run, as a CSV file."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cutcard.cli import writing

if TYPE_CHECKING:
    from cutcard.sim.simulating import Simulated

OPTION: Final = "--export"
MOST_UNITS: Final = 1_000_000
LEFT_OUT: Final = (".unit_square", ".unit_cross")
"""Columns that only sums over units need."""


def target(name: str) -> Path:
    """Where to write; refused before any work where that cannot be done."""
    return writing.target(name, (".csv",), option=OPTION)[0]


def write(ran: Simulated, path: Path) -> list[str]:
    """Write a line for each unit; what there is to say about it."""
    from cutcard.sim.engine import Engine
    from cutcard.sim.evolved import Evolution
    from cutcard.sim.totals import Totals

    engine = Engine(ran.plan, device="cpu")
    totals = Evolution(engine).nothing() if ran.plan.growing else Totals.nothing(engine.columns)
    units = ran.outcome.totals.units
    shown = [
        (place, name)
        for place, name in enumerate(totals.columns)
        if not name.endswith(LEFT_OUT) and name != "units"
    ]
    content = io.StringIO()
    lines = csv.writer(content, lineterminator="\n")
    lines.writerow(["unit", *(name for _, name in shown)])
    for unit in range(min(units, MOST_UNITS)):
        after = totals.plus(engine.logged(unit, 1) if ran.plan.growing else engine.run(unit, 1))
        lines.writerow([unit, *(after.values[place] - totals.values[place] for place, _ in shown)])
        totals = after
    writing.write(path, content.getvalue(), option=OPTION)
    if units > MOST_UNITS:
        return [f"{path} has the first {MOST_UNITS:,} of {units:,} units of work"]
    return []
