"""Machines made small: states that nothing tells apart made one, those never reached left out."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


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
    """A number for each different row."""
    packed = np.ascontiguousarray(rows).view(np.dtype((np.void, rows.dtype.itemsize * rows.shape[1])))
    return np.unique(packed.ravel(), return_inverse=True)[1]
