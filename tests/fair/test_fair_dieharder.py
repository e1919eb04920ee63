"""The shuffle as a stream of bytes through dieharder, and the stream of a bad source, which must fail.

Each test of dieharder answers with a p-value: how badly its own samples' p-values fit a uniform
distribution (Kolmogorov and Smirnov). With the few samples taken here that p-value leans towards 1, so
only small ones are held against the stream: at 99% with Holm's correction, and once more, on fresh
bytes at 99.9%, where the first round fails. A fair stream fails with a chance of at most 1e-5.
"""

from __future__ import annotations

import itertools
import os
import secrets
import shutil
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import cutcard
from cutcard.fair.shuffle import in_any_order
from fair.battery import fails
from fair.stream import bits, choices, chunks, congruential

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
FAR_OUT = 1e-7

needs_dieharder = pytest.mark.skipif(
    shutil.which("dieharder") is None,
    reason="dieharder is absent (a Debian package; `make test-long` installs it where it may)",
)


def ask(name: str, source: str) -> dict[str, float]:
    """The p-values of one of dieharder's tests on a stream of its own."""
    number, samples, amount = TESTS[name]
    command = ["dieharder", "-d", str(number), "-g", "200", "-p", str(samples)]
    command += ["-t", str(amount)] if amount else []
    for column in COLUMNS:
        command += ["-D", column]
    stream = subprocess.Popen(
        [sys.executable, "-m", "fair.stream", source],
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


def all_asked() -> dict[str, float]:
    """Every test on the live shuffle, as many at once as there are cores."""
    found: dict[str, float] = {}
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for answered in pool.map(lambda name: ask(name, "live"), TESTS):
            found |= answered
    return found


@pytest.mark.long
@needs_dieharder
def test_the_stream_of_the_shuffle_passes_dieharder() -> None:
    assert fails(all_asked) == []


@pytest.mark.long
@needs_dieharder
@pytest.mark.parametrize(
    ("source", "caught_by"), [("congruential", "count the 1s"), ("remainder", "monobit")]
)
def test_the_stream_of_a_bad_source_fails_dieharder(source: str, caught_by: str) -> None:
    found = ask(caught_by, source)
    assert all(p < FAR_OUT for p in found.values()), found


def test_an_order_is_one_list_of_choices() -> None:
    """Every order has choices of its own, and the choices that the shuffle took come back."""
    every = list(itertools.permutations(range(5)))
    assert len({tuple(choices(order)) for order in every}) == len(every)
    taken: list[tuple[int, int]] = []

    def below(limit: int) -> int:
        taken.append((limit, secrets.randbelow(limit)))
        return taken[-1][1]

    order = in_any_order(range(52), below=below)
    assert list(choices(order)) == taken


@pytest.mark.parametrize("limit", [2, 3, 5, 8, 52, 255, 312])
def test_the_bits_of_a_choice_have_no_bias(limit: int) -> None:
    """Over all its values a choice leaves every pattern of so many bits equally often."""
    counted = Counter(bits(limit, chosen) for chosen in range(limit))
    assert set(counted.values()) == {1}
    for length in {length for length, _ in counted}:
        assert sum(each == length for each, _ in counted) == 1 << length


def test_the_stream_is_whole_bytes_and_never_the_same() -> None:
    made = chunks()
    first, second = next(made), next(made)
    assert first != second
    assert min(len(first), len(second)) > 200


def test_the_bad_source_is_bad() -> None:
    """Its lowest bit comes and goes in turn, as that of every such generator does."""
    below = congruential()
    assert [below(2) for _ in range(6)] in ([0, 1, 0, 1, 0, 1], [1, 0, 1, 0, 1, 0])
