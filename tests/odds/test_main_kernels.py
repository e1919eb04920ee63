"""What the compiled loops work with, against plain recursions: the dealer's chances, doubled hands."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from cutcard.automata.hands.dealer import BUST_END, ENDS
from cutcard.automata.hands.kinds import Split
from cutcard.automata.hands.values import NO_CARDS, VALUES, Cards, cards_of, points_of, with_card
from cutcard.cards import cards
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.odds.composition import Composition
from cutcard.odds.main.decisions import ActionCode
from cutcard.odds.main.exact_value import primes
from cutcard.odds.main.game import solve
from cutcard.odds.main.hands import all_hands
from cutcard.odds.main.kernels.arithmetic import Numbers
from cutcard.odds.main.kernels.dealer import LANES
from cutcard.odds.main.rules import TWENTY_TWO_END, MainRules, main_rules
from cutcard.rules.dealer import dealer_draws
from cutcard.rules.game import Game
from cutcard.rules.hand import TWENTY_ONE, is_natural, total
from later import one_in
from odds.main_ways import with_options
from table.driver import rules_of

ROUNDING = 1e-14
AVERAGED = 1e-13
RULES = {
    "stands": rules_of("md-blackjack"),
    "hits": rules_of("md-blackjack", options={"soft_17": "hit"}),
    "two face up": rules_of("ma-blackjack", "hole_card_face_up"),
    "22 is told": rules_of("md-blackjack", "switch"),
}


def ends_of(game: Game, left: Cards, shown: int, *, tells_22: bool) -> dict[tuple[Cards, int], Fraction]:
    """By start and end: how often a dealer's hand from these cards is so, card by card."""
    found: dict[tuple[Cards, int], Fraction] = {}

    def end(held: tuple[int, ...]) -> int:
        cards = cards_of(tuple(held.count(value) for value in range(len(VALUES))))
        if is_natural(cards):
            return next(index for index, each in enumerate(ENDS) if each.blackjack)
        points = total(cards)
        last = TWENTY_ONE + 1 if tells_22 else TWENTY_ONE
        return (
            next(i for i, each in enumerate(ENDS) if each.total == points)
            if points <= last
            else BUST_END
        )

    def draw(held: tuple[int, ...], counts: Cards, chance: Fraction) -> None:
        cards = cards_of(tuple(held.count(value) for value in range(len(VALUES))))
        if len(held) >= 2 and not dealer_draws(game, cards):
            start = NO_CARDS
            for value in held[:shown]:
                start = with_card(start, value)
            found[start, end(held)] = found.get((start, end(held)), Fraction(0)) + chance
            return
        for value, many in enumerate(counts):
            if many:
                rest = tuple(each - (place == value) for place, each in enumerate(counts))
                draw((*held, value), rest, chance * Fraction(many, sum(counts)))

    draw((), left, Fraction(1))
    return found


@pytest.mark.parametrize("name", one_in(2, RULES))
def test_dealer_chances_of_many_shoes_are_those_of_each(name: str) -> None:
    """More sets than are computed side by side; in many of them values have run out."""
    main = main_rules(RULES[name])
    rng = random.Random(name)
    # few low cards, so that a hand always ends before the shoe does
    counts = (2, 1, 1, 2, 1, 2, 2, 1, 2, 4)
    sets = {tuple(rng.choice((0, 0, many)) for many in counts) for _ in range(LANES * 2)}
    removed = np.array([each for each in sorted(sets) if _always_ends(counts, each)][: LANES + 9])
    assert len(removed) == LANES + 9
    numbers, prime = Numbers(), next(iter(primes()))
    modulo = Numbers(prime)
    for each in (numbers, modulo):
        each.prepare(main, counts, removed)
        each.need(main, np.arange(len(removed)))
    shown = sum(main.starts[0])
    tells = any((by[:, :, TWENTY_TWO_END] != by[:, :, BUST_END]).any() for by in main.prices.stands)
    assert tells == (name == "22 is told")
    for row in rng.sample(range(len(removed)), 12):
        left = tuple(int(many - gone) for many, gone in zip(counts, removed[row], strict=True))
        found = ends_of(main.game, left, shown, tells_22=tells)
        assert sum(found.values()) == 1
        for place, start in enumerate(main.starts):
            for end in range(len(ENDS)):
                chance = found.get((start, end), Fraction(0))
                assert numbers.dealer[row, place, end] == pytest.approx(float(chance), abs=ROUNDING)
                residue = chance.numerator * pow(chance.denominator, -1, prime) % prime
                assert modulo.dealer[row, place, end] == residue


