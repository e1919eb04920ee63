"""The dealer's finished hand: against direct enumeration, published bust chances, and itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

import pytest

from cutcard.automata.hands.dealer import Rule, drawing_table
from cutcard.cards import Card, card, cards
from cutcard.odds.composition import Composition
from cutcard.odds.problem import OddsError
from cutcard.odds.question import question
from cutcard.odds.sides.dealer_wagers import DealerEnd, dealer_ends
from cutcard.rules.dealer import DealerHand, completes_for_buster, dealer_draws
from cutcard.rules.game import Game

MIXED = "As Ah 2c 3d 4h 5s 6c 7d 8h 9s Kh Kh"
LOW = "Ac Ac Ac 2c 2c 2c 3c 3c 4c 5c 9s Ks"
"""Low cards, so that hands are long and soft totals harden; copies, so that there are few orders."""

Key = TypeVar("Key")


def grouped(ends: Mapping[DealerEnd, Fraction], key: Callable[[DealerEnd], Key]) -> dict[Key, Fraction]:
    """The chances of ends that a key does not tell apart, added up."""
    found: dict[Key, Fraction] = {}
    for end, chance in ends.items():
        name = key(end)
        found[name] = found.get(name, Fraction(0)) + chance
    return found


def game(soft_17: str = "stand", buster: str = "literal") -> Game:
    asked = question(
        "ma-blackjack", "buster_blackjack", options={"soft_17": soft_17, "buster_completion": buster}
    )
    return Game.of(asked.rules.options, {})


def enumerated(
    draws: Callable[[Sequence[Card]], bool], shoe: tuple[Card, ...], hand: tuple[Card, ...] = ()
) -> Iterator[tuple[tuple[Card, ...], Fraction]]:
    """Every hand, card by card, each card of the shoe as likely as the next."""
    if len(hand) >= 2 and not draws(hand):
        yield hand, Fraction(1)
        return
    for each in set(shoe):
        share = Fraction(shoe.count(each), len(shoe))
        left = list(shoe)
        left.remove(each)
        for ended, chance in enumerated(draws, tuple(left), (*hand, each)):
            yield ended, share * chance


def told(
    ends: Iterator[tuple[tuple[Card, ...], Fraction]],
) -> dict[tuple[int, int, int, bool], Fraction]:
    found: dict[tuple[int, int, int, bool], Fraction] = {}
    for hand, chance in ends:
        end = DealerHand.of(hand)
        key = (hand[0].value, len(hand), end.total, end.blackjack)
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def key(end: DealerEnd) -> tuple[int, int, int, bool]:
    return end.up, end.count, end.total, end.blackjack


@pytest.mark.parametrize("soft_17", ["stand", "hit"])
@pytest.mark.parametrize("rule", ["table", "buster"])
@pytest.mark.parametrize("shoe", [MIXED, LOW])
def test_every_hand_of_a_small_shoe_has_its_exact_chance(shoe: str, rule: Rule, soft_17: str) -> None:
    asked = game(soft_17)
    draws = dealer_draws if rule == "table" else completes_for_buster
    direct = told(enumerated(lambda hand: draws(asked, hand), cards(shoe)))
    assert grouped(dealer_ends(asked, Composition.of(cards(shoe)), rule=rule), key) == direct


@pytest.mark.parametrize("up", ["As", "6c", "Kh"])
def test_a_known_up_card_conditions_the_hand(up: str) -> None:
    asked, full = game(), Composition.full(2)
    known = dealer_ends(asked, full.without([card(up)]), up=card(up))
    among_all = {
        end: chance for end, chance in dealer_ends(asked, full).items() if end.up == card(up).value
    }
    share = Fraction(full.by_value[card(up).value - 1], full.size)
    assert {end: chance * share for end, chance in known.items()} == among_all
    assert sum(known.values()) == 1


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
@pytest.mark.parametrize("deck_cards", [48, 52])
def test_the_chances_add_up_to_one(decks: int, deck_cards: int) -> None:
    ends = dealer_ends(game("hit"), Composition.full(decks, deck_cards))
    assert sum(ends.values()) == 1
    assert all(chance > 0 for chance in ends.values())


def test_an_example_shows_what_its_end_says() -> None:
    for end in dealer_ends(game(), Composition.full(6)):
        shown = DealerHand.of(end.cards)
        assert (len(end.cards), shown.total, shown.blackjack) == (end.count, end.total, end.blackjack)
        assert end.cards[0].value == end.up
        assert not dealer_draws(game(), end.cards)


def test_the_blackjack_is_two_orders_of_an_ace_and_a_ten() -> None:
    ends = dealer_ends(game(), Composition.full(6))
    assert sum(chance for end, chance in ends.items() if end.blackjack) == Fraction(
        2 * 24 * 96, 312 * 311
    )


def test_literal_completion_draws_on_soft_17_where_the_table_stands() -> None:
    """§27(f)(3), MA-A31: Buster's hand goes on as at a table that hits soft 17."""
    shoe = Composition.full(6)
    literal = dealer_ends(game("stand"), shoe, rule="buster")
    assert literal == dealer_ends(game("hit"), shoe)
    assert dealer_ends(game("stand", "table"), shoe, rule="buster") == dealer_ends(game("stand"), shoe)
    assert drawing_table(game("stand")) < drawing_table(game("hit"))


def test_too_few_cards_to_finish_the_hand_are_refused() -> None:
    with pytest.raises(OddsError, match="4 cards are too few"):
        dealer_ends(game(), Composition.of(cards("2c 2d 2h 2s 3c")))


def test_a_ten_more_in_a_shoe_of_lows_makes_a_bust_likelier() -> None:
    def bust(shoe: Composition) -> Fraction:
        return sum(
            (c for end, c in dealer_ends(game(), shoe, up=card("6c")).items() if end.busted), Fraction(0)
        )

    full = Composition.full(1).without([card("6c")])
    assert bust(full.without([card("Kh")])) < bust(full) < bust(full.without([card("5h")]))
