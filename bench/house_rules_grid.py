"""House rules against possibly-wrong/blackjack (C++): 864 rule sets in its three post-split modes.

    CUTCARD_PEER=path/to/a/program python bench/house_rules_grid.py [--decks N,N]

The program is the reader's own, built around the peer; no code of it is kept here. It reads a rule set a
line: decks; whether the dealer hits soft 17; doubles on any total (0), on 9 to 11 (1) or on 10 and 11
(2); whether there is a double after a split, a pair is split again, aces are, there is surrender; a
natural's price to one; and the way to play after a split (0 fixed, 1 by pair, 2 by hands). It answers
with the player's edge and the processor seconds.

Our values are those of nine commands, a `cutcard sweep` for each mode and each rule on splitting again,
over all other options. Every value must agree to 1e-9. What a sweep computed is kept, so a run that was
stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from resource import RUSAGE_CHILDREN, getrusage
from subprocess import PIPE
from typing import Final

AGREES = 1e-9
MODES = ("fixed", "by_pair", "by_hands")
HANDS = ((2, 2), (4, 2), (4, 4))
"""Of a box, and of split aces."""
DECKS = "1,2,3,4,6,8"
TOTALS = ("any", "9_10_11", "10_11")
OVER: Final[Mapping[str, str]] = {
    "soft_17": "stand,hit",
    "double_totals": ",".join(TOTALS),
    "double_after_split": "yes,no",
    "surrender": "no,yes",
    "blackjack_pays": "3 to 2,6 to 5",
}


def edges(mode: str, hands: tuple[int, int], decks: str) -> Iterator[tuple[dict[str, object], float]]:
    """The player's edge at each point of a mode and of a rule on splitting again, by one command."""
    asked = ["sweep", "house-rules", "--json", "--decks", decks]
    asked += [f"--over={name}={values}" for name, values in OVER.items()]
    # The peer insures nothing.
    fixed = {"after_split": mode, "max_hands": hands[0], "max_hands_aces": hands[1], "insurance": "no"}
    asked += [f"--set={name}={value}" for name, value in fixed.items()]
    ran = subprocess.run([sys.executable, "-m", "cutcard", *asked], stdout=PIPE, text=True, check=True)
    for row in json.loads(ran.stdout)["rows"]:
        yield row["options"], -row["house_edge"]["value"]


def line(mode: str, hands: tuple[int, int], options: Mapping[str, object]) -> str:
    """A rule set as the peer's program reads it."""
    win, per = str(options["blackjack_pays"]).split(" to ")
    fields = (
        options["decks"], int(options["soft_17"] == "hit"), TOTALS.index(str(options["double_totals"])),
        int(options["double_after_split"] is True), int(hands[0] > 2), int(hands[1] > 2),
        int(options["surrender"] is True), float(Fraction(int(win), int(per))), MODES.index(mode),
    )  # fmt: skip
    return " ".join(map(str, fields))


def main() -> int:
    """Print the greatest difference; 1 where one is too great."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decks", default=DECKS, metavar="N,N", help="only these numbers of decks")
    wanted = parser.parse_args()
    program = os.environ.get("CUTCARD_PEER")
    if program is None:
        print("CUTCARD_PEER: names no program; nothing to compare with")
        return 0
    worst, asked, theirs_s = 0.0, 0, 0.0
    with subprocess.Popen([program], stdin=PIPE, stdout=PIPE, text=True) as peer:
        assert peer.stdin is not None
        assert peer.stdout is not None
        for mode, hands in product(MODES, HANDS):
            for options, ours in edges(mode, hands, wanted.decks):
                question = line(mode, hands, options)
                print(question, file=peer.stdin, flush=True)
                theirs, seconds = map(float, peer.stdout.readline().split())
                apart = abs(ours - theirs)
                worst, asked, theirs_s = max(worst, apart), asked + 1, theirs_s + seconds
                if apart > AGREES:
                    print(f"{question}: {apart:.1e} apart")
            ours_s = getrusage(RUSAGE_CHILDREN).ru_utime
            print(
                f"{asked} values, at most {worst:.1e} apart; {ours_s:.0f} s, {theirs_s:.0f} s",
                flush=True,
            )
        peer.stdin.close()
    print(f"{asked} values, at most {worst:.1e} apart  {'PASS' if worst <= AGREES else 'FAIL'}")
    return 0 if worst <= AGREES else 1


if __name__ == "__main__":
    sys.exit(main())
