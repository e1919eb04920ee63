# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""The kernel for any table: several boxes, side wagers, several dealer's hands, small shoes.

Every box walks the same machine as a box by itself does; the dealer's cards are given to all boxes that
wait for one. What is dealt for side wagers alone is asked of their chains. All tables of numbers lie in
one array (`general_places` says where), so that a core and a thread of a GPU can be given the same.
"""

from __future__ import annotations

from numba import int64, uint32, uint64

from cutcard.automata.wagers import INPUTS, MANY_CARDS, NO_CARD
from cutcard.compute import njit
from cutcard.sim.kernels.chance import start
from cutcard.sim.kernels.general.cards import (
    box_at,
    feed,
    give,
    looked,
    note,
    take,
    told,
    waits,
    wanted,
)
from cutcard.sim.kernels.general.devices import shown, used
from cutcard.sim.kernels.general.envy import envied, given
from cutcard.sim.kernels.general.log import close, log
from cutcard.sim.kernels.general.slots import (
    BETS,
    BLACKJACK,
    BURNED,
    CAME,
    CARRY,
    COMPLETED_COUNT,
    COMPLETED_TOTAL,
    COUNTS,
    DEALER_COUNT,
    DEALER_THIRD,
    DEALER_TOTAL,
    DRAW_ROLE,
    FINAL_TOTAL,
    FIRST,
    FIRST_ROLE,
    GONE,
    HOLE,
    HOLE_ROLE,
    MEMO,
    N_ACES,
    N_BOXES,
    N_BURNED,
    N_BURNS_EACH_ROUND,
    N_CARDS,
    N_COMPLETES,
    N_COMPLETION,
    N_CUT,
    N_DEVICES,
    N_DRAWS,
    N_ENDS_AT,
    N_FINALS,
    N_FINISHES,
    N_FIRST_RESULT,
    N_HANDS,
    N_HAS_HOLE,
    N_IS_FRESH,
    N_IS_SORTED,
    N_LETTER_OF,
    N_LOGGED,
    N_LOOKS,
    N_MANY_CLOSED,
    N_MANY_OPENS,
    N_NONE_YET,
    N_OPENS,
    N_OTHERS,
    N_OWN_THIRD,
    N_OWN_THIRDS,
    N_PACK,
    N_POINTS,
    N_RESULT_NET,
    N_SECOND_CARD,
    N_SECOND_CARDS,
    N_SIDE_ROWS,
    N_STREAKS,
    N_THIRD_CARD,
    N_TOTALS,
    N_WAGERS,
    N_WATCH,
    N_WHOLE_ROWS,
    NO_TOTAL,
    OF_WAGER,
    PLAY_ROLE,
    RECORD,
    SECOND,
    SECOND_ROLE,
    SPLIT_FIRST_ROLE,
    SPLIT_OTHER_ROLE,
    SPLIT_THIRD,
    STATE,
    STREAK,
    TAKEN,
    THIRD,
    TOTAL,
    TRACED,
    UNDER,
    UP,
    UP_ROLE,
    X0,
    X1,
    X2,
)
from cutcard.sim.kernels.general.streaks import ride, riding
from cutcard.sim.kernels.general.sums import add_up, count
from cutcard.sim.kernels.general.switch import deal_two_hands
from cutcard.sim.kernels.general.watch import keep, look, won
from cutcard.sim.kernels.lockstep.kernel import FRESH_ROUNDS, PLACE, SHOES, has_rows
from cutcard.sim.tables.round_tables import PLACE_BITS


@njit(cache=True, _nrt=False)
def _drawn(hand, hole, work, wide, step, roles, table, shoe, traced, out):
    """One of the dealer's hands, from its second card on, as far as anything needs it."""
    up = work[box_at(0) + RECORD + UP]
    value = wide[wide[N_POINTS] + up] + wide[wide[N_POINTS] + hole]
    ace = wide[wide[N_ACES] + up] | wide[wide[N_ACES] + hole]
    count = 2
    is_blackjack = wide[wide[N_TOTALS] + 2 * value + ace] == BLACKJACK
    going = not is_blackjack
    while going:
        look = 2 * value + ace
        if hand == 0:
            note(work, wide, DEALER_COUNT, min(count, MANY_CARDS))
        going = hand == 0 and wide[N_THIRD_CARD] and count == 2 and wide[wide[N_TOTALS] + look] < UNDER
        if not going and wide[wide[N_DRAWS] + look]:
            going = waits(DRAW_ROLE, work, wide, roles)
            if not going and hand == 0:
                going = wanted(wide[N_OPENS], wide[N_MANY_OPENS], work, wide, table)
        if going:
            card = take(work, wide, shoe, traced, DRAW_ROLE, 0)
            give(card, DRAW_ROLE, work, wide, step, roles, out)
            count += 1
            value += wide[wide[N_POINTS] + card]
            ace |= wide[wide[N_ACES] + card]
            if hand == 0 and count == 3:
                note(work, wide, DEALER_THIRD, card)
    if hand == 0:
        note(work, wide, DEALER_COUNT, min(count, MANY_CARDS))
        note(work, wide, DEALER_TOTAL, wide[wide[N_TOTALS] + 2 * value + ace])
        while wide[N_COMPLETION] and not is_blackjack and wide[wide[N_COMPLETES] + 2 * value + ace]:
            card = take(work, wide, shoe, traced, DRAW_ROLE, 0)
            count += 1
            value += wide[wide[N_POINTS] + card]
            ace |= wide[wide[N_ACES] + card]
        note(work, wide, COMPLETED_COUNT, min(count, MANY_CARDS))
        note(work, wide, COMPLETED_TOTAL, wide[wide[N_TOTALS] + 2 * value + ace])


