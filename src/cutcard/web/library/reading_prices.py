"""The price of readings, arranged to be read: each with its problem, its choices and what they cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Final

from cutcard.law import Document, OptionValue, Reading, documents
from cutcard.odds import ReadingEdge
from cutcard.reports import percent
from cutcard.wording import (
    option_label,
    paytable_label,
    uncapitalized,
    value_label,
    variation_name,
    without_ids,
)

DIGITS: Final = 3
SAME: Final = "no change"
TAKEN: Final = "taken"
STAKE: Final = "_stake"


@dataclass(frozen=True, slots=True)
class Price:
    """What one choice makes of one wager."""

    edge: str
    change: str
    """What the house gains against the choice taken, or that it is that one."""
    favours_player: bool


@dataclass(frozen=True, slots=True)
class Felt:
    """A wager that feels a choice."""

    wager: str
    title: str
    beside: str
    """How it is played: its variation, paytable, decks and what else is chosen."""
    prices: tuple[Price | None, ...]
    """By choice; none where it cannot be chosen there."""
    notes: tuple[str, ...]
    """Why not."""


@dataclass(frozen=True, slots=True)
class Open:
    """What a reading leaves open: the choices, and each wager that feels them."""

    says: str
    choices: tuple[str, ...]
    wagers: tuple[Felt, ...]


@dataclass(frozen=True, slots=True)
class PricedReading:
    """A reading that moves the odds of something."""

    reading: Reading
    options: tuple[Open, ...]


@dataclass(frozen=True, slots=True)
class Unpriced:
    """Readings without a price, for one reason."""

    why: str
    options: tuple[tuple[str, str], ...]
    """Which reading, and what it leaves open."""


@dataclass(frozen=True, slots=True)
class Prices:
    """All that is known by now."""

    priced: tuple[PricedReading, ...]
    unpriced: tuple[Unpriced, ...]


def prices(law: Document, rows: Iterable[ReadingEdge]) -> Prices:
    """Rows by reading, option and wager; those without a figure by the reason."""
    priced, without = [], dict[str, list[tuple[str, str]]]()
    for name, each in groupby(rows, key=lambda row: row.reading):
        options = []
        for option, of in groupby(each, key=lambda row: row.option):
            own = list(of)
            if own[0].wager:
                options.append(_open(law, own))
            else:
                without.setdefault(own[0].note, []).append((name, option_label(option)))
        if options:
            priced.append(PricedReading(_readings()[name], tuple(options)))
    unpriced = [Unpriced(without_ids(why), tuple(which)) for why, which in without.items()]
    return Prices(tuple(priced), tuple(unpriced))


@cache
def _readings() -> dict[str, Reading]:
    """Those of all documents: some hold in several."""
    return {name: each for law in documents() for name, each in law.readings.items()}


def _open(law: Document, rows: Sequence[ReadingEdge]) -> Open:
    option = rows[0].option
    values = dict.fromkeys(row.value for row in rows)
    wagers = [list(each) for _, each in groupby(rows, key=lambda row: row.wager)]
    choices = tuple(_value(option, each) for each in values)
    return Open(option_label(option), choices, tuple(_felt(law, each) for each in wagers))


def _felt(law: Document, rows: Sequence[ReadingEdge]) -> Felt:
    wager = rows[0].wager
    beside = dict.fromkeys(each for row in rows for each in _beside(row))
    notes = [without_ids(row.note.split(": ", 1)[-1]) for row in rows if row.note]
    title = law.wager(wager).title
    return Felt(wager, title, ", ".join(beside), tuple(map(_price, rows)), tuple(notes))


def _price(row: ReadingEdge) -> Price | None:
    if row.house_edge is None or row.difference is None:
        return None
    change = TAKEN if row.is_default else _change(float(row.difference))
    return Price(percent(row.house_edge, DIGITS), change, row.favours_player)


def _value(option: str, value: OptionValue | None) -> str:
    """A value of an option as people say it."""
    if value is None:
        return ""
    text = value_label(value)
    is_amount = option.endswith(STAKE) and text.replace(".", "").isdigit()
    return f"${text}" if is_amount else text


def _beside(row: ReadingEdge) -> Iterable[str]:
    if row.variation:
        yield variation_name(row.variation)
    if row.paytable and row.paytable != "standard":
        yield f"paytable {paytable_label(row.paytable)}"
    if row.decks:
        yield f"{row.decks} decks" if row.decks > 1 else "1 deck"
    if row.seats > 1:
        yield f"{row.seats} players"
    for name, value in row.options.items():
        yield f"{uncapitalized(option_label(name))}: {_value(name, value)}"


def _change(difference: float) -> str:
    """What the house gains, with its sign."""
    text = percent(difference, DIGITS)
    if not text.strip("-−0.%"):
        return SAME
    return f"+{text}" if difference > 0 else text
