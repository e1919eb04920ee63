# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""The general kernel's devices: what a wheel or a button shows, drawn after a round's last card.

For a wager of which no device is part nothing is drawn. A stop's number comes from two words of the
unit's chance: no stop is favoured by more than one part in four thousand million.
"""

from __future__ import annotations

from numba import int64, uint32, uint64

from cutcard.automata.wagers import NO_CARD as CARDS
from cutcard.compute import njit
from cutcard.sim.kernels.chance import draw
from cutcard.sim.kernels.general.cards import box_at, told
from cutcard.sim.kernels.general.slots import (
    CARRY,
    FIRST,
    N_BOXES,
    N_CARDS,
    N_DEVICES,
    N_FIRST_RESULT,
    N_HANDS,
    N_PACK,
    N_RESULT_NET,
    RECORD,
    SECOND,
    X0,
    X1,
    X2,
)
from cutcard.sim.tables.devices import DRAWN, MORE_KEPT

NUMBER, CALLS, FIRST_STOP, STOPS, KIND, WEIGHTS = range(6)
"""A device's block: then the sums of the weights up to each stop, then what each pays to others."""


@njit(cache=True, _nrt=False)
def _word(work):
    """The next word of the unit's chance."""
    t, x, y, z, carry = draw(uint32(work[X0]), uint32(work[X1]), uint32(work[X2]), uint32(work[CARRY]))
    work[X0], work[X1], work[X2], work[CARRY] = int64(x), int64(y), int64(z), int64(carry)
    return uint64(t)


@njit(cache=True, _nrt=False)
def _number(bound, work):
    """From two words: a whole number from 0 to the bound, less one."""
    high, low = _word(work), _word(work)
    many = uint64(bound)
    return int64((high * many + ((low * many) >> uint64(32))) >> uint64(32))


@njit(cache=True, _nrt=False)
def _stop(block, work, wide):
    """What the device shows."""
    stops = wide[block + STOPS]
    place = _number(wide[block + WEIGHTS + stops - 1], work)
    for stop in range(stops):
        if place < wide[block + WEIGHTS + stop]:
            return stop
    return stops - 1


@njit(cache=True, _nrt=False)
def _kept(block, wide):
    """Where it is kept what a device showed."""
    boxes = wide[N_BOXES] // wide[N_HANDS]
    return wide[wide[N_DEVICES]] + wide[block + NUMBER] * (boxes + MORE_KEPT)


@njit(cache=True, _nrt=False)
def _drawn(block, kept, work, wide):
    """A card and a box that the system draws: by box, 1 where the card matches and 2 for the box."""
    boxes = wide[N_BOXES] // wide[N_HANDS]
    magic = wide[wide[N_PACK] + _number(wide[N_CARDS], work)]
    lucky = _number(wide[block + STOPS], work)
    matches = block + WEIGHTS + magic * CARDS
    for b in range(boxes):
        record = box_at(b * wide[N_HANDS]) + RECORD
        match = wide[matches + work[record + FIRST]] | wide[matches + work[record + SECOND]]
        work[kept + b] = match + 2 * int64(b == lucky)
    work[kept + boxes], work[kept + boxes + 1] = magic, lucky


@njit(cache=True, _nrt=False)
def used(w, work, wide, table):
    """What a wager's device shows to the boxes that use it, and what that pays to any other box.

    Kept by box: the stop from 1 on, of the box's own use, or below nothing of the one use for all.
    """
    begins = wide[N_DEVICES]
    if wide[begins + 1 + w] == 0:
        return int64(0)
    block = begins + wide[begins + 1 + w]
    hands = wide[N_HANDS]
    boxes = wide[N_BOXES] // hands
    kept = _kept(block, wide)
    for b in range(boxes):
        work[kept + b] = 0
    paid = int64(0)
    if wide[block + KIND] == DRAWN:
        _drawn(block, kept, work, wide)
        return paid
    if wide[block + KIND]:
        if told(w, 0, work, wide, table) == wide[block + CALLS]:
            hot = _number(boxes, work)
            stop = _stop(block, work, wide)
            for b in range(boxes):
                work[kept + b] = stop + 1 if b == hot else -stop - 1
        return paid
    for b in range(boxes):
        if told(w, b * hands, work, wide, table) == wide[block + CALLS]:
            stop = _stop(block, work, wide)
            work[kept + b] = stop + 1
            paid += wide[block + WEIGHTS + wide[block + STOPS] + stop]
    return paid


@njit(cache=True, _nrt=False)
def shown(w, b, result, paid, work, wide):
    """A box's result of a wager and what it comes to, its device and the others' being looked at."""
    net = wide[wide[N_RESULT_NET] + result]
    begins = wide[N_DEVICES]
    if wide[begins + 1 + w] == 0:
        return result, net
    block = begins + wide[begins + 1 + w]
    first = wide[wide[N_FIRST_RESULT] + w] + wide[block + FIRST_STOP]
    stop = work[_kept(block, wide) + b]
    if wide[block + KIND] == DRAWN:
        result += stop * wide[block + FIRST_STOP]
        return result, wide[wide[N_RESULT_NET] + result]
    if stop < 0:
        result = first + wide[block + STOPS] - stop - 1
    if stop > 0:
        result = first + stop - 1
        paid -= wide[block + WEIGHTS + wide[block + STOPS] + stop - 1]
    return result, wide[wide[N_RESULT_NET] + result] + paid
