"""`cutcard sweep` and `cutcard compare`: figures, files, interruptions, requests that are none."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from cli.support import SOURCE, answer, invoke, one_line
from cutcard import odds, sim

SIDE = ("sweep", "md-blackjack", "match_the_dealer")
RULES = {"document": "md-blackjack", "operator": "Example", "options": {"decks": 1}}


def swept(*arguments: str) -> Any:
    result = invoke(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return answer(result)


def test_the_contracts_rows() -> None:
    found = swept("sweep", "md-blackjack", "--over", "soft_17=hit,stand", "--decks", "1")
    assert found["rows"][0]["options"] == {"soft_17": "hit", "decks": 1}
    for row, soft_17 in zip(found["rows"], ("hit", "stand"), strict=True):
        exact = odds.edge("md-blackjack", decks=1, soft_17=soft_17)
        assert row["house_edge"]["value"] == exact.value
        assert row["digest"] == exact.digest
        assert 1 < row["standard_deviation"] < 1.3
    assert {"seconds", "digest", "law", "method", "assumptions"} <= found.keys()


def test_for_people() -> None:
    shown = invoke(*SIDE, "--decks", "2,6,8")
    assert shown.exit_code == 0
    for words in ("decks", "house edge", "Digest", "Law", "md-blackjack@"):
        assert words in shown.stdout
    assert f"{100 * odds.edge('md-blackjack', 'match_the_dealer', decks=6).value:.4f}" in shown.stdout


def test_a_combination_that_the_document_bars_has_its_reason() -> None:
    found = swept(*SIDE, "--decks", "1,6")
    assert found["rows"][0]["house_edge"] is None
    assert "decks" in found["rows"][0]["reason"]
    assert found["rows"][1]["reason"] is None
    shown = invoke(*SIDE, "--decks", "1,6").stdout
    assert "reason" in shown


@pytest.mark.parametrize("kind", ["csv", "parquet", "json", "svg"])
def test_files(kind: str, tmp_path: Path) -> None:
    file = tmp_path / f"edges.{kind}"
    result = invoke(*SIDE, "--decks", "6,8", "--out", str(file))
    assert result.exit_code == 0, result.stderr
    edges = [odds.edge("md-blackjack", "match_the_dealer", decks=decks).value for decks in (6, 8)]
    if kind == "csv":
        with file.open(newline="") as stream:
            assert [float(row["house_edge"]) for row in csv.DictReader(stream)] == edges
    elif kind == "parquet":
        table = __import__("pyarrow.parquet", fromlist=["parquet"]).read_table(file)
        assert table.column("house_edge").to_pylist() == edges
    elif kind == "json":
        assert [row["house_edge"]["value"] for row in json.loads(file.read_text())["rows"]] == edges
    else:
        assert file.read_text().startswith("<svg")
        assert "House edge" in file.read_text()


def test_two_axes_are_a_heat_map(tmp_path: Path) -> None:
    file = tmp_path / "map.svg"
    arguments = ("sweep", "md-blackjack", "lucky_ladies", "--decks", "6,8", "--over", "paytable=A,B")
    assert invoke(*arguments, "--out", str(file)).exit_code == 0
    assert file.read_text().count("<path") > 8


def test_strategies_are_swept_exactly() -> None:
    found = swept("sweep", "md-blackjack", "--over", "strategy=basic", "--decks", "1")
    value = odds.strategy_value("md-blackjack", decks=1)
    assert found["rows"][0]["house_edge"]["value"] == value.house_edge


def test_what_is_not_exact_is_simulated(tmp_path: Path) -> None:
    arguments = ("sweep", "md-blackjack", "--over", "penetration=0.5,0.7", "--rounds", "2000")
    found = swept(*arguments)
    assert found["method"] == "simulated"
    runs = [sim.run("md-blackjack", rounds=2000, penetration=part) for part in ("0.5", "0.7")]
    for row, run in zip(found["rows"], runs, strict=True):
        assert row["house_edge"]["value"] == run.wagers["main"].house_edge
        assert row["standard_error"] == run.wagers["main"].standard_error
        assert row["digest"] == run.digest
    again = swept(*arguments)
    assert again["rows"] == found["rows"]
    assert invoke(*arguments, "--out", str(tmp_path / "runs.csv")).exit_code == 0


def test_an_interrupted_sweep_prints_what_it_has_and_goes_on_later(tmp_path: Path) -> None:
    arguments = [sys.executable, "-m", "cutcard", "sweep", "house-rules", "--decks", "1,2,3,4,5,6,7,8",
                 "--over", "soft_17=hit,stand", "--over", "max_hands=2,3,4", "--json"]  # fmt: skip
    settings = {**os.environ, "PYTHONPATH": SOURCE, "CUTCARD_CACHE": str(tmp_path)}
    running = subprocess.Popen(arguments, env=settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob("*.json")):  # a point is done
        assert time.monotonic() < deadline
        assert running.poll() is None
        time.sleep(0.02)
    running.send_signal(signal.SIGTERM)
    output, complaint = running.communicate(timeout=30)
    assert running.returncode == 130, complaint
    found = json.loads(output)
    assert found["interrupted"] is True
    assert 0 < len(found["rows"]) < 48
    kept = len(list(tmp_path.glob("*.json")))
    assert kept >= len(found["rows"])
    shorter = [*arguments[:4], "house-rules", "--decks", "1", "--over", "soft_17=hit"]
    shorter += ["--over", "max_hands=2", "--json"]
    done = subprocess.run(shorter, env=settings, capture_output=True, check=True, timeout=60)
    assert len(list(tmp_path.glob("*.json"))) == kept
    assert json.loads(done.stdout)["rows"][0] | {"options": 0} == found["rows"][0] | {"options": 0}


WRONG = [
    (("sweep",), "name a DOCUMENT"),
    (("sweep", "md-blackjack"), "over: name an option"),
    (("sweep", "md-blackjak", "--decks", "6"), "md-blackjack"),
    (("sweep", "md-blackjack", "lucky_lady", "--decks", "6"), "lucky_ladies"),
    (("sweep", "md-blackjack", "--over", "deks=1"), "did you mean decks"),
    (("sweep", "md-blackjack", "--over", "decks"), "OPTION=V1,V2"),
    (("sweep", "md-blackjack", "--over", "decks=1,,2"), "a value is empty"),
    (("sweep", "md-blackjack", "--over", "decks="), "OPTION=V1,V2"),
    (("sweep", "md-blackjack", "--decks", "six"), "decks"),
    (("sweep", "md-blackjack", "--decks", "1", "--over", "decks=2"), "decks"),
    (("sweep", "md-blackjack", "--decks", "1", "--set", "decks=2"), "decks"),
    (("sweep", "md-blackjack", "--over", "soft_17=maybe", "--decks", "6"), "soft_17"),
    (("sweep", "md-blackjack", "--decks", "6", "--out", "edges.xls"), ".csv"),
    (("sweep", "md-blackjack", "--decks", "6", "--out", "/nowhere/edges.csv"), "/nowhere"),
    (("sweep", "md-blackjack", "--over", "penetration=2", "--rounds", "10"), "penetration"),
    (("sweep", "md-blackjack", "--over", "penetration=1e999999999", "--rounds", "10"), "penetration"),
    (("sweep", "md-blackjack", "--over", "boxes=0"), "boxes"),
    (("sweep", "md-blackjack", "--decks", "6", "--rounds", "-5"), "rounds"),
    (("sweep", "md-blackjack", "--over", "strategy=/nowhere.toml"), "nowhere.toml"),
    (("sweep", "md-blackjack", "lucky_ladies", "--over", "strategy=basic"), "takes no decisions"),
    (("sweep", "md-blackjack", "--over", "decks=" + ",".join(["6"] * 20), "--over",
      "soft_17=" + ",".join(["hit"] * 5001)), "at most 100,000"),
    (("sweep", "md-blackjack", "--compare", "md-blackjack", "ma-blackjack"), "stands alone"),
    (("compare", "md-blackjack", "nowhere"), "nowhere"),
    (("compare", "md-blackjack", "md-blackjack --set soft_17=maybe"), "soft_17"),
    (("compare", "md-blackjack", "md-blackjack --set"), "its value is missing"),
    (("compare", "md-blackjack", "md-blackjack --frobnicate 3"), "the options are"),
    (("compare", "md-blackjack", "md-blackjack 'open"), "B: "),
    (("compare", "md-blackjack", ""), "B: "),
    (("compare", "md-blackjack", "nowhere.toml"), "no such file"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "says"), WRONG)
def test_a_wrong_request_is_one_line(arguments: tuple[str, ...], says: str) -> None:
    result = invoke(*arguments)
    assert result.exit_code == 2, result.stdout
    assert says in one_line(result)
    assert result.stdout == ""


def test_two_rule_sets_and_what_each_difference_is_worth(tmp_path: Path) -> None:
    one, other = tmp_path / "one.toml", tmp_path / "other.json"
    one.write_text('document = "md-blackjack"\n[options]\ndecks = 1\nsoft_17 = "stand"\n')
    other.write_text(json.dumps({**RULES, "options": {"decks": 1, "soft_17": "hit"}}))
    result = invoke("compare", str(one), str(other), "--json")
    assert result.exit_code == 0, result.stderr
    found = answer(result)
    edges = [odds.edge("md-blackjack", decks=1, soft_17=each).value for each in ("stand", "hit")]
    assert found["change"]["value"] == pytest.approx(edges[1] - edges[0])
    assert [each["option"] for each in found["differences"]] == ["soft_17"]
    assert found["differences"][0]["alone"] == pytest.approx(edges[1] - edges[0])
    texts = [f"md-blackjack --decks 1 --set soft_17={each}" for each in ("stand", "hit")]
    assert answer(invoke("sweep", "--compare", *texts, "--json"))["differences"] == found["differences"]
    shown = invoke("compare", *texts).stdout
    assert "soft_17" in shown
    assert "Digest" in shown


def test_what_differs_in_several_options_adds_up() -> None:
    texts = ("md-blackjack --decks 1", "md-blackjack --decks 2 --set soft_17=hit --set surrender=yes")
    found = answer(invoke("compare", *texts, "--json"))
    assert sum(each["step"] for each in found["differences"]) == pytest.approx(found["change"]["value"])
