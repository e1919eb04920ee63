"""How often a round's hands end in each way, as the main game is played.

The value of a play is a sum over the ways its hands can end: how often each comes up, times its price.
Here the first is found, once; then any other amount (squares of prices, ones for an outcome) is averaged
over the same play by a product, however many amounts are asked about.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from cutcard.automata.hands import (
    BLACKJACK_END,
    ENDS,
    VALUES,
    Cards,
    Split,
    Suited,
    two_cards,
    with_card,
)
from cutcard.odds.main.decisions import TWO_CARD_HANDS, ActionCode, pair_value
from cutcard.odds.main.hands import two_card_places
from cutcard.odds.main.kernels.arithmetic import hands_of_run, new_workspace
from cutcard.odds.main.kernels.play import ACTIONS, BUST_KIND, RESCUE_KIND, follow
from cutcard.odds.main.rules import Amounts
from cutcard.odds.main.split_value import most_removed
from cutcard.odds.main.suits import Context
from cutcard.odds.main.value import MainValue, Splits

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class SplitPair:
    """How often the hands of a split pair end so: by doublings, kind, end and start, joint with that."""

    split: Split
    ends: Array
    owed: Array
    """By start: how often a dealer blackjack takes what the box has not lost yet."""

    def times(self, amounts: Amounts) -> Array:
        """Amounts summed over the hands, by start."""
        ended = np.tensordot(amounts.ends(self.split), self.ends, axes=3)
        return np.asarray(ended + self.owed * float(amounts.owed))


class EndFrequencies:
    """How often each way to end comes up, for one evaluation of the main game in floating point."""

    pairs: dict[int, SplitPair]
    """By value: each pair that is split against some start."""
    unsplit: Array
    """Of hands that were not split: by doublings, kind, end and start."""
    split: Array
    """By value and start: how often a pair is dealt and split, the start being the dealer's."""
    whole: Amounts
    """In a round, by the places of amounts."""

    def __init__(self, evaluation: MainValue) -> None:
        self.evaluation, self.rules = evaluation, evaluation.rules
        made, hands = self.rules.after_doubling.shape
        starts = len(self.rules.starts)
        self._comes, self._taken = np.zeros((made, hands, starts)), np.zeros((ACTIONS, hands, starts))
        self._at_blackjack = np.zeros(self.rules.prices.at_blackjack.shape)
        self._surrender, self._early, self._even_money = (np.zeros(len(ENDS)) for _ in range(3))
        self.split = np.zeros((len(VALUES), starts))
        self.unsplit = unsplit = self._zeros(Split.NEVER)
        evaluation.foresee((None, *evaluation.most_hands))
        for hand in TWO_CARD_HANDS:
            chance = float(evaluation.chance_of(hand))
            if chance:
                self._first_two(hand, chance, unsplit)
        self._follow(None, 0, unsplit)
        self.pairs = {
            value: self._pair(value) for value in np.flatnonzero(self.split.any(axis=1)).tolist()
        }
        self.whole = self._together(unsplit)

    def _zeros(self, split: Split) -> Array:
        """By doublings, kind, end and start."""
        return np.zeros((*self.rules.prices.ends(split).shape, len(self.rules.starts)))

    def _together(self, unsplit: Array) -> Amounts:
        ends = [np.zeros(self.rules.prices.ends(split).shape) for split in Split]
        ends[Split.NEVER] += unsplit.sum(axis=-1)
        owed = 0.0
        for value, pair in self.pairs.items():
            ends[pair.split] += pair.ends @ self.split[value]
            owed += float(pair.owed @ self.split[value])
        return Amounts(
            stands=tuple(each[:, :BUST_KIND] for each in ends),
            at_blackjack=self._at_blackjack,
            bust=tuple(each[:, BUST_KIND] for each in ends),
            rescue=tuple(each[:, RESCUE_KIND] for each in ends),
            surrender=self._surrender,
            early_surrender=self._early,
            even_money=self._even_money,
            owed=np.array(owed),
        )

    def _first_two(self, hand: Cards, chance: float, unsplit: Array) -> None:
        """What is done first with two cards that come so often."""
        evaluation, place = self.evaluation, two_card_places()[hand]
        dealer, pair = evaluation.numbers.dealer[place], pair_value(hand)
        ace_up = np.array([start[0] > 0 for start in self.rules.starts])
        for number, context in enumerate(evaluation.contexts_of(hand)):
            often = chance * evaluation.context_chances(hand, number)
            taken = evaluation.decisions.top[hand, number]
            even = (taken == ActionCode.EVEN_MONEY) & ace_up
            taken = np.where((taken == ActionCode.EVEN_MONEY) & ~ace_up, ActionCode.STAND, taken)
            self._even_money += (often * even) @ dealer
            early = (taken == ActionCode.SURRENDER) & self.rules.early
            self._early += (often * early) @ dealer
            self._surrender += (often * ((taken == ActionCode.SURRENDER) & ~early)) @ dealer
            if pair is not None:
                self.split[pair] += often * (taken == ActionCode.SPLIT)
            if self.rules.checks:
                suited = context.suited if context.suited is Suited.DESIGNATED else Suited.MIXED
                beaten = (often * ~(even | early)) @ dealer[:, BLACKJACK_END]
                self._at_blackjack[self.rules.kind(hand, suited)] += beaten
            self._take(None, 0, hand, context, taken, often, unsplit)

    def _take(
        self,
        value: int | None,
        extra: int,
        hand: Cards,
        context: Context,
        taken: Array,
        often: Array,
        found: Array,
    ) -> None:
        """Two cards whose suits lie so are stood on, hit or doubled; a bonus that they make by their
        suits is paid by these, and not as the same values are otherwise."""
        evaluation, place = self.evaluation, two_card_places()[hand]
        rows = evaluation.met(value, extra)[1]
        dealer = evaluation.numbers.shoes.dealer
        for act in (ActionCode.STAND, ActionCode.HIT, ActionCode.DOUBLE):
            here = often * (taken == act)
            if not here.any():
                continue
            if act is ActionCode.STAND and context.suited is Suited.DESIGNATED:
                found[0, self.rules.kind(hand, context.suited)] += here * dealer[rows[place]]
                continue
            self._taken[act, place] += here
            if context.share and act is not ActionCode.STAND:
                made = int(act is ActionCode.DOUBLE)
                child = int(evaluation.hands.child[place, context.third])
                left, size = (each[rows[place]] for each in evaluation.numbers.shoes[:2])
                share = np.array([float(each) for each in context.share])
                suited = here * share * left[context.third] / max(size, 1)
                kind = self.rules.kind(with_card(hand, context.third), context.suited)
                found[made, kind] += suited * dealer[rows[child]]
                self._comes[made, child] -= suited

    def _follow(self, value: int | None, extra: int, found: Array) -> None:
        """What has begun with the hands of a run, followed to its ends."""
        evaluation = self.evaluation
        acts, hands = evaluation.decided(value, extra), hands_of_run(*evaluation.met(value, extra))
        assert acts is not None
        steps = np.zeros((ACTIONS, acts.shape[2]))
        shoes, workspace = evaluation.numbers.shoes, new_workspace(acts)
        follow(hands, shoes, acts, self._comes, self._taken, found, workspace, steps)

    def _pair(self, value: int) -> SplitPair:
        """The hands of a pair that is split against every start."""
        evaluation, splits = self.evaluation, Splits(self.evaluation)
        split = Split.of_pair(value)
        found = self._zeros(split)
        most = evaluation.decisions.split_hands[value].tolist()
        shares = {hands: splits.shares(value, hands) for hands in set(most)}
        in_shoe = evaluation.shoe.by_value[value]
        for gone in range(min(most_removed(max(most)), in_shoe - 2) + 1):
            of_any, of_own = (
                np.array([float(sum(shares[hands][which][gone : gone + 1])) for hands in most])
                for which in (0, 1)
            )
            counts = np.array(evaluation.shoe.by_value)
            counts[value] -= gone + 2
            chances = np.maximum(counts, 0) / max(evaluation.shoe.size - gone - 2, 1)
            for second, chance in enumerate(chances.tolist()):
                often = chance * (of_any + of_own * (second == value))
                if chance:
                    self._second(value, gone + 1, second, often, found)
            self._follow(value, gone + 1, found)
        return SplitPair(split, found, self._owed(value, splits))

    def _second(self, value: int, extra: int, second: int, often: Array, found: Array) -> None:
        """A split hand's second card came so often."""
        evaluation = self.evaluation
        hand = two_cards(value, second)
        contexts = evaluation.contexts_of(hand)
        if not any(context.share for context in contexts):
            self._comes[0, two_card_places()[hand]] += often
            return
        for number, context in enumerate(contexts):
            here = often * evaluation.context_chances(hand, number)
            taken = evaluation.decisions.split_top[value, hand, number]
            self._take(value, extra, hand, context, taken, here, found)

    def _owed(self, value: int, splits: Splits) -> Array:
        starts = self.rules.starts
        if not self.rules.spares:
            return np.zeros(len(starts))
        place = two_card_places()[two_cards(value, value)]
        beaten = self.evaluation.numbers.dealer[place, :, BLACKJACK_END]
        still = [
            splits.still_owed(value, start) if split and beaten[start] else 0.0
            for start, split in enumerate(self.split[value] > 0)
        ]
        return np.asarray(beaten * still)
