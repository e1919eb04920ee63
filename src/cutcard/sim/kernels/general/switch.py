# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""The general kernel at Switch: every box has two hands, whose second cards may be exchanged.

The hands of a box lie in blocks one behind the other. Their machines are given the first cards only when
it is known how they are arranged: after the dealer has looked for a blackjack.
"""

from __future__ import annotations

from cutcard.automata.rounds import KEPT, SWITCHED
from cutcard.compute import njit
from cutcard.sim.kernels.general.cards import box_at, feed, feed_letter, looked, note, take
from cutcard.sim.kernels.general.slots import (
    FIRST,
    FIRST_ROLE,
    HOLE,
    N_BOXES,
    N_HANDS,
    N_LOOKS,
    N_POINTS,
    N_SWITCHES,
    OTHER_FIRST,
    OTHER_SECOND,
    RECORD,
    SECOND,
    SECOND_ROLE,
    UP,
    UP_ROLE,
)
from cutcard.sim.tables.play_tables import VALUES_EACH, WORD


@njit(cache=True, _nrt=False)
def _taken(role, place, work, wide, shoe, traced):
    """A card for every hand, noted at a place of its record."""
    for b in range(wide[N_BOXES]):
        card = take(work, wide, shoe, traced, role, b // wide[N_HANDS] + 1)
        work[box_at(b) + RECORD + place] = card


@njit(cache=True, _nrt=False)
def _switches(one, other, work, wide):
    """Whether the second cards of two hands are exchanged, by the table of all values."""
    index = wide[wide[N_POINTS] + work[one + FIRST]] - 1
    index = index * VALUES_EACH + wide[wide[N_POINTS] + work[one + SECOND]] - 1
    index = index * VALUES_EACH + wide[wide[N_POINTS] + work[other + FIRST]] - 1
    index = index * VALUES_EACH + wide[wide[N_POINTS] + work[other + SECOND]] - 1
    index = index * VALUES_EACH + wide[wide[N_POINTS] + work[one + UP]] - 1
    return (wide[wide[N_SWITCHES] + index // WORD] >> (index % WORD)) & 1


@njit(cache=True, _nrt=False)
def _given(b, second, hole, work, wide, step, out):
    """The first cards of one hand for its machine, and the hole card where it was looked at."""
    record = box_at(b) + RECORD
    feed(b, work[record + FIRST], work, wide, step, out)
    feed(b, work[record + UP], work, wide, step, out)
    feed(b, second, work, wide, step, out)
    if wide[wide[N_LOOKS] + work[record + UP]]:
        feed(b, hole, work, wide, step, out)


@njit(cache=True, _nrt=False)
def deal_two_hands(work, wide, step, shoe, traced, out):
    """The first cards of all hands, up to where play begins: whether the dealer has a blackjack."""
    _taken(FIRST_ROLE, FIRST, work, wide, shoe, traced)
    up = take(work, wide, shoe, traced, UP_ROLE, 0)
    note(work, wide, UP, up)
    _taken(SECOND_ROLE, SECOND, work, wide, shoe, traced)
    found = wide[wide[N_LOOKS] + up] and looked(up, work, wide, shoe, traced)
    for b in range(0, wide[N_BOXES], wide[N_HANDS]):
        one, other = box_at(b) + RECORD, box_at(b + 1) + RECORD
        work[one + OTHER_FIRST], work[one + OTHER_SECOND] = work[other + FIRST], work[other + SECOND]
        are_switched = not found and _switches(one, other, work, wide)
        if are_switched:
            _given(b, work[other + SECOND], work[one + HOLE], work, wide, step, out)
            _given(b + 1, work[one + SECOND], work[one + HOLE], work, wide, step, out)
        else:
            _given(b, work[one + SECOND], work[one + HOLE], work, wide, step, out)
            _given(b + 1, work[other + SECOND], work[one + HOLE], work, wide, step, out)
        if not found:
            letter = SWITCHED if are_switched else KEPT
            feed_letter(b, letter, work, wide, step, out)
            feed_letter(b + 1, letter, work, wide, step, out)
    return found
