"""A change from one document to another, and what of the law data it is told by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final, Literal, get_args

from cutcard.law.differences.partners import row_name
from cutcard.law.model import (
    Bar,
    CheckItem,
    MeterActLaw,
    OptionLaw,
    Paytable,
    Provision,
    Reading,
    Requirement,
    Row,
    VariationLaw,
    WagerLaw,
)
from cutcard.law.option_values import choices, value_text
from cutcard.money import dollars

ChangeKind = Literal["option", "value", "wager", "paytable", "row", "reading", "procedure"]


CHANGE_KINDS: Final[tuple[ChangeKind, ...]] = get_args(ChangeKind)


Place = tuple[str, ...]


CITES: Final = frozenset({"cite", "cites", "loses", "reading", "readings"})
"""Fields that say where something stands, beside those whose name ends in `_cite`."""


PROOFS: Final = frozenset({"cases", "waits"})
"""Fields about what proves the law data, which are no part of the law."""


UNSTATED: Final[tuple[object, ...]] = (None, "", [], {}, False, "0.00")
"""What a field holds of which the text says nothing."""


@dataclass(frozen=True, slots=True)
class LawChange:
    """One thing that differs: what it is on either side, and where the texts say so."""

    kind: ChangeKind
    place: Place
    """Where it stands in the law data: wagers, lucky_ladies, paytables, A, rows, any_20, pays."""
    before: Any
    """As JSON has it: a text, a number, a truth value, a list; None where there is no such thing."""
    after: Any
    cite_before: str
    cite_after: str

    @property
    def path(self) -> str:
        """Its place as one text."""
        return ".".join(self.place)

    def as_json(self) -> dict[str, object]:
        """As `law diff --json` lists it, without prices."""
        return {
            "kind": self.kind,
            "path": self.path,
            "before": self.before,
            "after": self.after,
            "cite_before": self.cite_before or None,
            "cite_after": self.cite_after or None,
        }


def summary(value: object) -> object:
    """A whole thing that only one side has, as short as says what it is."""
    match value:
        case OptionLaw():
            default = "" if value.is_fixed else f", default {value_text(value.default) or 'none'}"
            return f"{choices(value)}{default}"
        case WagerLaw() | VariationLaw() | Provision():
            return value.about
        case Row():
            return str(value.pays)
        case Paytable():
            return {row_name(row): str(row.pays) for row in value.rows}
        case Reading():
            return value.reading
        case Requirement():
            return value.says
        case Bar():
            unless = f", unless {value.unless_option} = {value_text(value.unless_value)}"
            return f"not at one table{unless if value.unless_option else ''}"
        case CheckItem():
            return value.check
        case MeterActLaw():
            return list(value.requirements)
    return plain(value)


def plain(value: Any, is_money: bool = False) -> Any:
    """A value as JSON has it; amounts of money in dollars, citations left out."""
    if is_dataclass(value) and not isinstance(value, type):
        if is_price(value):
            return str(value)
        stated = {
            field.name: plain(getattr(value, field.name), "Cents" in str(field.type))
            for field in fields(value)
            if not is_citation(field.name) and field.name not in PROOFS
        }
        return {
            name: each for name, each in stated.items() if each not in (None, "", [], {}, False, "0.00")
        }
    if isinstance(value, Mapping):
        return {str(key): plain(each, is_money) for key, each in value.items()}
    if isinstance(value, tuple | list | frozenset):
        return [plain(each, is_money) for each in value]
    if is_money and isinstance(value, int):
        return dollars(value)
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def is_price(value: object) -> bool:
    """Whether it is what a row pays."""
    return type(value).__module__ == "cutcard.money"


def is_citation(name: str) -> bool:
    """Whether a field says where something stands."""
    return name in CITES or name.endswith("_cite")


def cite_of(value: object) -> str:
    """The citation that a value carries; empty where it has none."""
    if value is None or not is_dataclass(value):
        return ""
    own = [getattr(value, "cite", ""), *getattr(value, "cites", ())]
    if isinstance(value, OptionLaw) and value.reading not in value.cite:
        own.append(value.reading)
    if not any(own):
        own = [getattr(value, field.name) for field in fields(value) if field.name.endswith("_cite")]
    return "; ".join(dict.fromkeys(each for each in own if each))


def cite_of_field(value: object, name: str) -> str:
    """The citation of one field: `sharing_cite` of `sharing`, else that of the whole value."""
    for own in (f"{name}_cite", f"{name.partition('_')[0]}_cite"):
        if cite := getattr(value, own, ""):
            return str(cite)
    return cite_of(value)


def citations(value: Any) -> str:
    """Every citation and reading that a value names by itself, to show that one of them moved."""
    stated = [getattr(value, field.name) for field in fields(value) if is_citation(field.name)]
    return "; ".join(
        dict.fromkeys(
            text for each in stated for text in ((each,) if isinstance(each, str) else each) if text
        )
    )
