"""Blackjack Switch: two linked hands, whose second cards may change places.

With four cards and the dealer's card in sight, each arrangement of the two hands is worth the sum of
what its hands are worth, each played knowing the other's two cards; the better arrangement is taken.
What a hand is worth does not depend on which is played first, for cards are dealt in random order, so
the sum is exact for players who look no further than that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import (
    BLACKJACK_END,
    NATURAL,
    VALUES,
    Cards,
    Split,
    switched_may_double,
    two_cards,
)
from cutcard.cards import DECK_52, Card
from cutcard.compute import report_progress
from cutcard.law import RuleSet
from cutcard.odds.composition import Composition
from cutcard.odds.main.decisions import TWO_CARD_HANDS, ActionCode, Decisions, pair_value
from cutcard.odds.main.game import FEWEST_CARDS
from cutcard.odds.main.hands import all_hands
from cutcard.odds.main.kernels.arithmetic import Numbers
from cutcard.odds.main.rules import MainRules, main_rules
from cutcard.odds.main.split_value import most_removed
from cutcard.odds.main.value import MainValue, Splits
from cutcard.odds.problem import OddsError
from cutcard.odds.switch.orders import (
    BLACKJACK,
    CARDS,
    HANDS,
    HELD,
    PAID,
    SWITCH,
    SWITCHED,
    BesideOther,
    arranged,
    deals_of,
    four_card_chances,
)
from cutcard.odds.switch.play import SwitchPlay, switched_nets

Array = np.ndarray[Any, Any]

MORE_CARDS: Final = 2
"""Besides those of a round with one hand."""


Decide = Callable[[Composition], Decisions]
"""How hands are played once another hand's two cards have left the shoe."""


@dataclass
class Worth:
    """What hands held are worth by the other hand's cards and, joint with it, the dealer's start."""

    value: Array
    at_blackjack: Array
    """What a dealer blackjack that is found before play makes of a hand as it was dealt."""
    chance: Array
    """Of the start, but for a dealer blackjack that is found before play."""
    stand: Array
    """By other, hand of any cards and start."""
    hit: Array
    double: Array
    switched: Array
    """Of an ace and a ten from a switch: to stand or to double, by other and start."""
    options: dict[tuple[Cards, int], dict[int, Array]] = field(default_factory=dict)
    """By two cards and context: each action's value by other and start."""


@dataclass(frozen=True)
class SwitchGame:
    """Blackjack Switch played the best way: hand by hand, and with the cards arranged so."""

    rules: RuleSet
    play: SwitchPlay
    worth: Worth

    @property
    def value(self) -> float:
        """The player's expectation per unit staked, two units lying on the two hands."""
        deals, worth = self.play.deals, self.worth
        weight = four_card_chances(self.play.shoe)[:, :, None]
        found = (deals.held * weight * of_both(worth.value)).sum()
        return float(found + (deals.dealt * weight * of_both(worth.at_blackjack)).sum()) / 2

    @property
    def switches(self) -> float:
        """In what part of the rounds without a dealer blackjack the cards are switched."""
        return self.play.deals.chance_of(self.play.shoe, SWITCH, starts=self.worth.chance)


def of_both(values: Array) -> Array:
    """What two hands held are worth together, from what each is beside the other's cards."""
    beside = values[CARDS]
    return np.asarray(beside + beside.transpose(1, 0, 2))


# Deciding.


def solve_switch(rules: RuleSet, shoe: Composition) -> SwitchGame:
    """The best switching, and each hand's best play."""
    main = main_rules(rules)
    if main.game.late_blackjack_takes != "original" and not main.checks:
        raise OddsError(
            f"late_blackjack_takes: {main.game.late_blackjack_takes}: not worked out at Switch"
        )
    if shoe.size < FEWEST_CARDS + MORE_CARDS:
        raise OddsError(f"shoe: {shoe.size} cards are too few for a round")
    worth = _nothing(main)
    beside = []
    for place, other in enumerate(TWO_CARD_HANDS):
        report_progress("two hands, each beside the other's cards", place, len(TWO_CARD_HANDS))
        gone = _cards(shoe, other)
        if gone is None:
            beside.append(_never_played(main))
            continue
        evaluation = MainValue(main, shoe.without(gone), Numbers(), Decisions(), decides=True)
        evaluation.value()
        beside.append(_Deciding(evaluation, worth, place).beside())
    done = arranged(worth.value, worth.at_blackjack, even_money=main.game.even_money)
    return SwitchGame(rules, SwitchPlay(main, shoe, tuple(beside), deals_of(done)), worth)


