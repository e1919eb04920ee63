"""What two houses send each other, signed by the sender's keys and bound to its reader."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cutcard.floor.keys import HouseKeys, PublicKeys
from cutcard.floor.links.events import News
from cutcard.floor.store import EventCodec
from cutcard.law import shown
from cutcard.table.record import Malformed, line_of, plain_of

MARK: Final = "cutcard link 1"
MOST_TICKETS: Final = 200
"""Tickets in one message; the rest goes with the next."""
LONGEST_ENVELOPE: Final = 4_000_000
FIELDS: Final = ("sender", "reader", "meter", "message", "signature")


class LinkProblem(ValueError):  # noqa: N818 - it says what is wrong with a message
    """A message between houses that is not taken, and why."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """What a house has in its outbox, and how far it has read the log."""

    house: str
    tickets: tuple[tuple[int, str], ...]
    """The oldest that the home has not taken yet, in order."""
    sent: int
    """How many tickets the house has given out."""
    position: int
    asked_at: int
    """By the house's own clock; the answer repeats it."""


Message = Outgoing | News
_codec: Final = EventCodec[Message](Message, "a link's exchange")


def sealed_envelope(
    keys: HouseKeys, sender: str, reader: str, meter: str, message: Message
) -> dict[str, str]:
    """A message as it is sent."""
    body = _codec.line(message)
    signature = keys.sign(_signed(sender, reader, meter, body))
    return dict(zip(FIELDS, (sender, reader, meter, body, signature), strict=True))


def open_envelope(
    text: str | bytes, reader: str, peers: Mapping[str, PublicKeys]
) -> tuple[str, str, Message]:
    """Sender, meter and message of an envelope; `LinkProblem` where a peer did not sign it for us."""
    if len(text) > LONGEST_ENVELOPE:
        raise LinkProblem(f"message: more than {LONGEST_ENVELOPE} bytes")
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError):
        raise LinkProblem("message: not JSON") from None
    if type(plain) is not dict or sorted(plain) != sorted(FIELDS):
        raise LinkProblem(f"message: must have {', '.join(FIELDS)}, and nothing else")
    if not all(type(each) is str for each in plain.values()):
        raise LinkProblem("message: every field is a text")
    sender, named, meter, body, signature = (plain[field] for field in FIELDS)
    if named != reader:
        raise LinkProblem(f"reader: {shown(named)}; this is {reader}")
    keys = peers.get(sender)
    if keys is None or not keys.is_signed(signature, _signed(sender, reader, meter, body)):
        raise LinkProblem(f"sender: {shown(sender)}: not a house of this link, or not signed by it")
    try:
        message = _codec.event(plain_of(body))
    except Malformed as problem:
        raise LinkProblem(f"message: {problem}") from None
    if message.house != (sender if isinstance(message, Outgoing) else reader):
        raise LinkProblem(f"house: {shown(message.house)}: not whom this exchange is with")
    return sender, meter, message


def _signed(sender: str, reader: str, meter: str, body: str) -> str:
    """The text that is signed: one line of JSON, so that no part can pass for another."""
    return line_of({MARK: [sender, reader, meter, body]})
