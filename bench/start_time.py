"""How long the command line takes to start, and to give its first answers.

Starts are held against the bare interpreter and `import typer`; the best of several runs counts, for a
busy machine only ever adds to one. First answers are given twice: cold, with nothing computed or
compiled before, and warm. Prints each time in seconds with PASS or FAIL against its limit; exit code 1
when one is missed. Answers are held to their limits by processor time. Where a start's is much less than
its seconds, the machine was busy.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 15
LIMITS = {"cutcard --help": 0.3, "cutcard settle": 0.6}
HAND = ["odds", "hand", "md-blackjack", "--cards", "8h 8d", "--up", "Tc"]
MAIN = ["odds", "md-blackjack", "main"]
COLD_LIMITS = {
    "odds hand": (HAND, 4.0),
    "odds main": (MAIN, 4.0),
    "odds main, switch": ([*MAIN, "--variation", "switch"], 10.0),
    "check": (["check", "examples/submission.toml"], 2.0),
}
WARM_LIMIT = 0.4
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
    done = subprocess.run([sys.executable, *arguments], env=environment, stdout=subprocess.DEVNULL)
    assert done.returncode <= 1, arguments  # 1 is an answer: not compliant
    after = os.times()
    used = after.children_user - before.children_user + after.children_system
    return time.perf_counter() - start, used - before.children_system


def environment_of(folder: Path) -> dict[str, str]:
    """Compiled files of Python are kept, as in an installed program; answers in their own folder."""
    environment = {key: v for key, v in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
    environment["CUTCARD_CACHE"] = str(folder / "answers")
    environment["PYTHONPATH"] = os.pathsep.join(sys.path[1:])
    return environment


def measure(folder: Path) -> dict[str, tuple[float, float]]:
    """What to run -> its best seconds."""
    environment = environment_of(folder)
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


def first_answers(folder: Path) -> bool:
    """Print how long each first answer takes, cold and warm; whether one is late."""
    missed = False
    for name, (arguments, limit) in COLD_LIMITS.items():
        environment = environment_of(folder)
        run_once(["-m", "cutcard", *arguments], environment)  # compiles the files of Python
        shutil.rmtree(environment["CUTCARD_CACHE"])
        for state, most in (("cold", limit), ("warm", WARM_LIMIT)):
            seconds, processor = run_once(["-m", "cutcard", *arguments], environment)
            is_late = processor > most
            verdict = "FAIL" if is_late else "PASS"
            print(
                f"{name + ', ' + state:24}processor {processor:6.2f} s ({seconds:.2f} s)"
                f"  limit {most} s  {verdict}"
            )
            missed = missed or is_late
    return missed


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        found = measure(Path(folder))
        missed = first_answers(Path(folder))
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
