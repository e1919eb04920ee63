"""Compiled loops are kept by all they are made of: nothing stale is ever run."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from numba.core import config

from cutcard.compute import compile_cache as compiled

SOURCE = str(Path(__file__).parents[2] / "src")
NUMBERS = "STEP = {step}\n"
INNER = """
from cutcard.compute.compile_cache import njit
from pack.numbers import STEP
@njit(cache=True)
def inner(x):
    return x + STEP + {more}
"""
OUTER = """
from cutcard.compute.compile_cache import njit
from pack.inner import inner
@njit(cache=True)
def outer(x):
    return inner(x)
print(outer(1), sum(outer.stats.cache_hits.values()), outer.stats.cache_path or "nowhere")
"""


Run = tuple[int, bool, str]


class Pack:
    """A package of two modules with loops, and one with a number that they use."""

    def __init__(self, folder: Path) -> None:
        self.home, self.kept = folder / "pack", folder / "kept"
        self.home.mkdir()
        (self.home / "outer.py").write_text(OUTER)
        self.change(step=10, more=100)

    def change(self, *, step: int, more: int) -> None:
        (self.home / "numbers.py").write_text(NUMBERS.format(step=step))
        (self.home / "inner.py").write_text(INNER.format(more=more))

    def run(self, **settings: str) -> Run:
        """What a program of its own comes to, whether it was kept, and where."""
        return self.run_together(1, **settings)[0]

    def run_together(self, many: int, **settings: str) -> list[Run]:
        """The same of programs that run at the same time."""
        given = {"PYTHONPATH": f"{SOURCE}{os.pathsep}{self.home.parent}", "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-c", "import pack.outer"]
        begun = [
            subprocess.Popen(command, env=given | settings, stdout=subprocess.PIPE, text=True)
            for _ in range(many)
        ]
        told = [each.communicate()[0].split(maxsplit=2) for each in begun]
        assert [each.returncode for each in begun] == [0] * many
        return [(int(value), bool(int(hits)), place.strip()) for value, hits, place in told]


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    return Pack(tmp_path)


def test_what_loops_call_and_the_numbers_they_take_name_their_folder(pack: Pack) -> None:
    at = {"CUTCARD_CACHE": str(pack.kept)}
    first, second = sorted(pack.run_together(2, **at))
    assert first[:2] == (111, False)
    assert Path(first[2]).is_relative_to(pack.kept / "compiled")
    assert second == (111, True, first[2]), "compiled by one, and loaded by the other"
    pack.change(step=10, more=200)
    second = pack.run(**at)
    assert second[:2] == (211, False)
    pack.change(step=20, more=200)
    third = pack.run(**at)
    assert third[:2] == (221, False)
    assert len({first[2], second[2], third[2]}) == 3
    assert not list(pack.home.rglob("*.nb*")), "the package's own folder may be read-only"


@pytest.mark.long
def test_another_place_may_be_named_and_none_may_be_writable(pack: Pack) -> None:
    named = pack.kept / "named"
    value, _, place = pack.run(CUTCARD_CACHE=os.devnull, NUMBA_CACHE_DIR=str(named))
    assert value == 111
    assert Path(place).relative_to(named).parts[0].startswith("pack.outer-")
    assert pack.run(CUTCARD_CACHE=os.devnull) == (111, False, "nowhere")
    assert not list(pack.home.rglob("*.nb*"))


def test_folders_of_older_programs_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path), raising=False)
    long_ago = time.time() - 3 * compiled.DAY
    for module in ("cutcard.sim.one", "cutcard.sim.other"):
        for age in range(6):
            place = tmp_path / f"{module}-{age:016x}"
            (place / "inside").mkdir(parents=True)
            os.utime(place, (long_ago - age, long_ago - age))
    (tmp_path / "somebody_elses").mkdir()
    today = tmp_path / f"cutcard.sim.one-{9:016x}"
    today.mkdir()
    made = compiled.place_of("cutcard.sim.kernels.chance")
    left = {each.name for each in tmp_path.iterdir()}
    kept = {f"cutcard.sim.other-{age:016x}" for age in range(compiled.MOST_KEPT)}
    kept |= {f"cutcard.sim.one-{age:016x}" for age in range(compiled.MOST_KEPT - 1)}
    assert made is not None
    assert left == kept | {today.name, made.name, "somebody_elses"}
