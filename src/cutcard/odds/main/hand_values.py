"""The value of each action with one hand: as a rational at first, and after a split or a double.

`MainGame.actions` gives it in floating point. For the rational, the hands that can follow are played
again modulo a few primes (`exact_value`): this hand in each way in turn, all later ones by best play.

A split hand is looked at by itself, one further card of its pair's rank being gone: so `main.value`
decides how it is played. A doubled hand stands, is doubled again or rescued. Both are computed from the
whole shoe, in floating point, per unit of the hand's first stake.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import BLACKJACK_END, STAKE, Split, Suited, counted, value_index
from cutcard.cards import Card
from cutcard.odds.answers import Exact
from cutcard.odds.main.decisions import ActionCode, pair_value
from cutcard.odds.main.exact_value import rational_from_residues
from cutcard.odds.main.game import MainGame
from cutcard.odds.main.hands import all_hands
from cutcard.odds.main.kernels import play as kernel
from cutcard.odds.main.kernels.arithmetic import Numbers, Run
from cutcard.odds.main.value import MainValue, Splits
from cutcard.odds.problem import OddsError
from cutcard.rules import Action, Hand, Position, why_not

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class EvenMoney:
    """A blackjack against an ace, before the dealer has looked: even money taken, or not."""

    taken: Fraction
    declined: Fraction


def action_values(
    game: MainGame, held: Sequence[Card], shown: Sequence[Card]
) -> dict[ActionCode, Exact]:
    """What each action is worth; a double where it is no rational that can be put together."""
    rough = game.actions(held, shown)
    hand = _OneHand(game, tuple(held), tuple(shown))
    return {
        act: value if act is ActionCode.SPLIT and not game.is_exact else hand.exact(act)
        for act, value in rough.items()
    }


def even_money(game: MainGame, held: Sequence[Card], shown: Sequence[Card]) -> EvenMoney | None:
    """What even money is worth, and what the blackjack is without it; None where it is not offered."""
    at = Position(Hand(tuple(held), (STAKE,), (STAKE,)), shown[0])
    if why_not(game.main.game, Action.EVEN_MONEY, at) is not None:
        return None
    hand = _OneHand(game, tuple(held), tuple(shown))
    return EvenMoney(hand.exact("taken"), hand.exact("declined"))


@dataclass(frozen=True)
class _OneHand:
    game: MainGame
    held: tuple[Card, ...]
    shown: tuple[Card, ...]

    def exact(self, what: ActionCode | str) -> Fraction:
        """A value by its residues, and over the chance that it is conditional on."""
        chance = "any" if isinstance(what, str) else "unlooked"
        return self._rational(what) / self._rational(chance) / self.game.main.scale

    def _rational(self, what: ActionCode | str) -> Fraction:
        return rational_from_residues(lambda prime: self._residues(prime)[what], self._denominator)

    @cached_property
    def _known(self) -> dict[int, dict[ActionCode | str, int]]:
        return {}

    def _residues(self, prime: int) -> dict[ActionCode | str, int]:
        if prime not in self._known:
            found = _Modulo(self, self.game.again(Numbers(prime))).values()
            self._known[prime] = {what: int(value) for what, value in found.items()}
        return self._known[prime]

    @cached_property
    def place(self) -> int:
        """The hand's place among all."""
        return all_hands().place(counted(self.held))

    @cached_property
    def start(self) -> int:
        """The dealer's."""
        return self.game.start_of(self.shown)

    @cached_property
    def following(self) -> Array:
        """The first two cards, and every hand they can become."""
        first_two = np.array(counted(self.held[:2]))
        return np.flatnonzero((all_hands().cards >= first_two).all(axis=1)).astype(np.int32)

    @cached_property
    def every(self) -> Array:
        """Every hand, whose own cards are the set that it removes."""
        return np.arange(all_hands().keys.size, dtype=np.int32)

    def acts(self, act: ActionCode) -> Array:
        """The best play, but that cards are drawn up to this hand, and then this is done."""
        assert self.game.decisions.by_doublings is not None
        acts = self.game.decisions.by_doublings.copy()
        for count in range(2, len(self.held)):
            acts[0, all_hands().place(counted(self.held[:count])), self.start] = ActionCode.HIT
        acts[0, self.place, self.start] = act
        return acts

    @cached_property
    def _denominator(self) -> int:
        """Of all chances that are multiplied."""
        met = self.game.evaluation.numbers.met(self.following, self.every, self.acts(ActionCode.HIT))
        dealer = int(self.game.main.tree.cards.max()) + 1
        longest = int(all_hands().count[met].max()) + 1
        return self.game.denominator(max(longest + dealer, self.game.most_cards()))


