"""The main game's value: every hand solved by values, splits and suits put together at the top.

One pass in floating point finds the best play; the same steps in another arithmetic (`exact_value`) then
give the value of that play as a rational.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from operator import mul
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import (
    BLACKJACK_END,
    NATURAL,
    VALUES,
    Cards,
    Split,
    Suited,
    two_cards,
    with_card,
)
from cutcard.odds.composition import Composition
from cutcard.odds.main.decisions import (
    TENS,
    TWO_CARD_HANDS,
    ActionCode,
    AfterSplit,
    Decisions,
    SplitPlay,
    pair_value,
)
from cutcard.odds.main.hands import Removed, all_hands, removed_sets, two_card_places
from cutcard.odds.main.kernels.arithmetic import Numbers, Run
from cutcard.odds.main.kernels.play import PlayTable, neither_busts
from cutcard.odds.main.rules import MainRules
from cutcard.odds.main.split_value import hands_made, most_removed, weights
from cutcard.odds.main.suits import Context, contexts, ten_ranks

Array = np.ndarray[Any, Any]


USUAL_HANDS: Final = 4
"""That a box may hold after splits, where few may hold more."""


def two_card_chance(shoe: Composition, hand: Cards) -> Fraction:
    """How often the first two cards are of these values."""
    counts, size = shoe.by_value, shoe.size
    one, *two = [value for value, many in enumerate(hand) if many]
    if not two:
        return Fraction(counts[one] * (counts[one] - 1), size * (size - 1))
    return Fraction(2 * counts[one] * counts[two[0]], size * (size - 1))


def removed_by(most_hands: Mapping[int, int]) -> Removed:
    """The sets of removed cards that splitting to so many hands, by value, can ask for.

    They are the same for most games, so that these can share what the dealer comes to beside them.
    """
    extra = (max(USUAL_HANDS, most_hands.get(value, 0)) for value in range(len(VALUES)))
    return removed_sets(tuple(most_removed(most) + 1 for most in extra))


@dataclass
class MainValue:
    """One evaluation of the main game: rules, shoe, arithmetic, and the decisions taken or made."""

    rules: MainRules
    shoe: Composition
    numbers: Numbers
    decisions: Decisions
    decides: bool
    """Whether the best decisions are found and written down, rather than followed."""
    after_split: AfterSplit = AfterSplit(SplitPlay.BY_PAIR)
    found: float = 0.0
    """The value, once it is known."""
    action_values: dict[tuple[Cards, int], dict[int, Array]] = field(default_factory=dict)
    """By two-card hand and context: each action's joint value by start."""
    contexts: dict[Cards, tuple[Context, ...]] = field(default_factory=dict)
    """By two-card hand, as they are asked for; another evaluation of the shoe may share them."""

    def __post_init__(self) -> None:
        self.amounts = self.rules.prices
        self.hands = all_hands()
        self._tables: dict[tuple[Split, int], PlayTable] = {}
        self._met: dict[tuple[int | None, int, bool], Array] = {}
        counts = self.shoe.by_value
        self.most_hands = {
            value: self.rules.most_hands(value)
            for value in range(len(VALUES))
            if counts[value] >= 2 and self.rules.most_hands(value) >= 2 and Splits(self).ranks(value)
        }
        self.removed = removed_by(self.most_hands)
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
            extras = 0
            if value is not None:
                more = min(most_removed(self.most_hands[value]), self.shoe.by_value[value] - 2)
                extras = more + 1
            for extra in range(1, extras + 1) if value is not None else (0,):
                acts = self.decided(value, extra)
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
        acts = decided = self.decided(value, extra)
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
            self._decide(value, extra, acts)
        return run

    def met(self, value: int | None, extra: int) -> tuple[Array, Array]:
        """The hands of a run that can come up, and the set of removed cards of each.

        The dealer's chances with these are known then.
        """
        acts = self.decided(value, extra)
        hands, rows = self._met_hands(value, extra, acts), self._hands_of(value, extra)[1]
        self.numbers.need(self.rules, rows[hands])
        return hands, rows

    def decided(self, value: int | None, extra: int) -> Array | None:
        """What is done with the hands of a run, once that is decided."""
        known = self.decisions
        if value is None:
            return known.by_doublings
        if extra > 1 and self.decides and self.after_split.play is SplitPlay.BY_HANDS:
            return known.split_again.get((value, extra))
        return known.split_again.get((value, extra), known.split_acts.get(value))

    def _decide(self, value: int | None, extra: int, acts: Array) -> None:
        if value is None:
            self.decisions.by_doublings = acts
        elif extra > 1:
            self.decisions.split_again[value, extra] = acts
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
                options[ActionCode.SURRENDER] = self.surrendered(unsplit, place)
            pair = pair_value(hand)
            if pair is not None and pair in splits and context.is_pair:
                options[ActionCode.SPLIT] = splits[pair]
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
                options[ActionCode.EVEN_MONEY] = np.where(ace_up, even, options[ActionCode.STAND])
            key = (hand, number)
            if self.decides:
                self.decisions.top[key] = f.best(options)
            value = f.pick(options, self.decisions.top[key])
            parts.append(f.times_each(value, context.chance) if len(found) > 1 else value)
        return f.total(parts)

    def surrendered(self, run: Run, place: int) -> Array:
        """What a hand given up is worth, by start, beside its other actions.

        Those are worth what they come to once a check has ruled out a blackjack. An early surrender
        keeps its half of the wager from a blackjack too, so what every other action loses to it is added
        to its value here: with a ten up and a blackjack in 1 of 13, -1/2 is -1/2 + 1/13 beside them.
        """
        f, rules = self.numbers, self.rules
        held = f.stand_with(run, place, self.amounts.surrender)
        if not rules.early.any():
            return held
        early = f.stand_with(run, place, self.amounts.early_surrender)
        if rules.checks:
            price = self.amounts.at_blackjack[self.hands.kind[place]]
            early = f.less(early, f.at_end(run, place, BLACKJACK_END, price))
        return np.where(rules.early, early, held)

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
        options: dict[int, Array] = {ActionCode.STAND: stand}
        if may_hit:
            options[ActionCode.HIT] = hit
        if may_double:
            options[ActionCode.DOUBLE] = double
        return options


