"""`cutcard plot`: a strategy chart, or an edge against the decks or against a meter, as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from cutcard import odds, reports, terminal
from cutcard.cli import printing
from cutcard.cli.lazy_group import examples
from cutcard.cli.odds.question_options import (
    MeterOption,
    PaytableOption,
    QuestionOptions,
    SetOption,
    StakeOption,
)
from cutcard.cli.options import AsJson, DecksOption, DocumentId, VariationOption
from cutcard.reports import sheet

PictureFile = Annotated[str, typer.Option("--out", metavar="FILE", help="What to write.")]


@examples(
    "cutcard plot chart md-blackjack --decks 6 --set soft_17=hit --out strategy.svg",
    "cutcard plot chart md-pontoon-21 --out strategy.pdf",
)
def chart(
    document: DocumentId,
    out: PictureFile,
    decks: DecksOption = None,
    settings: SetOption = None,
    variation: VariationOption = None,
    as_json: AsJson = False,
) -> None:
    """Draw the strategy chart of a document's main game.

    The file is FILE.svg, FILE.pdf or FILE.html.
    """
    options = QuestionOptions(document=document, decks=decks, settings=settings, variation=variation)
    with _drawing(out, (".svg", ".pdf", ".html"), as_json=as_json) as (path, kind):
        printing.write(path, _draw_chart(options.question(), kind))


def _draw_chart(question: odds.Question, kind: str) -> str | bytes:
    with printing.bar("strategy"):
        answer = odds.answered(question).answer
    strategy = sheet.chart_of(answer)
    if strategy is None:
        raise odds.OddsError("chart: the strategy of this variation does not fit one chart")
    title = f"Strategy: {sheet.document_title(question.rules)}"
    heading = reports.ChartHeading(title, sheet.rules_line(question.rules), answer.digest)
    if kind == ".pdf":
        return reports.chart_drawing.pdf(strategy, heading)
    draw = reports.chart_drawing.svg if kind == ".svg" else reports.chart_drawing.html
    return draw(strategy, heading)


@dataclass(frozen=True, kw_only=True)
class EdgePlot:
    """The options of `cutcard plot decks`."""

    document: DocumentId
    wager: Annotated[str, typer.Argument(metavar="WAGER", help="The wager's id.")]
    paytable: PaytableOption = None
    settings: SetOption = None
    variation: VariationOption = None
    meters: MeterOption = None
    stake: StakeOption = None
    out: PictureFile
    as_json: AsJson = False

    def question_options(self, *, paytable: str | None, decks: str | None) -> QuestionOptions:
        """The question about the wager with a paytable and a number of decks."""
        return QuestionOptions(
            document=self.document,
            wager=self.wager,
            paytable=paytable,
            decks=decks,
            settings=self.settings,
            variation=self.variation,
            meters=self.meters,
            stake=self.stake,
        )


@examples("cutcard plot decks md-blackjack lucky_ladies --out decks.svg")
def decks(options: EdgePlot) -> None:
    """Draw the house edge of a wager by number of decks.

    There is a line for each paytable. The file is FILE.svg.
    """
    with _drawing(options.out, (".svg",), as_json=options.as_json) as (path, _):
        plots, edge_points = reports.plots, reports.edge_points
        questions = _questions(options)
        with printing.bar("decks"):
            points = edge_points.decks_points(questions)
        law, wager = questions[0].rules.document, questions[0].offer.law
        title = f"{wager.title}: house edge by number of decks"
        source = f"{law.title} ({law.issuer}) · {wager.cite}"
        stake = edge_points.decks_stake_line(questions)
        lines = (source, stake, f"digest of the law {law.digest[:16]}")
        printing.write(path, plots.decks_svg(points, plots.PlotHeading(title, lines)))


def _questions(options: EdgePlot) -> list[odds.Question]:
    """A question for every paytable and permitted number of decks."""
    plain = options.question_options(paytable=options.paytable, decks=None)
    if options.wager not in plain.law.wager_ids:
        plain.question()  # refuses it with the reason
    wager = plain.law.wager(options.wager)
    paytables = reports.paytables(wager) if options.paytable is None else (options.paytable,)
    questions: list[odds.Question] = []
    for table in paytables:
        for number in odds.permitted_decks(plain.law, wager, table):
            with_decks = options.question_options(paytable=table, decks=str(number))
            try:
                questions.append(with_decks.question())
            except odds.BarredDecksError:
                continue
    if not questions:
        raise odds.OddsError(f"paytable: {options.wager} has no paytable {options.paytable}")
    return questions


@dataclass(frozen=True, kw_only=True)
class MeterPlot(EdgePlot):
    """The options of `cutcard plot meter`."""

    decks: DecksOption = None
    along: Annotated[
        str | None, typer.Option("--along", metavar="NAME", help="Which meter, if there are several.")
    ] = None


@examples(
    "cutcard plot meter md-blackjack super_4 --out meter.svg",
    "cutcard plot meter md-blackjack blazing_7s --along mega --decks 6 --out mega.svg",
)
def meter(options: MeterPlot) -> None:
    """Draw the house edge of a progressive wager by its meter.

    The file is FILE.svg.
    """
    with _drawing(options.out, (".svg",), as_json=options.as_json) as (path, _):
        plots, edge_points = reports.plots, reports.edge_points
        wanted = options.question_options(paytable=options.paytable, decks=options.decks)
        question = wanted.question()
        name = _meter_name(question, options.along)
        with printing.bar(name):
            points, marks = edge_points.meter_points(question, name)
        law, offer = question.rules.document, question.offer
        title = f"{offer.law.title}, paytable {offer.paytable.id}: house edge by meter"
        source = f"{law.title} ({law.issuer}) · {offer.law.cite} · {question.decks} decks"
        heading = plots.PlotHeading(title, (source, edge_points.stake_line(question)))
        printing.write(path, plots.meter_svg(points, marks, heading))


def _meter_name(question: odds.Question, along: str | None) -> str:
    """The meter meant: the only one, or the one named, with or without the wager's name."""
    wager, names = question.offer.law.id, list(question.meters)
    if along is None and len(names) == 1:
        return names[0]
    for name in names:
        if along in (name, name.removeprefix(f"{wager}.")):
            return name
    if not names:
        raise odds.OddsError(f"meter: {wager} pays from no meter with this paytable")
    listed = ", ".join(name.removeprefix(f"{wager}.") for name in names)
    raise odds.OddsError(f"meter: choose one with --along: {listed}")


@contextmanager
def _drawing(out: str, kinds: tuple[str, ...], *, as_json: bool) -> Iterator[tuple[Path, str]]:
    """The file to write and its kind; a wrong request becomes one line, a picture is reported."""
    with terminal.refusing(as_json=as_json):
        path, kind = printing.target(out, kinds)
        try:
            yield path, kind
        except odds.OddsError as problem:
            terminal.complain(str(problem))
            terminal.leave(terminal.WRONG)
    if as_json:
        terminal.print_json({"written": str(path)})
    else:
        terminal.console().print(str(path), soft_wrap=True)
