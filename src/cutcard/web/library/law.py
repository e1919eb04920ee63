"""The law browser: the documents in our words, with what proves them and how they are read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final
from urllib.parse import quote, urlencode

from fastapi import BackgroundTasks, Path, Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from cutcard.law import (
    Document,
    Requirement,
    Row,
    choices,
    default_text,
    document,
    document_ids,
    documents,
    is_document,
    shorten,
    value_text,
)
from cutcard.law.proofs import standing
from cutcard.money import NOTHING
from cutcard.odds import ReadingEdge, kept_edges
from cutcard.reports import percent
from cutcard.rules import Line
from cutcard.table import outcomes_of, spot_of
from cutcard.web.api.session import threads_of
from cutcard.web.library.book import ID, BookPart, BookPlace, LawBook, book, owner_of
from cutcard.web.library.proofs import Proofs, proofs
from cutcard.web.pages.frame import Context, Page, reference, render, viewer
from cutcard.wording import MET_BY, STATUS, outcome_label, wager_name

DocumentName = Annotated[str, Path(max_length=60)]
Words = Annotated[str, Query(max_length=200)]
NOT_FOUND: Final = Page(template="library_problem.html", title="Not found", script="library")
MOST_WORDS: Final = 100
MOST_NAMED: Final = 12
"""Cases that are named of a requirement; the rest is counted."""


@dataclass(frozen=True)
class SearchResult:
    """A search result: a place, and its text in pieces with the search words marked."""

    document: str
    place: BookPlace
    says: tuple[tuple[str, bool], ...]


@dataclass(frozen=True)
class Shelf:
    """What the pages of a document are rendered with."""

    book: LawBook
    proofs: Proofs
    priced: tuple[ReadingEdge, ...] | None

    @property
    def law(self) -> Document:
        """The document."""
        return self.book.law

    def stands(self, requirement: Requirement) -> str:
        """How a requirement stands: proven, waiting, on the checklist, or unproven."""
        proven = frozenset(self.proofs.by_id)
        return str(standing(requirement, proven))

    def all_stand(self, part: BookPart) -> set[str]:
        """Every way in which the requirements of a division stand."""
        return {self.stands(each) for each in part.requirements}

    def prices(self, reading: str) -> list[ReadingEdge]:
        """What each value of a reading's options does to an edge, as far as it was computed."""
        return [each for each in self.priced or () if each.reading == reading and each.wager]


@dataclass(frozen=True)
class Cause:
    """What a provision was cited for: a wager of the document, and the rows of its prices."""

    wager: str
    outcomes: frozenset[str]
    says: str
    link: Mapping[str, str]
    """The query parameters that carry it in an address."""

    def means(self, wager: str, row: Row) -> bool:
        """Whether a row at the citation is what it was cited for."""
        return wager == self.wager and (not self.outcomes or row.outcome in self.outcomes)


def cause_of(law: Document, wager: str, outcome: str) -> Cause | None:
    """The wager and outcome in a settlement line's link; None where the document has no such wager.

    An outcome that no row has is dropped: a page repeats no text that comes from an address alone.
    """
    line = Line(0, None, wager, outcome, NOTHING, "", NOTHING, "")
    of = spot_of(line)[0]
    if of not in law.wager_ids:
        return None
    rows = {row.outcome for table in law.wager(of).paytables for row in table.rows}
    outcomes = outcomes_of(line) & rows
    says = f"{wager_name(wager)} · {outcome_label(outcome)}" if outcomes else wager_name(wager)
    return Cause(of, outcomes, says, {"wager": wager, "outcome": outcome})


def shelf(name: str) -> Shelf:
    """All that is known of a document; refused where there is none."""
    law_book = book(name)
    assert law_book.places
    return Shelf(law_book, proofs(), kept_edges(law_book.law))


def at(law: str, place: BookPlace) -> str:
    """Where something is opened."""
    return f"/law/{law}?part={place.part}#{quote(place.anchor)}"


def searched(words: str) -> list[SearchResult]:
    """The places in all documents that contain the words."""
    results = []
    for name in document_ids():
        for place in book(name).search(words):
            results.append(SearchResult(name, place, apart(place.says, words)))
    return results[: 4 * MOST_WORDS]


