# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""The dealer: the look for a blackjack, and the hands drawn after the players' turns."""

from __future__ import annotations

from numba import int64, uint32

from cutcard.automata.wagers import MANY_CARDS, NO_CARD
from cutcard.compute import njit
from cutcard.rules import TWENTY_ONE
from cutcard.sim.kernels.staged import fields as of
from cutcard.sim.kernels.staged.boxes import close, give, undecided, waiting
from cutcard.sim.kernels.staged.shapes import STAGE
from cutcard.sim.kernels.staged.shoe import take, take_rarely
from cutcard.sim.kernels.staged.side_wagers import wanted
from cutcard.sim.tables.closings import SECOND_TOO
from cutcard.sim.tables.play_tables import LOOKS, THIRD_CARD_UNDER


@njit(**STAGE)
def _look(hand):
    """The look of what cards are worth together."""
    return (hand & uint32(of.ACE - 1)) + uint32(hand >= uint32(of.ACE))


@njit(**STAGE)
def look_for_blackjack(many, shoe, seats, dealer):
    """The dealer's second card, looked at before the players act: whether it makes a blackjack."""
    hole = take(of.HOLE_ROLE, 0, shoe)
    seats[many, of.HOLE] = hole
    hand = uint32(dealer.worth[uint32(seats[many, of.UP])] + dealer.worth[hole])
    return dealer.totals[_look(hand)] == TWENTY_ONE


@njit(**STAGE)
def _draws_on(count, look, many, hands, seats, dealer, sides):
    """Whether a first hand that no box waits for is drawn on all the same, for side wagers."""
    if sides is None:
        return False
    seats[many, of.DEALER_COUNT] = min(count, MANY_CARDS)
    if sides.third_card and count == 2 and dealer.totals[look] < THIRD_CARD_UNDER:
        return True
    return dealer.draws[look] != 0 and wanted(sides.opens, many, hands, seats, sides)


@njit(**STAGE)
def _complete(count, worth, many, shoe, seats, dealer, sides):
    """What side wagers see of the first hand, which may be completed for them."""
    if sides is None:
        return
    total = dealer.totals[_look(worth)]
    seats[many, of.DEALER_COUNT], seats[many, of.DEALER_TOTAL] = min(count, MANY_CARDS), total
    is_blackjack = count == 2 and total == TWENTY_ONE
    while sides.completion and not is_blackjack and dealer.completes[_look(worth)]:
        worth = uint32(worth + dealer.worth[take_rarely(of.DRAW_ROLE, 0, shoe)])
        count += 1
    seats[many, of.COMPLETED_COUNT] = min(count, MANY_CARDS)
    seats[many, of.COMPLETED_TOTAL] = dealer.totals[_look(worth)]


@njit(**STAGE)
def _draw(hand, hole, many, hands, shoe, seats, machine, dealer, sides, out):
    """One of the dealer's hands, from its second card on, as far as anything needs it."""
    worth = uint32(dealer.worth[uint32(seats[many, of.UP])] + dealer.worth[hole])
    count, counts = int64(2), int64(shoe.at[of.COUNTS])
    awaited = undecided(many, seats)
    going = dealer.totals[_look(worth)] != TWENTY_ONE
    while going:
        look = _look(worth)
        going = dealer.draws[look] != 0 and (
            awaited if machine.closes else waiting(of.DRAW_ROLE, many, seats, machine)
        )
        if not going and hand == 0:
            going = _draws_on(count, look, many, hands, seats, dealer, sides)
        if going:
            card = take(of.DRAW_ROLE, 0, shoe)
            if not machine.closes:
                give(card, of.DRAW_ROLE, many, counts, seats, machine, out)
            count += 1
            worth = uint32(worth + dealer.worth[card])
            if hand == 0 and count == 3:
                seats[many, of.DEALER_THIRD] = card
    if machine.closes and awaited:
        look = uint32(_look(worth))
        if count == 2 and dealer.totals[look] == TWENTY_ONE:
            look = uint32(LOOKS)
        close(dealer.ends[look], many, counts, seats, machine, out)
    if hand == 0:
        _complete(count, worth, many, shoe, seats, dealer, sides)


@njit(**STAGE)
def _needs_second(many, hands, seats, dealer, sides):
    """Whether a second card that no box waits for is dealt all the same."""
    if dealer.has_hole:
        return True
    if sides is None:
        return False
    return wanted(sides.second_card, many, hands, seats, sides)


@njit(**STAGE)
def play_dealer(many, hands, shoe, seats, machine, dealer, sides, out):
    """The dealer's hands after the players' turns."""
    counts = int64(shoe.at[of.COUNTS])
    hole = uint32(seats[many, of.HOLE])
    if hole == NO_CARD:
        is_awaited = waiting(of.HOLE_ROLE, many, seats, machine)
        if not (is_awaited or _needs_second(many, hands, seats, dealer, sides)):
            return
        hole = take(of.HOLE_ROLE, 0, shoe)
        if machine.closes != SECOND_TOO:
            give(hole, of.HOLE_ROLE, many, counts, seats, machine, out)
        seats[many, of.HOLE] = hole
    _draw(0, hole, many, hands, shoe, seats, machine, dealer, sides, out)
    hand = 1
    while not machine.closes and waiting(of.HOLE_ROLE, many, seats, machine):
        hole = take(of.HOLE_ROLE, 0, shoe)
        give(hole, of.HOLE_ROLE, many, counts, seats, machine, out)
        _draw(hand, hole, many, hands, shoe, seats, machine, dealer, sides, out)
        hand += 1
