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
        found: Result = TypeAdapter(self.result).validate_json(content or b"null")
        return found


def new_key() -> str:
    """A key that no other command has."""
    return secrets.token_hex(16)


def _said(**fields: object) -> Plain:
    return {key: each for key, each in fields.items() if each is not None}


def sign_in(name: str, password: str, code: str = "") -> ClientCall[m.Began]:
    """A session; not sent again by itself, since a code is used once."""
    body = {"name": name, "password": password, "code": code}
    return ClientCall("POST", "/api/session", m.Began, body, again=False)


def sign_in_by_link(link: str) -> ClientCall[m.Began]:
    """A session by a one-time link."""
    return ClientCall("POST", "/api/session", m.Began, {"link": link}, again=False)


def prove(password: str = "", code: str = "") -> ClientCall[m.Me]:
    """A proof of who one is, once more."""
    return ClientCall(
        "POST", "/api/session/again", m.Me, {"password": password, "code": code}, again=False
    )


def sign_out() -> ClientCall[None]:
    """The end of the session."""
    return ClientCall("DELETE", "/api/session", None, again=False)


def enrol(link: str, password: str) -> ClientCall[m.EnrolledPerson]:
    """A password chosen by a link."""
    return ClientCall(
        "POST", "/api/enrolment", m.EnrolledPerson, {"link": link, "password": password}, again=False
    )


def me() -> ClientCall[m.Me]:
    """Who is signed in."""
    return ClientCall("GET", "/api/me", m.Me)


def tables() -> ClientCall[m.TableList]:
    """Every table."""
    return ClientCall("GET", "/api/tables", m.TableList)


def table(name: str) -> ClientCall[Plain]:
    """A table as one may see it."""
    return ClientCall("GET", f"/api/tables/{quote(name, safe='')}", Plain)


def command(
    name: str,
    said: Mapping[str, Any],
    *,
    key: str = "",
    expected: int | None = None,
    signatures: Sequence[str] = (),
) -> ClientCall[m.Done]:
    """A command to a table."""
    body = _said(key=key or new_key(), expected=expected, command=dict(said))
    if signatures:
        body["signatures"] = list(signatures)
    return ClientCall("POST", f"/api/tables/{quote(name, safe='')}/commands", m.Done, body)


def sign(name: str, said: Mapping[str, Any], *, asker: str, key: str) -> ClientCall[m.Signature]:
    """A signature under a command that another asks under this key."""
    body = {"asker": asker, "key": key, "command": dict(said)}
    return ClientCall("POST", f"/api/tables/{quote(name, safe='')}/signatures", m.Signature, body)


def played(name: str, number: int) -> ClientCall[m.RoundView]:
    """A round of a table."""
    return ClientCall("GET", f"/api/tables/{quote(name, safe='')}/rounds/{number}", m.RoundView)


def meters() -> ClientCall[m.MeterList]:
    """Every meter."""
    return ClientCall("GET", "/api/meters", m.MeterList)


def meter(name: str) -> ClientCall[Plain]:
    """A meter as one's role sees it."""
    return ClientCall("GET", f"/api/meters/{quote(name, safe='')}", Plain)


def meter_command(
    name: str, said: Mapping[str, Any], *, key: str = "", expected: int | None = None
) -> ClientCall[m.Done]:
    """A command to a meter."""
    body = _said(key=key or new_key(), expected=expected, command=dict(said))
    return ClientCall("POST", f"/api/meters/{quote(name, safe='')}/commands", m.Done, body)


def cage_command(said: Mapping[str, Any], *, key: str = "") -> ClientCall[m.CageDone]:
    """A deposit or a withdrawal."""
    body = {"key": key or new_key(), "command": dict(said)}
    return ClientCall("POST", "/api/cage/commands", m.CageDone, body)


def people() -> ClientCall[m.PeopleList]:
    """Everybody."""
    return ClientCall("GET", "/api/people", m.PeopleList)


def add_person(name: str, role: str) -> ClientCall[m.PersonLine]:
    """Somebody new, with a link to enrol by."""
    return ClientCall("POST", "/api/people", m.PersonLine, {"name": name, "role": role}, again=False)


def change_person(
    name: str, *, role: str | None = None, state: str | None = None, link: str | None = None
) -> ClientCall[m.PersonLine]:
    """One change about somebody."""
    body = _said(role=role, state=state, link=link)
    return ClientCall("POST", f"/api/people/{quote(name, safe='')}", m.PersonLine, body, again=False)


def streams() -> ClientCall[m.Streams]:
    """Every stream of the store."""
    return ClientCall("GET", "/api/audit/streams", m.Streams)


def stream_events(stream: str, *, after: int = 0, limit: int = 100) -> ClientCall[m.StoredLines]:
    """Some events of a stream."""
    params = {"after": after, "limit": limit}
    return ClientCall(
        "GET", f"/api/audit/streams/{quote(stream, safe=':@')}", m.StoredLines, params=params
    )


def balances() -> ClientCall[m.Balances]:
    """Every account."""
    return ClientCall("GET", "/api/audit/balances", m.Balances)
