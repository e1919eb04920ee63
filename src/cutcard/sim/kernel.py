# mypy: ignore-errors
# The compilers of these functions type them by what they are called with.
"""The kernel: one card, one look-up, many lanes abreast.

A lane is a unit of work: a chain of shoes dealt to the cover card, or a number of rounds each from a
full shoe. On a processor core a few dozen lanes march abreast, card by card, so that it has much to do
at once; `sim.gpu` runs one lane a thread with the same functions.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numba import int32, int64, uint16, uint32, uint64

from cutcard.odds.compiled import njit
from cutcard.sim.chance import below, draw, start
from cutcard.sim.side_kernel import began, moved_on, settled, side_units_over
from cutcard.sim.tables import FRESH_FLUSH, PLACE_BITS, Packing, Splitting

LANES: Final = 32
"""Lanes that march abreast on a processor core: always all of them, lest the compiler lose count."""
SHOES: Final = 16
"""Shoes in a unit of work."""
FRESH_ROUNDS: Final = 1024
"""Rounds in a unit of work where each is dealt from a full shoe."""
FRESH_CARDS: Final = 4 * FRESH_FLUSH
"""Cards dealt to a lane there before what it gave off is added up."""
ALL_ROUNDS: Final = 1 << 62
COPIES: Final = 8
"""Rows are counted in so many copies, lest a count waits for the one before it."""

UNITS, ROUNDS, NET, HITS, SQUARE, UNIT_SQUARE, UNIT_CROSS, ROUNDS_SQUARE, ROWED = range(9)
"""What is added up: whole numbers, so that their order never matters. The last: rounds with rows."""
TOTALS: Final = 9
ALL_ROWS: Final = 1 << 14
ONE_IN: Final = 64
"""The main wager's rows are counted in so many units from the first, and then in one of so many."""
PLACE: Final = (1 << PLACE_BITS) - 1


class Shape(NamedTuple):
    """The sizes and numbers that a kernel works with."""

    cards: int
    """In the shoe."""
    cut: int
    """Cards taken before which a round may begin; 0: every round from a full shoe."""
    burned: int
    """Cards burned at the start of each shoe."""
    hot: int
    """What is given off is a whole round below this, part of a split one from it on."""
    last: int
    """From this on, it ends a split round."""
    none_yet: int
    width: int
    times: int
    """Of a split round's sums: what they begin with, the bits and the worth of a field."""
    offset: int
    sum_at: int
    hits_at: int
    count_at: int
    """Of whole rounds added up in a word: what was added to each net, where the parts begin."""

    @classmethod
    def of(cls, *sizes: int, split: Splitting, packed: Packing) -> Shape:
        """The shape for cards, cut, burned, hot and last."""
        return cls(
            *sizes,
            split.none_yet,
            split.width,
            split.times,
            packed.offset,
            packed.sum_at,
            packed.hits_at,
            packed.count_at,
        )


@njit(cache=True, inline="always")
def has_rows(unit):
    """Whether the main wager's rows are counted in a unit."""
    return unit < ALL_ROWS or unit % ONE_IN == 0


@njit(cache=True, inline="always")
def finish(total, shift, width, times):
    """What a split round comes to: the field of the dealer's end."""
    field = (uint64(total) >> uint64(shift)) & ((uint64(1) << uint64(width)) - uint64(1))
    return int32((int32(field) - (int32(1) << int32(width - 1))) * int32(times))


@njit(cache=True, inline="always")
def unpack(packed, offset, sum_at, hits_at, count_at):
    """Whole rounds added up: how many, how many won, their sum, their squares."""
    whole = uint64(packed)
    rounds = int64(whole >> uint64(count_at))
    hits = int64((whole & ((uint64(1) << uint64(count_at)) - uint64(1))) >> uint64(hits_at))
    came = int64((whole & ((uint64(1) << uint64(hits_at)) - uint64(1))) >> uint64(sum_at))
    square = int64(whole & ((uint64(1) << uint64(sum_at)) - uint64(1)))
    return rounds, hits, came - int64(offset) * rounds, square


@njit(cache=True, inline="always")
def _whole(many, shape, results, packed, mine, rows):
    """Whole rounds added to a unit's sums; how many results are not whole, put in front of all."""
    sums, parts = uint64(0), 0
    for i in range(many):
        m = results[i]
        sums += packed[m]
        if rows is not None:
            rows[m] += 1
        results[parts] = m
        parts += m >= uint32(shape.hot)
    rounds, hits, net, square = unpack(sums, shape.offset, shape.sum_at, shape.hits_at, shape.count_at)
    mine[ROUNDS] += rounds
    mine[HITS] += hits
    mine[NET] += net
    mine[SQUARE] += square
    return parts


