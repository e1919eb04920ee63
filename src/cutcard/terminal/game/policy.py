"""One fixed way to play: hit below 17, stand on 17 or more, take no offer.

The computer's neighbours play so, and the estimates of `play_advice` go on so after the first action.
It is no advice: no table of a strategy is written down here.
"""

from __future__ import annotations

from typing import Final

from cutcard.rules import Action
from cutcard.shoe import By, Role
from cutcard.table import AwaitsDecision, Table, commands, legal

STANDS_FROM: Final = 17
SAYS: Final = "hit below 17, stand on 17 or more, take no offer"


def fixed_answer(
    table: Table, awaited: AwaitsDecision, box: int, *, stands: bool = False
) -> commands.Command:
    """The fixed way's answer for a box that is asked; `stands`: it only wants to be done."""
    r = table.in_play()
    found = r.box(box)
    assert found is not None
    by = By(Role.PLAYER, found.bet.player)
    if awaited.is_offer or awaited.hand is None:
        return commands.Decline(by, box)
    group, place = found.find(awaited.hand)
    total = found.groups[group][place].total
    wanted = Action.STAND if stands or total >= STANDS_FROM else Action.HIT
    actions = legal(table, box)
    return commands.Decide(by, box, wanted if wanted in actions else actions[0])
