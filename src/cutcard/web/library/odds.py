"""The odds explorer: every wager of every document, what it costs, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final

from fastapi import Path, Query
from starlette.requests import Request
from starlette.responses import Response

from cutcard.floor.live import header_line
from cutcard.floor.people import Ask, may_ask
from cutcard.law import Document, WagerLaw, document, document_ids, is_document, shorten, value_text
from cutcard.odds import MAIN, OddsError, kept_edges, permitted_decks
from cutcard.reports import percent
from cutcard.web.api.house import HouseParts
from cutcard.web.api.routes.tables import check_table
from cutcard.web.api.session import Caller, house_of, threads_of
from cutcard.web.library import jobs, line_plots as drawing
from cutcard.web.library.jobs import FILES, LibraryJob, SheetFile, TableSheet
from cutcard.web.library.law import not_found
from cutcard.web.library.reading_prices import prices
from cutcard.web.odds_desk.desk import LATER, NOW, SOON, OddsDesk, Reply, desk_of, patient
from cutcard.web.odds_desk.worker import OddsJob as Reckoned
from cutcard.web.pages.frame import (
    Context,
    document_title,
    is_installed,
    reference,
    table_title_of,
    viewer,
)
from cutcard.web.server.errors import Problem
from cutcard.wording import meter_name

Word = Annotated[str, Path(max_length=60)]
QueryText = Annotated[str, Query(max_length=100)]
KINDS: Final = {"": "all", "main": "main game", "side": "side wagers", "progressive": "progressive"}
SORTS: Final = {"": "document", "edge": "house edge", "hit": "hit frequency", "name": "name"}
WAIT_SECONDS: Final = 25.0


@dataclass(frozen=True)
class ListedWager:
    """One line of the list: a wager, and its odds as far as they are known."""

    law: Document
    wager: WagerLaw
    reply: Reply

    @property
    def value(self) -> Mapping[str, Any]:
        """Its figures as far as they are known; empty until the first of them are."""
        return self.reply.value or {}

    @property
    def kind(self) -> str:
        """As the filter calls it."""
        return "main" if self.wager.id == MAIN else "progressive" if self.wager.meters else "side"


def listed(desk: OddsDesk, name: str) -> list[ListedWager]:
    """Every wager of a document with its usual paytable and decks."""
    law = document(name)
    wagers = []
    for each in law.wager_ids:
        wager = law.wager(each)
        urgency = LATER + jobs.by_play(wager)
        job = LibraryJob("facts", name, each)
        reply = desk.ask(job, urgency=urgency, lane=jobs.lane_of(wager), first=jobs.first_of(job))
        wagers.append(ListedWager(law, wager, reply))
    return wagers


def _fits(each: ListedWager, kind: str, words: str, favours: str) -> bool:
    text = f"{each.wager.title} {each.wager.id} {each.wager.about}".lower()
    return (
        kind in ("", each.kind)
        and all(word in text for word in words.lower().split())
        and (not favours or bool(each.value.get("favours")))
    )


def _sorted(lines: list[ListedWager], sort: str) -> list[ListedWager]:
    if sort == "name":
        return sorted(lines, key=lambda each: each.wager.title.lower())
    if sort in ("edge", "hit"):
        far = float("inf")

        def key(each: ListedWager) -> float:
            figure = each.value.get(sort)
            return far if figure is None else (-float(figure) if sort == "hit" else float(figure))

        return sorted(lines, key=key)
    return lines


async def odds(
    request: Request,
    document: QueryText = "",
    kind: QueryText = "",
    sort: QueryText = "",
    q: QueryText = "",
    favours: QueryText = "",
) -> Context | Response:
    """Every wager, filtered and sorted as asked."""
    for value, have, what in (
        (document, ("", *document_ids()), "document"),
        (kind, KINDS, "kind"),
        (sort, SORTS, "order"),
    ):
        if value not in have:
            message = f"{shorten(value)}: no such {what}; choose one from the list"
            return not_found(request, message, ("/odds", "All wagers"))
    threads, desk = threads_of(request), desk_of(request)
    shown = (document,) if document else document_ids()

    async def look() -> list[ListedWager]:
        return [each for name in shown for each in await threads.run(listed, desk, name)]

    every = await patient(
        look, lambda wagers: any(each.reply.is_waiting for each in wagers), desk.patience
    )
    lines = _sorted([each for each in every if _fits(each, kind, q, favours)], sort)
    chosen = {"document": document, "kind": kind, "sort": sort, "q": q, "favours": favours}
    waiting = sum(each.reply.is_waiting for each in every)
    names = {each: document_title(each) for each in document_ids()}
    return {
        "lines": lines,
        "chosen": chosen,
        "kinds": KINDS,
        "sorts": SORTS,
        "names": names,
        "waiting": waiting,
        "of": len(every),
        "sheets": _sheets(house_of(request), viewer(request)),
    }


def _sheets(house: HouseParts, who: Caller) -> list[tuple[str, str]]:
    """The tables of the house that somebody may see, by what they are called."""
    if not may_ask(who.role, Ask.SEE_TABLES):
        return []
    return sorted(
        ((name, table_title_of(house, name)) for name in house.floor.names), key=lambda each: each[1]
    )


async def priced(request: Request, name: Word) -> Context | Response:
    """What each reading of a document is worth."""
    if not is_document(name) or not is_installed(document(name)):
        return _no_document(request, name)
    reply = await replied(request, LibraryJob("readings", name))
    law = document(name)
    priced_readings = await threads_of(request).run(prices, law, reply.value or ())
    return {"law": law, "reply": reply, "prices": priced_readings}


async def replied(
    request: Request, job: Reckoned, seconds: float | None = None, **ask_options: Any
) -> Reply:
    """The desk's reply to a job once it is done, or after `seconds`."""

    desk = desk_of(request)

    async def look() -> Reply:
        return desk.ask(job, **ask_options)

    return await patient(
        look, lambda reply: reply.is_waiting, desk.patience if seconds is None else seconds
    )


