# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""The kernel for any table: how a unit of work is played, a round after the other.

A stage whose tables are None is not compiled: a table without side wagers has no trace of them in its
machine code. Everything else that distinguishes tables is a number or a table of numbers. The same
functions are compiled for a processor core and for a GPU, where a thread plays a unit at a time.
"""

from __future__ import annotations

from numba import int64, uint64

from cutcard.automata.wagers import NO_CARD
from cutcard.compute import njit
from cutcard.sim.kernels.staged import fields as of
from cutcard.sim.kernels.staged.boxes import (
    arrange,
    deal_one_hand,
    deal_two_hands,
    held_total,
    look_in,
    play_hands,
)
from cutcard.sim.kernels.staged.dealer import look_for_blackjack, play_dealer
from cutcard.sim.kernels.staged.log import close
from cutcard.sim.kernels.staged.shapes import LOOP, STAGE
from cutcard.sim.kernels.staged.shared_wagers import settle_shared
from cutcard.sim.kernels.staged.shoe import begin_chain, begin_round, begin_shoe, is_over
from cutcard.sim.kernels.staged.side_wagers import add_won, offer_thirds, settle_sides
from cutcard.sim.kernels.staged.streaks import ride, riding
from cutcard.sim.kernels.staged.sums import add_up, bump, meet
from cutcard.sim.kernels.staged.watch import end, keep, look, won


@njit(**STAGE)
def _begin_records(many, has_hole, seats, sides):
    """The records of boxes and dealer before their first cards, as far as anybody reads them."""
    seats[many, of.HOLE] = NO_CARD
    if sides is None:
        return
    seats[many, of.DEALER_THIRD] = NO_CARD
    if not has_hole:  # otherwise the dealer's hand is always drawn, and noted then
        for i in range(of.DEALER_COUNT, of.FINAL_TOTAL):
            seats[many, i] = 0
    if sides.keeps:
        for b in range(uint64(many)):
            seats[b, of.THIRD], seats[b, of.FOURTH] = NO_CARD, NO_CARD
            seats[b, of.SPLIT_THIRD], seats[b, of.SPLIT_FOURTH] = NO_CARD, NO_CARD
            seats[b, of.FINAL_TOTAL] = of.NO_TOTAL


@njit(**STAGE)
def _first_cards(many, hands, shoe, seats, machine, dealer, extras, out):
    """The cards up to where play begins: whether the dealer is known to have a blackjack."""
    if extras is not None and hands > 1:
        return first_cards_at_switch(many, shoe, seats, machine, dealer, extras.switches, out)
    up = deal_one_hand(many, shoe, seats, machine, out)
    seats[many, of.UP] = up
    if not dealer.looks[up]:
        return False
    found = look_for_blackjack(many, shoe, seats, dealer)
    letter, counts = machine.letter_of[seats[many, of.HOLE]], int64(shoe.at[of.COUNTS])
    look_in(letter, many, counts, seats, machine, out)
    return found


@njit(**LOOP)
def first_cards_at_switch(many, shoe, seats, machine, dealer, switches, out):
    """The same where a box is two seats."""
    up = deal_two_hands(many, shoe, seats)
    seats[many, of.UP] = up
    looked, found = dealer.looks[up], False
    if looked:
        found = look_for_blackjack(many, shoe, seats, dealer)
    arrange(many, found, looked, dealer.worth, switches, shoe, seats, machine, out)
    return found


@njit(**STAGE)
def _thirds(many, hands, shoe, seats, sides):
    """Third cards of boxes against a blackjack."""
    if sides is not None:
        offer_thirds(many, hands, shoe, seats, sides)


@njit(**STAGE)
def _keeps(sides):
    """Whether side wagers see what boxes draw."""
    if sides is None:
        return int64(0)
    return sides.keeps


@njit(**STAGE)
def _deal(boxes, hands, shoe, seats, machine, dealer, sides, extras, out):
    """One round, to the last card."""
    many = boxes * hands
    begin_round(shoe)
    _begin_records(many, dealer.has_hole, seats, sides)
    found = _first_cards(many, hands, shoe, seats, machine, dealer, extras, out)
    meet()
    if found:
        _thirds(many, hands, shoe, seats, sides)
    else:
        play_hands(many, hands, _keeps(sides), shoe, seats, machine, out)
    meet()
    if machine.tells_totals:
        for b in range(uint64(many)):
            if seats[b, of.FINAL_TOTAL] == of.NO_TOTAL:
                seats[b, of.FINAL_TOTAL] = held_total(b, shoe.pack, seats, machine)
    play_dealer(many, hands, shoe, seats, machine, dealer, sides, out)
    meet()


@njit(**STAGE)
def _settle_main(boxes, hands, mine, seats, extras):
    """The main wagers of all boxes, added to the unit's sums."""
    net, hits, square = int64(0), int64(0), int64(0)
    for box in range(boxes):
        came = int64(0)
        for hand in range(uint64(box * hands), uint64((box + 1) * hands)):
            came += seats[hand, of.CAME]
        net, hits, square = net + came, hits + int64(came > 0), square + came * came
        if extras is not None and extras.watch.wagers:
            won(box, 0, came, extras.watch)
    mine[0, of.BETS] += boxes
    mine[0, of.NET] += net
    mine[0, of.HITS] += hits
    mine[0, of.SQUARE] += square


