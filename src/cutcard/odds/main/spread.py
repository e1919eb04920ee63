"""How a round's results spread: its standard deviation, and what a box's hands come to together.

Hands that are not split are exact. The hands of a split box meet one dealer's hand: given how that ends
they are taken as independent of one another, which cards shared from one shoe make nearly true.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from math import comb, sqrt
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import BLACKJACK_END, ENDS, NO_CARDS, Cards, Split, two_cards
from cutcard.odds.main.decisions import TWO_CARD_HANDS, ActionCode, pair_value
from cutcard.odds.main.game import MainGame
from cutcard.odds.main.hands import all_hands
from cutcard.odds.main.rules import Amounts
from cutcard.odds.main.split_value import hands_made
from cutcard.odds.main.value import Splits
from cutcard.odds.sides.streaks import BoxResult

Array = np.ndarray[Any, Any]

NEVER: Final = 1e-12
"""A chance that is but rounding."""


def deviation(game: MainGame) -> float:
    """The standard deviation of a round's result per unit of all that is staked at first."""
    squares = game.main.prices.map(lambda price: price * price)
    second = game.average(squares) / game.main.scale**2
    for box in split_boxes(game, measures=("net",)):
        for end in box.ends:
            several = sum(chance * hands * (hands - 1) for hands, chance in box.hands.items())
            second += box.chance * end.chance * several * end.mean**2
    spots = game.main.game.dealer_hands
    if spots > 1:
        second = (second + (spots - 1) * two_dealer_hands(game)) / spots
    return sqrt(max(second - game.value**2, 0.0))


def two_dealer_hands(game: MainGame) -> float:
    """The mean product of what one box wins against two of the dealer's hands from one up card.

    At multiple action a box's k stakes stand or fall by one player's hand, so with X for the result
    against one of the dealer's hands the mean result of a round has the second moment
    (E[X X] + (k - 1) E[X X']) / k. Once the box's cards and the up card are known, X and X' are taken as
    independent and alike: E[X X'] is then the mean square of what the box may expect. For example, a
    player who always wins with a 20 and always loses with any other hand has E[X X'] = 1: three stakes
    spread no less than one.
    """
    often, amounts = game.end_frequencies, game.main.prices
    found = _square_of_mean(often.unsplit, amounts.ends(Split.NEVER)).sum()
    for times, price in (
        (often.whole.surrender, amounts.surrender),
        (often.whole.early_surrender, amounts.early_surrender),
        (often.whole.even_money, amounts.even_money),
    ):
        found += _square_of_mean(times[:, None], price).sum()
    for value, pair in often.pairs.items():
        place = all_hands().place(two_cards(value, value))
        expected = np.tensordot(amounts.ends(pair.split), pair.ends, axes=3)
        squares = _square_of_mean(pair.ends, amounts.ends(pair.split)).sum(axis=(0, 1))
        for start in np.flatnonzero(often.split[value]).tolist():
            shown = float(game.evaluation.numbers.dealer[place, start].sum())
            hands = hand_count_chances(game, value, start)
            many = sum(count * chance for count, chance in hands.items()) * shown
            mean, owed = expected[start] / many, pair.owed[start] * float(amounts.owed) / shown
            spread = squares[start] / many - mean**2
            box = sum(c * (n * spread + (n * mean + owed) ** 2) for n, c in hands.items())
            found += often.split[value, start] * shown * box
    return float(found) / game.main.scale**2


def _square_of_mean(often: Array, amounts: Array) -> Array:
    """The square of the mean amount over the dealer's ends, times how often it is met.

    `often` has the ends on its axis before the last, which is the start's.
    """
    met, sums = often.sum(axis=-2), np.einsum("...es,...e->...s", often, amounts)
    return np.asarray(np.divide(sums**2, met, out=np.zeros_like(sums), where=met > NEVER))


def box_results(game: MainGame) -> dict[BoxResult, float]:
    """How often a box wins, loses and pushes so many of its hands in a round."""
    found: dict[BoxResult, float] = {}

    def add(result: BoxResult, chance: float) -> None:
        if chance > 0:
            found[result] = found.get(result, 0.0) + chance

    surrendered = _surrendered(game)
    won, lost, pushed = (game.average(_whole_hands(game, sign)) for sign in (1, -1, 0))
    add(BoxResult(1, 0, 1), won)
    add(BoxResult(0, 1, 1, surrendered=True), surrendered)
    add(BoxResult(0, 1, 1), lost - surrendered)
    add(BoxResult(0, 0, 1), pushed)
    for box in split_boxes(game):
        for end, (hands, chance) in product(box.ends, box.hands.items()):
            for wins in range(hands + 1):
                for losses in range(hands - wins + 1):
                    ties = hands - wins - losses
                    ways = comb(hands, wins) * comb(hands - wins, losses)
                    each = end.wins**wins * end.loses**losses * (1 - end.wins - end.loses) ** ties
                    add(BoxResult(wins, losses, hands), box.chance * end.chance * chance * ways * each)
    whole = sum(found.values())
    return {result: chance / whole for result, chance in found.items()}


def _whole_hands(game: MainGame, sign: int) -> Amounts:
    """One for every hand that was not split and ends with a net of this sign."""

    def count(price: Array, code: Array) -> Array:
        return np.asarray((np.sign(price) == sign) & (code >= 0), dtype=np.int64)

    counted = game.main.prices.map(count, game.main.outcomes)
    whole: dict[str, Any] = {
        name: tuple(
            each * int(split == Split.NEVER) for split, each in enumerate(getattr(counted, name))
        )
        for name in ("stands", "bust", "rescue")
    }
    return replace(counted, **whole, owed=counted.owed * 0)


