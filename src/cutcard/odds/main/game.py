"""The main game solved: its best play, its exact value, the value of every action, its outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from operator import attrgetter
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import BLACKJACK_END, Split, Suited, counted, points_of, value_index
from cutcard.cards import Card
from cutcard.compute import report_progress
from cutcard.law import RuleSet
from cutcard.odds.composition import Composition
from cutcard.odds.main.decisions import TWO_CARD_HANDS, ActionCode, AfterSplit, Decisions, SplitPlay
from cutcard.odds.main.exact_value import rational_from_residues, round_denominator
from cutcard.odds.main.frequencies import EndFrequencies
from cutcard.odds.main.game_key import GameKey
from cutcard.odds.main.hands import all_hands
from cutcard.odds.main.kernels.arithmetic import Numbers
from cutcard.odds.main.rules import BONUS_HANDS, Amounts, MainRules, main_rules, rules_of_game
from cutcard.odds.main.split_value import most_removed
from cutcard.odds.main.suits import contexts
from cutcard.odds.main.value import MainValue
from cutcard.odds.problem import OddsError
from cutcard.rules import TWENTY_ONE, prices
from cutcard.table import game_of

Array = np.ndarray[Any, Any]

FEWEST_CARDS: Final = 4
"""A player's two and a dealer's two."""


@dataclass
class MainGame:
    """One rule set from one shoe, with a way to play it (the best, unless another was given)."""

    rules: RuleSet
    main: MainRules
    shoe: Composition
    evaluation: MainValue
    value: float
    """The player's expectation per unit of the first stake."""

    @property
    def decisions(self) -> Decisions:
        """How it is played."""
        return self.evaluation.decisions

    @cached_property
    def exact_value(self) -> Fraction | None:
        """The value as a rational; None where more than two hands may meet an unseen blackjack."""
        if not self.is_exact:
            return None

        def residue(prime: int) -> int:
            report_progress("the exact value, prime by prime")
            return int(self.again(Numbers(prime)).value())

        return rational_from_residues(residue, self.denominator(self.most_cards()) * self.main.scale)

    def denominator(self, cards: int) -> int:
        """What every chance of so many cards divides, the ways their suits can lie being counted too."""
        denominators = {
            part.denominator
            for hand in TWO_CARD_HANDS
            if all(many <= here for many, here in zip(hand, self.shoe.by_value, strict=True))
            for context in self.evaluation.contexts_of(hand)
            for part in (*context.chance, *context.share)
        }
        return round_denominator(self.shoe.size, cards) * lcm(*denominators) ** 2

    def most_cards(self) -> int:
        """The most cards that a round can take whose chances are multiplied, as it is played."""
        hands, numbers, decisions = all_hands(), self.evaluation.numbers, self.decisions
        dealer = int(self.main.tree.cards.max()) + 1
        every = np.arange(hands.keys.size, dtype=np.int32)
        most = int(hands.count[numbers.met(every, every, decisions.by_doublings)].max()) + 1 + dealer
        for value, split in decisions.all_split_acts():
            holding, rows = self.evaluation.removed.rows[value, 1]
            longest = int(hands.count[numbers.met(holding, rows, split)].max()) + 1
            together = 2 * longest if self.main.spares else longest
            gone = most_removed(self.evaluation.most_hands[value]) + 1
            most = max(most, gone + together + dealer)
        return most

    @property
    def is_exact(self) -> bool:
        """Whether the value is a rational that can be put together."""
        several = any(most > 2 for most in self.evaluation.most_hands.values())
        capped = self.main.game.busted_extras == "lost" and self.main.game.original_loss_cap == "box"
        saved = self.main.game.rescue or self.main.game.charlie > 0
        return not self.main.spares or not (
            (several and capped) or (saved and self.evaluation.most_hands)
        )

    def again(self, numbers: Numbers) -> MainValue:
        """The same play to be evaluated in another arithmetic."""
        known = self.evaluation.contexts
        return MainValue(self.main, self.shoe, numbers, self.decisions, decides=False, contexts=known)

    @cached_property
    def end_frequencies(self) -> EndFrequencies:
        """How often its hands end in each way."""
        return EndFrequencies(self.evaluation)

    def average(self, amounts: Amounts) -> float:
        """The average of other amounts over the play, per round."""
        return self.end_frequencies.whole.times(amounts)

    @cached_property
    def outcomes(self) -> Mapping[str, tuple[float, float]]:
        """By name: the expected number of hands a round that end so, and what they add to the value."""
        found = {}
        for number, name in enumerate(self.main.names):
            if name:
                here = self.main.outcomes.map(
                    lambda code, number=number: (code == number).astype(np.int64)
                )
                times = self.average(here)
                if times > 0:
                    priced = self.main.prices.map(lambda price, one: price * one, here)
                    found[name] = (times, self.average(priced) / self.main.scale)
        return found

    def split_values(self, amounts: Amounts) -> dict[int, Array]:
        """Other amounts summed over the hands of a split pair, by its value and the dealer's start."""
        return {value: pair.times(amounts) for value, pair in self.end_frequencies.pairs.items()}

    # One hand.

    def actions(self, held: Sequence[Card], shown: Sequence[Card]) -> dict[ActionCode, float]:
        """What each action is worth with these cards against these, the shoe being the whole one."""
        hand, start = counted(held), self.start_of(shown)
        if len(held) < 2 or points_of(hand) > TWENTY_ONE:
            raise OddsError(f"hand: {' '.join(card.text for card in held)} is not a hand to decide on")
        place = all_hands().place(hand)
        numbers = self.evaluation.numbers
        numbers.need(self.main, np.array([place]))
        chance = self.chance_to_play(place, start)
        if len(held) == 2:
            number = self.context_of(held, shown)
            options = self.evaluation.action_values[hand, number]
            return {
                ActionCode(act): float(each[start]) / chance / self.main.scale
                for act, each in options.items()
            }
        run, kind = self.evaluation.unsplit, all_hands().kind[place]
        bonus = self.suited_prices(held)
        may_hit, may_double = self.main.may[0][kind]
        stand = run.stand[place] if bonus is None else numbers.stand_with(run, place, bonus)
        found = {ActionCode.STAND: stand[start]}
        if may_hit:
            found[ActionCode.HIT] = run.hit[place, start]
        if may_double:
            found[ActionCode.DOUBLE] = run.double[place, start]
        return {act: float(each) / chance / self.main.scale for act, each in found.items()}

    def chance_to_play(self, row: int, start: int) -> float:
        """Of a start beside a set of removed cards, but for a dealer blackjack known before play."""
        chances = self.evaluation.numbers.dealer[row, start]
        chance = float(chances.sum() - (chances[BLACKJACK_END] if self.main.checks else 0.0))
        if chance <= 0:
            raise OddsError("hand: these cards leave the dealer no hand but a blackjack")
        return chance

    def suited_prices(self, held: Sequence[Card], split: Split = Split.NEVER) -> Array | None:
        """What three cards of one suit that make a bonus are worth; None for any other hand."""
        hand, suits = counted(held), {card.suit for card in held}
        if hand not in BONUS_HANDS or len(suits) != 1:
            return None
        suited = Suited.PREMIUM if suits == {self.main.game.premium_suit} else Suited.ONE_SUIT
        return np.asarray(self.main.prices.stands[split][0, self.main.kind(hand, suited)])

    def start_of(self, shown: Sequence[Card]) -> int:
        """Which start the dealer shows."""
        seen = counted(shown)
        if seen not in self.main.starts:
            wanted = "two cards" if sum(self.main.starts[0]) == 2 else "one card"
            raise OddsError(f"up: the dealer shows {wanted} here, not {len(shown)}")
        return self.main.starts.index(seen)

    def context_of(self, held: Sequence[Card], shown: Sequence[Card]) -> int:
        """Which of the contexts of two cards these suits are."""
        found = contexts(self.main, self.shoe, counted(held))
        named = set(self.main.game.designated_blackjack_cards)
        for number, context in enumerate(found):
            if context.share:
                alike = {card.suit for card in held} == {context.suit}
                matches = sum(value_index(c) == context.third and c.suit == context.suit for c in shown)
                if alike and context.matches == matches:
                    return number
            elif context.suited is Suited.DESIGNATED:
                if {card.text for card in held} == named:
                    return number
            elif context.is_pair and held[0].rank == held[1].rank:
                return number
        return len(found) - 1


