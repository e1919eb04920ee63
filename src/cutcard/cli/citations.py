"""Citations taken apart: which provisions a citation names, and whether one lies within another.

`Ch.13 §A(4)` holds `Ch.13 §A(4)(a)(i)` but not `Ch.13 §A(40)`. A citation may name several places:
`§22(a), (l)`, `Ch.8 §E-F`, `Ch.1 §B(13); Ch.13 §A(17)-(19)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_SEVERAL: Final = re.compile(r"\s*;\s*|\s+/\s+|\s+against\s+")
_LISTED: Final = re.compile(r",\s*(?=\(|§|[A-Z](?:[\s(,-]|$))")
_CHAPTER: Final = re.compile(r"Ch\.\d+\s*")
_HEAD: Final = re.compile(r"(Ch\.\d+ )?(\d+[A-Z]?|[A-Z]{1,2})(?=[\s(]|$)")
_RANGE: Final = re.compile(r"^(.*?)(\(?)([0-9]+|[A-Za-z])\)?-(\(?)([0-9]+|[A-Za-z])\)?$")
_LONGEST_RANGE: Final = 60


def tidy(citation: str) -> str:
    """A citation without its section signs, blanks made single, for comparison."""
    return " ".join(citation.replace("§", " ").split())


def holds(whole: str, part: str) -> bool:
    """Whether a provision is, or holds, another; component by component, never half of one."""
    whole, part = tidy(whole).lower(), tidy(part).lower()
    if not whole or not part.startswith(whole):
        return False
    return len(part) == len(whole) or not (part[len(whole)].isalnum() and whole[-1].isalnum())


def names(citation: str, provision: str) -> bool:
    """Whether a citation, taken apart, names a provision or something within it."""
    if holds(provision, citation):
        return True
    return any(holds(provision, each) for each in provisions(citation))


def provisions(citation: str) -> Iterator[str]:
    """The places a citation names, each written out in full."""
    chapter = ""
    for stated in _SEVERAL.split(citation):
        found = _CHAPTER.match(stated)
        if found:
            chapter = found[0].strip()
        elif stated.startswith("§") and chapter:
            stated = f"{chapter} {stated}"
        yield from _listed(stated)


def _listed(stated: str) -> Iterator[str]:
    """`§22(a), (l)` -> `22(a)`, `22(l)`; `Ch.12 §E(1), F` -> `Ch.12 E(1)`, `Ch.12 F`."""
    found = _CHAPTER.match(stated)
    chapter = f"{found[0].strip()} " if found else ""
    before = ""
    for index, each in enumerate(_LISTED.split(stated)):
        written = tidy(each)
        if index and written.startswith("("):
            depth_one = before.partition("(")[0]
            written = depth_one + written
        elif index and chapter and not written.startswith("Ch."):
            written = chapter + written
        before = written
        yield from _spread(written)


def _spread(written: str) -> Iterator[str]:
    """A range as every one of its members: `Ch.8 E-F` -> `Ch.8 E`, `Ch.8 F`."""
    found = _RANGE.match(written)
    if found is None:
        yield written
        return
    base, opens, first, _, last = found.groups()
    closes = ")" if opens else ""
    if first.isdigit() and last.isdigit():
        members = [str(n) for n in range(int(first), min(int(last), int(first) + _LONGEST_RANGE) + 1)]
    elif first.isalpha() and last.isalpha():
        members = [chr(n) for n in range(ord(first), ord(last) + 1)]
    else:
        members = []
    yield from (f"{base}{opens}{each}{closes}" for each in members or [written])
