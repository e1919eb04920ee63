"""A document of one's own with a wager of a new kind, whose classifier is code in its folder."""

from __future__ import annotations

from pathlib import Path

from cutcard.law import write_skeleton
from cutcard.wagers.classify import own

CODE = """
from cutcard.wagers import Classifier, Sees, View

def red(view: View) -> tuple[str, ...]:
    first, second = view.first_two
    if not {first.suit, second.suit} <= {"h", "d"}:
        return ()
    return ("red_pair", "both_red") if first.rank == second.rank else ("both_red",)

CLASSIFIERS = (Classifier("red_cards", ("red_pair", "both_red"), Sees.FIRST_CARDS, red),)
"""
WAGER = """
id = "two_reds"
title = "Two Reds"
cite = "§4"
about = "Wins when the first two cards are red."
classifier = "own.red_cards"
[settled]
paid = "first_cards"
cite = "§4"
[[paytables]]
id = "A"
cite = "§4"
rows = [
    { outcome = "red_pair", pays = "8 to 1", cite = "§4" },
    { outcome = "both_red", pays = "2 to 1", cite = "§4" },
]
"""


def own_wager(folder: Path) -> Path:
    """The folder of a document whose wager `two_reds` its own code classifies."""
    place = write_skeleton(folder, "my-rules")
    (place / "classifiers.py").write_text(CODE, "utf-8")
    (place / "wagers" / "two_reds.toml").write_text(WAGER, "utf-8")
    about = place / "document.toml"
    listed = about.read_text("utf-8").replace('"insurance"]', '"insurance", "two_reds"]')
    about.write_text(listed, "utf-8")
    return place


def forget_code() -> None:
    """As in a process that has run no code of a document yet."""
    own.own_classifier.cache_clear()
    own._by_digest.clear()
