"""Where the general kernel finds its numbers: in its tables, in what a unit keeps, in a box's record."""

from __future__ import annotations

from typing import Final

from cutcard.automata.rounds import CardRole
from cutcard.automata.wagers import INPUTS
from cutcard.rules import TWENTY_ONE
from cutcard.sim.tables.play_tables import THIRD_CARD_UNDER

BETS, NET, HITS, SQUARE, UNIT_SQUARE, UNIT_CROSS = range(6)
"""What is added up for each wager, the main one first."""
OF_WAGER: Final = 6
BEFORE_WAGERS: Final = 3
"""Units, rounds, and the squares of units' rounds."""
ENDS_OF: Final = 8
"""Split hands are counted by finish and by one of so many ends."""

# What a unit keeps while it is played: first these, then a block for each box, then its own sums.
TAKEN, GONE, TRACED, X0, X1, X2, CARRY, COUNTS, KEPT = range(9)
STATE, TOTAL, CAME, MEMO, LAST, STREAK, STREAK_BEFORE, ROUND_KIND, RECORD = range(9)
OF_BOX: Final = RECORD + len(INPUTS)
MOST_TRACED: Final = 512
"""Cards of a round that are kept so that it can be dealt again."""

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
) = range(len(INPUTS))
BURNED: Final = 255
"""The role of a card that was burned."""
UNDER: Final = THIRD_CARD_UNDER
BLACKJACK: Final = TWENTY_ONE
"""Of two cards: the total from which on no third card is due, and that of a blackjack."""
PLAY_ROLE, SPLIT_FIRST_ROLE, SPLIT_OTHER_ROLE = map(
    int, (CardRole.PLAY, CardRole.SPLIT_FIRST, CardRole.SPLIT_OTHER)
)
HOLE_ROLE, DRAW_ROLE = int(CardRole.HOLE), int(CardRole.DRAW)
FIRST_ROLE, SECOND_ROLE, UP_ROLE = int(CardRole.FIRST), int(CardRole.SECOND), int(CardRole.UP)
NO_TOTAL: Final = -1


SIZES: Final = (
    "cards",
    "cut",
    "burned",
    "is_fresh",
    "is_sorted",
    "ends_at",
    "hot",
    "last",
    "none_yet",
    "width",
    "times_of_field",
    "boxes",
    "hands",
    "burns_each_round",
    "has_hole",
    "wagers",
    "third_card",
    "completion",
    "pack",
    "letter_of",
    "looks",
    "add",
    "shift",
    "nets",
    "finishes",
    "ends",
    "times",
    "goes_on",
    "finals",
    "points",
    "aces",
    "totals",
    "draws",
    "completes",
    "first_stage",
    "stage_input",
    "stage_offset",
    "stage_domain",
    "second_card",
    "second_cards",
    "opens",
    "many_opens",
    "own_third",
    "own_thirds",
    "result_net",
    "first_result",
    "whole_rows",
    "split_rows",
    "side_rows",
    "logged",
    "closed",
    "many_closed",
    "watch",
    "switches",
    "streaks",
    "kinds",
    "late_kinds",
    "hand_counts",
    "hand_kinds",
    "late_counts",
    "streak_kinds",
    "streak_after",
    "streak_decided",
    "bet_squares",
    "devices",
    "others",
)
"""What the array of tables begins with: sizes and numbers, then where each of its tables begins.

`boxes` counts the blocks that boxes keep, of which each has as many as it has `hands`: two at Switch.
`has_hole` says whether the dealer's second card is dealt before the players act, `third_card` and
`completion` whether the dealer draws for a wager; `many_...` count folds, and rows are in the sums.
`logged` says of every result whether it is logged, `closed` names the wagers whose units are.
`watch` is nothing where nothing is watched.
"""
(
    N_CARDS,
    N_CUT,
    N_BURNED,
    N_IS_FRESH,
    N_IS_SORTED,
    N_ENDS_AT,
    N_HOT,
    N_LAST,
    N_NONE_YET,
    N_WIDTH,
    N_TIMES_OF_FIELD,
    N_BOXES,
    N_HANDS,
    N_BURNS_EACH_ROUND,
    N_HAS_HOLE,
    N_WAGERS,
    N_THIRD_CARD,
    N_COMPLETION,
    N_PACK,
    N_LETTER_OF,
    N_LOOKS,
    N_ADD,
    N_SHIFT,
    N_NETS,
    N_FINISHES,
    N_ENDS,
    N_TIMES,
    N_GOES_ON,
    N_FINALS,
    N_POINTS,
    N_ACES,
    N_TOTALS,
    N_DRAWS,
    N_COMPLETES,
    N_FIRST_STAGE,
    N_STAGE_INPUT,
    N_STAGE_OFFSET,
    N_STAGE_DOMAIN,
    N_SECOND_CARD,
    N_SECOND_CARDS,
    N_OPENS,
    N_MANY_OPENS,
    N_OWN_THIRD,
    N_OWN_THIRDS,
    N_RESULT_NET,
    N_FIRST_RESULT,
    N_WHOLE_ROWS,
    N_SPLIT_ROWS,
    N_SIDE_ROWS,
    N_LOGGED,
    N_CLOSED,
    N_MANY_CLOSED,
    N_WATCH,
    N_SWITCHES,
    N_STREAKS,
    N_KINDS,
    N_LATE_KINDS,
    N_HAND_COUNTS,
    N_HAND_KINDS,
    N_LATE_COUNTS,
    N_STREAK_KINDS,
    N_STREAK_AFTER,
    N_STREAK_DECIDED,
    N_BET_SQUARES,
    N_DEVICES,
    N_OTHERS,
) = range(len(SIZES))
