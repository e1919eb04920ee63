"""`cutcard verify`: the verdict for people and for programs, exit codes, and what is no record."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.support import answer, in_bash, invoke, one_line, program
from cutcard.cards import DECK_48, DECK_52
from fair.records import ORDER, commit, dealt, ended, loaded, revealed, shuffled, whole, written

PROVEN = written(whole())
WRONG = written([*whole()[:5], *dealt("Kc"), revealed()])
OPEN = written(whole()[:6])


def test_a_proven_record_for_people(tmp_path: Path) -> None:
    file = tmp_path / "shoe.jsonl"
    file.write_bytes(PROVEN)
    result = invoke("verify", str(file))
    assert result.exit_code == 0
    assert result.stdout.startswith("proven: 8 cards off 1 committed stack, each as committed\n")
    assert commit(ORDER)[:16] in result.stdout
    assert "10 cards, not whole decks" in result.stdout


def test_a_proven_record_for_programs() -> None:
    result = invoke("verify", "-", "--json", typed=PROVEN)
    assert result.exit_code == 0
    assert answer(result) == {
        "verdict": "proven",
        "told": "proven: 8 cards off 1 committed stack, each as committed",
        "document": "md-blackjack",
        "events": 15,
        "wrong": None,
        "stacks": [
            {
                "commitment": commit(ORDER),
                "standing": "proven",
                "shuffled_at_event": 1,
                "batch": 1,
                "side": "",
                "made_of": "10 cards, not whole decks",
                "cuts": [3],
                "drawn": 8,
            }
        ],
    }


def test_a_wrong_card_is_exit_1_and_named() -> None:
    assert invoke("verify", "-", typed=WRONG).exit_code == 1
    result = invoke("verify", "-", "--json", typed=WRONG)
    assert result.exit_code == 1
    found = answer(result)
    assert found["verdict"] == "wrong"
    wrong = found["wrong"]
    assert (wrong["event"], wrong["line"], wrong["recorded"], wrong["demanded"]) == (6, 7, "Kc", "5h")
    told = invoke("verify", "-", typed=WRONG).stdout
    assert told.startswith("wrong: event 6 (line 7): Kc was recorded as card 2 of the stack; the comm")


def test_a_shoe_in_play_is_exit_1_and_not_called_wrong() -> None:
    result = invoke("verify", "-", "--json", typed=OPEN)
    assert result.exit_code == 1
    assert answer(result)["verdict"] == "unproven"
    assert answer(result)["stacks"][0]["made_of"] is None
    assert "not proven: " in invoke("verify", "-", typed=OPEN).stdout
    nothing = invoke("verify", "-", typed=written([]))
    assert (nothing.exit_code, nothing.stdout) == (1, "not proven: no card was drawn\n")


@pytest.mark.parametrize(
    ("deck", "decks", "told"),
    [
        (DECK_52, 6, "6 decks of 52"),
        (DECK_52, 1, "1 deck of 52"),
        (DECK_48, 8, "8 decks of 48"),
        (DECK_52[1:], 2, "102 cards, not whole decks"),
        (tuple(c for c in DECK_52 if c.rank != "A"), 1, "48 cards, not whole decks"),
        ((*DECK_52, *DECK_52[:1]), 1, "53 cards, not whole decks"),
    ],
)
def test_what_the_stack_is_made_of_is_told(deck: tuple[object, ...], decks: int, told: str) -> None:
    order = [str(each) for each in deck * decks]
    events = [shuffled(order), loaded(), *dealt(order[0]), ended(len(order) - 1), revealed(order)]
    found = answer(invoke("verify", "-", "--json", typed=written(events)))
    assert found["stacks"][0]["made_of"] == told


def test_of_very_many_stacks_some_are_listed() -> None:
    events = [
        each
        for number in range(50)
        for salt in [f"{number:064x}"]
        for each in (shuffled(salt=salt), loaded(), *dealt("Ah"), revealed(salt=salt))
    ]
    told = invoke("verify", "-", typed=written(events)).stdout
    assert told.startswith("proven: 50 cards off 50 committed stacks")
    assert "and 10 more stacks" in told


@pytest.mark.parametrize(
    "typed",
    [
        b"",
        b"nonsense",
        b"\xff\xfe\x00",
        b"\x00" * 2_000_000,
        b"[" * 200_000,
        b'{"cutcard": 1}\n{"event": "card_dealt", "drawn": NaN}',
        b'{"cutcard": 1, "cutcard": 1}\n',
        PROVEN[:-30],
    ],
)
def test_what_cannot_be_read_is_one_line_and_exit_2(typed: bytes) -> None:
    result = invoke("verify", "-", "--json", typed=typed)
    assert result.exit_code == 2
    assert "standard input: " in one_line(result)
    assert answer(result)["refused"]["code"] == "bad_request"


def test_a_record_in_words_is_told_how_it_can_be_verified(tmp_path: Path) -> None:
    file = tmp_path / "shoe.txt"
    file.write_text("Record of md-blackjack\n  document md-blackjack\n", encoding="utf-8")
    told = one_line(invoke("verify", str(file)))
    assert told.endswith(
        f"`cutcard replay {file} --lines` makes JSON lines of a record in its readable form"
    )
    assert "--lines" not in one_line(invoke("verify", "-", typed=PROVEN[:-30]))


def test_files_that_are_none(tmp_path: Path) -> None:
    assert "no such file" in one_line(invoke("verify", str(tmp_path / "missing")))
    assert "is a directory" in one_line(invoke("verify", str(tmp_path)))
    assert "no such file" in one_line(invoke("verify", "a\0b"))
    assert "longer than" in one_line(invoke("verify", "/dev/zero"))


def test_the_real_program_with_a_hostile_side() -> None:
    hostile = "\x1b[31m\n" * 10
    events = [shuffled(), loaded(side=hostile), *dealt("Ah", side=hostile), revealed()]
    done = program("verify", "-", typed=written(events))
    assert done.returncode == 0
    assert b"\x1b[" not in done.stdout


def test_a_closed_standard_input() -> None:
    done = in_bash("verify - <&-")
    assert (done.returncode, done.stderr) == (2, "cutcard: standard input: closed\n")


def test_the_help_has_an_example() -> None:
    result = invoke("verify", "--help")
    assert result.exit_code == 0
    assert "cutcard verify shoe.jsonl" in result.stdout
    assert "verify" in invoke("--help").stdout
