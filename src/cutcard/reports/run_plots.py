"""Pictures of what a run watched: edges by count and depth, results of sessions, meters when hit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import altair as alt

from cutcard.reports import figures
from cutcard.reports.plots import HUES, SOFT, WIDTH, PlotHeading, svg
from cutcard.sim import DEPTHS, Bin, MeterResult, Plan, Sessions, SimError, Watched
from cutcard.wording import plural

PANEL: Final = 190
LOW_PANEL: Final = 80
RARE: Final = 1e-4
"""Counts that come less often than so are not drawn."""
SURE: Final = 2
"""Standard errors on each side of a dot."""
BARS: Final = 70
"""So many bars of sessions' results at most."""
OUTSIDE: Final = 0.001
"""The part of the sessions at each end that is left out of the picture."""
MARKED: Final = (5, 50, 95)
CENTS: Final = 100
INK: Final = "#1a1a1a"
FAVOURED: Final = "the player has an edge of more than that"
HOW_OFTEN: Final = "How often it comes, percent of rounds"
OTHER: Final = "other"


def picture(watched: Watched, plan: Plan, rounds: int) -> str:
    """All of it, one panel below the other."""
    panels = [*_count_panels(watched), *_depth_panels(watched)]
    if watched.sessions is not None:
        panels.append(_session_panel(watched.sessions))
    whole = alt.vconcat(*panels, spacing=22).resolve_scale(color="independent")
    return svg(whole, _heading(watched, plan, rounds))


def table_lines(plan: Plan, rounds: int) -> list[str]:
    """The lines below a picture's title: the table, its boxes and the number of rounds."""
    law, depth = plan.rules.document, plan.penetration
    decks, boxes = plan.game.decks, plan.boxes
    dealt = "every round from a full shoe" if depth is None else f"dealt to {float(depth):.4g}"
    return [
        f"{law.title} ({law.issuer}), {plural(decks, 'deck')}, {dealt}",
        f"{boxes} box{'' if boxes == 1 else 'es'}, {plan.strategy.name} strategy, {rounds:,} rounds, "
        f"seed {plan.seed}",
    ]


def _heading(watched: Watched, plan: Plan, rounds: int) -> PlotHeading:
    kinds = []
    if watched.count is not None:
        kind = "true" if watched.count.is_true else "running"
        kinds.append(f"edge by {kind} count ({watched.count.name})")
    if watched.by_depth:
        kinds.append("edge by depth")
    if watched.sessions is not None:
        kinds.append("results of sessions")
    lines = table_lines(plan, rounds)
    if watched.by_count or watched.by_depth:
        lines.append(f"Bars: {SURE} standard errors to each side. Diamonds: {FAVOURED}.")
    title = ", ".join(kinds)
    return PlotHeading(title[:1].upper() + title[1:], tuple(lines))


def _count_panels(watched: Watched) -> Iterator[Any]:
    if watched.count is None:
        return
    kind = "True count" if watched.count.is_true else "Running count"
    insurance = () if watched.insurance is None else (watched.insurance,)
    for each in (*watched.by_count, *insurance):
        shown = [one for one in each.bins if one.share >= RARE]
        domain = [one.at for one in shown]
        axis = alt.X("at:O", title=None, scale=alt.Scale(domain=domain), axis=_few_labels())
        rows = [_row(one, one.player_edge) for one in shown]
        when = ", by the count when it is asked" if each is watched.insurance else ""
        yield _edges(rows, axis, f"{each.wager}: player's edge, percent of the stake{when}", zero=True)
    shown = [one for one in watched.by_count[0].bins if one.share >= RARE]
    data = alt.InlineData(values=[{"at": one.at, "share": 100 * one.share} for one in shown])
    yield (
        alt.Chart(data)
        .mark_bar(color=HUES[5])
        .encode(
            x=alt.X("at:O", title=kind, axis=_few_labels()),
            y=alt.Y("share:Q", title=None, axis=alt.Axis(tickCount=4)),
        )
        .properties(width=WIDTH, height=LOW_PANEL, title=panel_title(HOW_OFTEN))
    )


def _few_labels() -> Any:
    return alt.Axis(labelAngle=0, labelOverlap="parity")