def _surrendered(game: MainGame) -> float:
    """How often the box gives up its hand."""
    used = game.main.outcomes.map(lambda code: (code >= 0).astype(np.int64))
    return game.average(_only(used, surrender=used.surrender, early_surrender=used.early_surrender))


@dataclass(frozen=True)
class SplitBoxEnd:
    """One end of the dealer's hand against a split box, and what one of its hands then does."""

    chance: float
    wins: float
    loses: float
    mean: float


@dataclass(frozen=True)
class SplitBox:
    """A pair that is split against a start."""

    chance: float
    """Of the pair and of this start, with a split."""
    hands: dict[int, float]
    ends: tuple[SplitBoxEnd, ...]


def split_boxes(game: MainGame, measures: tuple[str, ...] = ("wins", "loses", "net")) -> list[SplitBox]:
    """Every pair and start that is split, with what its hands do for each end of the dealer's.

    A measure that is not asked for is zero.
    """
    taken = [
        (value, start)
        for hand in TWO_CARD_HANDS
        if (value := pair_value(hand)) is not None
        for start in range(len(game.main.starts))
        if any(
            acts[start] == ActionCode.SPLIT
            for (other, _), acts in game.decisions.top.items()
            if other == hand
        )
        and _open_chance(game, hand, start) > NEVER
    ]
    if not taken:
        return []
    sums = _by_end(game, measures)
    return [_split_box(game, value, start, sums) for value, start in taken]


def _open_chance(game: MainGame, hand: Cards, start: int) -> float:
    """Of a start beside a hand, but for a dealer blackjack that is known before play."""
    chances = game.evaluation.numbers.dealer[all_hands().place(hand), start]
    return float(chances.sum() - (chances[BLACKJACK_END] if game.main.checks else 0.0))


def hand_count_chances(game: MainGame, value: int, start: int) -> dict[int, float]:
    """How often a split pair of a value becomes so many hands, the dealer's start being gone too."""
    most = int(game.decisions.split_hands[value][start])
    shown = game.main.starts[start]
    found: dict[int, float] = {}
    for share, of_rank in Splits(game.evaluation).ranks(value):
        # of a start of tens it is not known which ranks they are; then it is left out
        gone = shown if of_rank == game.shoe.by_value[value] else NO_CARDS
        left = of_rank - 2 - gone[value]
        made = hands_made(hands=most, of_rank=left, size=game.shoe.size - 2 - sum(gone))
        for count, chance in made.items():
            found[count] = found.get(count, 0.0) + float(share * chance)
    return found


def _by_end(game: MainGame, asked: tuple[str, ...]) -> dict[tuple[int, str], dict[int, Array]]:
    """By end and measure: joint expected totals over a split box's hands, by value and start."""
    found: dict[tuple[int, str], dict[int, Array]] = {}
    prices = game.main.prices
    measures = {
        "wins": prices.map(lambda price: (price > 0).astype(np.int64)),
        "loses": prices.map(lambda price: (price < 0).astype(np.int64)),
        "net": prices,
    }
    for name, amounts in ((name, measures[name]) for name in asked):
        for end in range(len(ENDS)):
            only = tuple(each * (np.arange(len(ENDS)) == end) for each in amounts.stands)
            masked = _only(amounts, stands=only)
            found[end, name] = game.split_values(masked)
        found[-1, name] = game.split_values(_only(amounts, bust=amounts.bust, rescue=amounts.rescue))
    return found


def _only(amounts: Amounts, **kept: Any) -> Amounts:
    """Amounts of zero but for these."""
    return replace(amounts.map(lambda each: each * 0), **kept)


def _split_box(
    game: MainGame, value: int, start: int, sums: dict[tuple[int, str], dict[int, Array]]
) -> SplitBox:
    main, evaluation = game.main, game.evaluation
    hand = next(each for each in TWO_CARD_HANDS if each[value] == 2)
    row = all_hands().place(hand)
    chances = evaluation.numbers.dealer[row, start]
    hands = hand_count_chances(game, value, start)
    mean_hands = sum(count * chance for count, chance in hands.items())
    met = [
        end
        for end in range(len(ENDS))
        if chances[end] > 0 and not (main.checks and end == BLACKJACK_END)
    ]
    whole = sum(float(chances[end]) for end in met)
    names = [name for end, name in sums if end == -1]
    busts = {name: float(sums[-1, name][value][start]) / (whole * mean_hands) for name in names}
    ends = []
    for end in met:
        over = float(chances[end]) * mean_hands
        if end == BLACKJACK_END and main.spares:
            ends.append(SplitBoxEnd(float(chances[end]) / whole, 0.0, 1.0, -1.0 / mean_hands))
            continue
        each = {"wins": 0.0, "loses": 0.0, "net": 0.0}
        each |= {name: float(sums[end, name][value][start]) / over + busts[name] for name in busts}
        ends.append(
            SplitBoxEnd(
                float(chances[end]) / whole,
                min(each["wins"], 1.0),
                min(each["loses"], 1.0 - min(each["wins"], 1.0)),
                each["net"] / main.scale,
            )
        )
    split_share = sum(
        evaluation.context_chances(hand, number)[start]
        for (other, number), acts in game.decisions.top.items()
        if other == hand and acts[start] == ActionCode.SPLIT
    )
    return SplitBox(float(evaluation.chance_of(hand)) * whole * float(split_share), hands, tuple(ends))
