"""The totals of every unit of work of a run, as a CSV file or, with pyarrow, as a Parquet one."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cutcard.cli.printing import files as writing, progress as odds_progress
from cutcard.compute import tell
from cutcard.sim import OF_CYCLES, SimError
from cutcard.terminal import output

if TYPE_CHECKING:
    from cutcard.sim import Simulated

OPTION: Final = "--export"
PARQUET: Final = ".parquet"
MOST_UNITS: Final = 1_000_000
TOLD_UNITS: Final = 100
"""How many are gone through between two words about it."""
LEFT_OUT: Final = (".unit_square", ".unit_cross", ".at_hit_square", *(f".{each}" for each in OF_CYCLES))
"""Columns that only sums over units need."""


def target(name: str) -> Path:
    """Where to write; refused before any work where that cannot be done."""
    path, kind = writing.target(name, (".csv", PARQUET), option=OPTION)
    if kind == PARQUET:
        _pyarrow()
    return path


def _pyarrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise SimError(
            "export: a Parquet file needs pyarrow (pip install 'cutcard[parquet]'); or write FILE.csv"
        ) from None


def written(ran: Simulated, path: Path) -> list[str]:
    """Write a line for each unit, unless Ctrl-C leaves it out; what there is to say about it."""
    units = min(ran.outcome.totals.units, MOST_UNITS)
    if ran.outcome.interrupted:
        output.complain(f"note: {path}: going through {units:,} units again; Ctrl-C leaves it out")
    try:
        with odds_progress.bar("export"):
            return write(ran, path)
    except KeyboardInterrupt:
        return [f"{OPTION} {path} was left out: interrupted before it was written"]


def write(ran: Simulated, path: Path) -> list[str]:
    """Write a line for each unit; what there is to say about it."""
    from cutcard.sim import Engine, Evolution, Totals

    engine = Engine(replace(ran.plan, watch=None), device="cpu")
    totals = Evolution(engine).nothing() if ran.plan.growing else Totals.nothing(engine.columns)
    units = ran.outcome.totals.units
    shown = [
        (place, name)
        for place, name in enumerate(totals.columns)
        if not name.endswith(LEFT_OUT) and name != "units"
    ]
    names = ["unit", *(name for _, name in shown)]
    lines = []
    for unit in range(min(units, MOST_UNITS)):
        if unit % TOLD_UNITS == 0:
            tell("export", unit, min(units, MOST_UNITS))
        after = totals.plus(engine.logged(unit, 1) if ran.plan.growing else engine.run(unit, 1))
        lines.append([unit, *(after.values[place] - totals.values[place] for place, _ in shown)])
        totals = after
    made = _parquet if path.suffix.lower() == PARQUET else _csv
    writing.write(path, made(names, lines), option=OPTION)
    if units > MOST_UNITS:
        return [f"{path} has the first {MOST_UNITS:,} of {units:,} units of work"]
    return []


def _csv(names: Sequence[str], lines: Sequence[Sequence[int]]) -> bytes:
    content = io.StringIO()
    written = csv.writer(content, lineterminator="\n")
    written.writerow(names)
    written.writerows(lines)
    return content.getvalue().encode()


def _parquet(names: Sequence[str], lines: Sequence[Sequence[int]]) -> bytes:
    arrow, parquet = _pyarrow()
    columns = [arrow.array(column, type=arrow.int64()) for column in zip(*lines, strict=True)]
    content = io.BytesIO()
    parquet.write_table(arrow.table(columns, names=list(names)), content)
    return content.getvalue()
