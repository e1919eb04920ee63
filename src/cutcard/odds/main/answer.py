"""The answers that depend on how the main game is played: the main wager, streaks, Bad Beat.

For Bad Beat the main game is played optimally for its own sake. What counts is how often a final 20
meets each 21 of the dealer's, so the dealer's ends are sorted by their number of cards in place of the
totals that the main wager looks at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import (
    BLACKJACK_END,
    BUST_END,
    BUSTED,
    ENDS,
    Cards,
    Split,
    cards_of,
    finished_hands,
)
from cutcard.cards import Card, card
from cutcard.odds.answers import Answer, Exact, MeterOdds
from cutcard.odds.charts.chart import chart_of_game
from cutcard.odds.charts.legend import label
from cutcard.odds.main.decisions import ActionCode, SplitPlay
from cutcard.odds.main.frequencies import EndFrequencies
from cutcard.odds.main.game import MainGame, solve
from cutcard.odds.main.hands import all_hands, dealer_tree
from cutcard.odds.main.insurance import insurance_assumption, insurance_gain
from cutcard.odds.main.kernels.arithmetic import Numbers
from cutcard.odds.main.rules import Amounts, MainRules
from cutcard.odds.main.spread import box_results, deviation, split_boxes
from cutcard.odds.main.value import MainValue
from cutcard.odds.question import Question, check_shoe
from cutcard.odds.rows import answer_with, outcome_rows
from cutcard.odds.sides.dealer_wagers import DealerEnd, PlayedRound, bad_beat_odds
from cutcard.odds.sides.streaks import streak_odds
from cutcard.odds.switch.answer import FULL_AMOUNT, switch_odds
from cutcard.odds.switch.game import SwitchGame, solve_switch
from cutcard.rules import TWENTY_ONE, DealerHand, total

PER_HAND: Final = (
    "Each hand is played optimally for its own cards, the dealer's card and the whole rest of the shoe; "
)
AFTER_SPLIT: Final = {
    SplitPlay.AS_UNSPLIT: "after a split it is played as if it had not been split.",
    SplitPlay.BY_PAIR: "after a split it does not look at the other hands, but knows one more card of "
    "the pair gone.",
    SplitPlay.BY_HANDS: "after a split it is played for as many more cards of the pair's rank as are "
    "taken to be gone, the value of each such hand being weighed as if all were played alike.",
}
RESPLITS: Final = "A pair that is split is split again as often as the rules allow."
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
SAVED: Final = (
    "Of a split box, hands that a rescue or their number of cards has decided are taken as open when a "
    "dealer blackjack comes after play."
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
    learned = chart_of_game(game)
    after = game.evaluation.after_split
    assumptions = [PER_HAND + AFTER_SPLIT[after.play], *([RESPLITS] if after.resplits else [])]
    assumptions += [FULL_AMOUNT, ROWS, SPREAD, *([] if exact is not None else [LATE])]
    if game.main.spares and (game.main.game.rescue or game.main.game.charlie):
        assumptions.append(SAVED)
    assumptions.append(insurance_assumption(question, insured))
    if game.main.game.dealer_hands > 1:
        assumptions.append(
            "Every dealer hand has the same chances, so the edge per unit staked is that of one of them."
        )
        assumptions.append(
            "The standard deviation is of a round against all of them, per unit staked on all; given "
            "the player's cards and the up card they are taken as independent."
        )
    if "super_bonus" in question.rules.document.wager_ids:
        assumptions.append(
            "The super bonus and the envy bonus are payouts of their own and not counted here."
        )
    return answer_with(
        question,
        outcome_rows(game.outcomes, game.main.rows.__getitem__),
        method="exact" if exact is not None else "float",
        assumptions=assumptions,
        extra={
            "strategy": strategy(game),
            "chart": learned.as_extra(),
            "insurance_gain": insured,
            "hands_a_round": sum(times for times, _ in game.outcomes.values()),
        },
        edge=value + insured,
        deviation=deviation(game),
    )


def strategy(game: MainGame) -> Mapping[str, object]:
    """The best action for every two cards, by what the dealer shows."""
    shown = [label(start) for start in game.main.starts]
    return {
        "dealer": shown,
        "first_two": {
            label(hand) + (f" ({number + 1})" if number else ""): [
                ActionCode(int(act)).name.lower() for act in acts
            ]
            for (hand, number), acts in game.decisions.top.items()
        },
    }


def streaks_by_play(question: Question) -> Answer:
    """A streak wager, the main game being played the best way."""
    check_shoe(question)
    return streak_odds(question, box_results(solve(question.rules, question.composition)))


Array = np.ndarray[Any, Any]

TWENTY: Final = 20
FIRST_COUNT: Final = 3
MOST_COUNTED: Final = 7
ANY_OTHER: Final = 5
"""The end that stands for every hand below 21; those at 21 come before it, by their cards."""
OTHER_HAND: Final[Cards] = (0, 0, 0, 0, 0, 0, 0, 0, 1, 1)
EXAMPLE: Final = (card("Kc"), card("Qd"))
SAID: Final = (
    "The main game is played optimally for the main wager alone.",
    "Of a split pair the first hand counts; it is taken to be like any other of its hands.",
)
OF_TWO: Final = ("Of the two hands the first counts, as it is once the cards are switched.",)


def bad_beat_by_play(question: Question) -> Answer:
    """Bad Beat; the main game is played only where the final hand decides."""
    if question.rules.options.get("bad_beat_hand", "final") != "final":
        return bad_beat_odds(question)
    check_shoe(question)
    rules, shoe = question.rules, question.composition
    is_switch = rules.options.get("switch") is True
    ends = switch_ends(solve_switch(rules, shoe)) if is_switch else player_ends(solve(rules, shoe))
    found = bad_beat_odds(question, player_ends=ends)
    rows = tuple(replace(row, probability=float(row.probability)) for row in found.rows)
    meters = tuple(_in_floats(meter) for meter in found.meters)
    assumptions = (*found.assumptions, *SAID, *(OF_TWO if is_switch else ()))
    return replace(found, method="float", rows=rows, meters=meters, assumptions=assumptions)


def _in_floats(meter: MeterOdds) -> MeterOdds:
    """A meter whose figures come from the play: no rationals, whatever carried them."""
    zero = None if meter.break_even is None else float(meter.break_even)
    facts = {name: float(value) for name, value in meter.facts.items()}
    return replace(meter, slope=float(meter.slope), break_even=zero, facts=facts)


def player_ends(game: MainGame) -> dict[PlayedRound, Fraction]:
    """The chance of a final 20 with each hand of the dealer's that Bad Beat tells apart."""
    main, dealer = _by_count(game.main)
    boxes = split_boxes(game)
    split = sum(box.chance for box in boxes)
    hands = sum(box.chance * count * chance for box in boxes for count, chance in box.hands.items())
    played = EndFrequencies(MainValue(main, game.shoe, Numbers(), game.decisions, decides=False)).whole
    return _twenties_met(main, dealer, played.times, split / hands if split else 0.0)


