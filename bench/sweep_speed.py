"""500 rule sets of the main game in one sweep, nothing kept from before: under 60 s of processor time.

python bench/sweep_speed.py
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Sequence

from cutcard import odds

LIMIT = 60.0
GRID: dict[str, Sequence[object]] = {
    "decks": [1, 2, 4, 6, 8],
    "soft_17": ["hit", "stand"],
    "double_after_split": [True, False],
    "surrender": [True, False],
    "blackjack_pays": ["3 to 2", "6 to 5", "7 to 5", "1 to 1", "2 to 1"],
    "max_hands": [2, 3, 4],
}


def main() -> int:
    odds.edge("house-rules", decks=6).exact()  # compiles the kernels
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CUTCARD_CACHE"] = folder
        began = time.process_time()
        grid = odds.sweep("house-rules", over=GRID)
        seconds = (time.process_time() - began) * 500 / len(grid.points)
    passed = seconds <= LIMIT
    verdict = "PASS" if passed else "FAIL"
    print(f"sweep: 500 rule sets in {seconds:.1f} s, {seconds / LIMIT:.2f} of the limit, {verdict}")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
