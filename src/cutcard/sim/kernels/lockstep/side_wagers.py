# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""Side wagers in lockstep: a shoe that was dealt is gone through once more, lane by lane.

Those that first cards decide are settled all at once; for others a round's record is made, as the
staged kernel makes it, and their folds are walked.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numba import int64, uint32

from cutcard.automata.rounds import CardRole
from cutcard.automata.wagers import MANY_CARDS, NO_CARD
from cutcard.compute import njit
from cutcard.sim.kernels.folds import walked
from cutcard.sim.kernels.staged import fields as of
from cutcard.sim.tables.play_tables import LOOKS

UNREAD: Final = of.OF_SEAT
READ: Final = {
    CardRole.FIRST: (of.FIRST,),
    CardRole.SECOND: (of.SECOND,),
    CardRole.UP: (of.UP,),
    CardRole.HOLE: (of.HOLE,),
    CardRole.PLAY: (of.THIRD, of.FOURTH),
    CardRole.SPLIT_FIRST: (of.SPLIT_THIRD, of.SPLIT_FOURTH),
}
MOST_OF_ROLE: Final = 2
SLOTS: Final = np.array(
    [[*READ.get(role, ()), UNREAD, UNREAD, UNREAD][: MOST_OF_ROLE + 1] for role in CardRole]
)
"""By role, and by how many cards went there already: the place in the record."""
NET, UNIT_SQUARE, UNIT_CROSS = range(3)
"""The sums of each wager; all other figures follow from the counts of results."""


class Sides(NamedTuple):
    """The tables of side wagers, their totals, and arrays to work in."""

    letter_of: Any
    """By place in the deck: the machine's letter."""
    by_three: Any
    by_hole: Any
    """As in `side_tables.Together`."""
    by_hand: Any
    """By cards and look of the dealer's hand, flat: the number of its results; or empty."""
    worth: Any
    """By place in the deck: twice a card's points, and `of.ACE` more for an ace."""
    is_dealers: Any
    """By place in the step table: whether the dealer's hand gets the card that is awaited."""
    late: Any
    """The folds of the other wagers, and where their results stand among the numbers."""
    roles: Any
    """By place in the step table: where the card goes that is awaited."""
    folds: Any
    """The folds of all wagers."""
    nets: Any
    """By number of results, and by wager: its net."""
    counts: Any
    """By number: how often it came."""
    totals: Any
    """By wager: its sums."""
    mine: Any
    """By lane and number: how often it came in the lane's unit."""
    begun: Any
    """By lane: where in the cards dealt to it the round begins that is not over."""
    begins: Any
    """Of one lane: where its rounds begin."""
    before: Any
    """By card dealt and lane: the place in the step table that awaited it."""
    record: Any
    """Of one round, as the numbers of a seat with one more place for what is not read."""
    net: Any
    """By side wager, of one unit."""
    nth: Any
    """By role: how many cards went there in one round."""
    keeps_places: bool
    """Whether `before` is needed."""
    kept: int
    """Cards of unfinished rounds, which lie in front of those dealt last."""


@njit(cache=True, inline="always")
def began(at, many, results, shape, sides):
    """Find where a lane's finished rounds and the next one begin; how many are finished.

    `begins` has, after its first entry, the places behind the cards that emitted the results.
    """
    begins, rounds = sides.begins, 0
    begins[0] = sides.begun[at]
    for i in range(many):
        m = results[i]
        begins[rounds + 1] = begins[i + 1] + uint32(sides.kept)
        rounds += (m < shape.hot) | (m >= shape.last)
    sides.begun[at] = begins[rounds]
    return rounds


@njit(cache=True, inline="always")
def settled(at, rounds, dealt, sides):
    """Count the side wagers that first cards decide, of a lane's first rounds."""
    mine, by_three, by_hole, cards = sides.mine[at], sides.by_three, sides.by_hole, uint32(NO_CARD)
    for i in range(rounds):
        p = sides.begins[i]
        number = uint32(dealt[p, at]) * cards + uint32(dealt[p + uint32(1), at])
        number = uint32(by_three[number * cards + uint32(dealt[p + uint32(2), at])])
        mine[by_hole[number * cards + uint32(dealt[p + uint32(3), at])]] += uint32(1)


@njit(cache=True, inline="always")
def settled_hands(at, rounds, dealt, sides):
    """Count the side wagers that the dealer's hand decides, of a lane's first rounds.

    The dealer's are the up card, a second card looked at before the players act, and the last cards.
    """
    mine, before, by_hand, worth = sides.mine[at], sides.before, sides.by_hand, sides.worth
    for i in range(rounds):
        begins, ends = sides.begins[i], sides.begins[i + 1]
        q, hand = ends, worth[dealt[begins + uint32(1), at]]
        while sides.is_dealers[before[q - uint32(1), at]]:
            q -= uint32(1)
            hand += worth[dealt[q, at]]
        looked = begins + uint32(3)
        apart = uint32((q > looked) & sides.is_dealers[before[looked, at]])
        hand += apart * worth[dealt[looked, at]]
        many = ends - q + uint32(1) + apart
        look = (hand & uint32(of.ACE - 1)) + uint32(hand >= uint32(of.ACE))
        mine[by_hand[min(many, uint32(MANY_CARDS)) * uint32(LOOKS) + look]] += uint32(1)


@njit(cache=True, _nrt=False)
def settled_late(at, rounds, dealt, sides):
    """Count the other side wagers of a lane's first rounds."""
    for i in range(rounds):
        _record(at, sides.begins[i], sides.begins[i + 1], dealt, sides)
        for w in range(len(sides.late)):
            result = walked(sides.late[w, 0], 0, 0, sides.record, sides.folds)
            sides.mine[at, sides.late[w, 1] + result] += uint32(1)


@njit(cache=True, inline="always")
def _record(at, begins, ends, dealt, sides):
    """The cards of one round's record, by where they went."""
    record, nth = sides.record, sides.nth
    for i in range(record.shape[1]):
        record[0, i] = NO_CARD
    for role in range(len(nth)):
        nth[role] = 0
    for p in range(begins, ends):
        role = sides.roles[sides.before[p, at]]
        record[0, SLOTS[role, min(nth[role], MOST_OF_ROLE)]] = dealt[p, at]
        nth[role] += 1


@njit(cache=True, inline="always")
def move_on(many, dealt, sides):
    """Move the cards of unfinished rounds to the front, once so many are dealt."""
    for p in range(sides.kept):
        for at in range(dealt.shape[1]):
            dealt[p, at] = dealt[p + many, at]
            sides.before[p, at] = sides.before[p + many, at]
    for at in range(len(sides.begun)):
        sides.begun[at] -= uint32(many)


@njit(cache=True, _nrt=False)
def add_side_units(count, rounds, sides):
    """Add the sums of finished units to the totals, and clear them."""
    totals, counts, nets, net = sides.totals, sides.counts, sides.nets, sides.net
    for at in range(count):
        for w in range(len(net)):
            net[w] = 0
        for number in range(len(counts)):
            many = int64(sides.mine[at, number])
            if many:
                counts[number] += many
                for w in range(len(net)):
                    net[w] += many * nets[number, w]
        for w in range(len(net)):
            totals[w, NET] += net[w]
            totals[w, UNIT_SQUARE] += net[w] * net[w]
            totals[w, UNIT_CROSS] += net[w] * rounds[at]
    for at in range(count):
        for number in range(len(counts)):
            sides.mine[at, number] = 0
