"""How the simulator's time and memory grow with boxes, side wagers and rounds.

    python bench/sim_growth.py [PICTURE.svg]

Processor time of one core in nanoseconds for a box-round (a box played to its end), best of several;
the bytes of all tables and of a worker's arrays. Rounds cost no memory: a run keeps the same sums, be it
as long as it may. Exit code 1 where a box more, or ten times the rounds, costs more than it should.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

from cutcard.results import Drawing
from cutcard.results.picture import draw
from cutcard.sim.runs.engine import Engine
from sim_tables import SIDES, plan

BOXES = (1, 2, 3, 5, 8)
UNITS, LATER, TIMES = 64, 1 << 20, 5
MOST_GROWTH = 1.5
"""A box-round among eight boxes takes at most so many times that among two."""
MOST_LONGER = 1.25
"""And a round of a run ten times as long as one of the shorter run."""


def nanoseconds(engine: Engine, units: int = UNITS) -> float:
    """For a box-round."""
    engine.run(0, 1)
    best = float("inf")
    for _ in range(TIMES):
        began = time.process_time()
        rounds = int(engine.run(LATER, units)[1])
        best = min(best, (time.process_time() - began) / (rounds * engine.plan.boxes))
    return 1e9 * best


def memory(tables: Any) -> int:
    """The bytes of all arrays in nested tables."""
    if isinstance(tables, np.ndarray):
        return tables.nbytes
    return sum(map(memory, tables)) if isinstance(tables, tuple) else 0


def main() -> int:
    """Print what grows, and draw it where a file is named."""
    records: list[dict[str, Any]] = []
    for sides, name in (({}, "no side wagers"), (SIDES, "five side wagers")):
        for boxes in BOXES:
            engine = Engine(plan(boxes=boxes, sides=sides), is_staged=True)
            took, size = nanoseconds(engine), memory(engine.staged.table())
            records.append({"boxes": str(boxes), "wagers": name, "nanoseconds": took})
            print(
                f"{boxes} boxes, {name:16} {took:6.1f} ns a box-round {size / 1024:8.0f} KB", flush=True
            )
    by = {(int(each["boxes"]), each["wagers"]): each["nanoseconds"] for each in records}
    growth = max(by[8, name] / by[2, name] for _, name in by)
    five = Engine(plan(boxes=5))
    longer = nanoseconds(five, 10 * UNITS) / nanoseconds(five)
    print(f"eight boxes / two, for a box-round: {growth:.2f}, at most {MOST_GROWTH:.2f}")
    print(f"ten times the rounds, for each: {longer:.2f}, at most {MOST_LONGER:.2f}")
    if len(sys.argv) > 1:
        titles = {"title": "Processor time of a box-round", "y_title": "Nanoseconds"}
        draw(Drawing("lines", records, "boxes", "nanoseconds", "wagers", **titles)).save(sys.argv[1])
    return int(growth > MOST_GROWTH or longer > MOST_LONGER)


if __name__ == "__main__":
    sys.exit(main())
