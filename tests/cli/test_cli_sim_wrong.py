"""`cutcard sim` with a wrong request: one clear line, exit code 2, a way out."""

from __future__ import annotations

import sys
from json import dumps
from pathlib import Path

import pytest

from cli.support import invoke, one_line, program
from cutcard.cli.sim.kept_runs import scenario_json
from cutcard.sim.runs import cluster
from cutcard.sim.scenario import Scenario

WRONG = [
    (("md-blackjack", "--rounds", "0"), "rounds: '0': must be a whole number from 1 on, like 1e9"),
    (("md-blackjack", "--rounds", "-5"), "rounds: '-5': must be a whole number from 1 on"),
    (("md-blackjack", "--rounds", "nan"), "rounds: 'nan': must be a whole number from 1 on"),
    (("md-blackjack", "--rounds", "1.5"), "rounds: '1.5': must be a whole number from 1 on"),
    (("md-blackjack", "--rounds", "1e30"), "rounds: '1e30': at most 1e15"),
    (("md-blackjack", "--rounds", "9" * 500), "must be a whole number from 1 on"),
    (
        ("md-blackjack", "--seed", "-1"),
        "seed: '-1': must be a whole number from 0 to 18446744073709551615",
    ),
    (("md-blackjack", "--seed", str(2**64)), "seed: "),
    (("md-blackjack", "--seed", "seven"), "seed: 'seven': must be a whole number"),
    (("md-blackjack", "--penetration", "0"), "penetration: '0': more than 0 and at most 1"),
    (("md-blackjack", "--penetration", "1.01"), "penetration: '1.01': more than 0 and at most 1"),
    (("md-blackjack", "--penetration", "0.5", "--fresh"), "give one of the two"),
    (("md-blackjack", "--boxes", "0"), "boxes: '0': must be a whole number from 1"),
    (("md-blackjack", "--boxes", "8"), "box 8: the table has boxes 1 to 7 [Ch.2 §A]"),
    (("md-blackjack", "--wager", "lucky_lady"), "did you mean lucky_ladies?"),
    (("md-blackjack", "--wager", "over_13"), "md-blackjack has no wager 'over_13'"),
    (("md-blackjack", "--wager", "pair", "--wager", "pair"), "name each wager once"),
    (("md-blackjack", "--wager", "lucky_ladies=Z"), "wagers.lucky_ladies.paytable: "),
    (("md-blackjack", "--wager", "super_match"), "switch"),
    (("md-blackjack", "--wager", "="), "write ID or ID=PAYTABLE"),
    (("md-blackjack", "--stake", "0"), "stake: 'main': more than zero"),
    (("md-blackjack", "--stake", "pair=5"), "add --wager pair"),
    (("md-blackjack", "--stake", "insurance=5"), "stake: insurance is not staked with the bets"),
    (("md-blackjack", "--meter", "mega=1"), "no wager here is paid from a meter mega"),
    (("md-blackjack", "--wager", "blazing_7s", "--meter", "mega=1"), "below its seed"),
    (("md-pontoon-21", "--wager", "envy_bonus"), "use --boxes 2 or more"),
    (("ma-blackjack", "--wager", "buster_blackjack", "--wager", "buster_free_bonus"), "takes no stake"),
    (("md-blackjack", "--wager", "insurance"), "insurance is taken by a decision"),
    (("md-blackjack", "--decks", "6", "--set", "decks=6"), "give it once"),
    (("md-blackjack", "--set", "colour=red"), "options.colour: "),
    (("md-blackjack", "--variation", "swatch"), "it has: switch, hand_dealt, no_hole_card"),
    (("md-poker",), "no document 'md-poker'; there are: md-blackjack"),
    (("md-blackjack", "--device", "tpu"), "device: 'tpu': one of cpu, gpu, cluster"),
    (("md-blackjack", "--device", "gpu", "--workers", "2"), "leave --workers out"),
    (("md-blackjack", "--workers", "0"), "workers: '0': must be a whole number from 1"),
    (("md-blackjack", "--scheduler", "tcp://x:1"), "goes with --device cluster"),
    (("md-blackjack", "--until-error", "0"), "until-error: '0': more than 0"),
    (("md-blackjack", "--until-error", "1e-9"), "at least 0.00001%"),
    (("md-blackjack", "--strategy", "no-such-file.toml"), "no-such-file.toml: "),
    (("md-blackjack", "--export", "units.xls"), "--export units.xls: end the name in .csv or .parquet"),
    (("md-blackjack", "--export", ""), "--export: name a file that ends in .csv or .parquet"),
    (("md-blackjack", "--strategy", "Basic"), "strategy: 'Basic': write basic, or the name of a file"),
    (("md-blackjack", "--strategy", ""), "strategy: '': write basic, or the name of a file"),
    (("md-blackjack", "--decks", "-1"), "decks: '-1': must be a whole number from 1 to 100"),
    (("md-blackjack", "--penetration", "3/4"), "as a decimal or in percent, like 0.5 or 50%"),
    (("md-blackjack", "--wager", "nope"), "no wager 'nope'; `cutcard odds md-blackjack` lists them"),
    (("md-blackjack", "--set", "nope=1"), "'nope'; `cutcard law options md-blackjack` lists them"),
    (("md-blackjack", "--set", "super_4.rate_of_progression=0.05"), "add --wager super_4"),
    (("replay", "--round", "1"), "replay: name the DOCUMENT, or the answer of the run with --run FILE"),
    (("replay", "md-blackjack", "--round", "-1"), "round: '-1': must be a whole number from 0"),
    (("replay", "md-blackjack", "--run", "run.json", "--round", "1"), "--run sets everything"),
    (("replay", "--run", "no-such-file.json", "--round", "1"), "no-such-file.json: "),
]


