"""The answers that depend on how the main game is played: the main wager, streaks, Bad Beat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from cutcard.automata.values import Cards
from cutcard.money import Odds
from cutcard.odds.answer import Answer, Exact, RowOdds
from cutcard.odds.answering import answer_with
from cutcard.odds.bad_beat import by_play
from cutcard.odds.chart import LABELS, chart
from cutcard.odds.decisions import TWO_CARD_HANDS, Act
from cutcard.odds.main_game import MainGame, solve
from cutcard.odds.main_value import two_card_chance
from cutcard.odds.question import Question
from cutcard.odds.spread import box_results, deviation
from cutcard.odds.streaks import streak_odds
from cutcard.odds.switch import solve_switch
from cutcard.rules.main import in_force

PER_HAND: Final = (
    "Each hand is played the best way for its own cards, the dealer's card and the whole rest of the "
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
SWITCHED: Final = (
    "The arrangement of the four cards that is worth more is taken, and each hand is played the best "
    "way for its own cards, the other hand's first two and the dealer's card: exact for such play, to "
    "double precision. Play that looks at what the other hand drew can only gain."
)
UNROWED: Final = "How often each outcome comes is left to simulation; only the edge is computed."
FULL_AMOUNT: Final = "Doubles are for the full amount: no smaller one is ever worth more."


def main_odds(question: Question) -> Answer:
    """The main wager under the best play."""
    if question.rules.options.get("switch") is True:
        return _switch_odds(question)
    game = solve(question.rules, question.composition)
    exact = game.exact_value
    insured = insurance_gain(question)
    value: Exact = game.value if exact is None else exact
    learned = chart(game)
    said = [PER_HAND, FULL_AMOUNT, ROWS, SPREAD, *([] if exact is not None else [LATE])]
    said.append(
        "Insurance is never worth taking from this shoe."
        if not insured
        else "Insurance is taken whenever it is worth it; the edge counts what it gains."
    )
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


def _switch_odds(question: Question) -> Answer:
    """Blackjack Switch, per unit of the stakes on both hands."""
    game = solve_switch(question.rules, question.composition)
    insured = insurance_gain(question)
    return answer_with(
        question,
        (),
        method="float",
        assumptions=(SWITCHED, FULL_AMOUNT, UNROWED),
        extra={"switches": game.switches, "insurance_gain": insured},
        edge=game.value + insured,
    )


def rows_of(game: MainGame) -> list[RowOdds]:
    """Every outcome of a hand: how many a round, and what one of them comes to on average."""
    found = []
    for name, (times, worth) in sorted(game.outcomes.items(), key=lambda each: -each[1][0]):
        row = game.main.rows[name]
        found.append(RowOdds(name, str(row.pays), times, worth / times, row.cite))
    return found


def insurance_gain(question: Question) -> Fraction:
    """What taking insurance when it is worth it adds to a round, in units of the main stake."""
    rules, shoe = question.rules, question.composition
    if "insurance" not in rules.offers or rules.options.get("insurance") is False:
        return Fraction(0)
    price = _insurance_price(question)
    counts, size = shoe.by_value, shoe.size
    gain = Fraction(0)
    for hand in TWO_CARD_HANDS:
        chance = two_card_chance(shoe, hand)
        aces, tens = counts[0] - hand[0], counts[9] - hand[9]
        if chance and aces > 0 and size > 3:
            wins = Fraction(max(tens, 0), size - 3)
            worth = (wins * price - (1 - wins)) / 2
            gain += chance * Fraction(aces, size - 2) * max(worth, Fraction(0))
    return gain


def _insurance_price(question: Question) -> Fraction:
    """To one, over the suits the two cards may have: three in four are of different suits."""
    rows = {
        row.outcome: row.pays
        for row in question.rules.offers["insurance"].paytable.rows
        if in_force(row, question.rules.options)
    }
    plain = rows["dealer_blackjack"]
    suited = rows.get("dealer_blackjack_suited", plain)
    assert isinstance(plain, Odds)
    assert isinstance(suited, Odds)
    return Fraction(plain.win, plain.per) * Fraction(3, 4) + Fraction(suited.win, suited.per) / 4


def strategy(game: MainGame) -> Mapping[str, object]:
    """The best action for every two cards, by what the dealer shows."""
    shown = [_label(start) for start in game.main.starts]
    return {
        "dealer": shown,
        "first_two": {
            _label(hand) + (f" ({number + 1})" if number else ""): [
                Act(int(act)).name.lower() for act in acts
            ]
            for (hand, number), acts in game.decisions.top.items()
        },
    }


def _label(cards: Cards) -> str:
    return "-".join(LABELS[value] for value, many in enumerate(cards) for _ in range(many))


def streaks(question: Question) -> Answer:
    """A streak wager, the main game being played the best way."""
    return streak_odds(question, box_results(solve(question.rules, question.composition)))


METHODS: Final[Mapping[str, Callable[[Question], Answer]]] = {
    "main": main_odds,
    "streak": streaks,
    "bad_beat": by_play,
}
