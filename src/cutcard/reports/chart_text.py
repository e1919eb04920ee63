"""A strategy chart's colours, and the chart in a terminal.

The colours differ in hue and in lightness, so that any eye can tell them apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.console import Group
from rich.table import Table
from rich.text import Text

from cutcard.odds import Chart
from cutcard.reports import figures

BY_ACTION: Final = {
    "S": ("#f0c64a", "#1a1a1a"),
    "H": ("#f3f1ea", "#1a1a1a"),
    "D": ("#7cc3ec", "#1a1a1a"),
    "P": ("#00735a", "#ffffff"),
    "R": ("#dd6a18", "#1a1a1a"),
}
"""Paper and ink by the first letter of a code, on the hues of Okabe and Ito."""
TURNING: Final = {"S": ("#f9e4a4", "#1a1a1a"), "H": ("#dcd8cc", "#1a1a1a"), "D": ("#c4e4f7", "#1a1a1a")}
"""The same where the number of cards changes the play."""
FALLING_BACK: Final = {
    "Ds": ("#1f6a9c", "#ffffff"),
    "Rs": ("#f3b487", "#1a1a1a"),
    "Rp": ("#8f3d00", "#ffffff"),
}
"""Codes whose fallback has a shade of its own."""
OTHER: Final = ("#8a8f98", "#ffffff")


def chart_codes() -> list[str]:
    """Every code that has colours of its own, the first letters before those that begin with them."""
    counted = [f"{letter}{count}" for letter in TURNING for count in range(3, 9)]
    return [*BY_ACTION, *FALLING_BACK, *counted]


def colours(code: str) -> tuple[str, str]:
    """The paper and the ink of a cell."""
    if code in FALLING_BACK:
        return FALLING_BACK[code]
    if code[1:2].isdigit() and code[0] in TURNING:
        return TURNING[code[0]]
    return BY_ACTION.get(code[:1], OTHER)


@dataclass(frozen=True, slots=True)
class ChartHeading:
    """What stands above a chart: a title, the rules it is for, and the digest of its figures."""

    title: str
    rules: str
    digest: str


def value_line(chart: Chart) -> str:
    """What the chart is worth, in a sentence."""
    return (
        f"Played by this chart the house edge is {figures.percent(-chart.value)}; "
        f"the best play does better by {figures.percent(chart.cost)}."
    )


def terminal(chart: Chart, heading: ChartHeading) -> Group:
    """The chart for a terminal; without colour its letters still say all."""
    parts: list[Text | Table] = [Text(heading.title, style="bold"), Text(heading.rules, style="dim")]
    for title, rows in chart.sections:
        if not rows:
            continue
        table = Table(
            title=title, title_justify="left", title_style="bold", box=None, padding=0, pad_edge=False
        )
        table.add_column("", justify="right", no_wrap=True)
        for column in chart.columns:
            table.add_column(column, justify="center", no_wrap=True, min_width=4)
        for label, codes in rows:
            table.add_row(Text(f"{label} "), *(_styled(code) for code in codes))
        parts += [Text(), table]
    parts.append(Text())
    for code, meaning in chart.legend.items():
        parts.append(Text.assemble(_styled(code), f" {meaning}"))
    parts += [Text(value_line(chart)), Text(f"digest {heading.digest}", style="dim")]
    return Group(*parts)


def _styled(code: str) -> Text:
    paper, ink = colours(code)
    return Text(f"{code:^4}", style=f"{ink} on {paper}")
