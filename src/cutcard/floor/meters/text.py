"""What people ask of a meter, from plain values.

    {"do": "claim", "hit": "bj-1.204.3"}
    {"do": "verify", "hit": "bj-1.204.3"}
    {"do": "adjust", "reason": "malfunction", "amount": "12.50", "rises": true, "why": "power lost"}
    {"do": "configure", "initial": "5000", "reset": "5000", "rate": "0.07"}

Amounts are dollars, as everywhere in texts. Who asks is never read from the text, nor what only the
house's own devices say: stakes, wins, and where a meter must hit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, replace
from typing import Any, Final, cast, get_type_hints

from cutcard.floor.meters import commands as c
from cutcard.floor.meters.must_hit import Secret, draw_point
from cutcard.floor.meters.operation import LONGEST_NAME
from cutcard.floor.meters.state import Meter
from cutcard.floor.meters.terms import Member, Terms
from cutcard.law import did_you_mean, place, shown
from cutcard.money import Cents, dollars
from cutcard.shoe import By
from cutcard.table.script import amount, bad, mapping

Reads = Callable[[object, str], object]
NOT_SAID: Final = frozenset({"by", "at", "secret", "in_play", "member"})
COMMANDS: Final[Mapping[str, type]] = {
    "configure": Terms,
    "join": Member,
    "part": c.Part,
    "rejoin": c.Rejoin,
    "start": c.Start,
    "stop": c.Stop,
    "claim": c.Claim,
    "verify": c.Verify,
    "pay": c.Pay,
    "void": c.Void,
    "adjust": c.Adjust,
    "retire": c.Retire,
}
"""What people may ask, each with the class whose fields it has, those of `NOT_SAID` left out."""


def _text(found: object, where: str) -> str:
    if not isinstance(found, str):
        raise bad(f"{where}: must be a text, not {shown(found)}")
    if len(found) > LONGEST_NAME or not found.isprintable():
        raise bad(f"{where}: {shown(found)} is too long, or has characters that cannot be printed")
    return found


def _truth(found: object, where: str) -> bool:
    if not isinstance(found, bool):
        raise bad(f"{where}: must be true or false, not {shown(found)}")
    return found


_READS: Final[Mapping[Any, Reads]] = {
    str: _text,
    bool: _truth,
    Cents: amount,
    Cents | None: amount,
}
_HINTS: Final = {name: get_type_hints(made) for name, made in COMMANDS.items()}


def parse(found: object, by: By, at: int = 0) -> c.Command:
    """The command that plain values stand for, asked by somebody; refused in one line where none."""
    said = mapping(found, "the command")
    do = said.get("do")
    made = COMMANDS.get(do) if isinstance(do, str) else None
    if made is None or not isinstance(do, str):
        hint = did_you_mean(do, COMMANDS) if isinstance(do, str) else ""
        raise bad(
            f"do: {shown(do)} is not a command of a meter{hint}; choose from {', '.join(COMMANDS)}"
        )
    hints, values = _HINTS[do], {}
    known = [name for name in hints if name not in NOT_SAID]
    for key, each in said.items():
        if key == "do":
            continue
        if key not in known:
            raise bad(f"{place('', key)}: unknown key of {do}; known keys: {', '.join(known) or 'none'}")
        values[key] = _READS[hints[key]](each, key)
    for field in fields(made):
        if field.name in known and field.default is MISSING and field.name not in values:
            raise bad(f"{field.name}: required by {do}")
    return replace(command_of(do, by, values), at=at)


def command_of(do: str, by: By, values: Mapping[str, object]) -> c.Command:
    """The command of a name, with these values in its fields."""
    made = COMMANDS[do]
    if made is Terms:
        return c.Configure(by, Terms(**cast(Any, values)))
    if made is Member:
        return c.Join(by, Member(**cast(Any, values)))
    return cast(c.Command, made(by=by, **values))


def command_json(command: c.Command) -> dict[str, object]:
    """A command of people as plain values, which `parse` reads back; who asks is not in it."""
    inner: object = command
    if isinstance(command, c.Configure):
        inner = command.terms
    elif isinstance(command, c.Join):
        inner = command.member
    do = next(name for name, made in COMMANDS.items() if made is type(inner))
    said: dict[str, object] = {"do": do}
    for each in fields(cast(Any, inner)):
        value = getattr(inner, each.name)
        if each.name in NOT_SAID or value == each.default:
            continue
        is_money = _HINTS[do][each.name] in (Cents, Cents | None)
        said[each.name] = dollars(value) if is_money else value
    return said


def with_chance(
    meter: Meter, command: c.Command, drawn: Callable[..., Secret] = draw_point
) -> c.Command:
    """The command with what only the house's own chance supplies: a point for one that must hit."""
    if not isinstance(command, c.Start) or meter.terms is None or meter.commitment:
        return command
    if not meter.terms.must_hit:
        return command
    shows = meter.shown if meter.opened else meter.terms.initial
    return replace(command, secret=drawn(meter.growth, shows))
