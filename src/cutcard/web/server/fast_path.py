"""The straight way of a command that is in good order: past the framework, to the same functions.

What a house is asked most often is a command of somebody who is signed in. The framework would spend
more on finding its route than the table on carrying it out. Whatever cannot be read here goes the
ordinary way, untouched, and is told there what is wrong.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from typing import Final

from fastapi import FastAPI
from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from cutcard.client import Asking
from cutcard.floor.live import Answer
from cutcard.web.api.house import House
from cutcard.web.api.routes.tables import as_asked, check_asking, told
from cutcard.web.api.session import Caller, remembered
from cutcard.web.server.gate import (
    Header,
    Seen,
    check_origin,
    is_json,
    leaving,
    problem_seen,
    said_in,
)

PATH: Final = re.compile(r"/api/tables/([A-Za-z0-9-]{1,40})/commands")
ROUTE: Final = "/api/tables/{name}/commands"
_reader: Final[TypeAdapter[Asking]] = TypeAdapter(Asking)

Reply = Callable[[int, list[Header], bytes], None]
"""Sends a whole answer: its status, its headers and its body."""


class Route:
    """The route as the measures name it."""

    path: Final = ROUTE


class Straight:
    """The straight way into one application."""

    def __init__(self, app: FastAPI) -> None:
        """Into an application whose house is made."""
        house: House = app.state.house
        self._app = app
        self._house = house
        self._hosts = house.settings.hosts
        self._secure = house.settings.is_secure

    def wants(self, scope: Scope) -> bool:
        """Whether a request may go this way once its body is there."""
        if scope["method"] != "POST" or not PATH.fullmatch(scope["path"]):
            return False
        said = said_in(scope).get(b"content-length", b"")
        return said.isdigit() and len(said) < 7 and int(said) <= self._house.settings.largest_body

    def take(self, scope: Scope, body: bytes, reply: Reply) -> bool:
        """Ask for a command, and reply when it is durable; false: it must go the ordinary way."""
        headers = said_in(scope)
        scope["app"] = self._app
        request = Request(scope)
        try:
            check_origin(headers, scope["path"], self._house.settings, self._hosts)
            who = remembered(request) if is_json(headers) else None
            asked = None if who is None else _reader.validate_python(json.loads(body))
        except Exception:  # told, and where it is a fault written down, on the ordinary way
            return False
        if who is None or asked is None or asked.signatures:
            return False
        found = PATH.fullmatch(scope["path"])
        assert found is not None
        if not self._house.floor.serves(found[1]):
            return False
        scope["route"] = Route
        self._ask(request, found[1], who, asked, _Replying(self._house, Seen(scope), reply))
        return True

    def _ask(self, request: Request, name: str, who: Caller, asked: Asking, replying: _Replying) -> None:
        replying.secure, replying.where = self._secure, f"tables/{name}"
        try:
            check_asking(request, name, who, asked)
            self._house.floor.ask(name, as_asked(who, asked), replying.done)
        except Exception as error:
            replying.done(error)


class _Replying:
    """One command under way."""

    __slots__ = ("_house", "_reply", "_seen", "secure", "where")

    def __init__(self, house: House, seen: Seen, reply: Reply) -> None:
        self._house = house
        self._seen = seen
        self._reply = reply
        self.secure = False
        self.where = ""

    def done(self, answer: Answer | Exception) -> None:
        """What became of it."""
        seen = self._seen
        response = self._response(answer)
        seen.status = response.status_code
        headers = leaving(response.raw_headers, seen.name, secure=self.secure)
        self._reply(seen.status, headers, bytes(response.body))
        seen.note(self._house.measures, level=logging.DEBUG if seen.status == 200 else logging.INFO)

    def _response(self, answer: Answer | Exception) -> Response:
        if isinstance(answer, Exception):
            return problem_seen(answer, self._seen).response()
        try:
            return told(self._house, answer, where=self.where)
        except Exception as error:
            return problem_seen(error, self._seen).response()
