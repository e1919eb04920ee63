"""One hand's actions as rationals: against sums made by hand, and against floating point."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cutcard.cards import card, cards
from cutcard.odds.composition import Composition
from cutcard.odds.main.decisions import ActionCode
from cutcard.odds.main.game import solve
from cutcard.odds.main.hand_values import action_values, even_money
from cutcard.odds.sides.dealer_wagers import dealer_ends
from cutcard.rules.game import Game
from later import one_in
from table.driver import rules_of

TINY = Fraction(1, 10**12)


def stood(game: Game, points: int, left: Composition, up: str) -> Fraction:
    """What a total is worth that stands against a card which makes no blackjack."""
    found = Fraction(0)
    for end, chance in dealer_ends(game, left, up=card(up)).items():
        dealer = 0 if end.busted else end.total
        found += chance * ((points > dealer) - (points < dealer))
    return found


@pytest.mark.long
@pytest.mark.parametrize("held", ["Th Kd", "Th 6d 4s", "Th 2d 2s 2h 4c"])
def test_twenty_that_stands_or_takes_the_one_card_it_can(held: str) -> None:
    """One deck against a six; only an ace keeps it from busting, and that stands."""
    rules, shoe = rules_of("md-blackjack", options={"decks": 1}), Composition.full(1)
    main = solve(rules, shoe)
    left = shoe.without([*cards(held), card("6c")])
    found = action_values(main, cards(held), cards("6c"))
    assert found[ActionCode.STAND] == stood(main.main.game, 20, left, "6c")
    aces = Fraction(4, left.size)
    drawn = aces * stood(main.main.game, 21, left.without([card("Ac")]), "6c") - (1 - aces)
    assert found[ActionCode.HIT] == drawn
    if len(cards(held)) == 2:
        assert found[ActionCode.DOUBLE] == 2 * drawn
        assert found[ActionCode.SURRENDER] == Fraction(-1, 2)


@pytest.mark.parametrize(
    ("document", "variation", "held", "shown"),
    one_in(
        3,
        [
            ("md-blackjack", None, "8h 8d", "Tc"),
            ("md-blackjack", None, "2h 2d 2c 2s", "6c"),
            ("ma-blackjack", None, "8h 8d", "As"),
            ("ma-blackjack", None, "Ac Ad", "Ts"),
            ("ma-blackjack", "hole_card_face_up", "9h 9d", "9s Ks"),
            ("md-pontoon-21", None, "6h 7h", "8h"),
            ("md-pontoon-21", None, "7h 7d", "7h"),
            ("md-pontoon-21", None, "Kh Ks", "Ah"),
            ("md-players-edge-21", None, "5h 6h", "7h"),
            ("md-players-edge-21", None, "3h 4h 5h", "7h"),
        ],
    ),
)
def test_the_rationals_are_what_floating_point_comes_near(
    document: str, variation: str | None, held: str, shown: str
) -> None:
    rules = rules_of(document, variation)
    main = solve(rules, Composition.full(6, 52 if "blackjack" in document else 48))
    rough = main.actions(cards(held), cards(shown))
    found = action_values(main, cards(held), cards(shown))
    assert found.keys() == rough.keys()
    for act, value in found.items():
        assert isinstance(value, Fraction)
        assert abs(value - Fraction(rough[act])) < TINY, act


def test_only_a_split_that_a_late_blackjack_may_meet_is_no_rational() -> None:
    main = solve(rules_of("md-blackjack", "no_hole_card"), Composition.full(6))
    found = action_values(main, cards("8h 8d"), cards("Tc"))
    assert {act for act, value in found.items() if isinstance(value, float)} == {ActionCode.SPLIT}
    assert found[ActionCode.SPLIT] == main.actions(cards("8h 8d"), cards("Tc"))[ActionCode.SPLIT]


@pytest.mark.parametrize("document", ["md-blackjack", "ma-blackjack"])
def test_even_money_beside_a_blackjack_that_waits(document: str) -> None:
    """Two decks: 31 of the 101 unseen cards are tens; a dealer's blackjack, seen or not, is a push."""
    options = {"decks": 2, "even_money": True}
    main = solve(rules_of(document, options=options), Composition.full(2))
    found = even_money(main, cards("Ah Td"), cards("As"))
    assert found is not None
    assert found.taken == 1
    assert found.declined == Fraction(3, 2) * Fraction(101 - 31, 101)
    for held, up in (("Ah Td", "Ks"), ("Ah 9d", "As"), ("7h 7d 7s", "As")):
        assert even_money(main, cards(held), cards(up)) is None


def test_even_money_is_not_worth_anything_where_it_is_not_offered() -> None:
    main = solve(rules_of("md-blackjack", options={"even_money": False}), Composition.full(6))
    assert even_money(main, cards("Ah Td"), cards("As")) is None
