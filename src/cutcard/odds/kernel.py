"""The loops that must be fast: the dealer's chances for thousands of shoes, and play by backward steps.

Compiled by numba from plain Python. They walk tables and know no rule: `automata` makes the tables
from the rules, and these only multiply, add and compare.

Chances are joint: what is computed for a hand is the expectation of its result on the event that the
dealer's start is the given one, the player's cards having been drawn first. So drawing a card is a
plain average, and nothing ever needs to be conditioned on what the dealer does not have.

Numbers are doubles, or whole numbers modulo a prime (`kernel_numbers`).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numba import njit

from cutcard.odds.kernel_numbers import less, product, total

LANES: Final = 64
"""Shoes computed side by side; from so many on, the compiler makes vector instructions of the loops."""
MOST_COPIES: Final = 22
MOST_CARDS: Final = 24

STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
RESCUE: Final = 3

NONE: Final = -1

OPEN: Final = 0
"""Any end of the dealer's hand but a blackjack: to a busted hand they are all the same."""
BLACKJACK: Final = 6
"""The dealer's end in a blackjack (`automata.dealer`)."""

Array = np.ndarray[Any, Any]


class TreeOps(NamedTuple):
    """Finished dealer's hands as a tree: an operation takes `copies` cards of `value` besides what the
    `depth` operations above it took; where a finished hand ends there, `first` points at its entries:
    a slot (start and end) and its orders."""

    depth: Array
    value: Array
    copies: Array
    cards: Array
    first: Array
    slot: Array
    orders: Array


@njit(cache=True)
def _counted_ways(
    left: Array, size: int, lane: int, prime: float | None, over: Array, ways: Array, share: Array
) -> None:
    """In how many ways a shoe gives so many cards of a value, and one over those of any cards."""
    for value in range(10):
        for copies in range(1, MOST_COPIES):
            many = float(max(left[value] - copies + 1, 0))
            ways[value, copies, lane] = product(ways[value, copies - 1, lane], many, prime)
    for taken in range(1, MOST_CARDS):
        rest = size - taken + 1
        one_over = over[rest] if rest > 0 else 0.0
        share[taken, lane] = product(share[taken - 1, lane], one_over, prime)


@njit(cache=True)
def dealer_chances(
    wanted: Array, left: Array, size: Array, tree: TreeOps, prime: float | None, over: Array, out: Array
) -> None:
    """The joint chance of each start and end of the dealer's hand, for each shoe in `wanted`.

    `left` counts the cards of each value in a shoe; `over` holds one over each small number.
    """
    ways = np.ones((10, MOST_COPIES, LANES))
    share = np.ones((MOST_CARDS, LANES))
    weight = np.ones((MOST_CARDS, LANES))
    chance = np.empty(LANES)
    slots = out.shape[1]
    acc = np.empty((slots, LANES))
    for block in range(0, wanted.shape[0], LANES):
        width = min(LANES, wanted.shape[0] - block)
        for lane in range(LANES):
            shoe = wanted[block + min(lane, width - 1)]
            _counted_ways(left[shoe], size[shoe], lane, prime, over, ways, share)
        acc[:, :] = 0.0
        for op in range(tree.depth.shape[0]):
            depth, value, copies = tree.depth[op], tree.value[op], tree.copies[op]
            for lane in range(LANES):
                weight[depth + 1, lane] = product(weight[depth, lane], ways[value, copies, lane], prime)
            first, last = tree.first[op], tree.first[op + 1]
            if first < last:
                cards = tree.cards[op]
                for lane in range(LANES):
                    chance[lane] = product(weight[depth + 1, lane], share[cards, lane], prime)
                for term in range(first, last):
                    slot, orders = tree.slot[term], tree.orders[term]
                    for lane in range(LANES):
                        acc[slot, lane] = total(
                            acc[slot, lane], product(orders, chance[lane], prime), prime
                        )
        for lane in range(width):
            for slot in range(slots):
                out[wanted[block + lane], slot] = acc[slot, lane]


@njit(cache=True, inline="always")
def start_chances(
    left: Array,
    size: int,
    first: int,
    second: int,
    out_card: int,
    prime: float | None,
    over: Array,
) -> tuple[float, float]:
    """The chance of a start once `out_card` is out too: without, and with, a dealer blackjack."""
    size -= 1
    if size <= 0:
        return 0.0, 0.0
    of_first = product(float(left[first] - (first == out_card)), over[size], prime)
    if second == NONE:
        mate = 9 - first  # an ace's blackjack needs a ten, a ten's an ace
        if (first == 0 or first == 9) and size > 1:
            of_mate = product(float(left[mate] - (mate == out_card)), over[size - 1], prime)
            with_mate = product(of_first, of_mate, prime)
            return less(of_first, with_mate, prime), with_mate
        return of_first, 0.0
    if size == 1:
        return 0.0, 0.0
    seconds = float(left[second] - (second == out_card) - (second == first))
    both = product(of_first, product(seconds, over[size - 1], prime), prime)
    both = both if first == second else total(both, both, prime)
    if first + second == 9 and (first == 0 or second == 0):
        return 0.0, both
    return both, 0.0


class Shoes(NamedTuple):
    """Sets of removed cards: what each leaves, and the dealer's chances with it."""

    left: Array
    size: Array
    dealer: Array
    start_cards: Array
    over: Array


class Worth(NamedTuple):
    """What a finished hand is worth: by doublings, kind and end; by doublings and end."""

    stands: Array
    bust: Array
    rescue: Array


class May(NamedTuple):
    """What is allowed: hit and double by kind; double again and rescue by doublings and kind."""

    first: Array
    doubled: Array


