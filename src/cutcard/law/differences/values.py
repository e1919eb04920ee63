"""Two values of the law data compared field by field, so that a new field is compared too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final

from cutcard.law.differences.change import (
    PROOFS,
    ChangeKind,
    LawChange,
    Place,
    citations,
    cite_of,
    cite_of_field,
    is_citation,
    is_price,
    plain,
    summary,
)
from cutcard.law.differences.partners import (
    KEY_NAMES,
    KEYS,
    is_paid_alike,
    paid,
    pairs,
    paytable_pairs,
    whole,
)
from cutcard.law.model import (
    OptionLaw,
    Paytable,
    Row,
)
from cutcard.law.option_values import choices

WORDS: Final = frozenset(
    {
        *("id", "title", "name", "short", "about", "says", "problem", "check", "warn", "unlisted"),
        *("device_names", "printed", "same_as", "differs_from", "wager"),
    }
)
"""Fields in which we name and describe what a text orders: two documents differ in them everywhere."""


CHOICE: Final = ("kind", "permitted", "minimum", "maximum", "is_fixed")
"""The fields of an option that together say which values it may have."""


@dataclass(frozen=True, slots=True)
class ValueComparison:
    """Compares values of the model: matched by name or by key, then field by field."""

    is_one_document: bool
    """Whether they are of two versions of one document: then citations and our words count too."""

    def named(
        self, place: Place, kind: ChangeKind, ones: Mapping[str, Any], others: Mapping[str, Any]
    ) -> Iterator[LawChange]:
        """Values by their names; one may be on one side alone."""
        for name in dict.fromkeys((*ones, *others)):
            yield from self.one((*place, name), kind, ones.get(name), others.get(name))

    def one(
        self, place: Place, kind: ChangeKind, one: Any, other: Any, cites: tuple[str, str] = ("", "")
    ) -> Iterator[LawChange]:
        """A value that may be on both sides or on one; `cites` are those of what it belongs to."""
        if one is None and other is None:
            return
        own = (cite_of(one) or cites[0], cite_of(other) or cites[1])
        if one is None or other is None:
            before, after = (None if each is None else summary(each) for each in (one, other))
            cite_before, cite_after = ("" if one is None else own[0]), ("" if other is None else own[1])
            yield LawChange(kind, place, before, after, cite_before, cite_after)
        else:
            yield from self._fields(place, _inside(kind, one), one, other, own)

    def _fields(
        self, place: Place, kind: ChangeKind, one: Any, other: Any, cites: tuple[str, str]
    ) -> Iterator[LawChange]:
        """Two values of one class, field by field."""
        chosen: tuple[str, ...] = ()
        if isinstance(one, OptionLaw):
            yield from _choice(place, one, other)
            chosen = (*CHOICE, "default") if one.is_fixed and other.is_fixed else CHOICE
        moved = False
        for field in fields(one):
            name = field.name
            before, after = getattr(one, name), getattr(other, name)
            if before == after or name in PROOFS or name in chosen:
                continue
            if is_citation(name):
                moved = True
            elif name not in WORDS or self.is_one_document:
                at = (cite_of_field(one, name) or cites[0], cite_of_field(other, name) or cites[1])
                is_money = "Cents" in str(field.type)
                yield from self._field((*place, name), kind, before, after, at, is_money=is_money)
        if moved and self.is_one_document:
            before, after = (citations(each) for each in (one, other))
            yield LawChange(kind, (*place, "cite"), before, after, *cites)

    def _field(
        self,
        place: Place,
        kind: ChangeKind,
        before: Any,
        after: Any,
        cites: tuple[str, str],
        *,
        is_money: bool,
    ) -> Iterator[LawChange]:
        """One field that differs: a plain value, or values that have fields themselves."""
        if is_dataclass(before) or is_dataclass(after):
            if is_price(before) or is_price(after):
                yield LawChange(kind, place, str(before), str(after), *cites)
            else:
                yield from self.one(place, kind, before, after, cites)
        elif isinstance(before, Mapping) and _holds_values(before, after):
            inner: ChangeKind = "option" if _holds(OptionLaw, before, after) else kind
            yield from self.named(place, inner, before, after)
        elif isinstance(before, tuple) and _holds_values(before, after):
            yield from self._several(place, kind, before, after, cites)
        else:
            yield LawChange(kind, place, plain(before, is_money), plain(after, is_money), *cites)

    def _several(
        self,
        place: Place,
        kind: ChangeKind,
        ones: Sequence[Any],
        others: Sequence[Any],
        cites: tuple[str, str],
    ) -> Iterator[LawChange]:
        """Lists of values, matched by what they are about."""
        which = type((*ones, *others)[0])
        inner: ChangeKind = {Paytable: "paytable", Row: "row"}.get(which, kind)  # type: ignore[assignment]
        together = pairs(ones, others, KEYS.get(which, (whole,)))
        if which is Paytable:
            together = paytable_pairs(ones, others, by_id=self.is_one_document)
        if which is Row and not self.is_one_document:
            alone = [pair for pair in together if not is_paid_alike(pair, ones, others)]
            together = list({paid(pair): pair for pair in reversed(alone)}.values())[::-1]
        for one, other in together:
            name = KEY_NAMES.get(which, whole)(other if one is None else one)
            yield from self.one((*place, str(name)), inner, one, other, cites)


def _inside(kind: ChangeKind, value: object) -> ChangeKind:
    """The kind of a change within something that both sides have."""
    return "value" if isinstance(value, OptionLaw) else kind


def _choice(place: Place, one: OptionLaw, other: OptionLaw) -> Iterator[LawChange]:
    """The values that an option may have: a fixed one is the only one that is permitted."""
    if one.is_fixed and other.is_fixed:
        name, before, after = "fixed", plain(one.default), plain(other.default)
    else:
        name, before, after = "permitted", _permitted(one), _permitted(other)
    if before != after or type(before) is not type(after):
        yield LawChange("value", (*place, name), before, after, cite_of(one), cite_of(other))


def _permitted(law: OptionLaw) -> object:
    """Its values as a list, in no order; as a text where they are a range or free."""
    if law.is_fixed:
        return list(law.default) if isinstance(law.default, tuple) else [law.default]
    if law.permitted:
        return sorted((plain(each) for each in law.permitted), key=lambda each: (str(type(each)), each))
    return choices(law)


def _holds_values(*several: Any) -> bool:
    """Whether mappings or lists hold values that have fields themselves."""
    every = [each for one in several for each in (one.values() if isinstance(one, Mapping) else one)]
    return bool(every) and all(is_dataclass(each) for each in every)


def _holds(kind: type, *several: Mapping[str, object]) -> bool:
    return all(isinstance(each, kind) for one in several for each in one.values())
