"""Dieharder's tests on a stream of bytes that a module of the tests writes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import cutcard

PATHS = os.pathsep.join([str(Path(cutcard.__file__).parents[1]), str(Path(__file__).parents[1])])
COLUMNS = ("test_name", "ntuple", "tsamples", "psamples", "pvalues")
# Number of the test, how many samples, and how much each takes where it is not the usual amount.
TESTS = {
    "birthdays": (0, 30, None),
    "rank of 32x32": (2, 8, 5_000),
    "bitstream": (4, 6, None),
    "count the 1s": (8, 16, None),
    "parking lot": (10, 30, None),
    "2d sphere": (11, 30, None),
    "3d sphere": (12, 30, None),
    "runs": (15, 10, None),
    "monobit": (100, 20, 50_000),
    "runs of bits": (101, 20, 25_000),
    "permutations": (202, 10, 10_000),
}

needs_dieharder = pytest.mark.skipif(
    shutil.which("dieharder") is None,
    reason="dieharder is absent (a Debian package; `make test-long` installs it where it may)",
)


def ask(name: str, module: str, source: str) -> dict[str, float]:
    """The p-values of one of dieharder's tests on a stream of its own."""
    number, samples, amount = TESTS[name]
    command = ["dieharder", "-d", str(number), "-g", "200", "-p", str(samples)]
    command += ["-t", str(amount)] if amount else []
    for column in COLUMNS:
        command += ["-D", column]
    stream = subprocess.Popen(
        [sys.executable, "-m", module, source],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": PATHS},
    )
    assert stream.stdout is not None
    with stream:
        done = subprocess.run(
            command, stdin=stream.stdout, capture_output=True, text=True, check=True, timeout=900
        )
        stream.stdout.close()
        stream.terminate()
    rows = [line.split("|") for line in done.stdout.splitlines() if line.count("|") >= len(COLUMNS) - 1]
    found = [float(row[4]) for row in rows if row[0].strip() != "test_name" and "#" not in row[0]]
    assert found, done.stdout
    return {f"{name} {index}": p for index, p in enumerate(found)}


def all_asked(module: str, source: str) -> dict[str, float]:
    """Every test, as many at once as there are cores."""
    found: dict[str, float] = {}
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for answered in pool.map(lambda name: ask(name, module, source), TESTS):
            found |= answered
    return found
