# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""Wagers that more than a box's own cards decide: by a device, or by what other boxes won.

What a wheel or a button shows is drawn after a round's last card. A stop's number comes from two words
of the unit's chance: no stop is favoured by more than one part in four thousand million.
"""

from __future__ import annotations

from numba import int64, uint64

from cutcard.automata.wagers import NO_CARD as CARDS
from cutcard.compute import njit
from cutcard.sim.kernels.staged.fields import FIRST, SECOND
from cutcard.sim.kernels.staged.log import log
from cutcard.sim.kernels.staged.shapes import LOOP
from cutcard.sim.kernels.staged.shoe import word_of
from cutcard.sim.kernels.staged.side_wagers import told
from cutcard.sim.kernels.staged.sums import bump, count
from cutcard.sim.kernels.staged.watch import won
from cutcard.sim.tables.devices import DRAWN

NUMBER, CALLS, FIRST_STOP, STOPS, KIND, WEIGHTS = range(6)
"""A device's block: then the sums of the weights up to each stop, then what each pays to others."""
NO_DEVICE = -1


@njit(**LOOP)
def _number(bound, at):
    """From two words: a whole number from 0 to the bound, less one."""
    high, low = uint64(word_of(at)), uint64(word_of(at))
    many = uint64(bound)
    return int64((high * many + ((low * many) >> uint64(32))) >> uint64(32))


@njit(**LOOP)
def _stop(block, at, blocks):
    """What the device shows."""
    stops = blocks[block + STOPS]
    place = _number(blocks[block + WEIGHTS + stops - 1], at)
    for stop in range(stops):
        if place < blocks[block + WEIGHTS + stop]:
            return stop
    return stops - 1


@njit(**LOOP)
def _drawn(block, boxes, hands, shoe, seats, blocks, shown):
    """A card and a box that the system draws: by box, 1 where the card matches and 2 for the box."""
    magic = int64(shoe.pack[_number(shoe.size, shoe.at)])
    lucky = _number(blocks[block + STOPS], shoe.at)
    matches = block + WEIGHTS + magic * CARDS
    for b in range(boxes):
        one, two = seats[b * hands, FIRST], seats[b * hands, SECOND]
        shown[b] = (blocks[matches + one] | blocks[matches + two]) + 2 * int64(b == lucky)
    shown[boxes], shown[boxes + 1] = magic, lucky


@njit(**LOOP)
def _used(w, block, boxes, hands, shoe, seats, sides, blocks, shown):
    """What a wager's device shows to the boxes that use it, and what that pays to any other box.

    Kept by box: the stop from 1 on, of the box's own use, or negative of the one use for all.
    """
    dealer, paid = boxes * hands, int64(0)
    for b in range(boxes):
        shown[b] = 0
    if blocks[block + KIND] == DRAWN:
        _drawn(block, boxes, hands, shoe, seats, blocks, shown)
    elif blocks[block + KIND]:
        if told(w, 0, dealer, seats, sides) == blocks[block + CALLS]:
            hot = _number(boxes, shoe.at)
            stop = _stop(block, shoe.at, blocks)
            for b in range(boxes):
                shown[b] = stop + 1 if b == hot else -stop - 1
    else:
        for b in range(boxes):
            if told(w, b * hands, dealer, seats, sides) == blocks[block + CALLS]:
                stop = _stop(block, shoe.at, blocks)
                shown[b] = stop + 1
                paid += blocks[block + WEIGHTS + blocks[block + STOPS] + stop]
    return paid


@njit(**LOOP)
def _shown(first, result, block, stop, paid, nets, blocks):
    """A box's result and what it comes to, its device and the others' being looked at."""
    if blocks[block + KIND] == DRAWN:
        result += stop * blocks[block + FIRST_STOP]
        return result, nets[result]
    if stop < 0:
        result = first + blocks[block + FIRST_STOP] + blocks[block + STOPS] - stop - 1
    if stop > 0:
        result = first + blocks[block + FIRST_STOP] + stop - 1
        paid -= blocks[block + WEIGHTS + blocks[block + STOPS] + stop - 1]
    return result, nets[result] + paid


@njit(**LOOP)
def settle_shared(where, boxes, hands, mine, shoe, seats, sides, extras, out):
    """These wagers of all boxes."""
    dealer, shared, events, watch = boxes * hands, extras.shared, extras.events, extras.watch
    for n in range(len(shared.wagers)):
        w, first, block = shared.wagers[n, 0], shared.wagers[n, 1], shared.wagers[n, 2]
        paid, given = int64(0), int64(0)
        shown = shared.shown[0]
        if block != NO_DEVICE:
            shown = shared.shown[shared.blocks[block + NUMBER]]
            paid = _used(w, block, boxes, hands, shoe, seats, sides, shared.blocks, shown)
        for b in range(boxes):
            given += shared.gives[first + told(w, b * hands, dealer, seats, sides)]
        for b in range(boxes):
            result = first + told(w, b * hands, dealer, seats, sides)
            net = shared.nets[result]
            if block != NO_DEVICE:
                result, net = _shown(first, result, block, shown[b], paid, shared.nets, shared.blocks)
            others = given - shared.gives[result]
            if others:
                net += others * shared.worth[result]
                result = shared.then[result]
            bump(out, shared.rows_at + result, 1)
            count(w + 1, net, mine)
            if len(events) and shared.logged[result]:
                log(events, where[0], where[1], b, result)
            if watch.wagers:
                won(b, w + 1, net, watch)
