"""Reading what an operator sends: TOML or JSON, one clear line where it cannot be read."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Final

from cutcard.law.refusal import Code, Refused

MOST_BYTES: Final = 5_000_000
MOST_DEPTH: Final = 50


def read_file(path: Path) -> object:
    """A submission file as plain values; its name says which format it is in, else its content."""
    try:
        with path.open("rb") as stream:
            return read_stream(stream, name=str(path))
    except OSError as error:
        raise _refused(str(path), error.strerror or "cannot be read") from None


def read_stream(stream: BinaryIO, *, name: str) -> object:
    """A submission from an open file, standard input for one."""
    content = stream.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise _refused(name, f"more than {MOST_BYTES // 1_000_000} MB")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _refused(name, f"byte {error.start} is not UTF-8") from None
    return read_text(text, name=name)


def read_text(text: str, *, name: str = "submission") -> object:
    """A submission from a text."""
    start, ending = text.lstrip()[:1], name.lower()[-5:]
    if ending == ".json" or (start == "{" and ending != ".toml"):
        return _parse(_json, text, name)
    if start == "[" and ending != ".toml":
        try:  # a JSON list, or the first table of a TOML file
            return _parse(_json, text, name)
        except Refused as refused:
            return _parse_or(refused, text, name)
    return _parse(tomllib.loads, text, name)


def _parse_or(refused: Refused, text: str, name: str) -> object:
    """TOML, or the complaint about JSON where nothing in the text looks like TOML."""
    try:
        return _parse(tomllib.loads, text, name)
    except Refused:
        if "=" not in text:
            raise refused from None
        raise


def _parse(parser: Callable[[str], object], text: str, name: str) -> object:
    try:
        found = parser(text)
    except RecursionError:
        raise _refused(name, "nested too deeply") from None
    except ValueError as error:
        last = f"at line {text.count(chr(10)) + 1}, where the text ends"
        problem = str(error).splitlines()[0].replace("at end of document", last)
        raise _refused(name, problem) from None
    if not _is_shallow(found):
        raise _refused(name, "nested too deeply")
    return found


def _is_shallow(value: object) -> bool:
    """Whether nothing lies deeper than anyone would write by hand."""
    level: list[object] = [value]
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


def _json(text: str) -> object:
    return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_no_duplicates)


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no number of JSON")


def _no_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise ValueError(f"the key {twice[:60]!r} is there twice")
    return found


def _refused(name: str, problem: str) -> Refused:
    return Refused(Code.BAD_REQUEST, f"{name}: {problem}")
