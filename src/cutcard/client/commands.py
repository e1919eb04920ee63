"""Commands as the API reads them: strict models made of the engine's own commands, and back into them.

A model is made for every command of the table, of its books, of a meter and of the cage; what a person
never supplies (who, when, the order of a shuffle) is no field of it. A field that was read holds the
engine's own value already: amounts are dollars in a text and become cents, cards become cards. What
passes the model is the command; nothing reads it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import partial
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Literal,
    Optional,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    create_model as new_model,
)

from cutcard.cards import RANKS, SUITS, Card, card
from cutcard.floor.ledger import COMMANDS as LEDGER
from cutcard.floor.live import CASH_COMMANDS, CHANGE_LAW, DEAL_BY, OF_HITS, ChangeLaw, DealBy
from cutcard.floor.meters import COMMANDS as METERS, LONGEST_NAME, NOT_SAID, command_of
from cutcard.floor.people import FILLED_BY_HOUSE, METER_COMMANDS, TABLE_COMMANDS
from cutcard.law import Refused
from cutcard.money import Cents, dollars
from cutcard.shoe import Act, By, Chore
from cutcard.table.script import FORMS, LONGEST_TEXT, MOST_CARDS, MOST_NUMBER, amount

MOST_STAKES: Final = 64
MOST_TEXTS: Final = 64


class Strict(BaseModel):
    """Extra keys are refused, and nothing is turned into what it is not."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class CommandModel(Strict):
    """A command in the form that the API reads; `makes` has the engine's for every name of it."""

    makes: ClassVar[Mapping[str, Callable[..., Any]]]


@dataclass(frozen=True, slots=True)
class WireCommand:
    """A command as received: its body, word for word, and the model it was read as."""

    body: dict[str, Any]
    read: CommandModel

    @property
    def do(self) -> str:
        """Its name."""
        return str(self.body["do"])

    def by(self, by: By) -> Any:
        """The engine's own command, as somebody asks for it."""
        model = self.read
        values = {each: getattr(model, each) for each in model.model_fields_set if each != "do"}
        return model.makes[self.do](by=by, **values)


def _keep_words(body: Any, read: ValidatorFunctionWrapHandler) -> WireCommand:
    return WireCommand(body=body, read=read(body))


def printable(text: str) -> str:
    """A text that can be shown; refused where it cannot."""
    if not text.isprintable():
        raise ValueError("has characters that cannot be printed")
    return text


def _cents(text: str) -> Cents:
    try:
        return amount(text, "")
    except Refused as refused:
        raise ValueError(refused.refusal.message.removeprefix(": ")) from None


Text = Annotated[StrictStr, Field(max_length=LONGEST_TEXT), AfterValidator(printable)]
Word = Annotated[StrictStr, Field(max_length=80, pattern=r"^[A-Za-z0-9_.@-]*$")]
Number = Annotated[StrictInt, Field(ge=-MOST_NUMBER, le=MOST_NUMBER)]
CardText = Annotated[
    StrictStr, Field(pattern=f"^[{RANKS}][{SUITS}]$", examples=["Qh"]), AfterValidator(card)
]
AMOUNT: Final = r"^[0-9]{1,10}(\.[0-9]{1,2})?$"
Dollars = Annotated[
    StrictStr,
    Field(pattern=AMOUNT, examples=["25.00"]),
    AfterValidator(_cents),
]

_TYPES: Final[Mapping[Any, Any]] = {
    str: Text,
    int: Number,
    bool: StrictBool,
    Card: CardText,
    Cents: Dollars,
    tuple[Card, ...]: Annotated[list[CardText], Field(max_length=MOST_CARDS), AfterValidator(tuple)],
    tuple[str, ...]: Annotated[list[Text], Field(max_length=MOST_TEXTS), AfterValidator(tuple)],
    Mapping[str, Cents]: Annotated[dict[Word, Dollars], Field(max_length=MOST_STAKES)],
}
_TENS: Final = frozenset({"order"})


_OF_METERS: Final = {**_TYPES, str: Annotated[Text, Field(max_length=LONGEST_NAME)]}


def _type(hint: Any, types: Mapping[Any, Any]) -> Any:
    if hint in types:
        return types[hint]
    if get_origin(hint) is Literal:
        return hint
    inner, _ = get_args(hint)
    return Optional[types[inner]]  # noqa: UP045 - the type is made at run time


