"""What the law data says behind a settlement line: its row, the duties and the readings it rests on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from cutcard.law import Cited, Document, everything, holds, provisions
from cutcard.rules import Line

MOST_STATED: Final = 4
"""How many statements of one kind are listed for a provision."""
_LAST_PART: Final = re.compile(r"\s*(?:\([^()]*\)|[^\s()]+)$")


def spot_of(line: Line) -> tuple[str, int]:
    """The wager whose law speaks, and which of its spots: `main_2` is the second of `main`."""
    name, _, number = line.wager.rpartition("_")
    if name in ("main", "insurance") and number.isdigit():
        return name, int(number) - 1
    return line.wager, 0


def outcomes_of(line: Line) -> frozenset[str]:
    """The rows that a line was paid by; `2 x unsuited_match` is two rows' worth of one."""
    return frozenset(part.partition(" x ")[2] or part for part in line.outcome.split("+"))


def provisions_behind(law: Document, line: Line) -> list[Cited]:
    """What the law data says under a line's citation: its own row first, then duties and readings.

    A provision that has no statement of its own has those of its parts, or of the one it is part of.
    """
    stated = _stated(law)
    cited = {*line.cite.split("; ")}
    places = _places(line.cite)
    under = [each for each, at in stated if places & at]
    rows = under or [each for each, _ in stated if each.reading in cited]  # it rests on a reading alone
    own = [each for each in rows if each.kind == "row" and _is_row_of(each, line)]
    cited |= {each.reading for each in own if each.reading}
    readings = [each for each, _ in stated if each.kind == "reading" and each.name in cited]
    printed = [each for each in own if each.facts["pays"] not in ("lose", "push")]
    duties = _duties(stated, places, line, is_explained=bool(readings or printed))
    return [*printed[:MOST_STATED], *duties[:MOST_STATED], *readings[:MOST_STATED]]


Stated = tuple[tuple[Cited, frozenset[str]], ...]


def _duties(stated: Stated, places: frozenset[str], line: Line, *, is_explained: bool) -> list[Cited]:
    """Requirements at the places cited; around them, where the line lost or nothing else explains it."""
    every = [(each, at) for each, at in stated if each.kind == "requirement"]
    exact = [each for each, at in every if places & at]
    if exact and line.net > 0:
        return _of_play(exact)
    parts = [each for each, at in every if any(holds(p, one) for p in places for one in at)]
    if parts or is_explained:
        return _of_play(parts)
    for place in sorted(places):
        for wider in _wider(place):
            around = [each for each, at in every if any(holds(wider, one) for one in at)]
            if around:
                return _of_play(around)
    return []


def _of_play(duties: list[Cited]) -> list[Cited]:
    """The rules of play before all others, where there are any."""
    return [each for each in duties if each.facts["tag"] == "engine"] or duties


def _wider(place: str) -> Iterator[str]:
    """The provisions that a provision is part of, the nearest first."""
    while (shorter := _LAST_PART.sub("", place)) and shorter != place:
        place = shorter
        yield place


@lru_cache(maxsize=16)
def _stated(law: Document) -> Stated:
    """Everything a document's data states, each with the provisions it stands under."""
    return tuple((each, _places(each.cite)) for each in everything(law))


def _places(cite: str) -> frozenset[str]:
    return frozenset(" ".join(part.split()).lower() for part in provisions(cite))


def _is_row_of(row: Cited, line: Line) -> bool:
    """Whether a row is what a line was paid by."""
    is_of = row.facts.get("wager") == spot_of(line)[0]
    return is_of and row.facts.get("outcome") in outcomes_of(line)
