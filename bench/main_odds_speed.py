"""The main game's value and best play against possibly-wrong/blackjack (C++) on the same rules.

    CUTCARD_PEER=path/to/a/program python bench/main_odds_speed.py

The program is the reader's own, built around the peer. It reads a rule set a line, as
`house_rules_grid.py` has them, and answers with the player's edge and the processor seconds. Without it,
only our own times are printed. Processor time of one core, the two in turns, best of several each:
`ours / peer` at most 1 passes. The tables of the rules are made once for a rule set and kept (as the
peer keeps its own from one shoe to the next), so they are timed apart; what depends on the shoe is
always made anew. The kernels are compiled before. Values must agree to 1e-12.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from subprocess import PIPE

from cutcard.automata.hands import dealer as dealer_table
from cutcard.automata.hands.values import VALUES
from cutcard.law import document
from cutcard.law.ruleset.resolution import resolve
from cutcard.odds.composition import Composition
from cutcard.odds.main import hands as walk, rules as rule_tables, split_value as splitting
from cutcard.odds.main.decisions import AfterSplit, Decisions, SplitPlay
from cutcard.odds.main.kernels.arithmetic import Numbers
from cutcard.odds.main.rules import rules_of_game
from cutcard.odds.main.value import MainValue, removed_by
from cutcard.rules.main import prices
from cutcard.table import game_of

DECKS = (1, 2, 6, 8)
TIMES = 7
AGREES = 1e-12


def ours(decks: int) -> tuple[float, float, float]:
    """The player's edge, the seconds it took, and the seconds that the tables took."""
    rules, _ = resolve(document("md-blackjack"), options={"decks": decks})
    assert rules is not None
    game = replace(game_of(rules), split_aces_draw=False, max_hands_aces=2)
    rows = prices(rules.main.paytable, rules.options)
    kept = (rule_tables.rules_of_game, dealer_table.finished, walk.dealer_tree, walk.removed_sets)
    for made in (*kept, splitting.weights):
        made.cache_clear()
    start = time.process_time()
    main = rules_of_game(rule_tables.GameKey(game, rows))
    removed_by({value: main.most_hands(value) for value in range(len(VALUES))})
    tables = time.process_time() - start
    start = time.process_time()
    shoe = Composition.full(decks)
    played = AfterSplit(SplitPlay.BY_PAIR, resplits=True)
    value = MainValue(main, shoe, Numbers(), Decisions(), True, played).value()
    return float(value), time.process_time() - start, tables


@contextmanager
def peer(program: Path) -> Iterator[Callable[[int], tuple[float, float]]]:
    """The peer's program, waiting to be asked the same: the player's edge and the seconds."""
    with subprocess.Popen([program], stdin=PIPE, stdout=PIPE, text=True) as running:
        asked, answers = running.stdin, running.stdout
        assert asked is not None
        assert answers is not None

        def ask(decks: int) -> tuple[float, float]:
            print(f"{decks} 0 0 1 1 0 1 1.5 1", file=asked, flush=True)
            value, seconds = map(float, answers.readline().split())
            return value, seconds

        yield ask
        asked.close()


def main() -> int:
    """Print the ratios; 1 when one is above its limit."""
    program = os.environ.get("CUTCARD_PEER")
    ours(6)  # compiles
    if program is None:
        for decks in DECKS:
            value, seconds, _ = min((ours(decks) for _ in range(TIMES)), key=itemgetter(1))
            print(f"main game, {decks} decks: {value:+.12f} in {seconds:.3f} s (CUTCARD_PEER: no peer)")
        return 0
    passed = True
    with peer(Path(program)) as ask:
        for decks in DECKS:
            runs = [(ours(decks), ask(decks)) for _ in range(TIMES)]
            value, seconds, tables = min((mine for mine, _ in runs), key=itemgetter(1))
            their_value, their_seconds = min((theirs for _, theirs in runs), key=itemgetter(1))
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
