# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""Side wagers: most of them by three look-ups of the first cards, for all wagers together.

A box's first card, the up card, its second card and the dealer's second have one number for what all
wagers come to that those cards decide. Only where a wager is still open at that number is its own fold
walked over the round's record. Results are counted by number; their money is added up when a unit ends.
"""

from __future__ import annotations

from numba import int64, uint32

from cutcard.automata.wagers import NO_CARD
from cutcard.compute import njit
from cutcard.sim.kernels.folds import walked
from cutcard.sim.kernels.staged.fields import BETS, CARDS, FIRST, HOLE, NET, PLAY_ROLE, SECOND, THIRD, UP
from cutcard.sim.kernels.staged.log import log
from cutcard.sim.kernels.staged.shapes import LOOP, STAGE
from cutcard.sim.kernels.staged.shoe import take_rarely
from cutcard.sim.kernels.staged.watch import won


@njit(**STAGE)
def told(fold, b, dealer, seats, sides):
    """What a fold tells of a seat."""
    return walked(fold, b, dealer, seats, sides.folds)


@njit(**STAGE)
def wanted(folds, many, hands, seats, sides):
    """Whether any side wager of any box wants a card, by the folds that say so."""
    for at in range(len(folds)):
        for b in range(0, many, hands):
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
def _came(number, sides):
    """Count a number in this unit."""
    if sides.counts[number] == 0:
        sides.touched[0] += 1
        sides.touched[sides.touched[0]] = number
    sides.counts[number] += 1


@njit(**LOOP)
def _log_results(number, box, where, sides, events):
    """Write down those results of a number that a meter pays."""
    for w in range(sides.results.shape[1]):
        result = sides.results[number, w]
        if result >= 0 and sides.logged[len(sides.is_open) + result]:
            log(events, where[0], where[1], box, result)


@njit(**LOOP)
def _add_bets(number, box, mine, sides, watch):
    """The bets of a number one by one, for what is watched."""
    for w in range(sides.results.shape[1]):
        if sides.results[number, w] >= 0:
            mine[w + 1, BETS] += 1
            mine[w + 1, NET] += sides.nets[number, w]
            won(box, w + 1, sides.nets[number, w], watch)


@njit(**STAGE)
def _add(number, box, where, mine, sides, extras):
    """Count what a number stands for, and hand it on to whoever looks at single bets."""
    _came(number, sides)
    if extras is not None:
        if len(extras.events) and sides.logged[number]:
            _log_results(number, box, where, sides, extras.events)
        if extras.watch.wagers:
            _add_bets(number, box, mine, sides, extras.watch)


@njit(**STAGE)
def settle_sides(where, many, hands, mine, seats, sides, extras):
    """All side wagers of all boxes, but for those that other boxes or a device have a part in.

    A box costs three look-ups and a count where first cards decide all.
    """
    up, hole = uint32(seats[many, UP]), uint32(seats[many, HOLE])
    for b in range(0, many, hands):
        two = sides.by_two[uint32(seats[b, FIRST]) * uint32(CARDS) + uint32(seats[b, SECOND])]
        three = sides.by_up[two * uint32(CARDS) + up]
        number = int64(sides.by_hole[three * uint32(CARDS + 1) + hole])
        _add(number, b // hands, where, mine, sides, extras)
        if sides.is_open[number]:
            for late in range(len(sides.late)):
                w = sides.late[late, 2]
                if sides.results[number, w] < 0:
                    result = sides.late[late, 1] + told(sides.late[late, 0], b, many, seats, sides)
                    _add(result, b // hands, where, mine, sides, extras)


@njit(**LOOP)
def add_numbers(is_watched, mine, sides, out):
    """The unit's counts to the sums, and their money to the wagers'; the counts start afresh.

    Where something is watched, money was added bet by bet.
    """
    for i in range(1, sides.touched[0] + 1):
        number = sides.touched[i]
        many = sides.counts[number]
        sides.counts[number] = 0
        out[sides.numbers_at + number] += many
        if not is_watched:
            for w in range(sides.nets.shape[1]):
                mine[w + 1, BETS] += many * int64(sides.results[number, w] >= 0)
                mine[w + 1, NET] += many * sides.nets[number, w]
    sides.touched[0] = 0
