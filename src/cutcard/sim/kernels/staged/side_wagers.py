# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""Side wagers: most of them by three look-ups of the first cards, for all wagers together.

A box's first card, the up card, its second card and the dealer's second have one number for what all
wagers come to that those cards decide. Only where a wager is still open at that number is its own fold
walked over the round's record. A box costs three look-ups, one count of its number and an addition for
each wager.
"""

from __future__ import annotations

from numba import int64, uint32, uint64

from cutcard.automata.wagers import NO_CARD
from cutcard.compute import njit
from cutcard.sim.kernels.folds import walked
from cutcard.sim.kernels.staged.fields import BETS, CARDS, FIRST, HOLE, NET, PLAY_ROLE, SECOND, THIRD, UP
from cutcard.sim.kernels.staged.log import log
from cutcard.sim.kernels.staged.shapes import LOOP, STAGE
from cutcard.sim.kernels.staged.shoe import take_rarely
from cutcard.sim.kernels.staged.sums import bump
from cutcard.sim.kernels.staged.watch import won


@njit(**STAGE)
def told(fold, b, dealer, seats, sides):
    """What a fold tells of a seat."""
    return walked(fold, b, dealer, seats, sides.folds)


@njit(**STAGE)
def wanted(folds, many, hands, seats, sides):
    """Whether any side wager of any box wants a card, by the folds that say so."""
    for at in range(len(folds)):
        for b in range(uint64(0), uint64(many), uint64(hands)):
            if told(folds[at], b, many, seats, sides):
                return True
    return False


@njit(**LOOP)
def offer_thirds(many, hands, shoe, seats, sides):
    """Third cards that side wagers offer to boxes, the dealer having a blackjack."""
    for at in range(len(sides.own_third)):
        for b in range(0, many, hands):
            if seats[b, THIRD] == NO_CARD and told(sides.own_third[at], b, many, seats, sides):
                seats[b, THIRD] = take_rarely(PLAY_ROLE, b // hands + 1, shoe)


@njit(**STAGE)
def _came(number, near, sides, out):
    """Count a number: on a GPU, common ones in the memory near to it."""
    if near is None:
        bump(out, sides.numbers_at + number, 1)
    elif number < sides.near_numbers:
        bump(near, number, uint32(1))
    else:
        bump(out, sides.numbers_at + number, 1)


@njit(**LOOP)
def _log_results(number, box, where, sides, events):
    """Write down those results of a number that a meter pays."""
    for w in range(sides.wagers):
        result = sides.results[number, w]
        if result >= 0 and sides.logged[len(sides.is_open) + result]:
            log(events, where[0], where[1], box, result)


@njit(**LOOP)
def _add_bets(number, box, mine, sides, watch):
    """The bets of a number one by one, for what is watched."""
    for w in range(sides.wagers):
        if sides.results[number, w] >= 0:
            mine[w + 1, BETS] += 1
            mine[w + 1, NET] += sides.nets[number * sides.wagers + w]
            won(box, w + 1, sides.nets[number * sides.wagers + w], watch)


@njit(**STAGE)
def _add(number, box, where, mine, sides, extras, out):
    """Count what a number stands for, and hand it on to whoever looks at single bets."""
    _came(number, sides.near, sides, out)
    if extras is not None:
        if len(extras.events) and sides.logged[number]:
            _log_results(number, box, where, sides, extras.events)
        if extras.watch.wagers:
            _add_bets(number, box, mine, sides, extras.watch)
            return
    first = uint32(number * uint32(sides.wagers))
    for w in range(uint64(sides.wagers)):
        sides.won[w] += sides.nets[first + w]


@njit(**STAGE)
def settle_sides(where, many, hands, mine, seats, sides, extras, out):
    """All side wagers of all boxes, but for those that other boxes or a device have a part in."""
    up, hole = uint32(seats[many, UP]), uint32(seats[many, HOLE])
    for b in range(uint64(0), uint64(many), uint64(hands)):
        two = sides.by_two[uint32(seats[b, FIRST]) * uint32(CARDS) + uint32(seats[b, SECOND])]
        number = sides.by_up[two * uint32(CARDS) + up]
        if sides.reads_hole:
            number = sides.by_hole[number * uint32(CARDS + 1) + hole]
        _add(uint32(number), int64(b) // hands, where, mine, sides, extras, out)
        if sides.lates and sides.is_open[number]:
            for late in range(uint64(sides.lates)):
                w = sides.late[late, 2]
                if sides.results[number, w] < 0:
                    result = sides.late[late, 1] + told(sides.late[late, 0], b, many, seats, sides)
                    _add(uint32(result), int64(b) // hands, where, mine, sides, extras, out)


@njit(**LOOP)
def add_won(bets, mine, sides):
    """What each wager won in the unit to its sums; every box made one bet a round."""
    for w in range(sides.wagers):
        if not sides.is_shared[w]:
            mine[w + 1, BETS] += bets
            mine[w + 1, NET] += sides.won[w]
        sides.won[w] = 0
