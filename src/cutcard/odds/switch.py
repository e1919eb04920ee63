"""Blackjack Switch: two linked hands, whose second cards may change places.

With four cards and the dealer's card in sight, each arrangement of the two hands is worth the sum of
what its hands are worth, each played knowing the other's two cards; the better arrangement is taken.
What a hand is worth does not depend on which is played first, for cards are dealt in random order, so
the sum is exact for players who look no further than that. Looking at the cards the other hand drew,
too, can only gain a little; by how much is left to simulation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from cutcard.automata.dealer import BLACKJACK_END
from cutcard.automata.hands import switched_natural
from cutcard.automata.values import VALUES, Cards
from cutcard.cards import DECK_52, Card
from cutcard.law.ruleset import RuleSet
from cutcard.odds.arithmetic import Numbers
from cutcard.odds.composition import Composition
from cutcard.odds.decisions import TWO_CARD_HANDS, Decisions
from cutcard.odds.main_rules import NATURAL, MainRules, main_rules
from cutcard.odds.main_value import MainValue
from cutcard.odds.walk import all_hands

Array = np.ndarray[Any, Any]

HANDS: Final = {hand: place for place, hand in enumerate(TWO_CARD_HANDS)}


@dataclass(frozen=True)
class SwitchGame:
    """Blackjack Switch played so."""

    value: float
    """The player's expectation per unit staked, two units lying on the two hands."""
    switches: float
    """In what part of the rounds without a dealer blackjack the cards are switched."""


@dataclass(frozen=True)
class _Worth:
    """What hands are worth by the other hand's cards, this hand and the dealer's start."""

    kept: Array
    switched: Array
    at_blackjack: Array
    chance: Array
    """Of the start, no dealer blackjack being there."""


def solve_switch(rules: RuleSet, shoe: Composition) -> SwitchGame:
    """The best switching, and each hand's best play."""
    worth = _worth(main_rules(rules), shoe)
    counts = np.array(shoe.by_value, dtype=np.int64)
    pair_of = np.array([[_pair(one, two) for two in range(len(VALUES))] for one in range(len(VALUES))])
    first, second, third, fourth = np.indices((len(VALUES),) * 4).reshape(4, -1)
    chance = _chances(counts, (first, second, third, fourth))
    here = chance > 0
    first, second, third, fourth = (each[here] for each in (first, second, third, fourth))
    chance = chance[here]
    one, two = pair_of[first, second], pair_of[third, fourth]
    other_one, other_two = pair_of[first, fourth], pair_of[third, second]
    keeps = worth.kept[two, one] + worth.kept[one, two]
    switches = worth.switched[other_two, other_one] + worth.switched[other_one, other_two]
    lost = worth.at_blackjack[two, one] + worth.at_blackjack[one, two]
    value = (chance[:, None] * (np.maximum(keeps, switches) + lost)).sum() / 2
    open_chance = chance[:, None] * worth.chance[two, one]
    changed = (open_chance * (switches > keeps)).sum() / open_chance.sum()
    return SwitchGame(float(value), float(changed))


def _pair(one: int, two: int) -> int:
    hand = [0] * len(VALUES)
    hand[one] += 1
    hand[two] += 1
    return HANDS[tuple(hand)]


def _chances(counts: Array, drawn: tuple[Array, ...]) -> Array:
    """The chance of four cards in order."""
    chance = np.ones(drawn[0].size)
    size = counts.sum()
    for place, values in enumerate(drawn):
        gone = sum((before == values).astype(np.int64) for before in drawn[:place])
        chance = chance * np.maximum(counts[values] - gone, 0) / (size - place)
    return chance


def _worth(main: MainRules, shoe: Composition) -> _Worth:
    shape = (len(TWO_CARD_HANDS), len(TWO_CARD_HANDS), len(main.starts))
    found = _Worth(*(np.zeros(shape) for _ in range(4)))
    made = np.array([float(each.net) for each in switched_natural(main.game, main.rows)])
    if main.checks:
        made[BLACKJACK_END] = 0.0
    for other, place in HANDS.items():
        gone = _cards(shoe, other)
        if gone is not None:
            _fill(main, shoe.without(gone), place, made, found)
    return found


def _fill(main: MainRules, shoe: Composition, other: int, made: Array, found: _Worth) -> None:
    """Everything with one other hand's cards gone."""
    evaluation = MainValue(main, shoe, Numbers(), Decisions(), decides=True)
    evaluation.value()
    for hand, place in HANDS.items():
        row = all_hands().place(hand)
        chances = evaluation.numbers.dealer[row]
        if (hand, 0) not in evaluation.action_values:
            continue
        kept = _kept(evaluation, hand) / main.scale
        found.kept[other, place] = found.switched[other, place] = kept
        if hand == NATURAL:
            found.switched[other, place] = chances @ made
        found.chance[other, place] = chances.sum(axis=1) - chances[:, BLACKJACK_END]
        if main.checks:
            lost = main.prices.at_blackjack[main.kind(hand)] / main.scale
            found.at_blackjack[other, place] = chances[:, BLACKJACK_END] * lost


def _kept(evaluation: MainValue, hand: Cards) -> Array:
    """A hand played as it lies, by start; where ranks make a pair, on average over the ranks."""
    found = np.zeros(len(evaluation.rules.starts))
    for number in range(len(evaluation.contexts_of(hand))):
        options = evaluation.action_values[hand, number]
        taken = evaluation.numbers.pick(options, evaluation.decisions.top[hand, number])
        found += taken * evaluation.context_chances(hand, number)
    return found


def _cards(shoe: Composition, hand: Cards) -> tuple[Card, ...] | None:
    """Two cards of these values that the shoe holds; None where it does not."""
    found: list[Card] = []
    for value, many in enumerate(hand):
        for _ in range(many):
            left = shoe.without(found)
            here = [each for each in DECK_52 if each.value == value + 1 and left.count(each)]
            if not here:
                return None
            found.append(here[0])
    return tuple(found)
