"""Strategy charts: legible in every form, and told apart by eyes that do not see all colours."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import pytest
from rich.console import Console

from cutcard.reports import chart_drawing as chart_render
from cutcard.reports.chart_text import (
    BY_ACTION,
    FALLING_BACK,
    OTHER,
    TURNING,
    ChartHeading,
    colours,
    terminal,
)
from cutcard.reports.sheet.blocks import sides
from reports.sheet_samples import CHART

HEADING = ChartHeading("Strategy: a <game> & more", "decks: 6 · soft 17: hit", "abc123" * 10)

# Machado, Oliveira and Fernandes (2009), severity 1: what a protanope and a deuteranope see, linear RGB.
SEEN = {
    "all": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}


def linear(colour: str) -> tuple[float, float, float]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return red, green, blue


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lab(colour: str, seen: str) -> tuple[float, float, float]:
    """CIE L*a*b* of a colour as an eye sees it."""
    rgb = linear(colour)
    red, green, blue = (
        max(0.0, sum(m * c for m, c in zip(row, rgb, strict=True))) for row in SEEN[seen]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("seen", SEEN)
def test_actions_are_told_apart_by_every_eye(seen: str) -> None:
    """Two papers differ by 20 or more in CIE 1976, of which 2 to 3 can just be seen."""
    papers = [paper for paper, _ in BY_ACTION.values()]
    for one, other in combinations(papers, 2):
        apart = sum((a - b) ** 2 for a, b in zip(lab(one, seen), lab(other, seen), strict=True)) ** 0.5
        assert apart > 20, (one, other)


def test_letters_stand_out_from_their_paper() -> None:
    """By the contrast of 4.5 to 1 that WCAG asks of text."""
    for paper, ink in (*BY_ACTION.values(), *TURNING.values(), *FALLING_BACK.values()):
        bright, dark = sorted((luminance(paper), luminance(ink)), reverse=True)
        assert (bright + 0.05) / (dark + 0.05) >= 4.5, (paper, ink)


def test_a_code_takes_the_colour_of_its_action() -> None:
    assert colours("Dh") == BY_ACTION["D"]
    assert colours("Ds") == FALLING_BACK["Ds"]
    assert colours("S4") == TURNING["S"]
    assert colours("?") == OTHER


def printed(*, coloured: bool) -> str:
    kind = "truecolor" if coloured else None
    to = Console(file=io.StringIO(), width=100, force_terminal=coloured, color_system=kind)  # type: ignore[arg-type]
    to.print(terminal(CHART, HEADING))
    assert isinstance(to.file, io.StringIO)
    return to.file.getvalue()


def test_the_terminal_shows_rows_legend_rules_value_and_digest() -> None:
    lines = [line.split() for line in printed(coloured=False).splitlines()]
    assert ["16", "S", "Rh", "Rh"] in lines
    assert ["8-8", "P", "P", "Rp"] in lines
    assert ["S4", "stand;", "hit", "with", "4", "cards", "or", "more"] in lines
    told = printed(coloured=False)
    assert HEADING.title in told
    assert HEADING.rules in told
    assert HEADING.digest in told
    assert "0.5300%" in told
    assert "0.0200%" in told


def test_the_terminal_is_coloured_only_where_colour_is_asked_for() -> None:
    red, green, blue = (int(BY_ACTION["P"][0][i : i + 2], 16) for i in (1, 3, 5))
    assert f"48;2;{red};{green};{blue}" in printed(coloured=True)
    assert "\x1b" not in printed(coloured=False)


def texts(svg: str) -> list[str]:
    return [
        "".join(each.itertext())
        for each in ElementTree.fromstring(svg).iter()
        if each.tag.endswith("text")
    ]


def test_the_svg_holds_every_cell_and_the_whole_legend() -> None:
    found = texts(chart_render.svg(CHART, HEADING))
    cells = [code for _, rows in CHART.sections for _, codes in rows for code in codes]
    for code, said in CHART.legend.items():
        assert found.count(code) == cells.count(code), code
        assert f"{code}: {said}" in found
    everything = " ".join(found)
    assert HEADING.title in found
    assert HEADING.rules in everything
    assert "digest abc123" in everything


def test_sections_stand_where_there_is_more_room() -> None:
    def section(rows: int) -> tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]:
        return "T", (("5", ("S",) * len(CHART.columns)),) * rows

    made = replace(CHART, sections=tuple(section(rows) for rows in (16, 8, 0, 10, 11, 9, 6)))
    assert sides(made) == ([0, 3, 5], [1, 2, 4])
    assert sides(replace(CHART, sections=(section(2),))) == ([0], [])


def test_a_chart_with_many_columns_stacks_its_sections() -> None:
    wide = replace(
        CHART,
        columns=tuple(str(n) for n in range(4, 21)),
        sections=tuple(
            (title, tuple((label, (codes[0],) * 17) for label, codes in rows))
            for title, rows in CHART.sections
        ),
    )
    found = ElementTree.fromstring(chart_render.svg(wide, HEADING))
    narrow = ElementTree.fromstring(chart_render.svg(CHART, HEADING))
    assert float(found.attrib["width"]) < 17 * 40
    assert float(found.attrib["height"]) > float(narrow.attrib["height"])
    assert chart_render.pdf(wide, HEADING).startswith(b"%PDF")


def test_the_pdf_is_the_same_each_time_and_another_for_another_chart() -> None:
    made = chart_render.pdf(CHART, HEADING)
    assert made.startswith(b"%PDF")
    assert made == chart_render.pdf(CHART, HEADING)
    assert made != chart_render.pdf(replace(CHART, value=-0.01), HEADING)


def test_the_page_escapes_what_it_is_given() -> None:
    page = chart_render.html(CHART, HEADING)
    assert "Strategy: a &lt;game&gt; &amp; more" in page
    assert ">Rp</td>" in page
