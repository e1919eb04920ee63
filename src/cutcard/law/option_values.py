"""Option values: what was written, checked against one option's law and brought to one form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cutcard.cards import SUITS, CardError, card
from cutcard.law.findings import shown
from cutcard.law.model import OptionLaw, OptionValue
from cutcard.money import cents, dollars

MOST_ITEMS: Final = 100
MOST_WEIGHT: Final = 10**9
MOST_INTEGER: Final = 10**9


class NotPermitted(ValueError):  # noqa: N818 - it reads as the finding it becomes
    """A value that the option does not take; the message says why."""


def option_value(law: OptionLaw, written: object) -> OptionValue:
    """The value in the form the rules use, or NotPermitted."""
    same = tuple(written) if isinstance(written, list) else written
    if type(same) is type(law.default) and same == law.default:
        return law.default
    if law.is_fixed:
        return _fixed(law, written)
    if law.kind:
        value = _BY_KIND[law.kind](law, written)
    elif law.permitted:
        value = _listed(law, written)
    else:
        value = _integer(law, written)
    return value


def _fixed(law: OptionLaw, written: object) -> OptionValue:
    """The same value in another writing is no other value."""
    try:
        same = _BY_KIND[law.kind](law, written) if law.kind else None
    except NotPermitted:
        same = None
    if same != law.default:
        raise NotPermitted(f"is fixed at {value_text(law.default)}, not {shown(written)}")
    return law.default


def _listed(law: OptionLaw, written: object) -> OptionValue:
    for each in law.permitted:
        if type(each) is type(written) and each == written:
            return each
    raise NotPermitted(f"{shown(written)} is not permitted; choose {choices(law)}")


def _integer(law: OptionLaw, written: object) -> OptionValue:
    if isinstance(written, bool) or not isinstance(written, int):
        raise NotPermitted(f"{shown(written)} is not an integer; choose {choices(law)}")
    if law.minimum is not None and written < law.minimum:
        raise NotPermitted(f"{shown(written)} is below {law.minimum}; choose {choices(law)}")
    if law.maximum is not None and written > law.maximum:
        raise NotPermitted(f"{shown(written)} is above {law.maximum}; choose {choices(law)}")
    if abs(written) > MOST_INTEGER:
        raise NotPermitted(f"{shown(written)} is too large; choose {choices(law)}")
    return written


def _dollars(law: OptionLaw, written: object) -> OptionValue:
    if written in law.permitted and isinstance(written, str):
        return written
    try:
        amount = cents(written)
    except ValueError:
        raise NotPermitted(f"{shown(written)} is not an amount of dollars and cents") from None
    if amount <= 0:
        raise NotPermitted(f"{shown(written)} is not above zero")
    if law.minimum is not None and amount < law.minimum * 100:
        raise NotPermitted(f"{shown(written)} is below ${law.minimum}")
    if law.maximum is not None and amount > law.maximum * 100:
        raise NotPermitted(f"{shown(written)} is above ${law.maximum}")
    if law.permitted and dollars(amount) not in law.permitted:
        raise NotPermitted(f"{shown(written)} is not permitted; choose {choices(law)}")
    return dollars(amount)


def _texts(written: object, what: str) -> tuple[str, ...]:
    if not isinstance(written, list | tuple) or len(written) > MOST_ITEMS:
        raise NotPermitted(f"{shown(written)} is not a list of {what}")
    for each in written:
        if not isinstance(each, str):
            raise NotPermitted(f"{shown(each)} is not one of {what}")
    found = tuple(written)
    if len(set(found)) != len(found):
        raise NotPermitted(f"{shown(written)} names one of {what} twice")
    return found


def _cards(_: OptionLaw, written: object) -> OptionValue:
    try:
        return _texts([card(each).text for each in _texts(written, "cards")], "cards")
    except CardError as problem:
        raise NotPermitted(str(problem)) from None


def _suit(_: OptionLaw, written: object) -> OptionValue:
    if isinstance(written, str) and len(written) == 1 and written in SUITS:
        return written
    raise NotPermitted(f"{shown(written)} is not a suit; write {', '.join(SUITS)}")


def _list(law: OptionLaw, written: object) -> OptionValue:
    what = choices(law).removeprefix("any of ")
    found = _texts(written, what)
    for each in found:
        if each not in law.permitted:
            raise NotPermitted(f"{shown(each)} is not one of {what}")
    return tuple(each for each in law.permitted if isinstance(each, str) and each in found)


def _text(law: OptionLaw, written: object) -> OptionValue:
    if isinstance(written, str) and (written.strip() or written == law.default):
        return written
    raise NotPermitted(f"{shown(written)} is not a text")


def _wheel(_: OptionLaw, written: object) -> OptionValue:
    stops: list[str] = []
    total = 0
    for symbol, weight in _stops(written):
        if isinstance(weight, bool) or not isinstance(weight, int) or not 0 <= weight <= MOST_WEIGHT:
            raise NotPermitted(f"{shown(symbol)}: {shown(weight)} is not a whole weight")
        stops.append(f"{symbol}={weight}")
        total += weight
    if not total:
        raise NotPermitted("a wheel needs at least one stop with a weight above zero")
    return tuple(stops)


def _stops(written: object) -> list[tuple[str, object]]:
    """A wheel as a table of symbols and weights, or as a list of `symbol=weight`."""
    if isinstance(written, Mapping) and len(written) <= MOST_ITEMS:
        return [(str(symbol), weight) for symbol, weight in written.items()]
    if not isinstance(written, list | tuple):
        raise NotPermitted(f"{shown(written)} is not a table of symbols and weights")
    found: list[tuple[str, object]] = []
    for each in _texts(written, "stops"):
        symbol, _, weight = each.partition("=")
        short = weight.isascii() and weight.isdigit() and len(weight) < 10
        found.append((symbol, int(weight) if short else weight))
    return found


_BY_KIND: Final[Mapping[str, Callable[[OptionLaw, object], OptionValue]]] = {
    "dollars": _dollars,
    "cards": _cards,
    "suit": _suit,
    "list": _list,
    "text": _text,
    "wheel": _wheel,
}


def value_text(value: OptionValue) -> str:
    """A value as messages and warnings name it: true, 6, stand, [As, Js]."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(value)}]"
    return str(value)


def choices(law: OptionLaw) -> str:
    """What an option takes, in words."""
    if law.is_fixed:
        return f"{value_text(law.default)} (fixed)"
    if law.permitted:
        listed = [value_text(each) for each in law.permitted]
        joined = " or ".join([", ".join(listed[:-1]), listed[-1]]) if len(listed) > 1 else listed[0]
        return f"any of {', '.join(listed)}" if law.kind == "list" else joined
    if law.kind:
        return _KIND_WORDS[law.kind]
    if law.maximum is None:
        return f"an integer of {law.minimum} or more"
    return f"{law.minimum} to {law.maximum}"


_KIND_WORDS: Final = {
    "dollars": "an amount in dollars",
    "cards": "a list of cards",
    "suit": "c, d, h or s",
    "list": "a list of texts",
    "text": "a text",
    "wheel": "a table of symbols and whole weights",
}
