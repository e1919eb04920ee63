"""Chance by key: the generators against their definitions, the cards of real shoes against pure chance.

Seeds are fixed, so a test here either always passes or never does. All tests of cards together are held
against 99% (Holm's correction, as Bonferroni's but sharper).
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numba
import numpy as np
import pytest

from cutcard.odds.main.exact_value import WITNESSES, is_prime
from cutcard.sim.kernels import chance
from cutcard.sim.kernels.staged.fields import CARRY, OF_SHOE, TAKEN, X0, X1, X2
from cutcard.sim.kernels.staged.shapes import DealtShoe
from cutcard.sim.kernels.staged.shoe import take
from fair.battery import adjacent_pairs, by_weight, evenly, fails, position_by_card, trend
from fair.dieharder import all_asked, needs_dieharder
from fair.tails import both_sides, chi_square_tail, rejected
from sim.words import words

Array = np.ndarray[Any, Any]
ALL_ONES = 0xFFFFFFFF
SEEDS = (0, 1, 7, 2**31, 2**32 - 1, 2**32, 2**63, 2**64 - 1)


def numbers(*hexadecimal: str) -> tuple[int, ...]:
    return tuple(int(each, 16) for text in hexadecimal for each in text.split())


@pytest.mark.parametrize(
    ("counter", "key", "expected"),
    [
        ((0,) * 4, (0,) * 2, numbers("6627e8d5 e169c58d bc57ac4c 9b00dbd8")),
        ((ALL_ONES,) * 4, (ALL_ONES,) * 2, numbers("408f276d 41c83b0e a20bc7c6 6d5451fd")),
        (
            numbers("243f6a88 85a308d3 13198a2e 03707344"),
            numbers("a4093822 299f31d0"),
            numbers("d16cfe09 94fdcceb 5001e420 24126ea1"),
        ),
    ],
)
def test_philox_gives_its_published_answers(
    counter: tuple[int, ...], key: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert tuple(map(int, chance.philox(*map(np.uint32, (*counter, *key))))) == expected


# The stream.


BASES = (*WITNESSES, *random.Random(1).sample(range(100, 10**9), 20))
"""More than a number that is not prime could pass by chance."""


def test_the_multiplier_makes_a_safe_prime() -> None:
    modulus = chance.MULTIPLIER * 2**96 - 1
    assert is_prime(modulus, BASES)
    assert is_prime((modulus - 1) // 2, BASES)
    assert not is_prime((chance.MULTIPLIER + 2) * 2**96 - 1, BASES)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_stream_multiplies_with_carry(seed: int) -> None:
    """Word n is A times word n - 3 and the carry, of which 32 bits are kept and the rest is carried."""
    *before, carry = map(int, chance.start(np.uint64(seed), np.uint64(5)))
    for word in words(seed, 5, lanes=1, many=500)[:, 0].tolist():
        carry, expected = divmod(chance.MULTIPLIER * before[-3] + carry, 2**32)
        assert word == expected
        before.append(word)


def test_no_unit_begins_at_a_state_that_never_changes() -> None:
    """Of all states two stay: nothing but zeros, and all ones with the greatest carry."""
    for seed, unit in itertools.product(SEEDS, range(2_000)):
        carry = int(chance.start(np.uint64(seed), np.uint64(unit))[3])
        assert 0 < carry < chance.MULTIPLIER - 1


def test_every_bit_of_a_seed_and_of_a_unit_makes_another_stream() -> None:
    keys = [(seed ^ 1 << bit, 9) for seed in (0, 7) for bit in range(64)]
    keys += [(7, 9 ^ 1 << bit) for bit in range(64)] + [(7, 9), (9, 7)]
    starts = [tuple(map(int, chance.start(np.uint64(seed), np.uint64(unit)))) for seed, unit in keys]
    for place in range(4):
        assert len({each[place] for each in starts}) == len(set(keys))


def test_units_of_a_run_begin_apart() -> None:
    states = {tuple(map(int, chance.start(np.uint64(7), np.uint64(unit)))) for unit in range(20_000)}
    assert len(states) == 20_000
    first = words(7, 0, lanes=20_000, many=1)[0]
    expected = 20_000**2 / 2**33  # pairs of the same word, by chance
    assert len(first) - len(np.unique(first)) < expected + 5 * math.sqrt(expected) + 1


@pytest.mark.parametrize("bound", [1, 2, 3, 52, 255, 312, 416])
def test_numbers_below_a_bound_come_alike(bound: int) -> None:
    drawn = words(11, 3 * bound, lanes=1, many=max(20_000, 100 * bound))[:, 0]
    found = [int(chance.below(word, np.uint32(bound))) for word in drawn]
    if bound == 1:
        assert set(found) == {0}
    else:
        assert evenly(found, range(bound)) > 0.001


def test_the_ends_of_the_words_are_the_ends_of_the_numbers() -> None:
    for bound in (1, 2, 52, 312, 416):
        ends = [int(chance.below(np.uint32(word), np.uint32(bound))) for word in (0, ALL_ONES)]
        assert ends == [0, bound - 1]


# Cards as the kernel deals them.

CARDS, SHOES, UNITS = 52, 24, 128
NO_TRACE: Array = np.zeros(0, np.uint8)
Order = tuple[int, ...]


@cache
def dealt() -> tuple[tuple[Order, ...], ...]:
    """By unit: one shoe after the other, no two cards alike, each begun from the order before."""
    return tuple(tuple(_shoes(unit)) for unit in range(UNITS))


@numba.njit
def _take_all(shoe: DealtShoe, order: Array) -> None:
    for place in range(len(order)):
        order[place] = take(0, 0, shoe)


def _shoes(unit: int) -> Iterator[Order]:
    """As the staged kernel takes its cards; the other one takes the same (`test_engine`)."""
    pack, none = np.arange(CARDS, dtype=np.uint8), np.zeros(0, np.int64)
    at = np.zeros(OF_SHOE, np.uint32)
    at[[X0, X1, X2, CARRY]] = chance.start(np.uint64(7), np.uint64(unit))
    shoe = DealtShoe(pack.copy(), at, pack, pack, none, NO_TRACE, CARDS, CARDS, 0, 0, SHOES, 0, 0)
    for _ in range(SHOES):
        at[TAKEN] = 0
        order = np.zeros(CARDS, np.int64)
        _take_all(shoe, order)
        yield tuple(order.tolist())


def orders() -> list[Order]:
    """All shoes."""
    return [order for unit in dealt() for order in unit]


def moved() -> list[Order]:
    """Where each shoe's cards had lain in the shoe before it."""
    found = []
    for unit in dealt():
        for before, after in itertools.pairwise(unit):
            lay = {card: place for place, card in enumerate(before)}
            found.append(tuple(lay[card] for card in after))
    return found


