"""Commands as plain values, for a case in TOML, a line of JSON or a request of an API.

    {"by": "player ann", "do": "place_bet", "box": 1, "stakes": {"main": "25"}}
    {"by": "player ann", "do": "hit", "box": 1}
    {"do": "deal", "cards": "Qh 9c"}
    {"by": "player ann", "do": "accept_cut", "position": 60}

`do` is a command in snake case, one of the ten actions, or a chore of the shoe; `by` is a role and a
name, and may be left out where the dealer or a device of the house acts. The other keys are the
fields of the command. What is wrong becomes one `Refused` that says what and where.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from typing import Any, Final, cast, get_args, get_type_hints

from cutcard.cards import Card, CardError, card, text
from cutcard.law import Code, Refused, did_you_mean, place, shown
from cutcard.money import Cents, dollars
from cutcard.rules import Action
from cutcard.shoe import Act, By, Chore, Role
from cutcard.table import commands
from cutcard.table.commands import Command
from cutcard.table.record.codec import snake_case
from cutcard.table.script.request import amount, amounts, bad, mapping, number, printable, truth

MOST_CARDS: Final = 2000
LONGEST_TEXT: Final = 500
DEAL: Final = "deal"

Reads = Callable[[object, str], object]


def _text(value: object, where: str) -> str:
    return printable(value, where, LONGEST_TEXT)


def _card(value: object, where: str) -> Card:
    try:
        return card(_text(value, where))
    except CardError as problem:
        raise Refused(Code.BAD_CARD, f"{where}: {problem}") from None


def _listed(value: object, where: str) -> Sequence[object]:
    """A list, or one text with spaces between its entries."""
    listed = value.split() if isinstance(value, str) else value
    if not isinstance(listed, Sequence):
        raise bad(f"{where}: must be a list, not {shown(value)}")
    if len(listed) > MOST_CARDS:
        raise bad(f"{where}: {len(listed)} entries are more than a table can use")
    return listed


def _cards(value: object, where: str) -> tuple[Card, ...]:
    return tuple(_card(each, f"{where}[{at}]") for at, each in enumerate(_listed(value, where)))


def _texts(value: object, where: str) -> tuple[str, ...]:
    return tuple(_text(each, f"{where}[{at}]") for at, each in enumerate(_listed(value, where)))


def parse_by(value: object, where: str = "by") -> By:
    """Who acts: a role, then a name ("player ann", "dealer")."""
    role, _, name = _text(value, where).partition(" ")
    if role not in ROLES:
        raise bad(f"{where}: {shown(role)} is not one of {', '.join(ROLES)}")
    return By(ROLES[role], name)


ROLES: Final = {str(role): role for role in Role}
_READS: Final[Mapping[Any, Reads]] = {
    str: _text,
    int: number,
    bool: truth,
    Card: _card,
    Cents: amount,
    By: parse_by,
    tuple[Card, ...]: _cards,
    tuple[str, ...]: _texts,
    Mapping[str, Cents]: amounts,
}


@dataclass(frozen=True, slots=True)
class _Form:
    """How one command is written: its class, what `do` already says, and its other fields."""

    made: type
    given: Mapping[str, object]
    reads: Mapping[str, Reads]
    needed: tuple[str, ...]
    by: By | None
    """Who acts where nobody is named; None where somebody must be."""


def _form(made: type, given: Mapping[str, object], by: By | None) -> _Form:
    hints, reads, needed = get_type_hints(made), {}, []
    for each in fields(made):
        if each.name in given:
            continue
        hint = hints[each.name]
        reads[each.name] = _READS.get(hint) or _READS[get_args(hint)[0]]  # else it is X | None
        if each.default is MISSING and each.default_factory is MISSING and each.name != "by":
            needed.append(each.name)
    return _Form(made, given, reads, tuple(needed), by)


_DEALER: Final = By(Role.DEALER)
_DEVICE: Final = By(Role.DEVICE)
_OF_PLAYERS: Final = (
    commands.Sit,
    commands.Leave,
    commands.PlaceBet,
    commands.TakeBack,
    commands.Decide,
    commands.Decline,
    commands.Follow,
)
_OF_DEVICES: Final = (commands.ShowDevice, commands.ShowMeter)
_CHORES_OF_PLAYERS: Final = (Chore.ACCEPT_CUT, Chore.REFUSE_CUT, Chore.REQUEST_SPREAD)


def _name(made: type) -> str:
    return DEAL if made is commands.DealCard else snake_case(made.__name__)


def _forms() -> dict[str, _Form]:
    forms: dict[str, _Form] = {}
    for made in get_args(Command):
        if made not in (commands.Decide, Act):
            by = _DEVICE if made in _OF_DEVICES else None if made in _OF_PLAYERS else _DEALER
            forms[_name(made)] = _form(made, {}, by)
    for action in Action:
        forms[str(action)] = _form(commands.Decide, {"do": action}, None)
    for chore in Chore:
        by = None if chore in _CHORES_OF_PLAYERS else _DEALER
        forms[str(chore)] = _form(Act, {"do": chore}, by)
    return forms


FORMS: Final[Mapping[str, _Form]] = _forms()


def parse_command(plain: object, where: str = "") -> Command:
    """One command from plain values; `where` is put before the place of a problem."""
    parsed = parse_commands(plain, where)
    if len(parsed) != 1:
        raise bad(f"{place(where, 'cards')}: one card for each command, not {len(parsed)}")
    return parsed[0]


def parse_commands(plain: object, where: str = "") -> tuple[Command, ...]:
    """The commands that plain values stand for: one, or as many as `deal` names cards."""
    values = mapping(plain, where or "the command")
    do = _text(values.get("do", ""), place(where, "do"))
    form = FORMS.get(do)
    if form is None:
        raise bad(f"{place(where, 'do')}: {shown(do)} is not a command{did_you_mean(do, FORMS)}")
    if do == DEAL and "cards" in values:
        if "card" in values:
            raise bad(f"{place(where, 'cards')}: give card or cards, not both")
        dealt = _cards(values["cards"], place(where, "cards"))
        if not dealt:
            raise bad(f"{place(where, 'cards')}: empty")
        rest = {key: each for key, each in values.items() if key != "cards"}
        return tuple(_command(form, {**rest, "card": each.text}, where) for each in dealt)
    return (_command(form, values, where),)


def _command(form: _Form, plain: Mapping[str, object], where: str) -> Command:
    values: dict[str, object] = {**form.given}
    for key, each in plain.items():
        if key == "do":
            continue
        read = form.reads.get(key)
        if read is None:
            known = ", ".join(("do", *form.reads))
            raise bad(f"{place(where, key)}: unknown key of {plain['do']}; known keys: {known}")
        values[key] = read(each, place(where, key))
    for key in form.needed:
        if key not in values:
            raise bad(f"{place(where, key)}: required by {plain['do']}")
    if "by" not in values:
        if form.by is None:
            raise bad(f"{place(where, 'by')}: {plain['do']} needs a player, like 'player ann'")
        values["by"] = form.by
    return cast(Command, form.made(**values))


def command_json(command: Command) -> dict[str, object]:
    """A command as plain values, which `parse_command` reads back."""
    do = str(command.do) if isinstance(command, commands.Decide | Act) else _name(type(command))
    plain: dict[str, object] = {"by": str(command.by), "do": do}
    for each in fields(command):
        value = getattr(command, each.name)
        if each.name not in plain and value != each.default:
            plain[each.name] = _plain(FORMS[do].reads[each.name], value)
    return plain


def _plain(read: Reads, value: Any) -> object:
    if read is amount:
        return dollars(value)
    if read is _card:
        return str(value.text)
    if read is _cards:
        return text(value)
    if read is amounts:
        return {key: dollars(each) for key, each in value.items()}
    return list(value) if read is _texts else value
