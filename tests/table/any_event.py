"""Any event that could be told, whether or not it could happen: made from the annotations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from cutcard.cards import DECK_52, Card
from cutcard.money import Cents
from cutcard.table.record.codec import EVENTS

WORDS = (
    "",
    "ann",
    "box 1",
    "up",
    "down",
    "first",
    "play",
    "hit",
    "main",
    "end",
    "hand_1",
    "Ch.13 §A(1)",
)
TEXTS = st.sampled_from(WORDS) | st.text(max_size=12)
SMALL = st.integers(-2, 9) | st.integers(-(10**15), 10**15)
MONEY = (st.integers(-5_000, 500_000) | st.integers(-(10**14), 10**14)).map(Cents)

_SIMPLE: dict[Any, st.SearchStrategy[Any]] = {
    str: TEXTS,
    int: SMALL,
    bool: st.booleans(),
    Card: st.sampled_from(DECK_52),
    Cents: MONEY,
}


def any_value(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of an annotation."""
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        assert inner[1:] == (NoneType,), hint
        return st.none() | any_value(inner[0])
    if origin is tuple and inner[1:] == (...,):
        return st.lists(any_value(inner[0]), max_size=4).map(tuple)
    if origin is tuple:
        return st.tuples(*map(any_value, inner))
    if origin is Mapping:
        return st.dictionaries(TEXTS, any_value(inner[1]), max_size=3)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return st.sampled_from(list(hint))
    return any_of(hint)


def any_of(made: type) -> st.SearchStrategy[Any]:
    """Any value of a class of events, or of what lies within one."""
    assert is_dataclass(made), made
    hints = get_type_hints(made)
    return st.builds(made, **{each.name: any_value(hints[each.name]) for each in fields(made)})


ANY_EVENT = st.sampled_from(sorted(EVENTS)).flatmap(lambda name: any_of(EVENTS[name]))


def numbers_unsaid(kinds: Iterable[object]) -> dict[str, int]:
    """The fields whose number is another than 0 where an event or a command leaves it out."""
    return {
        f"{kind.__name__}.{each.name}": each.default
        for kind in kinds
        if isinstance(kind, type) and is_dataclass(kind)
        for each in fields(kind)
        if type(each.default) is int and each.default != 0
    }
