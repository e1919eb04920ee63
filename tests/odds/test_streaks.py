"""Streak wagers: the chain against rounds played out, the split rules, and published figures."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cutcard.odds.problem import OddsError
from cutcard.odds.question import Question, question
from cutcard.odds.sides.streaks import (
    BoxResult,
    chance_of_streak,
    expected_rounds,
    steps,
    streak_odds,
)
from cutcard.wagers.classify.streak import advance
from cutcard.wagers.settlement.stakes import STREAKS

WAGERS = {"streak_2": 2, "streak_3": 3, "streak_4": 4, "streak_5": 5}
ROUNDS = {
    BoxResult(1, 0, 1): Fraction(42, 100),
    BoxResult(0, 1, 1): Fraction(40, 100),
    BoxResult(0, 0, 1): Fraction(8, 100),
    BoxResult(2, 0, 2): Fraction(2, 100),
    BoxResult(1, 0, 3): Fraction(3, 100),
    BoxResult(1, 1, 3): Fraction(1, 100),
    BoxResult(0, 2, 3): Fraction(4, 100),
}
PUBLISHED = {(1, 0, 1): 809004498, (0, 0, 1): 163884660, (0, 1, 1): 893836469}
"""Rounds won, pushed and lost of 1,866,725,627 simulated at six decks: Shackleford, Streak.

The counts of his table of net wins, those above nothing and below nothing added up.
"""


def streak(wager: str, **options: object) -> Question:
    return question("ma-blackjack", wager, options=options)


def played_out(asked: Question, rounds: int) -> tuple[float, float]:
    """The chance of a win and the mean number of rounds, going through them one by one."""
    target = STREAKS[asked.offer.paytable.rows[0].outcome]
    rule = str(asked.rules.options["streak_split"])
    at = {0: 1.0}
    won, mean = 0.0, 0.0
    for _ in range(rounds):
        mean += sum(at.values())
        after: dict[int, float] = {}
        for wins, here in at.items():
            for result, chance in ROUNDS.items():
                moved = advance(wins, target, *result[:3], rule=rule)
                if moved == "win":
                    won += here * float(chance)
                elif moved != "lose":
                    to = wins + (moved == "advance")
                    after[to] = after.get(to, 0.0) + here * float(chance)
        at = after
    return won, mean


@pytest.mark.parametrize("wager", WAGERS)
@pytest.mark.parametrize("rule", ["ignore_pushes", "majority_of_all"])
def test_the_chain_is_the_rounds_played_out(wager: str, rule: str) -> None:
    """§22(e)-(h), MA-A45."""
    asked = streak(wager, streak_split=rule)
    won, mean = played_out(asked, 400)
    chain = steps(asked, ROUNDS)
    assert float(chance_of_streak(chain)) == pytest.approx(won, abs=1e-12)
    assert float(expected_rounds(chain)) == pytest.approx(mean, abs=1e-9)
    assert all(step.carried_on + step.lost + step.unchanged == 1 for step in chain)


def test_the_stricter_split_rule_never_helps_the_player() -> None:
    for wager in WAGERS:
        lenient, strict = (
            chance_of_streak(steps(streak(wager, streak_split=rule), ROUNDS))
            for rule in ("ignore_pushes", "majority_of_all")
        )
        assert strict < lenient


def test_surrender_loses_or_leaves_the_streak() -> None:
    """MA-A69."""
    rounds = {BoxResult(1, 0, 1): Fraction(1, 2), BoxResult(0, 0, 1, surrendered=True): Fraction(1, 2)}
    options = question("ma-blackjack", "streak_2").rules.document.options["streak_surrender"].permitted
    assert set(options) == {"lose", "push"}
    assert chance_of_streak(steps(streak("streak_2", streak_surrender="lose"), rounds)) == Fraction(1, 4)
    assert chance_of_streak(steps(streak("streak_2", streak_surrender="push"), rounds)) == 1


@pytest.mark.parametrize(("wager", "pays"), list(zip(WAGERS, (3, 7, 17, 37), strict=True)))
def test_the_edge_is_that_of_a_power_of_the_decided_rounds(wager: str, pays: int) -> None:
    """§22(j): with p the part of the decided rounds that are won, (pays + 1) p^n - 1."""
    count = sum(PUBLISHED.values())
    rounds = {result: Fraction(seen, count) for result, seen in PUBLISHED.items()}
    won, lost = rounds[1, 0, 1], rounds[0, 1, 1]
    found = streak_odds(streak(wager), rounds)
    assert found.method == "markov"
    assert found.player_edge == (pays + 1) * (won / (won + lost)) ** WAGERS[wager] - 1
    assert sum(row.probability for row in found.rows) == 1


def test_the_published_edge_of_two_wins() -> None:
    """About 9.7% for two wins at 3 to 1, as the trade press gives it."""
    count = sum(PUBLISHED.values())
    found = streak_odds(
        streak("streak_2"), {key: Fraction(seen, count) for key, seen in PUBLISHED.items()}
    )
    assert f"{100 * float(found.house_edge):.1f}" == "9.7"


def test_chances_may_be_floats() -> None:
    exact = streak_odds(streak("streak_3"), ROUNDS)
    rough = streak_odds(streak("streak_3"), {key: float(chance) for key, chance in ROUNDS.items()})
    assert float(rough.house_edge) == pytest.approx(float(exact.house_edge), abs=1e-12)


@pytest.mark.parametrize(
    "rounds", [{(1, 0, 1): Fraction(1, 2)}, {(0, 0, 1): Fraction(1)}, {(1, 0, 1): 0.4, (0, 1, 1): 0.5}]
)
def test_rounds_that_make_no_sense_are_refused(rounds: dict[tuple[int, int, int], Fraction]) -> None:
    with pytest.raises(OddsError):
        steps(streak("streak_2"), rounds)