@njit(cache=True, _nrt=False)
def _dealers(work, wide, step, roles, table, shoe, traced, out):
    """The dealer's hands after the players' turns."""
    hole = work[box_at(0) + RECORD + HOLE]
    if hole == NO_CARD:
        needs = wide[N_HAS_HOLE] or waits(HOLE_ROLE, work, wide, roles)
        if not needs:
            needs = wanted(wide[N_SECOND_CARD], wide[N_SECOND_CARDS], work, wide, table)
        if not needs:
            return
        hole = take(work, wide, shoe, traced, HOLE_ROLE, 0)
        give(hole, HOLE_ROLE, work, wide, step, roles, out)
        note(work, wide, HOLE, hole)
    _drawn(0, hole, work, wide, step, roles, table, shoe, traced, out)
    hand = 1
    while waits(HOLE_ROLE, work, wide, roles):
        hole = take(work, wide, shoe, traced, HOLE_ROLE, 0)
        give(hole, HOLE_ROLE, work, wide, step, roles, out)
        _drawn(hand, hole, work, wide, step, roles, table, shoe, traced, out)
        hand += 1


@njit(cache=True, _nrt=False)
def _begin(work, wide):
    """Boxes before their first cards."""
    work[GONE] = work[TAKEN]
    work[TRACED] = 0
    for b in range(wide[N_BOXES]):
        at = box_at(b)
        work[at + STATE], work[at + TOTAL], work[at + CAME], work[at + MEMO] = 0, wide[N_NONE_YET], 0, 0
        for i in range(len(INPUTS)):
            work[at + RECORD + i] = NO_CARD if i < DEALER_COUNT or i > FINAL_TOTAL else 0
        work[at + RECORD + FINAL_TOTAL] = NO_TOTAL


@njit(cache=True, _nrt=False)
def _turn(b, work, wide, step, roles, shoe, traced, out):
    """A box plays its hands."""
    at = box_at(b)
    record, box = at + RECORD, b // wide[N_HANDS] + 1
    while work[at + STATE] != 0:
        role = roles[work[at + STATE]]
        if role != PLAY_ROLE and role != SPLIT_FIRST_ROLE and role != SPLIT_OTHER_ROLE:
            break
        card = take(work, wide, shoe, traced, role, box)
        if role != SPLIT_OTHER_ROLE:
            place = record + (THIRD if role == PLAY_ROLE else SPLIT_THIRD)
            if work[place] == NO_CARD:
                work[place] = card
            elif work[place + 1] == NO_CARD:
                work[place + 1] = card
        feed(b, card, work, wide, step, out)


