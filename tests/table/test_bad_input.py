"""Whatever is thrown at `settle`, the answer is one line that says what and where."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from cutcard.law.refusal import Refusal
from cutcard.table import as_json, settle

GOOD: dict[str, Any] = {
    "document": "md-blackjack",
    "options": {"decks": 6},
    "wagers": {"lucky_ladies": "A"},
    "boxes": [{"box": 1, "stakes": {"main": "25", "lucky_ladies": "5"}}],
    "cards": ["Qh", "9c", "Qh", "Kd"],
    "decisions": [{"box": 1, "do": "stand"}],
}
STAKES = {"main": "25"}
HUGE = 1 << 40_000  # TOML writes it in hexadecimal; Python writes it in no decimals
DEEP: list[Any] = []
for _ in range(5_000):
    DEEP = [DEEP]


def changed(**changes: Any) -> dict[str, Any]:
    return GOOD | changes


@pytest.mark.parametrize(
    ("request_", "code", "message"),
    [
        (None, "bad_request", "document"),
        ([], "bad_request", "the round"),
        ("round", "bad_request", "the round"),
        ({1: 2}, "bad_request", "the round"),
        (changed(document=None), "bad_request", "document"),
        (changed(document="nj-blackjack"), "unknown_document", "nj-blackjack"),
        (changed(variation=7), "bad_request", "variation"),
        (changed(variation="pontoon"), "unknown_variation", "pontoon"),
        (changed(colour="red"), "bad_request", "colour: unknown key"),
        (changed(options=[]), "bad_request", "options"),
        (changed(options={"deck": 6}), "unknown_option", "options.deck"),
        (changed(options={"decks": 0}), "option_not_permitted", "options.decks"),
        (changed(options={"decks": True}), "option_not_permitted", "options.decks"),
        (changed(wagers={"roulette": "A"}), "unknown_wager", "roulette"),
        (changed(wagers={"lucky_ladies": "Z"}), "unknown_paytable", "lucky_ladies"),
        (changed(wagers={}), "wager_not_offered", "lucky_ladies"),
        (changed(boxes=[]), "bad_request", "at least one box"),
        (changed(boxes="1"), "bad_request", "boxes"),
        (changed(boxes=[{"box": "1", "stakes": STAKES}]), "bad_request", "boxes[0].box"),
        (changed(boxes=[{"box": True, "stakes": STAKES}]), "bad_request", "boxes[0].box"),
        (changed(boxes=[{"box": 9, "stakes": STAKES}]), "too_many_boxes", "box 9"),
        (changed(boxes=[{"box": 1, "stakes": STAKES}] * 2), "bad_request", "box 1 is listed twice"),
        (changed(boxes=[{"box": 1, "player": "", "stakes": STAKES}]), "bad_request", "boxes[0].player"),
        (changed(boxes=[{"box": 1, "seat": 1, "stakes": STAKES}]), "bad_request", "boxes[0].seat"),
        (changed(boxes=[{"box": 1, "streak": 9, "stakes": STAKES}]), "bad_request", "boxes[0].streak"),
        (changed(boxes=[{"box": 1, "stakes": {}}]), "needs_wager", "no main wager"),
        (changed(boxes=[{"box": 1, "stakes": {"main": "0"}}]), "bad_amount", "main"),
        (changed(boxes=[{"box": 1, "stakes": {"main": "0.005"}}]), "bad_amount", "fraction of a cent"),
        (changed(boxes=[{"box": 1, "stakes": {"main": -5}}]), "bad_amount", "is negative"),
        (changed(boxes=[{"box": 1, "stakes": {"main": "9e9"}}]), "bad_amount", "9e9"),
        (changed(boxes=[{"box": 1, "stakes": STAKES | {"roulette": "5"}}]), "unknown_wager", "roulette"),
        (
            changed(boxes=[{"box": 1, "stakes": STAKES | {"insurance": "5"}}]),
            "stake_not_permitted",
            "insurance",
        ),
        (
            changed(boxes=[{"box": 1, "stakes": STAKES | {"lucky_ladies": 0}}]),
            "bad_amount",
            "lucky_ladies",
        ),
        (changed(cards="Qh 9c"), "bad_request", "cards"),
        (changed(cards=["Qh", 9]), "bad_request", "cards[1]"),
        (changed(cards=["Qh", "Xx"]), "bad_card", "cards[1]"),
        (changed(cards=["Qh"] * 7), "too_many_of_a_card", "cards[6]"),
        (changed(cards=["Qh"] * 3000), "bad_request", "3000 cards"),
        (changed(cards=["Qh", "9c"]), "too_few_cards", "box 1, second card"),
        (changed(cards=[*GOOD["cards"], "2c"]), "too_many_cards", "cards[4]"),
        (changed(decisions=[]), "no_decision", "box 1, hand 1"),
        (changed(decisions=[{"box": 1, "do": "dance"}]), "bad_request", "decisions[0].do"),
        (changed(decisions=[{"box": 1}]), "bad_request", "decisions[0].do"),
        (changed(decisions=[None]), "bad_request", "decisions[0]: must be a table"),
        (changed(boxes=[None]), "bad_request", "boxes[0]: must be a table"),
        (changed(decisions=[{"box": 2, "do": "stand"}]), "out_of_turn", "box 1 is to act"),
        (changed(decisions=[{"box": 1, "do": "stand"}] * 2), "out_of_turn", "no decision is awaited"),
        (
            changed(decisions=[{"box": 1, "do": "double", "amount": "x"}]),
            "bad_amount",
            "decisions[0].amount",
        ),
        (
            changed(decisions=[{"box": 1, "do": "double", "amount": "26"}]),
            "amount_not_permitted",
            "at most $25.00",
        ),
        (changed(decisions=[{"box": 1, "do": "insure"}]), "action_not_permitted", "against an ace"),
        (
            changed(decisions=[{"box": 1, "do": "double", "when": "now"}]),
            "bad_request",
            "decisions[0].when",
        ),
        (
            changed(decisions=[{"box": 1, "do": "stand", "hand": "x"}]),
            "bad_request",
            "decisions[0].hand",
        ),
        (changed(meters={"lucky_ladies": "x"}), "bad_amount", "meters.lucky_ladies"),
        (changed(meters={"bank": "5"}), "bad_request", "bank"),
        (changed(options={"decks": HUGE}), "bad_request", "options, wagers"),
        (changed(options={"decks": 10**30}), "option_not_permitted", "options.decks"),
        (changed(options={"decks": DEEP}), "bad_request", "nested too deeply"),
        (changed(boxes=[{"box": HUGE, "stakes": STAKES}]), "bad_request", "boxes[0].box"),
        (changed(boxes=[{"box": 1, "stakes": {"main": HUGE}}]), "bad_amount", "boxes[0].stakes.main"),
        (changed(boxes=[{"box": 1, "stakes": {"main": DEEP}}]), "bad_amount", "boxes[0].stakes.main"),
        (changed(boxes=[{"box": 1, "stakes": {"main": "x" * 10**6}}]), "bad_amount", "main"),
        (changed(boxes=[{"box": 1, "stakes": {"a\nb": "x"}}]), "bad_amount", "boxes[0].stakes.'a\\nb'"),
        (changed(boxes=[{"box": 1, "a\nb": 1}]), "bad_request", "boxes[0].'a\\nb'"),
        (changed(**{"k" * 10**6: 1}), "bad_request", "unknown key"),
        (changed(cards=["x" * 10**6]), "bad_card", "cards[0]"),
        (changed(decisions=[{"box": 1, "do": "x" * 10**6}]), "bad_request", "decisions[0].do"),
        (changed(decisions=[{"box": HUGE, "do": "stand"}]), "bad_request", "decisions[0].box"),
    ],
)
def test_wrong_requests(request_: object, code: str, message: str) -> None:
    answer = settle(request_)
    assert isinstance(answer, Refusal), answer
    assert (str(answer.code), message in answer.message) == (code, True), answer
    assert "\n" not in answer.message
    assert len(answer.message) < 500


@pytest.mark.parametrize(
    ("document", "cards", "code", "cite"),
    [
        ("md-players-edge-21", "9h Td 8h 9c", "card_not_in_deck", "Ch.3 §B"),
        ("md-pontoon-21", "9h 9d 8h Tc", "card_not_in_deck", "Ch.3 §B"),
        ("players-edge-21-brochure", "Th 9d 8h 9c", "card_not_in_deck", "Brochure: introduction"),
    ],
)
def test_a_ten_in_a_48_card_game(document: str, cards: str, code: str, cite: str) -> None:
    request = {"document": document, "boxes": [{"box": 1, "stakes": STAKES}], "cards": cards.split()}
    answer: Any = as_json(settle(request))
    assert (answer["refused"]["code"], answer["refused"]["cite"]) == (code, cite)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(GOOD)), JSON)
def test_any_one_part_may_be_nonsense(key: str, value: object) -> None:
    answer = settle(changed(**{key: value}))
    assert as_json(answer)


@settings(max_examples=100, deadline=None)
@given(JSON)
def test_the_whole_may_be_nonsense(value: object) -> None:
    assert isinstance(settle(value), Refusal)
