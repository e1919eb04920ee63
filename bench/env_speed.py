"""Steps of the environments on one core: 4,096 copies of a table, random legal actions.

python bench/env_speed.py
"""

from __future__ import annotations

import sys
import time

import numpy as np

from cutcard.envs import VectorTable

COPIES = 4096
STEPS = 400
LIMIT = 1_000_000


def main() -> int:
    table = VectorTable(COPIES, "md-blackjack", seed=1)
    chance = np.random.default_rng(1)
    _, info = table.reset(seed=1)
    taken = 0.0
    for warm in (True, False):
        taken = 0.0
        for _ in range(20 if warm else STEPS):
            keys = chance.random(info["action_mask"].shape)
            actions = np.where(info["action_mask"], keys, -1).argmax(axis=1)
            began = time.process_time()
            _, _, _, _, info = table.step(actions)
            taken += time.process_time() - began
    rate = COPIES * STEPS / taken
    passed = rate >= LIMIT
    print(f"vector environment: {rate / 1e6:.2f} M steps a second, {rate / LIMIT:.2f} of the limit, "
          f"{'PASS' if passed else 'FAIL'}")  # fmt: skip
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
