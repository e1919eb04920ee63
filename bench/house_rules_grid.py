"""House rules against possibly-wrong/blackjack (C++): 864 rule sets in its three post-split modes.

    CUTCARD_PEER=path/to/a/program python bench/house_rules_grid.py [--every N] [--cli] [--out FILE]

The program is the reader's own, built around the peer; no code of it is kept here. It reads a rule set a
line: decks; whether the dealer hits soft 17; doubles on any total (0), on 9 to 11 (1) or on 10 and 11
(2); whether there is a double after a split, a pair is split again, aces are, there is surrender; a
natural's price to one; and the way to play after a split (0 fixed, 1 by pair, 2 by hands). It answers
with the player's edge and the processor seconds. Every value must agree to 1e-9. `--every 9` asks one
rule set in nine; `--cli` asks the commands of `cutcard odds` in place of the library, which prove each
value as a fraction. `--out` appends each value to a file as it is known, and a later run leaves out
those that are in it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from fractions import Fraction
from itertools import islice, product
from pathlib import Path
from subprocess import PIPE
from time import process_time
from typing import NamedTuple

from typer.testing import CliRunner

from cutcard import odds
from cutcard.cli.program import app

AGREES = 1e-9
MODES = ("fixed", "by_pair", "by_hands")
TOTALS = ("any", "9_10_11", "10_11")
HANDS = ((2, 2), (4, 2), (4, 4))
"""Of a box, and of split aces."""


class RuleSet(NamedTuple):
    """One point of the grid."""

    decks: int
    hits_soft_17: bool
    totals: str
    after_split: bool
    hands: tuple[int, int]
    surrender: bool
    blackjack: str

    @property
    def options(self) -> dict[str, object]:
        """The options of house-rules; the peer insures nothing."""
        return {
            "decks": self.decks,
            "soft_17": "hit" if self.hits_soft_17 else "stand",
            "double_totals": self.totals,
            "double_after_split": self.after_split,
            "max_hands": self.hands[0],
            "max_hands_aces": self.hands[1],
            "surrender": self.surrender,
            "blackjack_pays": self.blackjack,
            "insurance": False,
        }

    def line(self, mode: str) -> str:
        """The rule set as the peer's program reads it."""
        win, per = self.blackjack.split(" to ")
        fields = (
            self.decks, int(self.hits_soft_17), TOTALS.index(self.totals), int(self.after_split),
            int(self.hands[0] > 2), int(self.hands[1] > 2), int(self.surrender),
            float(Fraction(int(win), int(per))), MODES.index(mode),
        )  # fmt: skip
        return " ".join(map(str, fields))


GRID = tuple(
    RuleSet(*point)
    for point in product(
        (1, 2, 3, 4, 6, 8),
        (False, True),
        TOTALS,
        (True, False),
        HANDS,
        (False, True),
        ("3 to 2", "6 to 5"),
    )
)


def from_library(rules: RuleSet, mode: str) -> float:
    """The player's edge, by the library."""
    asked = odds.question("house-rules", "main", options={**rules.options, "after_split": mode})
    return odds.solve(asked.rules, asked.composition).value


def from_command_line(rules: RuleSet, mode: str) -> float:
    """The player's edge, as `cutcard odds` prints it; all in one process, which compiles once."""
    chosen = [f"--set={name}={str(value).lower()}" for name, value in rules.options.items()]
    asked = ["odds", "house-rules", "main", "--json", "--after-split", mode, *chosen]
    ran = CliRunner().invoke(app, asked)
    if ran.exit_code:
        raise SystemExit(f"cutcard {' '.join(asked)}: {ran.stderr}")
    return float(json.loads(ran.stdout)["player_edge"]["value"])


def known_values(file: Path | None) -> dict[str, list[float]]:
    """What an earlier run wrote: a question -> our value and the peer's."""
    if file is None or not file.exists():
        return {}
    # A run that was stopped may have left half a line.
    lines = (line for line in file.read_text("utf-8").splitlines(keepends=True) if line.endswith("\n"))
    return {each["asked"]: each["values"] for each in map(json.loads, lines)}


def asked_now(wanted: argparse.Namespace, program: str) -> Iterator[tuple[str, float, float]]:
    """Each question with our value and the peer's: from the file, or computed and written there."""
    ours = from_command_line if wanted.cli else from_library
    known = known_values(wanted.out)
    with (
        subprocess.Popen([program], stdin=PIPE, stdout=PIPE, text=True) as peer,
        wanted.out.open("a", encoding="utf-8") if wanted.out else nullcontext() as written,
    ):
        assert peer.stdin is not None
        assert peer.stdout is not None
        for rules, mode in product(islice(GRID, 0, None, wanted.every), MODES):
            line = rules.line(mode)
            values = known.get(line)
            if values is None:
                print(line, file=peer.stdin, flush=True)
                values = [ours(rules, mode), float(peer.stdout.readline().split()[0])]
                if written is not None:
                    print(json.dumps({"asked": line, "values": values}), file=written, flush=True)
            yield line, values[0], values[1]
        peer.stdin.close()


def main() -> int:
    """Print the greatest difference; 1 where one is too great."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one rule set in N")
    parser.add_argument("--cli", action="store_true", help="ask through the command line")
    parser.add_argument("--out", type=Path, metavar="FILE", help="append the values, and go on from it")
    wanted = parser.parse_args()
    program = os.environ.get("CUTCARD_PEER")
    if program is None:
        print("CUTCARD_PEER: names no program; nothing to compare with")
        return 0
    worst, asked = 0.0, 0
    for line, ours, theirs in asked_now(wanted, program):
        apart = abs(ours - theirs)
        worst, asked = max(worst, apart), asked + 1
        if apart > AGREES:
            print(f"{line}: {apart:.1e} apart")
        if asked % 90 == 0:
            spent = f"{process_time():.0f} s of processor time"
            print(f"{asked} values, at most {worst:.1e} apart, {spent}", flush=True)
    print(f"{asked} values, at most {worst:.1e} apart  {'PASS' if worst <= AGREES else 'FAIL'}")
    return 0 if worst <= AGREES else 1


if __name__ == "__main__":
    sys.exit(main())
