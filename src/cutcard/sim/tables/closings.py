"""What a seat comes to by the dealer's end alone, so that no seat need be told each card that the
dealer draws.

A seat's machine takes the dealer's cards one by one, though only the hand they end in matters. Here
every hand of the dealer's is followed once for each state that waits for one; where they all end a
round alike by their totals, and just when the rules end the dealer's hand, one look-up settles the
seat.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from cutcard.automata.rounds import CardRole
from cutcard.cards import DECK_52
from cutcard.rules import TWENTY_ONE, Game, hole_card_is_known
from cutcard.sim.tables.play_tables import ACES, LOOKS, POINTS, dealer_table
from cutcard.sim.tables.round_tables import PLACE_BITS, RoundTables

Array = np.ndarray[Any, Any]

UNKNOWN: Final = -1
PLACE: Final = np.uint32((1 << PLACE_BITS) - 1)
OF_DEALER: Final = (CardRole.UP, CardRole.HOLE, CardRole.DRAW)


BY_ROLE: Final = (
    CardRole.HOLE,
    CardRole.DRAW,
    CardRole.PLAY,
    CardRole.SPLIT_FIRST,
    CardRole.SPLIT_OTHER,
    CardRole.SWITCH,
    CardRole.SECOND,
    CardRole.UP,
    CardRole.FIRST,
)
"""The order of the states of a seat, after the first one: what a state waits for is seen from its
place, and those that most rounds meet come before those of split boxes."""


class SeatStates(NamedTuple):
    """A machine's states in the order of what they wait for, each kind with the common ones first."""

    step: Array
    """By place and letter, flat."""
    roles: Array
    """By state."""
    begins: tuple[int, ...]
    """The places at which each kind begins, in the order of `BY_ROLE`."""

    @classmethod
    def of(cls, made: RoundTables) -> SeatStates:
        """Those of a machine."""
        rank = np.array([BY_ROLE.index(CardRole(role)) for role in made.roles.tolist()])
        rank[0] = -1
        order = np.argsort(rank, kind="stable")
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order)) * made.letters
        step = made.step.reshape(-1, made.letters)[order]
        then = place[(step & PLACE) // np.uint32(made.letters)].astype(np.uint32)
        begins = np.searchsorted(rank[order], np.arange(len(BY_ROLE))) * made.letters
        roles = made.roles[order]
        return cls(((step & ~PLACE) | then).ravel(), roles, tuple(begins.tolist()))


class Closings(NamedTuple):
    """Rounds closed by the dealer's end."""

    closing: Array
    """By a waiting seat's place in the step table, and the dealer's end behind it."""
    ends: Array
    """By look of the dealer's finished hand: its end; that of a blackjack is the last one."""
    closes: int
    """Which seats: `NONE`, those that wait for `DRAWS`, or also those that wait for the second card."""


NONE, DRAWS, SECOND_TOO = range(3)


def closings(states: SeatStates, made: RoundTables, game: Game) -> Closings:
    """What is emitted by all states that wait for the rest of the dealer's hand."""
    if not made.open_ends and not game.switch:
        walk = _Walk(states, made, game)
        for closes, roles in ((SECOND_TOO, (CardRole.HOLE, CardRole.DRAW)), (DRAWS, (CardRole.DRAW,))):
            by_end = walk.by_end(roles)
            columns, end_of = _fewest(by_end) if by_end is not None else (None, {})
            if columns is not None and columns.shape[1] <= made.letters:
                closing = np.zeros((len(columns), made.letters), dtype=np.uint16)
                closing[:, : columns.shape[1]] = np.maximum(columns, 0)
                ends = [end_of.get(each, 0) for each in (*walk.totals.tolist(), walk.blackjack)]
                played_at = states.begins[BY_ROLE.index(CardRole.PLAY)]
                return Closings(closing.ravel()[:played_at], np.array(ends, dtype=np.int64), closes)
    return Closings(np.zeros(0, np.uint16), np.zeros(LOOKS + 1, np.int64), NONE)


class _Walk:
    """All hands of the dealer's beside all states of a seat."""

    def __init__(self, states: SeatStates, made: RoundTables, game: Game) -> None:
        step = states.step.reshape(-1, made.letters)
        self.after = ((step & PLACE) // made.letters).astype(np.int64)
        self.gives = (step >> np.uint32(PLACE_BITS)).astype(np.int64)
        self.roles = states.roles
        self.totals, draws, _ = dealer_table(game)
        self.blackjack = int(self.totals.max()) + 1
        """The number of that end, behind the totals."""
        self.draws = draws != 0
        self.is_looked_at = np.zeros(LOOKS, dtype=bool)
        for card, points, aces in zip(DECK_52, POINTS, ACES, strict=True):
            self.is_looked_at[2 * points + aces] |= hole_card_is_known(game, card)
        cards = [int(np.flatnonzero(made.letter_of == each)[0]) for each in range(made.letters)]
        self.points, self.aces = POINTS[cards].astype(np.int64), ACES[cards].astype(np.int64)
        assert len(made.letter_of) == len(DECK_52)

    def _next(self, states: Array, looks: Array) -> tuple[Array, Array]:
        """The states and looks after each letter."""
        is_dealers = np.isin(self.roles[states], OF_DEALER)[:, None]
        grown = 2 * (looks[:, None] // 2 + self.points) + ((looks[:, None] & 1) | self.aces)
        return self.after[states], np.where(is_dealers, grown, looks[:, None])

    def _met(self) -> tuple[Array, Array]:
        """Every state that waits for a draw, with every look of the dealer's hand that it is met
        with."""
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
        return states, looks

    def by_end(self, roles: tuple[CardRole, ...]) -> Array | None:
        """By state and the dealer's end: what is emitted; None where that is not all that matters."""
        states, looks = self._met()
        is_met = np.isin(self.roles[states], roles)
        # a second card that is looked at before the players act is not the rest of the dealer's hand
        is_met &= ~((self.roles[states] == CardRole.HOLE) & self.is_looked_at[looks])
        states, looks = states[is_met], looks[is_met]
        then, grown = self._next(states, looks)
        is_second = (self.roles[states] == CardRole.HOLE)[:, None]
        is_blackjack = is_second & (self.totals[grown] == TWENTY_ONE)
        if not np.array_equal(then == 0, ~self.draws[grown] | is_blackjack):
            return None  # some seat's round is over before the dealer's hand is
        ends = np.where(is_blackjack, self.blackjack, self.totals[grown])
        number = np.full((len(self.after), LOOKS), UNKNOWN)
        number[states, looks] = np.arange(len(states))
        found = np.full((len(states), self.blackjack + 1), UNKNOWN)
        # Points grow with every card, aces counting one: hands with more points are done before those
        # that may become them.
        for points in np.unique(looks // 2)[::-1]:
            here = np.flatnonzero(looks // 2 == points)
            for letter in range(self.after.shape[1]):
                over = then[here, letter] == 0
                ended, going = here[over], here[~over]
                at, gives = ends[ended, letter], self.gives[states[ended], letter]
                later = found[number[then[going, letter], grown[going, letter]]]
                if not (_agree(found[ended, at], gives) and _agree(found[going], later)):
                    return None
                found[ended, at] = gives
                found[going] = np.maximum(found[going], later)
        by_state = np.full((len(self.after), found.shape[1]), UNKNOWN)
        np.maximum.at(by_state, states, found)
        return by_state if _agree(by_state[states], found) else None


def _agree(one: Array, other: Array) -> bool:
    """Whether two of these differ only where one of them is not known."""
    return bool(((one == other) | (one == UNKNOWN) | (other == UNKNOWN)).all())


def _fewest(by_end: Array) -> tuple[Array, dict[int, int]]:
    """The columns that differ, and which of them each end has."""
    columns: list[Array] = []
    end_of: dict[int, int] = {}
    for end in np.flatnonzero((by_end != UNKNOWN).any(axis=0)).tolist():
        mine = by_end[:, end]
        at = next((at for at, each in enumerate(columns) if _agree(each, mine)), len(columns))
        if at == len(columns):
            columns.append(mine)
        columns[at] = np.maximum(columns[at], mine)
        end_of[end] = at
    return np.stack(columns, axis=-1) if columns else np.zeros((len(by_end), 0), np.int64), end_of
