"""How long the odds of all side wagers take, with every paytable and number of decks, in all documents.

Two processes from a cold start, then once more from the cache, each in a new interpreter. Prints the
seconds as ratios to their limits, with PASS or FAIL; exit code 1 when one is missed. The limits are for
two free cores: where the processor time printed beside a time is much less than twice it, the machine
was busy.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

LIMITS = {"cold": 20.0, "from the cache": 1.0}
ONCE = "--once"


def list_all() -> None:
    from cutcard.law import document_ids
    from cutcard.odds.catalogue import WORKERS, CatalogueRequest, listing

    found = listing([CatalogueRequest(name, by_play=False) for name in document_ids()], workers=WORKERS)
    entries = [entry for each in found for entry in each]
    without = sum(entry.answer is None for entry in entries)
    print(f"{len(entries)} answers, {without} of them a reason why there is no figure")


def run(folder: str) -> tuple[str, float, float]:
    """What it printed, its seconds by the clock, and of processor time."""
    environment = {**os.environ, "CUTCARD_CACHE": folder}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path[1:])
    start, before = time.perf_counter(), os.times()
    done = subprocess.run(
        [sys.executable, __file__, ONCE], env=environment, check=True, capture_output=True, text=True
    )
    seconds, after = time.perf_counter() - start, os.times()
    used = after.children_user - before.children_user + after.children_system - before.children_system
    return done.stdout.strip(), seconds, used


def main() -> int:
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        for name, limit in LIMITS.items():
            told, seconds, processor = run(folder)
            ratio = seconds / limit
            verdict = "FAIL" if ratio > 1 else "PASS"
            print(
                f"side wagers, {name}: {seconds:.2f} s (processor {processor:.2f} s) = {ratio:.2f} x "
                f"the limit of {limit:g} s  {verdict}  ({told})"
            )
            missed = missed or ratio > 1
    return 1 if missed else 0


if __name__ == "__main__":
    if ONCE in sys.argv:
        list_all()
    else:
        sys.exit(main())
