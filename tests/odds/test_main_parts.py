"""The main game's parts, each against something plainer: cards dealt one by one, a game tree."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import islice, product
from math import sqrt

import numpy as np
import pytest

from cutcard.automata.hands.kinds import Suited
from cutcard.automata.hands.values import Cards, counted, value_index
from cutcard.cards import Card, card, cards
from cutcard.money import Odds
from cutcard.odds.charts.policies import ChartSpot
from cutcard.odds.composition import Composition
from cutcard.odds.main.decisions import TWO_CARD_HANDS, ActionCode
from cutcard.odds.main.exact_value import is_prime, primes, rational_from_residues
from cutcard.odds.main.game import solve
from cutcard.odds.main.rules import MainRules, main_rules
from cutcard.odds.main.split_value import hands_made, weights
from cutcard.odds.main.suits import Context, contexts
from cutcard.odds.problem import OddsError, UnprovenError
from cutcard.rules.actions import Action
from cutcard.rules.hand import TWENTY_ONE, Hand
from later import one_in
from odds.main_ways import by, hands_that, never_splits, with_options
from oracles.tree import STAKE, Tree
from oracles.tree_table import Box, Node, after
from table.driver import rules_of

ROUNDING = 1e-12


# Suits.

SUITED = Composition.of(cards("6c 6c 6d 7c 7c 7d 7s 8c 8s 8s Ac As Jc Js Kc"))
OPTIONAL = {
    "optional_payouts": ["six_seven_eight_suited", "three_sevens", "designated_blackjack"],
    "designated_blackjack_cards": ["As", "Js"],
}
SUIT_RULES = {
    "one suit": rules_of("ma-blackjack", options=OPTIONAL),
    "two face up": rules_of("ma-blackjack", "hole_card_face_up", options=OPTIONAL),
    "premium suit": rules_of("md-pontoon-21"),
    "pairs by rank": with_options(rules_of("md-blackjack"), split_by="rank"),
}


def context_of(main: MainRules, found: tuple[Context, ...], held: list[Card], shown: list[Card]) -> int:
    """Which context some cards are in, by what contexts say of themselves."""
    suits = {each.suit for each in held}
    for number, each in enumerate(found):
        if each.suited is Suited.DESIGNATED:
            fits = {one.text for one in held} == set(main.game.designated_blackjack_cards)
        elif each.share:
            matching = [one for one in shown if value_index(one) == each.third and one.suit == each.suit]
            fits = suits == {each.suit} and len(matching) == each.matches
        else:
            fits = each.is_pair and (len(found) == 1 or held[0].rank == held[1].rank)
        if fits:
            return number
    return len(found) - 1


@pytest.mark.parametrize("name", SUIT_RULES)
def test_suits_lie_as_often_as_they_are_dealt(name: str) -> None:
    """The player's two cards, the dealer's shown ones and the next: every deal of a small shoe."""
    main, shoe = main_rules(SUIT_RULES[name]), SUITED
    shown = sum(main.starts[0])
    found = {hand: contexts(main, shoe, hand) for hand in TWO_CARD_HANDS}
    wanted = {hand for hand, each in found.items() if len(each) > 1}
    dealt: Counter[tuple[Cards, int, int]] = Counter()
    nexts: Counter[tuple[Cards, int, int, bool]] = Counter()
    kinds = set(shoe.cards)
    pairs = [pair for pair in product(kinds, repeat=2) if counted(pair) in wanted]
    for pair, others in product(pairs, product(kinds, repeat=1 + shown)):
        ways, left = 1, Counter(shoe.cards)
        for each in (*pair, *others):
            ways *= left[each]
            left[each] -= 1
        if not ways:
            continue
        held, up, third, hand = list(pair), list(others[:-1]), others[-1], counted(pair)
        start = main.starts.index(counted(up))
        number = context_of(main, found[hand], held, up)
        dealt[hand, start, number] += ways
        context = found[hand][number]
        if context.share and value_index(third) == context.third:
            nexts[hand, start, number, third.suit == context.suit] += ways
    for hand, start, number in dealt:
        in_all = sum(dealt[hand, start, each] for each in range(len(found[hand])))
        assert found[hand][number].chance[start] == Fraction(dealt[hand, start, number], in_all)
        suited, mixed = (nexts[hand, start, number, each] for each in (True, False))
        if suited + mixed:
            assert found[hand][number].share[start] == Fraction(suited, suited + mixed)
    for hand, start in {(hand, start) for hand, start, _ in dealt}:
        assert sum(each.chance[start] for each in found[hand]) == 1
    assert nexts or name == "pairs by rank"
    assert any(found[hand][number].matches for hand, _, number in dealt) or not nexts


# Splits.

Worth = Callable[[str, str], Fraction]


def split_directly(left: Counter[str], most: int, worth: Worth) -> tuple[Fraction, dict[int, Fraction]]:
    """A pair of r's split as at a table: hand by hand, each plays on a third card before the next.

    What all hands are worth together, and how often there are so many of them.
    """

    @cache
    def go(
        counts: tuple[tuple[str, int], ...], waiting: int, made: int
    ) -> tuple[Fraction, tuple[Fraction, ...]]:
        if not waiting:
            return Fraction(0), tuple(Fraction(each == made) for each in range(most + 1))
        value, many = Fraction(0), [Fraction(0)] * (most + 1)
        for second, chance, rest in _draws(counts):
            if second == "r" and made < most:
                ends = [(chance, Fraction(0), go(rest, waiting + 1, made + 1))]
            else:
                ends = [
                    (chance * again, worth(second, third), go(last, waiting - 1, made))
                    for third, again, last in _draws(rest)
                ]
            for weight, here, (further, after_it) in ends:
                value += weight * (here + further)
                many = [one + weight * each for one, each in zip(many, after_it, strict=True)]
        return value, tuple(many)

    value, many = go(tuple(sorted(left.items())), 2, 2)
    return value, {count: each for count, each in enumerate(many) if each}


def _draws(
    counts: tuple[tuple[str, int], ...],
) -> Iterator[tuple[str, Fraction, tuple[tuple[str, int], ...]]]:
    size = sum(many for _, many in counts)
    for kind, many in counts:
        if many:
            rest = tuple((each, count - (each == kind)) for each, count in counts)
            yield kind, Fraction(many, size), rest


@pytest.mark.parametrize("most", [2, 3, 4, 5])
@pytest.mark.parametrize("of_rank", [2, 3, 4, 6, 9])
def test_a_split_is_a_weighted_sum_of_single_hands(most: int, of_rank: int) -> None:
    """Hands whose worth depends on their second and third card in no regular way."""
    rng = random.Random(most * 100 + of_rank)
    prices = {pair: Fraction(rng.randint(-99, 99), 7) for pair in product("rab", repeat=2)}
    whole = Counter({"r": of_rank, "a": 7, "b": 5})
    size = whole.total()

    def single(gone: int, seconds: str) -> Fraction:
        """One hand's worth with cards of the rank gone, the second card being one of some."""
        left = tuple({**whole, "r": max(of_rank - 2 - gone, 0)}.items())
        return sum(
            (
                chance * again * prices[second, third]
                for second, chance, rest in _draws(left)
                for third, again, _ in _draws(rest)
                if second in seconds
            ),
            Fraction(0),
        )

    value, many = split_directly(whole - Counter("rr"), most, lambda *pair: prices[pair])
    found = weights(hands=most, of_rank=of_rank, size=size)
    total_worth = sum(
        (each * single(gone, "rab") for gone, each in enumerate(found.any_second)), Fraction(0)
    )
    total_worth += sum(each * single(gone, "r") for gone, each in enumerate(found.second_of_rank))
    assert total_worth == value
    made = hands_made(hands=most, of_rank=of_rank - 2, size=size - 2)
    assert {count: each for count, each in made.items() if each} == many


