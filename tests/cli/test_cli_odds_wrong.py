"""Questions about odds that make no sense: one clear line, exit code 2, nothing on standard output."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.support import invoke, one_line

LADIES = ("md-blackjack", "lucky_ladies")
BLAZING = ("md-blackjack", "blazing_7s")
SPIN = ("md-pontoon-21", "bonus_spin_progressive")
HAND = ("hand", "md-blackjack")

ALL_BUT_KINGS = " ".join(rank + suit for rank in "A23456789TJQ" for suit in "cdhs")
WRONG: dict[str, tuple[tuple[str, ...], str]] = {
    "document": (("md-blackjac", "main"), "no document 'md-blackjac'"),
    "document alone": (("nowhere",), "no document 'nowhere'"),
    "wager": (("md-blackjack", "lucky_lady"), "did you mean lucky_ladies?"),
    "wager empty": (("md-blackjack", ""), "wager: it is empty"),
    "paytable": ((*LADIES, "--paytable", "Z"), "it has: A, B"),
    "paytable empty": ((*LADIES, "--paytable", ""), "paytable: it is empty"),
    "decks word": ((*LADIES, "--decks", "six"), "'six' is not a whole number"),
    "decks beyond": ((*LADIES, "--decks", "9" * 30), "is too large"),
    "decks none": ((*LADIES, "--decks", "0"), "0 is below 1"),
    "decks of wager": (("md-blackjack", "match_the_dealer", "--decks", "2"), "6 or 8 decks, not 2"),
    "decks of paytable": (
        ("md-pontoon-21", "match_super_bonus", "--paytable", "6_decks", "--decks", "8"),
        "is for 6 decks, not 8",
    ),
    "decks twice": ((*LADIES, "--decks", "6", "--set", "decks=6"), "give it once"),
    "option": ((*LADIES, "--set", "soft_71=hit"), "did you mean soft_17?"),
    "option value": ((*LADIES, "--set", "soft_17=maybe"), "choose stand or hit (MD-A01)"),
    "set shape": ((*LADIES, "--set", "soft_17"), "set: 'soft_17': write OPTION=VALUE"),
    "set empty": ((*LADIES, "--set", "soft_17="), "write OPTION=VALUE"),
    "set twice": ((*LADIES, "--set", "decks=6", "--set", "decks=8"), "'decks' is given twice"),
    "set paytable": ((*LADIES, "--set", "paytable=A"), "name the paytable with --paytable"),
    "set pays": ((*LADIES, "--set", "pays=3"), "write pays.NAME=VALUE"),
    "set stake": ((*LADIES, "--set", "stake.x=3"), "write stake=VALUE"),
    "set meter": ((*BLAZING, "--set", "meters.mega=3"), "write meters.NAME.SETTING=VALUE"),
    "variation": ((*LADIES, "--variation", "swich"), "it has: switch"),
    "variation and set": ((*LADIES, "--variation", "swich", "--set", "decks=6"), "it has: switch"),
    "meter below": ((*BLAZING, "--meter", "mega=1"), "at 1.00 is below its seed 10000.00"),
    "meter unknown": ((*LADIES, "--meter", "mega=1"), "lucky_ladies has no meter mega"),
    "meter shape": ((*BLAZING, "--meter", "mega"), "meter: 'mega': write NAME=AMOUNT"),
    "meter amount": ((*BLAZING, "--meter", "mega=lots"), "'lots' is not an amount of dollars"),
    "meter twice": ((*BLAZING, "--meter", "mega=20000", "--meter", "mega=1"), "is given twice"),
    "meter by two names": (
        (*BLAZING, "--meter", "mega=20000", "--meter", "blazing_7s.mega=30000"),
        "meter: blazing_7s.mega is given twice",
    ),
    "rate in other digits": ((*BLAZING, "--set", "rate_of_progression=٠.٥"), "is not a rate"),
    "no designated cards": (
        ("ma-blackjack", "main", "--set", "optional_payouts=designated_blackjack"),
        "name the designated ace and face card (§3(e)(3))",
    ),
    "no wheel": (SPIN, "until what its device shows is filed with weights"),
    "no weights": ((*SPIN, "--set", "wheel=$50=0,jackpot=0"), "a weight above zero"),
    "no awards": (("ma-blackjack", "blackjack_bonus"), "bonus_button_awards: blackjack_bonus has no"),
    "removed empty": ((*LADIES, "--removed", " "), "removed: name the cards removed from the shoe"),
    "no such card": ((*LADIES, "--removed", "1h"), "removed: '1h' is not a card"),
    "not in deck": (("md-pontoon-21", "match_super_bonus", "--removed", "Th"), "Th is not in the shoe"),
    "too often": (
        (*LADIES, "--decks", "1", "--removed", "7h 7h"),
        "7h is not in the shoe, or not as often",
    ),
    "kings alone": (
        ("md-blackjack", "main", "--decks", "1", "--removed", ALL_BUT_KINGS),
        "shoe: 4 cards are too few: a round could take 9",
    ),
    "streak of kings": (
        ("ma-blackjack", "streak_2", "--decks", "1", "--removed", ALL_BUT_KINGS),
        "shoe: 4 cards are too few",
    ),
    "hand of kings": (
        (*HAND, "--cards", "Kh Kd", "--up", "Kc", "--decks", "1", "--removed", ALL_BUT_KINGS),
        "shoe: 4 cards are too few",
    ),
    "stake": ((*LADIES, "--stake", "-5"), "takes more than zero"),
    "stake word": ((*LADIES, "--stake", "five"), "stake: 'five' is not an amount"),
    "seats": ((*LADIES, "--seats", "0"), "seats: 0 is not 1 to 7"),
    "seats many": ((*LADIES, "--seats", "9"), "seats: 9 is not 1 to 7"),
    "chart": ((*LADIES, "--chart"), "only main has a strategy"),
    "paytable alone": (("md-blackjack", "--paytable", "A"), "name a WAGER for --paytable"),
    "meter alone": (("md-blackjack", "--meter", "mega=9"), "name a WAGER for --meter"),
    "chart alone": (("md-blackjack", "--chart"), "name a WAGER for --chart"),
    "setting alone": (("md-blackjack", "--set", "rate_of_progression=0.1"), "name the WAGER"),
    "decks alone": (("md-pontoon-21", "--decks", "5"), "5 is not permitted"),
    "hand of one": ((*HAND, "--cards", "8h", "--up", "Tc"), "at least two cards"),
    "hand of none": ((*HAND, "--cards", "8h 8d", "--up", " "), "give the dealer's up card"),
    "hand no card": ((*HAND, "--cards", "8h 8x", "--up", "Tc"), "cards: '8x' is not a card"),
    "hand too often": ((*HAND, "--cards", "8h 8h", "--up", "Tc", "--decks", "1"), "cards: 8h is not"),
    "up too often": (
        (*HAND, "--cards", "8h 9d", "--up", "8h", "--decks", "1"),
        "up: 8h is not in the shoe, or not as often",
    ),
    "hand removed": (
        (*HAND, "--cards", "8h 8d", "--up", "Tc", "--decks", "1", "--removed", "8d"),
        "cards: 8d is not in the shoe",
    ),
}


@pytest.mark.parametrize("as_json", [False, True], ids=["people", "json"])
@pytest.mark.parametrize("name", WRONG)
def test_one_clear_line(
    name: str, as_json: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path))
    arguments, told = WRONG[name]
    result = invoke("odds", *arguments, *(["--json"] if as_json else []))
    assert result.exit_code == 2
    assert told in one_line(result)
    assert result.stdout == ""


def test_a_refused_wheel_names_the_reading() -> None:
    assert "reading PO-A14" in one_line(invoke("odds", *SPIN))
