"""Names and sentences of the data as people read them: no page shows a name that is for programs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from cutcard.floor.demo.tables import demo_submissions
from cutcard.law import DOCUMENTS, document
from cutcard.submission import check
from cutcard.table.irregular.irregularities import CASES
from cutcard.wording.names import (
    IRREGULARITIES,
    chosen,
    event_words,
    found_words,
    named,
    placed,
    plainly,
    readable,
    shortly,
    spoken,
    worded,
)


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
    assert worded(name) == words


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
    assert spoken(line) == said


def test_money_beside_the_cards() -> None:
    bought = {"event": "bought_in", "player": "ann", "cents": "5000.00", "by": "player ann"}
    assert spoken(event_words(bought)) == "ann buys chips for $5,000"
    counted = {"event": "counted", "kind": "opening", "cents": "100.50", "signed": ["dee", "flo"]}
    assert spoken(event_words(counted)) == "opening count: $100.50, signed by dee and flo"
    held = {"event": "jackpot_held", "meter": "super_4", "cents": "20000.50", "hit": "3"}
    assert spoken(event_words(held)) == "jackpot Super 4: $20,000.50 held until it is verified"
    assert event_words({"event": "card_dealt", "box": 0}) == "dealer: a card, face down"
    assert event_words({"event": "order_revealed"}) == "Order revealed"


def test_no_name_of_the_documents_keeps_a_sign_of_programs() -> None:
    names = set(named()) | set(CASES)
    outcomes = set()
    for law in map(document, DOCUMENTS):
        names |= {*law.options, *law.variations}
        tables = [each for name in law.wager_ids for each in law.wager(name).paytables]
        outcomes |= {row.outcome for table in tables for row in table.rows}
    assert len(outcomes) > 100
    for name in names | outcomes:
        for told in (worded(name), plainly(name)):
            assert not re.search(r"[_@]", told), name
            assert told[:1] == told[:1].upper()


def test_every_irregularity_has_words() -> None:
    assert set(IRREGULARITIES) == set(CASES)


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ("false or true", "yes or no"),
        ("after_check or before_check", "after check or before check"),
        ("any of [As, Td]", "any of [A♠, 10♦]"),
        ("as max_hands", "as most hands after splits"),
        ("super4_stake", "super 4 stake"),
    ],
)
def test_choices_in_words(choices: str, said: str) -> None:
    assert chosen(choices) == said


def test_prose_keeps_its_own_words() -> None:
    assert (
        readable("As before; see soft_17, or $10000.00")
        == "As before; see dealer's soft 17, or $10000.00"
    )


def test_what_a_betting_area_is_inscribed_with_is_short_and_no_two_of_a_document_are_alike() -> None:
    assert shortly("match_the_dealer") == "Match Dealer"
    assert shortly("over_13") == worded("over_13")
    assert shortly("bonus_spin_xtreme_progressive.primary@house") == "Xtreme Spin Primary"
    for law in DOCUMENTS:
        staked = [each for each in document(law).wager_ids if document(law).wager(each).takes_stake]
        labels = [shortly(each) for each in staked]
        assert [each for each in labels if len(each) > 12] == []
        assert len(set(labels)) == len(labels)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("operator", "Operator"),
        ("options.soft_17", "Dealer's soft 17"),
        ("options", "Options"),
        ("wagers.match_the_dealer", "Match the Dealer"),
        ("wagers.match_the_dealer.paytable", "Match the Dealer, paytable"),
        ("wagers.blazing_7s.meters.mega.reset_amount", "Blazing 7s, mega, reset amount"),
        ("wagers", "Wagers"),
        ("", ""),
    ],
)
def test_a_place_in_a_submission(path: str, words: str) -> None:
    assert placed(path) == words


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("max_hands: 1 is not permitted", "most hands after splits: 1 is not permitted"),
        (
            "say which it is for: meters.primary or meters.secondary",
            "say which it is for: primary or secon",
        ),
        ("wagers.lucky_ladies has no Z", "Lucky Ladies has no Z"),
        ("As filed, options.soft_17 stands", "As filed, dealer's soft 17 stands"),
        ("not stated: chosen_suit = d applies", "not stated: chosen suit = diamonds applies"),
        ("not stated: stake_returned = false applies", "not stated: stake returned = no applies"),
        ("not stated: envy_per = player applies", "not stated: envy per = player applies"),
        ("not stated: envy_per = d applies", "not stated: envy per = d applies"),
    ],
)
def test_what_a_check_found(message: str, words: str) -> None:
    assert found_words(message).startswith(words)


WRONG: tuple[object, ...] = (99, "nothing", [], True)


def _tried() -> Iterator[dict[str, Any]]:
    """Submissions of the demonstration with one thing wrong in each."""
    for each in demo_submissions().values():
        filed: dict[str, Any] = dict(each.submission)
        options, wagers = filed["options"], filed.get("wagers", {})
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
            for told in (placed(found.path), found_words(found.message)):
                if re.search(r"[a-z0-9]_[a-z0-9]|\b(wagers|options|meters)\.| = ([cdhs]|true)\b", told):
                    wrong.add((found.path, told))
    assert wrong == set()
