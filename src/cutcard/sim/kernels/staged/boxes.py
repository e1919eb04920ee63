# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""The boxes: each walks the machine of a whole round, one look-up a card.

A seat's machine knows everything about its own hands. The dealer's cards are given to all seats that
wait for one; what a seat comes to is emitted as its hands and the dealer's end.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import int64, uint32, uint64

from cutcard.automata.rounds import KEPT, SWITCHED
from cutcard.automata.wagers import MANY_CARDS, NO_CARD
from cutcard.compute import njit
from cutcard.sim.kernels.compiled import LOOP, STAGE
from cutcard.sim.kernels.lockstep.kernel import PLACE, finish
from cutcard.sim.kernels.staged.fields import (
    CAME,
    COUNTS,
    E_ADD,
    E_END,
    E_FINAL,
    E_FINISH,
    E_GOES_ON,
    E_NET,
    E_SHIFT,
    E_TIMES,
    ENDS_OF,
    FINAL_TOTAL,
    FIRST,
    FIRST_ROLE,
    FOURTH,
    HOLE,
    LAST,
    MEMO,
    NO_TOTAL,
    OTHER_FIRST,
    OTHER_SECOND,
    PLAY_ROLE,
    SECOND,
    SECOND_ROLE,
    SPLIT_FIRST_ROLE,
    SPLIT_FOURTH,
    SPLIT_OTHER_ROLE,
    SPLIT_THIRD,
    STATE,
    THIRD,
    TOTAL,
    UP,
    UP_ROLE,
)
from cutcard.sim.kernels.staged.shoe import take, take_rarely
from cutcard.sim.tables.play_tables import VALUES_EACH, WORD
from cutcard.sim.tables.round_tables import PLACE_BITS


class Machine(NamedTuple):
    """A round of one seat as look-ups."""

    step: Any
    opening: Any
    """The entry of the step table that a seat's first card, the up card and its second card lead to."""
    roles: Any
    """By place in the step table: where the card goes that is awaited."""
    emissions: Any
    letter_of: Any
    letters: int
    hot: int
    """An emission below this is a whole round, from it on part of a split one."""
    split: tuple[int, ...]
    """Of split boxes: the emission from which on rounds end, the sum before any hand, the bits of a
    field and the units of one in it, and where hands are counted in the sums."""
    tells_totals: int
    """Whether a side wager reads the first hand's final total."""
    rows_at: int
    """Where whole rounds are counted in the sums."""


@njit(**LOOP)
def _emit_part(b, m, counts, seats, emissions, split, out):
    """What a hand of a split box, or the dealer's end against such a box, comes to for a seat."""
    last, none_yet, width, times_of_field, rows_at = split
    seats[b, TOTAL] += emissions[m, E_ADD]
    if emissions[m, E_FINISH] >= 0:
        seats[b, MEMO] = (seats[b, MEMO] << 8) | (emissions[m, E_FINISH] + 1)
    if m >= last:
        times = emissions[m, E_TIMES]
        value = finish(uint64(seats[b, TOTAL]), emissions[m, E_SHIFT], width, times_of_field)
        seats[b, CAME] += int64(value) * times
        memo, times = seats[b, MEMO], times * counts
        while memo:
            out[rows_at + ((memo & 255) - 1) * ENDS_OF + emissions[m, E_END]] += times
            memo >>= 8
        if emissions[m, E_GOES_ON] == 0:
            seats[b, TOTAL] = none_yet


@njit(**STAGE)
def _emit(b, m, counts, seats, machine, out):
    """What a hand, a round or the dealer's end comes to for a seat."""
    emissions = machine.emissions
    seats[b, LAST] = m
    if machine.tells_totals and emissions[m, E_FINISH] >= 0 and seats[b, FINAL_TOTAL] == NO_TOTAL:
        seats[b, FINAL_TOTAL] = emissions[m, E_FINAL]
    if m < machine.hot:
        seats[b, CAME] += emissions[m, E_NET]
        out[machine.rows_at + m] += counts
    else:
        _emit_part(b, m, counts, seats, emissions, machine.split, out)


@njit(**STAGE)
def enter(b, entry, counts, seats, machine, out):
    """Put a seat's machine where an entry of the step table leads to."""
    seats[b, STATE] = int64(entry & uint32(PLACE))
    m = int64(entry >> uint32(PLACE_BITS))
    if m:
        _emit(b, m, counts, seats, machine, out)


@njit(**STAGE)
def feed(b, letter, counts, seats, machine, out):
    """A letter for the machine of one seat."""
    entry = machine.step[uint32(seats[b, STATE]) + uint32(letter)]
    enter(b, entry, counts, seats, machine, out)


@njit(**STAGE)
def open_seat(b, first, up, second, counts, seats, machine, out):
    """A seat's first three cards for its machine."""
    seats[b, TOTAL], seats[b, CAME], seats[b, MEMO] = machine.split[1], 0, 0
    letter_of, letters = machine.letter_of, uint32(machine.letters)
    place = uint32(letter_of[first]) * letters + uint32(letter_of[up])
    entry = machine.opening[place * letters + uint32(letter_of[second])]
    enter(b, entry, counts, seats, machine, out)


