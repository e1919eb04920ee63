"""Two documents, or two versions of one, side by side: what differs, and what it is worth."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query
from starlette.requests import Request
from starlette.responses import Response

from cutcard import reports
from cutcard.law import Document, document, is_document, shelf, shorten
from cutcard.reports import LawComparison
from cutcard.web.api.session import threads_of
from cutcard.web.library.jobs import LibraryJob
from cutcard.web.library.law import not_found
from cutcard.web.library.odds import replied
from cutcard.web.pages.frame import Context, is_installed

VersionName = Annotated[str, Query(max_length=100)]


async def differences(request: Request, a: VersionName = "", b: VersionName = "") -> Context | Response:
    """What differs between two documents; the edges come in as they are computed."""
    laws = _every_version()
    for name in (a, b):
        if name and not is_document(name):
            message = f"{shorten(name)}: not a document of this library"
            return not_found(request, message, ("/law/diff", "Choose two documents"))
    chosen = [document(name) if name else None for name in (a, b)]
    laws += [law for law in chosen if law is not None and not is_installed(law)]
    picked = ["" if law is None else law.digest for law in chosen]
    context: Context = {"laws": laws, "chosen": picked, "compared": None, "reply": None}
    before, after = chosen
    if before is None or after is None:
        return context
    compared = await threads_of(request).run(_compared, before, after)
    reply = None
    if compared.changes and is_installed(before) and is_installed(after):
        reply = await replied(request, LibraryJob("differences", before.name, beside=after.name))
        if reply.is_done:
            compared = LawComparison(compared.a, compared.b, *reply.value)
    return {
        **context,
        "compared": compared,
        "reply": reply,
        "titles": (
            reports.short_title(compared.a, compared.b),
            reports.short_title(compared.b, compared.a),
        ),
        "heads": tuple(reports.head_rows(compared)),
        "notes": reports.edge_notes,
        "definitions": reports.DEFINITIONS,
    }


def _every_version() -> list[Document]:
    """All documents of the library, each in all its versions, the newest first."""
    return [law for family in shelf().ids for law in reversed(shelf().versions(family))]


def _compared(a: Document, b: Document) -> LawComparison:
    """What differs, in words, without the edges."""
    compared = reports.compare_law(a, b, with_edges=False)
    assert compared.chapters is not None  # arranged here, and not while the page is rendered
    return compared
