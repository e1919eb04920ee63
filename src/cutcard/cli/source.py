"""A file or standard input read as JSON or TOML; one clear line where it cannot be read."""

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
    """The plain values of a file; `Refused` with file, line and column where it has none."""
    name = source_name(file)
    return parse(_text(read_bytes(file), name), name)


def source_name(file: str) -> str:
    """What a file is called in messages."""
    return "standard input" if file == STANDARD_INPUT else file


def _refused(name: str, problem: str) -> Refused:
    return Refused(Code.BAD_REQUEST, f"{name}: {problem}")


def read_bytes(file: str, most: int = MOST_BYTES) -> bytes:
    """The content of a file or of standard input; `Refused` where it cannot be read or is too long."""
    name = source_name(file)
    try:
        if file == STANDARD_INPUT:
            if sys.stdin is None:  # the caller closed it
                raise _refused(name, "closed")
            content = sys.stdin.buffer.read(most + 1)
        else:
            with open(file, "rb") as stream:
                content = stream.read(most + 1)
    except OSError as error:
        raise _refused(name, (error.strerror or "cannot be read").lower()) from None
    except ValueError:  # a name that no file can have
        raise _refused(name, "no such file") from None
    if len(content) > most:
        raise _refused(name, f"more than {most // 1_000_000} MB")
    return content


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
    value = _parse(text, name)
    if not _is_shallow(value):
        raise _refused(name, "nested too deeply")
    return value


def _is_shallow(value: object) -> bool:
    """Whether lists and tables are nested no deeper than anybody would write by hand."""
    level = [value]
    for _ in range(MOST_DEPTH):
        inner: list[object] = []
        for item in level:
            if isinstance(item, dict):
                inner.extend(item.values())
            elif isinstance(item, list):
                inner.extend(item)
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
        match = next(match for match in _NOT_JSON.finditer(text) if match[1])
        raise _refused(name, f"{_place(text, match.start())}: {match[1]} is no JSON")

    def no_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
        value = dict(pairs)
        if len(value) != len(pairs):
            twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
            raise _refused(name, f"the key {twice[:60]!r} occurs twice in one object")
        return value

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
        message = str(error)
        match = _PLACE.search(message)
        problem = message[: match.start()] if match else message
        if match and match[1]:
            place = f"line {match[1]}, column {match[2]}"
        else:
            place = _place(text, len(text))
            # "Cannot overwrite" is wrong wherever it is; for the rest the file ended too early.
            problem += "" if problem.startswith("Cannot") else "; the file ends too early"
        raise _refused(name, f"{place}: {problem[:1].lower()}{problem[1:]}") from None
    except RecursionError:
        raise _refused(name, "nested too deeply") from None
    except ValueError:
        raise _refused(name, "a number with thousands of digits") from None
