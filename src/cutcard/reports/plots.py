"""Pictures of an edge: against the number of decks, and against a progressive meter."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import altair as alt
import vl_convert

from cutcard.reports import figures
from cutcard.reports.edge_points import EdgePoint, MeterMark

HUES: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#1a1a1a")
"""The hues of Okabe and Ito, which most eyes can tell apart; shapes tell them apart too."""
SHAPES: Final = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "stroke")
WIDTH: Final = 560
HEIGHT: Final = 320
SOFT: Final = "#5b6068"
HOUSE_EDGE: Final = "House edge, percent of the stake"


@dataclass(frozen=True, slots=True)
class PlotHeading:
    """What stands above a picture."""

    title: str
    lines: tuple[str, ...]


def decks_svg(points: Sequence[EdgePoint], heading: PlotHeading) -> str:
    """The edge against the number of decks, a line for each paytable."""

    series = list(dict.fromkeys(point.series for point in points))
    data = _data(points)
    legend = None if len(series) == 1 else alt.Legend(title="Paytable", symbolStrokeWidth=0)
    hues = [HUES[number % len(HUES)] for number in range(len(series))]
    shapes = [SHAPES[number % len(SHAPES)] for number in range(len(series))]
    base = alt.Chart(data).encode(
        x=alt.X("at:O", title="Decks", axis=alt.Axis(labelAngle=0)),
        y=alt.Y("edge:Q", title=HOUSE_EDGE, scale=alt.Scale(zero=False, nice=True)),
        color=alt.Color("series:N", scale=alt.Scale(domain=series, range=hues), legend=legend),
        shape=alt.Shape("series:N", scale=alt.Scale(domain=series, range=shapes), legend=legend),
    )
    labels = base.mark_text(dy=-11, fontSize=10).encode(text=alt.Text("edge:Q", format=".3f"))
    layers = [
        base.mark_line(strokeWidth=1.8).encode(shape=alt.value("circle")),
        base.mark_point(size=60, filled=True),
    ]
    if len(series) == 1:
        layers.append(labels)
    return _svg(alt.layer(*layers, *_zero(points)), heading)


def meter_svg(points: Sequence[EdgePoint], marks: Sequence[MeterMark], heading: PlotHeading) -> str:
    """The edge against a meter, with the meters that matter pointed out."""

    base = alt.Chart(_data(points)).encode(
        x=alt.X("at:Q", title="Meter, dollars", axis=alt.Axis(format="$,.0f", tickCount=7)),
        y=alt.Y("edge:Q", title=HOUSE_EDGE),
    )
    line = base.mark_line(color=HUES[0], strokeWidth=2.2)
    middle = (points[0].at + points[-1].at) / 2
    noted = [
        {
            "at": mark.at,
            "edge": 100 * _edge_at(points, mark.at),
            "words": f"{mark.words}: {figures.amount(mark.at)}",
            "late": mark.at > middle,
        }
        for mark in marks
    ]
    dots = alt.Chart(alt.InlineData(values=noted)).encode(x="at:Q", y="edge:Q")
    # The line falls: above it there is room to the right of a dot, below it to the left.
    words = dots.encode(text="words:N")
    ink: dict[str, Any] = {"fontSize": 11, "color": "#1a1a1a"}
    early = words.transform_filter("!datum.late").mark_text(align="left", dx=8, dy=-9, **ink)
    late = words.transform_filter("datum.late").mark_text(align="right", dx=-8, dy=13, **ink)
    spots = dots.mark_point(size=80, filled=True, color=HUES[1])
    return _svg(alt.layer(line, *_zero(points), spots, early, late), heading)


def _edge_at(points: Sequence[EdgePoint], at: float) -> float:
    """Between two points of the line."""
    for left, right in pairwise(points):
        if left.at <= at <= right.at and right.at > left.at:
            share = (at - left.at) / (right.at - left.at)
            return left.house_edge + share * (right.house_edge - left.house_edge)
    return points[-1].house_edge


def _data(points: Sequence[EdgePoint]) -> Any:

    return alt.InlineData(
        values=[
            {"series": point.series, "at": point.at, "edge": 100 * point.house_edge} for point in points
        ]
    )


def _zero(points: Sequence[EdgePoint]) -> list[Any]:
    """The line below which the player is favoured, where the picture comes to it."""

    if min(point.house_edge for point in points) > 0:
        return []
    zero = alt.Chart(alt.InlineData(values=[{"edge": 0}]))
    return [zero.mark_rule(color=SOFT, strokeDash=[5, 4]).encode(y="edge:Q")]


def _svg(chart: Any, heading: PlotHeading) -> str:
    return svg(chart.properties(width=WIDTH, height=HEIGHT), heading)


def svg(chart: Any, heading: PlotHeading) -> str:
    """A chart, or several below each other, as all our pictures look."""

    lines = [part for line in heading.lines for part in textwrap.wrap(line, 100)]
    title = alt.TitleParams(
        heading.title,
        subtitle=lines,
        anchor="start",
        fontSize=16,
        subtitleFontSize=11,
        subtitleColor=SOFT,
        offset=12,
    )
    spec = (
        chart.properties(title=title, padding=16, background="white")
        .configure_view(stroke=None)
        .configure_axis(
            gridColor="#e3e6ea", domainColor=SOFT, tickColor=SOFT, labelFontSize=11, titleFontSize=11
        )
        .to_dict(validate=False)
    )
    return str(vl_convert.vegalite_to_svg(spec))
