"""Four cards at Blackjack Switch, kept as they lie or switched: what each is worth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cutcard.automata.hands import Cards
from cutcard.law import RuleSet
from cutcard.odds.composition import Composition
from cutcard.odds.switch.game import SwitchGame, solve_switch
from cutcard.odds.switch.orders import worth_of_orders


@dataclass(frozen=True, slots=True)
class SwitchChoice:
    """Four cards by value (an ace is 0, a ten 9), what the dealer shows, and both ways to play them."""

    first: tuple[int, int]
    second: tuple[int, int]
    up: tuple[int, ...]
    keep: float
    """In units of one hand's stake, the dealer having no blackjack where he looks for one first."""
    switch: float


def switch_choices(rules: RuleSet, shoe: Composition, *, many: int) -> list[SwitchChoice]:
    """So many choices between the closest one and the clearest, the close ones more densely.

    Choices are put in order of how much hangs on them, and taken at the squares of even steps.
    """
    game = solve_switch(rules, shoe)
    values, keep, switch = worth_of_orders(game.worth.value, game.worth.chance)
    gap = np.abs(keep - switch)
    order, start = np.nonzero(np.isfinite(gap) & (gap > 0))
    ranked = np.argsort(gap[order, start], kind="stable")
    steps = np.linspace(0, 1, many) ** 2 * (ranked.size - 1)
    picked = ranked[np.unique(steps.astype(int))]
    starts = [_cards(each) for each in game.play.main.starts]
    return [
        SwitchChoice(
            (int(values[0, at]), int(values[1, at])),
            (int(values[2, at]), int(values[3, at])),
            starts[up],
            float(keep[at, up]),
            float(switch[at, up]),
        )
        for at, up in zip(order[picked].tolist(), start[picked].tolist(), strict=True)
    ]


def switch_choice(
    game: SwitchGame, first: tuple[int, int], second: tuple[int, int], up: tuple[int, ...]
) -> SwitchChoice | None:
    """What these four cards are worth, by value; None where they cannot be dealt from the shoe."""
    values, keep, switch = worth_of_orders(game.worth.value, game.worth.chance)
    wanted = np.array([[each] for each in (*first, *second)])
    (order,) = np.flatnonzero(np.all(values == wanted, axis=0))
    starts = [_cards(each) for each in game.play.main.starts]
    if tuple(sorted(up)) not in starts:
        return None
    start = starts.index(tuple(sorted(up)))
    both = float(keep[order, start]), float(switch[order, start])
    return SwitchChoice(first, second, up, *both) if np.isfinite(both).all() else None


def _cards(counts: Cards) -> tuple[int, ...]:
    """The values of counted cards."""
    return tuple(value for value, count in enumerate(counts) for _ in range(count))
