"""What an act needs: one person, a fresh proof, two people, or two of different roles. One table.

A house may change a row, within what `least` permits; that is an act of two people itself. Changes are
events of the chained stream `controls`. A demonstration, which has play money, begins at the least.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from cutcard.floor.people.decide import PeopleRefused, Why
from cutcard.floor.people.person import Person
from cutcard.floor.people.roles import STAFF, HouseRole
from cutcard.floor.store import Database, New, ReadUnit
from cutcard.table.record import line_of


class Control(StrEnum):
    """Who must agree to an act, from the least to the most."""

    ONE = "one"
    """One person, signed in."""
    PROOF = "proof"
    """One person, who proved lately who they are."""
    TWO = "two"
    """Two people."""
    TWO_ROLES = "two_roles"
    """Two people of different roles."""

    @property
    def needs_two(self) -> bool:
        """Whether a second person signs."""
        return self in (Control.TWO, Control.TWO_ROLES)

    def is_less_than(self, other: Control) -> bool:
        """Whether fewer people agree, or with less proof."""
        order = list(Control)
        return order.index(self) < order.index(other)


@dataclass(frozen=True, slots=True)
class ControlRule:
    """What one act needs."""

    control: Control
    least: Control = Control.ONE
    """What a house cannot go below."""
    from_cents: int = 0
    """The amount from which the control applies, of one player in a day; less needs a fresh proof."""
    acknowledged_from: int | None = None
    """The amount from which the player concerned acknowledges it; None where no player does."""
    is_fixed: bool = False
    """Whether a house cannot change it: the table's own rules decide it, or it must be quick."""
    is_proved: bool = True
    """Whether those who agree must have proved lately who they are, where more than one is needed."""

    def at(self, cents: int) -> Control:
        """What it needs for an amount."""
        return self.control if cents >= self.from_cents else Control.PROOF

    @property
    def alone_below(self) -> int | None:
        """The amount that one person does not move alone; None where there is none."""
        return self.from_cents if self.control.needs_two else None

    def is_acknowledged(self, cents: int) -> bool:
        """Whether the player must acknowledge it."""
        return self.acknowledged_from is not None and cents >= self.acknowledged_from


_PROOF: Final = ControlRule(Control.PROOF, least=Control.PROOF)
_ALONE: Final = replace(_PROOF, is_fixed=True)
_BOOKS: Final = ControlRule(Control.TWO, least=Control.TWO, is_fixed=True, is_proved=False)
_CAGE: Final = ControlRule(Control.TWO, least=Control.PROOF, from_cents=1_000_000, acknowledged_from=0)
_STAFF: Final = ControlRule(Control.TWO, least=Control.PROOF)
CONTROLS: Final[Mapping[str, ControlRule]] = {
    **dict.fromkeys(("count", "fill", "credit", "take_drop", "take_tips", "change_law"), _BOOKS),
    **dict.fromkeys(("confirm", "verify"), _ALONE),
    "adjust": _PROOF,
    "retire": ControlRule(Control.TWO, least=Control.PROOF),
    "configure": ControlRule(Control.TWO, least=Control.TWO),
    **dict.fromkeys(("start", "stop", "part", "rejoin"), ControlRule(Control.ONE)),
    **dict.fromkeys(("deposit", "withdraw"), _CAGE),
    **dict.fromkeys(("add_staff", "link_staff", "change_role", "restore"), _STAFF),
    **dict.fromkeys(("add_player", "link_player"), _PROOF),
    **dict.fromkeys(("disable", "enable"), _ALONE),
    "change_controls": ControlRule(Control.TWO_ROLES, least=Control.TWO),
}
"""Every act that is controlled, as a house begins; any other needs one person. What two sign at a table
(`is_proved` is false there) its document asks for, and the table itself checks."""
AMOUNTS: Final = frozenset({"deposit", "withdraw"})
"""Acts that are about an amount, and about a player."""


def act_on(do: str, role: HouseRole) -> str:
    """The act of the table that a command about somebody in a role is."""
    kind = "staff" if role in STAFF else "player"
    return {"add_person": f"add_{kind}", "new_link": f"link_{kind}"}.get(do, do)


STREAM: Final = "controls"
HEADER: Final = '{"controls":1}'
CHANGED: Final = "control_changed"


def relaxed(rule: ControlRule) -> ControlRule:
    """A rule at its least, as in a demonstration."""
    return replace(rule, control=rule.least, acknowledged_from=None, from_cents=0)


class ControlTable:
    """The controls of one house."""

    def __init__(self, database: Database, *, demonstration: bool = False) -> None:
        self._database = database
        self._first = {act: relaxed(rule) if demonstration else rule for act, rule in CONTROLS.items()}

    def rule(self, act: str) -> ControlRule:
        """What an act needs now."""
        if act not in CONTROLS:
            return ControlRule(Control.ONE)
        return self.rules()[act]

    def rules(self) -> dict[str, ControlRule]:
        """The whole table as it is now."""
        with self._database.reading(brief=True) as unit:
            return self._read(unit)

    def _read(self, unit: ReadUnit) -> dict[str, ControlRule]:
        rules = dict(self._first)
        for stored in unit.proven(STREAM):
            event = json.loads(stored.line)
            rules[event["act"]] = replace(
                rules[event["act"]],
                control=Control(event["control"]),
                from_cents=event["from"],
                acknowledged_from=event["acknowledged_from"],
            )
        return rules

    def change(
        self, act: str, changed: ControlRule, *, by: str, signed_by: str, key: str, now: int
    ) -> ControlRule:
        """Change a row: whoever asked and whoever signed are recorded; refused below the least."""
        check_row(act, changed)
        with self._database.writing() as unit:
            head = unit.heads([STREAM]).get(STREAM) or unit.create(STREAM, HEADER)
            event = {
                "event": CHANGED,
                "act": act,
                "control": str(changed.control),
                "from": changed.from_cents,
                "acknowledged_from": changed.acknowledged_from,
                "by": by,
                "signed_by": signed_by,
            }
            unit.append(head, [New(line_of(event), by, key, now)])
        return changed


def check_row(act: str, changed: ControlRule) -> None:
    """Refuse a row that the table cannot have."""
    rule = CONTROLS.get(act)
    if rule is None:
        message = f"act: {act[:40]!r} is not on the table of controls; see GET /api/controls"
        raise PeopleRefused(Why.BAD_CONTROL, message, "act")
    if rule.is_fixed:
        message = f"act: what {act} needs is fixed; it cannot be changed"
        raise PeopleRefused(Why.BAD_CONTROL, message, "act")
    if changed.control.is_less_than(rule.least):
        message = f"control: {act} needs at least {rule.least}"
        raise PeopleRefused(Why.BAD_CONTROL, message, "control")
    if act not in AMOUNTS and (changed.from_cents or changed.acknowledged_from is not None):
        message = f"{act}: it is about no amount of a player's"
        raise PeopleRefused(Why.BAD_CONTROL, message, "from_amount")


def may_agree(control: Control, first: Person, second: Person) -> str:
    """Why somebody may not be the second to agree; empty where they may."""
    if first.name == second.name:
        return f"{first.name} requested it; somebody else must sign it"
    if control is Control.TWO_ROLES and first.role is second.role:
        return f"{first.name} is {first.role} too; somebody in another role must sign it"
    return ""