AFTER_SPLIT: Final[Mapping[object, tuple[AfterSplit, ...]]] = {
    "fixed": (AfterSplit(SplitPlay.AS_UNSPLIT, resplits=True),),
    "by_pair": (AfterSplit(SplitPlay.BY_PAIR, resplits=True),),
    "by_hands": (AfterSplit(SplitPlay.BY_HANDS, resplits=True),),
    "best": (AfterSplit(SplitPlay.BY_PAIR), AfterSplit(SplitPlay.BY_HANDS)),
}
"""By the value of the option `after_split`: the ways to play after one, of which the best is taken."""
BY_PAIR: Final = (AfterSplit(SplitPlay.BY_PAIR),)
"""Where a document has no such option: every hand by its own cards, and no hand more than is best."""


def solve(rules: RuleSet, shoe: Composition) -> MainGame:
    """The best play of a rule set's main game from a shoe, and its value."""
    key = GameKey(game_of(rules), prices(rules.main.paytable, rules.options))
    ways = AFTER_SPLIT.get(rules.options.get("after_split"), BY_PAIR)
    best = max((_best(key, shoe, after_split) for after_split in ways), key=attrgetter("found"))
    return MainGame(rules, best.rules, shoe, best, best.found)


@lru_cache(maxsize=4)
def _best(key: GameKey, shoe: Composition, after_split: AfterSplit) -> MainValue:
    """Solved once for all wagers that ask about the same play; a few of them are kept."""
    return _evaluated(rules_of_game(key), shoe, Decisions(), decides=True, after_split=after_split)


def played(rules: RuleSet, shoe: Composition, decisions: Decisions) -> MainGame:
    """The main game played in a given way."""
    main = main_rules(rules)
    evaluation = _evaluated(main, shoe, decisions, decides=False, after_split=BY_PAIR[0])
    return MainGame(rules, main, shoe, evaluation, evaluation.found)


def _evaluated(
    main: MainRules, shoe: Composition, decisions: Decisions, *, decides: bool, after_split: AfterSplit
) -> MainValue:
    if shoe.size < FEWEST_CARDS:
        raise OddsError(f"shoe: {shoe.size} cards are too few for a round")
    evaluation = MainValue(main, shoe, Numbers(), decisions, decides, after_split)
    evaluation.found = float(evaluation.value())
    return evaluation
