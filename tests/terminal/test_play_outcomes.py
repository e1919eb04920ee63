"""What `cutcard play` tells in words: outcomes, the story of the round, what is behind each payout."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from cli.support import invoke
from cli.test_cli_play import DEAL, GAMES, play
from cutcard.cli.law.coverage import print_coverage
from cutcard.law import document, document_ids, resolve
from cutcard.law.model import Requirement
from cutcard.law.proofs.coverage import DocumentCoverage
from cutcard.money import Cents
from cutcard.rules.main import Line
from cutcard.table import Settings, Table, game_of, new_table
from cutcard.table.settlement.provisions import provisions_behind
from cutcard.terminal.drawing.sentences import table_outcome_name
from cutcard.terminal.game.rules import possible_outcomes, rows_in_force
from cutcard.wording.outcomes import MAIN_SENTENCES

MULTIPLE = ("--no-cut", "--variation", "multiple_action")
SWITCH = ("--no-cut", "--variation", "switch")
CHOICES: tuple[dict[str, object], ...] = (
    {},
    {"even_money": True},
    {"surrender": True},
    {"surrender": True, "hole_card": "card_reader"},
    {"optional_payouts": ["six_seven_eight_suited", "three_sevens"]},
    {"optional_payouts": ["designated_blackjack"], "designated_blackjack_cards": ["As", "Js"]},
    {"optional_payouts": ["five_card_21"]},
    {"rescue_after_redouble": "original_only"},
    {"redouble": True},
    {"redouble": True, "rescue": True},
    {"ties": "lose"},
    {"dealer_22_pushes": True},
    {"charlie": 5},
    {"surrender": True, "surrender_time": "early"},
    {"hole_card": "none", "late_blackjack_takes": "original"},
    {"optional_payouts": ["three_sevens_mixed", "three_sevens_suited", "three_sevens_premium"]},
    {"optional_payouts": ["six_seven_eight_mixed", "six_seven_eight_premium"]},
    {"optional_payouts": ["six_card_21", "seven_card_21"]},
)


def table_of(game: str, variation: str | None, **options: object) -> Table | None:
    rules, findings = resolve(document(game), variation=variation, options=options)
    if rules is None or any(each.severity == "violation" for each in findings):
        return None
    return new_table(rules, game_of(rules), Settings())


@pytest.mark.parametrize("name", document_ids())
def test_every_main_outcome_can_come_and_is_told_in_words(name: str) -> None:
    law = document(name)
    rows = law.wager("main").paytables[0].rows
    variations = (None, *law.variations)
    tables = [
        table_of(name, variation, **options)
        for variation, options in itertools.product(variations, CHOICES)
    ]
    come = frozenset[str]().union(*(possible_outcomes(each) for each in tables if each is not None))
    assert come == {row.outcome for row in rows}
    for row in rows:
        assert row.outcome in MAIN_SENTENCES or str(row.pays) not in ("lose", "push")


@pytest.mark.parametrize(("game", "variation"), GAMES)
def test_the_paytable_has_no_row_of_a_rule_that_is_not_played(game: str, variation: str | None) -> None:
    table = table_of(game, variation)
    assert table is not None
    shown = {row.outcome for row in rows_in_force(table, table.rules.offers["main"])}
    assert {"win", "lose", "bust", "dealer_blackjack"} <= shown
    assert ("dealer_22" in shown) is (variation == "switch")
    assert ("surrender" in shown) is table.game.surrender
    assert ("rescue" in shown) is table.game.rescue
    assert ("tie_loses" in shown) is (variation == "hole_card_face_up")


@pytest.mark.parametrize("name", document_ids())
def test_something_is_said_behind_every_row_and_every_loss(name: str) -> None:
    law = document(name)
    for wager in map(law.wager, law.wager_ids):
        stake = Cents(1000)
        lines = [Line(1, None, wager.id, "lose", stake, "lose", Cents(0), wager.losing_cite)]
        for row in (row for paytable in wager.paytables for row in paytable.rows):
            back = Cents(0) if str(row.pays) == "lose" else Cents(2000)
            lines.append(Line(1, 1, wager.id, row.outcome, stake, str(row.pays), back, row.cite))
        for line in lines:
            first = next(iter(provisions_behind(law, line)), None)
            assert first is not None, line
            if line.pays not in ("lose", "push"):
                stated = first.facts
                assert (stated.get("wager"), stated.get("outcome")) == (line.wager, line.outcome)


def test_outcomes_put_together_are_told_in_words() -> None:
    table = table_of("md-pontoon-21", None)
    assert table is not None
    assert table_outcome_name(table, "2 x unsuited_match+crown_treasure") == (
        "2 × unsuited match + crown treasure (dealer too)"
    )
    assert table_outcome_name(table, "three_sevens_premium") == "three sevens of spades"


LOSSES = [
    ("md-blackjack", "Th 7c 6s Kd", "Your 16 is less than the dealer's hard 17.", "reading MD-A03"),
    ("ma-blackjack", "Th 7c 6s Kd", "Main wager wins if the player total beats", "§3(a)"),
    ("md-players-edge-21", "Kh 7c 6s Kd", "Player total above dealer total", "Ch.7 §P"),
    ("md-pontoon-21", "Kh 7c 6s Kd", "Player total above dealer total", "Ch.7 §O"),
    (
        "players-edge-21-brochure",
        "Kh 7c 6s Kd",
        "Closer to 21 than the dealer",
        "Brochure: introduction",
    ),
]


@pytest.mark.parametrize(("game", "dealt", "told", "cite"), LOSSES)
def test_a_loss_has_a_sentence_and_a_provision(
    game: str, dealt: str, told: str, cite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = play(monkeypatch, dealt, DEAL, "s", "c", "", "q", game=game)
    behind = said.split("What was paid, and why")[1]
    assert "Your 16 is less than the dealer's hard 17." in behind
    assert told in behind
    assert f"By {cite} of {game}:" in behind


def test_lost_side_wagers_and_insurance_are_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    options = ("--no-cut", "--wager", "match_up=A")
    said = play(
        monkeypatch, "Kh Ac 9s 7d", "a", DEAL, "i", "s", "c", "", "q",
        game="md-players-edge-21", options=options,
    )  # fmt: skip
    assert "Match-Up Wager: Wins when either" in said
    assert "No paying outcome came up, so the stake is" in said
    assert "Insurance pays when the dealer has a blackjack; the dealer had none" in said


def test_each_of_several_actions_says_which_dealer_hand_it_faces(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = play(
        monkeypatch, "Th As 9s 9h 6h Kd Qd", DEAL, "i", "n", "s", "c", "", "q",
        game="ma-blackjack", options=MULTIPLE,
    )  # fmt: skip
    assert "main $10.00 ×3, one against each of the dealer's hands" in said
    assert "i insurance $5 v dealer hand 1 (I: less)" in said
    assert "i insurance $5 v dealer hand 2 (I: less)" in said
    for number, came in (("1", "lost"), ("2", "won"), ("3", "dealer has blackjack")):
        assert f"Main v dealer hand {number}       {came} " in said
    assert "Insurance v dealer hand 1  lost" in said
    assert "The dealer, hand 2, draws 6♥: soft 17." in said
    assert "Your 19 beats the dealer's soft 17." in said
    assert "Against dealer hand 1: you insure for $5.00." in said


def test_rows_of_a_settled_round_have_a_head(monkeypatch: pytest.MonkeyPatch) -> None:
    said = play(monkeypatch, "8h 6c 8d Kd 3s 9h Tc 9c", DEAL, "p", "d", "s", "", "q")
    lines = said.splitlines()
    head = next(number for number, line in enumerate(lines) if line.startswith("   Box  Hand  Wager"))
    assert lines[head].split() == ["Box", "Hand", "Wager", "Outcome", "Stake", "Price", "Result", "Law"]
    assert lines[head + 1].startswith("     1     1  Main   won")
    assert lines[head + 2].startswith("     1     2  Main   won")


def test_the_story_tells_what_you_did(monkeypatch: pytest.MonkeyPatch) -> None:
    said = play(monkeypatch, "8h 6c 8d Kd 3s 9h Tc 9c", DEAL, "p", "d", "s", "", "q")
    for told in ("You split for $10.00.", "Hand 1: you double for $10.00.", "Hand 2: you stand."):
        assert f"\n{told}\n" in said
    switched = play(monkeypatch, "Th 5d 9c 6d Kh 7s 5c", DEAL, "w", "s", "d", "", "q", options=SWITCH)
    assert "\nYou switch.\n" in switched
    boxes = play(monkeypatch, "Th 9h 7c 9s Ks Kd 2d", "+", DEAL, "s", "h", "", "q")
    assert "\nBox 1: you stand.\n" in boxes
    assert "\nBox 2: you hit.\n" in boxes
    open_card = ("--no-cut", "--variation", "hole_card_face_up")
    seen = play(monkeypatch, "Th 7c 7s Kd", DEAL, "s", "", "q", game="ma-blackjack", options=open_card)
    assert "\nThe dealer's second card is K♦: hard 17.\n" in seen
    given_up = play(monkeypatch, "Th 9c 6s Kd", DEAL, "r", "", "q")
    assert "\nYou surrender.\n" in given_up


def test_the_paytable_screen_is_in_plain_words(monkeypatch: pytest.MonkeyPatch) -> None:
    said = play(monkeypatch, "Th 7c 9s Kd", "t", "q")
    shown = said.split("What the wagers pay")[1]
    assert "push                                                     push  reading MD-A03" in shown
    assert "surrender                                       half returned  Ch.9 §C(1)" in shown
    assert "original wager only                            added returned" in shown
    assert "MD-A03: No rule says who wins" in shown
    assert "a reading says how it is applied here" in shown
    brochure = play(monkeypatch, "Kh 7c 9s Kd", "t", "q", game="players-edge-21-brochure")
    assert "6-7-8 of diamonds" in brochure


def test_the_unlisted_key_of_a_menu_is_told_of_all_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    said = invoke("play", "--no-cut", typed="?\n1-9 a-c\n1\n!\na-z 0-9\nq\n").stdout
    assert "1-9 a-c a game, q leave> " in said
    assert "a-z 0-9 a side wager, on or off, enter go to the table, q leave> " in said
    for slip in ("'?'", "'1-9 a-c'", "'!'", "'a-z 0-9'"):
        assert f"No: {slip} is not one of these" in said
    wagers = ("--no-cut", "--wager", "lucky_ladies=A", "--wager", "match_the_dealer")
    bets = play(monkeypatch, "Th 7c 9s Kd", "a-b", "q", options=wagers)
    assert "No: 'a-b' is not one of these" in bets


def test_a_wager_without_its_paytable_is_shown_as_it_should_be() -> None:
    result = invoke("play", "md-players-edge-21", "--wager", "match_up")
    assert result.exit_code == 2
    assert result.stderr.endswith("; for example --wager match_up=A\n")
    other = invoke("play", "md-blackjack", "--wager", "super_match=A", "--variation", "switch")
    assert "for example --wager super_match=6_decks" in other.stderr


def test_the_record_does_not_go_to_the_screen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    result = invoke("play", "md-blackjack", "--record", "-", typed="")
    assert result.exit_code == 2
    assert "--record -: name a file" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_the_help_says_that_boxes_are_not_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    told = " ".join(invoke("play", "--help").stdout.split())
    assert "You sit alone at your boxes" in told
    assert "Nobody else bets on your boxes" in play(monkeypatch, "Th 7c 9s Kd", "?", "q")


@pytest.mark.parametrize(("count", "told"), [(1, "1 requirement waits"), (2, "2 requirements wait")])
def test_one_requirement_waits(count: int, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    waiting = tuple(Requirement(f"X-{n}", "engine", "Ch.1", "says", "a case") for n in range(count))
    print_coverage([DocumentCoverage("x", {}, {}, (), waiting, 0, ())], "")
    assert told in capsys.readouterr().out


WON_OR_BACK = [
    ("md-blackjack", "Th As 9s Kd", ["i"], "has a blackjack, which is what insurance pays for."),
    ("md-blackjack", "Th 7c 7s Kd", ["s"], "You and the dealer both have 17: a push"),
    ("md-blackjack", "Th 7c 6s Kd 9d", ["h"], "Your hand busted with 25"),
    ("md-blackjack", "Ah 7c Ks Kd", [], "an ace and a ten-value card: a blackjack."),
    ("md-blackjack", "Th 6c 6s Kd Qd", ["s"], "The dealer busted with 26, so your 16 wins."),
    ("md-blackjack", "Th 9c 6s Kd", ["r"], "You surrendered, so half of the wager is returned."),
    ("md-pontoon-21", "Kh 6c 6s Kd 5d 5h", ["h"], "Your 21 wins whatever the dealer would have drawn."),
    ("md-pontoon-21", "7h 6c 7s Kd 7d Kc", ["h"], "a price of its own: three sevens, mixed suits."),
    ("md-pontoon-21", "6h 9c 5s Kd 2h", ["d", "x"], "You rescued the double: what it added is returned"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "dealt", "decisions", "told"), WON_OR_BACK)
def test_what_a_main_wager_or_insurance_came_to_is_a_sentence(
    game: str, dealt: str, decisions: list[str], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = play(monkeypatch, dealt, DEAL, *decisions, "c", "", "q", game=game)
    assert told in " ".join(said.split("What was paid, and why")[1].split())


def test_a_21_that_wins_against_21(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = "Kh 9h 6c 6s 9s Kd 5d 5h"  # the second box makes the dealer draw
    said = play(monkeypatch, dealt, "+", DEAL, "h", "s", "c", "", "q", game="md-pontoon-21")
    assert "Your 21 wins against the dealer's 21 here." in said


def test_a_streak_that_rides_on_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    options = ("--no-cut", "--wager", "streak_2")
    said = play(
        monkeypatch, "Th 7c 9s Kd", "a", DEAL, "s", "c", "", "q", game="ma-blackjack", options=options
    )
    assert "Your hand won, and the wager rides on to your next hand." in said


def test_a_bust_against_hands_that_were_never_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    said = play(
        monkeypatch, "Th 7c 6s 9h", DEAL, "h", "c", "", "q", game="ma-blackjack", options=MULTIPLE
    )
    assert "Box 1, hand 1: Main v dealer hand 3: bust: -$10.00 on $10.00" in said
    assert said.count("Your hand busted with 25; it loses whatever the dealer has.") == 1
