"""Every request of the API as a value: what is sent, and what comes back. `Client.do` sends one.

Commands have a key of their own from the start, so that each may be tried again and happens once.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar
from urllib.parse import quote

from pydantic import TypeAdapter

from cutcard.client import models as m

Result = TypeVar("Result")
Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ClientCall(Generic[Result]):
    """One request."""

    method: Literal["GET", "POST", "DELETE"]
    path: str
    result: Any
    """What the answer is read as."""
    body: Mapping[str, Any] | None = None
    params: Mapping[str, str | int] = field(default_factory=dict)
    again: bool = True
    """Whether it may be sent again when nobody knows what became of it."""

    def read(self, content: bytes) -> Result:
        """The answer."""
        result: Result = TypeAdapter(self.result).validate_json(content or b"null")
        return result


def new_key() -> str:
    """A key that no other command has."""
    return secrets.token_hex(16)


def _given(**fields: object) -> Plain:
    return {key: each for key, each in fields.items() if each is not None}


def _get(path: str, result: Any, **params: int) -> ClientCall[Any]:
    return ClientCall("GET", path, result, params=params)


def _post(path: str, result: Any, body: Plain, *, again: bool = False) -> ClientCall[Any]:
    return ClientCall("POST", path, result, body, again=again)


def _table(name: str) -> str:
    return f"/api/tables/{quote(name, safe='')}"


def _meter(name: str) -> str:
    return f"/api/meters/{quote(name, safe='')}"


def sign_in(name: str, password: str, code: str = "") -> ClientCall[m.Began]:
    """A session; not sent again by itself, since a code is used once."""
    return _post("/api/session", m.Began, {"name": name, "password": password, "code": code})


def sign_in_by_link(link: str) -> ClientCall[m.Began]:
    """A session by a one-time link."""
    return _post("/api/session", m.Began, {"link": link})


def prove(password: str = "", code: str = "") -> ClientCall[m.Me]:
    """A proof of who one is, once more."""
    return _post("/api/session/again", m.Me, {"password": password, "code": code})


def sign_out() -> ClientCall[None]:
    """The end of the session."""
    return ClientCall("DELETE", "/api/session", None, again=False)


def enrol(link: str, password: str, *, word: str = "") -> ClientCall[m.EnrolledPerson]:
    """A password chosen by a link, with the word of the other where two made it."""
    body = {"link": link, "password": password, "word": word}
    return _post("/api/enrolment", m.EnrolledPerson, body)


def me() -> ClientCall[m.Me]:
    """Who is signed in."""
    return _get("/api/me", m.Me)


def tables() -> ClientCall[m.TableList]:
    """Every table."""
    return _get("/api/tables", m.TableList)


def table(name: str) -> ClientCall[Plain]:
    """A table as one may see it."""
    return _get(_table(name), Plain)


def command(
    name: str,
    body: Mapping[str, Any],
    *,
    key: str = "",
    expected: int | None = None,
    signatures: Sequence[str] = (),
) -> ClientCall[m.Done]:
    """A command to a table."""
    request = _given(key=key or new_key(), expected=expected, command=dict(body))
    if signatures:
        request["signatures"] = list(signatures)
    return _post(f"{_table(name)}/commands", m.Done, request, again=True)


def sign(name: str, body: Mapping[str, Any], *, asker: str, key: str) -> ClientCall[m.Signature]:
    """A signature under a command that another asks under this key."""
    request = {"asker": asker, "key": key, "command": dict(body)}
    return _post(f"{_table(name)}/signatures", m.Signature, request, again=True)


def played(name: str, number: int) -> ClientCall[m.RoundView]:
    """A round of a table."""
    return _get(f"{_table(name)}/rounds/{number}", m.RoundView)


def meters() -> ClientCall[m.MeterList]:
    """Every meter."""
    return _get("/api/meters", m.MeterList)


def meter(name: str) -> ClientCall[Plain]:
    """A meter as one's role sees it."""
    return _get(_meter(name), Plain)


def meter_command(
    name: str, body: Mapping[str, Any], *, key: str = "", expected: int | None = None
) -> ClientCall[m.Done | m.Waiting]:
    """A command to a meter."""
    request = _given(key=key or new_key(), expected=expected, command=dict(body))
    return _post(f"{_meter(name)}/commands", m.Done | m.Waiting, request, again=True)


def cage_command(body: Mapping[str, Any], *, key: str = "") -> ClientCall[m.CageDone | m.Waiting]:
    """A deposit or a withdrawal."""
    request = {"key": key or new_key(), "command": dict(body)}
    return _post("/api/cage/commands", m.CageDone | m.Waiting, request, again=True)


def controls() -> ClientCall[m.ControlLines]:
    """What every act needs."""
    return _get("/api/controls", m.ControlLines)


def change_controls(body: Mapping[str, Any], *, key: str = "") -> ClientCall[m.Waiting]:
    """A change of what an act needs; it waits for somebody in another role."""
    request = {"key": key or new_key(), "command": dict(body)}
    return _post("/api/controls", m.Waiting, request, again=True)


def sign_waiting(number: int) -> ClientCall[Plain]:
    """A signature under what waits, or a player's word that it is right."""
    return _post(f"/api/signing/{number}", Plain, {})


def people() -> ClientCall[m.PeopleList]:
    """Everybody."""
    return _get("/api/people", m.PeopleList)


def add_person(name: str, role: str) -> ClientCall[m.PersonLine | m.Waiting]:
    """Somebody new, with a link to enrol by; for staff another must sign it."""
    return _post("/api/people", m.PersonLine | m.Waiting, {"name": name, "role": role})


def change_person(
    name: str, *, role: str | None = None, state: str | None = None, link: str | None = None
) -> ClientCall[m.PersonLine | m.Waiting]:
    """One change about somebody."""
    body = _given(role=role, state=state, link=link)
    return _post(f"/api/people/{quote(name, safe='')}", m.PersonLine | m.Waiting, body)


def streams() -> ClientCall[m.Streams]:
    """Every stream of the store."""
    return _get("/api/audit/streams", m.Streams)


def stream_events(stream: str, *, after: int = 0, limit: int = 100) -> ClientCall[m.StoredLines]:
    """Some events of a stream."""
    path = f"/api/audit/streams/{quote(stream, safe=':@')}"
    return _get(path, m.StoredLines, after=after, limit=limit)


def balances() -> ClientCall[m.Balances]:
    """Every account."""
    return _get("/api/audit/balances", m.Balances)