def _depth_panels(watched: Watched) -> Iterator[Any]:
    for each in watched.by_depth:
        rows = [{**_row(one, -one.player_edge), "at": _depth(one.at)} for one in each.bins]
        domain = [row["at"] for row in rows]
        last = "Part of the shoe dealt before the round" if each is watched.by_depth[-1] else None
        axis = alt.X("at:O", title=last, scale=alt.Scale(domain=domain), axis=alt.Axis(labelAngle=0))
        yield _edges(rows, axis, f"{each.wager}: house edge, percent of the stake", zero=False)


def _depth(at: int) -> str:
    return f"{100 * at // DEPTHS}\N{EN DASH}{100 * (at + 1) // DEPTHS}%"


def _row(one: Bin, edge: float) -> dict[str, Any]:
    error = one.standard_error or 0.0
    return {
        "at": one.at,
        "edge": 100 * edge,
        "low": 100 * (edge - SURE * error),
        "high": 100 * (edge + SURE * error),
        "kind": FAVOURED if one.player_edge > SURE * error and error else OTHER,
    }


def _edges(rows: Sequence[dict[str, Any]], axis: Any, title: str, *, zero: bool) -> Any:
    """Dots with error bars; the scale ignores points that only chance has put far off."""
    edges = [row["edge"] for row in rows] + ([0.0] if zero else [])
    sure = sorted(row["high"] - row["low"] for row in rows)
    usual = sure[len(sure) // 2]
    low, high = min(edges), max(edges)
    if not zero:
        low, high = min(row["low"] for row in rows), max(row["high"] for row in rows)
    pad = max((high - low) * 0.08, usual * 0.6 if zero else 0.0, 1e-6)
    scale = alt.Scale(domain=[low - pad, high + pad], nice=True, clamp=True)
    base = alt.Chart(alt.InlineData(values=list(rows))).encode(
        x=axis,
        color=alt.Color(
            "kind:N",
            scale=alt.Scale(domain=[FAVOURED, OTHER], range=[HUES[1], HUES[0]]),
            legend=None,
        ),
    )
    bars = base.mark_rule(strokeWidth=1.6).encode(y=alt.Y("low:Q", scale=scale, title=None), y2="high:Q")
    dots = base.mark_point(size=45, filled=True, opacity=1).encode(
        y=alt.Y("edge:Q", scale=scale, title=None, axis=alt.Axis(tickCount=6)),
        shape=alt.Shape(
            "kind:N", scale=alt.Scale(domain=[FAVOURED, OTHER], range=["diamond", "circle"]), legend=None
        ),
    )
    layers = [bars, dots]
    if zero or low < 0 < high:
        rule = alt.Chart(alt.InlineData(values=[{"edge": 0}]))
        layers.insert(0, rule.mark_rule(color=SOFT, strokeDash=[5, 4]).encode(y="edge:Q"))
    return alt.layer(*layers).properties(width=WIDTH, height=PANEL, title=panel_title(title))


def panel_title(words: str) -> Any:
    """What stands above a panel."""
    return alt.TitleParams(
        words, anchor="start", frame="group", fontSize=12, fontWeight="normal", color=INK, offset=8
    )


def _session_panel(sessions: Sessions) -> Any:
    bars = _bars(sessions)
    data = alt.InlineData(values=bars)
    scale = alt.Scale(domain=[bars[0]["low"], bars[-1]["high"]], nice=False, clamp=True)
    axis = alt.Axis(format="$,.0f", tickCount=9)
    drawn = alt.Chart(data).encode(
        x=alt.X("low:Q", title="Result, dollars", scale=scale, axis=axis),
        x2="high:Q",
        y=alt.Y("share:Q", title=None, axis=alt.Axis(tickCount=5)),
        y2="foot:Q",
        color=alt.Color(
            "side:N",
            scale=alt.Scale(domain=["behind or level", "ahead"], range=[HUES[0], HUES[1]]),
            legend=alt.Legend(title=None, orient="top-right"),
        ),
    )
    marks = [
        {
            "at": sessions.percentiles[each] / CENTS,
            "words": f"{each}%: {_money(sessions.percentiles[each])}",
        }
        for each in MARKED
    ]
    lines = alt.Chart(alt.InlineData(values=marks)).encode(x=alt.X("at:Q", scale=scale))
    rules = lines.mark_rule(color=INK, strokeDash=[3, 3])
    words = lines.mark_text(align="left", dx=4, dy=-PANEL // 2 - 6, fontSize=11, color=INK).encode(
        text="words:N"
    )
    title = (
        f"{sessions.many:,} sessions of {sessions.rounds:,} rounds, percent of them; ahead in "
        f"{figures.percent(sessions.ahead, 1)}"
    )
    return alt.layer(drawn.mark_rect(), rules, words).properties(
        width=WIDTH, height=PANEL, title=panel_title(title)
    )


def _bars(sessions: Sessions) -> list[dict[str, Any]]:
    """The bins between the ends, put together where there are too many for a picture."""
    inside = _inside(sessions)
    low, high = inside[0][0], inside[-1][1]
    wide = max(1, -(-(high - low) // (sessions.width * BARS))) * sessions.width
    sums: dict[int, int] = {}
    for begins, _, many in inside:
        place = begins // wide
        sums[place] = sums.get(place, 0) + many
    return [
        {
            "low": place * wide / CENTS,
            "high": (place + 1) * wide / CENTS,
            "share": 100 * sums.get(place, 0) / sessions.many,
            "foot": 0,
            "side": "ahead" if place >= 0 and (place or wide > sessions.width) else "behind or level",
        }
        for place in range(min(sums), max(sums) + 1)
    ]


def _inside(sessions: Sessions) -> list[tuple[int, int, int]]:
    """The bins without the last few sessions at each end, nor those that are wider than the others."""
    kept, seen = [], 0
    for low, high, many in sessions.bins:
        is_inside = seen + many > OUTSIDE * sessions.many and seen < (1 - OUTSIDE) * sessions.many
        if is_inside and high - low == sessions.width:
            kept.append((low, high, many))
        seen += many
    return kept or list(sessions.bins)


def _money(amount: int) -> str:
    return figures.amount(amount / CENTS).removesuffix(".00")


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


def _panel(meter: MeterResult) -> Any:
    bars = [
        {"low": each.least, "high": each.above, "share": 100 * each.count / meter.hits, "foot": 0}
        for each in meter.histogram
    ]
    ends = [meter.histogram[0].least, meter.histogram[-1].above]
    if meter.exact is not None:
        ends = [min(ends[0], float(meter.exact)), max(ends[1], float(meter.exact))]
    scale = alt.Scale(domain=ends, nice=False)
    columns = alt.Chart(alt.InlineData(values=bars)).encode(
        x=alt.X("low:Q", title=None, scale=scale, axis=alt.Axis(format="$,.0f", tickCount=7)),
        x2="high:Q",
        y=alt.Y("share:Q", title=None, axis=alt.Axis(tickCount=5)),
        y2="foot:Q",
    )
    marks = _marks(meter)
    hues = alt.Scale(domain=[words for words, _, _ in marks], range=[hue for _, _, hue in marks])
    legend = alt.Legend(title=None, orient="top", symbolType="stroke", labelLimit=WIDTH)
    lines = alt.Chart(alt.InlineData(values=[{"at": at, "words": words} for words, at, _ in marks]))
    rules = lines.mark_rule(strokeWidth=1.8, strokeDash=[4, 3]).encode(
        x=alt.X("at:Q", scale=scale), color=alt.Color("words:N", scale=hues, legend=legend)
    )
    drawn = columns.mark_rect(color=HUES[5], stroke="white", strokeWidth=0.5)
    title = panel_title(f"{meter.name}, {meter.hits:,} {'hit' if meter.hits == 1 else 'hits'}")
    return alt.layer(drawn, rules).properties(width=WIDTH, height=PANEL, title=title)


def _marks(meter: MeterResult) -> list[tuple[str, float, str]]:
    """What is pointed out: words, an amount, a hue."""
    assert meter.mean is not None
    marks = [("median", meter.percentiles[MEDIAN], INK), ("mean", meter.mean, HUES[0])]
    if meter.exact is not None:
        marks.append(("expected mean", float(meter.exact), HUES[1]))
    return [(f"{words} {figures.amount(at)}", at, hue) for words, at, hue in marks]
