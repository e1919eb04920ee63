"""Prose with each id put in words: notes of the law data, findings, lines of the record, events.

Ids (`super_4`, `max_hands`, `queen_of_hearts_pair`) are for programs; no page shows one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from cutcard.cards import SUIT_NAMES
from cutcard.law import documents
from cutcard.wording.commands import COMMANDS
from cutcard.wording.irregularities import IRREGULARITIES
from cutcard.wording.options import OPTIONS, VALUES, submission_path_label
from cutcard.wording.outcomes import outcome_name
from cutcard.wording.text import capitalized, spaced, uncapitalized, with_card_faces, with_short_dollars
from cutcard.wording.wagers import meter_name, wager_law

_ID: Final = re.compile(r"\b[a-z0-9]+(?:_[a-z0-9]+)+(?:\.[a-z0-9_]+)*(?:@[a-z0-9-]+)?\b")
_PLACE: Final = re.compile(r"\b(?:wagers|options|meters)\.[a-z0-9_]+(?:\.[a-z0-9_]+)*\b")
_SETTING: Final = re.compile(r"\b([a-z0-9_]+) = ([a-z]+)\b")
_YES_OR_NO: Final = re.compile(r"\b(true|false)\b")


def without_ids(text: str) -> str:
    """A text with every id in words: "see soft_17" is "see dealer on soft 17"."""
    return _ID.sub(lambda found: _words_for(found[0].partition("@")[0]), text)


def _words_for(name: str) -> str:
    if wager_law(name.partition(".")[0]) is not None:
        return meter_name(name)
    label = OPTIONS.get(name) or VALUES.get(name) or IRREGULARITIES.get(name) or COMMANDS.get(name)
    return uncapitalized(label) if label else outcome_name(name)


def choices_label(choices: str) -> str:
    """What may be chosen, from how the law writes it: `true or before_check` is yes or before check."""
    words = _YES_OR_NO.sub(lambda found: VALUES[found[0]], with_card_faces(without_ids(choices)))
    return "yes or no" if words == "no or yes" else words


def finding_text(message: str) -> str:
    """What a check of a submission found, with the places and values that it names in words."""
    return without_ids(_SETTING.sub(_setting, _PLACE.sub(_place, message)))


def _setting(found: re.Match[str]) -> str:
    """An option with its value: `chosen_suit = d` is diamonds."""
    option, value = found[1], found[2]
    is_suit = value in SUIT_NAMES and option in _suit_options()
    words = SUIT_NAMES[value] if is_suit else VALUES.get(value, value)
    return f"{option} = {words}"


def _place(found: re.Match[str]) -> str:
    path = found[0]
    if path.startswith("wagers."):
        return submission_path_label(path)
    return uncapitalized(submission_path_label(path.removeprefix("meters.")))


@cache
def _suit_options() -> frozenset[str]:
    """The options of the documents that choose a suit."""
    laws = [law.options for law in documents()]
    return frozenset(name for law in laws for name, option in law.items() if option.kind == "suit")


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
    "law_changed": "the table plays by {after} from now on, no longer by {before}; asked for by {by}, "
    "signed by {signed_by}",
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
