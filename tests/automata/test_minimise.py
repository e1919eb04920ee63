"""Machines made small, against what every short word of inputs shows of their states."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from cutcard.automata.minimise import exits_of, merge_states, minimised, next_states

INPUTS = 2


def shown(step: list[list[int]], outputs: list[int], state: int) -> list[object]:
    """What a state shows after every word of inputs so long that no longer one tells more."""
    seen: list[object] = []
    for word in product(range(INPUTS), repeat=len(step)):
        here, told = state, [outputs[state]]
        for letter in word:
            here = step[here][letter]
            told.append(here if here < 0 else outputs[here])
            if here < 0:
                break
        seen.append(told)
    return seen


@pytest.mark.parametrize("seed", range(30))
def test_states_are_merged_where_no_word_tells_them_apart(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(1, 6)
    step = [[rng.randint(-2, size - 1) for _ in range(INPUTS)] for _ in range(size)]
    outputs = [rng.randint(0, 1) for _ in range(size)]
    table = np.array(step)
    kept, number = merge_states(table, np.array(outputs)[:, None])
    shows = [shown(step, outputs, state) for state in range(size)]
    for one, other in product(range(size), repeat=2):
        assert bool(number[one] == number[other]) is (shows[one] == shows[other]), (one, other)
    assert list(kept) == sorted({shows.index(each) for each in shows})
    assert [number[state] for state in kept] == list(range(len(kept)))
    smaller = next_states(number, table[kept], exits_of(table))
    for state in range(size):
        for letter in range(INPUTS):
            target = step[state][letter]
            assert smaller[number[state], letter] == (target if target < 0 else number[target])


def test_a_state_never_reached_is_left_out_and_alike_ones_are_one() -> None:
    step = np.array([[1, 2], [0, 0], [0, 0], [1, 2]])
    gives = np.array([[0, 0], [5, 5], [5, 5], [0, 0]])
    roles = np.array([0, 1, 1, 0])
    made = minimised(step, gives, roles)
    assert [each.tolist() for each in made] == [[[1, 1], [0, 0]], [[0, 0], [5, 5]], [0, 1]]


def test_a_machine_without_states_stays_one() -> None:
    kept, number = merge_states(np.zeros((0, INPUTS), dtype=np.int64))
    assert not len(kept)
    assert not len(number)