def beside() -> list[Order]:
    """Where each unit's cards lie in the next unit's shoe of the same number."""
    found = []
    for unit, other in itertools.pairwise(dealt()):
        for mine, theirs in zip(unit, other, strict=True):
            lies = {card: place for place, card in enumerate(theirs)}
            found.append(tuple(lies[card] for card in mine))
    return found


def first_gap(shoes: Sequence[Order]) -> float:
    """How far the first of four cards lies."""
    return _gaps([min(order.index(card) for card in range(4)) for order in shoes])


def second_gap(shoes: Sequence[Order]) -> float:
    """How far behind the first of four others the second lies, which is as likely."""
    places = [sorted(order.index(card) for card in range(20, 24)) for order in shoes]
    return _gaps([second - first - 1 for first, second, *_ in places])


def _gaps(seen: Sequence[int]) -> float:
    """Four gaps taken together, for the longest are rare."""
    ways: Counter[int] = Counter()
    for gap in range(CARDS - 3):
        ways[gap // 4] += math.comb(CARDS - gap - 1, 3)
    return by_weight([gap // 4 for gap in seen], ways)


def runs(shoes: Sequence[Order]) -> float:
    """How often the colour changes: R runs in 2 C(25, .) C(25, .) of all ways to lay 26 and 26."""
    ways = {}
    for many in range(2, CARDS + 1):
        half, odd = divmod(many, 2)
        ways[many] = 2 * math.comb(25, half - 1) * math.comb(25, half - 1 + odd)
    assert sum(ways.values()) == math.comb(52, 26)
    found = [1 + sum(a % 2 != b % 2 for a, b in itertools.pairwise(order)) for order in shoes]
    low, high = 20, 34  # what is rarer is taken together
    together: Counter[int] = Counter()
    for many, each in ways.items():
        together[min(max(many, low), high)] += each
    return by_weight([min(max(many, low), high) for many in found], dict(together))


def rising(shoes: Sequence[Order]) -> float:
    """Of three cards that follow each other, which is the greatest, the middle, the least."""
    seen = [
        tuple(sorted(range(3), key=order[at : at + 3].__getitem__))
        for order in shoes
        for at in range(0, 51, 3)
    ]
    return evenly(seen, list(itertools.permutations(range(3))))


TESTS: dict[str, Callable[[Sequence[Order]], float]] = {
    "position by card": lambda shoes: position_by_card(shoes, block=1),
    "block by card": lambda shoes: position_by_card(shoes, block=4),
    "trend": trend,
    "adjacent pairs": adjacent_pairs,
    "first gap": first_gap,
    "second gap": second_gap,
    "runs": runs,
    "rising": rising,
}


def test_the_cards_of_shoes_are_pure_chance() -> None:
    """In each shoe, from shoe to shoe of a unit, and from unit to unit."""
    looks = {"shoes": orders(), "moved": moved(), "beside": beside()}
    found = {
        f"{look}: {name}": test(shoes) for look, shoes in looks.items() for name, test in TESTS.items()
    }
    assert rejected(found, level=0.01) == []
    together = -2 * sum(math.log(max(p, 1e-12)) for p in found.values())
    assert 1e-4 < chi_square_tail(together, 2 * len(found)) < 1 - 1e-4


def test_cards_that_are_not_chance_are_found() -> None:
    """Shoes whose top card sometimes went back almost to the bottom, and shoes riffled once."""
    swapped = [
        (*order[1:-1], order[0], order[-1]) if n % 2 and order[0] < order[-2] else order
        for n, order in enumerate(orders())
    ]
    rng = random.Random(3)
    riffled = [tuple(sorted(range(CARDS), key=lambda _: rng.random() < 0.5)) for _ in range(500)]
    for shoes in (swapped, riffled):
        assert rejected({name: test(shoes) for name, test in TESTS.items()}, level=0.01)


def test_the_first_cards_of_neighbouring_units_are_pure_chance() -> None:
    """One unit a round of two cards: what a run over many units sees."""
    first = words(7, 0, lanes=60_000, many=2)
    drawn = [[int(chance.below(w, np.uint32(52 - p))) for w in row] for p, row in enumerate(first)]
    pairs = list(zip(*drawn, strict=True))
    found = {
        "first": evenly(drawn[0], range(52)),
        "second": evenly(drawn[1], range(51)),
        "pair": evenly(pairs, list(itertools.product(range(52), range(51)))),
        "next unit": evenly(
            list(zip(drawn[0][::2], drawn[0][1::2], strict=True)),
            list(itertools.product(range(52), repeat=2)),
        ),
    }
    assert rejected(found, level=0.01) == []


def test_every_bit_of_the_words_is_even() -> None:
    taken = words(5, 0, lanes=64, many=4_096)
    ones = [int((taken >> np.uint32(bit) & np.uint32(1)).sum()) for bit in range(32)]
    mean = taken.size / 2
    statistic = sum((each - mean) ** 2 / (mean / 2) for each in ones)
    assert both_sides(chi_square_tail(statistic, 32)) > 0.001


@pytest.mark.long
@needs_dieharder
def test_the_words_pass_dieharder() -> None:
    """The words of many units in turn, as lanes take them; on another seed where the first fails."""
    seeds = iter(("7", "8"))
    assert fails(lambda: all_asked("sim.words", next(seeds))) == []
