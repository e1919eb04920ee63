"""Law data of another day: a version that follows ours, and ours with a price edited in place."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator
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


def change(file: Path, before: str, after: str) -> None:
    """Change a text where it first stands in a file; it must be there."""
    text = file.read_text(encoding="utf-8")
    assert before in text, (file, before)
    file.write_text(text.replace(before, after, 1), encoding="utf-8")


def next_version(folder: Path) -> Path:
    """A folder with md-blackjack@1.16: prices, an option, a wager removed, a procedure changed."""
    law = Path(shutil.copytree(DATA / FAMILY, folder / f"{FAMILY}@{NEXT}"))
    new = f'version = "{NEXT}"\neffective_from = 2026-01-01\nsupersedes = "1.15"'
    change(law / "document.toml", 'version = "1.15"', new)
    change(law / "document.toml", f'"{REMOVED}", ', "")
    (law / "wagers" / f"{REMOVED}.toml").unlink()
    change(law / "requirements.toml", f'"{REMOVED}", ', "")
    change(law / "wagers" / "main.toml", *WON)
    change(law / "wagers" / "lucky_ladies.toml", *LADIES)
    change(law / "options.toml", "minimum = 1\ndefault = 6", "minimum = 2\ndefault = 6")
    change(law / "provisions.toml", *CALLED_OUT)
    return folder


def edited(folder: Path) -> Path:
    """All our documents, with prices of md-blackjack@1.15 edited where they stand."""
    data = Path(shutil.copytree(DATA, folder / "data"))
    change(data / FAMILY / "wagers" / "main.toml", *WON)
    change(data / FAMILY / "wagers" / "lucky_ladies.toml", *LADIES)
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
