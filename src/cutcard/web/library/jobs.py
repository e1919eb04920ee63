"""What the library computes of odds: each job a question about a wager.

A job is plain values, so that another process can do it; long ones go question by question. Answers are
kept by the odds' own cache, under the digest of the law, the question and the analyser.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal

from cutcard import odds, reports
from cutcard.compute import cache as kept, report_progress
from cutcard.floor.live import Live, live_of
from cutcard.law import Document, OptionLaw, OptionValue, WagerLaw, document, value_text
from cutcard.odds import (
    MAIN,
    Answer,
    MainEdges,
    OddsError,
    PricedChange,
    Question,
    ReadingEdge,
    analyser_digest,
    boxes,
    digest_of,
    favours_player,
    kept_edges,
    permitted_decks,
    priced_readings,
    question,
    reading_edges,
    table_question,
)
from cutcard.reports import compare_law, edge_points, figures, sheet
from cutcard.reports.sheet import (
    RULES_LINE,
    Sheet,
    WagerOdds,
    chart_of,
    document_title,
    hit,
    par_sheet,
    plain,
    plan,
    rules_line,
    wager_blocks,
)
from cutcard.wagers import depends_on_play
from cutcard.web.odds_desk.worker import Lane

Payload = dict[str, Any]
Rows = tuple[ReadingEdge, ...]
INSURANCE: Final = "insurance"


@dataclass(frozen=True, slots=True)
class LibraryJob:
    """One thing to compute."""

    kind: str
    document: str
    wager: str = MAIN
    variation: str = ""
    paytable: str = ""
    decks: int = 0
    options: tuple[tuple[str, OptionValue], ...] = ()
    meter: str = ""
    beside: str = ""
    """Another document, where two are compared."""

    def work(self) -> Any:
        """The job's result, from cached answers where there are any."""
        return WORK[self.kind](self)


def usual_decks(law: Document, wager: WagerLaw, paytable: str = "") -> int:
    """The document's usual number of decks, or the most that the wager may have."""
    permitted = permitted_decks(law, wager, paytable)
    usual = law.options["decks"].default
    if isinstance(usual, int) and usual in permitted:
        return usual
    return permitted[-1] if permitted else 0


def question_of(job: LibraryJob) -> Question:
    """The odds question that a job stands for; `OddsError` where the law does not permit it."""
    law = document(job.document)
    decks = job.decks or usual_decks(law, law.wager(job.wager), job.paytable)
    return question(
        job.document,
        job.wager,
        paytable=job.paytable or None,
        decks=decks or None,
        variation=job.variation or None,
        options=dict(job.options),
        unset_meters="zero",
    )


def by_play(law: WagerLaw) -> bool:
    """Whether the play of the main game decides a wager, so that variations matter to it."""
    return law.id in (MAIN, INSURANCE) or depends_on_play(law)


def choosable(law: Document, variation: str) -> list[OptionLaw]:
    """The options of the main game that players ask about first, where there is a choice."""
    laws = law.effective_options(variation or None)
    options = [laws[name] for name in RULES_LINE if name in laws and name != "decks"]
    return [each for each in options if not each.is_fixed and not each.kind and len(each.permitted) > 1]


def option_values(law: Document, variation: str, given: Mapping[str, str]) -> dict[str, OptionValue]:
    """A form's options as values of the law; `OddsError` for a value the option does not permit."""
    values: dict[str, OptionValue] = {}
    for option in choosable(law, variation):
        written = given.get(option.name, "")
        if not written or written == value_text(option.default):
            continue
        value = next((each for each in option.permitted if value_text(each) == written), None)
        if value is None:
            raise OddsError(f"{option.name}: no such value; choose one from the list")
        values[option.name] = value
    return values


def _facts(job: LibraryJob) -> Payload:
    """A wager's odds in full."""
    put = question_of(job)
    answer = odds.answered(put).answer
    return {**_line(answer), "blocks": _blocks(put, answer), **_plan(answer)}


def _quick(job: LibraryJob) -> Payload:
    """What a double says of the main game at once, in the form of the whole."""
    put = question_of(job)
    edge = odds.edge_of(put)
    return {
        "edge": edge.value,
        "edge_text": figures.percent(edge.value, 3),
        "hit": None,
        "hit_text": "…",
        "one_in": "",
        "favours": edge.value < 0 and put.offer.law.takes_stake,
        "paytable": put.offer.paytable.id,
        "decks": put.decks,
    }


def lane_of(law: WagerLaw) -> Lane:
    """Where its figures are computed: what the play decides takes its time."""
    return "exact" if by_play(law) else "quick"


def first_of(job: LibraryJob) -> LibraryJob | None:
    """The job whose result stands in for a wager's figures until they are there."""
    return replace(job, kind="quick") if job.kind == "facts" and job.wager == MAIN else None


def _line(answer: Answer) -> Payload:
    often = answer.hit_frequency
    return {
        "edge": float(answer.house_edge),
        "edge_text": figures.percent(answer.house_edge, 3),
        "hit": float(often) if often is not None else None,
        "hit_text": hit(answer),
        "one_in": figures.one_in(often) if often else "",
        "favours": favours_player(answer),
        "paytable": answer.paytable,
        "decks": answer.decks,
        "method": answer.method,
        "digest": answer.digest,
        "cite": answer.cite,
        "meters": [each.name for each in answer.meters],
        "break_even": [
            (each.name, figures.cents_amount(each.break_even_cents))
            for each in answer.meters
            if each.break_even_cents is not None
        ],
    }


