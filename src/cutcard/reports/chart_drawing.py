"""A strategy chart drawn: as SVG, as PDF, as a page for a browser."""

from __future__ import annotations

import json
import textwrap
from typing import Any, Final

import altair as alt
import vl_convert

from cutcard.odds import Chart
from cutcard.reports import figures
from cutcard.reports.chart_text import ChartHeading, colours, value_line
from cutcard.reports.sheet.blocks import ChartBlock, Facts, Pages, sides
from cutcard.reports.sheet.html import sheet_html
from cutcard.reports.sheet.pdf import sheet_pdf

CELL: Final = 26
"""The side of an SVG's cell in pixels."""
NARROW_CELL: Final = 30
SHORT_DIGEST: Final = 16


def svg(chart: Chart, heading: ChartHeading) -> str:
    """The chart as a picture that scales."""
    sections = [_section(chart, title, rows) for title, rows in chart.sections if rows]
    title = alt.TitleParams(
        heading.title,
        subtitle=[
            *_wrapped(heading.rules, 96),
            value_line(chart),
            f"digest {heading.digest[:SHORT_DIGEST]}",
        ],
        anchor="start",
        offset=14,
        fontSize=17,
        subtitleFontSize=11,
        subtitleColor="#5b6068",
        subtitlePadding=5,
    )
    drawing: Any
    if len(chart.columns) > 12 or len(sections) < 2:
        drawing = alt.vconcat(*sections)
    else:
        drawing = alt.hconcat(
            *(alt.vconcat(*(sections[place] for place in side)) for side in sides(chart))
        )
    spec = (
        drawing.properties(title=title, padding=16, background="white")
        .configure_view(stroke=None)
        .configure_axis(grid=False, domain=False, ticks=False, labelFontSize=12, labelFontWeight="bold")
        .configure_concat(spacing=22)
        .to_dict(validate=False)
    )
    return vl_convert.vegalite_to_svg(spec)


def _section(chart: Chart, title: str, rows: tuple[tuple[str, tuple[str, ...]], ...]) -> Any:
    cells = [
        {"hand": label, "up": up, "code": code, "ink": colours(code)[1]}
        for label, codes in rows
        for up, code in zip(chart.columns, codes, strict=True)
    ]
    codes = list(chart.legend)
    words = {code: f"{code}: {meaning}" for code, meaning in chart.legend.items()}
    base = alt.Chart(alt.InlineData(values=cells)).encode(
        x=alt.X("up:N", sort=list(chart.columns), title=None, axis=alt.Axis(orient="top", labelAngle=0)),
        y=alt.Y("hand:N", sort=[label for label, _ in rows], title=None),
    )
    legend = alt.Legend(
        title=None,
        orient="bottom",
        columns=1,
        symbolType="square",
        symbolSize=260,
        symbolStrokeWidth=0,
        labelExpr=f"{json.dumps(words)}[datum.label]",
        labelLimit=520,
        labelFontSize=12,
    )
    scale = alt.Scale(domain=codes, range=[colours(code)[0] for code in codes])
    squares = base.mark_rect(stroke="white", strokeWidth=1.5).encode(
        color=alt.Color("code:N", scale=scale, legend=legend)
    )
    letters = base.mark_text(fontSize=11).encode(text="code:N", color=alt.value("#1a1a1a"))
    dark = letters.transform_filter("datum.ink != '#ffffff'")
    light = letters.transform_filter("datum.ink == '#ffffff'").encode(color=alt.value("#ffffff"))
    return alt.layer(squares, dark, light).properties(
        title=alt.TitleParams(title, anchor="start", fontSize=13),
        width=NARROW_CELL * len(chart.columns),
        height=CELL * len(rows),
    )


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width)


def pdf(chart: Chart, heading: ChartHeading) -> bytes:
    """The chart on a page."""
    return sheet_pdf(page(chart, heading))


def html(chart: Chart, heading: ChartHeading) -> str:
    """The chart as a page for a browser."""
    return sheet_html(page(chart, heading))


def page(chart: Chart, heading: ChartHeading) -> Pages:
    """The chart as a document of one page."""
    facts = (
        ("House edge when played by the chart", figures.percent(-chart.value, 6)),
        ("Its cost against the best play", figures.percent(chart.cost, 6)),
        ("Digest", heading.digest),
    )
    return Pages(
        title=heading.title,
        subtitle=heading.rules,
        running=heading.rules,
        foot=f"digest {heading.digest[:SHORT_DIGEST]}",
        blocks=(ChartBlock(chart), Facts(facts, exact=("Digest",))),
    )
