"""Run as `python -m sim.on_stand_in`: plans played on numba's own stand-in for a GPU.

It must be a process of its own: numba reads its settings when it is imported. Without the compiler whole
numbers are numpy's, which warn where they come round, as they are meant to.
"""

from __future__ import annotations

import json
import pickle
import sys
import warnings


def main() -> None:
    """Plans and units come in; a line with a unit's sums, and its rounds where asked, goes out."""
    warnings.filterwarnings("ignore", message="overflow encountered", category=RuntimeWarning)
    import numpy as np

    from cutcard.sim.runs.engine import Engine

    while True:
        try:
            plan, unit, counts_rounds = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        engine = Engine(plan, device="gpu")
        if engine.logs:
            ran = engine.logged(unit, 1)
            found = [ran.sums.tolist(), ran.entries.tolist()]
        else:
            rounds = np.zeros(int(counts_rounds), dtype=np.int64)
            found = [engine.run(unit, 1, rounds).tolist(), rounds.tolist()]
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
