"""What can be asked about the money of a table, and how it is read from plain values.

    {"do": "buy_in", "amount": "200"}
    {"do": "fill", "amount": "5000", "signed": ["dealer dee", "floorperson fay"]}
    {"do": "count", "kind": "closing", "amount": "10250", "signed": ["dealer dee", "supervisor sue"]}

Amounts are dollars, as everywhere in texts. Who asks is never read from the text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, Final, cast, get_args, get_type_hints

from cutcard.law import place, shown
from cutcard.money import Cents
from cutcard.shoe import By
from cutcard.table.record import snake_case
from cutcard.table.script import amount, bad, mapping, parse_by

MOST_SIGNERS: Final = 10
Readers = Mapping[Any, Callable[[object, str], object]]
"""Type of a field -> how it is read from a plain value, and where that stands."""


@dataclass(frozen=True, slots=True)
class BuyIn:
    """Chips for a player's money; a dealer or floorperson names the player."""

    by: By
    amount: Cents
    player: str = ""


@dataclass(frozen=True, slots=True)
class CashOut:
    """Money for a player's chips: an amount, or all of them where none is given."""

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
COMMANDS: Final[Mapping[str, type]] = {
    snake_case(command.__name__): command for command in get_args(Command)
}
"""Every command of the ledger by the name it has in texts."""


def _signed(value: object, where: str) -> tuple[By, ...]:
    if not isinstance(value, list | tuple) or len(value) > MOST_SIGNERS:
        raise bad(f"{where}: must be a list of who signed, like ['dealer dee', 'floorperson fay']")
    return tuple(parse_by(each, f"{where}[{at}]") for at, each in enumerate(value))


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise bad(f"{where}: must be a text, not {shown(value)}")
    return value


_READS: Final[Readers] = {
    str: _text,
    Cents: amount,
    Cents | None: amount,
    tuple[By, ...]: _signed,
}


def parse(plain: object, by: By) -> Command:
    """The command that plain values stand for; refused in one line where they stand for none."""
    body = mapping(plain, "the command")
    do = body.get("do")
    kind = COMMANDS.get(do) if isinstance(do, str) else None
    if kind is None:
        raise bad(f"do: {shown(do)} is not a command of the ledger; choose from {', '.join(COMMANDS)}")
    rest = {key: value for key, value in body.items() if key not in ("do", "by")}
    return cast(Command, kind(by=by, **read_fields(rest, kind, str(do), _READS, without={"by"})))


def read_fields(
    body: Mapping[str, object], kind: type, do: str, readers: Readers, *, without: Set[str]
) -> dict[str, Any]:
    """The fields of a command, each by the reader of its type; refused: unknown ones, missing ones."""
    hints, values = _hints(kind), {}
    known = [name for name in hints if name not in without]
    for key, value in body.items():
        if key not in known:
            raise bad(f"{place('', key)}: unknown key of {do}; known keys: {', '.join(known) or 'none'}")
        values[key] = readers[hints[key]](value, key)
    for field in fields(kind):
        if field.name in known and field.default is MISSING and field.name not in values:
            raise bad(f"{field.name}: required by {do}")
    return values


_hints: Final = cache(get_type_hints)
