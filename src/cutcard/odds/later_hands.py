"""What each action is worth with a hand that was split or doubled, as the best play has decided them.

A split hand is looked at by itself, one further card of its pair's rank being gone: so `main.value`
decides how it is played. A doubled hand stands, is doubled again or rescued. All from the whole shoe, in
floating point, per unit of the hand's first stake.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import BLACKJACK_END, Split, Suited, counted, value_index
from cutcard.cards import Card
from cutcard.odds.main.game import MainGame
from cutcard.odds.main.kernels import play as kernel
from cutcard.odds.main.kernels.arithmetic import Run
from cutcard.odds.main.rules import BONUS_HANDS
from cutcard.odds.main.walk import all_hands
from cutcard.odds.problem import OddsError

Array = np.ndarray[Any, Any]
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
        chances = game.evaluation.numbers.dealer[run.rows[place], start]
        chance = chances.sum() - (chances[BLACKJACK_END] if main.checks else 0.0)
        if chance <= 0:
            raise OddsError("hand: these cards leave the dealer no hand but a blackjack")
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
        place, split = all_hands().place(hand), _split(value)
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
        if (bonus := self._suited(held, split)) is not None:
            found["stand"] = evaluation.numbers.stand_with(run, place, bonus)
        return found

    def _suited(self, held: Sequence[Card], split: Split) -> Array | None:
        hand, suits = counted(held), {card.suit for card in held}
        if hand not in BONUS_HANDS or len(suits) != 1:
            return None
        main = self._game.main
        suited = Suited.PREMIUM if suits == {main.game.premium_suit} else Suited.ONE_SUIT
        return np.asarray(main.prices.stands[split][0, main.kind(hand, suited)])

    def _played(self, value: int) -> Run:
        """Every hand of a split pair, by the best play for a hand alone."""
        evaluation, main = self._game.evaluation, self._game.main
        if value not in evaluation.most_hands:
            raise OddsError("hand: these cards are not a pair that may be split")
        numbers = evaluation.numbers
        hands, rows = evaluation.removed.rows[value, 1]
        hands = numbers.met(hands, rows, None)
        numbers.need(main, rows[hands])
        amounts = main.prices if main.checks else main.alone
        acts = np.zeros((*main.after_doubling.shape, len(main.starts)), dtype=np.int8)
        table = numbers.table(main, amounts, _split(value))
        return numbers.play(table, hands, rows, acts, follows=False, keeps=True)


def _split(value: int | None) -> Split:
    if value is None:
        return Split.NEVER
    return Split.ACES if value == 0 else Split.PAIR