def _blocks(put: Question, answer: Answer) -> list[Payload]:
    blocks = wager_blocks(WagerOdds(put.offer, put, answer), seats=put.seats)
    return [plain(each) for each in blocks][1:]


def _plan(answer: Answer) -> Payload:
    chart = chart_of(answer) if answer.wager == MAIN else None
    if chart is None:
        return {"plan": None}
    return {"plan": plan(chart), "plan_edge": figures.percent(-chart.value, 3)}


def _deck_questions(job: LibraryJob) -> list[Question]:
    law = document(job.document)
    wager = law.wager(job.wager)
    questions = []
    for table in edge_points.paytables(wager):
        for decks in permitted_decks(law, wager, table):
            try:
                questions.append(question_of(replace(job, paytable=table, decks=decks)))
            except OddsError:
                continue
    return questions


def _decks(job: LibraryJob) -> Generator[None, None, Payload]:
    """The edge by the number of decks, for every paytable."""
    questions = _deck_questions(job)
    yield from _one_by_one(questions, [f"{each.decks} decks" for each in questions])
    points = edge_points.decks_points(questions) if questions else []
    stake_line = edge_points.decks_stake_line(questions) if questions else ""
    return {"points": [(each.series, each.at, each.house_edge) for each in points], "stake": stake_line}


def _one_by_one(questions: Sequence[Question], names: Sequence[str]) -> Generator[None, None, None]:
    """Compute and cache every answer; a question without one is reported when it is asked next."""
    for done, (each, name) in enumerate(zip(questions, names, strict=True)):
        report_progress(name, done, len(questions))
        with suppress(OddsError):
            odds.answered(each)
        yield None


def _meter_name(job: LibraryJob) -> str:
    return analyser_digest("meter points", digest_of(question_of(job)), job.meter)


def _meter(job: LibraryJob) -> Payload:
    """The edge as a meter rises."""
    plotted = kept.read(_meter_name(job))
    if not isinstance(plotted, dict):
        put = question_of(job)
        points, marks = edge_points.meter_points(put, job.meter)
        plotted = {
            "points": [(each.series, each.at, each.house_edge) for each in points],
            "marks": [(each.words, each.at) for each in marks],
            "stake": edge_points.stake_line(put),
        }
        kept.write(_meter_name(job), plotted)
    return plotted


def _readings(job: LibraryJob) -> Generator[Rows, None, Rows]:
    """The edge under every reading of a document; yields the first ones as they are priced."""
    law = document(job.document)
    if (kept_rows := kept_edges(law)) is not None:
        return kept_rows
    priced: Rows = ()
    for rows in priced_readings(law):
        priced = (*priced, *rows)
        yield priced
    return reading_edges(job.document)


def _differences(job: LibraryJob) -> tuple[tuple[PricedChange, ...], MainEdges | None]:
    """What differs between two documents, with its edges, and those of their main games."""
    compared = compare_law(document(job.document), document(job.beside))
    return compared.priced, compared.main


def _chart_file(job: LibraryJob) -> bytes:
    put = question_of(job)
    answer = odds.answered(put).answer
    chart = chart_of(answer)
    if chart is None:
        raise OddsError("chart: the strategy of this variation does not fit one chart")
    title = f"Strategy: {document_title(put.rules)}"
    heading = reports.ChartHeading(title, rules_line(put.rules), answer.digest)
    return reports.chart_drawing.svg(chart, heading).encode()


WORK: Final[Mapping[str, Callable[[LibraryJob], Any]]] = {
    "facts": _facts,
    "quick": _quick,
    "decks": _decks,
    "meter": _meter,
    "readings": _readings,
    "differences": _differences,
    "chart": _chart_file,
}


FILES: Final = {"pdf": "application/pdf", "html": "text/html; charset=utf-8"}


@lru_cache(maxsize=16)
def _live(header: str) -> Live:
    return live_of(header)


def _sheet(header: str) -> Sheet:
    live = _live(header)
    return par_sheet(live.table.rules, operator=live.operator)


@dataclass(frozen=True, slots=True)
class TableSheet:
    """Every answer that a table's par sheet is made of."""

    header: str

    def work(self) -> Generator[None, None, dict[str, Any]]:
        """Computed wager by wager; a wager without odds is skipped, and the sheet says why."""
        rules = _live(self.header).table.rules
        for done, (name, offer) in enumerate(rules.offers.items()):
            report_progress(offer.law.title, done, len(rules.offers))
            with suppress(OddsError):
                odds.answered(table_question(rules, name, seats=boxes(rules)))
            yield None
        whole_sheet = _sheet(self.header)
        return {"digest": whole_sheet.digest, "wagers": len(whole_sheet.wagers)}


@dataclass(frozen=True, slots=True)
class SheetFile:
    """The sheet as a file."""

    header: str
    kind: Literal["pdf", "html"]

    def work(self) -> bytes:
        """The file's bytes, made from answers that are cached by now."""
        pages = sheet.pages(_sheet(self.header))
        if self.kind == "pdf":
            return sheet.sheet_pdf(pages)
        return sheet.sheet_html(pages).encode()
