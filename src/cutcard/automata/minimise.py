"""Machines made small: states that nothing tells apart made one, those never reached left out."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

Array = np.ndarray[Any, Any]

MIX: Final = np.uint64(0x9E3779B97F4A7C15)
HALF: Final = np.uint64(32)


def merged(step: Array, gives: Array, roles: Array) -> tuple[Array, Array, Array]:
    """The reachable states with those made one that nothing tells apart; the first stays the first.

    They are numbered by how many cards away from the start they are, so that common ones lie close.
    """
    order = _reached(step)
    place = np.full(len(step), -1)
    place[order] = np.arange(len(order))
    step, gives, roles = place[step[order]], gives[order], roles[order]
    kinds = _numbered(np.column_stack([gives, roles]))
    while True:
        finer = _numbered(np.column_stack([kinds, kinds[step]]))
        if finer.max() == kinds.max():
            break
        kinds = finer
    kept = np.sort(np.unique(kinds, return_index=True)[1])
    rank = np.empty(len(kept), dtype=np.int64)
    rank[kinds[kept]] = np.arange(len(kept))
    return rank[kinds[step[kept]]], gives[kept], roles[kept]


def _reached(step: Array) -> Array:
    """The states that can be reached, nearest first."""
    seen = np.zeros(len(step), dtype=bool)
    layer = np.array([0])
    seen[0] = True
    found = [layer]
    while len(layer):
        layer = np.unique(step[layer])
        layer = layer[~seen[layer]]
        seen[layer] = True
        found.append(layer)
    return np.concatenate(found)


def _numbered(rows: Array) -> Array:
    """A number for each different row.

    Rows are told apart by one word made of each; that none of them is another's is then looked at.
    """
    word = np.zeros(len(rows), dtype=np.uint64)
    for column in rows.T:
        word = (word ^ column.astype(np.uint64)) * MIX
        word ^= word >> HALF
    _, first, number = np.unique(word, return_index=True, return_inverse=True)
    if (rows[first[number]] == rows).all():
        return number
    return np.unique(rows, axis=0, return_inverse=True)[1].ravel()
