"""Warm-up: kernels compiled by a second process while the first one makes the chart and the tables.

It compiles into the folder of compiled code, where the first one then finds it. Nothing depends on it:
with one core, no such folder or no such process, kernels are compiled when they are called.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final

from cutcard import odds
from cutcard.automata.hands import card_classes
from cutcard.compute import WarmUpCall
from cutcard.law import RuleSet
from cutcard.odds.strategy import BASIC, is_known
from cutcard.rules import prices
from cutcard.sim.kernels.lockstep import driver as lockstep
from cutcard.sim.runs.workers import cores
from cutcard.sim.scenario import Scenario, SimTable, table_of
from cutcard.table import game_of

DEALER: Final = "dealer"
SHOES: Final = "shoes"
FRESH: Final = "fresh"
"""What a second process can compile: the dealer's chances, and lanes of either kind."""


def calls(name: str, rules: RuleSet, letters: int) -> list[WarmUpCall]:
    """Calls that compile what is named; only lanes depend on the number of letters."""
    if name == DEALER:
        return odds.dealer_calls(rules)
    return [lockstep.warm_up(letters, is_fresh=name == FRESH)]


@dataclass
class Compiler:
    """A process that compiles some kernels in turn; None where none is needed."""

    process: subprocess.Popen[str] | None = None

    def wait_for(self, name: str) -> None:
        """Wait until a kernel is compiled, or the process is gone."""
        lines = self.process and self.process.stdout
        while lines and (line := lines.readline()) and line.strip() != name:
            pass

    def wait_for_all(self) -> None:
        """Wait until the process is gone."""
        self.wait_for("")


@contextmanager
def compiling(scenario: Scenario, table: SimTable, *, is_staged: bool) -> Iterator[Compiler]:
    """Compile what a run needs and is not cached; the chart's kernels are ready when this begins."""
    rules = table.rules
    letters = len(card_classes(game_of(rules), prices(rules.main.paytable, rules.options)))
    names = [
        name
        for name in _needed(scenario, table, is_staged=is_staged)
        if cores() > 1 and any(each.is_to_be_compiled for each in calls(name, rules, letters))
    ]
    with _started(scenario.document, letters, names) as compiler:
        if DEALER in names:
            for each in odds.hand_calls(rules):
                each.make()
            compiler.wait_for(DEALER)
        yield compiler


def _needed(scenario: Scenario, table: SimTable, *, is_staged: bool) -> Iterator[str]:
    """The kernels of a run that can be compiled ahead, in the order in which they are needed."""
    if scenario.strategy == BASIC and not game_of(table.rules).switch and not is_known(table.rules):
        yield DEALER
    if scenario.boxes == 1 and not (scenario.wagers or scenario.growing or is_staged):
        yield FRESH if table.penetration is None else SHOES


@contextmanager
def _started(document: str, letters: int, names: Sequence[str]) -> Iterator[Compiler]:
    """A process for these kernels, killed at the end: a run may break off while it compiles."""
    if not names:
        yield Compiler()
        return
    command = [sys.executable, "-m", __name__, document, str(letters), *names]
    process = None
    with suppress(OSError):
        process = subprocess.Popen(
            command,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
    try:
        yield Compiler(process)
    finally:
        if process is not None:
            process.kill()
            process.communicate()


def main(document: str, letters: str, *names: str) -> None:
    """Compile these kernels, printing the name of each when it is done."""
    rules = table_of(Scenario(document)).rules
    for name in names:
        for each in calls(name, rules, int(letters)):
            each.make()
        print(name, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