# Splits: the value of a pair's hands, and what a late blackjack takes of them.


@lru_cache(maxsize=1)
def second_places() -> Array:
    """The places of two-card hands, by the value of each card."""
    values, places = range(len(VALUES)), two_card_places()
    pairs = [[two_cards(one, two) for two in values] for one in values]
    return np.array([[places[hand] for hand in row] for row in pairs])


@dataclass
class Splits:
    """The splits of one evaluation of the main game."""

    main: MainValue
    _suited: dict[int, list[tuple[int, Cards]]] = field(default_factory=dict)

    def value_of(self, value: int, unsplit: Run) -> Array:
        """The value of splitting a pair of a value, by start, joint with the start."""
        split = Split.of_pair(value)
        most = self.main.most_hands[value]
        if self.main.decides and self.main.after_split.play is SplitPlay.AS_UNSPLIT:
            self.main.decisions.split_acts[value] = self._as_unsplit(split, unsplit)
        elif self.main.decides and self.main.rules.spares:
            self._decide_alone(split, value, unsplit)
        whole: list[Array] = []
        of_rank: list[Array] = []
        for extra in range(1, min(most_removed(most), self.main.shoe.by_value[value] - 2) + 2):
            run = self.main.run(split, value, extra)
            by_second = self._by_second(run, split, value, extra, unsplit)
            if extra == 1:
                self.main.foresee((value,))
            whole.append(self.main.numbers.total(list(by_second)))
            of_rank.append(by_second[value])
        worth = self._weighed(value, most, whole, of_rank)
        return (
            self.main.numbers.add(worth, self._owed(value, unsplit)) if self.main.rules.spares else worth
        )

    def _decide_alone(self, split: Split, value: int, unsplit: Run) -> None:
        """How a split hand is played where a blackjack may yet come: as if there were no other hand."""
        meant, self.main.amounts = self.main.amounts, self.main.rules.alone
        most = 1
        if self.main.after_split.play is SplitPlay.BY_HANDS:
            most += min(most_removed(self.main.most_hands[value]), self.main.shoe.by_value[value] - 2)
        for extra in range(1, most + 1):
            self._by_second(self.main.run(split, value, extra), split, value, extra, unsplit)
        self.main.amounts = meant

    def _owed(self, value: int, unsplit: Run) -> Array:
        """What a dealer blackjack takes from the hands of a split box that did not bust, by start.

        Where nothing is known before play, a blackjack takes the first wager and no more: all of it,
        or what busted hands have not already lost. By the box, that is the wager when no hand busts;
        by the stake, when the first does not. Two hands are exact; with more, the further hands are
        taken to be independent of the first two.
        """
        f, rules = self.main.numbers, self.main.rules
        pair = self.main.hands.place(two_cards(value, value))
        wager = np.zeros_like(self.main.amounts.surrender)
        wager[BLACKJACK_END] = self.main.amounts.owed
        owed = f.stand_with(unsplit, pair, wager)
        parts = np.array(owed)
        for number, start in enumerate(rules.starts):
            may_be_blackjack = any(map(mul, start, NATURAL))
            if may_be_blackjack and not self._never_split(value, number):
                parts[number] = f.mul(owed[number], self.still_owed(value, number))
        return parts

    def _never_split(self, value: int, start: int) -> bool:
        """Whether it is already decided that the pair is not split against a start."""
        pair = two_cards(value, value)
        taken = [acts[start] for (hand, _), acts in self.main.decisions.top.items() if hand == pair]
        return not self.main.decides and ActionCode.SPLIT not in taken

    def still_owed(self, value: int, start: int) -> float:
        """The chance that the first wager is still owed to a dealer blackjack after a split."""
        if self.main.rules.game.busted_extras == "returned":
            return 1.0
        f, hands = self.main.numbers, self.main.hands
        left = np.array(self.main.shoe.by_value, dtype=np.int64)
        left[value] -= 2
        left -= NATURAL
        if (left < 0).any():
            return 0.0
        size = int(left.sum())
        holding = np.flatnonzero(hands.cards[:, value] > 0).astype(np.int32)
        one, both = neither_busts(
            hands.child, holding, hands.cards, hands.count, left, size, value,
            self._mix(value, start), f.float_prime, f.over,
        )  # fmt: skip
        if self.main.rules.game.original_loss_cap == "stake":
            return float(one)
        most = int(self.main.decisions.split_hands[value][start])
        made = self.made_beside_blackjack(value, most, size)
        owed, further = 0.0, both
        for count in range(2, most + 1):
            owed = f.add(owed, f.times(further, made.get(count, Fraction(0))))
            further = f.mul(further, one)
        return float(owed)

    def made_beside_blackjack(self, value: int, most: int, size: int) -> dict[int, Fraction]:
        """How often so many hands are made of a pair, the dealer's ace and ten being gone too.

        `size` counts the cards that are then left.
        """
        found: dict[int, Fraction] = {}
        in_all = self.main.shoe.by_value[value] - 2
        for share, of_rank in self.ranks(value):
            others = of_rank - 2
            # one card of the value is the dealer's where it is aces or tens: of the pair's rank, or not
            own = Fraction(others, in_all) if NATURAL[value] and in_all else Fraction(0)
            for chance, left in ((own, others - 1), (1 - own, others)):
                if chance:
                    made = hands_made(hands=most, of_rank=left, size=size)
                    for count, part in made.items():
                        found[count] = found.get(count, Fraction(0)) + share * chance * part
        return found

    def _mix(self, value: int, start: int) -> Array:
        """How often a split hand is stood on, hit or doubled, over the ways its suits can lie."""
        f = self.main.numbers
        acts = self.main.decisions.split_acts[value][0][:, start]
        mix = np.zeros((acts.size, 3))
        mix[np.arange(acts.size), np.minimum(acts, 2)] = 1.0
        for (split, hand, number), taken in self.main.decisions.split_top.items():
            if split == value:
                place = self.main.hands.place(hand)
                if number == 0:
                    mix[place] = 0.0
                context = self.main.contexts_of(hand)[number]
                mix[place, taken[start]] = f.add(
                    mix[place, taken[start]], f.number(context.chance[start])
                )
        return mix

    def _as_unsplit(self, split: Split, unsplit: Run) -> Array:
        """The unsplit hand's best action among those that a split hand may take too."""
        rules = self.main.rules
        may = (rules.may[split] & rules.may[Split.NEVER])[self.main.hands.kind]
        assert self.main.decisions.by_doublings is not None
        acts = self.main.decisions.by_doublings.copy()
        acts[0] = ActionCode.STAND
        top = unsplit.stand.copy()
        for act, values, allowed in (
            (ActionCode.HIT, unsplit.hit, may[:, 0]),
            (ActionCode.DOUBLE, unsplit.double, may[:, 1]),
        ):
            better = allowed[:, None] & (values > top)
            acts[0, better] = act
            top = np.where(better, values, top)
        return acts

    def _by_second(self, run: Run, split: Split, value: int, extra: int, unsplit: Run) -> Array:
        """A split hand by its second card: the card's chance times the hand's value, by start."""
        f, main = self.main.numbers, self.main
        counts = np.array(main.shoe.by_value)
        counts[value] -= extra + 1
        counts = np.maximum(counts, 0)
        found = run.best[second_places()[value]]
        found[counts == 0] = 0.0
        for second, hand in self._suited_seconds(value):
            if counts[second]:
                found[second] = self._in_contexts(run, split, value, hand, unsplit)
        chances = f.mul(counts.astype(np.float64), f.over[main.shoe.size - extra - 1])
        return np.asarray(f.mul(found, chances[:, None]))

    def _suited_seconds(self, value: int) -> list[tuple[int, Cards]]:
        """The second cards with which a card of a value may make a bonus by their suits."""
        if value not in self._suited:
            hands = [two_cards(value, second) for second in range(len(VALUES))]
            self._suited[value] = [
                (second, hand)
                for second, hand in enumerate(hands)
                if any(context.share for context in self.main.contexts_of(hand))
            ]
        return self._suited[value]

    def _in_contexts(self, run: Run, split: Split, value: int, hand: Cards, unsplit: Run) -> Array:
        """A split hand of two cards that may make a bonus by their suits."""
        f, main = self.main.numbers, self.main
        place = main.hands.place(hand)
        parts = []
        for number, context in enumerate(main.contexts_of(hand)):
            options = main.options(run, split, hand, place, context)
            key = (value, hand, number)
            if key not in main.decisions.split_top:
                chosen = options
                if main.after_split.play is SplitPlay.AS_UNSPLIT:
                    before = main.options(unsplit, Split.NEVER, hand, place, context)
                    chosen = {act: before[act] for act in options if act in before}
                main.decisions.split_top[key] = f.best(chosen)
            taken = main.decisions.split_top[key]
            parts.append(f.times_each(f.pick(options, taken), context.chance))
        return f.total(parts)

    def _weighed(self, value: int, most: int, whole: list[Array], of_rank: list[Array]) -> Array:
        """A pair's split value; the player stops making hands where that is better."""
        f = self.main.numbers
        tries: dict[int, Array] = {}
        for hands in range(2, most + 1):
            if not self.main.decides and not (self.main.decisions.split_hands[value] == hands).any():
                continue
            of_any, of_own = self.shares(value, hands)
            parts = [f.times(each, by) for each, by in zip(whole, of_any, strict=False) if by]
            parts += [f.times(each, by) for each, by in zip(of_rank, of_own, strict=False) if by]
            tries[hands] = f.total(parts)
        if self.main.decides:
            chosen = np.full(len(self.main.rules.starts), most)
            if not self.main.after_split.resplits:
                top = tries[most].copy()
                for hands in range(most - 1, 1, -1):
                    better = tries[hands] > top
                    chosen[better] = hands
                    top = np.where(better, tries[hands], top)
            self.main.decisions.split_hands[value] = chosen
        return f.pick(tries, self.main.decisions.split_hands[value])

    def shares(self, value: int, hands: int) -> tuple[list[Fraction], list[Fraction]]:
        """What one hand's value counts for in a split to so many, by further cards of the pair's rank
        gone: whatever its second card is, and where that is of the value."""
        of_any, of_own = ([Fraction(0)] * (most_removed(hands) + 1) for _ in range(2))
        for share, of_rank in self.ranks(value):
            weight = weights(hands=hands, of_rank=of_rank, size=self.main.shoe.size)
            for gone in range(len(of_any)):
                of_any[gone] += share * weight.any_second[gone]
                own = weight.second_of_rank[gone] * self._same_rank(value, gone, of_rank)
                of_own[gone] += share * own
        return of_any, of_own

    def ranks(self, value: int) -> list[tuple[Fraction, int]]:
        """The ranks a pair of a value may be of: how often each, and how many cards it has."""
        if value != TENS or self.main.rules.game.split_by != "rank":
            return [(Fraction(1), self.main.shoe.by_value[value])]
        found = Counter(many for many in ten_ranks(self.main.shoe) if many > 1)
        pairs = sum(many * (many - 1) * times for many, times in found.items())
        return [(Fraction(many * (many - 1) * times, pairs), many) for many, times in found.items()]

    def _same_rank(self, value: int, gone: int, of_rank: int) -> Fraction:
        """Of the second cards of a value, how many are of the pair's rank."""
        of_value = self.main.shoe.by_value[value] - 2 - gone
        return Fraction(max(of_rank - 2 - gone, 0), of_value) if of_value > 0 else Fraction(0)