# Exact numbers.


def test_primes_are_those_of_the_sieve() -> None:
    most = 20_000
    sieve = np.ones(most, dtype=bool)
    sieve[:2] = False
    for each in range(2, most):
        if sieve[each]:
            sieve[2 * each :: each] = False
    assert [is_prime(each) for each in range(most)] == sieve.tolist()


def test_the_primes_used_have_no_divisor() -> None:
    """Every odd number up to the root of the greatest is tried."""
    used = list(islice(primes(), 12))
    assert used == sorted(set(used), reverse=True)
    assert used[0] < 2**49
    for first in range(3, int(sqrt(used[0])) + 2, 2_000_000):
        divisors = np.arange(first, first + 2_000_000, 2)
        assert all((each % divisors).all() for each in used)


def residues(number: Fraction) -> Callable[[int], int]:
    return lambda prime: number.numerator * pow(number.denominator, -1, prime) % prime


def test_a_rational_is_put_together_from_its_residues() -> None:
    rng = random.Random(49)
    for _ in range(200):
        whole = rng.randint(1, 10 ** rng.randint(1, 90))
        number = Fraction(rng.randint(-64 * whole, 64 * whole), whole)
        assert (
            rational_from_residues(residues(number), number.denominator * rng.randint(1, 10**9))
            == number
        )


