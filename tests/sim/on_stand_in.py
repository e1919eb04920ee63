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
    """Plans and first units come in; the sums of one unit each, and its rounds, go out."""
    warnings.filterwarnings("ignore", message="overflow encountered", category=RuntimeWarning)
    from cutcard.sim.engine import Engine

    found: list[object] = []
    for plan, first in pickle.load(sys.stdin.buffer):
        engine = Engine(plan, device="gpu")
        if engine.logs:
            ran = engine.logged(first, 1)
            found.append([ran.sums.tolist(), ran.entries.tolist()])
        else:
            found.append([engine.run(first, 1).tolist(), engine.rounds_of(first, 1).tolist()])
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
