"""Answers asked for in a few words, and figures as a print has them."""

from __future__ import annotations

from fractions import Fraction

from cutcard.cards import cards
from cutcard.law.loader import DOCUMENTS
from cutcard.odds.answers import Answer
from cutcard.odds.question import question
from cutcard.odds.registry import answer

MD, MA, PE, BR, PO = DOCUMENTS


def odds(
    document: str, wager: str, paytable: str | None = None, decks: int = 6, **more: object
) -> Answer:
    options = {name: value for name, value in more.items() if name != "removed"}
    removed = cards(str(more.get("removed", "")))
    asked = question(
        document,
        wager,
        paytable=paytable,
        decks=decks,
        options=options,
        removed=removed,
        unset_meters="zero",
    )
    return answer(asked)


def percent(value: object, digits: int) -> str:
    """To the digits as printed, halves up."""
    assert isinstance(value, Fraction)
    scaled = value * 100 * 10**digits
    return f"{(scaled + Fraction(1, 2)).__floor__() / 10**digits:.{digits}f}"
