"""Documents spoiled at random, one thing at a time, each the same for the same seed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cutcard.law import DocumentFiles, FolderFiles
from cutcard.law.shelves import DATA

Contents = Mapping[str, bytes]
_ENTRY = re.compile(r"^(\w+) = (.+)$")
_HEADER = re.compile(r"^\[([\w.\"-]+)\]$")
DOCUMENTS = tuple(sorted(each.name for each in DATA.iterdir() if each.is_dir()))


@dataclass(frozen=True)
class Mutation:
    """One change of one file."""

    document: str
    kind: str
    file: str
    line: str
    """What the line was, or where the file ends now."""
    files: DocumentFiles


def contents(document: str) -> dict[str, bytes]:
    """The files of one of our documents."""
    files = FolderFiles(DATA / document)
    return {name: files.read(name) for name in files.names}


def mutation(seed: int) -> Mutation:
    """A document with one thing in it dropped, doubled, misspelt, out of range, retyped or cut off."""
    chance = random.Random(seed)
    document = chance.choice(DOCUMENTS)
    whole = contents(document)
    file = chance.choice(sorted(n for n in whole if n.endswith(".toml") and b" = " in whole[n]))
    kind = chance.choice(sorted(KINDS))
    lines = whole[file].decode("utf-8").split("\n")
    changed, line = KINDS[kind](lines, chance)
    whole[file] = changed.encode("utf-8", "surrogatepass")
    return Mutation(document, kind, file, line, DocumentFiles(document, whole))


Change = Callable[[list[str], random.Random], tuple[str, str]]


def _pick(lines: list[str], chance: random.Random, pattern: re.Pattern[str]) -> int:
    """The number of a line of some kind."""
    return chance.choice([at for at, line in enumerate(lines) if pattern.match(line)])


def _replaced(lines: list[str], at: int, *new: str) -> tuple[str, str]:
    return "\n".join((*lines[:at], *new, *lines[at + 1 :])), lines[at]


def _drop(lines: list[str], chance: random.Random) -> tuple[str, str]:
    return _replaced(lines, _pick(lines, chance, _ENTRY))


def _double(lines: list[str], chance: random.Random) -> tuple[str, str]:
    at = _pick(lines, chance, _ENTRY)
    return _replaced(lines, at, lines[at], lines[at])


def _misspell(lines: list[str], chance: random.Random) -> tuple[str, str]:
    at = _pick(lines, chance, _ENTRY)
    key, _, value = lines[at].partition(" = ")
    place = chance.randrange(len(key))
    return _replaced(lines, at, f"{key[:place]}q{key[place:]} = {value}")


def _misspell_header(lines: list[str], chance: random.Random) -> tuple[str, str]:
    headed = [at for at, line in enumerate(lines) if _HEADER.match(line)]
    if not headed:
        return _misspell(lines, chance)
    at = chance.choice(headed)
    name = lines[at][1:-1]
    parts = name.split(".")
    which = chance.randrange(len(parts))
    parts[which] = parts[which][:-1] + ('q"' if parts[which].endswith('"') else "q")
    return _replaced(lines, at, f"[{'.'.join(parts)}]")


def _misspell_value(lines: list[str], chance: random.Random) -> tuple[str, str]:
    """A word of a closed set, or a name of something, that is none."""
    words = re.compile(r'^\w+ = "[a-z][a-z0-9_]+"$')
    if not any(words.match(line) for line in lines):
        return _misspell(lines, chance)
    at = _pick(lines, chance, words)
    return _replaced(lines, at, f'{lines[at][:-1]}q"')


def _retype(lines: list[str], chance: random.Random) -> tuple[str, str]:
    at = _pick(lines, chance, re.compile(r"^\w+ = (?!\[$).+[^\[{]$"))
    key, _, value = lines[at].partition(" = ")
    others = {
        '"': ("17", "true", "[1, 2]"),
        "t": ('"true"', "1.5"),
        "f": ('"no"', "[]"),
        "[": ("{}", "3"),
    }
    return _replaced(lines, at, f"{key} = {chance.choice(others.get(value[0], ('[[]]', '1979-05-27')))}")


def _out_of_range(lines: list[str], chance: random.Random) -> tuple[str, str]:
    numbers = re.compile(r"^(fixed|default|minimum|maximum|revision) = \d+$")
    if not any(numbers.match(line) for line in lines):
        return _retype(lines, chance)
    at = _pick(lines, chance, numbers)
    key = lines[at].partition(" = ")[0]
    return _replaced(lines, at, f"{key} = {chance.choice((-1, -1000, 10**12))}")


def _cut(lines: list[str], chance: random.Random) -> tuple[str, str]:
    text = "\n".join(lines)
    at = chance.randrange(len(text))
    return text[:at], text[max(0, at - 20) : at]


KINDS: dict[str, Change] = {
    "dropped": _drop,
    "doubled": _double,
    "misspelt": _misspell,
    "header": _misspell_header,
    "word": _misspell_value,
    "retyped": _retype,
    "range": _out_of_range,
    "cut": _cut,
}
