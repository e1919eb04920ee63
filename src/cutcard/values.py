"""Frozen values, fast: one with some fields changed, and answers kept by what they were asked about.

`dataclasses.replace` runs the constructor and asks every field for its definition, which is most of
what dealing a round would cost. `but` copies the fields as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

Value = TypeVar("Value")
Asked = TypeVar("Asked")
Parameters = ParamSpec("Parameters")
MOST_ANSWERS: Final = 256
_new, _set = object.__new__, object.__setattr__


def but(value: Value, /, **fields: Any) -> Value:
    """The value, but with these fields; for frozen dataclasses that have no slots and derive nothing.

    The fields go into a dict of the value's own. `state | fields` would share its keys with the class,
    and CPython (3.11) then reads every attribute of the value four times as slowly.
    """
    state = value.__dict__
    made = _new(value.__class__)
    changed = {**state, **fields}
    assert len(changed) == len(state), fields.keys() - state.keys()
    _set(made, "__dict__", changed)
    return made


def latest_kept(
    function: Callable[Concatenate[Asked, Parameters], Value],
) -> Callable[Concatenate[Asked, Parameters], Value]:
    """The function of a frozen value, keeping its last answer: whoever deals asks again and again."""
    last: tuple[Asked, tuple[object, ...], Value] | None = None

    def asked(value: Asked, /, *more: Parameters.args, **_: Parameters.kwargs) -> Value:
        nonlocal last
        known = last  # another thread may ask about another value meanwhile
        if known is None or known[0] is not value or known[1] != more:
            known = last = value, more, function(value, *more, **_)
        return known[2]

    return asked


def cached_by_identity(function: Callable[Parameters, Value]) -> Callable[Parameters, Value]:
    """The function, keeping its latest answers by the identity of its arguments.

    For rule sets and the like: they are frozen, and long to compare or to hash.
    """
    answers: dict[tuple[int, ...], tuple[tuple[object, ...], Value]] = {}

    def cached(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Value:
        key = tuple(map(id, args))
        known = answers.get(key)  # it holds the arguments, so that no other value can have their ids
        if known is None:
            if len(answers) >= MOST_ANSWERS:
                answers.clear()
            known = answers[key] = args, function(*args, **kwargs)
        return known[1]

    return cached