@njit(cache=True, inline="always")
def _split(many, total, memo, shape, results, parts, mine, rows):
    """Split rounds added to a unit's sums; what the last of them came to so far."""
    add, shift, finishes, ends = parts
    total = uint64(total)
    for i in range(many):
        m = results[i]
        total += uint64(add[m])
        if rows is not None and finishes[m] >= 0:
            memo = (memo << uint64(8)) | uint64(finishes[m] + 1)
        if m >= uint32(shape.last):
            net = int64(finish(total, shift[m], shape.width, shape.times))
            mine[ROUNDS] += 1
            mine[HITS] += net > 0
            mine[NET] += net
            mine[SQUARE] += net * net
            total = uint64(shape.none_yet)
            if rows is not None:
                while memo:
                    rows[int64(memo & uint64(255)) - 1, ends[m]] += 1
                    memo >>= uint64(8)
    return total, memo


@njit(cache=True, inline="always")
def _first(many, rounds, shape, results):
    """Of so many results those of the first rounds."""
    for i in range(many):
        if rounds == 0:
            return i
        rounds -= results[i] < uint32(shape.hot) or results[i] >= uint32(shape.last)
    return many


@njit(cache=True)
def count_lanes(
    first_unit, count, most, shape, cards, packed, parts, lanes, rows, split_rows, sides, dealt
):
    """What lanes gave off goes to their units' sums, until a unit has so many rounds."""
    given, first, after, results = cards
    totals, hands, mine = lanes
    for at in range(count):
        many = 0
        for p in range(first, after[at]):
            results[many] = given[p, at]
            if sides is not None:
                sides.begins[many + 1] = p + 1
            many += given[p, at] != 0
        if sides is not None:
            rounds = began(at, many, results, 0 if shape.cut else shape.cards, shape, sides)
            settled(at, min(rounds, most - mine[at, ROUNDS]), dealt, sides)
        if many > most - mine[at, ROUNDS]:
            many = _first(many, most - mine[at, ROUNDS], shape, results)
        if has_rows(first_unit + at):
            many = _whole(many, shape, results, packed, mine[at], rows[at & (COPIES - 1)])
            totals[at], hands[at] = _split(
                many, totals[at], hands[at], shape, results, parts, mine[at], split_rows
            )
        else:
            many = _whole(many, shape, results, packed, mine[at], None)
            totals[at], hands[at] = _split(
                many, totals[at], hands[at], shape, results, parts, mine[at], None
            )


@njit(cache=True, inline="always")
def _begin(first, seed, shape, pack, shoe, chance, lanes):
    """Lanes at the start of their units."""
    a, b, c, d = chance
    for at in range(LANES):
        a[at], b[at], c[at], d[at] = start(uint64(seed), uint64(first + at))
        for p in range(shape.cards):
            shoe[p * LANES + at] = pack[p]
        lanes[0][at] = shape.none_yet
        lanes[2][at, :] = 0


@njit(cache=True, inline="always")
def _swapped(here, there, shoe):
    """The card from there, swapped into its place."""
    card = shoe[there]
    shoe[there] = shoe[here]
    shoe[here] = card
    return uint32(card)


@njit(cache=True, inline="always")
def stepped(at, card, places, step, letter_of):
    """A card to a lane's machine: what is given off. Without letters of cards, it is one."""
    e = step[places[at] + (card if letter_of is None else uint32(letter_of[card]))]
    places[at] = e & uint32(PLACE)
    return uint16(e >> uint32(PLACE_BITS))


@njit(cache=True, inline="always")
def _alone(at, p, shape, shoe, chance):
    """A lane's next card by itself."""
    a, b, c, d = chance
    word, a[at], b[at], c[at], d[at] = draw(a[at], b[at], c[at], d[at])
    there = p + int64(below(word, uint32(shape.cards - p)))
    return _swapped(p * LANES + at, there * LANES + at, shoe)


@njit(cache=True)
def _abreast(shape, shoe, chance, picked, places, step, letter_of, given):
    """Every lane's cards to the cover card, and what is given off.

    Where the next card lies is found for all lanes first: a loop that the compiler does many of at once.
    """
    a, b, c, d = chance
    for p in range(shape.burned, shape.cut):
        bound = uint32(shape.cards - p)
        for at in range(LANES):
            word, a[at], b[at], c[at], d[at] = draw(a[at], b[at], c[at], d[at])
            picked[at] = (uint32(p) + below(word, bound)) * uint32(LANES) + uint32(at)
        for at in range(LANES):
            card = _swapped(p * LANES + at, picked[at], shoe)
            given[p, at] = stepped(at, card, places, step, letter_of)


@njit(cache=True)
def _abreast_fresh(shape, shoe, chance, picked, taken, places, step, letter_of, given, sides, dealt):
    """Some cards of rounds from a full shoe to every lane, and what is given off."""
    a, b, c, d = chance
    for p in range(FRESH_CARDS):
        for at in range(LANES):
            picked[at], a[at], b[at], c[at], d[at] = draw(a[at], b[at], c[at], d[at])
        for at in range(LANES):
            here = taken[at]
            there = here + below(picked[at], uint32(shape.cards) - here)
            card = _swapped(here * uint32(LANES) + uint32(at), there * uint32(LANES) + uint32(at), shoe)
            given[p, at] = stepped(at, card, places, step, letter_of)
            if sides is not None:
                dealt[shape.cards + p, at] = card
            taken[at] = uint32(0) if places[at] == 0 else here + uint32(1)