class Acts(NamedTuple):
    """What is done: by hand and start; by doublings, hand and start."""

    first: Array
    doubled: Array


class Values(NamedTuple):
    """Results by hand and start; `doubled` right after the d-th doubling's card came."""

    stand: Array
    hit: Array
    double: Array
    best: Array
    doubled: Array


@njit(cache=True, inline="always")
def _over_ends(chances: Array, amounts: Array, prime: float | None) -> float:
    whole = 0.0
    for end in range(amounts.shape[0]):
        whole = total(whole, product(chances[end], amounts[end], prime), prime)
    return whole


@njit(cache=True)
def _drawn(
    child: Array,
    left: Array,
    size: int,
    next_card: Array,
    s: int,
    d: int,
    shoes: Shoes,
    worth: Worth,
    values: Values,
    prime: float | None,
) -> tuple[float, float]:
    """The values of one more card: to a hand that goes on, and to one that doubles (again)."""
    more = 0.0
    after = 0.0
    doubles = d < worth.stands.shape[0] - 1
    for c in range(10):
        chance = next_card[c]
        if chance == 0.0:
            continue
        j = child[c]
        if j == NONE:
            no, yes = start_chances(
                left, size, shoes.start_cards[s, 0], shoes.start_cards[s, 1], c, prime, shoes.over
            )
            lost = product(no, worth.bust[0, OPEN], prime)
            lost = total(lost, product(yes, worth.bust[0, BLACKJACK], prime), prime)
            more = total(more, product(chance, lost, prime), prime)
            if doubles:
                lost = product(no, worth.bust[d + 1, OPEN], prime)
                lost = total(lost, product(yes, worth.bust[d + 1, BLACKJACK], prime), prime)
                after = total(after, product(chance, lost, prime), prime)
        else:
            more = total(more, product(chance, values.best[j, s], prime), prime)
            if doubles:
                after = total(after, product(chance, values.doubled[d + 1, j, s], prime), prime)
    return more, after


@njit(cache=True, inline="always")
def _chosen(may: Array, value: float, more: float, after: float) -> int:
    """The best of standing, hitting and doubling."""
    act, top = STAND, value
    if may[0] and more > top:
        act, top = HIT, more
    return DOUBLE if may[1] and after > top else act


@njit(cache=True, inline="always")
def _chosen_doubled(may: Array, value: float, saved: float, after: float) -> int:
    """The best of standing, a rescue and doubling again."""
    act, top = STAND, value
    if may[1] and saved > top:
        act, top = RESCUE, saved
    return DOUBLE if may[0] and after > top else act


@njit(cache=True)
def play(
    child: Array,
    hands: Array,
    rows: Array,
    kind: Array,
    count: Array,
    shoes: Shoes,
    worth: Worth,
    may: May,
    acts: Acts,
    follows: bool,
    prime: float | None,
    values: Values,
) -> None:
    """Every hand's value standing, hitting and doubling, the longest hands first.

    `hands` lists the hands from few cards to many; `rows` finds a hand's shoe. `follows` takes the
    actions given, and of hands of three cards or more only those are worked out; else the best are
    chosen and written there.
    """
    next_card = np.zeros(10)
    for place in range(hands.shape[0] - 1, -1, -1):
        h = hands[place]
        row, k = rows[h], kind[h]
        left, size = shoes.left[row], shoes.size[row]
        for c in range(10):
            next_card[c] = product(float(left[c]), shoes.over[size], prime) if left[c] > 0 else 0.0
        for s in range(values.stand.shape[1]):
            chances = shoes.dealer[row, s]
            for d in range(worth.stands.shape[0] - 1, -1, -1):
                value = more = after = 0.0
                draws = d == 0 or may.doubled[d, k, 0]
                stands = True
                if follows and count[h] > 2:
                    act = acts.first[h, s] if d == 0 else acts.doubled[d, h, s]
                    draws = act in (HIT, DOUBLE)
                    stands = not draws
                if stands:
                    value = _over_ends(chances, worth.stands[d, k], prime)
                if draws and size > 0:
                    more, after = _drawn(
                        child[h], left, size, next_card, s, d, shoes, worth, values, prime
                    )
                if d == 0:
                    values.stand[h, s], values.hit[h, s], values.double[h, s] = value, more, after
                    if not follows:
                        acts.first[h, s] = _chosen(may.first[k], value, more, after)
                    act = acts.first[h, s]
                    values.best[h, s] = more if act == HIT else after if act == DOUBLE else value
                else:
                    saved = _over_ends(chances, worth.rescue[d], prime)
                    if not follows:
                        acts.doubled[d, h, s] = _chosen_doubled(may.doubled[d, k], value, saved, after)
                    act = acts.doubled[d, h, s]
                    values.doubled[d, h, s] = (
                        saved if act == RESCUE else after if act == DOUBLE else value
                    )


@njit(cache=True)
def reached(child: Array, hands: Array, count: Array, acts: Acts) -> Array:
    """Which hands come up when these actions are taken, from any of two cards on."""
    found = np.zeros(child.shape[0], dtype=np.bool_)
    most = acts.doubled.shape[0] - 1
    for place in range(hands.shape[0]):
        h = hands[place]
        if count[h] <= 2:
            found[h] = True
        if not found[h]:
            continue
        draws = count[h] <= 2
        for s in range(acts.first.shape[1]):
            if acts.first[h, s] == HIT or acts.first[h, s] == DOUBLE:
                draws = True
            for d in range(1, most + 1):
                if acts.doubled[d, h, s] == DOUBLE:
                    draws = True
        if draws:
            for c in range(10):
                if child[h, c] != NONE:
                    found[child[h, c]] = True
    return found
