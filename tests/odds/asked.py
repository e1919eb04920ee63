"""Answers asked for in a few words, and figures as a print has them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from cutcard.cards import cards
from cutcard.law import document, document_ids
from cutcard.odds.answers import Answer
from cutcard.odds.question import BarredDecksError, Question, permitted_decks, question
from cutcard.odds.registry import answer

MD, MA, PE, BR, PO = document_ids()[:5]


def odds(
    document_id: str, wager: str, paytable: str | None = None, decks: int = 6, **more: object
) -> Answer:
    options = {name: value for name, value in more.items() if name != "removed"}
    removed = cards(str(more.get("removed", "")))
    asked = question(
        document_id,
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


def questions(document_id: str) -> Iterator[Question]:
    """Every wager of a document with every paytable and every permitted number of decks."""
    law_book = document(document_id)
    for wager in law_book.wager_ids:
        law = law_book.wager(wager)
        for table in dict.fromkeys(table.id for table in law.choosable or law.paytables):
            for decks in permitted_decks(law_book, law, table):
                try:
                    yield question(document_id, wager, paytable=table, decks=decks, unset_meters="zero")
                except BarredDecksError:
                    continue