@njit(cache=True)
def _to_the_end(shape, shoe, chance, places, step, letter_of, given, after):
    """Every lane to the end of the round that it is in at the cover card."""
    for at in range(LANES):
        p = shape.cut
        while places[at] != 0:
            card = _alone(at, p, shape, shoe, chance)
            given[p, at] = stepped(at, card, places, step, letter_of)
            p += 1
        after[at] = p


@njit(cache=True)
def units_over(first, batch, count, mine, totals, rounds_of):
    """Units' sums go to the totals."""
    for at in range(count):
        rounds, net = mine[at, ROUNDS], mine[at, NET]
        totals[UNITS] += 1
        totals[ROUNDS] += rounds
        totals[NET] += net
        totals[HITS] += mine[at, HITS]
        totals[SQUARE] += mine[at, SQUARE]
        totals[UNIT_SQUARE] += net * net
        totals[UNIT_CROSS] += net * rounds
        totals[ROUNDS_SQUARE] += rounds * rounds
        if has_rows(first + batch + at):
            totals[ROWED] += rounds
        if batch + at < len(rounds_of):
            rounds_of[batch + at] = rounds


@njit(cache=True, inline="always")
def new_lanes(shape, most, kind):
    """All that lanes march with: shoes; chance; where they are; what they gave off; their sums."""
    chance = (
        np.empty(LANES, np.uint32),
        np.empty(LANES, np.uint32),
        np.empty(LANES, np.uint32),
        np.empty(LANES, np.uint32),
    )
    return (
        np.empty(shape.cards * LANES, np.uint8),
        chance,
        (np.zeros(LANES, np.uint32), np.zeros(LANES, np.uint32), np.zeros(LANES, np.uint32)),
        (
            np.zeros((most, LANES), np.uint16),
            shape.burned,
            np.full(LANES, most),
            np.zeros(most + 1, np.uint16),
        ),
        (np.zeros(LANES, kind), np.zeros(LANES, np.uint64), np.zeros((LANES, TOTALS), np.int64)),
    )


@njit(cache=True, nogil=True)
def shoes(
    seed,
    first,
    units,
    shape,
    pack,
    letter_of,
    step,
    packed,
    parts,
    sides,
    totals,
    rows,
    split_rows,
    rounds_of,
):
    """Units of shoes dealt to the cover card."""
    shoe, chance, (picked, places, _), cards, lanes = new_lanes(shape, shape.cards, parts[0].dtype)
    given, _, after, _ = cards
    dealt = shoe.reshape((shape.cards, LANES))
    for batch in range(0, units, LANES):
        _begin(first + batch, seed, shape, pack, shoe, chance, lanes)
        count = min(LANES, units - batch)
        for _ in range(SHOES):
            for p in range(shape.burned):
                for at in range(LANES):
                    _alone(at, p, shape, shoe, chance)
            _abreast(shape, shoe, chance, picked, places, step, letter_of, given)
            _to_the_end(shape, shoe, chance, places, step, letter_of, given, after)
            if sides is not None:
                sides.begun[:] = shape.burned
            count_lanes(
                first + batch,
                count,
                ALL_ROUNDS,
                shape,
                cards,
                packed,
                parts,
                lanes,
                rows,
                split_rows,
                sides,
                dealt,
            )
        if sides is not None:
            side_units_over(count, lanes[2][:, ROUNDS], sides)
        units_over(first, batch, count, lanes[2], totals, rounds_of)


@njit(cache=True, nogil=True)
def fresh(
    seed,
    first,
    units,
    shape,
    pack,
    letter_of,
    step,
    packed,
    parts,
    sides,
    totals,
    rows,
    split_rows,
    rounds_of,
):
    """Units of rounds, each from a full shoe; a lane that has played all of its own goes on idly."""
    shoe, chance, (picked, places, taken), cards, lanes = new_lanes(shape, FRESH_CARDS, parts[0].dtype)
    dealt = np.zeros((shape.cards + FRESH_CARDS + 1, LANES), np.uint8)
    for batch in range(0, units, LANES):
        _begin(first + batch, seed, shape, pack, shoe, chance, lanes)
        count = min(LANES, units - batch)
        places[:], taken[:] = 0, 0
        if sides is not None:
            sides.begun[:] = shape.cards
        while lanes[2][:count, ROUNDS].min() < FRESH_ROUNDS:
            _abreast_fresh(
                shape, shoe, chance, picked, taken, places, step, letter_of, cards[0], sides, dealt
            )
            count_lanes(
                first + batch,
                count,
                FRESH_ROUNDS,
                shape,
                cards,
                packed,
                parts,
                lanes,
                rows,
                split_rows,
                sides,
                dealt,
            )
            if sides is not None:
                moved_on(FRESH_CARDS, shape.cards, dealt, sides)
        if sides is not None:
            side_units_over(count, lanes[2][:, ROUNDS], sides)
        units_over(first, batch, count, lanes[2], totals, rounds_of)
