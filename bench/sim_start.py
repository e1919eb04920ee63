"""How long `cutcard sim DOCUMENT` takes to its first result, with nothing kept and from the cache.

Of each document a run of few rounds in an empty cache folder, where chart, tables and machine code are
all made; then the best of a few more. Processor time counts, which is what a quiet core would take; the
clock's stands beside it. Exit code 1 when a limit is missed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from cutcard.law import DOCUMENTS

LIMITS = {"cold": 15.0, "from the cache": 2.0}
TIMES = {"cold": 1, "from the cache": 3}
ROUNDS = "100000"


def first_result(document: str, folder: str) -> tuple[float, float]:
    """Processor time and seconds of one run of the command."""
    environment = {key: each for key, each in os.environ.items() if key != "NUMBA_CACHE_DIR"}
    environment |= {"CUTCARD_CACHE": folder, "PYTHONPATH": os.pathsep.join(sys.path[1:])}
    command = [sys.executable, "-m", "cutcard", "sim", document, "--rounds", ROUNDS, "--workers", "1"]
    start, before = time.perf_counter(), os.times()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    seconds, after = time.perf_counter() - start, os.times()
    used = after.children_user - before.children_user + after.children_system - before.children_system
    return used, seconds


def main() -> int:
    """Print each document's two times as parts of their limits."""
    missed = False
    for document in DOCUMENTS:
        with tempfile.TemporaryDirectory() as folder:
            for name, limit in LIMITS.items():
                used, seconds = min(first_result(document, folder) for _ in range(TIMES[name]))
                verdict = "FAIL" if used > limit else "PASS"
                print(
                    f"first result of {document}, {name}: {used:.2f} s of a core (by the clock "
                    f"{seconds:.2f} s) = {used / limit:.2f} x the limit of {limit:g} s  {verdict}",
                    flush=True,
                )
                missed = missed or used > limit
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
