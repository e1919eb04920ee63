"""Streak wagers: a chain over the wins so far, moved on by what a box's hands come to in a round.

What a round does to a streak is asked of the settlement itself, with one example of a seat for each
way the box's hands can end. A stake stays up through rounds that leave the streak as it is, so the
chance of winning is a product over the wins of "carried on" against "carried on or lost".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, NamedTuple

from cutcard.odds.answers import Answer, Exact
from cutcard.odds.problem import OddsError
from cutcard.odds.question import Question
from cutcard.odds.rows import answer_with, example_seat, row_of
from cutcard.wagers.settlement import STREAKS, Award, Devices, by_streak, round_end

CLOSE: Final = 1e-9
ASSUMED: Final = (
    "Every round of the streak has the chances of a round from the full shoe, whatever came before.",
    "The player goes on until the wager is decided and plays the main wager for its own sake.",
)


class BoxResult(NamedTuple):
    """What a box's hands came to in one round."""

    hands_won: int
    hands_lost: int
    hands_total: int
    surrendered: bool = False


@dataclass(frozen=True)
class StreakStep:
    """What one round does to a streak with so many wins: chances that add up to one."""

    wins: int
    carried_on: Exact
    """Won again; at the last step this wins the wager."""
    lost: Exact
    unchanged: Exact

    @property
    def chance(self) -> Exact:
        """Of being carried on in the end, however many rounds leave it unchanged."""
        return self.carried_on / (self.carried_on + self.lost)

    @property
    def rounds(self) -> Exact:
        """Expected until it is carried on or lost."""
        return 1 / (self.carried_on + self.lost)


Rounds = Mapping[BoxResult, Exact] | Mapping[tuple[int, int, int], Exact]
"""The chance of every result of a box in a round, as (hands won, hands lost, hands) at the least."""


def steps(question: Question, rounds: Rounds) -> tuple[StreakStep, ...]:
    """The chain of a streak wager, `rounds` being the chance of every result of the box."""
    in_all = sum(rounds.values(), Fraction(0))
    if in_all != 1 and (isinstance(in_all, Fraction) or abs(in_all - 1) > CLOSE):
        raise OddsError(f"rounds: the chances of a round's results add up to {float(in_all)}, not 1")
    target = STREAKS[question.offer.paytable.rows[0].outcome]
    found: list[StreakStep] = []
    for wins in range(target):
        to: dict[str, Exact] = {"on": Fraction(0), "lost": Fraction(0), "same": Fraction(0)}
        for result, chance in rounds.items():
            to[_move(_settled(question, wins, BoxResult(*result)))] += chance
        if not to["on"] + to["lost"]:
            raise OddsError("rounds: no result ever decides the streak")
        found.append(StreakStep(wins, to["on"], to["lost"], to["same"]))
    return tuple(found)


def _settled(question: Question, wins: int, result: BoxResult) -> Award:
    """The settlement's award to a seat with this result."""
    seat = replace(
        example_seat(question),
        hands_won=result.hands_won,
        hands_lost=result.hands_lost,
        hands_total=result.hands_total,
        surrendered=result.surrendered,
        streak_wins=wins,
    )
    return by_streak(round_end(question.rules, (seat,), Devices({})), question.offer)[0]


def _move(award: Award) -> str:
    """Where an award leaves the streak."""
    if award.outcome in ("advance", *STREAKS):
        return "on"
    return "same" if award.outcome == "unchanged" else "lost"


def chance_of_streak(chain: tuple[StreakStep, ...]) -> Exact:
    """Of winning the wager."""
    found: Exact = Fraction(1)
    for step in chain:
        found *= step.chance
    return found


def expected_rounds(chain: tuple[StreakStep, ...]) -> Exact:
    """Until the wager is won or lost."""
    reached: Exact = Fraction(1)
    found: Exact = Fraction(0)
    for step in chain:
        found += reached * step.rounds
        reached *= step.chance
    return found


def streak_odds(question: Question, rounds: Rounds) -> Answer:
    """The odds of a streak wager from the chances of a box's rounds."""
    chain = steps(question, rounds)
    chance, length = chance_of_streak(chain), expected_rounds(chain)
    target = len(chain)
    won = _settled(question, target - 1, BoxResult(1, 0, 1)).line
    gone = _settled(question, 0, BoxResult(0, 1, 1)).line
    rows = (row_of(question, [won], chance), row_of(question, [gone], 1 - chance))
    return answer_with(
        question,
        rows,
        method="markov",
        assumptions=ASSUMED,
        extra={
            "expected_rounds": length,
            "edge_per_round": sum((row.contribution for row in rows), Fraction(0)) / length,
            "steps": chain,
        },
    )
