"""Every deal of small shoes through the engine: the numbers of the golden files, and some by hand."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import factorial, prod
from typing import Any

import pytest

from cutcard.cards import card
from cutcard.money import cents
from cutcard.table import awaits, commands as c
from cutcard.table.round import AwaitsCard, AwaitsDecision
from later import one_in
from table import small_shoes as small_shoes_module
from table.setups import GAMES, Game, game_id
from table.small_shoes import (
    DEALER,
    GOLDEN,
    USUAL,
    Small,
    Tally,
    World,
    after,
    by_policy,
    golden_path,
    gone_through,
    is_over,
    net,
    opened,
    play_all,
    play_policy,
    small_shoes,
    written,
)

ALL = [(game, small) for game in GAMES for small in small_shoes(game)]
QUICK = [each for each in ALL if not each[1].long]
LONG = [each for each in ALL if each[1].long]
BY_HAND = Small("by hand", "Ah Kd Kd Kd")


def name(each: Any) -> str:
    return each.name.replace(" ", "_") if isinstance(each, Small) else game_id(each)


def golden(game: Game) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(golden_path(game).read_text(encoding="utf-8"))
    return found


def check(game: Game, small: Small) -> None:
    found = gone_through(game, small)
    assert found == golden(game)[small.name]


@pytest.mark.parametrize(("game", "small"), one_in(2, QUICK), ids=name)
def test_every_deal(game: Game, small: Small) -> None:
    check(game, small)


@pytest.mark.long
@pytest.mark.parametrize(("game", "small"), LONG, ids=name)
def test_every_deal_of_larger_shoes(game: Game, small: Small) -> None:
    check(game, small)


def test_every_game_has_its_file_and_no_file_is_left_over() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == {golden_path(game).name for game in GAMES}
    for game in GAMES:
        kept = golden(game)
        assert kept.keys() == {small.name for small in small_shoes(game)}
        assert golden_path(game).read_text(encoding="utf-8") == written(kept)


@pytest.mark.parametrize("game", GAMES, ids=game_id)
def test_the_kept_numbers_fit_together(game: Game) -> None:
    """Probabilities add up to one, and results to the expectation; no play beats the best one."""
    for found in golden(game).values():
        policy, everything = found["policy"], found["all"]
        results = {cents(won): Fraction(each) for won, each in policy["results"].items()}
        assert sum(results.values()) == 1
        expected = sum(Fraction(won, 100) * each for won, each in results.items())
        assert expected == Fraction(policy["expected"])
        best = Fraction(everything["expected_best"])
        assert best >= expected
        assert best >= Fraction(everything["expected_uniform"])
        assert everything["rounds"] >= policy["rounds"]
        assert everything["information_sets"] <= everything["decisions"]


def test_a_shoe_worked_out_by_hand() -> None:
    """An ace and three kings: all four cards are dealt, and the ace is as likely in any place.

    With the player (1/2) it makes a blackjack against 20, which pays $15. With the dealer (1/2) it
    makes a blackjack against 20, which takes $10: 15/2 - 10/2 = 5/2 without insurance. When it is the
    up card (1/4) insurance is offered, and the hole card can only be a king: $5 at 2 to 1 makes the $10
    good, so that the best play comes to 15/2 - 10/4 = 5, and a coin for each offer to 15/4. Four deals,
    one of them with two ways to decide: five rounds.
    """
    start = opened(("md-blackjack", None), BY_HAND)
    policy = play_policy(start)
    assert (policy.rounds, policy.probability) == (4, Fraction(1))
    assert policy.expected == Fraction(5, 2)
    assert policy.results == {1500: Fraction(1, 2), -1000: Fraction(1, 2)}
    assert policy.lines == {"main blackjack": Fraction(1, 2), "main dealer_blackjack": Fraction(1, 2)}
    everything, best = play_all(start, 1)
    assert (everything.rounds, everything.probability) == (5, Fraction(1))
    assert (best, everything.expected) == (Fraction(5), Fraction(15, 4))


def arrangements(left: Counter[str]) -> Iterator[tuple[str, ...]]:
    """Every order of the cards; copies of one card are not told apart, so each is as likely."""
    if not left:
        yield ()
    for first in list(left):
        rest = left - Counter([first])
        yield from ((first, *others) for others in arrangements(rest))


def orders(shoe: str) -> int:
    """How many different orders the cards of a shoe have: the multinomial coefficient."""
    copies = Counter(shoe.split())
    return factorial(copies.total()) // prod(factorial(each) for each in copies.values())


def in_order(start: World, order: tuple[str, ...]) -> tuple[tuple[str, ...], int]:
    """One round under the policy with the cards in this order: those that were dealt, and the result."""
    table, left = start.table, list(order)
    while not is_over(World(table, tuple((card(each), 1) for each in left), Fraction(1))):
        awaited = awaits(table)
        if isinstance(awaited, AwaitsCard):
            table = after(table, c.DealCard(DEALER, card(left.pop(0))))
        else:
            assert isinstance(awaited, AwaitsDecision)
            table = after(table, by_policy(table, awaited))
    return order[: len(order) - len(left)], net(table)


FEWEST = [(game, min(small_shoes(game), key=lambda each: orders(each.shoe))) for game in GAMES]


@pytest.mark.parametrize(("game", "small"), FEWEST, ids=name)
def test_every_order_of_the_shoe_dealt_one_by_one(game: Game, small: Small) -> None:
    """No tree and no weights: all orders are as likely, and counting them gives the same numbers."""
    start = opened(game, small)
    played = {order: in_order(start, order) for order in arrangements(Counter(small.shoe.split()))}
    assert len(played) == orders(small.shoe)
    kept = golden(game)[small.name]["policy"]
    assert len({dealt for dealt, _ in played.values()}) == kept["rounds"]
    counted = Counter(won for _, won in played.values())
    found = {cents(won): Fraction(each) for won, each in kept["results"].items()}
    assert found == {won: Fraction(count, len(played)) for won, count in counted.items()}


def check_orders(game: Game, small: Small) -> None:
    """Each finished round stands for the orders that begin with its cards; together they are all."""
    begun = Counter(small.shoe.split())
    total = orders(small.shoe)
    ends: list[tuple[Fraction, int]] = []

    class Counted(Tally):
        def end(self, world: World) -> None:
            rest = " ".join(" ".join([each.text] * count) for each, count in world.left)
            ends.append((world.weight, orders(rest)))
            assert Counter(rest.split()) <= begun

    play_policy(opened(game, small), Counted())
    assert sum(each for _, each in ends) == total
    assert all(weight == Fraction(each, total) for weight, each in ends)


@pytest.mark.parametrize(("game", "small"), QUICK, ids=name)
def test_the_tree_holds_every_order_once(game: Game, small: Small) -> None:
    check_orders(game, small)


def test_a_tree_with_a_wrong_chance_or_a_card_too_few_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    game, small = FEWEST[0]
    honest = small_shoes_module.dealt

    def as_likely(world: World) -> Iterator[World]:
        nexts = list(honest(world))
        return (each._replace(weight=world.weight / len(nexts)) for each in nexts)

    def without_the_last(world: World) -> Iterator[World]:
        nexts = list(honest(world))
        return iter(nexts[:-1] if len(nexts) > 1 else nexts)

    for fault in (as_likely, without_the_last):
        monkeypatch.setattr(small_shoes_module, "dealt", fault)
        with pytest.raises(AssertionError):
            check_orders(game, small)


def points(hand: list[str]) -> int:
    values = [{"A": 1, "K": 10}.get(card[0]) or int(card[0]) for card in hand]
    return sum(values) + (10 if 1 in values and sum(values) <= 11 else 0)


def by_the_rules(order: tuple[str, ...]) -> int:
    """One round of Maryland Blackjack under the policy, in cents, without a line of the engine."""
    next_card = iter(order)
    player, dealer = [next(next_card)], [next(next_card)]
    player.append(next(next_card))
    dealer.append(next(next_card))
    if points(dealer) == 21:
        return 0 if points(player) == 21 else -1000
    if points(player) == 21:
        return 1500
    is_split = player[0][0] == player[1][0] and player[0][0] in "A8"
    hands = []
    for first in ([player[0]], [player[1]]) if is_split else (player,):
        hand, stake = list(first), 1000
        if is_split:
            hand.append(next(next_card))
        if is_split and hand[0][0] == "A":
            pass  # one card each
        elif points(hand) in (10, 11):
            stake = 2000
            hand.append(next(next_card))
        else:
            while points(hand) < 17:
                hand.append(next(next_card))
        hands.append((points(hand), stake))
    if any(count <= 21 for count, _ in hands):
        while points(dealer) < 17:
            dealer.append(next(next_card))
    against = points(dealer) if points(dealer) <= 21 else 0
    return sum(
        stake * (-1 if count > 21 or count < against else int(count > against)) for count, stake in hands
    )


@pytest.mark.parametrize("small", [each for each in USUAL if each.boxes == 1], ids=name)
def test_the_policy_against_a_round_written_down_plainly(small: Small) -> None:
    orders = list(arrangements(Counter(small.shoe.split())))
    results = Counter(map(by_the_rules, orders))
    kept = golden(("md-blackjack", None))[small.name]["policy"]["results"]
    found = {cents(won): Fraction(each) for won, each in kept.items()}
    assert found == {won: Fraction(count, len(orders)) for won, count in results.items()}


def test_nobody_plays_by_the_hole_card() -> None:
    """A decision is taken once for all hole cards that the player cannot tell apart."""
    found, _ = play_all(opened(("md-blackjack", "no_hole_card"), Small("", "Ah 6d Kd Kd Kd")), 1)
    seen, _ = play_all(opened(("md-blackjack", None), Small("", "Ah 6d Kd Kd Kd")), 1)
    assert seen.information_sets < seen.decisions
    assert found.information_sets == found.decisions
