"""`cutcard play` line by line: a round of every game with fixed shuffles, slips, leaving, the record."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli.support import invoke
from cutcard.law import document, document_ids
from cutcard.table.record.record import rebuild, record_lines
from cutcard.terminal.game import house as play_house
from terminal.stacked import stacked

GAMES = [(name, each) for name in document_ids() for each in (None, *document(name).variations)]
UNBURNED = (("ma-blackjack", "six_to_five"),)
DEAL = ""


def play(
    monkeypatch: pytest.MonkeyPatch,
    dealt: str,
    *typed: str,
    game: str = "md-blackjack",
    options: tuple[str, ...] = ("--no-cut",),
) -> str:
    """A visit to a table whose first cards are known; what it printed."""
    variation = options[options.index("--variation") + 1] if "--variation" in options else None
    shuffle = stacked(dealt, burns=(game, variation) not in UNBURNED)
    monkeypatch.setattr(play_house, "shuffle", shuffle)
    result = invoke("play", game, *options, typed="\n".join(typed) + "\n")
    assert result.exit_code == 0, (result.stdout, result.stderr, result.exception)
    assert result.stderr == ""
    return result.stdout


def came_to(said: str) -> str:
    """The result that is told at the end."""
    found = re.search(r"You played \d+ rounds?: (\S+), ", said)
    assert found, said
    return found[1]


ROUNDS = {
    ("md-blackjack", None): ("Th 7c 9s Kd", ["s"], "+$10.00"),
    ("md-blackjack", "switch"): ("Th 5d 9c 6d Kh 7s 5c", ["w", "s", "d"], "-$10.00"),
    ("md-blackjack", "hand_dealt"): ("Th 7c 9s Kd", ["s"], "+$10.00"),
    ("md-blackjack", "no_hole_card"): ("Th 7c 9s Kd", ["s"], "+$10.00"),
    ("ma-blackjack", None): ("Th 7c 9s Kd", ["s"], "+$10.00"),
    ("ma-blackjack", "six_to_five"): ("Ah 7c Ks", [], "+$12.00"),
    ("ma-blackjack", "multiple_action"): ("Th 7c 9s 9h 6h Kd Qd", ["s"], "+$30.00"),
    ("ma-blackjack", "hole_card_face_up"): ("Th 7c 7s Kd", ["s"], "-$10.00"),
    ("md-players-edge-21", None): ("7h 7c 7s Kd 7d", ["h"], "+$15.00"),
    ("players-edge-21-brochure", None): ("6h 7c 5s Kd Kh", ["d", "n"], "+$20.00"),
    ("md-pontoon-21", None): ("Ah Ac Ks Kd", ["n"], "+$15.00"),
    ("house-rules", None): ("Th 7c 9s Kd", ["s"], "+$10.00"),
}


@pytest.mark.parametrize(("game", "variation"), GAMES)
def test_a_round_of_every_game(
    game: str, variation: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    dealt, decisions, result = ROUNDS[game, variation]
    file = tmp_path / "visit.jsonl"
    options = ("--no-cut", "--record", str(file), *(("--variation", variation) if variation else ()))
    said = play(monkeypatch, dealt, DEAL, *decisions, "c", "", "q", game=game, options=options)
    assert came_to(said) == result, said
    assert "What was paid, and why" in said
    checked = invoke("verify", str(file), "--json")
    assert checked.exit_code == 0, checked.stdout
    lines = list(record_lines(file.read_text(encoding="utf-8")))
    table = rebuild(lines)
    assert table.is_closed
    assert table.rounds == 1
    assert table.house + sum(table.purses.values()) == 0


def test_insurance_is_typed_or_taken_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = "Th As 9s Kd"
    whole = play(monkeypatch, dealt, DEAL, "i", "", "q")
    assert "i insurance $5 (I: less)" in whole
    assert came_to(whole) == "$0.00"
    less = play(monkeypatch, dealt, DEAL, "i 6", "i x", "i 2.50", "", "q")
    assert "No: box 1: insurance: amount: at most $5.00, half of $10.00 [Ch.8" in less
    assert "No: 'x' is not an amount of dollars" in less
    assert came_to(less) == "-$5.00"
    assert came_to(play(monkeypatch, dealt, DEAL, "n", "", "q")) == "-$10.00"
    assert came_to(play(monkeypatch, dealt, DEAL, "", "", "q")) == "-$10.00"


def test_even_money_and_an_early_surrender(monkeypatch: pytest.MonkeyPatch) -> None:
    options = ("--no-cut", "--set", "even_money=true", "--set", "surrender_asked=before_check")
    said = play(monkeypatch, "Ah As Ks 9d", DEAL, "e", "", "q", options=options)
    assert came_to(said) == "+$10.00"
    given_up = play(monkeypatch, "Th As 6s 9d", DEAL, "r", "n", "", "q", options=options)
    assert came_to(given_up) == "-$5.00"


def test_a_split_and_a_double_for_less(monkeypatch: pytest.MonkeyPatch) -> None:
    said = play(
        monkeypatch, "8h 6c 8d Kd 3s 9h Tc 9c", DEAL, "p", "d 20", "d 4", "s", "", "q"
    )  # fmt: skip
    assert "Box 1, hand 1" in said
    assert "Box 1, hand 2" in said
    assert "No: box 1: double: amount: above $0.00 and at most $10.00 [Ch.10" in said
    assert came_to(said) == "+$24.00"


def test_surrender_rescue_and_a_third_card(monkeypatch: pytest.MonkeyPatch) -> None:
    assert came_to(play(monkeypatch, "Th 9c 6s Kd", DEAL, "r", "", "q")) == "-$5.00"
    rescued = play(monkeypatch, "6h 9c 5s Kd 2h", DEAL, "d", "x", "", "q", game="md-pontoon-21")
    assert "x rescue" in rescued
    assert came_to(rescued) == "-$10.00"
    options = ("--no-cut", "--wager", "sevens", "--set", "hole_card=card_reader")
    third = play(
        monkeypatch, "7h Kc 7s Ad 7d", "a", DEAL, "t", "", "q", game="ma-blackjack", options=options
    )
    assert "t third card" in third
    assert "Box 1 gets 7♦." in third


def test_slips_and_garbage_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    garbage = ["\x00", "\x1b[2J", "9" * 5_000, "=" * 100, "💥", "hh", "-1", "p", "w", "d x"]
    bets = ["m x", "m 0", "0.001", "m 1e9", ".", "-", "zz", "a"]
    said = play(monkeypatch, "Th 7c 9s Kd", *bets, DEAL, *garbage, "s", *garbage, "", "q")
    assert came_to(said) == "+$10.00"
    assert said.count("No: ") >= 15


@pytest.mark.parametrize("ends_after", range(9))
def test_the_end_of_input_finishes_the_round_by_standing(
    ends_after: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "visit.jsonl"
    monkeypatch.setattr(play_house, "shuffle", stacked("8h 6c 8d Kd 3s 9h 9s Kc", cut=100))
    lines = ["100", "25", DEAL, "p", "h", "s", "s", ""][:ends_after]
    result = invoke("play", "md-blackjack", "--record", str(file), typed="\n".join([*lines, ""]))
    assert result.exit_code == 0, (result.stdout, result.exception)
    assert result.stderr == ""
    stood = "your hands stood" in result.stdout
    assert stood == (2 < ends_after < 7), result.stdout
    assert invoke("verify", str(file)).exit_code == (0 if ends_after else 1)  # 0: no card was drawn


def test_leaving_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    for typed in (["q"], [DEAL, "q"], [DEAL, "p", "q"], [DEAL, "s", "q"]):
        said = play(monkeypatch, "8h 6c 8d Kd 9s 9h Tc", *typed)
        assert "in chips." in said
        assert "Shoe revealed: " in said
    nothing = invoke("play", typed="")
    assert nothing.exit_code == 0
    assert nothing.stdout.endswith("Left without playing.\n")


def test_citations_readings_and_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    said = play(monkeypatch, "Th 7c 7s Kd", DEAL, "?", "s", "c", "?", "v", "", "q")
    assert "By reading MD-A03 of md-blackjack:" in said
    assert "MD-A03: No rule says who wins" in said
    assert re.search(r"Dealer on soft 17 +stand  \[MD-A01\]", said)
    assert "Every line of the round" in said
    queens = play(
        monkeypatch, "Qh 9c Qh Kd", "a", "t", DEAL, "s", "c", "", "q",
        options=("--no-cut", "--wager", "lucky_ladies=A"),
    )  # fmt: skip
    assert "By Ch.13 §A(4)(a)(ii) of md-blackjack:" in queens
    assert "paytable Lucky Ladies A: queen of hearts pair, 200 to 1" in queens
    assert came_to(queens) == "+$1,010.00"


def test_advice_is_an_estimate_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutcard.terminal.game.advice.SECONDS", 0.05)
    said = play(monkeypatch, "Th 6c Ts Kd 5c", DEAL, "a", "s", "", "q")
    first = re.search(r"Average result without side wagers: stand \+\$\d", said)
    assert first, said
    assert "deals of the unseen cards each; after the action: hit below 17" in said
    always = play(monkeypatch, "Th As Ts 5d", DEAL, "n", "s", "", "q", options=("--no-cut", "--advice"))
    assert always.count("Average result ") == 2
    assert "continue without" in always


def test_chips_run_out_and_more_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    options = ("--no-cut", "--chips", "15")
    said = play(
        monkeypatch, "8h 6c 8d Kd 5s 4h 9h Tc",
        "20", DEAL, "10", DEAL, "p", "d", "$", "p", "s", "s", "", "q", options=options,
    )  # fmt: skip
    assert "No: your chips do not cover that; $ buys more" in said
    assert said.count("No: that needs $10.00 in chips; $ buys more") == 2
    assert "You buy $15.00 in chips." in said
    assert came_to(said) == "+$20.00"
    assert "$50.00 in chips" in said


def test_several_boxes_and_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    # Boxes 1 and 2 are the player's, 6 and 7 the neighbours'.
    dealt = "Th 9h 5h 2h 7c 9s Ks 7s 8s Kd 8c 3d 5d"
    said = play(
        monkeypatch, dealt, "+", "20", DEAL, "s", "s", "", "q", options=("--no-cut", "--seats", "3")
    )
    assert "Box 6 Ben" in said
    assert "Box 7 Ada" in said
    assert "Ben (box 6) hits." in said
    assert came_to(said) == "+$30.00"
    limited = play(monkeypatch, "Th 7c 9s Kd", "+", "q", game="ma-blackjack")
    assert "No: player you: may hold 1 adjacent boxes" in limited or "+ one more box" not in limited


def test_limits_boxes_and_a_long_list_of_wagers(monkeypatch: pytest.MonkeyPatch) -> None:
    named = (
        "lucky_ladies=A", "match_the_dealer", "in_between", "royal_match_21=C", "upcard_luck_21",
        "kings_bounty", "house_money", "lucky_aces=A", "poker_3", "nineteen_plus", "top_3=A",
    )  # fmt: skip
    wagers = [word for each in named for word in ("--wager", each)]
    limits = ("--set", "minimum_wager=25", "--set", "maximum_wager=100")
    said = play(
        monkeypatch, "Th 7c 9s Kd",
        "10", "500", "?", "+", "30", ".", "k", "k 0", "c 3", "-", "+", "-", "a", "b", DEAL, "s", "", "q",
        options=("--no-cut", *limits, *wagers),
    )  # fmt: skip
    assert "main wagers from $25.00 up to $100.00" in said
    assert "No: box 1: main: at least $25.00 [" in said
    assert "No: box 1: main: at most $100.00 [" in said
    assert "Type an amount to change your main wager" in said
    assert "Top 3 (A)" in said
    assert came_to(said) == "+$20.00"


def test_streak_wagers_ride_to_the_next_round(monkeypatch: pytest.MonkeyPatch) -> None:
    options = ("--no-cut", "--wager", "streak_2")
    dealt = "Th 7c 9s Kd 2h Th 7h 9h Td Ks"
    said = play(
        monkeypatch, dealt, "a", DEAL, "s", "", "a", DEAL, "s", "", "q",
        game="ma-blackjack", options=options,
    )  # fmt: skip
    assert "Streak 2  won, rides on" in said
    assert "No: box 1: streak_2: cannot change until it is decided" in said


def test_meters_grow_and_wheels_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutcard.terminal.game.house.secrets.randbelow", lambda _: 0)
    wheel = play(
        monkeypatch, "Ah 9c Ks 9d", "b", DEAL, "", "q", game="md-pontoon-21",
        options=("--no-cut", "--wager", "match_super_bonus", "--wager", "bonus_spin_progressive=B"),
    )  # fmt: skip
    assert "Bonus Spin Progressive $1,000.00" in wheel
    assert "Bonus Spin Progressive shows " in wheel
    assert "Bonus Spin Progressive" in wheel
    button = play(
        monkeypatch, "Ah 9c Ks 9d", "a", DEAL, "", "q", game="ma-blackjack",
        options=("--no-cut", "--wager", "blackjack_bonus"),
    )  # fmt: skip
    assert "Blackjack Bonus shows $" in button


def test_the_xtreme_wheel_and_the_drawn_boxes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "visit.jsonl"
    xtreme = play(
        monkeypatch, "Kh 6c Qs Kd 9d", "a", DEAL, "s", "c", "", "q", game="md-pontoon-21",
        options=("--no-cut", "--wager", "bonus_spin_xtreme_progressive=A", "--record", str(file)),
    )  # fmt: skip
    assert '"hot_spot": 1' in xtreme
    assert invoke("verify", str(file)).exit_code == 0
    shown = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert any(each.get("event") == "device_spoke" for each in shown)
    wheel = ("--wager", "bonus_spin_xtreme_progressive", "--set", "xtreme_pairs=operator")
    paired = play(
        monkeypatch, "Kh 6c Qs Kd 9d", "a", DEAL, "s", "", "q", game="md-pontoon-21",
        options=("--no-cut", *wheel),
    )  # fmt: skip
    assert '"hot_spot": 1' in paired
    beaten = play(
        monkeypatch, "Kh 6c Qs Kd 5d", "a", DEAL, "s", "c", "", "q",
        options=("--no-cut", "--wager", "bad_beat", "--set", "bad_beat_bonuses=every_round"),
    )  # fmt: skip
    assert "Magic Card shows " in beaten
    assert "Lucky Player shows " in beaten


def test_a_stake_without_printed_prizes_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    options = ("--no-cut", "--wager", "bonus_spin_progressive=A")
    said = play(monkeypatch, "Ah 9c Ks 9d", "a 5", "q", game="md-pontoon-21", options=options)
    assert "5.00 on bonus_spin_progressive; paytable A takes 1.10" in said


def test_the_players_cut_and_the_end_of_a_shoe(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "visit.jsonl"
    monkeypatch.setattr(play_house, "shuffle", stacked("Th 7c 9s Kd", cut=30))
    rounds = ["", "s"] * 30
    typed = ["5", "c x", "c 60", "30", *rounds]
    result = invoke(
        "play", "md-blackjack", "--set", "decks=1", "--record", str(file), typed="\n".join(typed)
    )
    assert result.exit_code == 0
    assert "it must be after 10 to 42 [Ch.5 §E]" in result.stdout
    assert "No: a whole number, 10 to 42" in result.stdout
    assert "No: position: a cut after 60 of 52 cards" in result.stdout
    assert "You cut after card 30." in result.stdout
    assert "The cover card is out: this shoe ends with the round." in result.stdout
    assert f"when you leave, `cutcard verify {file}` checks every card." in result.stdout
    assert invoke("verify", str(file)).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("md-nope",), "no document 'md-nope'"),
        (("md-blackjack", "--variation", "x"), "has no variation 'x'"),
        (("md-blackjack", "--set", "decks=0"), "below 1; choose an integer of 1 or more [Ch.3 §A]"),
        (("md-blackjack", "--wager", "lucky_ladies"), "state which paytable"),
        (("--wager", "lucky_ladies"), "name a DOCUMENT"),
        (("md-blackjack", "--seats", "0"), "1 to 8 people"),
        (("md-blackjack", "--chips", "0"), "more than zero"),
        (("md-blackjack", "--chips", "x"), "is not an amount"),
        (("md-blackjack", "--record", "/nowhere/at/all"), "no such file or directory"),
        (("--submission", "examples/submission.toml"), "may not be offered at one table [§24(i)]"),
        (
            ("--submission", "examples/submission.toml", "--seats", "2", "--wager", "x"),
            "sets everything",
        ),
    ],
)
def test_what_is_wrong_with_a_request(arguments: tuple[str, ...], told: str) -> None:
    result = invoke("play", *arguments)
    assert result.exit_code == 2
    assert told in result.stderr


def test_a_record_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "visit.jsonl"
    file.write_text("precious")
    assert invoke("play", "md-blackjack", "--record", str(file)).exit_code == 2
    assert file.read_text() == "precious"


def test_a_submissions_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "submission.toml"
    file.write_text(invoke("check", "--init", "md-blackjack").stdout)
    monkeypatch.setattr(play_house, "shuffle", stacked("Th 7c 9s Kd"))
    typed = f"{DEAL}\ns\n\nq\n"
    result = invoke("play", "--submission", str(file), "--no-cut", typed=typed)
    assert result.exit_code == 0
    assert came_to(result.stdout) == "+$10.00"
    assert invoke("play", "ma-blackjack", "--submission", str(file)).exit_code == 2


def test_choosing_a_game_and_side_wagers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_house, "shuffle", stacked("Qh 7c Qh Kd"))
    typed = ["zz", "1", "a", "a", "a", "a", "g", "", DEAL, "a", DEAL, "s", "", "q"]
    result = invoke("play", "--no-cut", typed="\n".join(typed) + "\n")
    assert result.exit_code == 0, (result.stdout, result.exception)
    assert "× Lucky Ladies Twenty Point Bonus (B)" in result.stdout
    assert "No: super_match may be offered only at switch [" in result.stdout


def test_a_table_that_cannot_go_on_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "cutcard.terminal.game.house.draw", lambda *_, **__: ("bonus_spin_progressive", "x")
    )
    said = play(
        monkeypatch, "Ah 9c Ks 9d", "a", DEAL, game="md-pontoon-21",
        options=("--no-cut", "--wager", "bonus_spin_progressive=B"),
    )  # fmt: skip
    assert "The table could not continue: devices.bonus_spin_progressive[0]: 'x' is not a symbol" in said


@pytest.mark.proves("PE-011", "PO-012")
@pytest.mark.parametrize(
    ("game", "wager", "tables"),
    [
        ("md-players-edge-21", "match_up", "ABC"),
        ("md-pontoon-21", "match_super_bonus", "ABC"),
    ],
)
def test_the_paytables_shown_are_the_selected_ones(
    game: str, wager: str, tables: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    law = document(game).wager(wager)
    chosen = law.choosable[0]
    options = ("--no-cut", "--wager", f"{wager}={chosen.id}")
    said = play(monkeypatch, "9h 7c 9s Kd", "t", "", "q", game=game, options=options)
    for table in law.choosable:
        assert (f"[{table.cite}]" in said) is (table is chosen), (table.id, tables)
    for row in chosen.rows:
        assert str(row.pays) in said
    for other in document(game).wager_ids:
        if other not in ("main", "insurance", wager) and document(game).wager(other).takes_stake:
            assert document(game).wager(other).title not in said
