"""Commands as the API reads them: strict models made of the engine's own commands.

A model is made for every command of the table, of its books and of a meter; what a person never
supplies (who, when, the order of a shuffle) is no field of it. Amounts are dollars in a text, read by
the table's own reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Annotated, Any, Final, Literal, Optional, Union, get_args, get_type_hints

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    create_model as new_model,
)

from cutcard.cards import RANKS, SUITS, Card
from cutcard.floor.ledger import COMMANDS as LEDGER
from cutcard.floor.meters import COMMANDS as METERS, NOT_SAID
from cutcard.floor.people import FILLED_BY_HOUSE, METER_COMMANDS, TABLE_COMMANDS
from cutcard.law import Refused
from cutcard.money import Cents, dollars
from cutcard.shoe import Act, Chore
from cutcard.table.script import FORMS, LONGEST_TEXT, MOST_CARDS, MOST_NUMBER, amount

MOST_STAKES: Final = 64
MOST_TEXTS: Final = 64


class Strict(BaseModel):
    """Extra keys are refused, and nothing is turned into what it is not."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


def printable(found: str) -> str:
    """A text that can be shown; refused where it cannot."""
    if not found.isprintable():
        raise ValueError("has characters that cannot be printed")
    return found


def _read_amount(found: str) -> str:
    try:
        amount(found, "")
    except Refused as refused:
        raise ValueError(refused.refusal.message.removeprefix(": ")) from None
    return found


Text = Annotated[StrictStr, Field(max_length=LONGEST_TEXT), AfterValidator(printable)]
Word = Annotated[StrictStr, Field(max_length=80, pattern=r"^[A-Za-z0-9_.@-]*$")]
Number = Annotated[StrictInt, Field(ge=-MOST_NUMBER, le=MOST_NUMBER)]
CardText = Annotated[StrictStr, Field(pattern=f"^[{RANKS}][{SUITS}]$", examples=["Qh"])]
AMOUNT: Final = r"^[0-9]{1,10}(\.[0-9]{1,2})?$"
Dollars = Annotated[
    StrictStr,
    Field(pattern=AMOUNT, examples=["25.00"]),
    AfterValidator(_read_amount),
]

_TYPES: Final[Mapping[Any, Any]] = {
    str: Text,
    int: Number,
    bool: StrictBool,
    Card: CardText,
    Cents: Dollars,
    tuple[Card, ...]: Annotated[list[CardText], Field(max_length=MOST_CARDS)],
    tuple[str, ...]: Annotated[list[Text], Field(max_length=MOST_TEXTS)],
    Mapping[str, Cents]: Annotated[dict[Word, Dollars], Field(max_length=MOST_STAKES)],
}
_TENS: Final = frozenset({"order"})


def _type(hint: Any) -> Any:
    if hint in _TYPES:
        return _TYPES[hint]
    inner, _ = get_args(hint)
    return Optional[_TYPES[inner]]  # noqa: UP045 - the type is made at run time


def _default(each: Any, hint: Any) -> Any:
    """A field's default as plain values."""
    if each.default is MISSING:
        return ...
    if hint is Cents:
        return dollars(each.default)
    return list(each.default) if isinstance(each.default, tuple) else each.default


def _model(name: str, made: type, names: Iterable[str], *, without: frozenset[str]) -> type[Strict]:
    """A model of one command, under these names."""
    hints = get_type_hints(made)
    found: dict[str, Any] = {
        each.name: (_type(hints[each.name]), _default(each, hints[each.name]))
        for each in fields(made)
        if each.name not in without and each.name != "do"
    }
    said: Any = Literal[tuple(names)]
    doc = (made.__doc__ or "").strip().splitlines()[0]
    return new_model(name, __base__=Strict, __doc__=doc, do=(said, ...), **found)


def _of_table() -> Iterator[type[Strict]]:
    """The table's own commands; decisions share a model, and so do chores of the shoe."""
    several: dict[type, list[str]] = {}
    for do, form in FORMS.items():
        if not TABLE_COMMANDS[do]:
            continue
        if form.given:
            several.setdefault(form.made, []).append(do)
        else:
            yield _model(form.made.__name__, form.made, [do], without=FILLED_BY_HOUSE)
    for made, names in several.items():
        tens = [str(Chore.REMOVE_TENS)] if made is Act else []
        rest = [each for each in names if each not in tens]
        yield _model(made.__name__, made, rest, without=FILLED_BY_HOUSE)
        if tens:
            yield _model("RemoveTens", made, tens, without=FILLED_BY_HOUSE - _TENS)


def _of_books() -> Iterator[type[Strict]]:
    for do, made in LEDGER.items():
        yield _model(made.__name__, made, [do], without=FILLED_BY_HOUSE | {"signed"})


def _one_of(models: Iterable[type[Strict]]) -> Any:
    return Annotated[Union[tuple(models)], Field(discriminator="do")]  # noqa: UP007


def _of_meters() -> Iterator[type[Strict]]:
    for do in METER_COMMANDS:
        yield _model(f"Meter{METERS[do].__name__}", METERS[do], [do], without=NOT_SAID)


class Hit(Strict):
    """A dealer claims a hit of this table's round, or a supervisor verifies it."""

    do: Literal["claim", "verify"]
    hit: Annotated[StrictStr, Field(min_length=1, max_length=200), AfterValidator(printable)]


class DealBy(Strict):
    """From the next round on the house deals by itself, or a dealer by hand."""

    do: Literal["deal_by"]
    hands: Literal["dealer", "house"]


MeterCommand: Final[Any] = _one_of(_of_meters())
TableCommand: Final[Any] = _one_of([*_of_table(), *_of_books(), Hit, DealBy])


class CageCommand(Strict):
    """Money that a person brings to the house, or takes away."""

    do: Literal["deposit", "withdraw"]
    player: Annotated[StrictStr, Field(pattern=r"^[a-z][a-z0-9_-]{0,31}$")]
    amount: Dollars


def body_of(command: Strict) -> dict[str, Any]:
    """A command as the table reads it: what was said, and nothing else."""
    return command.model_dump(exclude_unset=True)
