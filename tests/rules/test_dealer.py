from __future__ import annotations

from functools import partial

import pytest

from cutcard.cards import cards
from cutcard.law.loader import DOCUMENTS
from cutcard.rules import DealerHand, dealer_draws, is_open, main_outcome, possible_finals
from cutcard.rules.dealer import completes_for_buster
from cutcard.rules.main import prices
from rules.games import game, hand, rules_of

HITS_SOFT_17 = {"md-players-edge-21": True, "players-edge-21-brochure": True, "md-pontoon-21": False}


@pytest.mark.parametrize("name", DOCUMENTS)
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
