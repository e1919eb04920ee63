"""Spoiled documents: each is found out, with file and key, or nothing that is left of it was changed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import pytest

from cutcard.law import Fault
from cutcard.wagers import document_faults
from law.mutations import Mutation, contents, mutation

MANY, SOME = 1000, 40
FREE = {
    "title",
    "issuer",
    "version",
    "game",
    "about",
    "says",
    "problem",
    "reading",
    "cite",
    "name",
    "short",
}
FREE |= {"id", "supersedes", "waits", "when", "check", "differs_from", "same_as"}
"""Keys whose text is the document's own: any text is as good as another, where nothing refers to it."""
LENT = ("stake", "needs_variation", "decks", "cap", "readings", "paytable_of")
"""What of a wager stays behind where another document grants it as here."""
OWN_NAMES = ("readings.toml", "requirements.toml", "variations.toml", "bars.toml")
"""Files whose headers are names that the document gives."""

WHEELS = ("wheel", "xtreme_wheel")
"""Classifiers whose rows are the symbols of a device, which are the document's own names."""


def changes(now: object, before: object, path: str = "") -> Iterator[str]:
    """The paths at which something is there that was not, or is not what it was."""
    if isinstance(now, dict) and isinstance(before, dict):
        for key, value in now.items():
            at = f"{path}.{key}"
            if key not in before:
                yield at
            else:
                yield from changes(value, before[key], at)
    elif isinstance(now, list) and isinstance(before, list) and len(now) <= len(before):
        for index, value in enumerate(now):
            yield from changes(value, before[index], f"{path}[{index}]")
    elif type(now) is not type(before) or now != before:
        yield path


def is_harmless(each: Mutation) -> bool:
    """Whether all that is left says what it said, or differs in a text or name of the document's."""
    now = tomllib.loads(each.files.read(each.file).decode("utf-8"))
    before = tomllib.loads(contents(each.document)[each.file].decode("utf-8"))
    changed = list(changes(now, before))
    if each.kind == "header" and each.file in OWN_NAMES:
        return True
    if before.get("classifier") in WHEELS:
        changed = [path for path in changed if not path.endswith(".outcome")]
    if each.file.startswith("as_in/"):
        changed = [path for path in changed if path.split(".")[1] not in LENT]
    # Why an outcome has no row is a text of the document's, too.
    return all(path.rpartition(".")[2] in FREE or ".unlisted." in path for path in changed)


def check(seed: int) -> tuple[Fault, ...]:
    """The faults of one spoiled document, which has some or is harmless."""
    each = mutation(seed)
    faults = document_faults(each.files)
    assert all(fault.file and fault.message and "\n" not in str(fault) for fault in faults), faults
    assert faults or is_harmless(each), each
    return faults


@pytest.mark.parametrize("seed", range(SOME))
def test_a_spoiled_document_is_found_out(seed: int) -> None:
    check(seed)


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_a_thousand_spoiled_documents_are_found_out(part: int) -> None:
    seen = [check(seed) for seed in range(SOME, MANY) if seed % 10 == part]
    assert sum(map(bool, seen)) > len(seen) * 0.8
