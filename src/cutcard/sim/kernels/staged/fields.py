"""Where the staged kernel keeps its numbers: of a unit, of a seat, in its tables and in the sums."""

from __future__ import annotations

from typing import Final

from cutcard.automata.rounds import CardRole
from cutcard.automata.wagers import INPUTS
from cutcard.cards import DECK_52

# The sums, `out`: units, rounds and squares of units' rounds; then by wager, the main one first.
BETS, NET, HITS, SQUARE, UNIT_SQUARE, UNIT_CROSS = range(6)
OF_WAGER: Final = 6
BEFORE_WAGERS: Final = 3
ENDS_OF: Final = 8
"""Split hands are counted by finish and by one of so many ends."""

# The shoe's own numbers: the stream of chance, cards taken, cards that ended rounds are done with, cards
# of this round written down, and whether the main wager's rows are counted in this unit.
X0, X1, X2, CARRY, TAKEN, GONE, TRACED, COUNTS = range(8)
OF_SHOE: Final = 8

# A seat is a hand that is dealt first cards: a box, or at Switch one half of it. After all seats comes
# one row for the dealer, of which the record alone is used.
STATE, CAME, LAST, STREAK, STREAK_BEFORE, ROUND_KIND, RECORD = range(7)
"""The machine's place, what it won, the last emission; the state of its streak wagers now and before the
round, how the round counts for them; the record."""
OF_SEAT: Final = RECORD + len(INPUTS)
(
    FIRST,
    SECOND,
    UP,
    HOLE,
    THIRD,
    FOURTH,
    SPLIT_THIRD,
    SPLIT_FOURTH,
    DEALER_THIRD,
    DEALER_COUNT,
    DEALER_TOTAL,
    COMPLETED_COUNT,
    COMPLETED_TOTAL,
    FINAL_TOTAL,
    OTHER_FIRST,
    OTHER_SECOND,
) = range(RECORD, OF_SEAT)
DEALERS: Final = frozenset(
    {UP, HOLE, DEALER_THIRD, DEALER_COUNT, DEALER_TOTAL, COMPLETED_COUNT, COMPLETED_TOTAL}
)
"""What the dealer's row has, the same for all."""
NO_TOTAL: Final = -1

TOTAL, MEMO = range(2)
"""Of a seat that splits: the sum of its hands, and the hands that are finished."""
OF_MEMO: Final = 2

# The machine's emissions, a row each.
E_NET, E_ADD, E_SHIFT, E_FINISH, E_END, E_TIMES, E_GOES_ON, E_FINAL = range(8)

FIRST_ROLE, SECOND_ROLE, UP_ROLE, HOLE_ROLE, PLAY_ROLE, SPLIT_FIRST_ROLE, SPLIT_OTHER_ROLE, DRAW_ROLE = (
    int(role)
    for role in (
        CardRole.FIRST,
        CardRole.SECOND,
        CardRole.UP,
        CardRole.HOLE,
        CardRole.PLAY,
        CardRole.SPLIT_FIRST,
        CardRole.SPLIT_OTHER,
        CardRole.DRAW,
    )
)
BURNED: Final = 255
"""The role of a card that was burned."""
MOST_TRACED: Final = 512
"""Cards of a round that are kept so that it can be dealt again."""
CARDS: Final = len(DECK_52)
ACE: Final = 1 << 16
"""The bit of an ace in what a card is worth to a hand, above twice its points."""
