"""Warm-up: kernels compiled for the very arguments they meet later, by a process that may be missing."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from cutcard.compute.compile_cache import WarmUpCall
from cutcard.odds.main import game as main_game
from cutcard.odds.main.kernels import arithmetic, dealer as kernel_dealer, play as kernel
from cutcard.odds.main.kernels.arithmetic import dealer_calls, hand_calls
from cutcard.odds.strategy.basic_book import basic_book
from cutcard.sim.kernels.lockstep import driver as lockstep, units
from cutcard.sim.runs import warm_up
from cutcard.sim.runs.engine import Engine
from cutcard.sim.runs.simulation import planned
from cutcard.sim.runs.warm_up import DEALER, FRESH, SHOES
from cutcard.sim.scenario import Scenario, table_of

BLACKJACK = Scenario("md-blackjack")
KIND_OF = units.play_units.typeof_pyval
Kinds = list[tuple[Any, ...]]


def _kinds(of: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(KIND_OF(each) for each in of)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any, str], Kinds]:
    """The kinds of arguments that a loop of a module is called with from now on."""

    def listen(module: Any, name: str) -> Kinds:
        loop, found = getattr(module, name), Kinds()

        def spied(*about: Any) -> Any:
            found.append(_kinds(about))
            return loop(*about)

        monkeypatch.setattr(module, name, spied)
        return found

    return listen


@pytest.mark.parametrize(
    ("document", "letters", "is_fresh"),
    [("md-blackjack", 10, False), ("ma-blackjack", 10, True), ("md-pontoon-21", 19, False)],
)
def test_lanes_are_compiled_for_what_they_meet(
    document: str, letters: int, is_fresh: bool, heard: Callable[[Any, str], Kinds]
) -> None:
    call = lockstep.warm_up(letters, is_fresh=is_fresh)
    met = heard(lockstep, "play_units")
    _, plan = planned(Scenario(document, fresh=is_fresh))
    Engine(plan).run(0, 1)
    assert set(met) == {_kinds(call.about)}


@pytest.mark.parametrize("document", ["md-blackjack", "players-edge-21-brochure"])
def test_the_analysers_loops_are_compiled_for_what_they_meet(
    document: str, heard: Callable[[Any, str], Kinds]
) -> None:
    rules = table_of(Scenario(document)).rules
    calls = [*dealer_calls(rules), *hand_calls(rules)]
    places = ((kernel_dealer, "dealer_chances"), (kernel, "play"), (kernel, "reached"))
    assert [each.loop for each in calls] == [getattr(*place) for place in places]
    met = [heard(*place) for place in places]
    main_game._best.cache_clear()
    arithmetic._shared_dealers.clear()
    basic_book(rules)
    for call, kinds in zip(calls, met, strict=True):
        assert set(kinds) == {_kinds(call.about)}, call.loop


def test_nothing_is_left_to_a_compiler_where_all_is_kept_or_there_is_one_core(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = table_of(BLACKJACK)
    planned(BLACKJACK)  # the chart is known
    lockstep.warm_up(10, is_fresh=False).make()
    with warm_up.compiling(BLACKJACK, table, is_staged=False) as compiler:
        assert compiler.process is None
    monkeypatch.setattr(WarmUpCall, "is_to_be_compiled", True)
    monkeypatch.setattr(warm_up, "cores", lambda: 1)
    with warm_up.compiling(BLACKJACK, table, is_staged=False) as compiler:
        assert compiler.process is None


def test_a_compiler_compiles_what_it_is_asked_for_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WarmUpCall, "is_to_be_compiled", True)
    monkeypatch.setattr(warm_up, "cores", lambda: 2)
    monkeypatch.setattr(warm_up, "is_known", lambda _: False)
    with warm_up.compiling(BLACKJACK, table_of(BLACKJACK), is_staged=False) as compiler:
        process = compiler.process
        assert process is not None
        assert list(process.args)[-2:] == [DEALER, SHOES]  # type: ignore[arg-type]
        compiler.wait_for_all()
        assert process.wait() == 0, "it told of both and was done"


def test_a_compiler_that_fails_or_is_left_is_not_waited_for() -> None:
    with warm_up._started("no such document", 10, [FRESH]) as compiler:
        compiler.wait_for(FRESH)
        assert compiler.process is not None
        assert compiler.process.wait() != 0
    begun = time.monotonic()
    with warm_up._started("md-blackjack", 10, [SHOES]) as compiler:
        pass
    assert compiler.process is not None
    assert compiler.process.returncode is not None
    assert time.monotonic() - begun < 5


def test_a_loop_is_to_be_compiled_until_it_is() -> None:
    call = lockstep.warm_up(3, is_fresh=False)  # no game has so few letters
    assert call.is_to_be_compiled
    lockstep.warm_up(10, is_fresh=False).make()
    assert not lockstep.warm_up(10, is_fresh=False).is_to_be_compiled


def test_nothing_is_to_be_compiled_where_numba_compiles_nothing() -> None:
    code = (
        "from cutcard.sim.kernels.lockstep.driver import warm_up;"
        "print(warm_up(10, is_fresh=False).is_to_be_compiled)"
    )
    given = {"PYTHONPATH": os.pathsep.join(sys.path), "NUMBA_DISABLE_JIT": "1"}
    told = subprocess.run([sys.executable, "-c", code], env=given, capture_output=True, check=True)
    assert told.stdout.strip() == b"False"
