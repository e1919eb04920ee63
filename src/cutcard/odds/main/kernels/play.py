"""The loops that must be fast: every hand's play by backward steps (the dealer's: `dealer`).

Compiled by numba from plain Python. They walk tables and know no rule: `automata` makes the tables
from the rules, and these only multiply, add and compare. The innermost loops run over the dealer's
starts, which lie side by side in memory: of those the compiler makes vector instructions.

Chances are joint: what is computed for a hand is the expectation of its result on the event that the
dealer's start is the given one, the player's cards having been drawn first. So drawing a card is a
plain average, and nothing ever needs to be conditioned on what the dealer does not have.

Numbers are doubles, or whole numbers modulo a prime (`numbers`).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from cutcard.automata.hands import BLACKJACK_END, ENDS
from cutcard.compute import njit
from cutcard.odds.main.kernels.dealer import MATE, NONE, Shoes
from cutcard.odds.main.kernels.numbers import PLAIN, less, product, total

STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
RESCUE: Final = 3
ACTIONS: Final = 4

OPEN: Final = 0
"""Any end of the dealer's hand but a blackjack: to a busted hand they are all the same."""
END_COUNT: Final = len(ENDS)
BUST_KIND: Final = -2
RESCUE_KIND: Final = -1
"""Where a bust and a rescue stand among the kinds of finished hands, from the end."""

Array = np.ndarray[Any, Any]


class RunHands(NamedTuple):
    """The hands of a run, few cards first, and by hand: the set of removed cards, the hand made by each
    further card, the kind, and how many cards it has."""

    played: Array
    rows: Array
    child: Array
    kind: Array
    cards: Array


class PlayTable(NamedTuple):
    """What the rules say, by doublings made.

    `worth`: of a finished hand by kind and end; the last kinds are a bust and a rescue. `may`: by kind,
    double and (before a doubling) hit or (after it) rescue. `after`: by hand, whether the last
    doubling's card can have made it; all before one.
    """

    worth: Array
    may: Array
    after: Array


class Values(NamedTuple):
    """Results by doublings made, action, hand and start; `best` of the action taken."""

    actions: Array
    best: Array


class PlayWorkspace(NamedTuple):
    """Scratch arrays for what `next_card` says of a hand."""

    chance: Array
    lost: Array


@njit(cache=True, _nrt=False, inline="always")
def _stood(
    dealer: Array, row: int, worth: Array, d: int, k: int, prime: float,
    actions: Array, act: int, h: int,
) -> None:  # fmt: skip
    """By start: what a hand that stands is worth."""
    for s in range(actions.shape[3]):
        whole = 0.0
        for end in range(END_COUNT):
            whole = total(whole, product(dealer[row, end, s], worth[d, k, end], prime), prime)
        actions[d, act, h, s] = whole


@njit(cache=True, _nrt=False, inline="always")
def next_card(
    child: Array, h: int, left: Array, row: int, size: int, start_cards: Array, over: Array,
    prime: float, chance: Array, lost: Array,
) -> None:  # fmt: skip
    """The chance of each card; by start, that of the start and a bust, without and with a blackjack.

    The next card comes first and the dealer's after it. But the chance is the same the other way round,
    and then it is enough to count the cards that bust and are left: with n cards left, f of them of the
    start's value and b that bust (one less where the start is such a card), the chance is f*b / n(n-1).
    Of that, the start is a blackjack's with f*m*b / n(n-1)(n-2), where m cards make one with it.
    """
    busting = 0
    for c in range(10):
        chance[c] = product(float(left[row, c]), over[size], prime)
        if child[h, c] == NONE:
            busting += left[row, c]
    over_two = product(over[size], over[max(size - 1, 0)], prime)
    over_three = product(over_two, over[max(size - 2, 0)], prime)
    for s in range(lost.shape[1]):
        no = yes = 0.0
        first, second = start_cards[s, 0], start_cards[s, 1]
        rest = busting - (child[h, first] == NONE)
        if busting > 0 and second == NONE:
            no = product(float(left[row, first] * rest), over_two, prime)
            mate = MATE[first]
            if mate != NONE:
                rest -= child[h, mate] == NONE
                yes = product(float(left[row, first] * left[row, mate] * rest), over_three, prime)
                no = less(no, yes, prime)
        elif busting > 0:
            rest -= child[h, second] == NONE
            seconds = left[row, second] - 1 if first == second else 2 * left[row, second]
            both = product(float(left[row, first] * seconds * rest), over_three, prime)
            if MATE[first] == second:
                yes = both
            else:
                no = both
        lost[0, s], lost[1, s] = no, yes


