"""Several players at one table, as PettingZoo has them: all at once, or one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec

from cutcard.envs.vector import FIELDS, VectorTable
from cutcard.results import RequestError

Array = np.ndarray[Any, Any]
LARGEST: Final = 10_000.0


class PlayersEnv(ParallelEnv):
    """A round an episode; `box_1` and so on are the agents. Whose turn it is not may only wait (0)."""

    metadata: dict[str, Any] = {
        "name": "cutcard_table_v0",
        "is_parallelizable": True,
        "render_modes": [],
    }

    def __init__(self, table: VectorTable) -> None:
        self.table, self.render_mode = table, None
        self.possible_agents = [f"box_{box}" for box in range(1, table.boxes + 1)]
        self.agents: list[str] = []
        self._space = spaces.Discrete(table.actions)
        self._seen = spaces.Dict(
            {
                "observation": spaces.Box(-LARGEST, LARGEST, (len(FIELDS),), np.float32),
                "action_mask": spaces.MultiBinary(table.actions),
            }
        )

    def observation_space(self, agent: str) -> Any:
        """What an agent sees, and what it may do."""
        assert agent in self.possible_agents
        return self._seen

    def action_space(self, agent: str) -> Any:
        """What an agent may do at all."""
        assert agent in self.possible_agents
        return self._space

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """The next round's bets; of a new shoe where a seed is given."""
        self.agents = list(self.possible_agents)
        if seed is not None or self.table.state.phase[0] != 0 or self.table.state.box[0] != 0:
            seen, info = self.table.reset(seed=seed)
        else:
            seen, info = self.table.observed()
        return self._each(seen, info)

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        """The decision of the box whose turn it is; the others' actions are not looked at."""
        turn = self.possible_agents[int(self.table.state.box[0])]
        taken = np.array([int(actions.get(turn, 0))])
        seen, rewards, over, _, info = self.table.step(taken)
        won = np.atleast_2d(rewards.reshape(1, -1))[0]
        observations, infos = self._each(seen, info)
        agents = self.possible_agents
        if over[0]:
            self.agents = []
        return (
            observations,
            {agent: float(won[box]) for box, agent in enumerate(agents)},
            dict.fromkeys(agents, bool(over[0])),
            dict.fromkeys(agents, False),
            infos,
        )

    def _each(self, seen: Array, info: dict[str, Array]) -> tuple[dict[str, Any], dict[str, Any]]:
        turn = int(self.table.state.box[0])
        waits = np.zeros(self.table.actions, dtype=np.int8)
        waits[0] = 1
        masks = {
            agent: info["action_mask"][0].astype(np.int8) if box == turn else waits
            for box, agent in enumerate(self.possible_agents)
        }
        observations = {
            agent: {"observation": seen[0].copy(), "action_mask": mask} for agent, mask in masks.items()
        }
        return observations, {agent: {"action_mask": mask} for agent, mask in masks.items()}


def pettingzoo_table(
    document: str = "md-blackjack",
    *,
    boxes: int = 3,
    api: Literal["parallel", "aec"] = "parallel",
    bets: Sequence[float] = (1,),
    penetration: float = 0.75,
    counts: bool = False,
    **options: Any,
) -> Any:
    """Several boxes at a table, each an agent; `api="aec"` has them act one after the other."""
    if api not in ("parallel", "aec"):
        raise RequestError(f"api: {api!r}: one of parallel, aec")
    table = VectorTable(
        1, document, boxes=boxes, bets=bets, penetration=penetration, counts=counts, **options
    )
    made = PlayersEnv(table)
    return made if api == "parallel" else parallel_to_aec(made)
