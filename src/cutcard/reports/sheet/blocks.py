"""What a printed page is made of: headings, facts, tables, sentences, a strategy chart.

Every layout shows the same blocks, so that a figure reads alike wherever it is printed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cutcard.odds import Chart

SECTION_HEAD: Final = 3
"""The title and the labels of a chart's section take the room of so many rows."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A title of level 1 (a chapter) or 2 (a part of one)."""

    text: str
    level: int = 1
    note: str = ""
    new_page: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and texts side by side; texts in `exact` are long numbers or digests."""

    rows: tuple[tuple[str, str], ...]
    exact: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; a column named with `#` at its end holds numbers."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    widest: int = 0
    """The column that takes the width that is left; negative: none does, and the table is narrow."""
    total: bool = False
    """Whether the last row sums up the others."""
    marked: tuple[int, ...] = ()
    """Rows that a reader should not miss."""


@dataclass(frozen=True, slots=True)
class Prose:
    """Sentences, each by itself."""

    lines: tuple[str, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """One thing on two sides, each with where it says so."""

    label: str
    before: str
    after: str
    cite_before: str = ""
    cite_after: str = ""
    note: str = ""
    """What it comes to, at the end of the row."""
    anchor: str = ""
    """Its name within a page."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sides in columns, under the names of what they are; a third column for what it comes to."""

    before: str
    after: str
    note: str
    """The name of the last column; empty where no row has a note."""
    rows: tuple[ComparedRow, ...]


@dataclass(frozen=True, slots=True)
class ChartBlock:
    """A strategy chart."""

    chart: Chart


def sides(chart: Chart) -> tuple[list[int], list[int]]:
    """A chart's sections side by side, by their places: each where there is more room."""
    columns: tuple[list[int], list[int]] = ([], [])
    filled = [0, 0]
    for place, (_, rows) in enumerate((title, rows) for title, rows in chart.sections if rows):
        side = int(filled[1] < filled[0])
        columns[side].append(place)
        filled[side] += SECTION_HEAD + len(rows)
    return columns


Block = Heading | Facts | Grid | Prose | Comparison | ChartBlock


@dataclass(frozen=True, slots=True)
class Pages:
    """A whole document: what stands in its head and foot, and its blocks."""

    title: str
    subtitle: str
    running: str
    """What every page says at its head."""
    foot: str
    """What every page says at its foot."""
    blocks: tuple[Block, ...]
