"""The totals of every unit of work of a run, as a CSV file or, with pyarrow, as a Parquet one."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from cutcard import sim, terminal
from cutcard.cli import printing
from cutcard.compute import tell

OPTION: Final = "--export"
PARQUET: Final = ".parquet"
MOST_UNITS: Final = 1_000_000
REPORTED_UNITS: Final = 100
"""How many units are gone through between two reports of progress."""
LEFT_OUT: Final = (".unit_square", ".unit_cross", ".at_hit_square")
"""Columns that only sums over units need, beside those of cycles."""

Row = Sequence[int]


def check_file(name: str) -> Path:
    """The file to write; refused before any work where it cannot be written."""
    path, kind = printing.target(name, (".csv", PARQUET), option=OPTION)
    if kind == PARQUET:
        _pyarrow()
    return path


def _pyarrow() -> tuple[Any, Any]:
    """pyarrow, which is optional: it is imported where a Parquet file is asked for."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise sim.SimError(
            "export: a Parquet file needs pyarrow (pip install 'cutcard[parquet]'); or write FILE.csv"
        ) from None


def export_units(run: sim.Simulated, path: Path) -> list[str]:
    """Write a line for each unit, unless Ctrl-C leaves it out; notes about it."""
    units = min(run.outcome.totals.units, MOST_UNITS)
    if run.outcome.interrupted:
        terminal.complain(f"note: {path}: going through {units:,} units again; Ctrl-C leaves it out")
    try:
        with printing.bar("export"):
            return write_units(run, path)
    except KeyboardInterrupt:
        return [f"{OPTION} {path} was left out: interrupted before it was written"]


def write_units(run: sim.Simulated, path: Path) -> list[str]:
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
    rows: list[Row] = []
    for unit in range(min(units, MOST_UNITS)):
        if unit % REPORTED_UNITS == 0:
            tell("export", unit, min(units, MOST_UNITS))
        after = totals.plus(engine.logged(unit, 1) if is_growing else engine.run(unit, 1))
        rows.append([unit, *(after.values[place] - totals.values[place] for place, _ in shown)])
        totals = after
    encode = _parquet if path.suffix.lower() == PARQUET else _csv
    printing.write(path, encode(["unit", *(name for _, name in shown)], rows), option=OPTION)
    if units > MOST_UNITS:
        return [f"{path} has the first {MOST_UNITS:,} of {units:,} units of work"]
    return []


def _csv(names: Sequence[str], rows: Sequence[Row]) -> bytes:
    content = io.StringIO()
    writer = csv.writer(content, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(rows)
    return content.getvalue().encode()


def _parquet(names: Sequence[str], rows: Sequence[Row]) -> bytes:
    arrow, parquet = _pyarrow()
    columns = [arrow.array(column, type=arrow.int64()) for column in zip(*rows, strict=True)]
    content = io.BytesIO()
    parquet.write_table(arrow.table(columns, names=list(names)), content)
    return content.getvalue()
