"""`cutcard sim` with meters that grow: their figures, the round again, what is refused."""

from __future__ import annotations

import csv
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cli.support import answer, invoke, one_line

TABLE = ("md-blackjack", "--wager", "super_4=D", "--wager", "must_hit", "--boxes", "2", "--seed", "7")
RATES = ("--set", "super_4.rate_of_progression=0.05", "--set", "must_hit.rate_of_progression=0.5")
FEW = ("--rounds", "20000")
METERS = ("star", "spade", "heart", "diamond")


@cache
def run_of(*arguments: str) -> Any:
    result = invoke("sim", *arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return answer(result)


def test_a_rate_makes_meters_grow() -> None:
    found = run_of(*TABLE, *RATES, *FEW, "--compare")
    assert found["meters_at_hit"].keys() == {"must_hit", *(f"super_4.{name}" for name in METERS)}
    meter = found["meters_at_hit"]["must_hit"]
    assert meter["hits"] == sum(column["count"] for column in meter["histogram"]) > 20
    low, median, high = (meter["percentiles"][each] for each in ("5", "50", "95"))
    assert 250 < low < median < high < 1000
    assert meter["exact_mean_at_hit"]["value"] == 625
    assert abs(meter["z"]) < 4
    heart = found["meters_at_hit"]["super_4.heart"]
    assert heart["mean_at_hit"] > 500
    assert heart["rate_of_progression"] == 0.05
    side = found["wagers"]["super_4"]
    assert side["long_run"]["exact_house_edge"] == side["exact_house_edge"]
    assert abs(side["long_run"]["z"]) < 4
    assert side["long_run"]["standard_error"] < side["standard_error"]


def test_meters_stand_still_where_no_rate_is_known_or_they_are_told_to() -> None:
    still = run_of(*TABLE[:3], *FEW)
    told = run_of(*TABLE[:3], *RATES[:2], "--meters", "stand", *FEW)
    assert "meters_at_hit" not in still
    assert still["totals_digest"] == told["totals_digest"]
    grown = run_of(*TABLE[:3], *RATES[:2], *FEW)
    assert grown["totals_digest"] != still["totals_digest"]
    assert grown["digest"] != still["digest"] == told["digest"]


def test_for_people() -> None:
    result = invoke("sim", *TABLE, *RATES, *FEW)
    assert result.exit_code == 0
    for words in ("mean at hit", "with contributions and seeds", "begins at $50000.00", "super_4.spade"):
        assert words in " ".join(result.stdout.split())


def test_a_round_again_by_the_answer_of_its_run(tmp_path: Path) -> None:
    run = tmp_path / "run.json"
    run.write_text(json.dumps(run_of(*TABLE, *RATES, *FEW, "--compare")))
    found = answer(invoke("sim", "replay", "--run", str(run), "--round", "15000", "--json"))
    assert found["meters_shown"] == {
        name: amount for name, amount in found["meters_shown"].items() if float(amount) >= 250
    }
    assert float(found["meters_shown"]["super_4.star"]) == 50_000 + 15_001 * 2 * 0.05
    result = invoke("sim", "replay", *TABLE, *RATES, "--round", "15000")
    assert "super_4.star $51500.10" in " ".join(result.stdout.split())


def test_units_in_a_file_come_to_the_totals(tmp_path: Path) -> None:
    file = tmp_path / "units.csv"
    result = invoke("sim", *TABLE, *RATES, "--rounds", "3000", "--json", "--export", str(file))
    lines = list(csv.DictReader(file.read_text().splitlines()))
    found = answer(result)
    net = sum(int(line["super_4.net"]) for line in lines)
    assert -net / sum(int(line["super_4.staked"]) for line in lines) == pytest.approx(
        found["wagers"]["super_4"]["house_edge"]
    )
    hits = sum(int(line["meter.must_hit.hits"]) for line in lines)
    assert hits == found["meters_at_hit"]["must_hit"]["hits"]


def test_a_picture_of_the_meters(tmp_path: Path) -> None:
    file = tmp_path / "meters.svg"
    result = invoke("sim", *TABLE, *RATES, *FEW, "--plot", str(file))
    assert result.exit_code == 0, result.stderr
    content = file.read_text()
    for words in ("Meters when they were hit", "must_hit, ", "super_4.heart, ", "median $", "mean $"):
        assert words in content
    few = invoke("sim", *TABLE[:2], "super_4=A", *RATES[:2], "--rounds", "1", "--plot", str(file))
    assert few.exit_code == 2
    assert "no meter was hit in these rounds" in one_line(few)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--meters", "grow"], "no rate of progression of super_4.star is known"),
        (["--meters", "fly"], "meters: 'fly': stand or grow"),
        (["--set", "super_4.rate_of_progression=2"], "is not a rate"),
        (
            ["--wager", "kings_bounty", "--boxes", "2", "--set", "kings_bounty.aggregate_cap=50000"],
            "kings_bounty.aggregate_cap covers all boxes together",
        ),
        (["--set", "super_4.paytable=A"], "set: name the paytable with --wager super_4="),
        (["--set", "super_4.meters.moon.reset_amount=5"], "no meter"),
        (["--set", "lucky_ladies.rate_of_progression=0.05"], "lucky_ladies"),
    ],
)
def test_one_line_says_what_is_wrong(words: list[str], problem: str) -> None:
    result = invoke("sim", *TABLE[:3], *FEW, *words)
    assert result.exit_code == 2
    assert problem in one_line(result)


def test_must_hit_needs_the_wager_that_adds_to_it() -> None:
    result = invoke("sim", "md-blackjack", "--wager", "must_hit", *RATES[2:], *FEW)
    assert result.exit_code == 2
    assert "super_4" in one_line(result)
