"""Plans played on numba's stand-in for a GPU: one process for all of them, as it takes long to start."""

from __future__ import annotations

import atexit
import json
import os
import pickle
import select
import subprocess
import sys
from functools import cache
from pathlib import Path

import cutcard
from cutcard.sim.plan import Plan

PATHS = os.pathsep.join([str(Path(cutcard.__file__).parents[1]), str(Path(__file__).parents[1])])
SETTINGS = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": PATHS}
PATIENCE_SECONDS = 300


class StandIn:
    """The process, which plays one plan after the other."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sim.on_stand_in"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **SETTINGS},
        )
        atexit.register(self.close)

    def play(self, plan: Plan, unit: int, *, counts_rounds: bool) -> list[object]:
        """What a unit comes to."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        pickle.dump((plan, unit, counts_rounds), self.process.stdin)
        self.process.stdin.flush()
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE_SECONDS)
        line = self.process.stdout.readline() if ready else b""
        if not line:
            self.close()
            _started.cache_clear()
            raise AssertionError("the stand-in did not answer; what it said stands on standard error")
        found: list[object] = json.loads(line)
        return found

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.communicate()


@cache
def _started() -> StandIn:
    return StandIn()


def on_stand_in(plan: Plan, unit: int = 3) -> list[object]:
    """What a unit comes to there: its sums, and its rounds or what was logged."""
    return _started().play(plan, unit, counts_rounds=True)


def sums_on_stand_in(plan: Plan, unit: int) -> object:
    """The same sums where nobody asks for the rounds."""
    return _started().play(plan, unit, counts_rounds=False)[0]
