from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from cutcard.cards import DECK_52, cards
from cutcard.law import document_ids
from cutcard.law.vocabulary import HoleCard
from cutcard.rules import (
    DEALER_ENDS,
    LARGEST_BUST,
    DealerHand,
    checks_for_blackjack,
    completes_for_buster,
    dealer_draws,
    hole_card_is_known,
    is_natural,
    is_open,
    main_outcome,
    may_be_blackjack,
    possible_finals,
    surrender_is_held,
    third_card_due,
    total,
)
from cutcard.rules.main import prices
from rules.games import game, hand, rules_of

HITS_SOFT_17 = {"md-players-edge-21": True, "players-edge-21-brochure": True, "md-pontoon-21": False}


@pytest.mark.parametrize("name", document_ids())
def test_every_dealer_draws_to_16_and_stands_on_hard_17_and_soft_18(name: str) -> None:
    table = game(name)
    for dealt, draws in [
        ("9h 7d", True),
        ("9h 8d", False),
        ("Ah 7d", False),
        ("2h 3d Ac", True),
        ("9h 7d 6c", False),
    ]:
        assert dealer_draws(table, cards(dealt)) is draws, dealt


@pytest.mark.parametrize("name", HITS_SOFT_17)
def test_soft_17_where_the_document_fixes_it(name: str) -> None:
    assert dealer_draws(game(name), cards("Ah 6d")) is HITS_SOFT_17[name]


@pytest.mark.parametrize("name", ["md-blackjack", "ma-blackjack"])
@pytest.mark.parametrize("rule", ["hit", "stand"])
def test_soft_17_where_the_operator_chooses(name: str, rule: str) -> None:
    assert dealer_draws(game(name, soft_17=rule), cards("Ah 6d")) is (rule == "hit")
    assert not dealer_draws(game(name, soft_17=rule), cards("Ah 6d Kc"))


def test_buster_makes_the_dealer_draw_on_soft_17_by_its_own_rule() -> None:
    assert completes_for_buster(game("ma-blackjack", soft_17="stand"), cards("Ah 6d"))
    assert not completes_for_buster(game("ma-blackjack", soft_17="stand"), cards("Ah 6d Kc"))
    assert completes_for_buster(game("ma-blackjack"), cards("9h 5d"))
    for rule in ("table", "require_hit_soft_17"):
        kept = game(
            "ma-blackjack", soft_17="hit" if rule != "table" else "stand", buster_completion=rule
        )
        assert completes_for_buster(kept, cards("Ah 6d")) is (rule != "table")


def test_an_up_card_may_be_a_blackjack_where_some_second_card_makes_one() -> None:
    for up in DECK_52:
        assert may_be_blackjack(up) is any(is_natural((up, hole)) for hole in DECK_52), up
        for each in ("md-blackjack", "ma-blackjack"):  # Ch.9 §C, §8(a)(1)-(2)
            assert surrender_is_held(game(each), up) is may_be_blackjack(up)


@pytest.mark.parametrize(
    ("hole_card", "against_nine", "against_ace"),
    [("card_reader", False, True), ("face_up", True, True), ("face_down", False, False)],
)
def test_the_hole_card_is_known_where_it_lies_face_up_or_was_looked_at(
    hole_card: HoleCard, against_nine: bool, against_ace: bool
) -> None:
    table = replace(game("md-blackjack"), hole_card=hole_card)
    nine, ace = cards("9h As")
    assert hole_card_is_known(table, nine) is against_nine
    assert hole_card_is_known(table, ace) is against_ace
    assert checks_for_blackjack(table, ace) is against_ace
    assert not checks_for_blackjack(table, nine)


@pytest.mark.parametrize(
    ("dealt", "is_due"),
    [("Kh 6d", True), ("Ah 5d", True), ("Kh 7d", False), ("Ah 6d", False), ("Ah Kd", False)],
)
def test_a_third_card_is_due_to_two_cards_under_17(dealt: str, is_due: bool) -> None:
    """§25(d), and soft as hard (MA-A74)."""
    assert third_card_due(cards(dealt)) is is_due
    assert not third_card_due(cards(dealt)[:1])
    assert not third_card_due((*cards(dealt), cards("2c")[0]))


def test_a_dealers_hand_ends_in_one_of_the_ends_told_apart() -> None:
    table, longest = game("md-blackjack", soft_17="hit"), 0
    to_do = [cards(f"{one}h {two}d") for one in "A23456789K" for two in "A23456789K"]
    seen = set()
    for held in to_do:
        if dealer_draws(table, held):
            to_do += [(*held, card) for card in cards("Ac 2c 3c 4c 5c 6c 7c 8c 9c Kc")]
        elif DealerHand.of(held).total <= 22:
            seen.add(DealerHand.of(held))
        else:
            longest = max(longest, total(held))
    assert longest == LARGEST_BUST
    assert seen | {DealerHand(LARGEST_BUST)} == set(DEALER_ENDS)


def test_how_a_dealers_hand_may_yet_end() -> None:
    table = game("ma-blackjack")
    assert DealerHand(21, blackjack=True) in possible_finals(table, cards("Kh"))
    assert DealerHand(21, blackjack=True) not in possible_finals(table, cards("9h"))
    assert possible_finals(table, cards("Kh 8d")) == (DealerHand(18),)
    assert DealerHand(22) in possible_finals(table, cards("Kh 2d"))


@pytest.mark.parametrize(
    ("name", "held", "dealer", "matters"),
    [
        ("md-blackjack", "Kh 5d 6c", "Kd 6s", True),
        ("md-blackjack", "Kh 5d 9c", "Kd 6s", False),
        ("md-blackjack", "Ah Kd", "6d 9s", False),
        ("md-blackjack", "Kh 9d", "Kd 8s", False),
        ("md-players-edge-21", "Kh 5d 6c", "Kd 6s", False),
        ("md-pontoon-21", "Kh 5d 6c", "Kd 6s", False),
        ("md-pontoon-21", "Kh 9d", "Kd 6s", True),
        ("ma-blackjack", "Ah Kd", "Kc", True),
        ("ma-blackjack", "Ah Kd", "9c", False),
        ("ma-blackjack", "Ah Kd", "Kc 5d", False),
    ],
)
def test_whether_the_dealers_further_cards_can_matter(
    name: str, held: str, dealer: str, matters: bool
) -> None:
    rules, table = rules_of(name), game(name)
    decides = partial(main_outcome, table, prices(rules.main.paytable, rules.options), hand(held))
    assert is_open(table, cards(dealer), decides) is matters


def test_a_blackjack_at_switch_still_needs_the_dealers_hand() -> None:
    rules, table = rules_of("md-blackjack", "switch"), game("md-blackjack", "switch")
    decides = partial(main_outcome, table, prices(rules.main.paytable, rules.options), hand("Ah Kd"))
    assert is_open(table, cards("Kd 6s"), decides)
