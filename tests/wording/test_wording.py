"""Names and sentences of the data as people read them: no page shows an id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cutcard.floor.demo.tables import demo_submissions
from cutcard.law import diff, document, document_ids, law_from
from cutcard.rules import Action
from cutcard.submission import check
from cutcard.table import CASES
from cutcard.wording.changes import synopsis
from cutcard.wording.commands import BUTTONS, OFFERS, command_label, decision_label, decision_verb
from cutcard.wording.irregularities import IRREGULARITIES, irregularity_label, irregularity_order
from cutcard.wording.options import (
    OPTIONS,
    VALUES,
    option_label,
    paytable_label,
    submission_path_label,
    value_label,
)
from cutcard.wording.outcomes import MAIN_SENTENCES, OUTCOMES, outcome_label, outcome_name, price_label
from cutcard.wording.prose import (
    choices_label,
    event_sentence,
    finding_text,
    record_sentence,
    without_ids,
)
from cutcard.wording.text import join_words, plural, title_case
from cutcard.wording.wagers import meter_name, short_names, variation_name, wager_name, wager_names
from law.new_versions import next_version


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("lucky_ladies", "Lucky Ladies"),
        ("hit_and_run", "Hit and Run"),
        ("super-4", "Super 4"),
        ("bonus_spin_xtreme_progressive.primary", "Bonus Spin Xtreme Progressive Primary"),
        ("blazing_7s.mega@sevens", "Blazing 7s Mega"),
        ("trilux_bonus", "TriLux Bonus"),
    ],
)
def test_a_name(name: str, words: str) -> None:
    assert meter_name(name) == words


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "player ann bets on box 6: main $10.00, super_4 $0.50",
            "ann bets on box 6: main $10, Super 4 $0.50",
        ),
        (
            "meter super_4 shows $10001.87, resets to $10000.00",
            "meter Super 4 shows $10,001.87, resets to $10,000",
        ),
        (
            "box 7 monster_match_progressive suited_pair: +$1.50 on $0.50",
            "box 7 Monster Match Progressive suited pair: +$1.50 on $0.50",
        ),
        ("box 6 main lose: -$10.00 on $10.00", "box 6 main lost: −$10 on $10"),
        ('table opens at 0 with dealer ""', "table opens"),
        ("table opens at 0 with dealer dee", "table opens, dealer dee"),
        (
            "card reader inspected by dealer dee at 0: works",
            "card reader inspected by dealer dee: works",
        ),
        (
            'device bonus_spin_xtreme_progressive shows "{\\"hot_spot\\": 6, \\"symbol\\": \\"$300\\"}"',
            "Bonus Spin Xtreme Progressive shows hot spot 6, symbol $300",
        ),
        ("settle at the end", "settled at the end"),
        ("box 6 first card: Td, blazing_7s $5.00", "box 6 first card: 10♦, Blazing 7s $5"),
        ("batch 1 received at 0", "batch 1 received"),
    ],
)
def test_a_sentence(line: str, said: str) -> None:
    assert record_sentence(line) == said


def test_money_beside_the_cards() -> None:
    bought = {"event": "bought_in", "player": "ann", "cents": "5000.00", "by": "player ann"}
    assert record_sentence(event_sentence(bought)) == "ann buys in for $5,000"
    counted = {"event": "counted", "kind": "opening", "cents": "100.50", "signed": ["dee", "flo"]}
    assert record_sentence(event_sentence(counted)) == "opening count: $100.50, signed by dee and flo"
    held = {"event": "jackpot_held", "meter": "super_4", "cents": "20000.50", "hit": "3"}
    assert (
        record_sentence(event_sentence(held)) == "jackpot Super 4: $20,000.50 held until it is verified"
    )
    assert event_sentence({"event": "card_dealt", "box": 0}) == "dealer: a card, face down"
    assert event_sentence({"event": "order_revealed"}) == "Order revealed"


def _outcomes() -> set[str]:
    """Every outcome that a paytable of the documents has."""
    wagers = [law.wager(name) for law in map(document, document_ids()) for name in law.wager_ids]
    return {row.outcome for wager in wagers for table in wager.paytables for row in table.rows}


def test_no_label_keeps_the_marks_of_an_id() -> None:
    laws = list(map(document, document_ids()))
    labels = {wager_name(wager) for wager in wager_names()} | set(map(outcome_label, _outcomes()))
    labels |= {option_label(option) for law in laws for option in law.options}
    labels |= {variation_name(variation) for law in laws for variation in law.variations}
    labels |= set(map(irregularity_label, CASES)) | set(map(decision_label, Action))
    assert len(labels) > 400
    for label in labels:
        assert not re.search(r"[_@{}]", label), label
        assert label[:1] == label[:1].upper()


def test_every_label_of_the_tables_is_of_something_that_exists() -> None:
    laws = list(map(document, document_ids()))
    assert set(OPTIONS) <= {option for law in laws for option in law.options}
    carried = {"advance", "unchanged"}
    assert set(OUTCOMES) <= _outcomes() | carried
    main = {row.outcome for law in laws for table in law.wager("main").paytables for row in table.rows}
    assert set(MAIN_SENTENCES) <= main | {"dead_hand"}
    assert set(OFFERS) | set(BUTTONS) <= {*map(str, Action), "decline"}


def test_every_irregularity_has_words() -> None:
    assert set(IRREGULARITIES) == set(CASES)
    for law in map(document, document_ids()):
        for name, provision in law.provisions.items():
            if name in CASES:
                assert irregularity_order(provision.effect).endswith(".")


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ("win", "won"),
        ("suited_pair", "suited pair"),
        ("three_sevens_suited", "three sevens, suited"),
        ("2 x unsuited_match+suited_match", "2 × unsuited match + suited match"),
        ("six_seven_eight_premium", "6-7-8 of the premium suit"),
        ("$1000", "$1,000"),
    ],
)
def test_an_outcome(outcome: str, words: str) -> None:
    assert outcome_name(outcome) == words


def test_an_outcome_of_a_table_with_a_premium_suit() -> None:
    assert outcome_label("three_sevens_premium", "d") == "Three sevens of diamonds"


@pytest.mark.parametrize(
    ("pays", "words"),
    [
        ("3 to 2", "3 to 2"),
        ("2.5 to 1", "2.5 to 1"),
        ("push", "Push"),
        ("lose", "Lost"),
        ("$5000", "$5,000"),
        ("10% of super_4.star", "10% of Super 4 Star"),
    ],
)
def test_a_price(pays: str, words: str) -> None:
    assert price_label(pays) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (True, "yes"),
        (6, "6"),
        ("before_check", "before check"),
        ("9_10_11", "9, 10 or 11"),
        ("", "none"),
        ((), "none"),
        (("five_card_21", "three_sevens"), "five-card 21, three sevens"),
        (("As", "Td"), "A♠, 10♦"),
        ("blazing_7s", "blazing 7s"),
    ],
)
def test_a_value(value: bool | int | str | tuple[str, ...], words: str) -> None:
    assert value_label(value) == words


def test_a_value_that_is_an_outcome_too_has_the_words_of_the_outcome() -> None:
    for name in set(VALUES) & _outcomes():
        assert VALUES[name] == outcome_name(name)
    assert paytable_label("multiple_decks") == "several decks"


def test_what_people_do() -> None:
    assert {decision_verb(action) for action in Action} >= {"stands", "takes even money"}
    assert decision_verb("third_card", you=True) == "take a third card"
    assert command_label("take_drop") == "Take the drop box"
    assert command_label("close_table") == "Close table"


def test_lists_and_numbers() -> None:
    assert join_words(["ann"]) == "ann"
    assert join_words(["ann", "bob", "cat"], "or") == "ann, bob or cat"
    assert [plural(1, "deck"), plural(2, "deck"), plural(3, "box", "boxes")] == [
        "1 deck",
        "2 decks",
        "3 boxes",
    ]


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ("false or true", "yes or no"),
        ("after_check or before_check", "after check or before check"),
        ("any of [As, Td]", "any of [A♠, 10♦]"),
        ("as max_hands", "as maximum hands after splits"),
        ("super4_stake", "super 4 stake"),
    ],
)
def test_choices_in_words(choices: str, said: str) -> None:
    assert choices_label(choices) == said


def test_prose_keeps_its_own_words() -> None:
    assert (
        without_ids("As before; see soft_17, or $10000.00")
        == "As before; see dealer on soft 17, or $10000.00"
    )


NAMES = {
    # wager: its name, and what a small betting area says
    "a_2": ("A-2", "A-2"),
    "bet_the_set_21": ("Bet the Set 21", "Bet the Set"),
    "blackjack_bonus": ("Blackjack Bonus", "BJ Bonus"),
    "blazing_7s": ("Blazing 7s", "Blazing 7s"),
    "bonus_spin_progressive": ("Bonus Spin Progressive", "Bonus Spin"),
    "bonus_spin_xtreme_progressive": ("Bonus Spin Xtreme Progressive", "Xtreme Spin"),
    "buster_blackjack": ("Buster Blackjack", "Buster"),
    "buster_blackjack_free_bonus": ("Buster Blackjack Free Bonus", "Free Bonus"),
    "buster_free_bonus": ("Buster Free Bonus", "Free Bonus"),
    "hit_and_run": ("Hit and Run", "Hit and Run"),
    "jj": ("JJ", "JJ"),
    "kings_bounty": ("King's Bounty", "Bounty"),
    "kings_bounty_for_dealer": ("Kings Bounty for Dealer", "For dealer"),
    "kk": ("KK", "KK"),
    "lucky_ladies_progressive": ("Lucky Ladies Progressive", "Ladies Prog."),
    "match_super_bonus": ("Match Super Bonus", "Match Bonus"),
    "match_the_dealer": ("Match the Dealer", "Match Dealer"),
    "monster_match_progressive": ("Monster Match Progressive", "Monster"),
    "nineteen_plus": ("19 Plus", "19 Plus"),
    "optional_bonus": ("Optional Bonus", "Third Card"),
    "progressive_blackjack": ("Progressive Blackjack", "Progressive"),
    "qq": ("QQ", "QQ"),
    "royal_match_21": ("Royal Match 21", "Royal Match"),
    "super_4_progressive": ("Super 4 Progressive", "Super 4 Prog"),
    "three_card_poker": ("Three Card Poker", "3 Card Poker"),
    "trilux_bonus": ("TriLux Bonus", "TriLux"),
    "trilux_super_3": ("TriLux Super 3", "Super 3"),
    "twenty_one_plus_3_progressive": ("21+3 Progressive", "21+3 Prog."),
    "twenty_one_plus_three": ("21+3", "21+3"),
    "twenty_point_bonus": ("Twenty Point Bonus", "20 Points"),
    "upcard_luck_21": ("Upcard Luck 21", "Upcard Luck"),
}


def test_a_wager_is_called_as_its_law_says_in_every_document_alike() -> None:
    short = short_names()
    found = {wager: (wager_name(wager), short.get(wager) or wager_name(wager)) for wager in NAMES}
    assert found == NAMES
    laws = [law.wager(wager) for law in map(document, document_ids()) for wager in law.wager_ids]
    for wager in wager_names():
        assert len({(law.name, law.short) for law in laws if law.id == wager}) == 1, wager
    for law in laws:
        assert law.name != title_case(law.id), "the words of its id are its name without saying so"
        assert law.short != wager_name(law.id)


def test_what_a_betting_area_is_inscribed_with_is_short_and_no_two_of_a_document_are_alike() -> None:
    assert short_names()["match_the_dealer"] == "Match Dealer"
    for law in document_ids():
        staked = [each for each in document(law).wager_ids if document(law).wager(each).takes_stake]
        labels = [short_names().get(each) or wager_name(each) for each in staked]
        assert [each for each in labels if len(each) > 12] == []
        assert len(set(labels)) == len(labels)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("operator", "Operator"),
        ("options.soft_17", "Dealer on soft 17"),
        ("options", "Options"),
        ("wagers.match_the_dealer", "Match the Dealer"),
        ("wagers.match_the_dealer.paytable", "Match the Dealer, paytable"),
        ("wagers.blazing_7s.meters.mega.reset_amount", "Blazing 7s, mega, reset amount"),
        ("wagers", "Wagers"),
        ("", ""),
    ],
)
def test_a_place_in_a_submission(path: str, words: str) -> None:
    assert submission_path_label(path) == words


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("max_hands: 1 is not permitted", "maximum hands after splits: 1 is not permitted"),
        (
            "say which it is for: meters.primary or meters.secondary",
            "say which it is for: primary or secon",
        ),
        ("wagers.lucky_ladies has no Z", "Lucky Ladies has no Z"),
        ("As filed, options.soft_17 stands", "As filed, dealer on soft 17 stands"),
        ("not stated: chosen_suit = d applies", "not stated: chosen suit = diamonds applies"),
        ("not stated: stake_returned = false applies", "not stated: stake returned = no applies"),
        ("not stated: envy_per = player applies", "not stated: envy payout for each = player applies"),
        ("not stated: envy_per = d applies", "not stated: envy payout for each = d applies"),
    ],
)
def test_what_a_check_found(message: str, words: str) -> None:
    assert finding_text(message).startswith(words)


WRONG: tuple[object, ...] = (99, "nothing", [], True)


def _tried() -> Iterator[dict[str, Any]]:
    """Submissions of the demonstration with one thing wrong in each."""
    for each in demo_submissions().values():
        filed: dict[str, Any] = dict(each.submission)
        options, wagers = filed.get("options", {}), filed.get("wagers", {})
        for name in options:
            for value in WRONG:
                yield {**filed, "options": {**options, name: value}}
        for name, given in wagers.items():
            for key, wrong in (
                ("paytable", "Z"),
                ("maximum", "0.01"),
                ("reset_amount", -1),
                ("stake", 9),
            ):
                yield {**filed, "wagers": {**wagers, name: {**given, key: wrong}}}


def test_no_finding_has_a_name_for_programs() -> None:
    wrong: set[tuple[str, str]] = set()
    for tried in _tried():
        for found in check(tried, by_play=False).findings:
            for told in (submission_path_label(found.path), finding_text(found.message)):
                if re.search(r"[a-z0-9]_[a-z0-9]|\b(wagers|options|meters)\.| = ([cdhs]|true)\b", told):
                    wrong.add((found.path, told))
    assert wrong == set()


def test_a_synopsis_names_the_variation_that_a_row_is_paid_in() -> None:
    one, other = document("md-blackjack"), document("ma-blackjack")
    lines = [
        line
        for chapter in synopsis(one, other, diff(one, other))
        for section in chapter.sections
        for line in section.lines
    ]
    by_label = {line.label: line for line in lines}
    both = by_label["Blackjack against blackjack"]
    assert (both.before, both.after) == ("push (Blackjack Switch)", "1 to 1 (Hole card face up)")
    assert by_label["Face-up blackjack against 21"].before == "—"
    assert by_label["In Between and King's Bounty"].after == "not at one table"
    assert by_label["Decks below 2 and TriLux Bonus"].after.endswith(
        "unless TriLux with a single deck: yes"
    )


def test_a_synopsis_calls_wagers_by_their_names(tmp_path: Path) -> None:
    ours, folder = document("md-blackjack"), next_version(tmp_path)
    with law_from([folder]):
        other = document("md-blackjack@1.16")
        lines = [
            line
            for chapter in synopsis(ours, other, diff(ours, other))
            for section in chapter.sections
            for line in section.lines
        ]
    (areas,) = (line for line in lines if line.label == "Requirement MD-R030")
    assert "Blazing 7s, Lucky Aces, 21+3 Progressive" in areas.before
    assert ("KK" in areas.before, "KK" in areas.after) == (True, False)