@njit(**STAGE)
def _settle_sides(where, boxes, hands, mine, seats, sides, extras, out):
    """The side wagers of all boxes."""
    if sides is not None and sides.wagers:
        settle_sides(where, boxes * hands, hands, mine, seats, sides, extras, out)


@njit(**STAGE)
def _look(unit, rounds, boxes, mine, shoe, extras):
    """Before a round: what is watched then."""
    if extras is not None and extras.watch.wagers:
        look(unit, rounds, boxes, mine, shoe, extras.watch)


@njit(**STAGE)
def _settle_extras(where, boxes, hands, mine, shoe, seats, machine, sides, extras, out):
    """Wagers over several rounds or boxes, and what is watched after a round."""
    if extras is not None:
        settle_shared(where, boxes, hands, mine, shoe, seats, sides, extras, out)
        if extras.streaks.many:
            ride(boxes, True, mine, seats, machine, extras.streaks, extras.watch, out)
        if extras.watch.wagers:
            keep(boxes, hands, shoe.size, mine, seats, extras.watch, out)


@njit(**LOOP)
def _overtime(boxes, hands, mine, shoe, seats, machine, dealer, sides, extras, out):
    """Rounds after the last one of a unit, until its streak wagers are decided; nothing else counts."""
    shoe.at[of.COUNTS] = 0
    while riding(boxes, seats):
        if is_over(shoe):
            begin_shoe(shoe)
        _deal(boxes, hands, shoe, seats, machine, dealer, sides, extras, out)
        ride(boxes, False, mine, seats, machine, extras.streaks, extras.watch, out)


@njit(**STAGE)
def _end_unit(unit, rounds, boxes, hands, mine, shoe, seats, machine, dealer, sides, extras, out):
    """A unit's sums to those of all."""
    if shoe.at[of.COUNTS]:
        bump(out, machine.rows_at, mine[0, of.BETS])
    if extras is None:
        if sides is not None:
            add_won(rounds * boxes, mine, sides)
        add_up(rounds, 0, 0, mine, out)
    else:
        add_won(int64(0) if extras.watch.wagers else rounds * boxes, mine, sides)
        if extras.watch.wagers:
            end(rounds, boxes, extras.watch, out)
        if extras.streaks.many:
            _overtime(boxes, hands, mine, shoe, seats, machine, dealer, sides, extras, out)
        add_up(rounds, extras.streaks.many, extras.bet_squares_at, mine, out)
        if len(extras.events):
            close(extras.events, unit, rounds, mine, extras.closed)


@njit(**LOOP)
def _begin_unit(seed, unit, many, shoe, seats, machine, mine):
    """A unit before its first card."""
    begin_chain(seed, unit, shoe)
    for w in range(len(mine)):
        for i in range(of.OF_WAGER):
            mine[w, i] = 0
    for b in range(many):
        seats[b, of.STREAK] = 0
        machine.memos[b, of.TOTAL], machine.memos[b, of.MEMO] = machine.split[1], 0


@njit(**STAGE)
def play_unit(seed, unit, want, table, out):
    """A unit of work, ended early after the round that is wanted: how many rounds were played."""
    shoe, machine, dealer, sides, extras = (
        table.shoe,
        table.machine,
        table.dealer,
        table.sides,
        table.extras,
    )
    seats, mine, boxes, hands = table.seats, table.mine, table.boxes, table.hands
    _begin_unit(seed, unit, boxes * hands, shoe, seats, machine, mine)
    rounds, left = int64(0), shoe.chain
    while True:
        meet()
        if is_over(shoe):
            if left == 0:
                break
            left -= 1
            begin_shoe(shoe)
        where = (int64(unit), rounds)
        _look(unit, rounds, boxes, mine, shoe, extras)
        _deal(boxes, hands, shoe, seats, machine, dealer, sides, extras, out)
        _settle_main(boxes, hands, mine, seats, extras)
        _settle_sides(where, boxes, hands, mine, seats, sides, extras, out)
        _settle_extras(where, boxes, hands, mine, shoe, seats, machine, sides, extras, out)
        if rounds == want:
            return rounds
        rounds += 1
    _end_unit(unit, rounds, boxes, hands, mine, shoe, seats, machine, dealer, sides, extras, out)
    return rounds


@njit(cache=True, nogil=True, _nrt=False)
def play_units(seed, first, units, want, table, out, rounds_of):
    """Units of work one after the other."""
    for n in range(units):
        many = play_unit(seed, first + n, want, table, out)
        if n < len(rounds_of):
            rounds_of[n] = many
