"""`cutcard sim replay` by a run that was made: in its answer, or kept here by its seed."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cli.support import answer, invoke, one_line

SEED = "987654321"
SMALL = ("sim", "md-blackjack", "--rounds", "100", "--seed", SEED)
BY_SEED = ("sim", "replay", "--seed", SEED, "--round", "5")


@cache
def run() -> Any:
    """The answer of a small run."""
    return answer(invoke(*SMALL, "--json"))


def replayed(told: object, number: str, folder: Path) -> str:
    """The complaint about a round of a run."""
    file = folder / "run.json"
    file.write_text(json.dumps(told), encoding="utf-8")
    result = invoke("sim", "replay", "--run", str(file), "--round", number)
    assert (result.exit_code, result.stdout) == (2, "")
    return one_line(result)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"digest": "0" * 64}, "digest: its scenario makes another run now"),
        ({"digest": None}, "digest: missing; make the run again"),
        ({"rounds": 1.5}, "rounds: '1.5': must be a whole number from 1"),
        ({"rounds": None}, "rounds: 'None': must be a whole number from 1"),
        ({"rounds": "100"}, "rounds: '100': must be a whole number from 1"),
    ],
    ids=str,
)
def test_a_damaged_run_is_refused(change: dict[str, object], line: str, tmp_path: Path) -> None:
    found = replayed(run() | change, "5", tmp_path)
    assert f"run.json: {line}" in found


def test_a_round_that_the_run_does_not_have_is_refused(tmp_path: Path) -> None:
    rounds = run()["rounds"]
    line = f"round: {rounds}: the run has rounds 0 to {rounds - 1}; name the DOCUMENT"
    assert line in replayed(run(), str(rounds), tmp_path)
    last = invoke("sim", "replay", "--run", str(tmp_path / "run.json"), "--round", str(rounds - 1))
    assert last.exit_code == 0, last.stderr


def test_a_strategy_that_changed_since_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    chart = invoke("sim", "chart", "md-blackjack").stdout
    file.write_text(chart, encoding="utf-8")
    told = answer(invoke(*SMALL, "--strategy", str(file), "--json"))
    file.write_text(chart.replace("[soft]", '21 = "H"\n\n[soft]'), encoding="utf-8")
    assert "digest: its scenario makes another run now" in replayed(told, "5", tmp_path)
    by_seed = invoke(*BY_SEED)
    assert by_seed.exit_code == 2
    assert f"the run kept with seed {SEED}: digest: " in one_line(by_seed)


def test_a_seed_alone_is_the_newest_run_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.toml").write_text(invoke("sim", "chart", "md-blackjack").stdout, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for table in (("--boxes", "2"), ("--strategy", "mine.toml")):
        assert invoke(*SMALL, *table).exit_code == 0
    monkeypatch.chdir("/")
    found = answer(invoke(*BY_SEED, "--json"))
    same = answer(invoke("sim", "replay", "md-blackjack", *BY_SEED[2:], "--json"))
    assert (found["document"], found["cards"], found["digest"]) == (
        "md-blackjack",
        same["cards"],
        same["digest"],
    )
    shown = " ".join(invoke(*BY_SEED).stdout.split())
    assert f"Document: md-blackjack Run: the run kept with seed {SEED}, " in shown


def test_a_seed_of_which_no_run_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path))
    result = invoke(*BY_SEED)
    assert result.exit_code == 2
    assert f"no run with seed {SEED} is kept on this machine; name the DOCUMENT" in one_line(result)


def test_other_options_need_the_document() -> None:
    result = invoke(*BY_SEED, "--boxes", "3")
    assert result.exit_code == 2
    assert "replay: name the DOCUMENT" in one_line(result)
