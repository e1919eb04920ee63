"""How long `cutcard sim DOCUMENT` takes to its first result, with nothing kept and from the cache.

Of each document a run of few rounds in an empty cache folder, where chart, tables and machine code are
all made; then the best of a few more. What counts is the clock, less what the program waited for a core
that others had (Linux tells it; elsewhere nothing is taken off). Processor time, of the process that
compiles beside it too, stands there as well: with one core that is the time. Exit code 1 when a limit
is missed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from cutcard.law import document_ids

LIMITS = {"cold": 15.0, "from the cache": 2.0}
TIMES = {"cold": 1, "from the cache": 3}
ROUNDS = "100000"
LOOK_EVERY = 0.02
NANO = 1e-9


class Took(NamedTuple):
    quiet: float
    """By the clock, less what was waited for a core."""
    clock: float
    used: float
    """Processor time."""


def first_result(document: str, folder: str) -> Took:
    """What one run of the command took."""
    environment = {key: each for key, each in os.environ.items() if key != "NUMBA_CACHE_DIR"}
    environment |= {"CUTCARD_CACHE": folder, "PYTHONPATH": os.pathsep.join(sys.path[1:])}
    command = [sys.executable, "-m", "cutcard", "sim", document, "--rounds", ROUNDS]
    start, before, waited = time.perf_counter(), os.times(), 0.0
    running = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    while running.poll() is None:
        with suppress(OSError, IndexError):
            told = Path(f"/proc/{running.pid}/schedstat").read_text()
            waited = int(told.split()[1]) * NANO
        time.sleep(LOOK_EVERY)
    if running.returncode:
        sys.exit(f"{' '.join(command)}: exit code {running.returncode}")
    clock, after = time.perf_counter() - start, os.times()
    used = after.children_user - before.children_user + after.children_system - before.children_system
    return Took(clock - waited, clock, used)


def main() -> int:
    """Print each document's two times as parts of their limits."""
    missed = False
    for document in document_ids():
        with tempfile.TemporaryDirectory() as folder:
            for name, limit in LIMITS.items():
                took = min(first_result(document, folder) for _ in range(TIMES[name]))
                verdict = "FAIL" if took.quiet > limit else "PASS"
                print(
                    f"first result of {document}, {name}: {took.quiet:.2f} s (by the clock "
                    f"{took.clock:.2f} s with waiting for a core; {took.used:.2f} s of processor time) "
                    f"= {took.quiet / limit:.2f} x the limit of {limit:g} s  {verdict}",
                    flush=True,
                )
                missed = missed or took.quiet > limit
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