def followed(
    rules: RuleSet, shoe: Composition, decide: Decide, done: Array, *, doubles: Array | None = None
) -> SwitchPlay:
    """Blackjack Switch played in a given way: hands by decisions, and `done` with the four cards.

    `doubles` says by start whether an ace and a ten from a switch are doubled.
    """
    main = main_rules(rules)
    beside = []
    for other in TWO_CARD_HANDS:
        gone = _cards(shoe, other)
        if gone is None:
            beside.append(_never_played(main))
            continue
        left = shoe.without(gone)
        here = beside_of(MainValue(main, left, Numbers(), decide(left), decides=False))
        beside.append(here if doubles is None else replace(here, doubles_switched=doubles))
    return SwitchPlay(main, shoe, tuple(beside), deals_of(done))


def _nothing(main: MainRules) -> Worth:
    others, starts, hands = len(TWO_CARD_HANDS), len(main.starts), all_hands().keys.size
    held, played = (others, HELD, starts), (others, hands, starts)
    return Worth(
        value=np.zeros(held),
        at_blackjack=np.zeros(held),
        chance=np.zeros(held),
        stand=np.zeros(played),
        hit=np.zeros(played),
        double=np.zeros(played),
        switched=np.zeros((2, others, starts)),
    )


def _never_played(main: MainRules) -> BesideOther:
    starts = len(main.starts)
    acts = np.zeros((all_hands().keys.size, starts), dtype=np.int8)
    return BesideOther(acts, np.zeros(starts, dtype=np.bool_))


@dataclass(frozen=True)
class _Deciding:
    """One other hand's cards gone: the play, and what it is worth."""

    evaluation: MainValue
    worth: Worth
    other: int

    def beside(self) -> BesideOther:
        """How every hand is played best."""
        evaluation, worth = self.evaluation, self.worth
        main, run = evaluation.rules, evaluation.unsplit
        assert main.table.most_doublings == 1
        for target, values in (
            (worth.stand, run.stand),
            (worth.hit, run.hit),
            (worth.double, run.double),
        ):
            target[self.other] = values / main.scale
        found = beside_of(evaluation)
        for hand in TWO_CARD_HANDS:
            if (hand, 0) in evaluation.action_values:
                self._two_cards(hand, found)
        return found

    def _two_cards(self, hand: Cards, found: BesideOther) -> None:
        """A hand played as it lies, by start; where ranks make a pair, on average over the ranks."""
        evaluation, worth, place = self.evaluation, self.worth, HANDS[hand]
        main = evaluation.rules
        value = np.zeros(len(main.starts))
        for number in range(len(evaluation.contexts_of(hand))):
            options = evaluation.action_values[hand, number]
            taken = evaluation.decisions.top[hand, number]
            chance = evaluation.context_chances(hand, number)
            value += evaluation.numbers.pick(options, taken) * chance
            for act, each in options.items():
                by_act = worth.options.setdefault((hand, number), {})
                by_act.setdefault(act, np.zeros((len(HANDS), len(main.starts))))
                by_act[act][self.other] = each * chance / main.scale
        worth.value[self.other, place] = value / main.scale
        chances = evaluation.numbers.dealer[all_hands().place(hand)]
        known = chances[:, BLACKJACK_END] if main.checks else 0.0
        worth.chance[self.other, place] = chances.sum(axis=1) - known
        if main.checks:
            lost = main.prices.at_blackjack[main.kind(hand)] / main.scale
            worth.at_blackjack[self.other, place] = known * lost
        if hand == NATURAL:
            self._switched(chances, found)
            self._paid(chances)

    def _switched(self, chances: Array, found: BesideOther) -> None:
        """An ace and a ten from a switch: a plain 21, which may be doubled where the rules say so."""
        main, worth = self.evaluation.rules, self.worth
        stand, double = chances @ (switched_nets(main) / main.scale), self._doubled_21()
        if not switched_may_double(main.game, main.rows):
            double = stand
        found.doubles_switched[:] = double > stand
        worth.value[self.other, SWITCHED] = np.maximum(stand, double)
        worth.switched[:, self.other] = stand, double
        worth.chance[self.other, SWITCHED] = worth.chance[self.other, BLACKJACK]

    def _doubled_21(self) -> Array:
        """A double on it: one card more, with which it cannot bust."""
        numbers, main, hands = self.evaluation.numbers, self.evaluation.rules, all_hands()
        place = hands.place(NATURAL)
        found = np.zeros(len(main.starts))
        for value in range(len(VALUES)):
            child = hands.child[place, value]
            if numbers.left[place, value] > 0:
                numbers.need(main, np.array([child]))
                chance = numbers.left[place, value] / numbers.size[place]
                pays = main.prices.stands[Split.NEVER][1, hands.kind[child]] / main.scale
                found += chance * (numbers.dealer[child] @ pays)
        return found

    def _paid(self, chances: Array) -> None:
        """Even money, against an ace, before anybody knows what lies under it."""
        main = self.evaluation.rules
        ace_up = np.array([start[0] > 0 for start in main.starts])
        paid = chances @ (main.prices.even_money / main.scale)
        self.worth.value[self.other, PAID] = np.where(ace_up, paid, 0.0)
        self.worth.chance[self.other, PAID] = self.worth.chance[self.other, BLACKJACK]


