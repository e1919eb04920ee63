"""What can be asked about the money of a table, and how it is read from plain values.

    {"do": "buy_in", "amount": "200"}
    {"do": "fill", "amount": "5000", "signed": ["dealer dee", "floorperson fay"]}
    {"do": "count", "kind": "closing", "amount": "10250", "signed": ["dealer dee", "supervisor sue"]}

Amounts are dollars, as everywhere in texts. Who asks is never read from the text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, Final, cast, get_args, get_type_hints

from cutcard.law import place, shown
from cutcard.money import Cents, dollars
from cutcard.shoe import By
from cutcard.table.record import snake_case
from cutcard.table.script import amount, bad, mapping, parse_by

MOST_SIGNERS: Final = 10


@dataclass(frozen=True, slots=True)
class BuyIn:
    """Chips for a player's money; a dealer or floorperson names the player."""

    by: By
    amount: Cents
    player: str = ""


@dataclass(frozen=True, slots=True)
class CashOut:
    """Money for a player's chips: so many, or (nothing said) all of them."""

    by: By
    amount: Cents | None = None
    player: str = ""


@dataclass(frozen=True, slots=True)
class Tip:
    """A player's chips for the dealers."""

    by: By
    amount: Cents


@dataclass(frozen=True, slots=True)
class Fill:
    """Chips from the cage to the table."""

    by: By
    amount: Cents
    signed: tuple[By, ...] = ()


@dataclass(frozen=True, slots=True)
class Credit:
    """Chips from the table to the cage."""

    by: By
    amount: Cents
    signed: tuple[By, ...] = ()


@dataclass(frozen=True, slots=True)
class Count:
    """The inventory counted, before the table opens or after it closed."""

    by: By
    kind: str
    amount: Cents
    signed: tuple[By, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeDrop:
    """The drop box taken away and counted."""

    by: By
    amount: Cents
    signed: tuple[By, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeTips:
    """The dealers' box emptied."""

    by: By
    amount: Cents
    signed: tuple[By, ...] = ()


Signed = Fill | Credit | Count | TakeDrop | TakeTips
"""What two people sign."""
Command = BuyIn | CashOut | Tip | Signed
COMMANDS: Final[Mapping[str, type]] = {snake_case(made.__name__): made for made in get_args(Command)}
"""Every command of the ledger by the name it has in texts."""


def _signed(found: object, where: str) -> tuple[By, ...]:
    if not isinstance(found, list | tuple) or len(found) > MOST_SIGNERS:
        raise bad(f"{where}: must be a list of who signed, like ['dealer dee', 'floorperson fay']")
    return tuple(parse_by(each, f"{where}[{at}]") for at, each in enumerate(found))


def _text(found: object, where: str) -> str:
    if not isinstance(found, str):
        raise bad(f"{where}: must be a text, not {shown(found)}")
    return found


_READS: Final[Mapping[Any, Callable[[object, str], object]]] = {
    str: _text,
    Cents: amount,
    Cents | None: amount,
    tuple[By, ...]: _signed,
}
_HINTS: Final = {name: get_type_hints(made) for name, made in COMMANDS.items()}


def parse(found: object, by: By) -> Command:
    """The command that plain values stand for, asked by somebody; refused in one line where none."""
    said = mapping(found, "the command")
    do = said.get("do")
    made = COMMANDS.get(do) if isinstance(do, str) else None
    if made is None:
        raise bad(f"do: {shown(do)} is not a command of the ledger; choose from {', '.join(COMMANDS)}")
    hints, values = _HINTS[str(do)], {}
    for key, each in said.items():
        if key in ("do", "by"):
            continue
        if key not in hints:
            known = ", ".join(name for name in hints if name != "by")
            raise bad(f"{place('', key)}: unknown key of {do}; known keys: {known}")
        values[key] = _READS[hints[key]](each, key)
    for each in fields(made):
        if each.name != "by" and each.default is MISSING and each.name not in values:
            raise bad(f"{each.name}: required by {do}")
    return cast(Command, made(by=by, **values))


def command_json(command: Command) -> dict[str, object]:
    """A command as plain values, which `parse` reads back; who asks is not in it."""
    said: dict[str, object] = {"do": snake_case(type(command).__name__)}
    for each in fields(command):
        value = getattr(command, each.name)
        if each.name == "by" or value == each.default:
            continue
        if each.name == "amount":
            said["amount"] = dollars(value)
        elif each.name == "signed":
            said["signed"] = [str(who) for who in value]
        else:
            said[each.name] = value
    return said