def apart(says: str, words: str) -> tuple[tuple[str, bool], ...]:
    """A text in pieces, and whether each is one of the search words."""
    wanted = sorted({re.escape(each) for each in words.split()}, key=len, reverse=True)
    if not wanted:
        return ((says, False),)
    pieces = re.split(f"({'|'.join(wanted)})", says, flags=re.IGNORECASE)
    return tuple((each, bool(place % 2)) for place, each in enumerate(pieces) if each)


def not_found(request: Request, message: str, back: tuple[str, str]) -> Response:
    """A page that says in one line what is wrong, and has the way out."""
    return render(NOT_FOUND, request, viewer(request), status_code=404, message=message, back=back)


async def shelves(request: Request, tasks: BackgroundTasks, q: Words = "") -> Context:
    """The documents, and a search through all of them; the proofs are read afterwards."""
    tasks.add_task(proofs)
    threads = threads_of(request)
    words = " ".join(q.split())[:MOST_WORDS]
    results = await threads.run(searched, words) if words else []
    laws = [] if words else [await threads.run(_loaded, name) for name in document_ids()]
    return {"laws": laws, "words": words, "found": results, "at": at}


def _loaded(name: str) -> Document:
    """A document with the parts that a list shows already loaded."""
    law = document(name)
    for part in ("requirements", "readings", "options", "wager_ids"):
        getattr(law, part)
    return law


async def law(
    request: Request,
    name: DocumentName,
    part: Words = "",
    cite: Words = "",
    q: Words = "",
    wager: Words = "",
    outcome: Words = "",
) -> Context | Response:
    """One document: its contents, or one division; a citation opens where it stands."""
    if not is_document(name):
        message = f"{shorten(name)}: not a document of this library"
        return not_found(request, message, ("/law", "All documents"))
    if q:
        return RedirectResponse(f"/law?{urlencode({'q': q})}", 303)
    law_shelf = await threads_of(request).run(shelf, name)
    cause = cause_of(law_shelf.law, wager, outcome) if cite else None
    if cite and not part:
        return _opened(request, law_shelf, cite, cause)
    chosen = _part(law_shelf.book, part)
    if part and chosen is None:
        message = f"{shorten(part)}: not a division of this document"
        return not_found(request, message, (f"/law/{name}", "Its contents"))
    context = {"shelf": law_shelf, "part": chosen, "cite": cite, "cause": cause, **words_of(law_shelf)}
    context["cited"] = None if chosen is None or not cite else _elsewhere(law_shelf.book, chosen, cite)
    return context


def words_of(law_shelf: Shelf) -> dict[str, Any]:
    """The functions and values that templates use to show the law."""
    return {
        "choices": choices,
        "met_by": MET_BY,
        "status": STATUS,
        "value_text": value_text,
        "default_text": default_text,
        "percent": percent,
        "most_named": MOST_NAMED,
        "at": at,
        "titles": {law.id: law.title for law in documents()},
        "wagers": set(law_shelf.law.wager_ids),
        "in_force": in_force(law_shelf.law),
    }


def in_force(law: Document) -> Document | None:
    """The document that the id of one means now; None where none of that id is installed."""
    return document(law.id) if is_document(law.id) else None


def _part(law_book: LawBook, part: str) -> BookPart | None:
    number = int(part) if part.isascii() and part.isdigit() and len(part) < 4 else 0
    return law_book.parts[number - 1] if 1 <= number <= len(law_book.parts) else None


def _elsewhere(law_book: LawBook, shown: BookPart, cite: str) -> BookPart | None:
    """The division that a citation names, where what it stands for is shown in another one."""
    home = law_book.home(cite)
    return home if home.cite and home.number != shown.number else None


def _opened(request: Request, law_shelf: Shelf, cite: str, cause: Cause | None) -> Response:
    """Where a citation stands, in this document or in the one that its id belongs to."""
    name = reference(law_shelf.law)
    places = law_shelf.book.at(cite, "" if cause is None else cause.wager)
    if not places and (named := ID.search(cite.upper())):
        owner = owner_of(named[0])
        if owner not in (None, law_shelf.law.id):
            return RedirectResponse(f"/law/{owner}?{urlencode({'cite': cite})}", 303)
    if not places:
        message = f"{shorten(cite)}: this document has nothing there; try a search"
        return not_found(request, message, (f"/law/{name}", "Its contents"))
    first = places[0]
    query = urlencode({"part": first.part, "cite": cite, **(cause.link if cause else {})})
    return RedirectResponse(f"/law/{name}?{query}#{quote(first.anchor)}", 303)
