"""The plots of the library's results: bars, lines, heat maps and tables of codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import altair as alt

from cutcard.reports.chart_text import colours
from cutcard.reports.plots import HEIGHT, HUES, WIDTH
from cutcard.results import Drawing, Record

CELL: Final = 26


def draw(drawing: Drawing) -> Any:
    """The chart that a result describes."""
    made = {"bars": _bars, "lines": _lines, "heat_map": _heat_map, "cells": _cells}[drawing.kind]
    if not drawing.rows:
        return made(drawing, drawing.records).properties(title=drawing.title)
    groups = dict.fromkeys(record[drawing.rows] for record in drawing.records)
    charts = [
        made(drawing, [each for each in drawing.records if each[drawing.rows] == group]).properties(
            title=str(group)
        )
        for group in groups
    ]
    return alt.vconcat(*charts).properties(title=drawing.title)


def _data(records: Sequence[Record]) -> Any:
    return alt.InlineData(values=[dict(record) for record in records])


def _order(records: Sequence[Record], name: str) -> list[Any]:
    """The values of a column as they come."""
    return list(dict.fromkeys(record[name] for record in records))


def _bars(drawing: Drawing, records: Sequence[Record]) -> Any:
    return (
        alt.Chart(_data(records), width=WIDTH)
        .mark_bar(color=HUES[0])
        .encode(
            x=alt.X(f"{drawing.x}:Q", title=drawing.x_title or drawing.x),
            y=alt.Y(f"{drawing.y}:N", sort=_order(records, drawing.y), title=drawing.y_title or None),
        )
    )


def _lines(drawing: Drawing, records: Sequence[Record]) -> Any:
    is_number = all(isinstance(record[drawing.x], int | float) for record in records)
    kind = "Q" if is_number else "O"
    chart = (
        alt.Chart(_data(records), width=WIDTH, height=HEIGHT)
        .mark_line(point=True, color=HUES[0])
        .encode(
            x=alt.X(
                f"{drawing.x}:{kind}",
                sort=_order(records, drawing.x),
                title=drawing.x_title or drawing.x,
            ),
            y=alt.Y(f"{drawing.y}:Q", scale=alt.Scale(zero=False), title=drawing.y_title or drawing.y),
        )
    )
    return chart.encode(color=f"{drawing.colour}:N") if drawing.colour else chart


def _grid(drawing: Drawing, records: Sequence[Record]) -> Any:
    across, down = _order(records, drawing.x), _order(records, drawing.y)
    return alt.Chart(
        _data(records), width=max(len(across), 3) * 2 * CELL, height=max(len(down), 2) * CELL
    ).encode(
        x=alt.X(f"{drawing.x}:N", sort=across, axis=alt.Axis(orient="top", labelAngle=0)),
        y=alt.Y(f"{drawing.y}:N", sort=down),
    )


def _heat_map(drawing: Drawing, records: Sequence[Record]) -> Any:
    base = _grid(drawing, records)
    scale = alt.Scale(scheme="blueorange", domainMid=0)
    squares = base.mark_rect().encode(color=alt.Color(f"{drawing.colour}:Q", scale=scale))
    return squares + base.mark_text().encode(text=alt.Text(f"{drawing.colour}:Q", format=".3f"))


def _cells(drawing: Drawing, records: Sequence[Record]) -> Any:
    codes = sorted({record[drawing.colour] for record in records})
    scale = alt.Scale(domain=codes, range=[colours(code)[0] for code in codes])
    base = _grid(drawing, records)
    squares = base.mark_rect(stroke="white").encode(
        color=alt.Color(f"{drawing.colour}:N", scale=scale, legend=None)
    )
    return squares + base.mark_text(fontSize=11).encode(text=f"{drawing.colour}:N")
