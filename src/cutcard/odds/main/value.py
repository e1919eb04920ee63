"""The main game's value: every hand solved by values, splits and suits put together at the top.

One pass in floating point finds the best play; the same steps in another arithmetic (`exact`) then
give the value of that play as a rational.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from cutcard.automata.hands import BLACKJACK_END, VALUES, Cards, Split, Suited, with_card
from cutcard.odds.composition import Composition
from cutcard.odds.main.decisions import TWO_CARD_HANDS, Act, Decisions, SplitPlay, pair_value
from cutcard.odds.main.kernels.arithmetic import Numbers, Run
from cutcard.odds.main.kernels.play import Table
from cutcard.odds.main.rules import NATURAL, MainRules
from cutcard.odds.main.split_value import most_removed
from cutcard.odds.main.splits import Splits
from cutcard.odds.main.suits import Context, contexts
from cutcard.odds.main.walk import all_hands, removed_sets, two_card_places

Array = np.ndarray[Any, Any]


def two_card_chance(shoe: Composition, hand: Cards) -> Fraction:
    """How often the first two cards are of these values."""
    counts, size = shoe.by_value, shoe.size
    one, *two = [value for value, many in enumerate(hand) if many]
    if not two:
        return Fraction(counts[one] * (counts[one] - 1), size * (size - 1))
    return Fraction(2 * counts[one] * counts[two[0]], size * (size - 1))


@dataclass
class MainValue:
    """One evaluation of the main game: rules, shoe, arithmetic, and the decisions taken or made."""

    rules: MainRules
    shoe: Composition
    numbers: Numbers
    decisions: Decisions
    decides: bool
    """Whether the best decisions are found and written down, rather than followed."""
    split_play: SplitPlay = SplitPlay.BY_PAIR
    most_split: int | None = None
    found: float = 0.0
    """The value, once it is known."""
    action_values: dict[tuple[Cards, int], dict[int, Array]] = field(default_factory=dict)
    """By two-card hand and context: each action's joint value by start."""
    contexts: dict[Cards, tuple[Context, ...]] = field(default_factory=dict)
    """By two-card hand, as they are asked for; another evaluation of the shoe may share them."""

    def __post_init__(self) -> None:
        self.amounts = self.rules.prices
        self.hands = all_hands()
        self._tables: dict[tuple[Split, int], Table] = {}
        self._met: dict[tuple[int | None, int, bool], Array] = {}
        counts = self.shoe.by_value
        self.most_hands = {
            value: self.rules.most_hands(value)
            for value in range(len(VALUES))
            if counts[value] >= 2 and self.rules.most_hands(value) >= 2 and Splits(self).ranks(value)
        }
        extra = tuple(
            most_removed(self.most_hands[value]) + 1 if value in self.most_hands else 0
            for value in range(len(VALUES))
        )
        self.removed = removed_sets(extra)
        if not self.numbers.is_prepared:
            self.numbers.prepare(self.rules, counts, self.removed.cards)

    def value(self) -> Any:
        """The expected result of a round in units of the first stake."""
        f = self.numbers
        self.foresee((None, *self.most_hands))
        self.unsplit = unsplit = self.run(Split.NEVER, None, 0)
        self.splits = splits = {
            value: Splits(self).value_of(value, unsplit) for value in self.most_hands
        }
        parts = []
        for hand in TWO_CARD_HANDS:
            chance = self.chance_of(hand)
            if chance:
                parts.append(f.times(self._hand(hand, unsplit, splits), chance))
        return f.times(f.sum(f.total(parts)), Fraction(1, self.rules.scale))

    def contexts_of(self, hand: Cards) -> tuple[Context, ...]:
        """The contexts of a two-card hand."""
        if hand not in self.contexts:
            self.contexts[hand] = contexts(self.rules, self.shoe, hand)
        return self.contexts[hand]

    def context_chances(self, hand: Cards, number: int) -> Array:
        """By start: how often a two-card hand's suits lie so."""
        chances = self.contexts_of(hand)[number].chance
        return np.array([float(each) for each in chances])

    def chance_of(self, hand: Cards) -> Fraction:
        """How often a two-card hand is dealt."""
        return two_card_chance(self.shoe, hand)

    def foresee(self, values: Sequence[int | None]) -> None:
        """The dealer's chances for all that is coming, in one go: much faster than run by run."""
        rows = []
        for value in values:
            acts = self.decided(value)
            extras = 0
            if value is not None:
                more = min(most_removed(self.most_hands[value]), self.shoe.by_value[value] - 2)
                extras = more + 1
            for extra in range(1, extras + 1) if value is not None else (0,):
                found = self._hands_of(value, extra)[1]
                rows.append(found[self._met_hands(value, extra, acts)])
                if acts is None:
                    break  # what comes with more cards removed depends on what is decided first
        self.numbers.need(self.rules, np.concatenate(rows))

    def _met_hands(self, value: int | None, extra: int, acts: Array | None) -> Array:
        """The hands of a run that can come up, by the actions if they are decided."""
        key = (value, extra, acts is not None)
        if key not in self._met:
            self._met[key] = self.numbers.met(*self._hands_of(value, extra), acts)
        return self._met[key]

    def _hands_of(self, value: int | None, extra: int) -> tuple[Array, Array]:
        """The hands of a run, and the set of removed cards of each."""
        if value is not None:
            return self.removed.rows[value, extra]
        hands = np.arange(self.hands.keys.size, dtype=np.int32)
        return hands, hands

    def run(self, split: Split, value: int | None, extra: int) -> Run:
        """All hands played from the longest to the shortest."""
        acts = decided = self.decided(value)
        if acts is None:
            shape = (*self.rules.after_doubling.shape, len(self.rules.starts))
            acts = np.zeros(shape, dtype=np.int8)
        hands, rows = self.met(value, extra)
        key = (split, id(self.amounts))
        if key not in self._tables:
            self._tables[key] = self.numbers.table(self.rules, self.amounts, split)
        run = self.numbers.play(
            self._tables[key], hands, rows, acts, follows=decided is not None, keeps=value is None
        )
        if decided is None:
            self._decide(value, acts)
        return run

    def met(self, value: int | None, extra: int) -> tuple[Array, Array]:
        """The hands of a run that can come up, and the set of removed cards of each.

        The dealer's chances with these are known then.
        """
        hands, rows = self._met_hands(value, extra, self.decided(value)), self._hands_of(value, extra)[1]
        self.numbers.need(self.rules, rows[hands])
        return hands, rows

    def decided(self, value: int | None) -> Array | None:
        """What is done with the hands of a run, once that is decided."""
        known = self.decisions
        return known.by_doublings if value is None else known.split_acts.get(value)

    def _decide(self, value: int | None, acts: Array) -> None:
        if value is None:
            self.decisions.by_doublings = acts
        else:
            self.decisions.split_acts[value] = acts

    # The first two cards.

    def _hand(self, hand: Cards, unsplit: Run, splits: dict[int, Array]) -> Array:
        """A two-card hand's value by start, the dealer's blackjacks too."""
        f, rules = self.numbers, self.rules
        place = two_card_places()[hand]
        found = self.contexts_of(hand)
        parts = []
        for number, context in enumerate(found):
            options = self.options(unsplit, Split.NEVER, hand, place, context)
            can_give_up = rules.may_surrender[self.hands.kind[place]] and hand != NATURAL
            if rules.game.surrender and can_give_up:
                options[Act.SURRENDER] = f.stand_with(unsplit, place, self.amounts.surrender)
            pair = pair_value(hand)
            if pair is not None and pair in splits and context.is_pair:
                options[Act.SPLIT] = splits[pair]
            self.action_values[hand, number] = dict(options)
            if rules.checks:
                kind = self.hands.kind[place]
                if context.suited is Suited.DESIGNATED:
                    kind = rules.kind(hand, Suited.DESIGNATED)
                lost = f.at_end(unsplit, place, BLACKJACK_END, self.amounts.at_blackjack[kind])
                options = {act: f.add(each, lost) for act, each in options.items()}
            if hand == NATURAL and rules.game.even_money:
                even = f.stand_with(unsplit, place, self.amounts.even_money)
                ace_up = np.array([start[0] > 0 for start in rules.starts])
                options[Act.EVEN_MONEY] = np.where(ace_up, even, options[Act.STAND])
            key = (hand, number)
            if self.decides:
                self.decisions.top[key] = f.best(options)
            value = f.pick(options, self.decisions.top[key])
            parts.append(f.times_each(value, context.chance) if len(found) > 1 else value)
        return f.total(parts)

    def options(
        self, run: Run, split: Split, hand: Cards, place: int, context: Context
    ) -> dict[int, Array]:
        """The values of standing, hitting and doubling a two-card hand whose suits lie so."""
        f, rules = self.numbers, self.rules
        kind = self.hands.kind[place]
        stand, hit, double = run.stand[place], run.hit[place], run.double[place]
        if context.suited is Suited.DESIGNATED:
            stand = f.stand_with(
                run, place, self.amounts.stands[split][0, rules.kind(hand, context.suited)]
            )
        may_hit, may_double = rules.may[split][kind]
        if context.share:
            suited = rules.kind(with_card(hand, context.third), context.suited)
            child = int(self.hands.child[place, context.third])
            completes = f.draws(run, place, context.third)
            gain = f.less(
                f.stand_with(run, child, self.amounts.stands[split][0, suited]), run.best[child]
            )
            hit = f.add(hit, f.times_each(f.mul(gain, completes), context.share))
            gain = f.less(
                f.stand_with(run, child, self.amounts.stands[split][1, suited]), run.doubled[1, child]
            )
            double = f.add(double, f.times_each(f.mul(gain, completes), context.share))
        options: dict[int, Array] = {Act.STAND: stand}
        if may_hit:
            options[Act.HIT] = hit
        if may_double:
            options[Act.DOUBLE] = double
        return options
