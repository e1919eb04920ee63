"""What people do at a table: decisions of a player, offers made to one, commands of the house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cutcard.rules import Action
from cutcard.wording.text import capitalized, spaced

VERBS: Final[Mapping[str, tuple[str, str]]] = {
    Action.STAND: ("stand", "stands"),
    Action.HIT: ("hit", "hits"),
    Action.DOUBLE: ("double", "doubles"),
    Action.SPLIT: ("split", "splits"),
    Action.SURRENDER: ("surrender", "surrenders"),
    Action.INSURE: ("insure", "insures"),
    Action.EVEN_MONEY: ("take even money", "takes even money"),
    Action.SWITCH: ("switch", "switches"),
    Action.RESCUE: ("rescue the double", "rescues the double"),
    Action.THIRD_CARD: ("take a third card", "takes a third card"),
}
"""Decision -> what you do, what somebody else does."""
NAMES: Final[Mapping[str, str]] = {Action.INSURE: "insurance"}
"""Decisions whose id is not yet the word for them."""
BUTTONS: Final[Mapping[str, str]] = {
    Action.SWITCH: "Switch second cards",
    "decline": "No, thanks",
}
"""Decisions whose button says more than their name."""
OFFERS: Final[Mapping[str, str]] = {
    Action.DOUBLE: "Double again?",
    Action.EVEN_MONEY: "Even money for your blackjack?",
    Action.INSURE: "Insurance?",
    Action.RESCUE: "Rescue your double?",
    Action.SURRENDER: "Surrender half?",
    Action.SWITCH: "Switch your second cards?",
    Action.THIRD_CARD: "A third card?",
}
"""Decision -> the question that offers it."""
COMMANDS: Final[Mapping[str, str]] = {
    "place_bet": "Bet",
    "take_back": "Take back a bet",
    "take_drop": "Take the drop box",
    "take_tips": "Empty the dealers' tip box",
}
"""Commands at a table whose id is not yet the words for them."""
METER_COMMANDS: Final[Mapping[str, str]] = {
    "adjust": "Correct the amount shown",
    "configure": "Terms",
    "part": "Unlink a table",
    "rejoin": "Relink a table",
    "retire": "Retire the meter",
}
"""Commands at the meter desk, likewise."""


def decision_name(decision: str) -> str:
    """A decision inside a sentence: `third_card` is third card."""
    return NAMES.get(decision) or spaced(decision)


def decision_label(decision: str) -> str:
    """A decision as a button names it: Third card."""
    return BUTTONS.get(decision) or capitalized(decision_name(decision))


def decision_verb(decision: str, *, you: bool = False) -> str:
    """What somebody does who decides so: stands, takes even money; or what you do."""
    return VERBS[decision][0 if you else 1]


def command_label(command: str) -> str:
    """A command as a button or a list names it: Take the drop box."""
    return COMMANDS.get(command) or capitalized(spaced(command))


def meter_command_label(command: str) -> str:
    """A command at the meter desk: Unlink a table."""
    return METER_COMMANDS.get(command) or capitalized(spaced(command))
