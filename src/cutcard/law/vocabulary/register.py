"""Every option by its name, and the check of what a document says of one."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from cutcard.law.model import OptionLaw
from cutcard.law.option_values import NotPermitted, option_value, value_text
from cutcard.law.vocabulary.play import PLAY
from cutcard.law.vocabulary.shoe import SHOE
from cutcard.law.vocabulary.table import TABLE
from cutcard.law.vocabulary.terms import NONE, Term
from cutcard.law.vocabulary.wagers import WAGERS

GROUPS: Final[Mapping[str, tuple[Term, ...]]] = {
    "The rules of play": PLAY,
    "The table": TABLE,
    "The cards": SHOE,
    "Side wagers": WAGERS,
}
"""Every declared option, by what reads it."""
VOCABULARY: Final[Mapping[str, Term]] = {each.name: each for group in GROUPS.values() for each in group}
NEEDED: Final = tuple(each.name for each in VOCABULARY.values() if each.needed)
"""What every document states, in the order of the vocabulary."""
WITH: Final[Mapping[str, tuple[Term, ...]]] = {
    name: tuple(each for each in VOCABULARY.values() if name in each.needed_with)
    for name in sorted({name for each in VOCABULARY.values() for name in each.needed_with})
}
"""What a document states where it has a wager, a classifier or a variation of that name."""

OptionFault = tuple[str, str, str]
"""The key of an option's entry, what is wrong there, and what is possible."""


def declared_faults(law: OptionLaw, stated: str) -> Iterator[OptionFault]:
    """Where an option as a document has it is not the one that is declared.

    `stated` is the key of its value: `fixed` or `default`.
    """
    term = VOCABULARY.get(law.name)
    if term is None:
        near = difflib.get_close_matches(law.name, VOCABULARY, n=3)
        yield "", "no rule reads an option of this name", ", ".join(near)
        return
    if law.kind not in term.kinds:
        yield "kind", f"{law.kind or 'no kind'!r} is not its kind", term.kinds[0] or "leave it out"
        return
    yield from _value_faults(term, law, stated)
    if law.is_fixed:
        if law.permitted or law.minimum is not None or law.maximum is not None:
            yield "fixed", "a fixed value leaves nothing to choose", "fixed alone, or default"
    else:
        yield from _range_faults(term, law)
    if law.permitted or law.is_fixed:
        known = {value_text(each) for each in law.permitted or (law.default,)}
        for value in law.warn.keys() - known:
            yield "warn", f"{value!r} is not one of its values", ", ".join(sorted(known))


def _value_faults(term: Term, law: OptionLaw, stated: str) -> Iterator[OptionFault]:
    """Values that no predicate implements, and a default that the option itself does not permit."""
    for each in law.permitted:
        # A list option permits the items of its lists.
        if problem := term.fault((each,) if term.shape == "list" and isinstance(each, str) else each):
            yield "permitted", problem, term.possible
    if problem := term.fault(law.default):
        yield stated, problem, term.possible
    elif not (term.may_be_none and law.default == NONE) and law.default != ():
        own = replace(
            law, is_fixed=False, permitted=() if law.is_fixed else law.permitted, default=UNSAID
        )
        bounded = law.kind or law.permitted or law.minimum is not None
        try:
            if bounded and not (law.is_fixed and law.kind == "list"):
                option_value(own, law.default)
        except NotPermitted as problem:
            yield stated, str(problem), term.possible


def _range_faults(term: Term, law: OptionLaw) -> Iterator[OptionFault]:
    """Permitted values that are not stated, or bounds beyond what is declared."""
    if not (law.permitted or law.kind or law.minimum is not None):
        yield "permitted", "state which values are permitted", term.possible
    if law.kind == "list" and not law.permitted:
        yield "permitted", "state which items are permitted", term.possible
    bounds = [each for each in (law.minimum, law.maximum) if each is not None]
    if bounds and term.shape not in ("whole", "dollars"):
        yield "minimum", "its values are a closed set; list them as permitted", term.possible
    elif bounds and term.shape == "whole" and (problem := _beyond(term, law)):
        yield "minimum", problem, term.possible
    if len(bounds) == 2 and bounds[0] > bounds[1]:
        yield "minimum", f"{bounds[0]} is above the maximum", ""


def _beyond(term: Term, law: OptionLaw) -> str:
    if law.minimum is not None and law.minimum < term.least:
        return f"{law.minimum} is below {term.least}"
    if term.most is not None and (law.maximum is None or law.maximum > term.most):
        return f"it has to end at {term.most}"
    return ""


UNSAID: Final = "\0"
"""No value of any option."""
