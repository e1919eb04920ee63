"""A plot in plain values, and the way to the room that draws it.

Rooms import only rooms above them, and altair is known to `reports` alone, which stands below all that
have something to plot. So a result says what its plot shows, and the drawing room is found by its name
when somebody wants to see it: nothing here depends on it, and a table without altair settles as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, Literal

from cutcard.results.frames import Record
from cutcard.results.problem import RequestError

DRAWING_ROOM: Final = "cutcard.reports"


@dataclass(frozen=True)
class Drawing:
    """What a plot shows: records, and which of their columns are where."""

    kind: Literal["bars", "lines", "heat_map", "cells"]
    """`cells` are a table of codes, each in the colour of its first letter."""
    records: Sequence[Record]
    x: str
    y: str
    colour: str = ""
    """Of a heat map the figure; of lines and bars the series, if there are several."""
    title: str = ""
    x_title: str = ""
    y_title: str = ""
    rows: str = ""
    """A column by which the plot is repeated, one below the other."""


def draw(drawing: Drawing) -> Any:
    """An altair chart, which a notebook shows and `.save("FILE.svg")` writes."""
    try:
        return import_module(DRAWING_ROOM).draw(drawing)
    except ImportError as problem:
        raise RequestError(f"plot: {problem.name} is missing; pip install 'cutcard[reports]'") from None
