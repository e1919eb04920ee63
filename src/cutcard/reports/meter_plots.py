"""A picture of growing meters: what each showed when it was hit, with the mean and what odds expect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import altair as alt

from cutcard.reports import figures
from cutcard.reports.plots import HUES, WIDTH, PlotHeading, svg
from cutcard.reports.run_plots import INK, PANEL, panel_title, table_lines
from cutcard.sim import MeterResult, Plan, SimError

MEDIAN: Final = 50


def meters_picture(meters: Sequence[MeterResult], plan: Plan, rounds: int) -> str:
    """A panel for each meter that was hit."""
    hit = [each for each in meters if each.hits]
    if not hit:
        raise SimError("plot: no meter was hit in these rounds; ask for more")
    lines = (*table_lines(plan, rounds), "Percent of the hits, by what the meter showed.")
    panels = [_panel(each) for each in hit]
    whole = alt.vconcat(*panels, spacing=22).resolve_scale(color="independent")
    return svg(whole, PlotHeading("Meters when they were hit", lines))


def _panel(found: MeterResult) -> Any:
    bars = [
        {"low": each.least, "high": each.above, "share": 100 * each.count / found.hits, "foot": 0}
        for each in found.histogram
    ]
    ends = [found.histogram[0].least, found.histogram[-1].above]
    if found.exact is not None:
        ends = [min(ends[0], float(found.exact)), max(ends[1], float(found.exact))]
    scale = alt.Scale(domain=ends, nice=False)
    columns = alt.Chart(alt.InlineData(values=bars)).encode(
        x=alt.X("low:Q", title=None, scale=scale, axis=alt.Axis(format="$,.0f", tickCount=7)),
        x2="high:Q",
        y=alt.Y("share:Q", title=None, axis=alt.Axis(tickCount=5)),
        y2="foot:Q",
    )
    marks = _marks(found)
    hues = alt.Scale(domain=[words for words, _, _ in marks], range=[hue for _, _, hue in marks])
    legend = alt.Legend(title=None, orient="top", symbolType="stroke", labelLimit=WIDTH)
    lines = alt.Chart(alt.InlineData(values=[{"at": at, "words": words} for words, at, _ in marks]))
    rules = lines.mark_rule(strokeWidth=1.8, strokeDash=[4, 3]).encode(
        x=alt.X("at:Q", scale=scale), color=alt.Color("words:N", scale=hues, legend=legend)
    )
    drawn = columns.mark_rect(color=HUES[5], stroke="white", strokeWidth=0.5)
    title = panel_title(f"{found.name}, {found.hits:,} {'hit' if found.hits == 1 else 'hits'}")
    return alt.layer(drawn, rules).properties(width=WIDTH, height=PANEL, title=title)


def _marks(found: MeterResult) -> list[tuple[str, float, str]]:
    """What is pointed out: words, an amount, a hue."""
    assert found.mean is not None
    marks = [("median", found.percentiles[MEDIAN], INK), ("mean", found.mean, HUES[0])]
    if found.exact is not None:
        marks.append(("expected mean", float(found.exact), HUES[1]))
    return [(f"{words} {figures.amount(at)}", at, hue) for words, at, hue in marks]
