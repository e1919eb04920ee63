"""How a run begins: its chart is kept, and what takes long to load is loaded where it is wanted."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cutcard.compute import cache
from cutcard.odds import strategy as door
from cutcard.odds.strategy import strategies as strategy
from cutcard.sim.runs import engine
from cutcard.sim.runs.engine import Engine
from cutcard.sim.runs.simulation import planned
from cutcard.sim.scenario import Scenario
from sim.played import Case

SOURCE = str(Path(__file__).parents[2] / "src")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setattr(strategy, "_STRATEGIES", {})
    return tmp_path


@pytest.mark.parametrize(
    "case",
    [Case("md-pontoon-21"), Case("ma-blackjack", "hole_card_face_up")],
    ids=["one card", "two cards"],
)
def test_the_chart_is_kept_and_plays_alike(
    case: Case, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = strategy.basic(case.rules).digest
    (file,) = kept.glob("*.json")
    strategy._STRATEGIES.clear()
    with monkeypatch.context() as nobody_solves:
        nobody_solves.setattr(door, "basic_book", None)
        assert strategy.basic(case.rules).digest == made
    file.write_text(file.read_text().replace("S", "H"))
    strategy._STRATEGIES.clear()
    assert strategy.basic(case.rules).digest == made, "what is not whole is made anew"


def test_another_rule_is_another_chart(kept: Path) -> None:
    for soft_17 in ("stand", "hit"):
        strategy.basic(Case("md-blackjack", None, {"soft_17": soft_17}).rules)
    assert len(list(kept.glob("*.json"))) == 2


def test_a_run_loads_neither_the_analyser_nor_the_gpus_driver() -> None:
    code = (
        "import sys, cutcard.sim.runs.simulation;"
        "print({'cutcard.odds.main.game', 'numba.cuda', 'distributed', 'rich'} & set(sys.modules))"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": SOURCE}, capture_output=True, check=True
    )
    assert told.stdout.strip() == b"set()"


def test_rounds_are_traced_by_one_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    _, plan = planned(Scenario("md-blackjack"))
    dealing = Engine(plan)
    assert not dealing.is_staged
    made: list[Engine] = []

    def counted(*given: Any, **named: Any) -> Engine:
        made.append(Engine(*given, **named))
        return made[-1]

    monkeypatch.setattr(engine, "Engine", counted)
    assert dealing.trace(0, 0).taken != dealing.trace(0, 1).taken
    assert len(made) == 1
