"""The page of the table of controls: what every act needs, and what waits to change it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request

from cutcard.client import ControlLine
from cutcard.floor.people import AMOUNTS, Control, may_command
from cutcard.web.api.controls import desk_of
from cutcard.web.api.routes.controls import control_line
from cutcard.web.api.routes.signatures import shown_signings
from cutcard.web.api.session import house_of, threads_of
from cutcard.web.pages.frame import Context, viewer
from cutcard.wording import capitalized, command_label, spaced

NEEDS: Final[Mapping[Control, str]] = {
    Control.ONE: "one person",
    Control.PROOF: "one person, identity confirmed",
    Control.TWO: "two people",
    Control.TWO_ROLES: "two people of different roles",
}
LABELS: Final[Mapping[str, str]] = {
    "add_staff": "Add staff",
    "add_player": "Add a player",
    "link_staff": "New link for staff",
    "link_player": "New link for a player",
    "change_role": "Change a role",
    "configure": "Terms of a meter",
    "change_controls": "Change this table",
    "restore": "Restore a backup",
    "adjust": "Correct a meter",
    "retire": "Retire a meter",
    "start": "Start a meter",
    "stop": "Stop a meter",
    "part": "Unlink a table from a meter",
    "rejoin": "Relink a table to a meter",
    "verify": "Verify a jackpot",
    "confirm": "Confirm a payout",
}


@dataclass(frozen=True, slots=True)
class ControlRow:
    """A row of the table, in words."""

    line: ControlLine
    label: str
    needs: str
    is_amount: bool
    choices: tuple[tuple[str, str], ...]
    """What a house may choose: values and words."""


def _row(line: ControlLine) -> ControlRow:
    least = Control(line.least)
    choices = tuple(
        (str(each), capitalized(words)) for each, words in NEEDS.items() if not each.is_less_than(least)
    )
    label = LABELS.get(line.act) or command_label(line.act) or capitalized(spaced(line.act))
    return ControlRow(line, label, NEEDS[Control(line.control)], line.act in AMOUNTS, choices)


async def controls(request: Request) -> Context:
    """The table, and the changes of it that wait."""
    who, house, run = viewer(request), house_of(request), threads_of(request).run
    rules = await run(house.people.controls.rules)
    lately = [each for each in await run(desk_of(house).lately) if each.of == "controls"]
    return {
        "controls": [_row(control_line(act, rule)) for act, rule in rules.items()],
        "signing": shown_signings(lately, who),
        "may_change": may_command(who.role, "change_controls", "controls"),
    }