@pytest.mark.parametrize("wrong", range(5))
def test_a_wrong_residue_is_noticed(wrong: int) -> None:
    number, whole = Fraction(-355, 113), 113 * 10**50
    needed = list(islice(primes(), 5))
    right = residues(number)

    def spoiled(prime: int) -> int:
        return right(prime) + (prime == needed[wrong])

    assert rational_from_residues(right, whole) == number
    with pytest.raises(UnprovenError, match="check"):
        rational_from_residues(spoiled, whole)
    with pytest.raises(UnprovenError, match="check"):
        rational_from_residues(right, 10**50)


# One hand's actions.

PLAYED = {
    ActionCode.STAND: Action.STAND,
    ActionCode.HIT: Action.HIT,
    ActionCode.DOUBLE: Action.DOUBLE,
    ActionCode.SPLIT: Action.SPLIT,
    ActionCode.SURRENDER: Action.SURRENDER,
}
DIVERSE = "Ac 3d 5c 5d 6h 9s Kc Kd Kh Ks Kc"
BY_SUIT = "6d 6s 7d 7d 7d 8d 8s Ac Kc Kd Kh"


def in_the_tree(tree: Tree, held: tuple[Card, ...], shown: tuple[Card, ...], action: Action) -> Fraction:
    """What the tree makes of an action, knowing no more than that the dealer has no blackjack."""
    left = list(tree.left)
    for each in (*held, *shown):
        left[tree.kinds.index(each)] -= 1
    hand = Hand(held, (STAKE,), (STAKE,))
    box = Box(((hand,),), acted=len(held) > 2)
    hole = shown[1] if len(shown) > 1 else None
    node = Node(tuple(left), (box,), shown[0], hole, checked=tree.game.dealer_checks)
    if not hand.is_blackjack:
        node = node.put(0, after(tree.game, node, box, 0, 0, action))
    return tree._turns(node) / STAKE


DIVERSE_HANDS = ("5c 5d", "3d 6h", "Ac 5c", "Kc 6h", "Ac Kd", "Ac 3d 5c", "3d 5c 6h")
SUITED_HANDS = ("6d 7d", "6s 7d", "7d 8d", "7d 7d", "6s 8s", "6d 8d", "6s 6d", "6s 7d 7d")


@pytest.mark.parametrize(
    ("name", "variation", "text", "hands", "ups"),
    one_in(
        3,
        [
            ("md-blackjack", None, DIVERSE, DIVERSE_HANDS, ("Kc",)),
            ("ma-blackjack", "hole_card_face_up", DIVERSE, DIVERSE_HANDS, ("Kc 9s", "Kc 5d", "Kc Kd")),
            ("md-players-edge-21", None, BY_SUIT, SUITED_HANDS[:4], ("8d",)),
            pytest.param(
                "md-blackjack",
                "no_hole_card",
                DIVERSE,
                DIVERSE_HANDS,
                ("Kc", "9s"),
                marks=pytest.mark.long,
            ),
            *(
                pytest.param(
                    name, None, BY_SUIT, SUITED_HANDS, ("8d", "7d", "Kc"), marks=pytest.mark.long
                )
                for name in ("md-players-edge-21", "md-pontoon-21")
            ),
        ],
    ),
)
def test_actions_are_worth_what_the_tree_finds(
    name: str, variation: str | None, text: str, hands: tuple[str, ...], ups: tuple[str, ...]
) -> None:
    rules = with_options(rules_of(name, variation), insurance=False, max_hands=2, max_hands_aces=2)
    rules = never_splits(rules) if text == BY_SUIT else rules
    shoe = Composition.of(cards(text))
    game, tree = solve(rules, shoe), Tree(rules, shoe)
    seen: set[tuple[int, ActionCode]] = set()
    for held, shown in product(map(cards, hands), map(cards, ups)):
        if Counter((*held, *shown)) - Counter(shoe.cards):
            continue
        for act, value in game.actions(held, shown).items():
            best = float(in_the_tree(tree, held, shown, PLAYED[act]))
            if act is ActionCode.SPLIT:
                assert value <= best + ROUNDING, (held, shown)
            else:
                assert value == pytest.approx(best, abs=ROUNDING), (held, shown, act)
            seen.add((len(held), act))
    assert {(2, ActionCode.HIT), (2, ActionCode.DOUBLE)} < seen
    assert ((2, ActionCode.SPLIT) in seen) == (text == DIVERSE)
    assert {(3, ActionCode.HIT), (3, ActionCode.STAND)} < seen or hands == SUITED_HANDS[:4]


