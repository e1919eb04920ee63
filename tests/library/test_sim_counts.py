"""`sim.run(count=...)`: what a counter sees is in the answer, in its lines and in its picture."""

from __future__ import annotations

import json

import pytest

from cli.support import invoke
from cutcard import sim

NAME = "md-blackjack"
ROUNDS = 20_000


@pytest.fixture(scope="module")
def counted() -> sim.SimRun:
    return sim.run(NAME, rounds=ROUNDS, seed=7, wagers={"lucky_ladies": "A"}, count="hilo", workers=1)


def test_the_answer_has_the_counts_that_the_command_prints(counted: sim.SimRun) -> None:
    printed = invoke(
        "sim", NAME, "--rounds", str(ROUNDS), "--seed", "7", "--wager", "lucky_ladies=A",
        "--count", "hilo", "--json",
    )  # fmt: skip
    assert printed.exit_code == 0, printed.stderr
    told = json.loads(printed.stdout)["by_count"]
    mine = counted.to_dict()["by_count"]
    assert mine == json.loads(json.dumps(told))
    assert [*mine["wagers"]] == ["main", "lucky_ladies"]
    assert sum(each["rounds"] for each in mine["wagers"]["main"]["bins"]) == counted.rounds


def test_it_says_how_often_the_player_has_the_edge(counted: sim.SimRun) -> None:
    main = counted.watched.by_count[0] if counted.watched else None
    assert main is not None
    said = f"main by hilo: favours the player in {main.favourable.share:.2%} of rounds, "
    assert said in repr(counted)


def test_its_picture_is_the_edge_by_the_count(counted: sim.SimRun) -> None:
    drawing = counted.drawing()
    assert (drawing.kind, drawing.x, drawing.colour) == ("lines", "count", "wager")
    assert {each["wager"] for each in drawing.records} == {"main", "lucky_ladies"}
    plain = sim.run(NAME, rounds=ROUNDS, seed=7, workers=1)
    assert plain.drawing().kind == "bars"
    assert "by_count" not in plain.to_dict()
