"""A made-up later version of a document, for tests: ours, with a few things changed."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from cutcard.law.shelves import DATA

CHANGED = {
    "document.toml": (
        ('version = "1.15"', 'version = "1.16"\neffective_from = 2030-01-01\nsupersedes = "1.15"'),
        ('"kk", ', ""),
    ),
    "wagers/lucky_ladies.toml": (('pays = "200 to 1"', 'pays = "150 to 1"'),),
    "wagers/buster_blackjack.toml": (('pays = "250 to 1"', 'pays = "200 to 1"'),),
    "options.toml": (
        (
            'permitted = ["stand", "hit"]\ndefault = "stand"\ncite = "MD-A01"',
            'permitted = ["stand", "hit"]\ndefault = "hit"\ncite = "MD-A01"',
        ),
    ),
    "provisions.toml": (('effect = "floorperson_told"', 'effect = "supervisor_told"'),),
    "requirements.toml": (('"kk", ', ""),),
}
"""File -> what is written there -> what stands there in 1.16; each first place only."""
REMOVED = ("wagers/kk.toml",)


Edits = Mapping[str, tuple[tuple[str, str], ...]]


def later_version(folder: Path, changed: Edits = CHANGED, removed: tuple[str, ...] = REMOVED) -> Path:
    """The folder of md-blackjack 1.16, a wager, an option, a procedure and some prices different."""
    copy = Path(shutil.copytree(DATA / "md-blackjack", folder / "md-blackjack@1.16"))
    for name, edits in changed.items():
        text = (copy / name).read_text(encoding="utf-8")
        for old, new in edits:
            assert old in text, (name, old)
            text = text.replace(old, new, 1)
        (copy / name).write_text(text, encoding="utf-8")
    for name in removed:
        (copy / name).unlink()
    return copy
