"""Charts that the package carries: a drill in a house that has just opened begins at once.

The questions of every shipped game stand in one file, each under a digest of everything its chart
follows from: options, prices, the cards of the shoe. Where a game differs, of another version or of a
document of one's own, its chart is computed as ever. `tests/web/test_carried_charts.py` compares them
with what is computed, and writes the file when it is run as a program.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from cutcard.compute import cache
from cutcard.law import document, document_ids
from cutcard.odds import MAIN, OddsError, question
from cutcard.results import RequestError

Plain = dict[str, Any]
FILE: Final = "charts.json.xz"
FORM: Final = 1
"""One more when questions are written otherwise."""


def carried_questions(name: str, variation: str) -> Plain | None:
    """The questions of a game as it stands now; None where the package has none for it."""
    try:
        under = chart_digest(name, variation)
    except (OddsError, RequestError):
        return None
    found = _charts().get(under)
    return None if found is None else {**found, "digest": under}


def chart_digest(name: str, variation: str) -> str:
    """What a game's chart follows from, as a digest."""
    asked = question(name, MAIN, variation=variation or None)
    rules = asked.rules
    prices = sorted(
        (wager, row.outcome, str(row.pays))
        for wager, offer in rules.offers.items()
        for row in offer.paytable.rows
    )
    options = sorted((option, cache.plain(value)) for option, value in rules.options.items())
    return cache.digest(FORM, name, variation, options, prices, cache.plain(asked.composition))


def shipped_games() -> list[tuple[str, str]]:
    """Every document and variation that comes with the package."""
    return [(name, each) for name in document_ids() for each in ("", *document(name).variations)]


def write_charts(charts: Mapping[str, Plain]) -> bytes:
    """The file of these charts, each under its digest."""
    text = json.dumps(charts, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    return lzma.compress(text.encode(), preset=9)


@lru_cache(maxsize=1)
def _charts() -> dict[str, Plain]:
    content = files("cutcard.web.school").joinpath(FILE).read_bytes()
    charts: dict[str, Plain] = json.loads(lzma.decompress(content))
    return charts
