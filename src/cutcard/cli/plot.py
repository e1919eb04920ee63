"""`cutcard plot`: a strategy chart, or an edge against the decks or against a meter, as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from cutcard.cli.command import PlainCommand, PlainGroup
from cutcard.cli.odds.options import Json, asking
from cutcard.terminal import output

if TYPE_CHECKING:
    from pathlib import Path

    from cutcard.cli.odds.question_text import Words
    from cutcard.odds import Question

CHART_EXAMPLES = """\b
Examples:
  cutcard plot chart md-blackjack --decks 6 --set soft_17=hit --out strategy.svg
  cutcard plot chart md-pontoon-21 --out strategy.pdf
"""
DECKS_EXAMPLES = """\b
Examples:
  cutcard plot decks md-blackjack lucky_ladies --out decks.svg
"""
METER_EXAMPLES = """\b
Examples:
  cutcard plot meter md-blackjack super_4 --out meter.svg
  cutcard plot meter md-blackjack blazing_7s --along mega --decks 6 --out mega.svg
"""

app = typer.Typer(
    cls=PlainGroup,
    help="Plots: a strategy chart, house edge by decks, house edge by meter.",
    rich_markup_mode=None,
)

Out = Annotated[str, typer.Option("--out", metavar="FILE", help="What to write.")]


@app.command("chart", cls=PlainCommand, epilog=CHART_EXAMPLES)
@asking("document", options="decks settings variation")
def chart(words: Words, out: Out, as_json: Json = False) -> None:
    """Draw the strategy chart of a document's main game: FILE.svg, FILE.pdf or FILE.html."""
    with _drawing(out, (".svg", ".pdf", ".html"), as_json=as_json) as (path, kind):
        _write(path, _chart(words, kind))


def _chart(words: Words, kind: str) -> str | bytes:
    from cutcard.cli.printing.progress import bar
    from cutcard.odds import OddsError, answered
    from cutcard.reports import chart_drawing as chart_render
    from cutcard.reports.sheet import chart_of, document_title, rules_line

    asked = words.question()
    with bar("strategy"):
        answer = answered(asked).answer
    found = chart_of(answer)
    if found is None:
        raise OddsError("chart: the strategy of this variation does not fit one chart")
    title = f"Strategy: {document_title(asked.rules)}"
    heading = chart_render.ChartHeading(title, rules_line(asked.rules), answer.digest)
    drawn: dict[str, str | bytes] = {}
    if kind == ".svg":
        drawn[kind] = chart_render.svg(found, heading)
    elif kind == ".pdf":
        drawn[kind] = chart_render.pdf(found, heading)
    else:
        drawn[kind] = chart_render.html(found, heading)
    return drawn[kind]


@app.command("decks", cls=PlainCommand, epilog=DECKS_EXAMPLES)
@asking("document", "wager", options="paytable settings variation meters stake")
def decks(words: Words, out: Out, as_json: Json = False) -> None:
    """Draw the house edge of a wager against the number of decks, a line for each paytable: FILE.svg."""
    with _drawing(out, (".svg",), as_json=as_json) as (path, _):
        from cutcard.cli.printing.progress import bar
        from cutcard.reports import plots

        asked = _questions(words)
        with bar("decks"):
            points = plots.decks_points(asked)
        law = asked[0].rules.document
        title = f"{asked[0].offer.law.title}: house edge by number of decks"
        where = f"{law.title} ({law.issuer}) · {asked[0].offer.law.cite}"
        lines = (where, plots.decks_stake_line(asked), f"digest of the law {law.digest[:16]}")
        _write(path, plots.decks_svg(points, plots.PlotHeading(title, lines)))


def _questions(words: Words) -> list[Question]:
    """A question for every paytable and permitted number of decks."""
    from dataclasses import replace

    from cutcard.odds import BarredDecksError, OddsError, permitted_decks
    from cutcard.reports import paytables

    law_book = words.law
    if words.wager not in law_book.wager_ids:
        words.question()  # says what is wrong with it
    law = law_book.wager(str(words.wager))
    tables = paytables(law) if words.paytable is None else (words.paytable,)
    found: list[Question] = []
    for table in tables:
        for many in permitted_decks(law_book, law, table):
            try:
                found.append(replace(words, paytable=table, decks=str(many)).question())
            except BarredDecksError:
                continue
    if not found:
        raise OddsError(f"paytable: {words.wager} has no paytable {words.paytable}")
    return found


@app.command("meter", cls=PlainCommand, epilog=METER_EXAMPLES)
@asking("document", "wager", options="paytable decks settings variation meters stake")
def meter(
    words: Words,
    out: Out,
    along: Annotated[
        str | None, typer.Option("--along", metavar="NAME", help="Which meter, if there are several.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Draw the house edge of a progressive wager as its meter rises: FILE.svg."""
    with _drawing(out, (".svg",), as_json=as_json) as (path, _):
        from cutcard.cli.printing.progress import bar
        from cutcard.reports import plots

        asked = words.question()
        name = _meter_named(asked, along)
        with bar(name):
            points, marks = plots.meter_points(asked, name)
        law = asked.rules.document
        title = f"{asked.offer.law.title}, paytable {asked.offer.paytable.id}: house edge by meter"
        where = f"{law.title} ({law.issuer}) · {asked.offer.law.cite} · {asked.decks} decks"
        heading = plots.PlotHeading(title, (where, plots.stake_line(asked)))
        _write(path, plots.meter_svg(points, marks, heading))


def _meter_named(asked: Question, along: str | None) -> str:
    """The meter meant: the only one, or the one named, with or without the wager's name."""
    from cutcard.odds import OddsError

    wager, names = asked.offer.law.id, list(asked.meters)
    if along is None and len(names) == 1:
        return names[0]
    for name in names:
        if along in (name, name.removeprefix(f"{wager}.")):
            return name
    if not names:
        raise OddsError(f"meter: {wager} pays from no meter with this paytable")
    listed = ", ".join(name.removeprefix(f"{wager}.") for name in names)
    raise OddsError(f"meter: choose one with --along: {listed}")


def _write(path: Path, content: str | bytes) -> None:
    from cutcard.cli.printing.files import write

    write(path, content)


@contextmanager
def _drawing(out: str, kinds: tuple[str, ...], *, as_json: bool) -> Iterator[tuple[Path, str]]:
    """What is wrong with a request becomes one line; what was written is told."""
    from cutcard.odds import OddsError

    with output.refusing(as_json=as_json):
        from cutcard.cli.printing.files import target

        path, kind = target(out, kinds)
        try:
            yield path, kind
        except OddsError as problem:
            output.complain(str(problem))
            output.leave(output.WRONG)
    if as_json:
        output.print_json({"written": str(path)})
    else:
        output.console().print(str(path), soft_wrap=True)