@njit(cache=True, _nrt=False)
def _first_cards(work, wide, step, shoe, traced, out):
    """The cards up to where play begins: whether the dealer is known to have a blackjack."""
    for b in range(wide[N_BOXES]):
        card = take(work, wide, shoe, traced, FIRST_ROLE, b + 1)
        work[box_at(b) + RECORD + FIRST] = card
        feed(b, card, work, wide, step, out)
    up = take(work, wide, shoe, traced, UP_ROLE, 0)
    note(work, wide, UP, up)
    for b in range(wide[N_BOXES]):
        feed(b, up, work, wide, step, out)
    for b in range(wide[N_BOXES]):
        card = take(work, wide, shoe, traced, SECOND_ROLE, b + 1)
        work[box_at(b) + RECORD + SECOND] = card
        feed(b, card, work, wide, step, out)
    if not wide[wide[N_LOOKS] + up]:
        return False
    found = looked(up, work, wide, shoe, traced)
    for b in range(wide[N_BOXES]):
        feed(b, work[box_at(b) + RECORD + HOLE], work, wide, step, out)
    return found


@njit(cache=True, _nrt=False)
def _deal(work, wide, step, roles, table, shoe, traced, out):
    """One round, to the last card."""
    _begin(work, wide)
    if wide[N_BURNS_EACH_ROUND]:
        take(work, wide, shoe, traced, BURNED, 0)
    if wide[N_HANDS] > 1:
        found = deal_two_hands(work, wide, step, shoe, traced, out)
    else:
        found = _first_cards(work, wide, step, shoe, traced, out)
    if found:
        for at in range(wide[N_OWN_THIRD], wide[N_OWN_THIRD] + wide[N_OWN_THIRDS]):
            for b in range(0, wide[N_BOXES], wide[N_HANDS]):
                third = box_at(b) + RECORD + THIRD
                if work[third] == NO_CARD and told(wide[at], b, work, wide, table):
                    work[third] = take(work, wide, shoe, traced, PLAY_ROLE, b // wide[N_HANDS] + 1)
    else:
        for b in range(wide[N_BOXES]):
            _turn(b, work, wide, step, roles, shoe, traced, out)
    for b in range(wide[N_BOXES]):
        if work[box_at(b) + RECORD + FINAL_TOTAL] == NO_TOTAL:
            work[box_at(b) + RECORD + FINAL_TOTAL] = _held_total(b, work, wide, step)
    _dealers(work, wide, step, roles, table, shoe, traced, out)


@njit(cache=True, _nrt=False)
def _held_total(b, work, wide, step):
    """The final total of a hand that the machine still holds while the dealer plays.

    Whatever the dealer is given, the same hand is given off in the end: any cards will tell it.
    """
    place = uint32(work[box_at(b) + STATE])
    for _ in range(MANY_CARDS * 4):
        if place == 0:
            break
        e = step[place + uint32(wide[wide[N_LETTER_OF] + wide[wide[N_PACK]]])]
        m = int64(e >> uint32(PLACE_BITS))
        f = wide[wide[N_FINISHES] + m]
        if m and f >= 0:
            return wide[wide[N_FINALS] + f]
        place = e & uint32(PLACE)
    return 0


@njit(cache=True, _nrt=False)
def _settle(mine, unit, rounds, work, wide, table, out, events):
    """All wagers of all boxes, added to the unit's sums."""
    for b in range(0, wide[N_BOXES], wide[N_HANDS]):
        came = int64(0)
        for hand in range(b, b + wide[N_HANDS]):
            came += work[box_at(hand) + CAME]
        count(mine, came, work)
        if wide[N_WATCH]:
            won(b // wide[N_HANDS], 0, came, work, wide)
    for w in range(wide[N_WAGERS]):
        paid = used(w, work, wide, table) if wide[N_DEVICES] else int64(0)
        shared = given(w, work, wide, table) if wide[N_OTHERS] else int64(0)
        for b in range(0, wide[N_BOXES], wide[N_HANDS]):
            result = wide[wide[N_FIRST_RESULT] + w] + told(w, b, work, wide, table)
            net = wide[wide[N_RESULT_NET] + result]
            if wide[N_DEVICES]:
                result, net = shown(w, b // wide[N_HANDS], result, paid, work, wide)
            if wide[N_OTHERS]:
                result, net = envied(result, net, shared, wide)
            out[wide[N_SIDE_ROWS] + result] += 1
            count(mine + (w + 1) * OF_WAGER, net, work)
            if wide[N_MANY_CLOSED] and wide[wide[N_LOGGED] + result]:
                log(events, unit, rounds, b // wide[N_HANDS], result)
            if wide[N_WATCH]:
                won(b // wide[N_HANDS], w + 1, net, work, wide)


@njit(cache=True, _nrt=False)
def _sorted(work, wide, shoe):
    """The shoe as it is before anything is dealt, and where each letter ends there."""
    for p in range(wide[N_CARDS]):
        shoe[p] = wide[wide[N_PACK] + p]
        work[wide[N_ENDS_AT] + wide[wide[N_LETTER_OF] + shoe[p]]] = p + 1


@njit(cache=True, _nrt=False)
def _begin_shoe(work, wide, shoe, traced):
    work[TAKEN] = 0
    if wide[N_IS_SORTED]:
        _sorted(work, wide, shoe)
    for _ in range(wide[N_BURNED]):
        take(work, wide, shoe, traced, BURNED, 0)


@njit(cache=True, _nrt=False)
def _overtime(mine, work, wide, step, roles, table, shoe, traced, out):
    """Rounds after the last one of a unit, until its streak wagers are decided; nothing else counts."""
    work[COUNTS] = 0
    while riding(work, wide):
        if wide[N_IS_FRESH] or work[TAKEN] >= wide[N_CUT]:
            _begin_shoe(work, wide, shoe, traced)
        _deal(work, wide, step, roles, table, shoe, traced, out)
        ride(mine, False, work, wide, out)


@njit(cache=True, _nrt=False)
def _begin_unit(seed, unit, work, wide, shoe):
    """A unit before its first card; where its own sums lie."""
    x, y, z, carry = start(uint64(seed), uint64(unit))
    work[X0], work[X1], work[X2], work[CARRY] = int64(x), int64(y), int64(z), int64(carry)
    _sorted(work, wide, shoe)
    mine = box_at(wide[N_BOXES])
    for at in range(mine, mine + (1 + wide[N_WAGERS] + wide[N_STREAKS]) * OF_WAGER):
        work[at] = 0
    for b in range(wide[N_BOXES]):
        work[box_at(b) + STREAK] = 0
    work[TRACED], work[COUNTS] = 0, int64(has_rows(unit))
    return mine


@njit(cache=True, _nrt=False)
def play_unit(seed, unit, want, work, wide, step, roles, table, shoe, traced, out, events):
    """A unit of work, ended early after the round that is wanted: how many rounds were played."""
    mine = _begin_unit(seed, unit, work, wide, shoe)
    rounds = int64(0)
    left = FRESH_ROUNDS if wide[N_IS_FRESH] else SHOES
    work[TAKEN] = wide[N_CUT]
    while True:
        if wide[N_IS_FRESH] or work[TAKEN] >= wide[N_CUT]:
            if left == 0:
                break
            left -= 1
            _begin_shoe(work, wide, shoe, traced)
        if wide[N_WATCH]:
            look(unit, rounds, mine, work, wide, shoe)
        _deal(work, wide, step, roles, table, shoe, traced, out)
        _settle(mine, unit, rounds, work, wide, table, out, events)
        if wide[N_STREAKS]:
            ride(mine, True, work, wide, out)
        if wide[N_WATCH]:
            keep(mine, work, wide, out)
        if rounds == want:
            return rounds
        rounds += 1
    out[wide[N_WHOLE_ROWS]] += work[mine + BETS] * work[COUNTS]
    if wide[N_STREAKS]:
        _overtime(mine, work, wide, step, roles, table, shoe, traced, out)
    add_up(rounds, mine, work, wide, out)
    if wide[N_MANY_CLOSED]:
        close(events, unit, rounds, mine, work, wide)
    return rounds


@njit(cache=True, nogil=True, _nrt=False)
def play_units(
    seed, first, units, want, work, wide, step, roles, table, shoe, traced, out, rounds_of, events
):
    """Units of work one after the other."""
    for n in range(units):
        many = play_unit(
            seed, first + n, want, work, wide, step, roles, table, shoe, traced, out, events
        )
        if n < len(rounds_of):
            rounds_of[n] = many
