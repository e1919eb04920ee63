"""Prose with ids in it: notes of the law data, refusals and findings, with each id put in words.

Ids (`super_4`, `max_hands`, `queen_of_hearts_pair`) are for programs; no page shows one.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from cutcard.cards import SUIT_NAMES
from cutcard.law import DOCUMENTS, document
from cutcard.wording.commands import COMMANDS
from cutcard.wording.irregularities import IRREGULARITIES
from cutcard.wording.options import OPTIONS, VALUES, submission_path_label
from cutcard.wording.outcomes import outcome_name
from cutcard.wording.text import uncapitalized, with_card_faces
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
    laws = [document(law).options for law in DOCUMENTS]
    return frozenset(name for law in laws for name, option in law.items() if option.kind == "suit")
