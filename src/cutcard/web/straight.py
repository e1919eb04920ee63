"""The straight way of a command that is in good order: past the framework, to the same route.

What a house is asked most often is a command of somebody who is signed in. The framework would spend
more on finding its route than the table on carrying it out. Whatever is not in order goes the ordinary
way, untouched, and is told there what is wrong.
"""

from __future__ import annotations

import json
import re
from typing import Final

from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from cutcard.web.models import Asking
from cutcard.web.signed_in import remembered
from cutcard.web.table_routes import carried_out

PATH: Final = re.compile(r"/api/tables/([A-Za-z0-9-]{1,40})/commands")
ROUTE: Final = "/api/tables/{name}/commands"
_reader: Final[TypeAdapter[Asking]] = TypeAdapter(Asking)


class Route:
    """The route as the measures name it."""

    path: Final = ROUTE


async def straight(scope: Scope, body: bytes) -> Response | None:
    """The answer to a command in good order; None where the ordinary way is to be taken."""
    found = PATH.fullmatch(scope["path"]) if scope["method"] == "POST" else None
    if found is None:
        return None
    request = Request(scope)
    who = remembered(request)
    if who is None:
        return None
    try:
        asked = _reader.validate_python(json.loads(body))
    except (ValueError, RecursionError):
        return None
    scope["route"] = Route
    return await carried_out(request, found[1], who, asked)
