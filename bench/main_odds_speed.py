"""The main game's value and best play against possibly-wrong/blackjack (C++) on the same rules.

    CUTCARD_PEER=path/to/its/src python bench/main_odds_speed.py

needs a checkout of the peer's source and g++; without, only our own times are printed. Processor time of
one core, best of several, both in one run: `ours / peer` at most 1 passes. The tables of the rules are
made once for a rule set and kept, so they are timed apart; the kernels are compiled before. Values must
agree to 1e-12.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from cutcard.automata import dealer as dealer_table
from cutcard.law.loader import document
from cutcard.law.ruleset import resolve
from cutcard.odds import main_rules as rule_tables
from cutcard.odds import walk
from cutcard.odds.arithmetic import Numbers
from cutcard.odds.composition import Composition
from cutcard.odds.decisions import Decisions, SplitPlay
from cutcard.odds.main_rules import rules_of_game
from cutcard.odds.main_value import MainValue
from cutcard.rules.main import prices
from cutcard.table import game_of

DECKS = (1, 2, 6, 8)
TIMES = 7
AGREES = 1e-12
HERE = Path(__file__).parent


def ours(decks: int) -> tuple[float, float, float]:
    """The player's edge, the seconds it took, and the seconds that the tables took."""
    rules, _ = resolve(document("md-blackjack"), options={"decks": decks})
    assert rules is not None
    game = replace(game_of(rules), split_aces_draw=False, max_hands_aces=2)
    rows = prices(rules.main.paytable, rules.options)
    for made in (rule_tables.rules_of_game, dealer_table.finished, walk.dealer_tree):
        made.cache_clear()
    start = time.process_time()
    main = rules_of_game(rule_tables.GameKey(game, rows))
    tables = time.process_time() - start
    start = time.process_time()
    shoe = Composition.full(decks)
    split = SplitPlay.BY_PAIR
    value = MainValue(main, shoe, Numbers(), Decisions(), True, split, most_split=1).value()
    return float(value), time.process_time() - start, tables


def peer(source: Path, folder: Path) -> dict[int, tuple[float, float]]:
    """The same from the peer, best of as many runs."""
    program = folder / "peer"
    files = [str(HERE / "peer_main_odds.cpp"), str(source / "blackjack.cpp")]
    subprocess.run(["g++", "-O3", "-march=native", f"-I{source}", *files, "-o", program], check=True)
    asked = [decks for decks in DECKS for _ in range(TIMES)]
    text = "\n".join(f"{decks} 0 1 1 0 1 1.5 1" for decks in asked)
    done = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
    found: dict[int, tuple[float, float]] = {}
    for decks, line in zip(asked, done.stdout.splitlines(), strict=True):
        value, seconds = map(float, line.split())
        found[decks] = (value, min(seconds, found.get(decks, (0.0, seconds))[1]))
    return found


def main() -> int:
    """Print the ratios; 1 when one is above its limit."""
    source = os.environ.get("CUTCARD_PEER")
    ours(6)  # compiles
    mine = {decks: min((ours(decks) for _ in range(TIMES)), key=lambda each: each[1]) for decks in DECKS}
    if source is None:
        for decks, (value, seconds, _) in mine.items():
            print(f"main game, {decks} decks: {value:+.12f} in {seconds:.3f} s (CUTCARD_PEER: no peer)")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        theirs = peer(Path(source), Path(folder))
    passed = True
    for decks in DECKS:
        (value, seconds, tables), (their_value, their_seconds) = mine[decks], theirs[decks]
        ratio = seconds / their_seconds
        good = ratio <= 1 and abs(value - their_value) < AGREES
        passed &= good
        print(
            f"main game, {decks} decks: {seconds:.3f} s / peer {their_seconds:.3f} s = {ratio:.2f}, "
            f"values differ by {abs(value - their_value):.1e}  {'PASS' if good else 'FAIL'}  "
            f"(tables of the rules {tables:.3f} s)"
        )
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