@njit(cache=True, _nrt=False, inline="always")
def _drawn(
    child: Array, h: int, chance: Array, lost: Array, worth: Array, made: int, best: Array,
    prime: float, actions: Array, d: int, act: int,
) -> None:  # fmt: skip
    """By start: the value of one more card, with which a hand has doubled so often."""
    starts, bust = actions.shape[3], worth.shape[1] + BUST_KIND
    of_open, of_blackjack = worth[made, bust, OPEN], worth[made, bust, BLACKJACK_END]
    for s in range(starts):
        busted = product(lost[0, s], of_open, prime)
        actions[d, act, h, s] = total(busted, product(lost[1, s], of_blackjack, prime), prime)
    for c in range(10):
        j = child[h, c]
        if j != NONE and chance[c] != 0.0:
            here = chance[c]
            for s in range(starts):
                actions[d, act, h, s] = total(
                    actions[d, act, h, s], product(here, best[made, j, s], prime), prime
                )


@njit(cache=True, _nrt=False, inline="always")
def _choose(actions: Array, d: int, h: int, may_double: bool, may_other: bool, acts: Array) -> None:
    """The best of standing, doubling, and hitting or (after a doubling) a rescue."""
    other = RESCUE if d > 0 else HIT
    for s in range(actions.shape[3]):
        act, top = STAND, actions[d, STAND, h, s]
        if may_other and actions[d, other, h, s] > top:
            act, top = other, actions[d, other, h, s]
        if may_double and actions[d, DOUBLE, h, s] > top:
            act = DOUBLE
        acts[d, h, s] = act


@njit(cache=True, _nrt=False, inline="always")
def _is_done(acts: Array, d: int, h: int, act: int) -> bool:
    """Whether a hand takes an action against any start."""
    found = False
    for s in range(acts.shape[2]):
        found |= acts[d, h, s] == act
    return found


@njit(cache=True, _nrt=False)
def play(
    hands: RunHands, shoes: Shoes, table: PlayTable, acts: Array, follows: bool, prime: float,
    values: Values, workspace: PlayWorkspace,
) -> None:  # fmt: skip
    """Every hand's value standing, hitting and doubling, the longest hands first.

    `acts` is what is done, by doublings, hand and start. `follows` takes the actions given, and of hands
    of three cards or more only those are worked out; else the best are chosen and written there. What a
    hand may not do has no value.
    """
    # arrays are passed one by one below: taking them out of a tuple for each hand costs more than a hand
    played, rows, child, kind, cards = hands
    left, sizes, dealer, start_cards, over = shoes
    worth, may, after = table
    actions, best = values
    chance, lost = workspace
    starts, rescue = best.shape[2], worth.shape[1] + RESCUE_KIND
    for place in range(played.shape[0] - 1, -1, -1):
        h = played[place]
        row, k = rows[h], kind[h]
        next_card(child, h, left, row, sizes[row], start_cards, over, prime, chance, lost)
        for d in range(best.shape[0] - 1, -1, -1):
            if not after[d, h]:
                continue
            for act in range(ACTIONS):
                if follows and cards[h] > 2 and not _is_done(acts, d, h, act):
                    continue
                if act == STAND or (act == RESCUE and d > 0 and may[d, k, 1]):
                    stood = rescue if act == RESCUE else k
                    _stood(dealer, row, worth, d, stood, prime, actions, act, h)
                elif (act == HIT and d == 0) or (act == DOUBLE and may[d, k, 0]):
                    made = d + 1 if act == DOUBLE else d
                    _drawn(child, h, chance, lost, worth, made, best, prime, actions, d, act)
            if not follows:
                _choose(actions, d, h, may[d, k, 0], may[d, k, 1], acts)
            for s in range(starts):
                best[d, h, s] = actions[d, acts[d, h, s], h, s]


@njit(cache=True, _nrt=False)
def reached(child: Array, hands: Array, count: Array, acts: Array, found: Array) -> None:
    """Which hands come up when these actions are taken, from any of two cards on; none are yet."""
    for place in range(hands.shape[0]):
        h = hands[place]
        if count[h] <= 2:
            found[h] = True
        if not found[h]:
            continue
        draws = count[h] <= 2
        for d in range(acts.shape[0]):
            for s in range(acts.shape[2]):
                draws |= acts[d, h, s] == DOUBLE or acts[d, h, s] == HIT
        if draws:
            for c in range(10):
                if child[h, c] != NONE:
                    found[child[h, c]] = True


@njit(cache=True, _nrt=False, inline="always")
def _ended(dealer: Array, row: int, steps: Array, act: int, d: int, k: int, found: Array) -> None:
    """Hands that meet the dealer's."""
    for end in range(END_COUNT):
        for s in range(steps.shape[1]):
            found[d, k, end, s] += steps[act, s] * dealer[row, end, s]


