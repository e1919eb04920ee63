"""The kernels of the GPU: bit for bit those of a processor core, on numba's stand-in for a GPU.

The stand-in is plain Python, so a unit is made short: the cover card lies near the front.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import cutcard
from cutcard.sim.engine import Engine
from cutcard.sim.gpu_layout import FEWEST_HOT, FEWEST_THREADS, OF_GIVEN, RESERVED, Layout, layout, packed
from cutcard.sim.plan import Plan
from cutcard.sim.problem import SimError
from cutcard.sim.watching import Count, Watch
from cutcard.wagers.growing import growths
from sim.engine_cases import Dealt

PATHS = os.pathsep.join([str(Path(cutcard.__file__).parents[1]), str(Path(__file__).parents[1])])
STAND_IN = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": PATHS}

LOCKSTEP = (
    Dealt("md-blackjack", options={"decks": 2}, penetration=Fraction(1, 4)),
    Dealt("md-blackjack", fresh=True),
    Dealt("ma-blackjack", options={"decks": 2}, penetration=Fraction(37, 104)),
    Dealt("md-pontoon-21", penetration=Fraction(1, 10)),
)
GENERAL = (
    Dealt("md-blackjack", options={"decks": 1}, boxes=2, wagers=("royal_match_21",)),
    Dealt("ma-blackjack", "multiple_action", {"decks": 4}, penetration=Fraction(1, 10)),
    Dealt("md-blackjack", options={"decks": 1}, fresh=True, wagers=("buster_blackjack",)),
    Dealt(
        "ma-blackjack",
        options={"decks": 4},
        wagers=("streak_2", "streak_3"),
        penetration=Fraction(1, 10),
    ),
)
LOGGED = (
    Dealt(
        "md-blackjack", options={"decks": 6}, penetration=Fraction(1, 10), boxes=2, wagers=("super_4=D",)
    ),
)


@pytest.mark.parametrize("case", [*LOCKSTEP, *GENERAL], ids=str)
def test_a_gpu_comes_to_the_same_sums(case: Dealt) -> None:
    assert Engine(case.plan()).is_general == (case in GENERAL)
    _same_sums(case.plan())


def test_a_gpu_watches_the_same() -> None:
    case = Dealt("md-blackjack", options={"decks": 1}, boxes=2, wagers=("royal_match_21",))
    count = Count("suited", tuple(Fraction(place % 7 - 3, 2) for place in range(52)))
    watch = Watch(count, by_depth=True, session=10, sessions=4)
    _same_sums(replace(case.plan(), watch=watch))


def _same_sums(plan: Plan) -> None:
    """Of a unit on the stand-in, those of a processor core."""
    engine = Engine(plan)
    sums, many = on_stand_in(plan)
    assert sums == engine.run(3, 1).tolist()
    assert many == engine.rounds_of(3, 1).tolist()


@pytest.mark.parametrize("case", LOGGED, ids=str)
def test_a_gpu_logs_the_same(case: Dealt, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = growing(case.plan())
    monkeypatch.setattr("cutcard.sim.logged.FIRST_ROOM", 1)
    engine = Engine(plan)
    unit = next(int(entry[0]) for entry in engine.logged(0, 400).entries if entry[2] >= 0)
    ran = engine.logged(unit, 1)
    assert len(ran.entries) > 1
    assert on_stand_in(plan, unit) == [ran.sums.tolist(), ran.entries.tolist()]


def growing(plan: Plan) -> Plan:
    """The plan with meters that grow by a twentieth of each stake."""
    found = [each for name in plan.sides for each in growths(plan.rules.offers[name])]
    return replace(plan, growing={each.name: replace(each, rate=Fraction(1, 20)) for each in found})


def on_stand_in(plan: Plan, unit: int = 3) -> list[object]:
    """What a unit comes to there."""
    done = subprocess.run(
        [sys.executable, "-m", "sim.on_stand_in"],
        input=pickle.dumps([(plan, unit)]),
        capture_output=True,
        check=False,
        timeout=300,
        env={**os.environ, **STAND_IN},
    )
    assert done.returncode == 0, done.stderr.decode()
    found: list[list[object]] = json.loads(done.stdout)
    return found[0]


def test_without_a_gpu_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    with pytest.raises(SimError, match="no GPU can be used here; run with --device cpu") as problem:
        Engine(Dealt("md-blackjack").plan(), device="gpu")
    assert "\n" not in str(problem.value)


# How the memory of a block is shared out.

H200, SMALL = 227 * 1024, 48 * 1024
BLACKJACK = {"cards": 312, "letters": 10, "entries": 60_000, "given": 250}
SUITED = {"cards": 288, "letters": 48, "entries": 400_000, "given": 800}


def laid(shared: int, game: dict[str, int], threads: int, *, wide: tuple[bool, bool]) -> Layout:
    return layout(shared, threads=threads, wide=wide, **game)


def parts(place: Layout) -> list[tuple[int, int]]:
    """Everything's first byte and the one behind its last, in order."""
    sizes = [8 if wide else 4 for wide in (place.packed_is_wide, place.split_is_wide)]
    found = [(0, 4 * place.hot_entries)]
    if place.is_paired:
        found.append((place.given_at, place.given_at + 8 * place.given))
    else:
        for at, size in zip((place.packed_at, place.add_at), sizes, strict=True):
            found.append((at * size, (at + place.given) * size))
    for at in (place.shift_at, place.rows_at):
        found.append((4 * at, 4 * (at + place.given)))
    found.append((place.shoe_at, place.shoe_at + 4 * place.shoe_words * place.threads))
    return sorted(found)


@pytest.mark.parametrize("wide", [(False, False), (True, False), (False, True), (True, True)])
@pytest.mark.parametrize("game", [BLACKJACK, SUITED], ids=["blackjack", "suited"])
@pytest.mark.parametrize("shared", [H200, 99 * 1024, SMALL])
def test_nothing_lies_over_anything_else(
    shared: int, game: dict[str, int], wide: tuple[bool, bool]
) -> None:
    place = laid(shared, game, 1024, wide=wide)
    for (_, end), (begins, _) in pairwise(parts(place)):
        assert end <= begins
    assert parts(place)[-1][1] == place.size
    assert place.given_at % 8 == 0
    cards_in_a_word = 8 if place.halves else 4
    assert place.shoe_words * cards_in_a_word >= game["cards"]
    assert place.hot_entries <= game["entries"]
    if place.threads > FEWEST_THREADS:
        assert place.size <= shared - RESERVED
        assert place.hot_entries >= FEWEST_HOT


def test_less_memory_is_fewer_threads() -> None:
    many = [
        laid(shared, BLACKJACK, 1024, wide=(False, False)).threads for shared in (H200, 99_000, SMALL)
    ]
    assert many == sorted(many, reverse=True)
    assert many[0] == 1024
    assert many[-1] < many[0]
    assert all(each % 32 == 0 for each in many)


def test_cards_of_few_letters_take_half_a_byte() -> None:
    few, many = (laid(H200, game, 256, wide=(False, False)) for game in (BLACKJACK, SUITED))
    assert (few.halves, many.halves) == (True, False)
    assert few.shoe_at == few.given_at + OF_GIVEN * few.given
    letters = np.arange(312) % 10
    words = packed(letters, few)
    assert [int(words[p // 8]) >> 4 * (p % 8) & 15 for p in range(312)] == letters.tolist()
    letters = np.arange(288) % 48
    words = packed(letters, many)
    assert [int(words[p // 4]) >> 8 * (p % 4) & 255 for p in range(288)] == letters.tolist()
