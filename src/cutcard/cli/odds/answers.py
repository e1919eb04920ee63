"""Odds as plain values, ready for JSON: a fraction and a number for everything that is exact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, isfinite
from typing import Any, Final

from cutcard.law import document
from cutcard.money import dollars
from cutcard.odds import (
    Answer,
    CatalogueEntry,
    CatalogueRequest,
    Exact,
    MeterOdds,
    RowOdds,
    favours_player,
)

PLAY: Final = ("strategy", "chart")
"""What stands beside the figures of the main wager."""
CENTS: Final = 100
FIGURES: Final = ("house_edge", "player_edge", "hit_frequency", "standard_deviation")


def exact(value: Exact) -> dict[str, object]:
    """A figure as a fraction, where it is a rational, and as a number."""
    is_rational = isinstance(value, Fraction | int)
    return {"fraction": str(value) if is_rational else None, "value": _number(value)}


def _number(value: Exact) -> float | None:
    found = float(value)
    return found if isfinite(found) else None


def answer(found: Answer, *, seconds: float) -> dict[str, object]:
    """One answer as the contract has it."""
    hits = found.hit_frequency
    more = {name: _plain(each) for name, each in found.extra.items() if name not in PLAY}
    told: dict[str, object] = {
        "document": found.document,
        "variation": found.variation,
        "wager": found.wager,
        "paytable": found.paytable,
        "options": {"decks": found.decks, **{name: _plain(v) for name, v in found.options.items()}},
        "stake": None if found.stake is None else dollars(found.stake),
        "method": found.method,
        "house_edge": exact(found.house_edge),
        "player_edge": exact(found.player_edge),
        "hit_frequency": None if hits is None else exact(hits),
        "standard_deviation": found.standard_deviation,
        "favours_player": favours_player(found),
        "rows": [_row(row) for row in found.rows],
        "meters": {meter.name: _meter(meter) for meter in found.meters},
        "assumptions": list(found.assumptions),
        "cite": found.cite,
        "reason": None,
        "digest": found.digest,
        "seconds": round(seconds, 6),
        "more": more,
    }
    return told | {name: _plain(found.extra[name]) for name in PLAY if name in found.extra}


def _row(row: RowOdds) -> dict[str, object]:
    return {
        "outcome": row.outcome,
        "pays": row.pays,
        "probability": exact(row.probability),
        "one_in": _number(1 / row.probability) if row.probability else None,
        "net": exact(row.net),
        "contribution": exact(row.contribution),
        "cite": row.cite,
    }


def _meter(meter: MeterOdds) -> dict[str, object]:
    """A meter; its break-even is rounded up to a cent."""
    zero = meter.break_even
    return {
        "amount": dollars(int(meter.amount * CENTS)),
        "edge_per_dollar": exact(meter.slope),
        "break_even": None if zero is None else dollars(ceil(zero * CENTS)),
        "break_even_exact": None if zero is None else exact(zero),
        "facts": {name: exact(value) for name, value in meter.facts.items()},
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return exact(value)
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value


def entry(wanted: CatalogueRequest, found: CatalogueEntry) -> dict[str, object]:
    """One line of a list; the same keys where there is only a reason."""
    if found.answer is not None:
        return answer(found.answer, seconds=found.seconds)
    known = found.unanswered
    return {
        "document": wanted.document,
        "variation": wanted.variation,
        "wager": found.wager,
        "paytable": found.paytable,
        "options": {"decks": found.decks},
        "stake": None,
        "method": None if known is None else known.method,
        **dict.fromkeys(FIGURES),
        "favours_player": None,
        "rows": [],
        "meters": {},
        "assumptions": [] if known is None else list(known.assumptions),
        "cite": found.cite,
        "reason": found.reason,
        "digest": None if known is None else known.digest,
        "seconds": 0.0,
        "more": {} if known is None else _plain(known.known),
    }


def listing(wanted: CatalogueRequest, entries: Sequence[CatalogueEntry]) -> dict[str, object]:
    """A whole document."""
    return {
        "document": wanted.document,
        "title": document(wanted.document).title,
        "variation": wanted.variation,
        "answers": [entry(wanted, each) for each in entries],
    }