def switch_ends(game: SwitchGame) -> dict[PlayedRound, Fraction]:
    """The same at Switch for one of the two hands: they are alike."""
    main, dealer = _by_count(game.play.main)
    play = replace(game.play, main=main)

    def of_one(amounts: Amounts) -> float:
        return play.times(amounts) / 2

    return _twenties_met(main, dealer, of_one, game.play.first_of_split)


def _twenties_met(
    main: MainRules,
    dealer: Mapping[int, tuple[Card, ...]],
    times: Callable[[Amounts], float],
    first: float,
) -> dict[PlayedRound, Fraction]:
    """How often a 20 meets each end, from how often hands end so; `first` of the hands of split pairs
    are the first."""
    found: dict[PlayedRound, Fraction] = {}
    left = Fraction(1)
    for end, cards in dealer.items():
        whole = times(_twenties(main, end, split=False))
        parts = times(_twenties(main, end, split=True)) if first else 0.0
        chance = Fraction(whole + parts * first)
        shown = DealerEnd(
            cards[0].value, len(cards), DealerHand.of(cards).total, DealerHand.of(cards).blackjack, cards
        )
        found[PlayedRound(EXAMPLE, TWENTY, shown)] = chance
        left -= chance
    other = DealerEnd(9, 2, 19, False, cards_of(OTHER_HAND))
    found[PlayedRound(EXAMPLE, 0, other)] = left
    return found


def _by_count(main: MainRules) -> tuple[MainRules, dict[int, tuple[Card, ...]]]:
    """The rules with the dealer's ends sorted by their number of cards, and an example of each."""
    examples: dict[int, tuple[Card, ...]] = {}
    finished = []
    for each in finished_hands(main.game, sum(main.starts[0])):
        if ENDS[each.end].total > TWENTY_ONE:
            continue
        end = each.end
        if end != BLACKJACK_END:
            count = min(sum(each.cards), MOST_COUNTED)
            end = count - FIRST_COUNT if ENDS[end].total == TWENTY_ONE else ANY_OTHER
        examples.setdefault(end, cards_of(each.cards))
        finished.append(replace(each, end=end))
    examples[BUST_END] = BUSTED.cards
    return replace(main, tree=dealer_tree(tuple(finished), True)), examples


def _twenties(main: MainRules, end: int, *, split: bool) -> Amounts:
    """One for a hand that stands on 20 against an end of the dealer's; split hands, or whole ones."""
    nothing = main.prices.map(lambda price: price * 0)
    totals = {kind: total(held) for kind, held in all_hands().kinds}
    twenty = np.array([totals.get(kind) == TWENTY for kind in main.table.kinds])
    here = np.arange(len(ENDS)) == end
    stands = tuple(
        (each * 0 + 1) * twenty[None, :, None] * here * ((by != Split.NEVER) == split)
        for by, each in enumerate(main.prices.stands)
    )
    if main.checks:
        for each in stands:
            each[:, :, BLACKJACK_END] = 0
    before = twenty.astype(np.int64) * int(main.checks and end == BLACKJACK_END and not split)
    return replace(nothing, stands=stands, at_blackjack=before)
