"""Many copies of a table at once: numpy in, numpy out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from cutcard.envs import kernel
from cutcard.envs.rule_tables import EnvAction as EnvAction, EnvRules, env_rules
from cutcard.envs.side_wagers import Money, side_tables
from cutcard.odds import asked
from cutcard.results import RequestError, arguments

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
MOST_BOXES: Final = 7
MOST_BET: Final = 1_000_000
MOST_SEED: Final = (1 << 64) - 1


class VectorTable:
    """Copies of one table, each with a shoe of its own, all one decision further with every step.

    A round begins with a bet (`EnvAction.BET` and on, one action for each of `bets`) and ends with its
    rewards, one for each box, in units of the bets; then the same step leads to the next round's bet. An
    action that may not be taken counts as standing, declining or the first bet.

    With side wagers there is an action for each bet and each set of them: `bet_action` has its number.
    Their stakes are dollars, of which `unit` make a unit of the rewards. At multiple action a bet is
    made on each of the dealer's hands, and insurance covers all of them.
    """

    def __init__(
        self,
        copies: int,
        document: str = "md-blackjack",
        *,
        boxes: int = 1,
        bets: Sequence[float] = (1,),
        wagers: Mapping[str, str | None] | Sequence[str] = (),
        stakes: Mapping[str, Money] | None = None,
        unit: Money = 10,
        penetration: float = 0.75,
        counts: bool = False,
        seed: int | None = None,
        **options: Any,
    ) -> None:
        self.copies = arguments.whole("copies", copies, least=1, most=MOST_COPIES)
        self.boxes = arguments.whole("boxes", boxes, least=1, most=MOST_BOXES)
        self.counts = arguments.truth("counts", counts)
        dealt = float(arguments.part("penetration", penetration))
        question = asked(document, **options)
        sides = side_tables(question, wagers, stakes=stakes, unit=unit, boxes=self.boxes)
        self.side_wagers, self.side_stakes = sides.wagers, sides.stakes
        self.side_paytables = sides.paytables
        self.rules: EnvRules = env_rules(question, sides, bets=_bets(bets), penetration=dealt)
        self.actions = self.rules.actions
        self.state = _state(self.copies, self.boxes, self.rules)
        self._mask = np.zeros((self.copies, self.actions), dtype=np.bool_)
        self._rewards = np.zeros((self.copies, self.boxes))
        self._over = np.zeros(self.copies, dtype=np.bool_)
        self._seen = np.zeros((self.copies, len(FIELDS)), dtype=np.float32)
        self.reset(seed=seed)

    def bet_action(self, bet: int = 0, wagers: Sequence[str] = ()) -> int:
        """The action of the bet of this place among `bets`, with these side wagers."""
        sides = len(self.side_wagers)
        place = arguments.whole("bet", bet, least=0, most=(len(self.rules.tables.bets) >> sides) - 1)
        chosen = 0
        for name in arguments.listed("wagers", wagers, like="['lucky_ladies']") if wagers else ():
            arguments.one_of("wagers", name, self.side_wagers)
            chosen |= 1 << self.side_wagers.index(name)
        return int(EnvAction.BET) + (place << sides) + chosen

    def reset(self, *, seed: int | None = None) -> tuple[Array, dict[str, Array]]:
        """Every copy with a fresh shoe; the same seed deals the same cards."""
        if seed is not None:
            seed = arguments.whole("seed", seed, least=0, most=MOST_SEED)
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


def _bets(bets: Sequence[float]) -> tuple[float, ...]:
    """The bets that may be chosen, in units."""
    found = tuple(
        float(arguments.number("bets", bet)) for bet in arguments.listed("bets", bets, like="[1, 2]")
    )
    if any(not 0 < bet <= MOST_BET for bet in found):
        raise RequestError(f"bets: each above zero, at most {MOST_BET:,}")
    return found


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
        cards=np.zeros((copies, boxes, 2), dtype=np.uint8),
        bet=np.zeros(box),
        sides=np.zeros(box, **small),
        insured=np.zeros(box, dtype=np.bool_),
        taken=np.zeros(box, **small),
        up=np.zeros(copies, dtype=np.uint8),
        hole=np.zeros(copies, dtype=np.uint8),
        running=np.zeros(copies, **small),
        rounds=np.zeros(copies, dtype=np.int64),
        ended_at=np.zeros(copies, **small),
    )
