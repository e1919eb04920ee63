"""How the computer's neighbours play, and how the estimates of `advice` go on after the first action."""

from __future__ import annotations

from cutcard.rules import Action, simple_play
from cutcard.shoe import By, Role
from cutcard.table import AwaitsDecision, Table, commands, legal


def fixed_answer(
    table: Table, awaited: AwaitsDecision, box: int, *, stands: bool = False
) -> commands.Command:
    """The simple play's answer for a box that is asked; `stands`: it only wants to be done."""
    r = table.in_play()
    found = r.box(box)
    assert found is not None
    by = By(Role.PLAYER, found.bet.player)
    if awaited.is_offer or awaited.hand is None:
        return commands.Decline(by, box)
    group, place = found.find(awaited.hand)
    total = found.groups[group][place].total
    wanted = Action.STAND if stands else simple_play(total)
    actions = legal(table, box)
    return commands.Decide(by, box, wanted if wanted in actions else actions[0])
