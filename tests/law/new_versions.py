"""Law data of another day: a version that follows ours, and ours with a price edited in place."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from cutcard.law import DocumentFiles, FolderFiles, shelves
from cutcard.law.shelves import DATA, LawShelf

FAMILY = "md-blackjack"
NEXT = "1.16"
WON = ('outcome = "win"\npays = "1 to 1"', 'outcome = "win"\npays = "11 to 10"')
"""A price that every won round shows."""
LADIES = (
    'outcome = "queen_of_hearts_pair"\npays = "200 to 1"',
    'outcome = "queen_of_hearts_pair"\npays = "150 to 1"',
)
CALLED_OUT = (
    'effect = "dealer"\ncite = "Ch.6 §B"',
    'effect = "dealer_and_supervisor"\ncite = "Ch.6 §B"',
)
"""Who must confirm a wager that is called out."""
REMOVED = "kk"
"""The wager that the next version no longer grants."""


def _head(effective_from: str) -> tuple[tuple[str, str], ...]:
    dated = f'version = "{NEXT}"\neffective_from = {effective_from}\nsupersedes = "1.15"'
    return ('version = "1.15"', dated), (f'"{REMOVED}", ', "")


Edits = Mapping[str, tuple[tuple[str, str], ...]]
"""File -> what is written there, and what stands there then; each in its first place only."""
IN_FORCE: Edits = {
    "document.toml": _head("2026-01-01"),
    "requirements.toml": ((f'"{REMOVED}", ', ""),),
    "wagers/main.toml": (WON,),
    "wagers/lucky_ladies.toml": (LADIES,),
    "options.toml": (("minimum = 1\ndefault = 6", "minimum = 2\ndefault = 6"),),
    "provisions.toml": (CALLED_OUT,),
}
"""A version that a table may be moved to, and that pays every round otherwise."""
LATER: Edits = {
    "document.toml": _head("2030-01-01"),
    "requirements.toml": ((f'"{REMOVED}", ', ""),),
    "wagers/lucky_ladies.toml": (LADIES,),
    "wagers/buster_blackjack.toml": (('pays = "250 to 1"', 'pays = "200 to 1"'),),
    "options.toml": (
        (
            'permitted = ["stand", "hit"]\ndefault = "stand"\ncite = "MD-A01"',
            'permitted = ["stand", "hit"]\ndefault = "hit"\ncite = "MD-A01"',
        ),
    ),
    "provisions.toml": (('effect = "floorperson_told"', 'effect = "supervisor_told"'),),
}
"""A version not in force yet, with a change of every kind to be priced."""


def change(place: Path, edits: Edits) -> None:
    """Change texts where they first stand in files; they must be there."""
    for name, changes in edits.items():
        text = (place / name).read_text(encoding="utf-8")
        for before, after in changes:
            assert before in text, (name, before)
            text = text.replace(before, after, 1)
        (place / name).write_text(text, encoding="utf-8")


def later_version(folder: Path, edits: Edits = LATER, removed: tuple[str, ...] = (REMOVED,)) -> Path:
    """The data of md-blackjack@1.16: ours with some things changed, and wagers removed."""
    law = Path(shutil.copytree(DATA / FAMILY, folder / f"{FAMILY}@{NEXT}"))
    change(law, edits)
    for wager in removed:
        (law / "wagers" / f"{wager}.toml").unlink()
    return law


def next_version(folder: Path) -> Path:
    """A folder with the md-blackjack@1.16 that is in force."""
    return later_version(folder, IN_FORCE).parent


def edited(folder: Path) -> Path:
    """All our documents, with prices of md-blackjack@1.15 edited where they stand."""
    data = Path(shutil.copytree(DATA, folder / "data"))
    change(data / FAMILY, {name: IN_FORCE[name] for name in IN_FORCE if name.startswith("wagers/")})
    return data


def without_options(names: Iterable[str], family: str = FAMILY) -> DocumentFiles:
    """Our data as they were before there were these options: their entries are not there."""
    ours = FolderFiles(DATA / family)
    contents = {name: ours.read(name) for name in ours.names}
    options = contents["options.toml"].decode("utf-8")
    for name in names:
        entry = re.compile(rf"^\[{name}(\..*)?\]\n(?:(?!\[).*\n?)*", re.MULTILINE)
        options, count = entry.subn("", options)
        assert count, name
    contents["options.toml"] = options.encode("utf-8")
    return DocumentFiles(family, contents)


@contextmanager
def installed(*folders: Path) -> Iterator[LawShelf]:
    """Within this, the law of these folders is installed, and no other."""
    shelves._in_use.append(LawShelf(folders))
    try:
        yield shelves._in_use[-1]
    finally:
        shelves._in_use.pop()