@pytest.mark.parametrize(("arguments", "line"), WRONG, ids=[" ".join(a)[:60] for a, _ in WRONG])
def test_a_wrong_request_is_one_line(arguments: tuple[str, ...], line: str) -> None:
    result = invoke("sim", *arguments)
    assert result.exit_code == 2
    assert line in one_line(result)
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "line"),
    [((), "Missing argument 'DOCUMENT'"), (("replay", "md-blackjack"), "Missing option '--round'")],
)
def test_what_must_be_there(arguments: tuple[str, ...], line: str) -> None:
    done = program("sim", *arguments)
    assert done.returncode == 2
    assert done.stderr.decode().count("\n") == 1
    assert line in done.stderr.decode()


def test_a_file_that_is_no_answer_of_a_run(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text('{"scenario": {"document": 5}}', encoding="utf-8")
    result = invoke("sim", "replay", "--run", str(file), "--round", "1")
    assert result.exit_code == 2
    assert "not the answer of `cutcard sim --json`" in one_line(result)


def test_a_strategy_with_a_hole(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[hard]\n4-8 = "H"\n', encoding="utf-8")
    result = invoke("sim", "md-blackjack", "--strategy", str(file))
    assert result.exit_code == 2
    assert "mine.toml: " in one_line(result)


def test_a_gpu_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_CUDA", "1")
    result = invoke("sim", "md-blackjack", "--device", "gpu")
    assert result.exit_code == 2
    assert "run with --device cpu" in one_line(result)


def test_a_cluster_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = invoke("sim", "md-blackjack", "--device", "cluster")
    assert result.exit_code == 2
    assert "needs dask.distributed" in one_line(result)
    assert "run with --device cpu" in one_line(result)


@pytest.mark.parametrize("address", ["not an address", "", "foo://x:1", "tcp://x", "tcp://:1", "a b:1"])
def test_a_scheduler_that_is_no_address(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("distributed.Client")
    result = invoke("sim", "md-blackjack", "--device", "cluster", "--scheduler", address)
    assert result.exit_code == 2
    assert f"scheduler: {address!r}: write it like tcp://10.0.0.1:8786 (" in one_line(result)


def test_a_scheduler_at_which_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE_SECONDS", 0.2)
    asked = ("sim", "md-blackjack", "--device", "cluster", "--scheduler", "tcp://127.0.0.1:9")
    result = invoke(*asked)
    assert result.exit_code == 2
    assert "tcp://127.0.0.1:9: no cluster answers there" in one_line(result)


SCENARIO = scenario_json(Scenario("md-blackjack"))
DAMAGED = [
    ({"seed": -5}, "run.json: seed: '-5': must be a whole number from 0 to 18446744073709551615"),
    ({"seed": 2**64}, "run.json: seed: '18446744073709551616': must be a whole number"),
    ({"seed": 10**400}, "run.json: seed: "),
    ({"seed": 1.5}, "run.json: seed: '1.5': must be a whole number"),
    ({"seed": True}, "run.json: seed: 'True': must be a whole number"),
    ({"boxes": 0}, "run.json: boxes: '0': must be a whole number from 1 to 100"),
    ({"penetration": "-1/2"}, "run.json: penetration: '-1/2': more than 0"),
    ({"penetration": "3/2"}, "run.json: penetration: '3/2': more than 0"),
    ({"penetration": "1e999999999"}, "run.json: penetration: "),
    ({"penetration": "1/2", "fresh": True}, "run.json: penetration: every round is from a full shoe"),
    ({"stakes": {"main": "0"}}, "run.json: stake: 'main': more than zero"),
]


@pytest.mark.parametrize(("change", "line"), DAMAGED, ids=[str(each)[:40] for each, _ in DAMAGED])
def test_a_run_with_what_no_run_has(change: dict[str, object], line: str, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    with_it = {"rounds": 10, "digest": "0" * 64, "scenario": SCENARIO | change}
    file.write_text(dumps(with_it), encoding="utf-8")
    result = invoke("sim", "replay", "--run", str(file), "--round", "1")
    assert result.exit_code == 2
    assert line in one_line(result)
