"""Side wagers of an environment: what they come to, looked up by the cards dealt first.

The tables are those of the simulator: by a box's two cards, then the up card, then the dealer's second
card. A wager that needs more than these (further cards, a meter, a device, other boxes) has no
such table and is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from cutcard import sim
from cutcard.envs.first_card_results import first_card_results
from cutcard.money import Cents, MoneyError, cents, dollars
from cutcard.odds import Question
from cutcard.results import RequestError, arguments

Array = np.ndarray[Any, Any]
Money = str | int | float
CARDS: Final = 52
MOST_WAGERS: Final = 6
"""Every set of them is an action beside every bet."""
LIKE: Final = '{"lucky_ladies": "A"}, or a list of wagers'


@dataclass(frozen=True)
class SideTables:
    """The side wagers of a table, and what they come to."""

    wagers: tuple[str, ...]
    stakes: Mapping[str, float]
    """In units."""
    paytables: Mapping[str, str]
    by_two: Array
    by_up: Array
    by_hole: Array
    nets: Array

    @property
    def subsets(self) -> int:
        """How many sets of them there are, the empty one included."""
        return 1 << len(self.wagers)


def side_tables(
    question: Question,
    wagers: Mapping[str, str | None] | Sequence[str],
    *,
    stakes: Mapping[str, Money] | None,
    unit: Money,
    boxes: int,
) -> SideTables:
    """The side wagers asked for; `RequestError` where one cannot stand here, or needs other cards."""
    base = _amount("unit", unit)
    given = {
        name: _amount(f"stakes: {name}", amount)
        for name, amount in arguments.table("stakes", stakes, like='{"lucky_ladies": "5"}').items()
    }
    named = _named(wagers)
    if not named and not given:
        nothing = np.zeros((1, 1), dtype=np.uint32)
        return SideTables((), {}, {}, nothing[0], nothing, nothing, np.zeros((1, 0)))
    rules = question.rules
    scenario = sim.Scenario(
        document=rules.document.name,
        variation=rules.variation,
        options={
            name: list(value) if isinstance(value, tuple) else value
            for name, value in question.chosen.items()
        },
        wagers=named,
        stakes={"main": base, **given},
        boxes=boxes,
    )
    table = sim.table_of(scenario)
    found = first_card_results(table.rules, {n: table.stakes[n] for n in named if n in table.stakes})
    for name in named:
        if name not in found.wagers:
            why = found.left_out.get(name, "more than the cards dealt first decides it")
            raise RequestError(f"wagers: {name} is not among the environments: {why}")
    return SideTables(
        found.wagers,
        {name: table.stakes[name] / base for name in found.wagers},
        {name: table.rules.offers[name].paytable.id for name in found.wagers},
        found.by_two,
        found.by_up.reshape(-1, CARDS),
        found.by_hole.reshape(-1, CARDS + 1),
        found.nets / base,
    )


def _named(wagers: Mapping[str, str | None] | Sequence[str]) -> dict[str, str]:
    if isinstance(wagers, Mapping):
        given: dict[str, Any] = arguments.table("wagers", wagers, like=LIKE)
    elif isinstance(wagers, str) or not isinstance(wagers, Sequence):
        raise RequestError(f"wagers: {arguments.shown(wagers)}: write {LIKE}")
    else:
        given = dict.fromkeys((arguments.text("wagers", name) for name in wagers), "")
    if len(given) > MOST_WAGERS:
        raise RequestError(f"wagers: {len(given)} are too many; at most {MOST_WAGERS} at once")
    return {name: arguments.text(f"wagers: {name}", table or "") for name, table in given.items()}


def _amount(what: str, amount: Money) -> Cents:
    try:
        found = cents(arguments.plain(amount))
    except MoneyError as problem:
        raise RequestError(f"{what}: {problem}") from None
    if found <= 0:
        raise RequestError(f"{what}: {dollars(found)} is not above zero")
    return found