async def sheet(request: Request, table: Word) -> Context | Response:
    """The par sheet of a table of the house: how far it is, and where it lies; or its file."""
    name, _, kind = table.partition(".")
    house = house_of(request)
    if kind not in ("", *FILES) or not await _is_here(request, name):
        message = f"{shorten(table)}: no such par sheet; see the list"
        return not_found(request, message, ("/odds", "All wagers"))
    header = header_line(house.floor.live(name), carried=True)
    reply = await replied(request, TableSheet(header))
    if kind and reply.is_done:
        wanted = SheetFile(header, "pdf" if kind == "pdf" else "html")
        file_reply = await replied(request, wanted, WAIT_SECONDS, urgency=NOW)
        if file_reply.is_done:
            return _file(file_reply.value, f"par-sheet-{name}.{kind}", FILES[kind])
        reply = file_reply
    title = table_title_of(house, name)
    return {"name": name, "title": title, "reply": reply}


async def _is_here(request: Request, table: str) -> bool:
    try:
        await check_table(request, table)
    except Problem:
        return False
    return True


def _file(content: bytes, name: str, kind: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=headers, media_type=kind)


def _no_document(request: Request, name: str) -> Response:
    message = f"{shorten(name)}: not a document of this house; there are five"
    return not_found(request, message, ("/odds", "All wagers"))


@dataclass(frozen=True)
class Picture:
    """A plot of a wager, or what there is instead."""

    title: str
    reply: Reply
    plot: drawing.Plot | None = None


@dataclass(frozen=True)
class Studied:
    """All that the page of a wager shows."""

    law: Document
    wager: WagerLaw
    job: LibraryJob
    facts: Reply
    pictures: tuple[Picture, ...]
    problem: str = ""

    @property
    def is_waiting(self) -> bool:
        """Whether something of it is still being computed."""
        every = (self.facts, *(each.reply for each in self.pictures))
        return any(each.is_waiting for each in every)


def studied(desk: OddsDesk, name: str, wager: str, given: Mapping[str, str], by: str = "") -> Studied:
    """A wager with the options that a form chose; a choice that the law forbids becomes one message."""
    law = document(name)
    name, law_of_wager = reference(law), law.wager(wager)
    job = LibraryJob("facts", name, wager)
    try:
        job = chosen_job(law, law_of_wager, given)
        by = "" if job == LibraryJob("facts", name, wager) else by
        facts = desk.ask(job, by=by, lane=jobs.lane_of(law_of_wager), first=jobs.first_of(job))
    except OddsError as problem:
        return Studied(law, law_of_wager, job, Reply("none"), (), str(problem))
    if not facts.is_done:
        return Studied(law, law_of_wager, job, facts, (), "" if facts.is_waiting else facts.message)
    return Studied(
        law, law_of_wager, job, facts, tuple(_pictures(desk, law_of_wager, job, facts.value, by))
    )


