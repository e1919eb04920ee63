"""`cutcard/Table-v0`: one box at a table, as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces

from cutcard.automata.hands import cards_of, with_card
from cutcard.cards import Card
from cutcard.envs import kernel
from cutcard.envs.vector import FIELDS, VectorTable
from cutcard.odds import LaterHands, OddsError

Array = np.ndarray[Any, Any]
LARGEST: Final = 10_000.0


class TableEnv(gymnasium.Env[Array, np.int64]):
    """A round an episode: a bet, what is offered, the hand. The shoe goes on from round to round.

    `info["action_mask"]` says what may be done; with `values=True`, `info["values"]` is what each action
    is worth from a full shoe where the analyser knows it, else not a number. `reset(seed=...)` begins a
    new shoe; without a seed the next round is dealt from the same one.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        document: str = "md-blackjack",
        *,
        bets: Sequence[float] = (1,),
        penetration: float = 0.75,
        counts: bool = False,
        values: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.render_mode = render_mode
        self.table = VectorTable(
            1, document, bets=bets, penetration=penetration, counts=counts, **options
        )
        self.action_space = spaces.Discrete(self.table.actions)
        self.observation_space = spaces.Box(-LARGEST, LARGEST, (len(FIELDS),), np.float32)
        self._values = values
        self._later = LaterHands(self.table.rules.game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """The next round's bet; of a new shoe where a seed is given."""
        super().reset(seed=seed, options=options)
        begun = self.table.state.phase[0] != kernel.BET
        if seed is not None or begun:
            drawn = int(self.np_random.integers(1 << 63)) if seed is None else seed
            seen, info = self.table.reset(seed=drawn)
        else:
            seen, info = self.table.observed()
        return seen[0], self._info(info)

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """One decision; the reward of the round when it is over."""
        seen, rewards, over, _, info = self.table.step(np.array([int(action)]))
        return seen[0], float(rewards[0]), bool(over[0]), False, self._info(info)

    def _info(self, info: dict[str, Array]) -> dict[str, Any]:
        found: dict[str, Any] = {"action_mask": info["action_mask"][0].astype(np.int8)}
        if self._values:
            found["values"] = self._worth()
        return found

    def _worth(self) -> Array:
        """What each action is worth, per unit bet; not a number where nobody knows."""
        worth = np.full(self.table.actions, np.nan)
        state, rules = self.table.state, self.table.rules
        if state.phase[0] != kernel.PLAY:
            return worth
        h = int(state.hand[0])
        place, split = int(state.place[0, 0, h]), int(state.split[0, 0, h])
        held = _cards(rules.game.evaluation.hands.cards[place].tolist())
        up = [_card(int(rules.tables.value[state.up[0]]))]
        if rules.tables.flags[kernel.SHOWS_HOLE]:
            up.append(_card(int(rules.tables.value[state.hole[0]])))
        made = int(state.doublings[0, 0, h])
        try:
            if split or made:
                named = self._later.values(held, up, of_split=bool(split), doublings=made)
            else:
                values = rules.game.actions(held, up)
                named = {action.name.lower(): value for action, value in values.items()}
        except (OddsError, KeyError, IndexError):
            return worth
        for name, value in named.items():
            code = CODES.get(name)
            if code is not None:
                worth[code] = value
        return worth


CODES: Final = {
    "stand": kernel.STAND,
    "decline": kernel.STAND,
    "hit": kernel.HIT,
    "double": kernel.DOUBLE,
    "split": kernel.SPLIT,
    "surrender": kernel.SURRENDER,
    "rescue": kernel.RESCUE,
}


def _card(value: int) -> Card:
    return cards_of(with_card((0,) * 10, value))[0]


def _cards(counts: list[int]) -> tuple[Card, ...]:
    return cards_of(tuple(counts))
