# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""The boxes: each walks the machine of a whole round, one look-up a card.

A seat's machine knows everything about its own hands. Where the dealer's one hand ends the round by
its total, a seat that waits for it is told only that (`close`); else the dealer's cards are given to
all seats that wait for one. What a seat comes to is emitted as its hands and the dealer's end.
"""

from __future__ import annotations

from numba import int32, int64, uint32, uint64

from cutcard.automata.rounds import KEPT, SWITCHED, CardRole
from cutcard.automata.wagers import MANY_CARDS, NO_CARD
from cutcard.compute import njit
from cutcard.sim.kernels.lockstep.kernel import PLACE, finish
from cutcard.sim.kernels.staged import fields as of
from cutcard.sim.kernels.staged.shapes import LOOP, STAGE
from cutcard.sim.kernels.staged.shoe import take, take_rarely
from cutcard.sim.kernels.staged.sums import bump
from cutcard.sim.tables.closings import BY_ROLE
from cutcard.sim.tables.play_tables import VALUES_EACH, WORD
from cutcard.sim.tables.round_tables import PLACE_BITS

HOLE_AT, DRAW_AT, PLAY_AT, SPLIT_FIRST_AT, SPLIT_OTHER_AT, SWITCH_AT = map(
    BY_ROLE.index,
    (
        CardRole.HOLE,
        CardRole.DRAW,
        CardRole.PLAY,
        CardRole.SPLIT_FIRST,
        CardRole.SPLIT_OTHER,
        CardRole.SWITCH,
    ),
)


@njit(**LOOP)
def _emit_part(b, m, counts, seats, machine, out):
    """What a hand of a split box, or the dealer's end against such a box, comes to for a seat."""
    emissions, memos = machine.emissions, machine.memos
    last, none_yet, width, times_of_field, rows_at = machine.split
    memos[b, of.TOTAL] += emissions[m, of.E_ADD]
    if emissions[m, of.E_FINISH] >= 0:
        memos[b, of.MEMO] = (memos[b, of.MEMO] << 8) | (emissions[m, of.E_FINISH] + 1)
    if m >= last:
        times = emissions[m, of.E_TIMES]
        value = finish(uint64(memos[b, of.TOTAL]), emissions[m, of.E_SHIFT], width, times_of_field)
        seats[b, of.CAME] += int64(value) * times
        memo, times = memos[b, of.MEMO], times * counts
        while memo and counts:
            bump(out, rows_at + ((memo & 255) - 1) * of.ENDS_OF + emissions[m, of.E_END], times)
            memo >>= 8
        if emissions[m, of.E_GOES_ON] == 0:
            memos[b, of.TOTAL] = none_yet
            if not machine.keeps_last:
                memos[b, of.MEMO] = 0


@njit(**STAGE)
def _emit_whole(b, m, counts, seats, machine, out):
    """What a round that is not split comes to for a seat."""
    if machine.keeps_last:
        seats[b, of.LAST] = m
    if machine.tells_totals and seats[b, of.FINAL_TOTAL] == of.NO_TOTAL:
        seats[b, of.FINAL_TOTAL] = machine.emissions[m, of.E_FINAL]
    seats[b, of.CAME] += machine.nets[m]
    if counts:
        bump(out, machine.rows_at + m, 1)


@njit(**STAGE)
def _emit(b, m, counts, seats, machine, out):
    """What a hand, a round or the dealer's end comes to for a seat."""
    emissions = machine.emissions
    if machine.keeps_last:
        seats[b, of.LAST] = m
    if (
        machine.tells_totals
        and emissions[m, of.E_FINISH] >= 0
        and seats[b, of.FINAL_TOTAL] == of.NO_TOTAL
    ):
        seats[b, of.FINAL_TOTAL] = emissions[m, of.E_FINAL]
    if m < machine.hot:
        seats[b, of.CAME] += machine.nets[m]
        if counts:
            bump(out, machine.rows_at + m, 1)
    else:
        _emit_part(b, m, counts, seats, machine, out)


