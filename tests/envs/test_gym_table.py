"""The Gymnasium and PettingZoo environments pass these projects' own checks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutcard.envs
from cutcard.envs.kernel import PLAY

gymnasium = pytest.importorskip("gymnasium", reason="of the extra `envs`")
pettingzoo = pytest.importorskip("pettingzoo", reason="of the extra `envs`")

pytestmark = pytest.mark.filterwarnings("ignore")


def test_gymnasium_makes_the_table_and_its_check_passes() -> None:
    env = gymnasium.make("cutcard/Table-v0", document="md-blackjack", decks=6)
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert info["action_mask"].sum() == 1
    checker: Any = __import__("gymnasium.utils.env_checker", fromlist=["check_env"])
    checker.check_env(env.unwrapped, skip_render_check=True)


def test_the_same_seed_plays_the_same_rounds() -> None:
    env = gymnasium.make("cutcard/Table-v0", document="md-blackjack", bets=(1, 2))
    runs = []
    for _ in range(2):
        chance, rewards = np.random.default_rng(2), []
        _, info = env.reset(seed=9)
        for _ in range(200):
            action = int(chance.choice(np.flatnonzero(info["action_mask"])))
            _, reward, over, _, info = env.step(action)
            rewards.append(reward)
            if over:
                _, info = env.reset()
        runs.append(rewards)
    assert runs[0] == runs[1]
    assert any(runs[0])


def test_the_values_of_actions_are_those_of_the_analyser() -> None:
    env = gymnasium.make("cutcard/Table-v0", document="md-blackjack", values=True)
    table = env.unwrapped.table
    _, info = env.reset(seed=3)
    seen = 0
    for _ in range(60):
        if table.state.phase[0] == PLAY and table.state.split[0, 0, table.state.hand[0]] == 0:
            allowed = np.flatnonzero(info["action_mask"])
            assert not np.isnan(info["values"][allowed]).any()
            seen += 1
        _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
        if over:
            _, info = env.reset()
    assert seen > 5


def test_pettingzoo_checks_pass() -> None:
    tests: Any = __import__("pettingzoo.test", fromlist=["parallel_api_test", "api_test"])
    tests.parallel_api_test(
        cutcard.envs.pettingzoo_table(document="md-blackjack", boxes=3), num_cycles=50
    )
    tests.api_test(cutcard.envs.pettingzoo_table(boxes=2, api="aec"), num_cycles=50)
