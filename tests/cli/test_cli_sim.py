"""`cutcard sim`: the answer of the contract, for people too, the same whoever does the work."""

from __future__ import annotations

import _thread
import csv
import json
import signal
import threading
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cli.support import answer, invoke, one_line, program
from cutcard.cli.sim import run as sim_run
from cutcard.sim.runs import simulation as simulating
from cutcard.sim.runs.run import run
from later import one_in

CONTRACT = {"rounds", "house_edge", "standard_error", "hit_frequency"}
SMALL = ("md-blackjack", "--rounds", "20000", "--seed", "7")
ROUND = "12345"


@cache
def sim(*arguments: str) -> Any:
    """The same, once for all tests that ask for it."""
    return run_of(*arguments)


def run_of(*arguments: str) -> Any:
    """The JSON answer to a run that must be done."""
    result = invoke("sim", *arguments, "--json")
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    return answer(result)


def test_the_answer_is_that_of_the_contract() -> None:
    found = sim(*SMALL)
    assert found["document"] == "md-blackjack"
    assert found["variation"] is None
    assert found["options"] == {"decks": 6}
    assert (found["seed"], found["boxes"], found["strategy"]) == (7, 1, "basic")
    assert found["penetration"] == 0.75
    assert found["device"] == "cpu"
    assert found["rounds_per_second"] > 0
    assert len(found["digest"]) == 64
    main = found["wagers"]["main"]
    assert main.keys() >= CONTRACT
    assert main["rounds"] == found["rounds"] >= 20000
    assert -0.1 < main["house_edge"] < 0.1
    assert 0.003 < main["standard_error"] < 0.03
    assert 0.38 < main["hit_frequency"] < 0.48
    assert main["house_edge"] == -main["player_edge"]


@pytest.mark.parametrize("workers", ["1", "2", "3"])
def test_any_number_of_workers_gives_the_same_totals(workers: str) -> None:
    found = sim(*SMALL, "--workers", workers)
    assert found["workers"] == int(workers)
    assert found["totals_digest"] == sim(*SMALL)["totals_digest"]
    assert found["wagers"] == sim(*SMALL)["wagers"]


@pytest.mark.long
def test_a_cluster_gives_the_same_totals() -> None:
    found = sim(*SMALL, "--device", "cluster", "--workers", "2")
    assert (found["device"], found["workers"]) == ("cluster", 2)
    assert found["totals_digest"] == sim(*SMALL)["totals_digest"]


@pytest.mark.long
def test_a_gpu_gives_the_same_totals() -> None:
    """On numba's stand-in for one, which takes its time: one unit of work."""
    asked = ("sim", "md-blackjack", "--rounds", "1", "--seed", "7", "--json")
    done = program(*asked, "--device", "gpu", environment={"NUMBA_ENABLE_CUDASIM": "1"})
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["device"] == "gpu"
    assert found["totals_digest"] == run_of(*asked[1:-1])["totals_digest"]


def test_a_seed_of_its_own_is_a_run_of_its_own() -> None:
    mine, other = sim(*SMALL), sim("md-blackjack", "--rounds", "20000", "--seed", "8")
    assert mine["digest"] != other["digest"]
    assert mine["totals_digest"] != other["totals_digest"]


def test_until_the_error_is_small_enough() -> None:
    found = sim("md-blackjack", "--until-error", "0.15%")
    assert found["stopped_by"] == "error"
    assert 0.0012 < found["wagers"]["main"]["standard_error"] <= 0.0015


def test_an_error_that_is_not_reached_is_told() -> None:
    result = invoke("sim", *SMALL, "--until-error", "0.001%", "--json")
    assert "not down to 1e-05" in one_line(result)
    assert answer(result)["stopped_by"] == "rounds"


def test_of_a_long_run_it_is_said_how_many_bets_have_their_rows_counted() -> None:
    found = sim("md-blackjack", "--rounds", "15e6")["wagers"]["main"]
    assert found["row_bets"] < found["bets"]
    assert sum(row["count"] for row in found["rows"]) < 1.1 * found["row_bets"]
    told = invoke("sim", "md-blackjack", "--rounds", "15e6").stdout
    assert f"Rows:   those of main were counted for {found['row_bets']:,} of its bets" in told
    assert "Rows:" not in invoke("sim", *SMALL).stdout


def test_rounds_from_full_shoes() -> None:
    found = sim(*SMALL, "--fresh")
    assert found["penetration"] is None
    assert found["totals_digest"] != sim(*SMALL)["totals_digest"]


def test_a_cover_card_too_deep_is_dealt_to_with_a_note() -> None:
    result = invoke("sim", *SMALL, "--penetration", "76%", "--json")
    assert result.exit_code == 0
    assert "[Ch.5 §E(2)]" in one_line(result)
    found = answer(result)
    assert found["penetration"] == 0.76
    assert len(found["notes"]) == 1


def test_for_people() -> None:
    result = invoke("sim", *SMALL)
    assert result.exit_code == 0
    digest = sim(*SMALL)["digest"]
    for each in ("house edge", "std. error", "6 decks", "Seed:", "Device:", "rounds a second", digest):
        assert each in result.stdout


