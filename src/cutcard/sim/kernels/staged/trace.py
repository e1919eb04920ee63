"""A round that the staged kernel has just played, read from what it kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from cutcard.automata.rounds import CardRole
from cutcard.automata.wagers import INPUTS, Riding
from cutcard.cards import DECK_52
from cutcard.sim.kernels.prepared import Prepared
from cutcard.sim.kernels.staged.fields import (
    BURNED,
    CAME,
    DEALERS,
    MOST_TRACED,
    RECORD,
    ROUND_KIND,
    STREAK_BEFORE,
    TRACED,
)
from cutcard.sim.kernels.staged.shapes import KernelTable
from cutcard.sim.problem import SimError
from cutcard.sim.replay.trace import DEALER, Taken, Traced, winners

Array = np.ndarray[Any, Any]

MAIN: Final = "main"


def traced(engine: Prepared, number: int, table: KernelTable) -> Traced:
    """The round, by what its unit kept and the cards as they were taken."""
    cards, seats, hands = table.shoe.trace, table.seats, table.hands
    many = int(table.shoe.at[TRACED])
    if many > MOST_TRACED:
        raise SimError(f"round: it takes {many} cards, more than are kept")
    taken = tuple(
        Taken(DECK_52[card], CardRole(role), int(box) or DEALER)
        for card, role, box in cards.reshape(-1, 3)[:many].tolist()
        if role != BURNED
    )
    net: dict[tuple[int, str], int] = {}
    results: dict[tuple[int, str], int] = {}
    drawn: dict[tuple[int, str], list[str]] = {}
    devices = {each.place: each for each in engine.devices}
    shown = [] if table.extras is None else table.extras.shared.shown.tolist()
    by_place = dict(zip(devices, shown, strict=False))
    streaks: dict[int, Riding] = {}
    scale = engine.scale
    of_dealer = np.isin(np.arange(RECORD, seats.shape[1]), list(DEALERS))
    for box in range(1, table.boxes + 1):
        kept = seats[(box - 1) * hands : box * hands]
        inputs = np.where(of_dealer, seats[-1, RECORD:], kept[0, RECORD:])
        record = dict(zip(INPUTS, inputs.tolist(), strict=True))
        net[box, MAIN] = int(kept[:, CAME].sum()) * scale[MAIN]
        for place, each in enumerate(engine.chains.chains):
            which, more = each.fold.of(record), 0
            if place in devices:
                which = devices[place].result(by_place[place], box - 1, which)
                more = devices[place].from_others(by_place[place], box - 1)
            result = int(engine.chains.first_result[place]) + which
            net[box, each.wager] = int(engine.side_nets[result]) * scale[each.wager] + more
            results[box, each.wager] = result
            drawn[box, each.wager] = [share.meter for share in each.results[which].shares]
        if engine.streaks.wagers:
            before, kind = int(kept[0, STREAK_BEFORE]), int(kept[0, ROUND_KIND])
            streaks[box] = engine.streaks.states[before]
            came = engine.streaks.nets(before, kind)
            net |= {(box, wager): each for wager, each in came.items()}
    if engine.others:
        _share(engine, results, net)
    said: dict[str, object] = {}
    for place, device in devices.items():
        said |= device.entries(by_place[place])
    together = frozenset() if engine.logs else winners(drawn)
    return Traced(number, taken, net, streaks=streaks, devices=said, together=together)


def _share(
    engine: Prepared, results: Mapping[tuple[int, str], int], net: dict[tuple[int, str], int]
) -> None:
    """Add what each box is paid for the results of the others."""
    told = engine.others
    for (winner, wager), gave in results.items():
        for (box, other), result in results.items():
            if box != winner and other == wager:
                net[box, wager] += int(told.gives[gave] * told.worth[result]) * engine.scale[wager]
