# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""Units of work of a box by itself on a processor core, many lanes abreast.

Cards are counts (`counted`), or whole ones where there are side wagers (`whole_cards`): the other is
None. Where every round is dealt from a full shoe, `taken` has each lane's cards of the round and `over`
all bits of the lanes that begin another one; both are None where shoes are dealt to the cover card. The
compiler leaves out what is done for what is None.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from cutcard.compute import njit
from cutcard.sim.kernels.lockstep import kernel as of
from cutcard.sim.kernels.lockstep.counted import Counts, deal_counted, draw_letter
from cutcard.sim.kernels.lockstep.side_wagers import add_side_units, move_on
from cutcard.sim.kernels.lockstep.whole_cards import Cards, deal_whole, draw_card, step_by_card

Array = np.ndarray[Any, Any]

ALL_BITS: Final = (1 << 16) - 1


@njit(cache=True, _nrt=False)
def _finish_rounds(shape, lanes, counts, cards, step, sides):
    """Deal every lane to the end of the round that it is in at the cover card."""
    places, (emitted, _, after, _) = lanes.places, lanes.cards
    for at in range(of.LANES):
        p = shape.cut
        while places[at] != 0:
            if counts is not None:
                letter = draw_letter(at, p, shape, lanes.chance, counts)
                emitted[p, at] = of.stepped(at, letter, places, step)
            if cards is not None:
                card = draw_card(at, p, shape, lanes.chance, cards)
                emitted[p, at] = step_by_card(at, p, card, places, step, sides)
            p += 1
        after[at] = p


@njit(cache=True, _nrt=False)
def _deal_shoe(shape, lanes, counts, cards, step, sides):
    """Burn and deal a new shoe to every lane, past the cover card to the end of the round."""
    if counts is not None:
        for i in range(len(counts.ends)):
            for at in range(of.LANES):
                counts.bounds[i * of.LANES + at] = counts.full[i]
    for p in range(shape.burned):
        for at in range(of.LANES):
            if counts is not None:
                draw_letter(at, p, shape, lanes.chance, counts)
            if cards is not None:
                draw_card(at, p, shape, lanes.chance, cards)
    if counts is not None:
        deal_counted(shape.burned, shape.cut, shape, lanes, counts, None, None, step)
    if cards is not None:
        deal_whole(shape.burned, shape.cut, shape, lanes, cards, None, step, sides)
    _finish_rounds(shape, lanes, counts, cards, step, sides)
    if cards is not None:
        for at in range(of.LANES):
            sides.begun[at] = shape.burned


@njit(cache=True, _nrt=False)
def _begin(shape, lanes, cards, taken, over, sides):
    """Lanes before their first cards: a sorted shoe each, and no round begun."""
    for at in range(of.LANES):
        if cards is not None:
            for p in range(shape.cards):
                cards.shoe[p * of.LANES + at] = cards.pack[p]
        if taken is not None:
            lanes.places[at], taken[at] = 0, 0
            if over is not None:
                over[at] = ALL_BITS
            if sides is not None:
                sides.begun[at] = sides.kept


@njit(cache=True, _nrt=False)
def _deal_fresh(shape, lanes, counts, cards, taken, over, step, sides):
    """Deal some cards to every lane, each round from a full shoe."""
    if counts is not None:
        deal_counted(0, of.FRESH_CARDS, shape, lanes, counts, taken, over, step)
    if cards is not None:
        deal_whole(0, of.FRESH_CARDS, shape, lanes, cards, taken, step, sides)


@njit(cache=True, nogil=True, _nrt=False)
def play_units(seed, first, units, shape, lanes, counts, cards, dealt, taken, over, tables, sides, out):
    """Units of shoes, or of rounds from full shoes: a lane that has all its rounds goes on idly."""
    most = of.ALL_ROUNDS if taken is None else of.FRESH_ROUNDS
    for batch in range(0, units, of.LANES):
        of.begin_units(first + batch, seed, shape, lanes)
        count, shoes = min(of.LANES, units - batch), of.SHOES
        _begin(shape, lanes, cards, taken, over, sides)
        while shoes > 0:
            if taken is None:
                _deal_shoe(shape, lanes, counts, cards, tables[0], sides)
                shoes -= 1
            else:
                _deal_fresh(shape, lanes, counts, cards, taken, over, tables[0], sides)
            of.count_lanes(
                first + batch, count, most, shape, lanes.cards, tables, lanes.sums, out, sides, dealt
            )
            if taken is not None:
                if sides is not None:
                    move_on(of.FRESH_CARDS, dealt, sides)
                if of.all_played(count, lanes.sums[2]):
                    shoes = 0
        if sides is not None:
            add_side_units(count, lanes.sums[2][:, of.ROUNDS], sides)
        of.add_units(first, batch, count, lanes.sums[2], out)


class Workspace(NamedTuple):
    """The arrays of lanes that play units, in the order in which `play_units` takes them."""

    lanes: of.Lanes
    counts: Counts | None
    cards: Cards | None
    dealt: Array | None
    """The cards dealt, by place and lane: the shoe itself, unless it is full at every round."""
    taken: Array | None
    over: Array | None


def new_workspace(shape: of.UnitShape, full: Array, *, is_fresh: bool) -> Workspace:
    """A workspace for cards that are counted, given where letters end in a full shoe."""
    bounds = len(full)
    lanes = of.new_lanes(shape, most=of.FRESH_CARDS if is_fresh else shape.cards, picked=np.uint16)
    letters, limits = (np.zeros(many * of.LANES, np.uint16) for many in (1, bounds))
    counts = Counts((0,) * bounds, full, letters, limits)
    fresh = (np.zeros(of.LANES, np.uint32), np.zeros(of.LANES, np.uint16)) if is_fresh else (None, None)
    return Workspace(lanes, counts, None, None, *fresh)


def new_shoes(shape: of.UnitShape, pack: Array, *, kept: int, is_fresh: bool) -> Workspace:
    """A workspace for whole cards, with room for `kept` of them of unfinished rounds."""
    most = of.FRESH_CARDS if is_fresh else shape.cards
    shoe = np.zeros(shape.cards * of.LANES, np.uint8)
    dealt = np.zeros((kept + most + 1, of.LANES), np.uint8) if is_fresh else shoe.reshape(-1, of.LANES)
    lanes, taken = of.new_lanes(shape, most=most, picked=np.uint32), np.zeros(of.LANES, np.uint32)
    return Workspace(lanes, None, Cards(pack, shoe, dealt), dealt, taken if is_fresh else None, None)
