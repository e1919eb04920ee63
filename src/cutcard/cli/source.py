"""Reading a file or standard input: JSON or TOML by content, one clear line where it cannot be read."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections import Counter
from typing import Final, NoReturn

from cutcard.law import Code, Refused

MOST_BYTES: Final = 20_000_000
MOST_DEPTH: Final = 50
STANDARD_INPUT: Final = "-"

_TABLE_HEADER: Final = re.compile(r"\s*\[\[?\s*[A-Za-z_][^\[\],\n]*\]\]?\s*(#.*)?(\n|$)")
_NOT_JSON: Final = re.compile(r'"(?:[^"\\]|\\.)*"|(NaN|-?Infinity)')
# A key of so many parts, which tomllib reads in a time that grows with their square.
_LONG_KEY: Final = re.compile(r"""(?<![\w"'-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){50}""")
_PLACE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def read(file: str) -> object:
    """The plain values a file holds; `Refused` with file, line and column where it holds none."""
    name = "standard input" if file == STANDARD_INPUT else file
    return parse(_text(_content(file, name), name), name)


def _refused(name: str, problem: str) -> Refused:
    return Refused(Code.BAD_REQUEST, f"{name}: {problem}")


def _content(file: str, name: str) -> bytes:
    try:
        if file == STANDARD_INPUT:
            if sys.stdin is None:  # the caller closed it
                raise _refused(name, "closed")
            found = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with open(file, "rb") as stream:
                found = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise _refused(name, (error.strerror or "cannot be read").lower()) from None
    except ValueError:  # a name that no file can have
        raise _refused(name, "no such file") from None
    if len(found) > MOST_BYTES:
        raise _refused(name, f"more than {MOST_BYTES // 1_000_000} MB")
    return found


def _text(content: bytes, name: str) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        good = content[: error.start].decode("utf-8", errors="replace")
        raise _refused(name, f"{_place(good, len(good))}: not UTF-8") from None
    if not text.strip():
        raise _refused(name, "it is empty")
    return text


def _place(text: str, position: int) -> str:
    """Line and column of a position, both counted from 1."""
    before = text[:position]
    return f"line {before.count(chr(10)) + 1}, column {position - before.rfind(chr(10))}"


def parse(text: str, name: str) -> object:
    """JSON where it begins like JSON, else TOML; a TOML file may begin with a table's header."""
    found = _parse(text, name)
    if not _is_shallow(found):
        raise _refused(name, "nested too deeply")
    return found


def _is_shallow(value: object) -> bool:
    """Whether nothing lies deeper than anyone would write by hand."""
    level = [value]
    for _ in range(MOST_DEPTH):
        inner: list[object] = []
        for each in level:
            if isinstance(each, dict):
                inner.extend(each.values())
            elif isinstance(each, list):
                inner.extend(each)
        if not inner:
            return True
        level = inner
    return False


def _parse(text: str, name: str) -> object:
    start = text.lstrip()[:1]
    if start != "{" and start != "[":
        return _toml(text, name)
    try:
        return _json(text, name)
    except Refused:
        if not _TABLE_HEADER.match(text):
            raise
    return _toml(text, name)


def _json(text: str, name: str) -> object:
    def no_constant(_: str) -> NoReturn:
        found = next(each for each in _NOT_JSON.finditer(text) if each[1])
        raise _refused(name, f"{_place(text, found.start())}: {found[1]} is no JSON")

    def no_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) != len(pairs):
            twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
            raise _refused(name, f"the key {twice[:60]!r} occurs twice in one object")
        return found

    try:
        return json.loads(text, parse_constant=no_constant, object_pairs_hook=no_duplicates)
    except json.JSONDecodeError as error:
        problem = error.msg[:1].lower() + error.msg[1:]
        is_half = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        ending = "; the file ends too early" if is_half else ""
        raise _refused(name, f"{_place(text, error.pos)}: {problem}{ending}") from None
    except RecursionError:
        raise _refused(name, "nested too deeply") from None
    except ValueError:  # Python reads no integer of more than some thousands of digits
        raise _refused(name, "a number with thousands of digits") from None


def _toml(text: str, name: str) -> object:
    if long_key := _LONG_KEY.search(text):
        raise _refused(name, f"{_place(text, long_key.start())}: nested too deeply")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        told = str(error)
        found = _PLACE.search(told)
        problem = told[: found.start()] if found else told
        if found and found[1]:
            place = f"line {found[1]}, column {found[2]}"
        else:
            place = _place(text, len(text))
            # What cannot be overwritten is wrong wherever it stands; the rest wants more to come.
            problem += "" if problem.startswith("Cannot") else "; the file ends too early"
        raise _refused(name, f"{place}: {problem[:1].lower()}{problem[1:]}") from None
    except RecursionError:
        raise _refused(name, "nested too deeply") from None
    except ValueError:
        raise _refused(name, "a number with thousands of digits") from None
