"""Streak wagers as a table: what a round does to those that lie on a box, by how its hands counted.

A box places all its streak wagers at once, before a round in which none of them is undecided (§22(k));
every move is asked of the settlement.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np

from cutcard.automata.rounds.box_results import BoxCount, counts
from cutcard.automata.wagers.row_results import ClassifierResult, seat_with
from cutcard.law import RuleSet
from cutcard.money import Cents
from cutcard.rules import Line
from cutcard.wagers import STAYS, DecidedBy, decided_by, wins_after
from cutcard.wagers.settlement import HouseSide, settle_side_wagers

Array = np.ndarray[Any, Any]

UNDECIDED: Final = -1


class Riding(NamedTuple):
    """The streak wagers on a box before a round."""

    wins: int = 0
    """So far, one after the other."""
    wagers: tuple[str, ...] = ()


NONE_RIDES: Final = Riding()


@dataclass(frozen=True)
class StreakWager:
    """One of them, and what it can come to."""

    wager: str
    paytable: str
    stake: Cents
    results: tuple[ClassifierResult, ...]


@dataclass(frozen=True)
class Streaks:
    """The streak wagers of a table."""

    wagers: tuple[StreakWager, ...]
    states: tuple[Riding, ...]
    """Nothing first, then what a box begins with."""
    kind_of: Array
    """By the number of a box's count: its kind; rounds of a kind do the same to every streak."""
    after: Array
    """By state and kind: the state after the round."""
    decided: Array
    """By state, kind and wager: the number of its result, or that there is none yet."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The wagers' ids."""
        return tuple(each.wager for each in self.wagers)

    def nets(self, state: int, kind: int) -> dict[str, int]:
        """Each wager's net in a round, in cents; zero where the round does not decide it."""
        numbers = dict(zip(self.wagers, self.decided[state, kind].tolist(), strict=True))
        return {
            each.wager: 0 if number == UNDECIDED else int(each.results[number].net)
            for each, number in numbers.items()
        }


NOTHING: Final = np.zeros(0, dtype=np.int64)
NO_STREAKS: Final = Streaks((), (NONE_RIDES,), NOTHING, NOTHING, NOTHING)


def streak_wagers(rules: RuleSet, stakes: Mapping[str, Cents]) -> dict[str, Cents]:
    """The streak wagers among those with a stake, in the document's order."""
    law = rules.document
    names = [name for name in law.wager_ids if decided_by(law.wager(name)) is DecidedBy.STREAK]
    return {name: stakes[name] for name in names if stakes.get(name)}


def streaks(rules: RuleSet, stakes: Mapping[str, Cents], most_hands: int) -> Streaks:
    """The table of all streak wagers with a stake, where a box may come to so many hands."""
    return _StreakMaker(rules, streak_wagers(rules, stakes), most_hands).table()


class _StreakMaker:
    def __init__(self, rules: RuleSet, stakes: Mapping[str, Cents], most_hands: int) -> None:
        self.rules, self.stakes = rules, stakes
        self.counts = counts(most_hands)
        self.results: dict[str, dict[ClassifierResult, int]] = {name: {} for name in stakes}
        self.states = {NONE_RIDES: 0, Riding(0, tuple(stakes)): 1}

    def table(self) -> Streaks:
        """States as they are found, and rounds that do the same to all of them made one."""
        if not self.stakes:
            return NO_STREAKS
        nothing = (0, (UNDECIDED,) * len(self.stakes))
        moves = [[nothing] * len(self.counts)]
        while len(moves) < len(self.states):
            riding = tuple(self.states)[len(moves)]
            moves.append([self._move(riding, each) if each.is_met else nothing for each in self.counts])
        columns = list(zip(*moves, strict=True))
        kinds = {column: number for number, column in enumerate(dict.fromkeys(columns))}
        return Streaks(
            wagers=tuple(
                StreakWager(name, self.rules.offers[name].paytable.id, stake, tuple(self.results[name]))
                for name, stake in self.stakes.items()
            ),
            states=tuple(self.states),
            kind_of=np.array([kinds[column] for column in columns], dtype=np.int64),
            after=np.array([[state for state, _ in column] for column in kinds], dtype=np.int64).T,
            decided=np.array(
                [[decided for _, decided in column] for column in kinds], dtype=np.int64
            ).swapaxes(0, 1),
        )

    def _move(self, riding: Riding, count: BoxCount) -> tuple[int, tuple[int, ...]]:
        """The state after a round, and the result of each wager that it decided."""
        lines = self._settled(riding, count)
        decided = dict.fromkeys(self.stakes, UNDECIDED)
        for line in lines:
            if line.outcome not in STAYS:
                results = self.results[line.wager]
                decided[line.wager] = results.setdefault(
                    ClassifierResult((line.outcome,), line.net), len(results)
                )
        left = tuple(line.wager for line in lines if line.outcome in STAYS)
        wins = wins_after(riding.wins, {line.outcome for line in lines})
        after = Riding(wins, left) if left else NONE_RIDES
        return self.states.setdefault(after, len(self.states)), tuple(decided.values())

    def _settled(self, riding: Riding, count: BoxCount) -> Sequence[Line]:
        first = next(iter(self.stakes))
        seat = replace(
            seat_with(self.rules, self.rules.offers[first], self.stakes[first]),
            stakes={name: self.stakes[name] for name in riding.wagers},
            hands_won=count.won,
            hands_lost=count.lost,
            hands_total=count.total,
            surrendered=bool(count.given_up),
            streak_wins=riding.wins,
        )
        return settle_side_wagers(self.rules, (seat,), HouseSide())
