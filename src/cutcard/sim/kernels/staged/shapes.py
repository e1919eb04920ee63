"""The shapes of what the staged kernel plays with: its tables, and the arrays of one worker.

They stand in one file, which also says how functions are compiled, so that every compiled function
depends on it: code is cached by what its file imports, and its arguments' types are these.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from cutcard.compute import INNER

Array = np.ndarray[Any, Any]

LOOP: Final = {"cache": True, "_nrt": False, **INNER}
"""A function that is called rarely: its machine code stands once."""
STAGE: Final = {**LOOP, "forceinline": True}
"""A function of a round: a part of its caller, so that no tables are handed over."""


class DealtShoe(NamedTuple):
    """A shoe, and what it is dealt by."""

    cards: Any
    """Places in the deck: those taken first, then those left in any order."""
    at: Any
    """Its own numbers (`fields`)."""
    pack: Any
    """A full shoe sorted by letters."""
    letter_of: Any
    ends: Any
    """Where each letter ends among the cards left, where these stay sorted; else empty."""
    trace: Any
    """Room for the cards of a round, their roles and boxes; empty where nobody asks for them."""
    size: int
    cut: int
    """Cards taken from which on no round begins; 0: every round is dealt from a full shoe."""
    burned: int
    """Cards burned when a shoe is begun."""
    burns_each_round: int
    chain: int
    """Shoes in a unit of work; or rounds, where each is dealt from a full shoe."""
    is_sorted: int
    """Whether the cards left stay sorted by letters."""
    is_traced: int


class Machine(NamedTuple):
    """A round of one seat as look-ups."""

    step: Any
    near: Any
    """On a GPU, the first part of it, for all threads of a block; None on a core."""
    near_entries: int
    opening: Any
    """The entry of the step table that a seat's first card, the up card and its second card lead to."""
    emissions: Any
    nets: Any
    """By emission: what a whole round comes to."""
    closing: Any
    """By place in the step table of a seat that waits for the dealer, and by the dealer's end behind
    it: the emission."""
    letter_of: Any
    memos: Any
    """By seat: the sum of its split hands, and which of them are finished."""
    letters: int
    begins: tuple[int, ...]
    """Where in the step table each kind of waiting seats begins, in the order of `closings.BY_ROLE`."""
    hot: int
    """An emission below this is a whole round, from it on part of a split one."""
    split: tuple[int, ...]
    """Of split boxes: the emission from which on rounds end, the sum before any hand, the bits of a
    field and the units of one in it, and where hands are counted in the sums."""
    keeps_last: int
    """Whether streaks ask for the last emission and the finished hands of a round."""
    tells_totals: int
    """Whether a side wager reads the first hand's final total."""
    rows_at: int
    """Where whole rounds are counted in the sums."""
    closes: int
    """Which seats that wait for the dealer are told the hand's end alone, as `tables.closings` says."""


class DealerTables(NamedTuple):
    """The dealer's rules by look: twice the points with aces at one, and one more where there is one."""

    worth: Any
    """By card: twice its points, and `ACE` more for an ace."""
    looks: Any
    """By up card: whether the second card is looked at before the players act."""
    totals: Any
    draws: Any
    completes: Any
    """By look: the total, whether the dealer draws, whether the hand is completed for Buster."""
    ends: Any
    """By look of a finished hand: the dealer's end, as `Machine.closing` counts them; then a
    blackjack's."""
    has_hole: int


class Folds(NamedTuple):
    """The folds of all side wagers."""

    stages: Any
    """By look-up."""
    first_stage: Any
    """By fold: its first look-up; one entry more says where the last one ends."""
    tables: Any


class SideWagers(NamedTuple):
    """The tables of side wagers, and what a unit counts for them."""

    by_two: Any
    by_up: Any
    by_hole: Any
    """The box's two cards to a number, that and the up card to another, that and the dealer's second
    card to the number of what all wagers come to."""
    is_open: Any
    """By number: whether a wager is left that first cards do not decide."""
    results: Any
    """By number and wager: its result among those of all wagers, or -1."""
    nets: Any
    """By number and wager, flat: its net, in units of the wager."""
    is_shared: Any
    """By wager: whether other boxes or a device have a part in it."""
    logged: Any
    """By number: whether a result of it is logged; and by result, behind these."""
    late: Any
    """Wagers that first cards may leave open: the fold, the number of its first result."""
    folds: Any
    """The folds of all wagers, and of what they demand."""
    second_card: Any
    opens: Any
    own_third: Any
    """The folds that say whether a card is dealt for a wager."""
    won: Any
    """By wager: what it won in this unit."""
    near: Any
    """On a GPU, counts of the common numbers, for all threads of a block; None on a core."""
    near_numbers: int
    wagers: int
    lates: int
    """How many wagers there are, and how many that first cards may leave open."""
    reads_hole: int
    """Whether the dealer's second card makes a difference to a number."""
    third_card: int
    completion: int
    """Whether the dealer draws for a wager: a third card, and by Buster's rule."""
    keeps: int
    """Whether anything reads what the boxes draw, or come to."""
    numbers_at: int
    """Where numbers are counted in the sums."""


class SharedWagers(NamedTuple):
    """The wagers that are settled here, and their devices."""

    wagers: Any
    """The wager, its first result, and where its device's block begins, or none."""
    blocks: Any
    shown: Any
    """What each device showed in a round, by box, and what was drawn for all."""
    nets: Any
    gives: Any
    worth: Any
    then: Any
    """By result of all wagers: its net; and as in `tables.bonuses.Others`."""
    logged: Any
    rows_at: int
    """Where results are counted in the sums."""


class StreakTables(NamedTuple):
    """What rounds do to streak wagers."""

    hand_counts: Any
    hand_kinds: Any
    late_counts: Any
    """How finished hands count, one by one and, at a late blackjack, together."""
    kinds: Any
    """By how a box's hands counted: the kind of round."""
    after: Any
    """By state and kind of round: the next state."""
    decided: Any
    """By state, kind and wager: the result among those of all side wagers, or none."""
    nets: Any
    many: int
    """Streak wagers."""
    late_kinds: int
    first: int
    """The number of the first streak wager among all, the main one counted."""
    rows_at: int
    """Where results are counted in the sums."""


class Watch(NamedTuple):
    """What is watched, and what a unit keeps for it (`watch_fields` says where)."""

    table: Any
    kept: Any
    wagers: int
    """The main wager, and the side wagers that one round decides; 0 where nothing is watched."""


class Extras(NamedTuple):
    """What few tables have. Where one of them is there all are compiled, others with empty tables."""

    switches: Any
    """At Switch, by cards: whether they are switched."""
    shared: SharedWagers
    streaks: StreakTables
    watch: Watch
    events: Any
    """The log."""
    closed: Any
    """The wagers whose units are logged."""
    bet_squares_at: int
    """Where squares of units' bets are added up, by streak wager."""


class KernelTable(NamedTuple):
    """All that the kernel plays with: tables, and the arrays of one worker."""

    shoe: DealtShoe
    machine: Machine
    dealer: DealerTables
    seats: Any
    """By seat, then the dealer: the numbers of a round (`fields`)."""
    mine: Any
    """By wager: the sums of a unit."""
    sides: SideWagers | None
    extras: Extras | None
    """Never without side wagers' tables, which may be empty."""
    boxes: int
    hands: int
    """Seats of a box: two at Switch."""
