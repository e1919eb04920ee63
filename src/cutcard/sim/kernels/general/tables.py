"""The general kernel's tables: everything that it looks up, as whole numbers in one array."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from cutcard.automata.wagers import OPEN, OWN_THIRD, SECOND_CARD, Chains, Streaks
from cutcard.cards import DECK_52
from cutcard.rules import Game, hole_card_is_known
from cutcard.sim.kernels.general.slots import SIZES
from cutcard.sim.plan import Plan
from cutcard.sim.tables.play_tables import (
    ACES,
    POINTS,
    dealer_table,
    kept_switch_table,
    streak_parts,
    streak_sizes,
)
from cutcard.sim.tables.round_tables import RoundTables

Array = np.ndarray[Any, Any]

MANY: Final = {
    "second_cards": "second_card",
    "many_opens": "opens",
    "own_thirds": "own_third",
    "many_closed": "closed",
}
"""Sizes that say how long a table is."""


def all_tables(
    plan: Plan,
    made: RoundTables,
    told: Chains,
    pack: Array,
    nets: Array,
    rows_at: tuple[int, ...],
    *,
    streaks: Streaks,
    watch: Array,
    devices: Array,
    others: Array,
    logged: Sequence[bool] = (),
    ends_at: int = 0,
    is_sorted: bool = False,
) -> Array:
    """First how large and where everything is, then the tables one after the other.

    `is_sorted` says whether the cards that are left in a shoe stay sorted, as the pack is.
    """
    parts = {**_parts(plan.game, made, told, pack, nets), "watch": watch, "devices": devices}
    parts["others"] = others
    parts |= streak_parts(made, told, streaks)
    parts["logged"] = [*map(int, logged)] or [0] * len(nets)
    parts["closed"] = [
        place
        for place in range(len(told.chains))
        if any(parts["logged"][told.first_result[place] : told.first_result[place + 1]])
    ]
    parts["switches"] = _switches(plan)
    starts = np.cumsum([len(SIZES), *(len(part) for part in parts.values())])
    places = {name: int(place) for name, place in zip(parts, starts, strict=False)}
    sizes = {**_sizes(plan, made, told), **streak_sizes(made, streaks), **places}
    sizes |= dict(zip(("whole_rows", "split_rows", "side_rows", "bet_squares"), rows_at, strict=True))
    sizes |= {name: len(parts[part]) for name, part in MANY.items()}
    sizes |= {"is_sorted": int(is_sorted), "ends_at": ends_at}
    for name, part in (("watch", watch), ("devices", devices), ("others", others)):
        sizes[name] = places[name] if len(part) else 0
    first = [sizes[name] for name in SIZES]
    return np.concatenate([np.asarray(part, dtype=np.int64) for part in (first, *parts.values())])


def _sizes(plan: Plan, made: RoundTables, told: Chains) -> dict[str, int]:
    """The numbers that are no places."""
    split, wagers = made.splitting, told.chains
    return {
        "cards": plan.cards,
        "cut": plan.cut,
        "burned": plan.burned,
        "is_fresh": int(plan.penetration is None),
        "hot": made.hot,
        "last": made.last,
        "none_yet": split.none_yet,
        "width": split.width,
        "times_of_field": split.times,
        "boxes": plan.boxes * plan.hands,
        "hands": plan.hands,
        "burns_each_round": int(plan.burns_each_round),
        "has_hole": int(plan.game.has_hole_card),
        "wagers": len(wagers),
        "third_card": int(any(each.demands.third_card for each in wagers)),
        "completion": int(any(each.demands.completion for each in wagers)),
    }


def _parts(game: Game, made: RoundTables, told: Chains, pack: Array, nets: Array) -> dict[str, Any]:
    """The tables by name."""
    totals, draws, completes = dealer_table(game)
    return {
        "pack": pack,
        "letter_of": made.letter_of,
        "looks": [hole_card_is_known(game, card) for card in DECK_52],
        "add": made.add.astype(np.int64),
        "shift": made.shift,
        "nets": made.nets,
        "finishes": made.finishes,
        "ends": made.ends,
        "times": made.times,
        "goes_on": made.goes_on,
        "finals": made.final_totals,
        "points": POINTS,
        "aces": ACES,
        "totals": totals,
        "draws": draws,
        "completes": completes,
        "first_stage": told.first_stage,
        "stage_input": told.stage_input,
        "stage_offset": told.stage_offset,
        "stage_domain": told.stage_domain,
        "second_card": _folds(told, SECOND_CARD),
        "opens": _folds(told, OPEN),
        "own_third": _folds(told, OWN_THIRD),
        "result_net": nets,
        "first_result": told.first_result,
    }


def _folds(told: Chains, name: str) -> list[int]:
    """The numbers of the folds that say whether a card is dealt for a wager."""
    return [number for (_, tells), number in told.numbers.items() if tells == name]


def _switches(plan: Plan) -> Array | list[int]:
    """Which cards are switched; nothing where they may not be."""
    strategy = plan.strategy
    return kept_switch_table(strategy.choose, strategy.digest) if plan.game.switch else []
