"""The strategy chart of an answer about the main wager, in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cutcard.odds import OddsError
from cutcard.reports import figures
from cutcard.terminal import output

if TYPE_CHECKING:
    from rich.console import Console

    from cutcard.odds import Answer, Question


def print_chart(found: Answer, asked: Question, to: Console) -> None:
    """The chart that the answer carries; refused where its play does not fit one."""
    drawn: Any = found.extra.get("chart")
    if not isinstance(drawn, Mapping):
        raise OddsError(f"chart: the strategy of {found.wager} with these rules does not fit one chart")
    from cutcard.odds import Chart
    from cutcard.reports import ChartHeading, terminal
    from cutcard.reports.sheet import document_title, rules_line

    chart = Chart(
        columns=drawn["columns"],
        sections=drawn["sections"],
        legend=drawn["legend"],
        value=drawn["player_edge"],
        cost=drawn["cost"],
    )
    heading = ChartHeading(document_title(asked.rules), rules_line(asked.rules), found.digest)
    to.print(terminal(chart, heading))
    gain: Any = found.extra.get("insurance_gain")
    if gain:
        to.print(
            f"Insurance, taken whenever it pays, adds {figures.percent(gain)} to either play; the "
            "edge of the chart is without it."
        )
    values = found.extra.get("hand_values")
    if isinstance(values, Mapping):
        _print_values(values, to)


def _print_values(values: Mapping[str, Any], to: Console) -> None:
    """At Switch: what two cards are worth, so that it can be told which two hands are worth more."""
    columns = ("two cards", *(f"{column}#" for column in values["dealer"]))
    rows = [(name, *(f"{each:+.3f}" for each in worth)) for name, worth in values["worth"].items()]
    title = "Worth per unit wagered: switch where the two hands come to more together"
    output.print_table(to, columns, rows, title=title)
