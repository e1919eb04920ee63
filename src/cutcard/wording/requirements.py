"""Requirements of a document: who sees that one is met, and whether that is proven."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

MET_BY: Final[Mapping[str, tuple[str, str]]] = {
    "engine": (
        "enforced by the program",
        "The table does it by itself and refuses anything that goes against it.",
    ),
    "config": (
        "checked in the submission",
        "A table's submission is checked against it; a table that breaks it does not open.",
    ),
    "procedure": (
        "done by people",
        "People at the table do it; the program asks for it and records who did it and when.",
    ),
    "physical": (
        "met by the table itself",
        "It concerns things: the layout, the cards, the equipment. People inspect them.",
    ),
}
"""Tag of a requirement -> who meets it, and how."""
STATUS: Final[Mapping[str, tuple[str, str]]] = {
    "proven": ("proven", "A case or a test, named under the rule, fails when the program breaks it."),
    "waiting": ("waiting", "Nothing can prove it yet; what it is waiting for stands below the rule."),
    "checklist": (
        "inspected when a table opens",
        "No program can see it: it is on the checklist that people go through before a table opens.",
    ),
    "unproven": ("unproven", "Nothing proves it: a gap."),
}
"""Whether a requirement is proven -> the word for it, and what that means."""
