"""What a seat comes to by the dealer's end alone, so that no seat need be told each card that the dealer draws.

A seat's machine takes the dealer's cards one by one, though only the hand they end in matters. Here every
hand of the dealer's is followed once for each state that waits for one; where they all end a round alike
by their totals, and just when the rules end the dealer's hand, one look-up settles the seat.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from cutcard.automata.rounds import CardRole
from cutcard.cards import DECK_52
from cutcard.rules import Game
from cutcard.sim.tables.play_tables import ACES, LOOKS, POINTS, dealer_table
from cutcard.sim.tables.round_tables import PLACE_BITS, RoundTables

Array = np.ndarray[Any, Any]

UNKNOWN: Final = -1
OF_DEALER: Final = (CardRole.UP, CardRole.HOLE, CardRole.DRAW)


class Closings(NamedTuple):
    """Rounds closed by the dealer's end; where `closes` is false the tables say nothing."""

    closing: Array
    """As long as the step table: by a waiting seat's place there, and the dealer's end behind it."""
    ends: Array
    """By look of the dealer's finished hand: its end."""
    closes: bool


def closings(made: RoundTables, game: Game) -> Closings:
    """The emissions of all states that wait for the dealer's draws."""
    nothing = Closings(np.zeros(0, np.uint16), np.zeros(LOOKS, np.int64), closes=False)
    if made.open_ends or game.switch:
        return nothing
    walk = _Walk(made, game)
    by_end = walk.by_end()
    if by_end is None:
        return nothing
    columns, end_of_total = _fewest(by_end)
    if columns.shape[1] > made.letters:
        return nothing
    closing = np.zeros((len(columns), made.letters), dtype=np.uint16)
    closing[:, : columns.shape[1]] = np.maximum(columns, 0)
    ends = np.array([end_of_total.get(int(each), 0) for each in walk.totals], dtype=np.int64)
    return Closings(closing.ravel(), ends, closes=True)


class _Walk:
    """All hands of the dealer's beside all states of a seat."""

    def __init__(self, made: RoundTables, game: Game) -> None:
        step = made.step.reshape(-1, made.letters)
        self.after = ((step & np.uint32((1 << PLACE_BITS) - 1)) // made.letters).astype(np.int64)
        self.gives = (step >> np.uint32(PLACE_BITS)).astype(np.int64)
        self.roles = made.roles
        self.totals, draws, _ = dealer_table(game)
        self.draws = draws != 0
        cards = [int(np.flatnonzero(made.letter_of == each)[0]) for each in range(made.letters)]
        self.points, self.aces = POINTS[cards].astype(np.int64), ACES[cards].astype(np.int64)
        assert len(made.letter_of) == len(DECK_52)

    def _next(self, states: Array, looks: Array) -> tuple[Array, Array]:
        """The states and looks after each letter."""
        is_dealers = np.isin(self.roles[states], OF_DEALER)[:, None]
        grown = 2 * (looks[:, None] // 2 + self.points) + ((looks[:, None] & 1) | self.aces)
        return self.after[states], np.where(is_dealers, grown, looks[:, None])

    def _met(self) -> tuple[Array, Array]:
        """Every state that waits for a draw, with every look of the dealer's hand that it is met with."""
        seen = np.zeros((len(self.after), LOOKS), dtype=bool)
        states, looks = np.zeros(1, np.int64), np.zeros(1, np.int64)
        while len(states):
            then, grown = self._next(states, looks)
            fresh = np.zeros_like(seen)
            goes_on = then != 0
            fresh[then[goes_on], grown[goes_on]] = True
            fresh &= ~seen
            seen |= fresh
            states, looks = np.nonzero(fresh)
        states, looks = np.nonzero(seen)
        waits = self.roles[states] == CardRole.DRAW
        return states[waits], looks[waits]

    def by_end(self) -> Array | None:
        """By state and the dealer's total: what is emitted; None where that is not all that matters."""
        states, looks = self._met()
        then, grown = self._next(states, looks)
        if not np.array_equal(then == 0, ~self.draws[grown]):
            return None  # some seat's round is over before the dealer's hand is
        number = np.full((len(self.after), LOOKS), UNKNOWN)
        number[states, looks] = np.arange(len(states))
        found = np.full((len(states), int(self.totals.max()) + 1), UNKNOWN)
        # Points grow with every card, aces counting one: hands with more points are done before those that
        # may become them.
        for points in np.unique(looks // 2)[::-1]:
            here = np.flatnonzero(looks // 2 == points)
            for letter in range(self.after.shape[1]):
                over = then[here, letter] == 0
                ended, going = here[over], here[~over]
                at = self.totals[grown[ended, letter]]
                if not _agree(found[ended, at], self.gives[states[ended], letter]):
                    return None
                found[ended, at] = self.gives[states[ended], letter]
                later = found[number[then[going, letter], grown[going, letter]]]
                if not _agree(found[going], later):
                    return None
                found[going] = np.maximum(found[going], later)
        by_state = np.full((len(self.after), found.shape[1]), UNKNOWN)
        np.maximum.at(by_state, states, found)
        return by_state if _agree(by_state[states], found) else None


def _agree(one: Array, other: Array) -> bool:
    """Whether two of these differ only where one of them is not known."""
    return bool(((one == other) | (one == UNKNOWN) | (other == UNKNOWN)).all())


def _fewest(by_total: Array) -> tuple[Array, dict[int, int]]:
    """The columns that differ, and which of them each total has."""
    columns: list[Array] = []
    end_of_total: dict[int, int] = {}
    for total in np.flatnonzero((by_total != UNKNOWN).any(axis=0)).tolist():
        mine = by_total[:, total]
        at = next((at for at, each in enumerate(columns) if _agree(each, mine)), len(columns))
        if at == len(columns):
            columns.append(mine)
        columns[at] = np.maximum(columns[at], mine)
        end_of_total[total] = at
    return np.stack(columns, axis=-1) if columns else np.zeros((len(by_total), 0), np.int64), end_of_total