@dataclass(frozen=True)
class _Modulo:
    """One hand in the arithmetic of one prime; all values are joint with the dealer's start."""

    hand: _OneHand
    again: MainValue

    def values(self) -> dict[ActionCode | str, float]:
        """The value of each action and of even money, and the chances of what the dealer shows."""
        f, rules, start = self.again.numbers, self.again.rules, self.hand.start
        run = self._played(ActionCode.STAND)
        options = self._two_cards(run) if len(self.hand.held) == 2 else self._more_cards(run)
        found: dict[ActionCode | str, float] = {
            ActionCode(act): each[start] for act, each in options.items()
        }
        at_blackjack, taken = np.zeros_like(rules.prices.surrender), rules.prices.even_money
        at_blackjack[BLACKJACK_END] = rules.prices.at_blackjack[self._kind]
        declined = options[ActionCode.STAND]
        if rules.checks:
            declined = f.add(declined, f.stand_with(run, self.hand.place, at_blackjack))
        found["declined"] = declined[start]
        found["taken"] = f.stand_with(run, self.hand.place, taken)[start]
        ones = np.ones_like(at_blackjack)
        found["any"] = f.stand_with(run, self.hand.place, ones)[start]
        if rules.checks:
            ones[BLACKJACK_END] = 0
        found["unlooked"] = f.stand_with(run, self.hand.place, ones)[start]
        return found

    @property
    def _kind(self) -> int:
        """The kind as which a dealer blackjack finds the hand."""
        hand, suited = counted(self.hand.held), Suited.MIXED
        if len(self.hand.held) == 2:
            context = self.again.contexts_of(hand)[self._context]
            suited = context.suited if context.suited is Suited.DESIGNATED else suited
        return self.again.rules.kind(hand, suited)

    @property
    def _context(self) -> int:
        return self.hand.game.context_of(self.hand.held, self.hand.shown)

    def _played(self, act: ActionCode) -> Run:
        """The hands that can follow, this one being played so."""
        f, rules, rows = self.again.numbers, self.again.rules, self.hand.every
        acts = self.hand.acts(act)
        hands = f.met(self.hand.following, rows, acts)
        f.need(rules, hands)
        table = f.table(rules, self.again.amounts, Split.NEVER)
        return f.play(table, hands, rows, acts, follows=True, keeps=True)

    def _two_cards(self, run: Run) -> dict[int, Array]:
        hand = counted(self.hand.held)
        context = self.again.contexts_of(hand)[self._context]
        options = self.again.options(run, Split.NEVER, hand, self.hand.place, context)
        options[ActionCode.SURRENDER] = self.again.surrendered(run, self.hand.place)
        pair = pair_value(hand)
        if pair in self.again.most_hands and context.is_pair:
            options[ActionCode.SPLIT] = self._split(pair, run)
        return options

    def _split(self, pair: int, run: Run) -> Array:
        """As if it were the best: what is not split has no value of its own in an evaluation."""
        key = counted(self.hand.held), self._context
        top = {**self.again.decisions.top, key: np.full(len(self.again.rules.starts), ActionCode.SPLIT)}
        splitting = replace(self.again, decisions=replace(self.again.decisions, top=top))
        return Splits(splitting).value_of(pair, run)

    def _more_cards(self, run: Run) -> dict[int, Array]:
        rules, place = self.again.rules, self.hand.place
        bonus = self.hand.game.suited_prices(self.hand.held)
        pays = rules.prices.stands[Split.NEVER][0, all_hands().kind[place]] if bonus is None else bonus
        return {
            ActionCode.STAND: self.again.numbers.stand_with(run, place, pays),
            ActionCode.HIT: self._played(ActionCode.HIT).hit[place],
            ActionCode.DOUBLE: self._played(ActionCode.DOUBLE).double[place],
        }


