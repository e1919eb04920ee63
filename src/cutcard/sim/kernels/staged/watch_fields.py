"""Where the kernel finds what it watches: in its tables, in what a unit keeps, in the sums."""

from __future__ import annotations

from typing import Final

from cutcard.cards import DECK_52

(
    W_COUNT_OUT,
    W_COUNT_BINS,
    W_LOW,
    W_START,
    W_IS_TRUE,
    W_COUNT_TIMES,
    W_COUNT_PER,
    W_DEPTH_OUT,
    W_DEPTHS,
    W_SESSION_OUT,
    W_SESSION,
    W_SESSIONS,
    W_SESSION_WIDTH,
    W_INSURED_OUT,
    W_INSURED,
    W_OUTCOMES,
    W_REST_OUT,
    W_KNOWN,
    TAGS,
) = range(19)
"""In its tables: places in the sums, sizes, then the tags of 52 cards.

`W_INSURED` is where it is told what becomes of insurance, by two cards; nothing where it is not asked.
"""
FACTORS: Final = TAGS + len(DECK_52)
"""By wager: how many of a session's counts one of its counts of money is."""

RUNNING, SEEN, COUNT_CELL, DEPTH_CELL, HALF, PLAYED, SESSIONS_DONE, OF_THIS_SHOE, BEFORE = range(9)
"""What a unit keeps; from `BEFORE` on the bets and the net of each wager, then what each box has won,
then the rounds behind the known ones of their shoes and each wager's net in them."""

OF_CELL: Final = 3
"""After the rounds of a bin, by wager: bets, net, squares of the rounds' nets."""

MANY, AHEAD, LEVEL, SUM, SQUARES, LINEAR = range(6)
"""Of sessions: how many, how many won and came out even, sum, sum of squares; then the bins."""
SIDE: Final = 500
"""Bins of one width on each side of nothing."""
TAILS: Final = 24
"""Bins beyond those on each side, each twice as wide as the one before."""
OF_SESSIONS: Final = LINEAR + 2 * SIDE + 2 * TAILS