def test_totals_of_every_unit_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "units.csv"
    found = sim(*SMALL, "--export", str(file))
    with open(file, encoding="utf-8", newline="") as stream:
        lines = list(csv.DictReader(stream))
    assert [line["unit"] for line in lines] == [str(n) for n in range(found["units"])]
    assert sum(int(line["rounds"]) for line in lines) == found["rounds"]
    edge = -sum(int(x["main.net"]) for x in lines) / sum(int(x["main.staked"]) for x in lines)
    assert edge == pytest.approx(found["wagers"]["main"]["house_edge"])


def test_ctrl_c_gives_the_result_so_far_and_a_code_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*given: Any, **named: Any) -> Any:
        threading.Timer(0.5, _thread.interrupt_main).start()
        return run(*given, **named)

    monkeypatch.setattr(simulating, "run", interrupted)
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)  # it is ignored in the background
    try:
        result = invoke("sim", "md-blackjack", "--rounds", "1e14", "--json")
    finally:
        signal.signal(signal.SIGINT, usual)
    assert result.exit_code == 130
    found = answer(result)
    assert found["interrupted"] is True
    assert found["stopped_by"] == "interrupt"
    assert 0 < found["wagers"]["main"]["rounds"] == found["rounds"] < 1e12


def test_ctrl_c_in_an_export_leaves_out_the_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sim_run, "report_progress", interrupted)
    file = tmp_path / "units.csv"
    result = invoke("sim", *SMALL, "--export", str(file), "--json")
    assert result.exit_code == 0
    assert f"--export {file} was left out" in one_line(result)
    assert answer(result)["totals_digest"] == sim(*SMALL)["totals_digest"]
    assert list(tmp_path.iterdir()) == []


def test_an_export_of_an_interrupted_run_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*given: Any, **named: Any) -> Any:
        return replace(run(*given, **named), interrupted=True)

    monkeypatch.setattr(simulating, "run", interrupted)
    file = tmp_path / "units.csv"
    result = invoke("sim", *SMALL, "--export", str(file), "--json")
    assert f"{file}: going through {answer(result)['units']:,} units again" in one_line(result)
    assert "Ctrl-C leaves it out" in one_line(result)
    assert file.is_file()


# Dealing a round again.


def test_a_round_dealt_again() -> None:
    result = invoke("sim", "replay", "md-blackjack", "--seed", "7", "--round", ROUND, "--json")
    assert result.exit_code == 0, result.stderr
    found = answer(result)
    assert (found["seed"], found["round"]) == (7, int(ROUND))
    assert {"dealer", "hands", "settlements", "net", "unit", "digest"} <= found.keys()
    assert all(line["cite"] for line in found["settlements"])
    settled = invoke("settle", "-", "--json", typed=json.dumps(_request(found)))
    assert settled.exit_code == 0, settled.stderr
    assert answer(settled)["settlements"] == found["settlements"]


def _request(found: dict[str, Any]) -> dict[str, Any]:
    """The same round as `settle` takes it."""
    return {
        "document": found["scenario"]["document"],
        "options": found["scenario"]["options"],
        "wagers": found["wagers"],
        "boxes": [{"box": 1, "stakes": {"main": "10.00"}}],
        "cards": found["cards"],
        "decisions": found["decisions"],
    }


def test_a_round_by_the_answer_of_its_run(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text(json.dumps(sim(*SMALL)), encoding="utf-8")
    by_run = invoke("sim", "replay", "--run", str(file), "--round", ROUND, "--json")
    by_options = invoke("sim", "replay", "md-blackjack", "--seed", "7", "--round", ROUND, "--json")
    assert answer(by_run) == answer(by_options)


def test_a_round_for_people() -> None:
    result = invoke("sim", "replay", "md-blackjack", "--seed", "7", "--round", ROUND)
    assert result.exit_code == 0
    for each in ("dealer", "provision", "Net: box 1", f"Round: {int(ROUND):,}", "Cards:"):
        assert each in " ".join(result.stdout.split())


@pytest.mark.parametrize(
    "table",
    one_in(
        2,
        [("md-blackjack",), ("ma-blackjack", "--variation", "hole_card_face_up", "--decks", "8")],
        whole=True,
    ),
    ids=["one card", "two cards"],
)
def test_the_basic_chart_is_written_as_a_file_that_plays_the_same(
    table: tuple[str, ...], tmp_path: Path
) -> None:
    written = invoke("sim", "chart", *table)
    assert written.exit_code == 0, written.stderr
    file = tmp_path / "mine.toml"
    file.write_text(written.stdout, encoding="utf-8")
    asked = (*table, "--rounds", "2000")
    mine, basic = run_of(*asked, "--strategy", str(file)), run_of(*asked)
    assert mine["totals_digest"] == basic["totals_digest"]
    name = " ".join(("mine, from", table[0], *table[2:3]))
    assert (mine["strategy"], basic["strategy"]) == (name, "basic")
    told = answer(invoke("sim", "chart", *table, "--json"))
    assert (told["strategy"], told["document"]) == (written.stdout, table[0])


def test_a_chart_is_of_a_table_that_there_is() -> None:
    result = invoke("sim", "chart", "md-blackjack", "--set", "soft_17=never")
    assert result.exit_code == 2
    assert "soft_17" in one_line(result)