def chosen_job(law: Document, wager: WagerLaw, given: Mapping[str, str]) -> LibraryJob:
    """The job that a form asks for; `OddsError` for a value that is not among its choices."""
    variation = given.get("variation", "")
    if variation and (variation not in law.variations or not jobs.by_play(wager)):
        raise OddsError(f"variation: no {shorten(variation)} here; choose one from the list")
    decks = given.get("decks", "")
    if decks and decks not in map(str, permitted_decks(law, wager)):
        raise OddsError(f"decks: {shorten(decks)} is not permitted; choose a number from the list")
    options = jobs.option_values(law, variation, given) if wager.id == MAIN else {}
    paytable = given.get("paytable", "")
    chosen = tuple(sorted(options.items()))
    job = LibraryJob("facts", reference(law), wager.id, variation, paytable, int(decks or 0), chosen)
    jobs.question_of(job)
    is_usual = job.decks == jobs.usual_decks(law, wager, paytable)
    return replace(job, decks=0) if is_usual else job


def _pictures(
    desk: OddsDesk, wager: WagerLaw, job: LibraryJob, facts: Mapping[str, Any], by: str
) -> list[Picture]:
    pictures = []
    plain = LibraryJob("decks", job.document, job.wager, job.variation, options=job.options)
    if len(permitted_decks(document(job.document), wager)) > 1:
        reply = desk.ask(plain, urgency=LATER if wager.id == MAIN else SOON, by=by)
        points = reply.value["points"] if reply.is_done else ()
        picture = drawing.by_decks(points) if points else None
        pictures.append(Picture("House edge by number of decks", reply, picture))
    for name in facts["meters"]:
        meter_job = LibraryJob(
            "meter", job.document, job.wager, job.variation, job.paytable, job.decks, meter=name
        )
        reply = desk.ask(meter_job, by=by)
        plotted = reply.value or {"points": (), "marks": ()}
        picture = drawing.by_meter(plotted["points"], plotted["marks"]) if plotted["points"] else None
        pictures.append(Picture(f"House edge as the meter {meter_name(name)} rises", reply, picture))
    return pictures


async def study(request: Request, name: Word, wager: Word) -> Context | Response:
    """One wager: its paytables, rows, plots and readings; a `.svg` is the main game's chart."""
    if not is_document(name) or not is_installed(document(name)):
        return _no_document(request, name)
    law, is_chart = document(name), wager == "chart.svg"
    if not is_chart and wager not in law.wager_ids:
        message = f"{shorten(wager)}: not a wager of this document; see the list"
        return not_found(request, message, (f"/odds?document={name}", "Its wagers"))
    given = {key: value[:100] for key, value in list(request.query_params.items())[:40]}
    if is_chart:
        return await _chart(request, law, given)
    by, desk, threads = viewer(request).session.digest, desk_of(request), threads_of(request)

    async def look() -> Studied:
        return await threads.run(studied, desk, name, wager, given, by)

    studied_wager = await patient(look, lambda seen: seen.facts.is_waiting, desk.patience)
    edges = await threads.run(kept_edges, law)
    priced_here = [each for each in edges or () if each.wager == wager]
    return {
        "it": studied_wager,
        "given": given,
        "priced": priced_here,
        "is_priced": edges is not None,
        "tables": _tables(studied_wager),
        "decks": permitted_decks(law, law.wager(wager)),
        "value_text": value_text,
        "percent": percent,
        "variations": _variations(studied_wager),
        "open": _open(studied_wager),
        "usual": jobs.usual_decks(law, law.wager(wager), studied_wager.job.paytable),
    }


def _tables(wager_study: Studied) -> list[str]:
    return list(
        dict.fromkeys(each.id for each in wager_study.wager.choosable or wager_study.wager.paytables)
    )


def _variations(wager_study: Studied) -> list[tuple[str, str]]:
    if not jobs.by_play(wager_study.wager):
        return []
    return [(each.id, each.title) for each in wager_study.law.variations.values()]


def _open(wager_study: Studied) -> list[Any]:
    return (
        jobs.choosable(wager_study.law, wager_study.job.variation)
        if wager_study.wager.id == MAIN
        else []
    )


async def _chart(request: Request, law: Document, given: Mapping[str, str]) -> Response:
    try:
        job = chosen_job(law, law.wager(MAIN), given)
    except OddsError as problem:
        return not_found(request, str(problem), (f"/odds/{reference(law)}/{MAIN}", "The main game"))
    chart_job = LibraryJob(
        "chart", job.document, MAIN, job.variation, job.paytable, job.decks, job.options
    )
    reply = await replied(
        request, chart_job, WAIT_SECONDS, urgency=NOW, by=viewer(request).session.digest
    )
    if reply.is_done:
        return _file(reply.value, f"strategy-{law.id}.svg", "image/svg+xml")
    waiting = "chart: being computed; try again in a moment"
    message = waiting if reply.is_waiting else reply.message
    return not_found(request, message, (f"/odds/{reference(law)}/{MAIN}", "The main game"))
