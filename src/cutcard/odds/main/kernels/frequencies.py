"""How often hands end in each way: the steps of `kernel.play` taken forwards, from few cards to many."""

from __future__ import annotations

from typing import Any

import numpy as np

from cutcard.automata.hands import BLACKJACK_END
from cutcard.compute import njit
from cutcard.odds.main.kernels.dealer import NONE, Shoes
from cutcard.odds.main.kernels.play import (
    ACTIONS,
    BUST_KIND,
    DOUBLE,
    END_COUNT,
    HIT,
    OPEN,
    RESCUE,
    RESCUE_KIND,
    STAND,
    RunHands,
    next_card,
)

Array = np.ndarray[Any, Any]


@njit(cache=True)
def _ended(dealer: Array, row: int, steps: Array, act: int, d: int, k: int, found: Array) -> None:
    """Hands that meet the dealer's."""
    for end in range(END_COUNT):
        for s in range(steps.shape[1]):
            found[d, k, end, s] += steps[act, s] * dealer[row, end, s]


@njit(cache=True)
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


@njit(cache=True)
def follow(hands: RunHands, shoes: Shoes, acts: Array, comes: Array, taken: Array, found: Array) -> None:
    """Every hand followed to its ends.

    `comes` says how often each hand comes up by itself, by doublings, hand and start, and `taken` how
    often an action is taken with one whatever `acts` says, by action, hand and start; both are noughts
    afterwards. What is found is added: by doublings, kind (the last ones a bust and a rescue), end and
    start.
    """
    played, rows, child, kind, _ = hands
    left, sizes, dealer, start_cards, over = shoes
    starts = comes.shape[2]
    chance, lost = np.zeros(10), np.zeros((2, starts))
    steps = np.zeros((ACTIONS, starts))
    any_step = np.zeros(ACTIONS, dtype=np.bool_)
    for h in played:
        row, k = rows[h], kind[h]
        next_card(child, h, left, row, sizes[row], start_cards, over, None, chance, lost)
        for d in range(comes.shape[0]):
            any_step[:] = False
            for act in range(ACTIONS):
                for s in range(starts):
                    steps[act, s] = taken[act, h, s] if d == 0 else 0.0
                    any_step[act] |= steps[act, s] != 0.0
                    if d == 0:
                        taken[act, h, s] = 0.0
            for s in range(starts):
                if comes[d, h, s] != 0.0:
                    steps[acts[d, h, s], s] += comes[d, h, s]
                    any_step[acts[d, h, s]] = True
                    comes[d, h, s] = 0.0
            if any_step[STAND]:
                _ended(dealer, row, steps, STAND, d, k, found)
            if any_step[RESCUE]:
                _ended(dealer, row, steps, RESCUE, d, found.shape[1] + RESCUE_KIND, found)
            if any_step[HIT]:
                _went_on(child, h, chance, lost, steps, HIT, d, comes, found)
            if any_step[DOUBLE]:
                _went_on(child, h, chance, lost, steps, DOUBLE, d + 1, comes, found)