@njit(**STAGE)
def enter_whole(b, entry, counts, seats, machine, out):
    """The same as `enter` before any hand can be split.

    Against one hand of the dealer's only whole rounds end then; the rest is not compiled for a GPU.
    """
    seats[b, of.STATE] = int64(entry & uint32(PLACE))
    m = uint32(entry >> uint32(PLACE_BITS))
    if m and machine.closes:
        _emit_whole(b, m, counts, seats, machine, out)
    elif m:
        _emit(b, m, counts, seats, machine, out)


@njit(**STAGE)
def enter(b, entry, counts, seats, machine, out):
    """Put a seat's machine where an entry of the step table leads to."""
    seats[b, of.STATE] = int64(entry & uint32(PLACE))
    m = uint32(entry >> uint32(PLACE_BITS))
    if m:
        _emit(b, m, counts, seats, machine, out)


@njit(**STAGE)
def _step(index, near, machine):
    """An entry of the step table, the first part of which may lie nearer on a GPU."""
    if near is None:
        return machine.step[index]
    return near[index] if index < uint32(machine.near_entries) else machine.step[index]


@njit(**STAGE)
def feed(b, letter, counts, seats, machine, out):
    """A letter for the machine of one seat."""
    entry = _step(uint32(seats[b, of.STATE]) + uint32(letter), machine.near, machine)
    enter(b, entry, counts, seats, machine, out)


@njit(**STAGE)
def open_seat(b, first, up, second, counts, seats, machine, out):
    """A seat's first three cards for its machine."""
    seats[b, of.CAME] = 0
    if machine.keeps_last:
        machine.memos[b, of.MEMO] = 0
    letter_of, letters = machine.letter_of, uint32(machine.letters)
    place = uint32(letter_of[first]) * letters + uint32(letter_of[up])
    entry = machine.opening[place * letters + uint32(letter_of[second])]
    enter_whole(b, entry, counts, seats, machine, out)


@njit(**STAGE)
def look_in(letter, many, counts, seats, machine, out):
    """The dealer's second card, looked at before anybody plays, for all seats."""
    for b in range(uint64(many)):
        entry = _step(uint32(seats[b, of.STATE]) + uint32(letter), machine.near, machine)
        enter_whole(b, entry, counts, seats, machine, out)


@njit(**STAGE)
def _waits(b, role, seats, machine):
    """Whether a seat waits for a card of the dealer's: the second one, or a draw."""
    place, begins = seats[b, of.STATE], machine.begins
    if role == of.HOLE_ROLE:
        return begins[HOLE_AT] <= place < begins[DRAW_AT]
    return begins[DRAW_AT] <= place < begins[PLAY_AT]


@njit(**STAGE)
def waiting(role, many, seats, machine):
    """Whether any seat waits for such a card."""
    found = False
    for b in range(uint64(many)):
        found |= _waits(b, role, seats, machine)
    return found


@njit(**STAGE)
def undecided(many, seats):
    """Whether any seat's round is not over."""
    found = False
    for b in range(uint64(many)):
        found |= seats[b, of.STATE] != 0
    return found


@njit(**STAGE)
def close(end, many, counts, seats, machine, out):
    """The end of the dealer's only hand for all seats that wait for it."""
    for b in range(uint64(many)):
        place = uint32(seats[b, of.STATE])
        if place != 0:
            seats[b, of.STATE] = 0
            _emit(b, uint32(machine.closing[place + uint32(end)]), counts, seats, machine, out)


@njit(**STAGE)
def give(card, role, many, counts, seats, machine, out):
    """A card of the dealer's for all seats that wait for one."""
    letter = machine.letter_of[card]
    for b in range(uint64(many)):
        if _waits(b, role, seats, machine):
            feed(b, letter, counts, seats, machine, out)


@njit(**STAGE)
def _drawing(b, many, seats, machine):
    """The next seat from this one on that draws a card to its hands."""
    while b < many:
        if machine.begins[PLAY_AT] <= seats[b, of.STATE] < machine.begins[SWITCH_AT]:
            break
        b = uint32(b + uint32(1))
    return b


@njit(**STAGE)
def _role(b, seats, machine):
    """Which of its hands a seat draws a card to."""
    place = seats[b, of.STATE]
    if place < machine.begins[SPLIT_FIRST_AT]:
        return of.PLAY_ROLE
    return of.SPLIT_FIRST_ROLE if place < machine.begins[SPLIT_OTHER_AT] else of.SPLIT_OTHER_ROLE


