"""How long the command line takes to start, against the bare interpreter and `import typer`.

Prints each time in seconds and as ratios, with PASS or FAIL against its limit; exit code 1 when one
is missed. The best of several runs counts: a busy machine only ever adds to a start.
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


def best_seconds(arguments: list[str], environment: dict[str, str]) -> float:
    """The shortest of several runs of the interpreter, after one to warm the caches."""
    found = []
    for _ in range(RUNS + 1):
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, *arguments], env=environment, check=True, stdout=subprocess.DEVNULL
        )
        found.append(time.perf_counter() - start)
    return min(found[1:])


def measure(folder: Path) -> dict[str, float]:
    """What to run -> its seconds. Compiled files are kept, as in an installed program."""
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
    return {name: best_seconds(run, environment) for name, run in programs.items()}


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        found = measure(Path(folder))
    missed = False
    for name, seconds in found.items():
        told = f"{name:16}{seconds:7.3f} s = {seconds / found['python']:5.1f} x python"
        told += f", {seconds / found['import typer']:4.1f} x import typer"
        if name in LIMITS:
            is_late = seconds > LIMITS[name]
            told += f"  limit {LIMITS[name]} s  {'FAIL' if is_late else 'PASS'}"
            missed = missed or is_late
        print(told)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
