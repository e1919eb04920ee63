"""The side wagers of a plan that cannot be simulated, refused with a line."""

from __future__ import annotations

from typing import Final

from cutcard.automata.wagers import Chains, streak_wagers
from cutcard.sim.plan import Plan
from cutcard.sim.problem import SimError

SHARED: Final = "covers all boxes together, which is not simulated; use --boxes 1, or leave it out"


def check_wagers(plan: Plan, told: Chains) -> None:
    """Refuse a wager that no chain tells, and a cap that several boxes would share."""
    over_rounds = streak_wagers(plan.rules, plan.sides)
    known = {*(each.wager for each in told.chains), *over_rounds}
    for left in told.left_out:
        if left.wager in plan.sides and left.wager not in over_rounds:
            raise SimError(f"wager: {left.wager} is not simulated yet: {left.why}")
    for name in plan.sides:
        if name not in known:
            raise SimError(f"wager: {name} is not simulated yet")
    for each in told.chains:
        if plan.boxes > 1 and any(one.shared_cap is not None for one in each.results):
            raise SimError(f"set: {each.wager}.aggregate_cap {SHARED}")
