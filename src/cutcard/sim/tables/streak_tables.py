"""The kernel's tables of streak wagers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from cutcard.automata.rounds import RoundMachine, box_results
from cutcard.automata.wagers import UNDECIDED, Chains, Streaks
from cutcard.sim.plan import Plan
from cutcard.sim.tables.round_tables import RoundTables

Array = np.ndarray[Any, Any]


def with_counts(made: RoundTables, machine: RoundMachine, plan: Plan) -> RoundTables:
    """The tables with what tells how a box's hands counted in a round."""
    found = box_results(machine, plan.game, plan.rows)
    return replace(made, hand_counts=found.by_hand, hand_kinds=found.kinds, late_counts=found.late)


def streak_sizes(made: RoundTables, streaks: Streaks) -> dict[str, int]:
    """How many streak wagers there are, kinds of rounds, and kinds of hands at a late blackjack."""
    return {
        "streaks": len(streaks.wagers),
        "kinds": streaks.after.shape[-1],
        "late_kinds": int(made.hand_kinds.max(initial=0)) + 1,
    }


def streak_parts(made: RoundTables, told: Chains, streaks: Streaks) -> dict[str, Array]:
    """The tables by name; results are numbered after those of the chains."""
    decided, first = streaks.decided.copy(), int(told.first_result[-1])
    for place, each in enumerate(streaks.wagers):
        column = decided[..., place]
        column[column != UNDECIDED] += first
        first += len(each.results)
    return {
        "hand_counts": made.hand_counts,
        "hand_kinds": made.hand_kinds,
        "late_counts": made.late_counts,
        "streak_kinds": streaks.kind_of,
        "streak_after": streaks.after.ravel(),
        "streak_decided": decided.ravel(),
    }
