"""Pictures of an edge: against the number of decks, and against a progressive meter."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from cutcard.compute import tell
from cutcard.law import WagerLaw
from cutcard.money import Cents, dollars
from cutcard.odds import OddsError, Question, permitted_decks
from cutcard.reports import figures

HUES: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#1a1a1a")
"""The hues of Okabe and Ito, which most eyes can tell apart; shapes tell them apart too."""
SHAPES: Final = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "stroke")
WIDTH: Final = 560
HEIGHT: Final = 320
STEPS: Final = 24
"""So many steps of the meter are asked about."""
CENTS: Final = 100
SOFT: Final = "#5b6068"
HOUSE_EDGE: Final = "House edge, percent of the stake"


@dataclass(frozen=True, slots=True)
class Point:
    """The house's edge at one place of a picture."""

    series: str
    at: float
    house_edge: float


@dataclass(frozen=True, slots=True)
class Mark:
    """A meter worth pointing out."""

    words: str
    at: float


@dataclass(frozen=True, slots=True)
class PlotHeading:
    """What stands above a picture."""

    title: str
    lines: tuple[str, ...]


def deck_numbers(question: Question) -> tuple[int, ...]:
    """The numbers of decks that a question's paytable may be offered with."""
    return permitted_decks(question.rules.document, question.offer.law, question.offer.paytable.id)


def paytables(law: WagerLaw) -> tuple[str, ...]:
    """The paytables an operator chooses among, each once."""
    return tuple(dict.fromkeys(table.id for table in law.choosable or law.paytables))


def decks_points(questions: Sequence[Question]) -> list[Point]:
    """The edge of each question by its number of decks; its paytable is the series.

    Where the stake matters and is left open, all have the one that suits every one of them: a line
    from one stake to another would tell nothing of the decks.
    """
    from cutcard.odds import answered

    found = []
    for asked in at_one_stake(questions):
        edge = answered(asked).answer.house_edge
        found.append(Point(asked.offer.paytable.id, asked.decks, float(edge)))
    return found


def at_one_stake(questions: Sequence[Question]) -> list[Question]:
    """The questions, those whose stake is left open with the one that suits all."""
    from cutcard.odds import answered

    stakes = set()
    for done, asked in enumerate(questions):
        tell(f"{asked.decks} decks", done, len(questions))
        stakes.add(answered(asked).answer.stake)
    stakes.discard(None)
    if len(stakes) < 2:
        return list(questions)
    most = max(stake for stake in stakes if stake is not None)
    return [
        each if each.stake_is_fixed else replace(each, stake=most, stake_is_fixed=True)
        for each in questions
    ]


def meter_points(question: Question, meter: str) -> tuple[list[Point], list[Mark]]:
    """The edge as one meter rises, all others and the stake as they are; and the meters to point out."""
    from cutcard.odds import answer

    if meter not in question.meters:
        have = ", ".join(question.meters) or "none"
        raise OddsError(f"meter: {question.offer.law.id} has no meter {meter} to draw; it has {have}")
    now = next((each for each in answer(question).meters if each.name == meter), None)
    if now is None:
        raise OddsError(f"meter: nothing is paid from {meter} as this table is filed")
    shown, most = float(now.amount), now.facts.get("maximum")
    marks = [Mark("shown", shown)]
    if now.break_even is not None:
        marks.append(Mark("break-even", float(now.break_even)))
    if "meter_at_hit" in now.facts:
        marks.append(Mark("mean when hit", float(now.facts["meter_at_hit"])))
    low = min(shown, *(mark.at for mark in marks))
    high = max(2 * shown, *(1.15 * mark.at for mark in marks))
    if most is not None:
        high = min(high, float(most) - (float(most) - shown) / STEPS)
    found = []
    for step in range(STEPS + 1):
        amount = Cents(round((low + (high - low) * step / STEPS) * CENTS))
        tell(f"{meter} at ${dollars(amount)}", step, STEPS)
        asked = replace(question, meters={**question.meters, meter: amount})
        found.append(Point(meter, amount / CENTS, float(answer(asked).house_edge)))
    return found, [mark for mark in marks if low <= mark.at <= high]


def decks_svg(points: Sequence[Point], heading: PlotHeading) -> str:
    """The edge against the number of decks, a line for each paytable."""
    import altair as alt

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
    told = base.mark_text(dy=-11, fontSize=10).encode(text=alt.Text("edge:Q", format=".3f"))
    layers = [
        base.mark_line(strokeWidth=1.8).encode(shape=alt.value("circle")),
        base.mark_point(size=60, filled=True),
    ]
    if len(series) == 1:
        layers.append(told)
    return _svg(alt.layer(*layers, *_zero(points)), heading)


def meter_svg(points: Sequence[Point], marks: Sequence[Mark], heading: PlotHeading) -> str:
    """The edge against a meter, with the meters that matter pointed out."""
    import altair as alt

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


def _edge_at(points: Sequence[Point], at: float) -> float:
    """Between two points of the line."""
    for left, right in pairwise(points):
        if left.at <= at <= right.at and right.at > left.at:
            share = (at - left.at) / (right.at - left.at)
            return left.house_edge + share * (right.house_edge - left.house_edge)
    return points[-1].house_edge


def _data(points: Sequence[Point]) -> Any:
    import altair as alt

    return alt.InlineData(
        values=[
            {"series": point.series, "at": point.at, "edge": 100 * point.house_edge} for point in points
        ]
    )


def _zero(points: Sequence[Point]) -> list[Any]:
    """The line below which the player is favoured, where the picture comes to it."""
    import altair as alt

    if min(point.house_edge for point in points) > 0:
        return []
    zero = alt.Chart(alt.InlineData(values=[{"edge": 0}]))
    return [zero.mark_rule(color=SOFT, strokeDash=[5, 4]).encode(y="edge:Q")]


def _svg(chart: Any, heading: PlotHeading) -> str:
    return svg(chart.properties(width=WIDTH, height=HEIGHT), heading)


def svg(chart: Any, heading: PlotHeading) -> str:
    """A chart, or several below each other, as all our pictures look."""
    import altair as alt
    import vl_convert

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


def stake_line(question: Question) -> str:
    """What the figures of a picture stand on."""
    from cutcard.odds import answered

    stake = answered(question).answer.stake or question.stake
    return _told(stake, question)


def decks_stake_line(questions: Sequence[Question]) -> str:
    """What the figures of a picture by decks stand on; any stake where all are paid alike."""
    from cutcard.odds import answered

    told: dict[str, dict[str, None]] = {}
    for each in at_one_stake(questions):
        line = _told(answered(each).answer.stake, each)
        told.setdefault(line, {})[each.offer.paytable.id] = None
    if len(told) == 1:
        return next(iter(told))
    return "; ".join(f"paytable {', '.join(tables)}: {line}" for line, tables in told.items())


def _told(stake: Cents | None, question: Question) -> str:
    meters = [
        f"{name} {figures.amount(Fraction(amount, CENTS))}" for name, amount in question.meters.items()
    ]
    staked = "Any stake" if stake is None else f"Stake ${dollars(stake)}"
    return f"{staked} · meters: {', '.join(meters)}" if meters else staked
