"""How fast the simulator is on a GPU, beside another's where there is one, and whether it counts right.

    CUTCARD_GPU_PEER=path/to/a/script.py python bench/sim_gpu_speed.py [NAME ...]

The tables are those of `sim_speed.py`; names choose among them, `same` only compares sums. The script
is the reader's own, built around a peer: it prints JSON lines, of which the greatest `rounds_per_second`
counts. Seconds by the clock, best of several, in box-rounds (a box played to its end). Each line says
its limit: a part of the peer's rate with one bare box, or box-rounds a second. The GPU's sums over some
units must be those of the processor, for every table here and for more of every other shape. Needs NumPy
and Numba alone. Exit code 1 when a limit is missed or a sum differs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial

from cutcard.odds.strategy import count_of
from cutcard.sim.kernels.gpu import driver as gpu_driver
from cutcard.sim.plan import Plan, WatchRequest
from cutcard.sim.problem import SimError
from cutcard.sim.runs.engine import Engine
from sim_tables import (
    BOTH_HANDS,
    MASSACHUSETTS,
    SHAPES,
    SIDES,
    VARIATIONS,
    WITH_BUSTER,
    of_document,
    plan,
    rate,
)

TIMES = 2
SECONDS = 1.0
"""A batch is made about so long."""
SAME_UNITS = 3000
LATER, FIRST_UNITS, MOST_UNITS, ROUNDS_OF_UNIT = 1 << 20, 1 << 17, 1 << 28, 500
ONE, FIVE = "one box", "five boxes"
SAME = "same"
G = 1e9


def peer_rate(script: str) -> float:
    """The best rate that the peer's script tells."""
    done = subprocess.run([sys.executable, script], stdout=subprocess.PIPE, text=True, check=True)
    told = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return max(float(each["rounds_per_second"]) for each in told if "rounds_per_second" in each)


def best(engine: Engine) -> float:
    """Box-rounds a second, compiled before."""
    boxes, units, found = engine.plan.boxes, FIRST_UNITS, 0.0
    engine.run(0, units)
    for _ in range(1 + TIMES):
        found = max(found, rate(partial(_played, engine, units), time.perf_counter))
        units = max(FIRST_UNITS, min(MOST_UNITS, int(found * SECONDS / (ROUNDS_OF_UNIT * boxes))))
    return found


def _played(engine: Engine, units: int) -> int:
    return int(engine.run(LATER, units)[1]) * engine.plan.boxes


def is_same(asked: Plan) -> bool:
    """Whether both devices come to the same sums."""
    ours, theirs = (Engine(asked, device=device) for device in ("gpu", "cpu"))
    if ours.logs:
        one, other = (each.logged(7, SAME_UNITS) for each in (ours, theirs))
        return bool((one.sums == other.sums).all()) and one.entries.tolist() == other.entries.tolist()
    return bool((ours.run(7, SAME_UNITS) == theirs.run(7, SAME_UNITS)).all())


def cases() -> dict[str, tuple[Plan, float | None, float | None]]:
    """By name: the plan, its least part of the peer's rate, and its least box-rounds a second."""
    five = plan(boxes=5)
    found: dict[str, tuple[Plan, float | None, float | None]] = {
        ONE: (plan(), 5.5, None),
        f"{ONE}, each round a full shoe": (plan(depth=None), None, None),
        f"{ONE}, five side wagers": (plan(sides=SIDES), None, 4 * G),
        f"{ONE}, five, one on the dealer": (plan(sides=WITH_BUSTER), None, 4 * G),
        f"{ONE}, five, to their ends": (plan(sides=BOTH_HANDS), None, 4 * G),
        f"{ONE} of Massachusetts, five": (of_document("ma-blackjack", MASSACHUSETTS), None, 4 * G),
        "two boxes": (plan(boxes=2), None, None),
        FIVE: (five, None, None),
        f"{FIVE}, five side wagers": (plan(boxes=5, sides=SIDES), 1.0, None),
        "seven boxes, five side wagers": (plan(boxes=7, sides=SIDES), None, None),
        f"{FIVE}, a count": (replace(five, watch=WatchRequest(count_of("hilo"))), None, None),
    }
    for name, variation in VARIATIONS.items():
        found[name] = (variation(), None, None)
    return found


def main() -> int:
    """Print rates and ratios; 1 when something is missed; 0 also where there is no GPU."""
    try:
        gpu_driver.check()
    except SimError:
        print("no GPU here")
        return 0
    script = os.environ.get("CUTCARD_GPU_PEER")
    theirs = peer_rate(script) if script else None
    print(f"peer: {theirs / G:.2f} G rounds/s" if theirs else "CUTCARD_GPU_PEER: no peer", flush=True)
    passed, chosen = True, sys.argv[1:]
    for name, (asked, part, least) in cases().items():
        if chosen and name not in chosen:
            continue
        began = time.perf_counter()
        same = is_same(asked)
        waited = time.perf_counter() - began
        found = best(Engine(asked, device="gpu"))
        limit = least if part is None or theirs is None else part * theirs
        good = same and (limit is None or found >= limit)
        passed &= good
        words = f"{found / G:8.3f} G box-rounds/s"
        words += "" if theirs is None else f"  {found / theirs:6.2f} of the peer's"
        words += "" if limit is None else f"  at least {limit / G:.2f}"
        same_text = "the processor's sums" if same else "NOT the processor's sums"
        print(
            f"{name:34}{words}  {same_text} ({waited:.0f} s)  {'PASS' if good else 'FAIL'}", flush=True
        )
    for name, asked_for in SHAPES.items():
        if chosen and name not in chosen and SAME not in chosen:
            continue
        began = time.perf_counter()
        passed &= (same := is_same(asked_for()))
        waited = time.perf_counter() - began
        print(f"{name:34}{'the' if same else 'NOT the'} processor's sums ({waited:.0f} s)", flush=True)
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