def test_three_cards_of_a_suit_are_paid_by_it() -> None:
    """At Player's Edge a 21 always wins: standing on it is worth its row's price, whatever is shown."""
    rules = rules_of("md-players-edge-21")
    game = solve(rules, Composition.full(2, 48))
    premium = game.main.game.premium_suit
    plain = next(suit for suit in "cdhs" if suit != premium)
    prices = {}
    for name, suits in (("premium", premium * 3), ("suited", plain * 3), ("mixed", plain * 2 + premium)):
        for kind, ranks in (("six_seven_eight", "678"), ("three_sevens", "777")):
            held = [card(rank + suit) for rank, suit in zip(ranks, suits, strict=True)]
            pays = game.main.rows[f"{kind}_{name}"].pays
            assert isinstance(pays, Odds)
            prices[kind, name] = Fraction(pays.win, pays.per)
            for up in cards("5c Kd"):
                stand = game.actions(held, [up])[ActionCode.STAND]
                assert stand == pytest.approx(float(prices[kind, name]), abs=ROUNDING)
    assert len(set(prices.values())) == 3


def test_a_natural_is_not_given_up() -> None:
    rules = rules_of("md-blackjack")
    assert rules.options["surrender"] is True
    shoe = Composition.full(2)
    game = solve(rules, shoe)
    for up in cards("Ad 5c Kd"):
        assert set(game.actions(cards("Ac Kd"), [up])) == {ActionCode.STAND}
        assert ActionCode.SURRENDER in game.actions(cards("9c 7d"), [up])

    def giver(spot: ChartSpot) -> ActionCode:
        assert spot.may.isdisjoint({ActionCode.SURRENDER}) or spot.points < TWENTY_ONE
        return ActionCode.SURRENDER if ActionCode.SURRENDER in spot.may else ActionCode.STAND

    givers = by(rules, shoe, giver)
    number = game.main.names.index("blackjack")
    found = hands_that(givers, lambda _, code: code == number)
    size = shoe.size
    natural = Fraction(2 * 8 * 32, size * (size - 1))
    beaten = Fraction(2 * 7 * 31, (size - 2) * (size - 3))
    assert found == pytest.approx(float(natural * (1 - beaten)), abs=ROUNDING)
    assert givers.value == pytest.approx(_all_given_up(natural, beaten, size), abs=ROUNDING)


def _all_given_up(natural: Fraction, beaten: Fraction, size: int) -> float:
    """Naturals paid 3 to 2, a dealer's natural taking everything else, half of all the rest lost."""
    blackjack = Fraction(2 * 8 * 32, size * (size - 1))
    lost = blackjack - natural * beaten
    return float(Fraction(3, 2) * natural * (1 - beaten) - lost - (1 - natural - lost) / 2)


def test_a_hand_that_cannot_be_decided_on_is_refused() -> None:
    game = solve(rules_of("md-blackjack"), Composition.full(1))
    with pytest.raises(OddsError, match="not a hand to decide on"):
        game.actions(cards("Kc Kd 5h"), cards("5c"))
    with pytest.raises(OddsError, match="one card"):
        game.actions(cards("Kc Kd"), cards("5c 6c"))
    only = Composition.of(cards("9c 9d Ah Kc Kd Kh Ks"))
    with pytest.raises(OddsError, match="blackjack"):
        solve(rules_of("md-blackjack"), only).actions(cards("9c 9d"), cards("Ah"))
