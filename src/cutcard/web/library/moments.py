"""A document's matrix: each act and irregularity against each moment of a round."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from cutcard.law import KINDS, is_document, shorten
from cutcard.web.api.session import threads_of
from cutcard.web.library.law import DocumentName, in_force, not_found, shelf
from cutcard.web.pages.frame import Context

STANCES = {
    "ordered": "The text says what is done then; the sessions named show it.",
    "impossible": "It cannot happen then, for the reason given; the table refuses it.",
    "silent": "The text says nothing of it; the reading named fills the gap.",
}


async def moments(request: Request, name: DocumentName) -> Context | Response:
    """What a document orders of each act at each moment."""
    if not is_document(name):
        message = f"{shorten(name)}: not a document of this library"
        return not_found(request, message, ("/law", "All documents"))
    found = await threads_of(request).run(shelf, name)
    return {
        "shelf": found,
        "matrix": found.law.matrix,
        "stances": STANCES,
        "kinds": KINDS,
        "in_force": in_force(found.law),
    }
