"""A plan made ready to watch; how many sessions of so many rounds every unit of work has room for."""

from __future__ import annotations

from dataclasses import replace
from math import isqrt
from typing import Final

from cutcard.sim.kernels.lockstep.kernel import FRESH_ROUNDS
from cutcard.sim.plan import Plan
from cutcard.sim.problem import SimError
from cutcard.sim.runs.engine import Engine
from cutcard.sim.scenario import SimTable
from cutcard.sim.watch.request import WatchRequest

PILOT: Final = 64
"""Units that tell how many rounds a unit has."""
DEVIATIONS: Final = 8
"""A unit is taken to have at least the mean less so many standard deviations."""


def check_watch(table: SimTable, watch: WatchRequest) -> None:
    """Refuse what there is nothing to see of at a table."""
    if table.growing:
        raise SimError(
            "meters: while they grow, no count, depth or session is watched; use --meters stand"
        )
    if table.penetration is not None:
        return
    for name, is_asked in (("count", watch.count is not None), ("by-depth", watch.by_depth)):
        if is_asked:
            raise SimError(
                f"{name}: every round is dealt from a full shoe here, so all of them are the same; "
                "leave out --fresh, or deal to a --penetration"
            )


def watching(plan: Plan, watch: WatchRequest) -> Plan:
    """The plan with something watched beside."""
    many = sessions_in(plan, watch.session) if watch.session else 0
    return replace(plan, watch=replace(watch, sessions=many))


def sure_rounds(plan: Plan) -> int:
    """Rounds that every unit has, as good as surely.

    Sessions are counted to a number that does not depend on the rounds themselves: if every unit were
    filled to its last whole session, quick rounds would have more of them.
    """
    if plan.penetration is None:
        return FRESH_ROUNDS
    found = [int(each) for each in Engine(replace(plan, watch=None)).rounds_of(0, PILOT)]
    total, squares = sum(found), sum(each * each for each in found)
    deviation = isqrt(max(0, squares * PILOT - total * total)) // PILOT + 1
    return max(total // PILOT - DEVIATIONS * deviation, min(found) // 2)


def sessions_in(plan: Plan, session: int) -> int:
    """Of so many rounds each, in every unit; refused where not even one has room."""
    sure = sure_rounds(plan)
    if session > sure:
        raise SimError(
            f"session: {session}: a session lies within a unit of work, which has {sure} rounds here "
            f"for sure; ask for at most {sure}"
        )
    return sure // session
