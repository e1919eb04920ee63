"""`cutcard sim` with something watched: a count, the depth, sessions; pictures and Parquet."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.support import answer, invoke, one_line

SMALL = ("md-blackjack", "--rounds", "40000", "--seed", "7")
WATCHING = ("--count", "hilo", "--spread", "1=2,2=4,3=8", "--by-depth", "--session", "50")


def run_of(*arguments: str) -> Any:
    result = invoke("sim", *arguments, "--json")
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    return answer(result)


def test_the_answer_has_what_was_asked_for_and_nothing_else_changes() -> None:
    plain, found = run_of(*SMALL), run_of(*SMALL, *WATCHING)
    assert not {"by_count", "by_depth", "sessions"} & plain.keys()
    assert found["wagers"] == plain["wagers"]
    assert found["digest"] == plain["digest"]
    counted = found["by_count"]
    assert (counted["count"]["name"], counted["count"]["true"]) == ("hilo", True)
    assert counted["count"]["tags"]["Kh"] == -1
    bins = counted["wagers"]["main"]["bins"]
    assert sum(each["rounds"] for each in bins) == found["rounds"]
    assert [each["count"] for each in bins] == sorted(each["count"] for each in bins)
    edge = sum(each["share"] * each["house_edge"] for each in bins)
    assert edge == pytest.approx(plain["wagers"]["main"]["house_edge"])
    assert counted["wagers"]["main"]["spread"]["average_bet"] > 0.5
    depths = found["by_depth"]["main"]
    assert [each["from"] for each in depths] == [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]
    assert sum(each["rounds"] for each in depths) == found["rounds"]
    covers = found["by_penetration"]["main"]
    assert [each["penetration"] for each in covers] == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
    assert covers[-1]["rounds"] == found["rounds"]
    sessions = found["sessions"]
    assert sessions["rounds"] == 50
    assert sum(each["sessions"] for each in sessions["histogram"]) == sessions["sessions"] > 500
    assert sessions["ahead"] + sessions["level"] + sessions["behind"] == pytest.approx(1)
    assert float(sessions["worst"]) < float(sessions["percentiles"]["50"]) < float(sessions["best"])


def test_any_number_of_workers_sees_the_same() -> None:
    one, two = (run_of(*SMALL, *WATCHING, "--workers", workers) for workers in ("1", "2"))
    for name in ("by_count", "by_depth", "sessions", "totals_digest"):
        assert one[name] == two[name]


def test_a_run_that_watched_can_be_dealt_again(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text(json.dumps(run_of(*SMALL, *WATCHING)), encoding="utf-8")
    result = invoke("sim", "replay", "--run", str(file), "--round", "777", "--json")
    assert result.exit_code == 0, result.stderr


def test_for_people(tmp_path: Path) -> None:
    file = tmp_path / "seen.svg"
    result = invoke("sim", *SMALL, "--wager", "pair", *WATCHING, "--plot", str(file))
    assert result.exit_code == 0, result.stderr
    for each in (
        "By the count: hilo",
        "true count",
        "main, by the spread",
        "pair, 1 unit where favoured",
    ):
        assert each in result.stdout
    for each in ("shoe dealt", "0-10%", "Ahead:", "of 50 rounds each"):
        assert each in result.stdout
    assert file.read_text(encoding="utf-8").startswith("<svg")


def test_several_wagers_stand_in_several_tables() -> None:
    wagers = [part for name in ("pair", "kk", "qq", "jj") for part in ("--wager", name)]
    result = invoke("sim", "md-blackjack", "--rounds", "3000", *wagers, "--count", "ko", "--by-depth")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("By the count: ko") == 2
    assert result.stdout.count("running count") == 3
    assert "running count when asked" in result.stdout
    assert result.stdout.count("By the depth of the shoe") == 2


def test_units_in_a_parquet_file_are_those_of_the_csv_file(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("units.csv", "units.parquet"):
        run_of(*SMALL, "--by-depth", "--export", str(tmp_path / name))
    with open(tmp_path / "units.csv", encoding="utf-8", newline="") as stream:
        lines = [{name: int(value) for name, value in line.items()} for line in csv.DictReader(stream)]
    assert parquet.read_table(tmp_path / "units.parquet").to_pylist() == lines
    assert len(lines) > 50


WRONG = [
    (("--count", "hi"), "count: 'hi': one of hilo, ko"),
    (("--count", "2-6=1,T-A=-1"), "count: no tag for 7, 8, 9; give each one, or rest=0"),
    (("--count", "2-6=x,rest=0"), "count: 2-6: a number"),
    (("--count", "hilo", "--fresh"), "count: every round is dealt from a full shoe here"),
    (("--by-depth", "--fresh"), "by-depth: every round is dealt from a full shoe here"),
    (("--spread", "1=2"), "spread: goes with --count"),
    (("--count", "hilo", "--spread", "1:2"), "write COUNT=UNITS"),
    (("--count", "hilo", "--spread", "1.5=2"), "spread: '1.5': a whole count"),
    (("--count", "hilo", "--spread", "1=-2"), "spread: '-2': units from 0 to 1000"),
    (("--session", "0"), "session: '0': must be a whole number from 1"),
    (("--session", "ten"), "session: 'ten': must be a whole number from 1"),
    (("--session", "100000"), "ask for at most "),
    (("--session", "1025", "--fresh"), "ask for at most 1024"),
    (
        ("--by-depth", "--wager", "super_4=D", "--set", "super_4.rate_of_progression=0.05"),
        "--meters stand",
    ),
    (("--plot", "seen.svg"), "plot: nothing to draw"),
    (("--by-depth", "--plot", "seen.png"), "--plot seen.png: end the name in .svg"),
    (("--by-depth", "--plot", "no/such/folder/seen.svg"), "directory no/such/folder"),
    (("--export", "no/such/folder/units.parquet"), "directory no/such/folder"),
]


@pytest.mark.parametrize(("arguments", "line"), WRONG, ids=[" ".join(a)[:60] for a, _ in WRONG])
def test_a_wrong_request_is_one_line(arguments: tuple[str, ...], line: str) -> None:
    result = invoke("sim", "md-blackjack", *arguments)
    assert result.exit_code == 2
    assert line in one_line(result)
    assert result.stdout == ""


def test_a_file_with_a_hole(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[tags]\n2 = 1\n", encoding="utf-8")
    result = invoke("sim", "md-blackjack", "--count", str(file))
    assert result.exit_code == 2
    assert "no tag for 3, 4, 5" in one_line(result)


def test_parquet_without_pyarrow(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = invoke("sim", "md-blackjack", "--export", str(tmp_path / "units.parquet"))
    assert result.exit_code == 2
    assert "pip install 'cutcard[parquet]'" in one_line(result)
