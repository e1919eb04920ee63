"""How long the command line takes to start, against the bare interpreter and `import typer`.

Prints each time in seconds and as ratios, with PASS or FAIL against its limit; exit code 1 when one
is missed. The best of several runs counts: a busy machine only ever adds to a start. Where the
processor time printed beside it is much less, the machine was busy.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 15
LIMITS = {"cutcard --help": 0.3, "cutcard settle": 0.6}
ROUND = {
    "document": "md-blackjack",
    "wagers": {"lucky_ladies": "A"},
    "boxes": [{"box": 1, "stakes": {"main": "25", "lucky_ladies": "5"}}],
    "cards": ["Qh", "9c", "Qh", "Kd"],
    "decisions": [{"box": 1, "do": "stand"}],
}


def run_once(arguments: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Seconds by the clock, and of processor time, for one run of the interpreter."""
    start, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, *arguments], env=environment, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    used = after.children_user - before.children_user + after.children_system
    return time.perf_counter() - start, used - before.children_system


def measure(folder: Path) -> dict[str, tuple[float, float]]:
    """What to run -> its best seconds. Compiled files are kept, as in an installed program."""
    environment = {key: v for key, v in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
    environment["PYTHONPATH"] = os.pathsep.join(sys.path[1:])
    file = folder / "round.json"
    file.write_text(json.dumps(ROUND), encoding="utf-8")
    programs = {
        "python": ["-c", "pass"],
        "import typer": ["-c", "import typer"],
        "cutcard --help": ["-m", "cutcard", "--help"],
        "cutcard settle": ["-m", "cutcard", "settle", str(file)],
    }
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in programs}
    for _ in range(RUNS + 1):  # in turn, so that a busy moment falls on all of them
        for name, arguments in programs.items():
            runs[name].append(run_once(arguments, environment))
    # The first run compiles and fills the caches.
    return {name: (min(c for c, _ in r[1:]), min(p for _, p in r[1:])) for name, r in runs.items()}


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        found = measure(Path(folder))
    missed = False
    for name, (seconds, processor) in found.items():
        told = f"{name:16}{seconds:7.3f} s (processor {processor:.2f} s)"
        told += f" = {seconds / found['python'][0]:5.1f} x python"
        told += f", {seconds / found['import typer'][0]:4.1f} x import typer"
        if name in LIMITS:
            is_late = seconds > LIMITS[name]
            told += f"  limit {LIMITS[name]} s  {'FAIL' if is_late else 'PASS'}"
            missed = missed or is_late
        print(told)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
