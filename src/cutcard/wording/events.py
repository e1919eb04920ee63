"""What happened at a table: lines of the record as a person reads them, and events without a line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final

from cutcard.wording.prose import without_ids
from cutcard.wording.text import capitalized, spaced, with_card_faces, with_short_dollars

_DEVICE: Final = re.compile(r'^device (\S+) shows (".*")$')
_PHRASES: Final = (
    (re.compile(r"^table opens at \d+ with dealer (?:\"\"|(\S+))$"), r"table opens, dealer \1"),
    (re.compile(r"\b(received|inspected by [a-z]+(?: \S+)?) at \d+"), r"\1"),
    (re.compile(r"\bplayer (?=\S)"), ""),
    (re.compile(r"^settle "), "settled "),
    (re.compile(r" lose: "), " lost: "),
    (re.compile(r" (\d+) x "), r" \1 × "),
    (re.compile(r", dealer $"), ""),
)
"""What the record writes for programs -> what a person reads."""
EVENTS: Final[Mapping[str, str]] = {
    "bought_in": "{player} buys in for ${cents}",
    "cashed_out": "{player} cashes out ${cents}",
    "tipped": "{player} tips ${cents}",
    "filled": "fill of ${cents}",
    "credited": "credit of ${cents}",
    "counted": "{kind} count: ${cents}",
    "dropped": "drop box taken: ${cents}",
    "tips_taken": "dealers' tip box emptied: ${cents}",
    "jackpot_held": "jackpot {meter}: ${cents} held until it is verified",
    "dealing_changed": "the {hands} deals from now on",
}
"""Events beside the cards."""


def record_sentence(line: str) -> str:
    """A line of the record for people: ids in words, cards and dollars as they are usually written."""
    device = _DEVICE.match(line)
    if device:
        line = f"{device[1]} shows {_device_text(device[2])}"
    for pattern, words in _PHRASES:
        line = pattern.sub(words, line)
    return with_short_dollars(without_ids(with_card_faces(line)))


def event_sentence(event: Mapping[str, object]) -> str:
    """An event that has no line in the record of a table; only its public parts are named."""
    name = str(event["event"])
    if name == "card_dealt":
        return f"box {event['box']}: a card, face down" if event["box"] else "dealer: a card, face down"
    if name not in EVENTS:
        return event_label(name)
    signed = event.get("signed")
    both = f", signed by {' and '.join(map(str, signed))}" if isinstance(signed, list) and signed else ""
    return EVENTS[name].format(**event) + both


def event_label(event: str) -> str:
    """An event's name as a label: Order revealed."""
    return capitalized(spaced(event))


def _device_text(quoted: str) -> str:
    """What a device showed; where it is data, its fields."""
    try:
        text = json.loads(quoted)
        shown = json.loads(text) if str(text).startswith("{") else text
    except ValueError:
        return quoted
    if isinstance(shown, dict):
        return ", ".join(f"{spaced(str(key))} {value}" for key, value in shown.items())
    return str(shown)
