"""Replaying stored shoes (reading the lines and folding the events) against dealing them.

Deals sessions of every document by giving their commands to `step`, then rebuilds each table from its
record. Prints both speeds and their ratio, in processor time; exit code 1 where replay is the slower.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from cutcard.law import document_ids
from cutcard.law.refusal import Refusal
from cutcard.table import Table, step
from cutcard.table.record.record import rebuild, write_record

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from table.driver import Played, play_rounds

ROUNDS = 150
BOXES = (1, 7)
REPEATS = 5


def dealt(session: Played) -> Table:
    """The session dealt again, command by command."""
    table = session.opening
    for command in session.commands:
        outcome = step(table, command)
        assert not isinstance(outcome, Refusal)
        table = outcome[0]
    return table


def seconds(work: Callable[[], object]) -> float:
    """The best of some runs, in processor time."""
    best = float("inf")
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def main() -> int:
    worst = float("inf")
    for document in document_ids():
        for boxes in BOXES:
            session = play_rounds(document, rounds=ROUNDS, seed=7, boxes=boxes)
            lines = list(write_record(session.opening, session.events))
            if rebuild(lines) != session.table or dealt(session) != session.table:
                print(f"{document}: the rebuilt table is not the one that was dealt")
                return 2
            deal = seconds(lambda session=session: dealt(session))  # type: ignore[misc]
            replay = seconds(lambda lines=lines: rebuild(lines))  # type: ignore[misc]
            told = seconds(lambda s=session: list(write_record(s.opening, s.events)))  # type: ignore[misc]
            ratio = deal / replay
            worst = min(worst, ratio)
            print(
                f"{document:26}{boxes} boxes: dealt {ROUNDS / deal:7,.0f} rounds/s, written "
                f"{ROUNDS / told:8,.0f}, replayed {ROUNDS / replay:8,.0f} = {ratio:.2f} x dealing"
            )
    verdict = "PASS" if worst >= 1 else "FAIL"
    print(f"replay: at least {worst:.2f} x the speed of dealing  {verdict}")
    return 0 if worst >= 1 else 1


if __name__ == "__main__":
    sys.exit(main())
