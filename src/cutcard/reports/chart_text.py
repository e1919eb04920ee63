"""A strategy chart in a terminal's colours."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Group
from rich.table import Table
from rich.text import Text

from cutcard.odds import Chart
from cutcard.reports import figures
from cutcard.reports.chart_colours import colours


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
    for code, said in chart.legend.items():
        parts.append(Text.assemble(_styled(code), f" {said}"))
    parts += [Text(value_line(chart)), Text(f"digest {heading.digest}", style="dim")]
    return Group(*parts)


def _styled(code: str) -> Text:
    paper, ink = colours(code)
    return Text(f"{code:^4}", style=f"{ink} on {paper}")
