"""The shoe: shuffled as it is dealt, one random word and one exchange a card."""

from __future__ import annotations

from typing import Any

from numba import int64, uint32, uint64

from cutcard.compute import njit
from cutcard.sim.kernels.chance import below, draw, start
from cutcard.sim.kernels.lockstep.kernel import has_rows
from cutcard.sim.kernels.staged.fields import BURNED, CARRY, COUNTS, GONE, TAKEN, TRACED, X0, X1, X2
from cutcard.sim.kernels.staged.shapes import LOOP, STAGE, Array, DealtShoe


@njit(**STAGE)
def word_of(at: Array) -> Any:
    """The next word of the unit's chance."""
    word, at[X0], at[X1], at[X2], at[CARRY] = draw(at[X0], at[X1], at[X2], at[CARRY])
    return word


@njit(**LOOP)
def _moved_up(j: int, shoe: DealtShoe) -> Any:
    """Close the gap at a place so that the cards left stay sorted; where the gap is then."""
    for letter in range(int64(shoe.letter_of[shoe.cards[j]]) - 1, -1, -1):
        begins = shoe.ends[letter]
        shoe.cards[j] = shoe.cards[begins]
        shoe.ends[letter] = begins + 1
        j = uint32(begins)
    return j


@njit(**LOOP)
def _noted(card: int, role: int, box: int, shoe: DealtShoe) -> None:
    """Write a card down."""
    at = int64(shoe.at[TRACED])
    if 3 * at < len(shoe.trace):
        shoe.trace[3 * at], shoe.trace[3 * at + 1], shoe.trace[3 * at + 2] = card, role, box
    shoe.at[TRACED] += uint32(1)


@njit(**STAGE)
def take(role: int, box: int, shoe: DealtShoe) -> Any:
    """The next card, which changes places with the first of those left.

    Where the shoe has run out, it is one of those that earlier rounds are done with, and where none of
    those is left either, one of another shoe like it.
    """
    at, cards, size = shoe.at, shoe.cards, uint32(shoe.size)
    word = word_of(at)
    p = at[TAKEN]
    if p < size:
        j = uint32(p + below(word, uint32(size - p)))
        at[TAKEN] = uint32(p + uint32(1))
    else:
        p = uint32((size if at[GONE] == 0 else at[GONE]) - uint32(1))
        j = below(word, uint32(p + uint32(1)))
        at[GONE] = p
    card = cards[j]
    if shoe.is_sorted:
        j = _moved_up(j, shoe)
    cards[j] = cards[p]
    cards[p] = card
    if shoe.is_traced:
        _noted(card, role, box, shoe)
    return uint32(card)


@njit(**LOOP)
def take_rarely(role: int, box: int, shoe: DealtShoe) -> Any:
    """The same where it is rare enough to be called."""
    return take(role, box, shoe)


@njit(**LOOP)
def _sort(shoe: DealtShoe) -> None:
    """The shoe as it is before anything is dealt, and where each letter ends there."""
    for p in range(shoe.size):
        shoe.cards[p] = shoe.pack[p]
        if shoe.is_sorted:
            shoe.ends[shoe.letter_of[shoe.pack[p]]] = p + 1


@njit(**STAGE)
def begin_shoe(shoe: DealtShoe) -> None:
    """A new shoe: the order that the last one left is as good as any, so only the place goes back."""
    shoe.at[TAKEN] = 0
    if shoe.is_sorted:
        _sort(shoe)
    for _ in range(shoe.burned):
        take_rarely(BURNED, 0, shoe)


@njit(**STAGE)
def begin_round(shoe: DealtShoe) -> None:
    """A round's first moment: its own burned card."""
    shoe.at[GONE] = shoe.at[TAKEN]
    shoe.at[TRACED] = 0
    if shoe.burns_each_round:
        take_rarely(BURNED, 0, shoe)


@njit(**LOOP)
def begin_chain(seed: int, unit: int, shoe: DealtShoe) -> None:
    """A unit of work before its first card: chance by seed and number, a sorted pack, no shoe begun."""
    at = shoe.at
    at[X0], at[X1], at[X2], at[CARRY] = start(uint64(seed), uint64(unit))
    at[TRACED], at[COUNTS] = 0, uint32(has_rows(unit))
    at[TAKEN] = shoe.cut
    _sort(shoe)


@njit(**STAGE)
def is_over(shoe: DealtShoe) -> Any:
    """Whether the next round needs a new shoe: the cover card has come, or every round has its own."""
    return shoe.at[TAKEN] >= uint32(shoe.cut)
