"""Machines made small: states that nothing tells apart made one, those never reached left out.

This is Moore's algorithm. States with different outputs are told apart; so are two states that some
input takes to states told apart. Starting from the classes of equal outputs, every round splits classes
by where their members lead; when a round splits none, members of a class agree for ever.

A machine with inputs a and b where state 0 leads to 1 and 2, and both 1 and 2 lead back to 0: if 1 and 2
have the same output, one state is enough for them, and the machine has two.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

Array = np.ndarray[Any, Any]

MIX: Final = np.uint64(0x9E3779B97F4A7C15)
HALF: Final = np.uint64(32)


def minimised(step: Array, gives: Array, roles: Array) -> tuple[Array, Array, Array]:
    """A machine's tables with the states it can reach from the first, made as few as may be.

    They are numbered by how many cards away from the start they are, so that common ones lie close.
    """
    order = _reached(step)
    place = np.full(len(step), -1)
    place[order] = np.arange(len(order))
    step, gives, roles = place[step[order]], gives[order], roles[order]
    kept, number = merge_states(step, np.column_stack([gives, roles]))
    return number[step[kept]], gives[kept], roles[kept]


def merge_states(step: Array, outputs: Array | None = None) -> tuple[Array, Array]:
    """The first of the states that are alike, in order, and by state the number of the one kept for it.

    `step` is by state and input; a negative target leaves the machine, and differs from all others.
    """
    classes = np.zeros(len(step), dtype=np.int64) if outputs is None else _numbered(outputs)
    exits = exits_of(step)
    while True:
        finer = _numbered(np.column_stack([classes, next_states(classes, step, exits)]))
        if finer.max(initial=0) == classes.max(initial=0):
            break
        classes = finer
    first = np.unique(classes, return_index=True)[1]
    number = np.empty(len(first), dtype=np.int64)
    number[np.argsort(first)] = np.arange(len(first))
    return np.sort(first), number[classes]


def exits_of(step: Array) -> Array:
    """Every target below zero that may occur, lowest first."""
    return np.arange(step.min(initial=0), 0)


def next_states(numbers: Array, step: Array, exits: Array) -> Array:
    """The numbers of where each step leads; an exit keeps its own.

    Behind the numbers of states stand the exits, ..., -2, -1: there a negative index finds itself.
    """
    return np.concatenate([numbers, exits])[step]


def _reached(step: Array) -> Array:
    """The states that can be reached, nearest first."""
    seen = np.zeros(len(step), dtype=bool)
    layer = np.array([0])
    seen[0] = True
    layers = [layer]
    while len(layer):
        layer = np.unique(step[layer])
        layer = layer[~seen[layer]]
        seen[layer] = True
        layers.append(layer)
    return np.concatenate(layers)


def _numbered(rows: Array) -> Array:
    """A number for each different row.

    Rows are compared by a 64-bit hash; should two different rows share one, by their values.
    """
    word = np.zeros(len(rows), dtype=np.uint64)
    for column in rows.T:
        word = (word ^ column.astype(np.uint64)) * MIX
        word ^= word >> HALF
    _, first, number = np.unique(word, return_index=True, return_inverse=True)
    if (rows[first[number]] == rows).all():
        return number
    return np.unique(rows, axis=0, return_inverse=True)[1].ravel()
