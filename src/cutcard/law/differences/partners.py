"""What belongs together in two documents: wagers, paytables, rows and whatever else comes in lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from cutcard.law.loader import Document
from cutcard.law.model import (
    CheckItem,
    Feature,
    MeterFloor,
    Paytable,
    Row,
    WagerLaw,
)
from cutcard.law.option_values import value_text
from cutcard.money import MeterShare

Key = Callable[[Any], Hashable]


def pairs(ones: Iterable[Any], others: Iterable[Any], keys: Sequence[Key]) -> list[tuple[Any, Any]]:
    """The things of two lists side by side; None where one has no partner.

    Each key in turn pairs what is still alone; things with equal keys are paired in their order. A key
    of None never pairs.
    """
    first, second = list(ones), list(others)
    partners: dict[int, int] = {}
    for key in keys:
        free: dict[Hashable, list[int]] = {}
        for number, each in enumerate(second):
            if number not in partners.values() and key(each) is not None:
                free.setdefault(key(each), []).append(number)
        for number, each in enumerate(first):
            if number not in partners and free.get(key(each)):
                partners[number] = free[key(each)].pop(0)
    matched = [(each, second[partners[n]] if n in partners else None) for n, each in enumerate(first)]
    left = [(None, each) for n, each in enumerate(second) if n not in partners.values()]
    return [*matched, *left]


def wager_pairs(a: Document, b: Document) -> list[tuple[Any, Any]]:
    """The wagers of two documents side by side; None where only one grants it.

    A wager has the same id wherever it is granted, but for a few that two documents call by longer and
    shorter names: the same cards decide them, and every word of one title is in the other.
    """
    ones, others = ([law.wager(name) for name in law.wager_ids] for law in (a, b))
    together = pairs(ones, others, (lambda wager: wager.id,))
    if a.id == b.id:
        return together
    alone = [other for one, other in together if one is None]
    renamed: dict[str, WagerLaw] = {}
    for one in (one for one, other in together if other is None):
        alike = [each for each in alone if _is_renamed(one, each) and each not in renamed.values()]
        if alike:
            renamed[one.id] = alike[0]
    met = {each.id for each in renamed.values()}
    return [
        (one, renamed.get(one.id, other) if one is not None else other)
        for one, other in together
        if one is not None or other.id not in met
    ]


def with_ids(law: WagerLaw, ids: Mapping[str, str]) -> WagerLaw:
    """A wager of the second document that names wagers, and their meters, as the first one does."""

    def named(name: str) -> str:
        wager, dot, meter = name.partition(".")
        return f"{ids.get(wager, wager)}{dot}{meter}"

    def priced(row: Row) -> Row:
        pays = row.pays
        if isinstance(pays, MeterShare):
            return replace(row, pays=replace(pays, meter=named(pays.meter)))
        return row

    if all(name == to for name, to in ids.items()):
        return law
    return replace(
        law,
        needs=law.needs and replace(law.needs, names=tuple(map(named, law.needs.names))),
        meters={named(name): meter for name, meter in law.meters.items()},
        paytables=tuple(replace(each, rows=tuple(map(priced, each.rows))) for each in law.paytables),
    )


def _is_renamed(one: WagerLaw, other: WagerLaw) -> bool:
    words = [frozenset(re.findall(r"[a-z]+|\d+", each.title.lower())) for each in (one, other)]
    is_named_alike = words[0] <= words[1] or words[1] <= words[0]
    is_alike = one.classifier == other.classifier and bool(one.meters) == bool(other.meters)
    return is_named_alike and is_alike


def paytable_pairs(
    ones: Sequence[Paytable], others: Sequence[Paytable], *, by_id: bool
) -> list[tuple[Any, Any]]:
    """The paytables of a wager in two documents side by side.

    Documents number the same table differently: between two of them what a table pays comes before
    how it is called, and the only table of one goes with the only one of the other.
    """
    keys = (_paytable,) if by_id else (_prices, _paytable, _lone(ones, others))
    return pairs(ones, others, keys)


def row_name(row: Row) -> str:
    """A row of a paytable: its outcome, and the option value that it holds for."""
    when = ", ".join(f"{name} = {value_text(value)}" for name, value in row.when)
    return f"{row.outcome} ({when})" if when else row.outcome


def _row(row: Row) -> Hashable:
    return row.outcome, row.when, row.to, row.stake


def _paytable(table: Paytable) -> Hashable:
    return table.id


def _prices(table: Paytable) -> Hashable:
    """What a paytable pays: documents number the same table differently."""
    return frozenset((row_name(row), str(row.pays), row.to) for row in table.rows), str(table.decks)


def _lone(ones: Sequence[Paytable], others: Sequence[Paytable]) -> Key:
    """Pairs the only paytable of a wager in one document with the only one in the other."""
    return lambda _: 0 if len(ones) == len(others) == 1 else None


def paid(pair: tuple[Any, Any]) -> Hashable:
    """What a pair of rows says: a document may say it in several places."""
    return tuple(each and (row_name(each), str(each.pays), each.to, each.stake) for each in pair)


def is_paid_alike(pair: tuple[Any, Any], ones: Sequence[Row], others: Sequence[Row]) -> bool:
    """Whether a row that only one table has pays what another row of the outcome pays in the other.

    A document has several rows for one outcome where it states the price in several places.
    """
    one, other = pair
    if one is not None and other is not None:
        return False
    row, rows = (one, others) if other is None else (other, ones)
    return any((each.outcome, each.pays, each.to) == (row.outcome, row.pays, row.to) for each in rows)


def whole(value: Any) -> Hashable:
    """Everything in a value: it has no key of its own."""
    return repr(value)


KEYS: Final[Mapping[type, tuple[Key, ...]]] = {
    Paytable: (_paytable,),
    Row: (_row, lambda row: row.outcome),
    MeterFloor: (lambda floor: (floor.paytable, floor.name),),
    CheckItem: (lambda item: item.check, lambda item: item.place),
    Feature: (lambda feature: (feature.variation, feature.option),),
}


KEY_NAMES: Final[Mapping[type, Callable[[Any], object]]] = {
    Paytable: lambda table: table.id,
    Row: row_name,
    MeterFloor: lambda floor: floor.paytable or floor.name or "all",
    CheckItem: lambda item: item.place,
    Feature: lambda feature: feature.variation or feature.option or "wagers",
}
