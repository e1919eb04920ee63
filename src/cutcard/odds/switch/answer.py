"""The main wager of Blackjack Switch: two hands, so all is told per unit of the stakes on both."""

from __future__ import annotations

from typing import Final

from cutcard.odds.answers import Answer, Exact, RowOdds
from cutcard.odds.charts.card_labels import label
from cutcard.odds.main.insurance import insurance_gain, insurance_said
from cutcard.odds.question import Question
from cutcard.odds.rows import answer_with
from cutcard.odds.switch.chart import switch_chart
from cutcard.odds.switch.game import SwitchGame, solve_switch
from cutcard.odds.switch.spread import spread
from cutcard.rules import priced

FULL_AMOUNT: Final = "Doubles are for the full amount: no smaller one is ever worth more."
SWITCHED: Final = (
    "The arrangement of the four cards that is worth more is taken, and each hand is played the best "
    "way for its own cards, the other hand's first two and the dealer's card; after a split it does "
    "not look at the other hands, but knows one more card of the pair gone. Play that looks at what "
    "other hands drew, too, can only gain: by sampling, some 0.01% of the stake with one deck, less "
    "than 0.001% with six."
)
EXACT: Final = "The edge is the exact value of that play; the rows are in floating point."
FLOAT: Final = (
    "The edge is in floating point. Where a dealer blackjack comes after play, further hands of a pair "
    "split more than once are taken as independent of its first two: an error far below 1e-6."
)
ROWS: Final = (
    "A row's probability is the expected number of hands that end so for each of the two wagers; a "
    "split wager has several."
)
SPREAD: Final = (
    "The standard deviation is that of a round's result per unit staked on both hands. For it, hands "
    "are independent of one another given the dealer's hand: for two hands that are not split, going "
    "through all orders of their cards changes it by less than 0.00001."
)
BY_TABLE: Final = (
    "The chart is the best play averaged over the other hand's cards, to be played after the switch. "
    "Its edge is for cards switched wherever the two hands made of them are worth more by the table of "
    "hand values."
)


def switch_odds(question: Question) -> Answer:
    """The main wager under the best switching and the best play."""
    game = solve_switch(question.rules, question.composition)
    exact, insured = game.play.exact_value, insurance_gain(question)
    value: Exact = game.value if exact is None else exact
    learned, spreads = switch_chart(game), spread(game)
    said = [SWITCHED, FLOAT if exact is None else EXACT, FULL_AMOUNT, ROWS, SPREAD, BY_TABLE]
    said.append(insurance_said(question, insured))
    return answer_with(
        question,
        rows_of(game),
        method="float" if exact is None else "exact",
        assumptions=said,
        extra={
            "strategy": {
                "dealer": [label(start) for start in game.play.main.starts],
                "first_two": learned.strategy,
            },
            "chart": {
                "columns": learned.chart.columns,
                "sections": learned.chart.sections,
                "legend": dict(learned.chart.legend),
                "player_edge": learned.chart.value,
                "cost": learned.chart.cost,
            },
            "hand_values": {"dealer": learned.chart.columns, "worth": learned.worth},
            "switches": game.switches,
            "insurance_gain": insured,
            "hands_a_round": sum(times for times, _ in game.play.outcomes.values()),
            "deviation_of_a_wager": spreads.of_a_wager,
        },
        edge=value + insured,
        deviation=spreads.deviation,
    )


def rows_of(game: SwitchGame) -> list[RowOdds]:
    """Every outcome of a hand: how many for each wager, and what one of them comes to on average."""
    main, found = game.play.main, []
    for name, (times, worth) in sorted(game.play.outcomes.items(), key=lambda each: -each[1][0]):
        row = priced(main.game, main.rows, name)
        found.append(RowOdds(name, str(row.pays), times / 2, worth / times, row.cite))
    return found
