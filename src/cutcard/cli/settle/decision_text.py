"""A decision as a person writes it: `stand`, `double 10`, `2 insure 12.50 spot=2`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cutcard.law import Code, Refused
from cutcard.money import MoneyError, cents
from cutcard.rules import Action
from cutcard.table import Decision
from cutcard.terminal import number

SHORT: Final = {"s": "stand", "h": "hit", "d": "double", "p": "split"}
PLACES: Final = ("spot", "hand")

Allowed = Mapping[int, tuple[Action, ...]]


def read_decision(answer: str, allowed: Allowed) -> Decision:
    """The box where several may act, the action, its amount, its spot or hand; or `Refused`."""
    words = answer.lower().replace(":", " ").split()
    box = next(iter(allowed))
    if len(words) > 1 and (first := number(words[0])) is not None:
        box = first
        words.pop(0)
    if not words or box not in allowed:
        raise Refused(Code.OUT_OF_TURN, f"box {box} has nothing to decide now")
    name, _, amount = words[0].partition("=")
    places: dict[str, int] = {}
    for word in words[1:]:
        key, equals, value = word.partition("=")
        place = number(value)
        if equals and key in PLACES and place is not None:
            places[key] = place
        elif not equals and not amount:
            amount = key
        else:
            message = f"{word[:60]!r} cannot be read; write it like: insure 12.50"
            raise Refused(Code.BAD_REQUEST, message)
    do = _action(name, allowed[box])
    try:
        wanted = cents(amount) if amount else None
    except MoneyError as problem:
        raise Refused(Code.BAD_AMOUNT, str(problem)[:200]) from None
    return Decision(box, do, wanted, places.get("spot"), places.get("hand"))


def _action(name: str, allowed: tuple[Action, ...]) -> Action:
    """An action by name, short form or clear beginning; one that exists but is not allowed too."""
    wanted = SHORT.get(name, name).replace("-", "_")
    for among in (allowed, tuple(Action)):
        fitting = [each for each in among if each.startswith(wanted)]
        if wanted in among:
            return Action(wanted)
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise Refused(Code.BAD_REQUEST, f"{name!r} may be {' or '.join(fitting)}")
    raise Refused(Code.BAD_REQUEST, f"{name[:60]!r} is not one of {', '.join(allowed)}")
