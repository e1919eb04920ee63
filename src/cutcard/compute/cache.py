"""A cache of plain values on disk, by digest, in the user's cache folder.

The digest covers everything that a value depends on, including the code that computes it
(`digest_of_code`), so an entry never goes stale. The folder may be deleted at any time: a file that is
unreadable or incomplete is ignored, and one that cannot be written is skipped. When the folder is too
large, the least recently used files are deleted.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

from platformdirs import user_cache_path

FOLDER_VARIABLE: Final = "CUTCARD_CACHE"
FRACTION: Final = "$fraction"
HEX: Final = 16
MOST_BYTES: Final = 200_000_000
"""What the folder may hold when a program begins to add to it; all five documents take a tenth."""
OURS: Final = re.compile(r"[0-9a-f]{64}\.json|\..*\.part")
"""How files are called that were made here."""


def digest(*parts: object) -> str:
    """SHA-256 of some parts; parts that are equal must print equal."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def folder() -> Path:
    """The cache folder: `CUTCARD_CACHE`, else the user's own."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named)
    return user_cache_path("cutcard", appauthor=False) / "odds"


def read(name: str) -> Any:
    """The value cached under a digest; None where there is no complete file."""
    try:
        path = folder() / f"{name}.json"
        text = path.read_text(encoding="utf-8")
        mark, _, content = text.partition("\n")
        if mark != _mark(name, content):
            return None
        with suppress(OSError):
            os.utime(path)  # asked for now: among the last to go
        return _decoded(json.loads(content))
    except (OSError, ValueError, RecursionError, RuntimeError):  # no home, for the last
        return None


def write(name: str, kept: object) -> None:
    """Cache plain values under a digest; the file appears complete or not at all."""
    content = json.dumps(_encoded(kept), ensure_ascii=False, separators=(",", ":"))
    with suppress(OSError, RuntimeError):
        place = folder()
        place.mkdir(parents=True, exist_ok=True)
        _make_room(place)
        descriptor, partial = tempfile.mkstemp(prefix=".", suffix=".part", dir=place)
        try:
            with open(descriptor, "w", encoding="utf-8") as stream:
                stream.write(f"{_mark(name, content)}\n{content}")
            os.replace(partial, place / f"{name}.json")
        except OSError:
            os.unlink(partial)


@cache
def _make_room(place: Path) -> None:
    """Delete the least recently used files until the folder is small enough; once per process."""
    files = []
    for entry in os.scandir(place):
        if OURS.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
            stat = entry.stat(follow_symlinks=False)
            files.append((stat.st_mtime, stat.st_size, entry.path))
    total_bytes = sum(size for _, size, _ in files)
    for _, size, path in sorted(files):
        if total_bytes <= MOST_BYTES:
            break
        os.unlink(path)
        total_bytes -= size


def _mark(name: str, content: str) -> str:
    return hashlib.sha256(f"{name}\n{content}".encode()).hexdigest()


def plain(value: Any) -> Any:
    """A value made of texts, numbers, fractions, tuples and mappings alone."""
    if value is None or isinstance(value, bool | str | Fraction):
        return value
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, int | float):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    if isinstance(value, Sequence):
        return tuple(plain(each) for each in value)
    if hasattr(value, "tolist"):  # numpy's numbers and arrays
        return plain(value.tolist())
    raise TypeError(f"{type(value).__name__} has no plain form")


def _encoded(value: Any) -> Any:
    if isinstance(value, Fraction):
        return {FRACTION: f"{value.numerator:x}/{value.denominator:x}"}
    if isinstance(value, Mapping):
        return {key: _encoded(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [_encoded(each) for each in value]
    return value


def _decoded(value: Any) -> Any:
    if isinstance(value, dict):
        if (written := value.get(FRACTION)) is not None:
            above, _, below = written.partition("/")
            return Fraction(int(above, HEX), int(below, HEX))
        return {key: _decoded(each) for key, each in value.items()}
    if isinstance(value, list):
        return tuple(_decoded(each) for each in value)
    return value