@njit(**STAGE)
def play_hands(many, hands, keeps, shoe, seats, machine, out):
    """The seats play their hands, one after the other; `keeps`: side wagers see what they draw.

    One loop over cards, not one for each seat: threads of a GPU take their cards side by side, whoever's
    they are.
    """
    counts = int64(shoe.at[of.COUNTS])
    b = _drawing(uint32(0), many, seats, machine)
    while b < many:
        role = _role(b, seats, machine)
        card = take(role, int64(b) // hands + 1, shoe)
        if keeps and role != of.SPLIT_OTHER_ROLE:
            first, then = (
                (of.THIRD, of.FOURTH) if role == of.PLAY_ROLE else (of.SPLIT_THIRD, of.SPLIT_FOURTH)
            )
            if seats[b, first] == NO_CARD:
                seats[b, first] = card
            elif seats[b, then] == NO_CARD:
                seats[b, then] = card
        feed(b, machine.letter_of[card], counts, seats, machine, out)
        b = _drawing(b, many, seats, machine)


@njit(**STAGE)
def deal_one_hand(many, shoe, seats, machine, out):
    """The first cards where a box is one seat; the dealer's first card."""
    counts = int64(shoe.at[of.COUNTS])
    for b in range(uint64(many)):
        seats[b, of.FIRST] = take(of.FIRST_ROLE, int64(b) + 1, shoe)
    up = take(of.UP_ROLE, 0, shoe)
    for b in range(uint64(many)):
        second = take(of.SECOND_ROLE, int64(b) + 1, shoe)
        seats[b, of.SECOND] = second
        open_seat(b, uint32(seats[b, of.FIRST]), up, second, counts, seats, machine, out)
    return up


# Switch: a box is two seats, whose second cards may be exchanged. Their machines are given the first
# cards only when it is known how they are arranged: after the dealer has looked for a blackjack.


@njit(**STAGE)
def deal_two_hands(many, shoe, seats):
    """The first cards where a box is two seats; the dealer's first card."""
    for b in range(uint64(many)):
        seats[b, of.FIRST] = take_rarely(of.FIRST_ROLE, int64(b) // 2 + 1, shoe)
    up = take(of.UP_ROLE, 0, shoe)
    for b in range(uint64(many)):
        seats[b, of.SECOND] = take_rarely(of.SECOND_ROLE, int64(b) // 2 + 1, shoe)
    return up


@njit(**STAGE)
def _switches(one, worth, seats, up, switches):
    """Whether the second cards of two seats are exchanged, by the table of all values."""
    index = int64(0)
    for card in (
        seats[one, of.FIRST],
        seats[one, of.SECOND],
        seats[one + 1, of.FIRST],
        seats[one + 1, of.SECOND],
        int32(up),
    ):
        index = index * VALUES_EACH + int64(worth[card] & 0xFFFF) // 2 - 1
    return (switches[index // WORD] >> (index % WORD)) & 1


@njit(**LOOP)
def arrange(many, found, looked, worth, switches, shoe, seats, machine, out):
    """The cards of every two seats for their machines, switched where that is worth more."""
    counts = int64(shoe.at[of.COUNTS])
    up, hole = uint32(seats[many, of.UP]), seats[many, of.HOLE]
    for b in range(0, many, 2):
        seats[b, of.OTHER_FIRST], seats[b, of.OTHER_SECOND] = (
            seats[b + 1, of.FIRST],
            seats[b + 1, of.SECOND],
        )
        switched = int64(0)
        if not found:
            switched = _switches(b, worth, seats, up, switches)
        for half in range(2):
            first, second = seats[b + half, of.FIRST], seats[b + (half ^ switched), of.SECOND]
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
    place = uint32(seats[b, of.STATE])
    letter = uint32(machine.letter_of[pack[0]])
    for _ in range(MANY_CARDS * 4):
        if place == 0:
            break
        entry = machine.step[place + letter]
        m = int64(entry >> uint32(PLACE_BITS))
        if m and machine.emissions[m, of.E_FINISH] >= 0:
            return machine.emissions[m, of.E_FINAL]
        place = entry & uint32(PLACE)
    return int64(0)
