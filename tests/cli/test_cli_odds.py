"""`cutcard odds DOCUMENT WAGER`: the answer of the contract, and the same for people."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from cli.odds_support import exact, odds
from cli.support import SOURCE, answer, invoke
from cutcard.odds import MeterOdds, answer as odds_answer, question
from cutcard.reports import figures
from cutcard.reports.sheet import meter_rows

CONTRACT = {
    "document",
    "law",
    "wager",
    "paytable",
    "options",
    "method",
    "house_edge",
    "player_edge",
    "hit_frequency",
    "standard_deviation",
    "rows",
    "digest",
    "seconds",
}
ALSO = {"assumptions", "cite", "meters", "variation", "reason", "favours_player", "more", "stake"}
LADIES = ("md-blackjack", "lucky_ladies", "--paytable", "A")
QUEENS = ("queen_of_hearts_pair", "queen_of_hearts_pair_and_dealer_blackjack")


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path_factory.getbasetemp() / "odds_cache"))


def test_the_answer_is_that_of_the_contract() -> None:
    found = odds(*LADIES, "--decks", "6")
    assert found.keys() == CONTRACT | ALSO
    assert (found["document"], found["wager"], found["paytable"]) == LADIES[:2] + LADIES[3:]
    assert found["options"] == {"decks": 6}
    assert found["method"] == "exact"
    assert exact(found["house_edge"]) == -exact(found["player_edge"])
    assert isinstance(found["standard_deviation"], float)
    assert len(found["digest"]) == 64
    assert found["seconds"] >= 0
    for row in found["rows"]:
        assert {"outcome", "pays", "probability", "contribution", "cite"} <= row.keys()


def test_the_stake_is_told_where_dollars_are_paid_for_it() -> None:
    assert odds(*LADIES)["stake"] is None
    assert odds("md-blackjack", "super_4", "--paytable", "D")["stake"] == "5.00"
    assert odds("md-blackjack", "super_4", "--paytable", "D", "--stake", "10")["stake"] == "10.00"
    assert "Stake:" in invoke("odds", "md-blackjack", "super_4", "--paytable", "D").stdout


def test_the_rows_add_up_to_one_and_to_the_edge() -> None:
    found = odds(*LADIES)
    assert sum(exact(row["probability"]) for row in found["rows"]) == 1
    assert sum(exact(row["contribution"]) for row in found["rows"]) == exact(found["player_edge"])
    wins = [row for row in found["rows"] if exact(row["net"]) > 0]
    assert sum(exact(row["probability"]) for row in wins) == exact(found["hit_frequency"])
    assert all(row["cite"] for row in found["rows"])


def test_two_queens_of_hearts_of_six_decks() -> None:
    """Six of 312 cards, then five of 311, whatever the dealer has."""
    rows = {row["outcome"]: row for row in odds(*LADIES, "--decks", "6")["rows"]}
    chance = sum(exact(rows[name]["probability"]) for name in QUEENS)
    assert chance == Fraction(6 * 5, 312 * 311)


def test_removed_cards_do_not_come() -> None:
    gone = odds(*LADIES, "--decks", "2", "--removed", "Qh, Qh")
    rows = {row["outcome"]: row for row in gone["rows"]}
    assert all(exact(rows[name]["probability"]) == 0 for name in QUEENS)
    assert all(rows[name]["one_in"] is None for name in QUEENS)
    assert "102 cards" in gone["assumptions"][0]


def test_an_option_changes_the_odds_and_is_told() -> None:
    hit = odds("md-blackjack", "buster_blackjack", "--set", "soft_17=hit", "--decks", "6")
    stand = odds("md-blackjack", "buster_blackjack", "--set", "soft_17=stand", "--decks", "6")
    assert hit["options"] == {"decks": 6, "soft_17": "hit"}
    assert exact(hit["house_edge"]) != exact(stand["house_edge"])
    assert hit["digest"] != stand["digest"]


def test_a_wager_of_a_variation() -> None:
    assert odds("md-blackjack", "super_match")["variation"] == "switch"


def test_at_the_break_even_meter_the_edge_is_zero() -> None:
    """Within what a dollar of the meter does: its tenth is paid in whole cents."""
    wager = ("md-players-edge-21", "monster_match_progressive")
    low = odds(*wager, "--meter", "monster_match_progressive=6000", "--stake", "1")
    meter = low["meters"]["monster_match_progressive"]
    assert meter["amount"] == "6000.00"
    at_zero = meter["break_even"]
    even = odds(*wager, "--meter", f"monster_match_progressive={at_zero}", "--stake", "1")
    left = exact(even["player_edge"])
    assert abs(left) <= exact(meter["edge_per_dollar"])
    assert 0 <= Fraction(at_zero) - exact(meter["break_even_exact"]) < Fraction(1, 100)
    assert even["favours_player"] is (left > 0)


def test_a_rate_of_progression_gives_the_meter_at_a_hit() -> None:
    wager = ("md-players-edge-21", "monster_match_progressive")
    plain = odds(*wager)["meters"]["monster_match_progressive"]["facts"]
    fed = odds(*wager, "--set", "rate_of_progression=0.1")["meters"]["monster_match_progressive"][
        "facts"
    ]
    assert "meter_at_hit" not in plain
    assert exact(fed["meter_at_hit"]) > exact(fed["seed"])
    named = "meters.monster_match_progressive.rate_of_progression=0.1"
    assert odds(*wager, "--set", named)["meters"]["monster_match_progressive"]["facts"] == fed


def test_terminal_json_and_sheet_show_one_long_run_edge_and_one_break_even() -> None:
    wager = ("md-players-edge-21", "monster_match_progressive", "--set", "rate_of_progression=0.1")
    meter = odds(*wager)["meters"]["monster_match_progressive"]
    shown = " ".join(invoke("odds", *wager).stdout.split())
    edge = figures.percent(exact(meter["facts"]["long_run_house_edge"]))
    assert f"House edge in the long run {edge}" in shown
    even = f"${float(meter['break_even']):,.2f}"
    assert f"Break-even, all else as shown {even}" in shown
    asked = question(*wager[:2], settings={"rate_of_progression": "0.1"})
    printed = {row[0]: row[1] for row in meter_rows(odds_answer(asked).meters, seats=1)}
    assert printed["House edge in the long run"] == edge
    assert printed["Break-even, all else as shown"] == even


@pytest.mark.parametrize(
    ("exact_dollars", "shown"),
    [
        (Fraction(100), 100_00),
        (Fraction(100) + Fraction(1, 10**9), 100_01),
        (100.0000000001, 100_00),
    ],
)
def test_a_break_even_is_rounded_up_to_a_cent(exact_dollars: Fraction | float, shown: int) -> None:
    assert MeterOdds("m", Fraction(0), Fraction(1), exact_dollars).break_even_cents == shown


def test_several_meters_by_their_short_or_long_names() -> None:
    short = odds("md-blackjack", "blazing_7s", "--meter", "mega=100000")
    long = odds("md-blackjack", "blazing_7s", "--meter", "blazing_7s.mega=100,000")
    assert short["meters"].keys() == {f"blazing_7s.{name}" for name in ("mega", "major", "minor")}
    assert short["house_edge"] == long["house_edge"]


def test_a_filed_wheel() -> None:
    filed = ("--set", "wheel=$50=3,$20=1")
    found = odds("md-pontoon-21", "bonus_spin_progressive", "--paytable", "A", *filed)
    assert found["method"] == "exact"
    paid = {row["outcome"]: exact(row["probability"]) for row in found["rows"]}
    assert paid["$50"] == 3 * paid["$20"]
    assert found["options"]["wheel"] == ["$50=3", "$20=1"]


def test_seats_share_a_meter() -> None:
    wager = ("md-players-edge-21", "monster_match_progressive")
    alone, three = odds(*wager), odds(*wager, "--seats", "3")
    assert alone["house_edge"] == three["house_edge"]
    facts = three["meters"]["monster_match_progressive"]["facts"]
    assert exact(facts["house_edge_at_seats"]) >= exact(three["house_edge"])


def test_for_people() -> None:
    result = invoke("odds", *LADIES)
    assert result.exit_code == 0
    told = result.stdout
    assert "Lucky Ladies" in told
    assert "6 decks" in told
    assert "17.6391% = 9108313/51637196" in told  # as the JSON of the same question has it
    assert exact(odds(*LADIES)["house_edge"]) == Fraction(9108313, 51637196)
    for each in ("one in", "1000 to 1", "Ch.13 §A(4)(a)(i)", "Hit frequency", "Assumed", "exact"):
        assert each in told


def test_meters_for_people() -> None:
    told = invoke("odds", "md-blackjack", "blazing_7s", "--meter", "mega=125000", "--stake", "5").stdout
    assert "favours the player" in told
    assert "Meter blazing_7s.mega:" in told
    assert "$125,000.00" in told
    assert "Break-even, all else as shown $" in " ".join(told.split())


def test_money_is_text_with_two_decimals() -> None:
    meters = odds("md-blackjack", "blazing_7s")["meters"]
    assert [meter["amount"] for meter in meters.values()] == ["10000.00", "5000.00", "2500.00"]


@pytest.mark.parametrize("form", [("--json",), ()], ids=["json", "people"])
def test_a_side_wager_loads_no_numba(form: tuple[str, ...], tmp_path: Path) -> None:
    code = (
        "import sys, cutcard.cli\n"
        f"try:\n    cutcard.cli.main(['odds', 'md-pontoon-21', 'insurance', *{form!r}])\n"
        "except SystemExit as left:\n    sys.exit(left.code or 'numba' in sys.modules)"
    )
    settings = {"PYTHONPATH": SOURCE, "CUTCARD_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=settings, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", [("odds",), ("odds", "hand")], ids=" ".join)
def test_help_with_an_example(command: tuple[str, ...]) -> None:
    result = invoke(*command, "--help")
    assert result.exit_code == 0
    assert f"Usage: cutcard {' '.join(command)} [OPTIONS]" in result.stdout
    assert f"cutcard {' '.join(command)} md-blackjack" in result.stdout


def test_the_same_question_in_other_words_is_the_same_answer() -> None:
    assert odds(*LADIES, "--decks", "6") == odds(*LADIES, "--set", "decks=6")
    plain, stated = odds(*LADIES), odds(*LADIES, "--set", "soft_17=stand")
    assert plain["digest"] == stated["digest"]
    assert stated["options"] == {"decks": 6, "soft_17": "stand"}
    assert answer(invoke("odds", "--json", *LADIES)) == plain
