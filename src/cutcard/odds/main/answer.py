"""The answers that depend on how the main game is played: the main wager, streaks, Bad Beat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cutcard.automata.hands import Cards
from cutcard.odds.answers import Answer, Exact, RowOdds
from cutcard.odds.charts.card_labels import LABELS
from cutcard.odds.charts.chart import chart
from cutcard.odds.main.decisions import ActionCode
from cutcard.odds.main.game import MainGame, solve
from cutcard.odds.main.insurance import insurance_gain, insurance_said
from cutcard.odds.main.spread import box_results, deviation
from cutcard.odds.question import Question, check_shoe
from cutcard.odds.rows import answer_with
from cutcard.odds.sides.bad_beat import by_play
from cutcard.odds.sides.streaks import streak_odds
from cutcard.odds.switch.answer import FULL_AMOUNT, switch_odds

PER_HAND: Final = (
    "Each hand is played optimally for its own cards, the dealer's card and the whole rest of the "
    "shoe; after a split it does not look at the other hands, but knows one more card of the pair gone."
)
ROWS: Final = (
    "A row's probability is the expected number of hands a round that end so; split boxes have several."
)
SPREAD: Final = (
    "For the standard deviation, the hands of a split box are independent given the dealer's hand."
)
LATE: Final = (
    "Where a dealer blackjack comes after play, further hands of a box split more than once are taken "
    "as independent of its first two: the value is not a rational, its error is far below 1e-6."
)


def main_odds(question: Question) -> Answer:
    """The main wager under the best play."""
    check_shoe(question)
    if question.rules.options.get("switch") is True:
        return switch_odds(question)
    game = solve(question.rules, question.composition)
    exact = game.exact_value
    insured = insurance_gain(question)
    value: Exact = game.value if exact is None else exact
    learned = chart(game)
    said = [PER_HAND, FULL_AMOUNT, ROWS, SPREAD, *([] if exact is not None else [LATE])]
    said.append(insurance_said(question, insured))
    if game.main.game.dealer_hands > 1:
        said.append(
            "Every dealer hand has the same chances, so the edge per unit staked is that of one of them."
        )
    if "super_bonus" in question.rules.document.wager_ids:
        said.append("The super bonus and the envy bonus are payouts of their own and not counted here.")
    return answer_with(
        question,
        rows_of(game),
        method="exact" if exact is not None else "float",
        assumptions=said,
        extra={
            "strategy": strategy(game),
            "chart": {
                "columns": learned.columns,
                "sections": learned.sections,
                "legend": dict(learned.legend),
                "player_edge": learned.value,
                "cost": learned.cost,
            },
            "insurance_gain": insured,
            "hands_a_round": sum(times for times, _ in game.outcomes.values()),
        },
        edge=value + insured,
        deviation=deviation(game),
    )


def rows_of(game: MainGame) -> list[RowOdds]:
    """Every outcome of a hand: how many a round, and what one of them comes to on average."""
    found = []
    for name, (times, worth) in sorted(game.outcomes.items(), key=lambda each: -each[1][0]):
        row = game.main.rows[name]
        found.append(RowOdds(name, str(row.pays), times, worth / times, row.cite))
    return found


def strategy(game: MainGame) -> Mapping[str, object]:
    """The best action for every two cards, by what the dealer shows."""
    shown = [_label(start) for start in game.main.starts]
    return {
        "dealer": shown,
        "first_two": {
            _label(hand) + (f" ({number + 1})" if number else ""): [
                ActionCode(int(act)).name.lower() for act in acts
            ]
            for (hand, number), acts in game.decisions.top.items()
        },
    }


def _label(cards: Cards) -> str:
    return "-".join(LABELS[value] for value, many in enumerate(cards) for _ in range(many))


def streaks(question: Question) -> Answer:
    """A streak wager, the main game being played the best way."""
    check_shoe(question)
    return streak_odds(question, box_results(solve(question.rules, question.composition)))


METHODS: Final[Mapping[str, Callable[[Question], Answer]]] = {
    "main": main_odds,
    "streak": streaks,
    "bad_beat": by_play,
}
