"""The case files of our documents, read by the same runner that `cutcard law test` has."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cutcard.submission import Case as Case, read_cases

CASES = Path(__file__).parent


@cache
def all_cases() -> list[Case]:
    """Every case of every document, in file order."""
    return [
        case for path in sorted(CASES.glob("*/*.toml")) for case in read_cases([path], path.parent.name)
    ]