def _always_ends(counts: Cards, gone: Cards) -> bool:
    """Whether any dealer's hand from what is left ends: all of it together is past 21."""
    left = tuple(many - each for many, each in zip(counts, gone, strict=True))
    return points_of(left) > TWENTY_ONE + VALUES[-1]


@pytest.mark.parametrize("name", RULES)
def test_what_is_past_an_operation_is_not_below_it(name: str) -> None:
    tree = main_rules(RULES[name]).tree
    depth = tree.depth.tolist()
    for op, past in enumerate(tree.past.tolist()):
        assert all(each > depth[op] for each in depth[op + 1 : past])
        assert past == len(depth) or depth[past] <= depth[op]


DOUBLING = {
    "two cards": rules_of("md-blackjack", options={"double_cards": "first_two"}),
    "any cards": with_options(rules_of("md-blackjack"), double_cards="any"),
    "again and again": rules_of("md-pontoon-21"),
    "nine to eleven": with_options(rules_of("md-blackjack"), double_totals="9_10_11"),
}


@pytest.mark.parametrize("rules", DOUBLING.values(), ids=DOUBLING)
def test_after_a_doubling_come_the_hands_that_it_makes(rules: RuleSet) -> None:
    main, hands = main_rules(rules), all_hands()
    held = {tuple(row): place for place, row in enumerate(hands.cards.tolist())}
    assert main.after_doubling[0].all()
    doubles = {hand for hand, place in held.items() if _may_double(main, hands.kind[place])}
    assert doubles
    for made in range(1, main.after_doubling.shape[0]):
        wanted = {with_card(hand, value) for hand in doubles for value in range(len(VALUES))} & set(held)
        found = {hand for hand, place in held.items() if main.after_doubling[made, place]}
        assert found == wanted
        assert made > 1 or wanted
        doubles = {hand for hand in found if main.may_doubled[made, hands.kind[held[hand]], 0]}


def _may_double(main: MainRules, kind: int) -> bool:
    return any(main.may[split][kind, 1] for split in Split)


# How often hands end in each way.

PLAYED = {
    "hole card": rules_of("md-blackjack"),
    "even money": rules_of("md-blackjack", options={"even_money": True}),
    "no hole card": rules_of("md-blackjack", "no_hole_card"),
    "two face up": rules_of("ma-blackjack", "hole_card_face_up"),
    "designated": rules_of(
        "ma-blackjack",
        options={
            "optional_payouts": ["six_seven_eight_suited", "three_sevens", "designated_blackjack"],
            "designated_blackjack_cards": ["As", "Js"],
        },
    ),
    "by suit": rules_of("md-players-edge-21"),
    "doubled again": rules_of("md-pontoon-21"),
}
SMALL = Composition.of(cards("Ac Ad 2c 3d 5c 5d 6h 6s 7c 7d 7h 8d 8h 9s Jc Jd Js Kh Ks Kc"))


@pytest.mark.parametrize("name", one_in(2, PLAYED))
def test_any_amounts_are_averaged_as_prices_are(name: str) -> None:
    """The play evaluated anew with these amounts for prices, backwards, hand by hand."""
    rules = PLAYED[name]
    rng = np.random.default_rng(len(name))
    for shoe in (SMALL, Composition.full(1)):
        game = solve(rules, shoe)
        priced = game.average(game.main.prices) / game.main.scale
        assert priced == pytest.approx(game.value, abs=ROUNDING)
        amounts = game.main.prices.map(lambda price: rng.integers(-9, 10, size=np.shape(price)))
        again = game.again(game.evaluation.numbers)
        again.amounts = amounts
        assert game.average(amounts) == pytest.approx(again.value() * game.main.scale, abs=AVERAGED)
        found, split = game.split_values(amounts), 0
        for value, by_start in again.splits.items():
            pair = with_card(with_card(NO_CARDS, value), value)
            taken = [acts for (hand, _), acts in game.decisions.top.items() if hand == pair]
            for start in np.flatnonzero(np.any(np.array(taken) == ActionCode.SPLIT, axis=0)):
                assert found[value][start] == pytest.approx(by_start[start], abs=AVERAGED)
                split += 1
        assert split >= 20
