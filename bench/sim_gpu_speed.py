"""How fast the simulator is on a GPU, beside another's where there is one, and whether it counts right.

    CUTCARD_GPU_PEER=path/to/a/script.py python bench/sim_gpu_speed.py

The tables are those of `sim_speed.py`. The script is the reader's own, built around a peer: it prints
JSON lines, of which the greatest `rounds_per_second` counts. Seconds by the clock, best of several:
`ours / peer` must be at least its limit. The GPU's sums over some units must be those of the processor.
Needs NumPy and Numba alone. Exit code 1 when a limit is missed or a sum differs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

from cutcard.sim.kernels.gpu import driver as gpu_driver
from cutcard.sim.plan import Plan
from cutcard.sim.problem import SimError
from cutcard.sim.runs.engine import Engine
from sim_tables import SIDES, plan, rate, verdict

TIMES = 3
LIMIT = 5.0
SAME_UNITS = 100
LOCKSTEP_UNITS, FRESH_UNITS, STAGED_UNITS = 1 << 28, 1 << 24, 1 << 21


def peer_rate(script: str) -> float:
    """The best rate that the peer's script tells."""
    done = subprocess.run([sys.executable, script], stdout=subprocess.PIPE, text=True, check=True)
    told = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return max(float(each["rounds_per_second"]) for each in told if "rounds_per_second" in each)


def best(engine: Engine, units: int) -> float:
    """Rounds a second, compiled before."""
    engine.run(0, SAME_UNITS)
    return max(rate(lambda: int(engine.run(0, units)[1]), time.perf_counter) for _ in range(TIMES))


def is_same(asked: Plan) -> bool:
    """Whether both devices come to the same sums."""
    ours, theirs = (Engine(asked, device=device).run(7, SAME_UNITS) for device in ("gpu", "cpu"))
    return bool((ours == theirs).all())


def main() -> int:
    """Print rates and ratios; 1 when something is missed; 0 also where there is no GPU."""
    try:
        gpu_driver.check()
    except SimError:
        print("no GPU here")
        return 0
    cases = {
        "ours": (plan(), LOCKSTEP_UNITS),
        "each round from a full shoe": (plan(depth=None), FRESH_UNITS),
        "staged kernel, two boxes": (plan(boxes=2), STAGED_UNITS),
        "five side wagers": (plan(sides=SIDES), STAGED_UNITS),
    }
    passed = True
    rates: dict[str, float] = {}
    for name, (asked, units) in cases.items():
        rates[name] = best(Engine(asked, device="gpu"), units)
        same = is_same(asked)
        passed &= same
        told = "the processor's sums  PASS" if same else "not the processor's sums  FAIL"
        print(f"{name:28} {rates[name] / 1e9:8.3f} G rounds/s  {told}", flush=True)
    script = os.environ.get("CUTCARD_GPU_PEER")
    if not script:
        print("CUTCARD_GPU_PEER: no peer")
        return 0 if passed else 1
    theirs = peer_rate(script)
    print(f"{'peer':28} {theirs / 1e9:8.3f} G rounds/s")
    line, good = verdict("ours / peer", (rates["ours"], theirs), LIMIT)
    print(line)
    return 0 if passed and good else 1


if __name__ == "__main__":
    sys.exit(main())