def _default(each: Any, hint: Any) -> Any:
    """A field's default as plain values, for the schema; a field left out gets the engine's default."""
    if each.default is MISSING:
        return ...
    if hint is Cents:
        return dollars(each.default)
    return list(each.default) if isinstance(each.default, tuple) else each.default


def _model(
    name: str,
    kind: type,
    makes: Mapping[str, Callable[..., Any]],
    *,
    without: frozenset[str],
    types: Mapping[Any, Any] = _TYPES,
) -> type[CommandModel]:
    """A model with the fields of a class, for the commands that it is under some names."""
    hints = get_type_hints(kind)
    model_fields: dict[str, Any] = {
        each.name: (_type(hints[each.name], types), _default(each, hints[each.name]))
        for each in fields(kind)
        if each.name not in without and each.name != "do"
    }
    names: Any = Literal[tuple(makes)]
    doc = (kind.__doc__ or "").strip().splitlines()[0]
    model = new_model(name, __base__=CommandModel, __doc__=doc, do=(names, ...), **model_fields)
    model.makes = makes
    return model


def _of_table() -> Iterator[type[CommandModel]]:
    """The table's own commands; decisions share a model, and so do chores of the shoe."""
    several: dict[type, dict[str, Callable[..., Any]]] = {}
    for do, form in FORMS.items():
        if not TABLE_COMMANDS[do]:
            continue
        if form.given:
            several.setdefault(form.made, {})[do] = partial(form.made, **form.given)
        else:
            yield _model(form.made.__name__, form.made, {do: form.made}, without=FILLED_BY_HOUSE)
    for command, makes in several.items():
        tens = {do: makes.pop(do) for do in [str(Chore.REMOVE_TENS)] if command is Act}
        yield _model(command.__name__, command, makes, without=FILLED_BY_HOUSE)
        if tens:
            yield _model("RemoveTens", command, tens, without=FILLED_BY_HOUSE - _TENS)


def _of_books() -> Iterator[type[CommandModel]]:
    for do, command in LEDGER.items():
        yield _model(command.__name__, command, {do: command}, without=FILLED_BY_HOUSE | {"signed"})


def _of_meters() -> Iterator[type[CommandModel]]:
    for do in METER_COMMANDS:
        makes = {do: partial(_meter_command, do)}
        name = f"Meter{METERS[do].__name__}"
        yield _model(name, METERS[do], makes, without=NOT_SAID, types=_OF_METERS)


def _meter_command(do: str, by: By, **values: Any) -> Any:
    return command_of(do, by, values)


class HitCommand(CommandModel):
    """A dealer claims a hit of this table's round, or a supervisor verifies it."""

    makes = OF_HITS
    do: Literal["claim", "verify"]
    hit: Annotated[StrictStr, Field(min_length=1, max_length=200), AfterValidator(printable)]


def _of_cage() -> type[CommandModel]:
    player: Any = Annotated[StrictStr, Field(pattern=r"^[a-z][a-z0-9_-]{0,31}$")]
    names: Any = Literal[tuple(CASH_COMMANDS)]
    about = "Money that a person brings to the house, or takes away."
    model = new_model(
        "CageCommand",
        __base__=CommandModel,
        __doc__=about,
        do=(names, ...),
        player=(player, ...),
        amount=(Dollars, ...),
    )
    model.makes = CASH_COMMANDS
    return model


def _read_as(model: Any) -> Any:
    return Annotated[model, WrapValidator(_keep_words)]


def _one_of(*models: type[CommandModel]) -> Any:
    return _read_as(Annotated[Union[models], Field(discriminator="do")])  # noqa: UP007


MeterCommand: Final[Any] = _one_of(*_of_meters())
CageCommand: Final[Any] = _read_as(_of_cage())
TableCommand: Final[Any] = _one_of(
    *_of_table(),
    *_of_books(),
    HitCommand,
    _model("DealBy", DealBy, {DEAL_BY: DealBy}, without=FILLED_BY_HOUSE),
    _model("ChangeLaw", ChangeLaw, {CHANGE_LAW: ChangeLaw}, without=FILLED_BY_HOUSE),
)
