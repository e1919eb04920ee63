"""Options written NAME=VALUE, several of them, read for any command."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.law import shorten


def pairs(what: str, written: Sequence[str], shape: str, wrong: type[Exception]) -> dict[str, str]:
    """Each name and its value; refused by the command's own error, in one line."""
    found: dict[str, str] = {}
    for each in written:
        name, equals, value = (part.strip() for part in each.partition("="))
        if not (name and equals and value):
            raise wrong(f"{what}: {shorten(each)}: write {shape}")
        if name in found:
            raise wrong(f"{what}: {shorten(name)} is given twice")
        found[name] = value
    return found
