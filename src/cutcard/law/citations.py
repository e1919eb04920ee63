"""Citations taken apart: which provisions a citation names, and whether one lies within another.

`Ch.13 §A(4)` holds `Ch.13 §A(4)(a)(i)` but not `Ch.13 §A(40)`. A citation may name several places:
`§22(a), (l)`, `Ch.8 §E-F`, `Ch.1 §B(13); Ch.13 §A(17)-(19)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

_SEVERAL: Final = re.compile(r"\s*;\s*|\s+/\s+|\s+against\s+|,\s*(?=\(|§|[A-Z](?:[\s(,-]|$))|/(?=\()")
_CHAPTER: Final = re.compile(r"Ch\.\d+")
_SECTION: Final = re.compile(r"[A-Z]{1,2}(?=[\s(-]|$)")
_COMPONENT: Final = re.compile(r"\((\w+)\)")
_RANGE: Final = re.compile(r"^(.*?)(\(?)(\b[0-9]+|\b[A-Za-z])\)?-(\(?)([0-9]+|[A-Za-z])\)?$")
_LONGEST_RANGE: Final = 60
_LAST_COMPONENT: Final = re.compile(r"\(\w+\)$")
_PROVISION: Final = re.compile(r"(?:Ch\.\d+ )?§\w+(?:\(\w+\))*")


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
    """The places a citation names, each written out in full.

    What a place leaves out it has from the one before: `§22(a), (l)` names `22(a)` and `22(l)`,
    `Ch.12 §E(1), F` names `Ch.12 E(1)` and `Ch.12 F`.
    """
    before = chapter = ""
    for stated in _SEVERAL.split(citation):
        written = tidy(stated)
        if found := _CHAPTER.match(written):
            chapter = found[0]
        elif written.startswith("("):
            written = _beside(before, written)
        elif chapter and (stated.startswith("§") or _SECTION.match(written)):
            written = f"{chapter} {written}"
        for before in _spread(written):
            yield before


def place_of_all(citations: Sequence[str]) -> str:
    """The narrowest place that holds all of several: `Ch.13 §A(4)` of its paytables `(a)` and `(b)`.

    A whole section is too wide a place: `§19(k) paytable 1` and `§19(n)` are named one by one.
    """
    if len(set(citations)) == 1:
        return citations[0]
    found = [_PROVISION.match(each) for each in citations]
    places = list(dict.fromkeys(match[0] for match in found if match))
    place = places[0]
    while not all(holds(place, each) for each in places):
        place, before = _LAST_COMPONENT.sub("", place), place
        if place == before or (place not in places and place.startswith("§") and "(" not in place):
            return "; ".join(places)
    return place


def _beside(before: str, written: str) -> str:
    """`(c)` after `F(1)(a)` is `F(1)(c)`: it takes the place of the last component of its kind."""
    first = _COMPONENT.match(written)
    if first is None:
        return written
    for component in reversed(list(_COMPONENT.finditer(before))):
        if component[1].isdigit() == first[1].isdigit():
            return before[: component.start()] + written
    return before + written


def _spread(written: str) -> Iterator[str]:
    """A range as every one of its members: `Ch.8 E-F` -> `Ch.8 E`, `Ch.8 F`."""
    found = _RANGE.match(written)
    if found is None:
        yield written
        return
    base, opens, first, _, last = found.groups()
    closes = ")" if opens else ""
    if first.isdigit() != last.isdigit():
        start = f"{base}{opens}{first}{closes}"
        yield start
        yield _beside(start, f"({last})")
        return
    if first.isdigit():
        most = min(int(last), int(first) + _LONGEST_RANGE)
        members = [str(number) for number in range(int(first), most + 1)]
    else:
        members = [chr(letter) for letter in range(ord(first), ord(last) + 1)]
    yield from (f"{base}{opens}{each}{closes}" for each in members)