def beside_of(evaluation: MainValue) -> BesideOther:
    """How hands are played by some decisions, as far as orders of cards go."""
    main, known = evaluation.rules, evaluation.decisions
    starts = len(main.starts)
    assert known.acts is not None
    found = BesideOther(known.acts.copy(), np.zeros(starts, dtype=np.bool_))
    for hand in TWO_CARD_HANDS:
        place, pair, split = all_hands().place(hand), pair_value(hand), np.zeros(starts)
        for number in range(len(evaluation.contexts_of(hand))):
            if (hand, number) in known.top:
                taken = known.top[hand, number]
                found.acts[place] = np.where(taken <= ActionCode.DOUBLE, taken, found.acts[place])
                split += (taken == ActionCode.SPLIT) * evaluation.context_chances(hand, number)
        if pair is not None and split.any():
            found.splits[pair] = split
            found.split_acts[pair] = known.split_acts[pair][0]
            found.split_hands[pair] = known.split_hands[pair]
            found.split_orders[pair] = _split_orders(evaluation, pair)
            if not main.checks:
                found.owed[pair] = _owed(evaluation, pair)
    return found


def _split_orders(evaluation: MainValue, value: int) -> tuple[Array, Array]:
    """For how many orders one hand of a split pair counts: see `main.split_value`."""
    made = evaluation.decisions.split_hands[value]
    of_value, size = evaluation.shoe.by_value[value] - 2, evaluation.shoe.size - 2
    most = most_removed(int(made.max())) + 1
    found = np.zeros((2, most, made.size))
    for hands in set(made.tolist()):
        chance = Fraction(1)
        for gone, shares in enumerate(zip(*Splits(evaluation).shares(value, hands), strict=True)):
            if chance:
                for which, share in enumerate(shares):
                    found[which, gone, made == hands] = float(share / chance)
            chance *= Fraction(max(of_value - gone, 0), max(size - gone, 1))
    return found[0], found[1]


def _owed(evaluation: MainValue, value: int) -> Array:
    """How often a dealer blackjack after play still takes a split pair's wager, joint with the start."""
    numbers, main = evaluation.numbers, evaluation.rules
    place = all_hands().place(two_cards(value, value))
    numbers.need(main, np.array([place]))
    chances = numbers.dealer[place, :, BLACKJACK_END]
    taken = [Splits(evaluation).still_owed(value, s) if chances[s] else 0.0 for s in range(chances.size)]
    return np.asarray(chances * np.array(taken))


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
