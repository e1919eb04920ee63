"""The kernels of the GPU: bit for bit those of a processor core, on numba's stand-in for a GPU.

The stand-in is plain Python, so a unit is made short: the cover card lies near the front.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from cutcard.odds.strategy import CardCount
from cutcard.sim.kernels.gpu.layout import RESERVED, Layout, layout
from cutcard.sim.kernels.gpu.lockstep import FIELD, MOST_LETTERS, ONES, TOP, packed_bounds
from cutcard.sim.kernels.lockstep.kernel import ALL_ROWS, ONE_IN, TOTALS
from cutcard.sim.plan import Plan, WatchRequest
from cutcard.sim.problem import SimError
from cutcard.sim.runs.engine import Engine
from cutcard.wagers.settlement.meter_growth import growths
from sim.engine_cases import FILED, Dealt, totals
from sim.stand_in import on_stand_in, sums_on_stand_in

LOCKSTEP = (
    Dealt("md-blackjack", options={"decks": 2}, penetration=Fraction(1, 4)),
    Dealt("md-blackjack", fresh=True),
    Dealt("ma-blackjack", options={"decks": 2}, penetration=Fraction(37, 104)),
    Dealt("md-pontoon-21", penetration=Fraction(1, 10)),
)
BESIDE = (Dealt("md-blackjack", options={"decks": 1}, fresh=True, wagers=("buster_blackjack",)),)
"""In lockstep on a core, and on a GPU by the staged kernel."""
STAGED = (
    Dealt(
        "md-blackjack",
        options={"decks": 1, **FILED["md-blackjack", "bonus_spin"]},
        boxes=2,
        wagers=("bonus_spin",),
    ),
    Dealt("md-blackjack", options={"decks": 1}, boxes=2, wagers=("royal_match_21",)),
    Dealt("ma-blackjack", "multiple_action", {"decks": 4}, penetration=Fraction(1, 10)),
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


SLOW = (LOCKSTEP[3], *BESIDE, STAGED[0], STAGED[2])
"""Half a minute each on the stand-in."""
CASES = [
    pytest.param(case, marks=pytest.mark.long) if case in SLOW else case
    for case in (*LOCKSTEP, *BESIDE, *STAGED)
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_gpu_comes_to_the_same_sums(case: Dealt) -> None:
    assert Engine(case.plan()).is_staged == (case in STAGED)
    _same_sums(case.plan())


def test_a_gpu_watches_the_same() -> None:
    case = Dealt("md-blackjack", options={"decks": 1}, boxes=2, wagers=("royal_match_21",))
    count = CardCount("suited", tuple(Fraction(place % 7 - 3, 2) for place in range(52)))
    watch = WatchRequest(count, by_depth=True, session=10, sessions=4, known=2)
    _same_sums(replace(case.plan(), watch=watch))


def _same_sums(plan: Plan) -> None:
    """Of a unit on the stand-in, those of a processor core."""
    engine = Engine(plan)
    sums, many = on_stand_in(plan)
    assert sums == engine.run(3, 1).tolist()
    assert many == engine.rounds_of(3, 1).tolist()


@pytest.mark.parametrize("unit", [ALL_ROWS + 1, ALL_ROWS + ONE_IN])
def test_a_gpu_counts_the_rows_of_the_same_units(unit: int) -> None:
    plan = LOCKSTEP[0].plan()
    engine = Engine(plan)
    sums = totals(engine, unit, 1)
    assert sums_on_stand_in(plan, unit) == list(sums.values)
    assert sums["main.rowed"] == (sums.rounds if unit % ONE_IN == 0 else 0)


@pytest.mark.parametrize("case", LOGGED, ids=str)
def test_a_gpu_logs_the_same(case: Dealt, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = growing(case.plan())
    monkeypatch.setattr("cutcard.sim.runs.log.FIRST_ROOM", 1)
    engine = Engine(plan)
    unit = next(int(entry[0]) for entry in engine.logged(0, 400).entries if entry[2] >= 0)
    ran = engine.logged(unit, 1)
    assert len(ran.entries) > 1
    assert on_stand_in(plan, unit) == [ran.sums.tolist(), ran.entries.tolist()]


def growing(plan: Plan) -> Plan:
    """The plan with meters that grow by a twentieth of each stake."""
    found = [each for name in plan.sides for each in growths(plan.rules.offers[name])]
    return replace(plan, growing={each.name: replace(each, rate=Fraction(1, 20)) for each in found})


def test_without_a_gpu_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    with pytest.raises(SimError, match="no usable GPU here; run with --device cpu") as problem:
        Engine(Dealt("md-blackjack").plan(), device="gpu")
    assert "\n" not in str(problem.value)


# Cards by letter: bounds three to a word.


@pytest.mark.parametrize("counts", [(4, 4, 4, 4, 4, 4, 4, 4, 4, 16), (24,) * 19, (200, 216), (1,) * 31])
def test_bounds_in_words_tell_the_letters_of_a_sorted_row(counts: tuple[int, ...]) -> None:
    """Every card dealt, by bounds in words as a thread keeps them, and from a list kept sorted."""
    row = [letter for letter, many in enumerate(counts) for _ in range(many)]
    bounds = [int(word) for word in packed_bounds(list(np.cumsum(counts))[:-1])]
    random = Random(3)
    for dealt in range(len(row)):
        place = random.randrange(dealt, len(row))
        past = [(place * ONES + bound) >> (FIELD - 1) & ONES for bound in bounds]
        bounds = [bound - each for bound, each in zip(bounds, past, strict=True)]
        letter = (sum(past) * ONES >> TOP) & MOST_LETTERS
        row.insert(dealt, row.pop(place))
        assert letter == row[dealt]


# How the memory of a block is shared out.

H200, SMALL = 227 * 1024, 48 * 1024
BLACKJACK = {"entries": 60_000, "emissions": 250}
SUITED = {"entries": 400_000, "emissions": 800}


def parts(place: Layout) -> list[tuple[int, int]]:
    """Everything's first byte and the one behind its last, in order."""
    sizes = [8 if wide else 4 for wide in (place.packed_is_wide, place.split_is_wide)]
    found = [(4 * place.step_at, 4 * place.hot_end)]
    if place.is_paired:
        found.append((0, 8 * place.emissions))
    else:
        for at, size in zip((0, place.add_at), sizes, strict=True):
            found.append((at * size, (at + place.emissions) * size))
    for at in (place.shift_at, place.rows_at):
        found.append((4 * at, 4 * (at + place.emissions)))
    found.append((8 * place.sums_at, 8 * (place.sums_at + TOTALS)))
    return sorted(found)


@pytest.mark.parametrize("wide", [(False, False), (True, False), (False, True), (True, True)])
@pytest.mark.parametrize("game", [BLACKJACK, SUITED], ids=["blackjack", "suited"])
@pytest.mark.parametrize("shared", [H200, 99 * 1024, SMALL])
def test_nothing_lies_over_anything_else(
    shared: int, game: dict[str, int], wide: tuple[bool, bool]
) -> None:
    place = layout(shared, threads=1024, wide=wide, **game)
    for (_, end), (begins, _) in pairwise(parts(place)):
        assert end <= begins
    assert parts(place)[-1][1] == place.size
    assert place.hot_entries <= game["entries"]
    assert place.size <= shared - RESERVED
    assert place.size > shared - RESERVED - 16 or place.hot_entries == game["entries"]
