"""`odds.strategy_value`: the exact value of a person's own strategy, and what each deviation costs.

What a strategy loses against the best play is taken apart by where it departs from it. With Q(h, a)
for the value of doing `a` with the hand `h` and playing the best way after that, and p(h) for how
often the strategy comes to `h`, the loss is the sum over all hands of p(h) (Q(h, best) - Q(h, done)):
at every hand that it comes to, the strategy loses what its action is worth less than the best one, and
no more, for what it does wrong later is counted there. For example, who stands on 16 against a ten,
and comes to that hand in 3 of 100 rounds, loses 0.03 times what hitting is worth more.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import Cards, total_of
from cutcard.law import Document
from cutcard.odds.charts.chart import ChartTables
from cutcard.odds.charts.legend import LABELS, label
from cutcard.odds.charts.policies import decisions
from cutcard.odds.library.edge import NO_RATIONAL
from cutcard.odds.library.request import OddsResult, asked
from cutcard.odds.main.decisions import TWO_CARD_HANDS, ActionCode, pair_value
from cutcard.odds.main.game import MainGame, played, solve
from cutcard.odds.main.hands import NO_HAND, all_hands, two_card_places
from cutcard.odds.main.insurance import insurance_gain
from cutcard.odds.main.spread import deviation
from cutcard.odds.problem import OddsError
from cutcard.odds.question import MAIN, check_shoe
from cutcard.odds.registry import analyser_digest, digest_of
from cutcard.odds.strategy import BASIC, needs_of, read_book
from cutcard.odds.strategy.policy import OwnPolicy, own_policy, policy_of
from cutcard.results import Drawing, Record, arguments, exact_json
from cutcard.table import game_of

Array = np.ndarray[Any, Any]
SMALLEST: Final = 1e-12
"""A cost below this is rounding."""


@dataclass(frozen=True)
class DeviationCost:
    """What it costs to do something else than the best with a hand, per round."""

    hand: str
    up: str
    action: str
    best: str
    cost: float


@dataclass(frozen=True, repr=False)
class StrategyValue(OddsResult):
    """A strategy's value beside that of the best play."""

    name: str
    game: MainGame
    """Played by the strategy."""
    best_game: MainGame

    @property
    def value(self) -> float:
        """What the player may expect per unit of the initial stake; insurance is never taken."""
        return self.game.value

    @property
    def house_edge(self) -> float:
        """Its negative."""
        return -self.value

    def exact(self) -> Fraction:
        """The value as a rational; `RequestError` where it is none."""
        found = self.game.exact_value
        if found is None:
            raise OddsError(NO_RATIONAL)
        return found

    @cached_property
    def standard_deviation(self) -> float:
        """Of the result of a round."""
        return deviation(self.game)

    @cached_property
    def best(self) -> float:
        """What the best play is worth, insurance taken where it gains."""
        return self.best_game.value + float(insurance_gain(self.question))

    @property
    def cost(self) -> float:
        """What the strategy loses against it."""
        return self.best - self.value

    @cached_property
    def costs(self) -> tuple[DeviationCost, ...]:
        """What each deviation from the best play costs, the dearest first; they add up to the cost."""
        found = _Deviations(self.best_game, self.game).costs()
        insured = float(insurance_gain(self.question))
        if insured:
            found.append(DeviationCost("any", "A", "decline", "insure", insured))
        return tuple(sorted(found, key=lambda each: -each.cost))

    @property
    def digest(self) -> str:
        """Of the law, of the strategy, of everything asked and of the analyser."""
        acts = self.game.decisions.by_doublings
        taken = sorted((key, acts.tolist()) for key, acts in self.game.decisions.top.items())
        packed = b"" if acts is None else acts.tobytes()
        return analyser_digest("strategy", digest_of(self.question), taken, packed)

    @property
    def method(self) -> str:
        """`exact` once the rational has been asked for."""
        return "exact" if isinstance(vars(self.game).get("exact_value"), Fraction) else "float"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the value takes for granted."""
        return (
            f"Dealt from {self.question.composition.size} cards, every order equally likely.",
            "The strategy never takes insurance or even money, and splits a pair that it splits as "
            "often as it may.",
        )

    def to_dict(self) -> dict[str, Any]:
        """The answer, as `cutcard odds --strategy --json` prints it."""
        exact = self.game.exact_value
        value = self.value if exact is None else exact
        return {
            **self._asked(),
            "strategy": self.name,
            "method": self.method,
            "value": exact_json(value),
            "house_edge": exact_json(-value),
            "best": exact_json(self.best),
            "cost": exact_json(self.cost),
            "costs": [vars(each) for each in self.costs],
            "assumptions": list(self.assumptions),
            "digest": self.digest,
            "law": dict(self.law),
        }

    def records(self) -> list[Record]:
        """A row for each deviation."""
        return [vars(each) for each in self.costs]

    def headline(self) -> list[str]:
        """The value, what it costs, and the dearest deviation."""
        first = f"{self._named()} by {self.name}: value {self.value:+.6%}, costs {self.cost:.6%}"
        dearest = [
            f"dearest: {each.hand} against {each.up}: {each.action}, not {each.best}: {each.cost:.6%}"
            for each in self.costs[:1]
        ]
        return [first, *dearest]

    def drawing(self) -> Drawing:
        """The dearest deviations."""
        rows = [
            {"deviation": f"{e.hand} v {e.up}: {e.action}, not {e.best}", "cost": 100 * e.cost}
            for e in self.costs[:MOST_DRAWN]
        ]
        return Drawing(
            "bars", rows, "cost", "deviation", title=self._named(), x_title="Cost a round, percent"
        )


MOST_DRAWN: Final = 25


def strategy_value(
    document: str | Document, strategy: str | Path | OwnPolicy = BASIC, **options: Any
) -> StrategyValue:
    """The exact value of a strategy: a file, `basic` (the chart), or a function of the cards.

    >>> strategy_value("md-blackjack", "mine.toml").value
    """
    question = asked(document, MAIN, **options)
    check_shoe(question)
    game = game_of(question.rules)
    if game.switch:
        raise OddsError(
            "strategy: at switch no exact value of a chart is computed; `cutcard sim` plays it"
        )
    best = solve(question.rules, question.composition)
    starts = best.main.starts
    if callable(strategy):
        name, policy = getattr(strategy, "__name__", "own"), own_policy(strategy, starts)
    elif strategy == BASIC:
        name, policy = BASIC, ChartTables(best).policy
    else:
        if not isinstance(strategy, str | Path):
            what = arguments.shown(strategy)
            raise OddsError(f"strategy: {what}: a file, {BASIC!r}, or a function of the cards")
        name, book = read_book(strategy, **needs_of(game))
        policy = policy_of(book, starts)
    taken = decisions(best.main, question.composition, policy)
    by_strategy = played(question.rules, question.composition, taken)
    return StrategyValue(question, name, by_strategy, best)


class _Deviations:
    """Where a strategy departs from the best play, and what that costs."""

    def __init__(self, best: MainGame, game: MainGame) -> None:
        self.best, self.game, self.hands = best, game, all_hands()
        starts = len(best.main.starts)
        self.reach = np.zeros((self.hands.keys.size, starts))
        self.found: dict[tuple[str, str, str, str], float] = {}

    def costs(self) -> list[DeviationCost]:
        """All of them; what cannot be told by hand (hands already doubled, suits) is one more."""
        for hand in TWO_CARD_HANDS:
            self._first_two(hand)
        self._later()
        scale = self.best.main.scale
        found = [DeviationCost(*key, cost / scale) for key, cost in self.found.items()]
        rest = self.best.value - self.game.value - sum(each.cost for each in found)
        if abs(rest) > SMALLEST:
            found.append(DeviationCost("later decisions", "any", "own", "best", rest))
        return [each for each in found if abs(each.cost) > SMALLEST]

    def _first_two(self, hand: Cards) -> None:
        chance = float(self.best.evaluation.chance_of(hand))
        keys = [key for key in self.best.evaluation.action_values if key[0] == hand]
        if not chance:
            return
        for key in keys:
            options = self.best.evaluation.action_values[key]
            weight = chance * self.best.evaluation.context_chances(hand, key[1])
            done, best = self.game.decisions.top[key], self.best.decisions.top[key]
            own = self.game.evaluation.action_values[key]
            for start in range(done.size):
                act = int(done[start])
                if act in options and int(best[start]) in options:
                    lost = options[int(best[start])][start] - options[act][start]
                    self._add(
                        self._label(hand, options), start, act, int(best[start]), weight[start] * lost
                    )
                if act == ActionCode.SPLIT:
                    lost = options[act][start] - own[act][start]
                    name = f"{self._label(hand, options)} split"
                    self._add(name, start, ActionCode.STAND, ActionCode.STAND, weight[start] * lost)
            place = two_card_places()[hand]
            self.reach[place] += weight * (done == ActionCode.HIT)

    def _later(self) -> None:
        """From the shortest hand to the longest; `reach` of two cards is of those that are hit."""
        run, shoe = self.best.evaluation.unsplit, self.best.shoe
        left, acts, best = np.array(shoe.by_value), self.game.decisions.acts, self.best.decisions.acts
        assert acts is not None
        assert best is not None
        for place in np.argsort(self.hands.count, kind="stable").tolist():
            count, reach = int(self.hands.count[place]), self.reach[place]
            if count < 2 or not reach.any():
                continue
            if count > 2:
                values = np.array([run.stand[place], run.hit[place], run.double[place]])
                for start in np.flatnonzero(reach).tolist():
                    act, top = int(acts[place, start]), int(best[place, start])
                    if act != top:
                        lost = (values[top, start] - values[act, start]) * reach[start]
                        name = _total(tuple(self.hands.cards[place].tolist()))
                        self._add(name, start, act, top, lost)
                reach = reach * (acts[place] == ActionCode.HIT)
            chances = np.maximum(left - self.hands.cards[place], 0) / (shoe.size - count)
            for value, child in enumerate(self.hands.child[place]):
                if child != NO_HAND:
                    self.reach[child] += reach * chances[value]

    def _label(self, hand: Cards, options: dict[int, Array]) -> str:
        pair = pair_value(hand)
        if pair is not None and ActionCode.SPLIT in options:
            return f"{LABELS[pair]}-{LABELS[pair]}"
        return _total(hand)

    def _add(self, hand: str, start: int, act: int, best: int, cost: float) -> None:
        done, wanted = ActionCode(act).name.lower(), ActionCode(best).name.lower()
        if hand.endswith(" split"):
            done, wanted = "own", "best"
        key = (hand, label(self.best.main.starts[start]), done, wanted)
        if cost:
            self.found[key] = self.found.get(key, 0.0) + float(cost)


def _total(hand: Cards) -> str:
    points, is_soft = total_of(hand)
    return f"{'s' if is_soft else ''}{points}"