TWO: Final = 2
FIRST: Final = {"stand": kernel.STAND, "hit": kernel.HIT, "double": kernel.DOUBLE}
DOUBLED: Final = {"decline": kernel.STAND, "double": kernel.DOUBLE, "rescue": kernel.RESCUE}


class LaterHands:
    """The hands of one solved game that come after a split or a double."""

    def __init__(self, game: MainGame) -> None:
        """Nothing is played yet."""
        self._game = game
        self._run = lru_cache(maxsize=16)(self._played)

    def values(
        self, held: Sequence[Card], shown: Sequence[Card], *, of_split: bool, doublings: int
    ) -> dict[str, float]:
        """What each action is worth."""
        game, place = self._game, all_hands().place(counted(held))
        start, main = game.start_of(shown), game.main
        value = value_index(held[0]) if of_split else None
        if doublings >= main.after_doubling.shape[0] or not main.after_doubling[doublings, place]:
            raise OddsError(f"doublings: {doublings} cannot give this hand")
        run = game.evaluation.unsplit if value is None else self._run(value)
        chance = game.chance_to_play(run.rows[place], start)
        found = self._joint(run, held, shown, value, doublings)
        return {act: float(each[start]) / chance / main.scale for act, each in found.items()}

    def splits_on(self, pair: Card, shown: Sequence[Card], hands: int) -> bool:
        """Whether the best play makes one more hand of a pair's cards than there are."""
        decided = self._game.decisions.split_hands.get(value_index(pair))
        return decided is not None and hands < int(decided[self._game.start_of(shown)])

    def _joint(
        self, run: Run, held: Sequence[Card], shown: Sequence[Card], value: int | None, doublings: int
    ) -> dict[str, Array]:
        main, evaluation = self._game.main, self._game.evaluation
        hand = counted(held)
        place, split = all_hands().place(hand), Split.of_pair(value)
        kind = all_hands().kind[place]
        assert run.actions is not None
        if doublings:
            again, saved = main.may_doubled[doublings, kind]
            may = {"decline": True, "double": again, "rescue": saved}
            return {act: run.actions[doublings, DOUBLED[act], place] for act in may if may[act]}
        if len(held) == TWO:
            number = self._game.context_of(held, shown)
            options = evaluation.options(run, split, hand, place, evaluation.contexts_of(hand)[number])
            return {act: options[FIRST[act]] for act in FIRST if FIRST[act] in options}
        may_hit, may_double = main.may[split][kind]
        may = {"stand": True, "hit": may_hit, "double": may_double}
        found = {act: run.actions[0, FIRST[act], place] for act in may if may[act]}
        if (bonus := self._game.suited_prices(held, split)) is not None:
            found["stand"] = evaluation.numbers.stand_with(run, place, bonus)
        return found

    def _played(self, value: int) -> Run:
        """Every hand of a split pair, by the best play for a hand alone."""
        evaluation, main = self._game.evaluation, self._game.main
        if value not in evaluation.most_hands:
            raise OddsError("hand: these cards are not a pair that may be split")
        numbers = evaluation.numbers
        hands, rows = evaluation.removed.rows[value, 1]
        hands = numbers.met(hands, rows, None)
        numbers.need(main, rows[hands])
        acts = np.zeros((*main.after_doubling.shape, len(main.starts)), dtype=np.int8)
        table = numbers.table(main, main.alone, Split.of_pair(value))
        return numbers.play(table, hands, rows, acts, follows=False, keeps=True)
