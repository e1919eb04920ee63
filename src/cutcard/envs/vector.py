"""Many copies of a table at once: numpy in, numpy out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from cutcard.envs import kernel
from cutcard.envs.rule_tables import EnvAction as EnvAction, EnvRules, env_rules
from cutcard.odds import asked
from cutcard.results import RequestError

Array = np.ndarray[Any, Any]

FIELDS: Final = (
    "phase",
    "box",
    "total",
    "soft",
    "pair",
    "cards",
    "hands",
    "hand",
    "doublings",
    "bet",
    "up",
    "hole",
    "running_count",
    "true_count",
    "decks_left",
)
"""What an observation holds, by place: phase 0 is a bet, 1 an offer, 2 a hand in play; values are 1 for
an ace to 10; the counts are zero unless they are asked for."""
MOST_COPIES: Final = 1_000_000


class VectorTable:
    """Copies of one table, each with a shoe of its own, all one decision further with every step.

    A round begins with a bet (`EnvAction.BET` and on, one action for each of `bets`) and ends with its
    rewards, one for each box, in units of the bets; then the same step leads to the next round's bet. An
    action that may not be taken counts as standing, declining or the first bet.
    """

    def __init__(
        self,
        copies: int,
        document: str = "md-blackjack",
        *,
        boxes: int = 1,
        bets: Sequence[float] = (1,),
        penetration: float = 0.75,
        counts: bool = False,
        seed: int | None = None,
        **options: Any,
    ) -> None:
        if isinstance(copies, bool) or not isinstance(copies, int) or not 1 <= copies <= MOST_COPIES:
            raise RequestError(f"copies: {copies!r} is not 1 to {MOST_COPIES}")
        if isinstance(boxes, bool) or not isinstance(boxes, int) or not 1 <= boxes <= 7:
            raise RequestError(f"boxes: {boxes!r} is not 1 to 7")
        question = asked(document, **options)
        self.rules: EnvRules = env_rules(question, bets=tuple(bets), penetration=penetration)
        self.copies, self.boxes, self.counts = copies, boxes, counts
        self.actions = self.rules.actions
        self.state = _state(copies, boxes, self.rules)
        self._mask = np.zeros((copies, self.actions), dtype=np.bool_)
        self._rewards = np.zeros((copies, boxes))
        self._over = np.zeros(copies, dtype=np.bool_)
        self._seen = np.zeros((copies, len(FIELDS)), dtype=np.float32)
        self.reset(seed=seed)

    def reset(self, *, seed: int | None = None) -> tuple[Array, dict[str, Array]]:
        """Every copy with a fresh shoe; the same seed deals the same cards."""
        self.state.seed[:] = np.random.SeedSequence(seed).generate_state(self.copies, np.uint64)
        kernel.begin(self.rules.tables, self.state, self._mask)
        return self.observed()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Array]]:
        """Observations, rewards (by box if there are several), rounds over, none cut short, masks."""
        taken = np.asarray(actions, dtype=np.int64)
        if taken.shape != (self.copies,):
            raise RequestError(f"actions: one for each of {self.copies} copies, not {taken.shape}")
        kernel.step(self.rules.tables, self.state, taken, self._rewards, self._over, self._mask)
        seen, info = self.observed()
        rewards = self._rewards[:, 0] if self.boxes == 1 else self._rewards
        return seen, rewards.copy(), self._over.copy(), np.zeros(self.copies, dtype=np.bool_), info

    def observed(self) -> tuple[Array, dict[str, Array]]:
        """What is seen now, and what may be done."""
        kernel.observe(self.rules.tables, self.state, self._seen, self.counts)
        return self._seen.copy(), {"action_mask": self._mask.copy()}


def _state(copies: int, boxes: int, rules: EnvRules) -> kernel.TableState:
    tables = rules.tables
    hands = int(tables.most_hands.max()) + 1
    box, hand = (copies, boxes), (copies, boxes, hands)
    small: Mapping[str, Any] = {"dtype": np.int32}
    return kernel.TableState(
        shoe=np.zeros((copies, tables.shoe.size), dtype=np.uint8),
        at=np.zeros(copies, **small),
        seed=np.zeros(copies, dtype=np.uint64),
        phase=np.zeros(copies, **small),
        box=np.zeros(copies, **small),
        hand=np.zeros(copies, **small),
        hands=np.ones(box, **small),
        place=np.zeros(hand, **small),
        split=np.zeros(hand, **small),
        doublings=np.zeros(hand, **small),
        fate=np.zeros(hand, **small),
        suit=np.zeros(hand, **small),
        first=np.zeros(hand, dtype=np.uint8),
        second=np.zeros(hand, dtype=np.uint8),
        bet=np.zeros(box),
        insured=np.zeros(box, dtype=np.bool_),
        taken=np.zeros(box, **small),
        up=np.zeros(copies, dtype=np.uint8),
        hole=np.zeros(copies, dtype=np.uint8),
        running=np.zeros(copies, **small),
        rounds=np.zeros(copies, dtype=np.int64),
        ended_at=np.zeros(copies, **small),
    )
