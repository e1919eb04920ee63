"""The code that a folded state depends on: the modules that events are read and folded by.

A snapshot is used by code whose digest is the same. Whatever else of the program changes, its pages, its
commands, how it decides, the snapshots of the version before are used. A test reads the imports of the
modules that fold and holds this list against them.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Final

import cutcard

ROOTS: Final = (
    "cutcard.floor.live.state",
    "cutcard.floor.live.snapshots",
    "cutcard.floor.meters.codec",
    "cutcard.floor.meters.evolve",
)
"""Where a fold begins."""
MODULES: Final = {
    "": "cards money values",
    "floor": "__init__",
    "floor/ledger": "__init__ booking books codec events movements paying",
    "floor/live": "__init__ events folding hands lines publishing snapshots state",
    "floor/meters": "__init__ codec events evolve law moves state terms",
    "law": "__init__ bars cross findings loader meter_acts meters model offers parse prices reader"
    " refusal ruleset values",
    "rules": "__init__ actions dealer game hand lines main",
    "shoe": "__init__ acts automatic cutting dealing decide equipment events evolve law orders people"
    " permits procedure shuffling state",
    "table": "__init__ bets codec events evolve fold mishaps plain_values published record round sharing"
    " submitted table",
    "wagers": "__init__ aces awards bonuses dealer_hand device_entries four_cards growing matches"
    " over_under pairs seat sevens shapes spins spread streak three_cards to_others twenty view wheels",
}
"""Folder -> its modules that the roots can reach."""


def files() -> list[str]:
    """All of them, as paths within the package."""
    found = [(folder, name) for folder, names in MODULES.items() for name in names.split()]
    return sorted(f"{folder}/{name}.py".removeprefix("/") for folder, name in found)


def digest_in(package: Path) -> str:
    """The digest of that code in a package's folder."""
    found = hashlib.sha256()
    for each in files():
        found.update(each.encode() + b"\0" + (package / each).read_bytes())
    return found.hexdigest()[:16]


@lru_cache(maxsize=1)
def code() -> str:
    """The digest of that code in this program."""
    return digest_in(Path(cutcard.__file__).parent)
