"""The door: at a demonstration what this is and what one can do here; at a live floor the sign-in."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

from cutcard.law import document, document_ids
from cutcard.web.api.session import house_of
from cutcard.web.pages.frame import Context

OWN: Final = "house-rules"
"""The document of rules that nobody wrote: what tables elsewhere play."""


async def door(request: Request) -> Context:
    """What stands at the door; only a demonstration says how much there is behind it."""
    house = house_of(request)
    if not house.people.limits.demonstration:
        return {}
    laws = [document(name) for name in document_ids() if name != OWN]
    wagers = {wager for law in laws for wager in law.wager_ids}
    return {"tables": len(house.floor.names), "documents": len(laws), "wagers": len(wagers)}