@njit(**STAGE)
def waiting(role, many, seats, machine):
    """How many seats wait for a card of that role."""
    found = int64(0)
    for b in range(many):
        place = uint32(seats[b, STATE])
        found += int64(place != 0 and machine.roles[place] == role)
    return found


@njit(**STAGE)
def give(card, role, many, counts, seats, machine, out):
    """A card of the dealer's for all seats that wait for one."""
    letter = machine.letter_of[card]
    for b in range(many):
        place = uint32(seats[b, STATE])
        if place != 0 and machine.roles[place] == role:
            feed(b, letter, counts, seats, machine, out)


@njit(**STAGE)
def turn(b, box, keeps, shoe, seats, machine, out):
    """A seat plays its hands; `keeps` says whether side wagers see what it draws."""
    counts = int64(shoe.at[COUNTS])
    while seats[b, STATE] != 0:
        role = int64(machine.roles[uint32(seats[b, STATE])])
        if role != PLAY_ROLE and role != SPLIT_FIRST_ROLE and role != SPLIT_OTHER_ROLE:
            break
        card = take(role, box, shoe)
        if keeps and role != SPLIT_OTHER_ROLE:
            first, then = (THIRD, FOURTH) if role == PLAY_ROLE else (SPLIT_THIRD, SPLIT_FOURTH)
            if seats[b, first] == NO_CARD:
                seats[b, first] = card
            elif seats[b, then] == NO_CARD:
                seats[b, then] = card
        feed(b, machine.letter_of[card], counts, seats, machine, out)


@njit(**STAGE)
def deal_one_hand(many, shoe, seats, machine, out):
    """The first cards where a box is one seat; the dealer's first card."""
    counts = int64(shoe.at[COUNTS])
    for b in range(many):
        seats[b, FIRST] = take(FIRST_ROLE, b + 1, shoe)
    up = take(UP_ROLE, 0, shoe)
    for b in range(many):
        second = take(SECOND_ROLE, b + 1, shoe)
        seats[b, SECOND] = second
        open_seat(b, uint32(seats[b, FIRST]), up, second, counts, seats, machine, out)
    return up


# Switch: a box is two seats, whose second cards may be exchanged. Their machines are given the first
# cards only when it is known how they are arranged: after the dealer has looked for a blackjack.


@njit(**STAGE)
def deal_two_hands(many, shoe, seats):
    """The first cards where a box is two seats; the dealer's first card."""
    for b in range(many):
        seats[b, FIRST] = take_rarely(FIRST_ROLE, b // 2 + 1, shoe)
    up = take(UP_ROLE, 0, shoe)
    for b in range(many):
        seats[b, SECOND] = take_rarely(SECOND_ROLE, b // 2 + 1, shoe)
    return up


@njit(**STAGE)
def _switches(one, worth, seats, up, switches):
    """Whether the second cards of two seats are exchanged, by the table of all values."""
    index = int64(0)
    for card in (
        seats[one, FIRST],
        seats[one, SECOND],
        seats[one + 1, FIRST],
        seats[one + 1, SECOND],
        int64(up),
    ):
        index = index * VALUES_EACH + int64(worth[card] & 0xFFFF) // 2 - 1
    return (switches[index // WORD] >> (index % WORD)) & 1


@njit(**LOOP)
def arrange(many, found, looked, worth, switches, shoe, seats, machine, out):
    """The cards of every two seats for their machines, switched where that is worth more."""
    counts = int64(shoe.at[COUNTS])
    up, hole = uint32(seats[many, UP]), seats[many, HOLE]
    for b in range(0, many, 2):
        seats[b, OTHER_FIRST], seats[b, OTHER_SECOND] = seats[b + 1, FIRST], seats[b + 1, SECOND]
        switched = int64(0)
        if not found:
            switched = _switches(b, worth, seats, up, switches)
        for half in range(2):
            first, second = seats[b + half, FIRST], seats[b + (half ^ switched), SECOND]
            open_seat(b + half, uint32(first), up, uint32(second), counts, seats, machine, out)
            if looked:
                feed(b + half, machine.letter_of[hole], counts, seats, machine, out)
            if not found:
                feed(b + half, SWITCHED if switched else KEPT, counts, seats, machine, out)


@njit(**LOOP)
def held_total(b, pack, seats, machine):
    """The final total of a hand that the machine still holds while the dealer plays.

    Whatever the dealer is given, the same hand is given off in the end: any cards will tell it.
    """
    place = uint32(seats[b, STATE])
    letter = uint32(machine.letter_of[pack[0]])
    for _ in range(MANY_CARDS * 4):
        if place == 0:
            break
        entry = machine.step[place + letter]
        m = int64(entry >> uint32(PLACE_BITS))
        if m and machine.emissions[m, E_FINISH] >= 0:
            return machine.emissions[m, E_FINAL]
        place = entry & uint32(PLACE)
    return int64(0)