@njit(cache=True, _nrt=False, inline="always")
def _went_on(
    child: Array, h: int, chance: Array, lost: Array, steps: Array, act: int, made: int,
    comes: Array, found: Array,
) -> None:  # fmt: skip
    """Hands that draw a card, with which they have doubled so often."""
    bust = found.shape[1] + BUST_KIND
    for s in range(steps.shape[1]):
        found[made, bust, OPEN, s] += steps[act, s] * lost[0, s]
        found[made, bust, BLACKJACK_END, s] += steps[act, s] * lost[1, s]
    for c in range(10):
        j = child[h, c]
        if j != NONE:
            for s in range(steps.shape[1]):
                comes[made, j, s] += steps[act, s] * chance[c]


@njit(cache=True, _nrt=False)
def follow(
    hands: RunHands, shoes: Shoes, acts: Array, comes: Array, taken: Array, found: Array,
    workspace: PlayWorkspace, steps: Array,
) -> None:  # fmt: skip
    """Every hand followed to its ends.

    `comes` says how often each hand comes up by itself, by doublings, hand and start, and `taken` how
    often an action is taken with one whatever `acts` says, by action, hand and start; both are zero
    afterwards. What is found is added: by doublings, kind (the last ones a bust and a rescue), end and
    start. `steps` is scratch, by action and start.
    """
    played, rows, child, kind, _ = hands
    left, sizes, dealer, start_cards, over = shoes
    chance, lost = workspace
    starts, rescue = comes.shape[2], found.shape[1] + RESCUE_KIND
    for place in range(played.shape[0]):
        h = played[place]
        row, k = rows[h], kind[h]
        next_card(child, h, left, row, sizes[row], start_cards, over, PLAIN, chance, lost)
        for act in range(ACTIONS):
            for s in range(starts):
                steps[act, s] = taken[act, h, s]
                taken[act, h, s] = 0.0
        for d in range(comes.shape[0]):
            for s in range(starts):
                steps[acts[d, h, s], s] += comes[d, h, s]
                comes[d, h, s] = 0.0
            for act in range(ACTIONS):
                is_taken = False
                for s in range(starts):
                    is_taken |= steps[act, s] != 0.0
                if not is_taken:
                    continue
                draws = act == HIT
                if draws or act == DOUBLE:
                    made = d if draws else d + 1
                    _went_on(child, h, chance, lost, steps, act, made, comes, found)
                else:
                    _ended(dealer, row, steps, act, d, rescue if act == RESCUE else k, found)
                for s in range(starts):
                    steps[act, s] = 0.0


@njit(cache=True)
def _not_busted(
    child: Array, hands: Array, cards: Array, count: Array, left: Array, size: int, value: int,
    mix: Array, prime: float, over: Array, reach: Array, final: Array,
) -> float:  # fmt: skip
    """The chance that a hand from one card of a value does not bust; `final` says how it may end."""
    reach[hands] = 0.0
    final[hands] = 0.0
    reach[hands[0]] = 1.0
    for place in range(hands.shape[0]):
        h = hands[place]
        if reach[h] == 0.0:
            continue
        first = count[h] == 1
        stands = 0.0 if first else mix[h, STAND]
        if stands != 0.0:
            final[h] = total(final[h], product(reach[h], stands, prime), prime)
        hits = 1.0 if first else mix[h, HIT]
        doubles = 0.0 if first else mix[h, DOUBLE]
        rest = size - count[h] + 1
        if (hits == 0.0 and doubles == 0.0) or rest <= 0:
            continue
        for c in range(10):
            many = left[c] - cards[h, c] + (1 if c == value else 0)
            j = child[h, c]
            if many <= 0 or j == NONE:
                continue
            chance = product(reach[h], product(float(many), over[rest], prime), prime)
            if hits != 0.0:
                reach[j] = total(reach[j], product(chance, hits, prime), prime)
            if doubles != 0.0:
                final[j] = total(final[j], product(chance, doubles, prime), prime)
    whole = 0.0
    for place in range(hands.shape[0]):
        whole = total(whole, final[hands[place]], prime)
    return whole


@njit(cache=True)
def neither_busts(
    child: Array, hands: Array, cards: Array, count: Array, left: Array, size: int, value: int,
    mix: Array, prime: float, over: Array,
) -> tuple[float, float]:  # fmt: skip
    """The chances that one hand, and that both hands, of a split pair do not bust.

    `hands` are those that hold the value, the single card first; `mix` how often each is stood on, hit
    or doubled; `left` is the shoe without the pair and without the dealer's two cards.
    """
    reach = np.zeros(child.shape[0])
    final = np.zeros(child.shape[0])
    one = _not_busted(child, hands, cards, count, left, size, value, mix, prime, over, reach, final)
    ends = final.copy()
    both = 0.0
    rest = left.copy()
    for place in range(hands.shape[0]):
        h = hands[place]
        if ends[h] == 0.0:
            continue
        for c in range(10):
            rest[c] = left[c] - cards[h, c] + (1 if c == value else 0)
        other = _not_busted(
            child, hands, cards, count, rest, size - count[h] + 1, value, mix, prime, over, reach, final
        )
        both = total(both, product(ends[h], other, prime), prime)
    return one, both
