"""Anchors: the ends of all streams, sealed with a key that the database does not hold, kept elsewhere.

Whoever has the database can rewrite it whole and compute every digest again. What was anchored then
differs: an anchor names the digest that a stream had at a version, is sealed with the key, and covers
the anchor before it by its seal. A line of the file is an anchor:

    {"number":7,"at":1700000000000,"heads":{"cage":[12,"ab..."]},"before":"cd...","key":"k1","seal":"ef..."}
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import select

from cutcard.floor.store import Broken, Database, Head, ReadUnit, StoreError, make_private, schema

KEY_LINE: Final = re.compile(r"([A-Za-z0-9-]{1,20}) ([0-9a-f]{64})")
ENVIRONMENT: Final = "CUTCARD_ANCHOR_KEY"
"""Where a key may stand instead of a file, in the same form."""
FIRST: Final = "0" * 64
STREAM: Final = "anchors"


@dataclass(frozen=True)
class AnchorKeys:
    """The keys by name; the last one seals, older ones still prove what they sealed."""

    keys: Mapping[str, bytes]

    @classmethod
    def read(cls, path: Path | None = None) -> AnchorKeys:
        """From a file, a key on each line (a name and 64 hexadecimal digits), or the environment."""
        where = f"environment {ENVIRONMENT}" if path is None else str(path)
        try:
            text = os.environ.get(ENVIRONMENT, "") if path is None else path.read_text("ascii")
        except (OSError, ValueError) as problem:
            why = getattr(problem, "strerror", None) or "is no list of keys"
            raise StoreError(f"{where}: {why.lower()}") from None
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        found = [KEY_LINE.fullmatch(line) for line in lines]
        keys = {each[1]: bytes.fromhex(each[2]) for each in found if each is not None}
        if not keys or len(keys) != len(lines):
            message = "a key on each line is needed: a name, a space, 64 hexadecimal digits"
            raise StoreError(f"{where}: {message}")
        return cls(keys)

    @property
    def newest(self) -> str:
        """The name of the key that seals."""
        return list(self.keys)[-1]

    def seal(self, name: str, plain: Mapping[str, Any]) -> str:
        """What a key makes of an anchor without its seal."""
        return hmac.new(self.keys[name], _text(plain).encode(), hashlib.sha256).hexdigest()


def _text(plain: Mapping[str, Any]) -> str:
    return json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Anchored:
    """What was found of a file of anchors."""

    anchors: int
    heads: int
    broken: tuple[Broken, ...]


class AnchorFile:
    """A file to which anchors are added; it belongs where the database account cannot write."""

    def __init__(self, path: Path, keys: AnchorKeys) -> None:
        self._path = path
        self._keys = keys
        self._heads: dict[str, tuple[int, str]] = {}
        self._number, self._before = 0, FIRST
        for plain in _lines(path) if path.exists() else ():
            self._number, self._before = int(plain["number"]), str(plain["seal"])
            self._heads |= {
                stream: (version, digest) for stream, (version, digest) in plain["heads"].items()
            }

    def add(self, database: Database, now: int) -> int:
        """Anchor the streams that grew since the last time, durably; how many did."""
        with database.reading() as unit:
            heads = {each.stream: (each.version, each.digest) for each in all_heads(unit)}
        grown = {stream: list(end) for stream, end in heads.items() if self._heads.get(stream) != end}
        if not grown:
            return 0
        key = self._keys.newest
        plain = {
            "number": self._number + 1,
            "at": now,
            "heads": grown,
            "before": self._before,
            "key": key,
        }
        seal = self._keys.seal(key, plain)
        make_private(self._path)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(_text({**plain, "seal": seal}) + "\n")
            file.flush()
            os.fsync(file.fileno())
        self._number, self._before, self._heads = self._number + 1, seal, heads
        return len(grown)


def all_heads(unit: ReadUnit) -> list[Head]:
    """The end of every stream, by name."""
    columns = schema.streams.c
    query = select(columns.id, columns.version, columns.digest).order_by(columns.id)
    return [Head(*row) for row in unit.connection.execute(query)]


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    try:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            plain = json.loads(line)
            if not isinstance(plain, dict) or not {"number", "heads", "seal", "key"} <= plain.keys():
                raise StoreError(f"{path}: line {number}: is not an anchor")
            yield plain
    except (OSError, ValueError) as problem:
        raise StoreError(f"{path}: cannot be read: {problem}") from None


def check_anchors(database: Database, path: Path, keys: AnchorKeys) -> Anchored:
    """Hold a store against its anchors: each is sealed, follows the one before, and is still true."""
    broken: list[Broken] = []
    before, anchors, ends = FIRST, 0, dict[str, tuple[int, str]]()
    for anchors, plain in enumerate(_lines(path), 1):
        seal, bare = plain["seal"], {key: each for key, each in plain.items() if key != "seal"}
        if plain["key"] not in keys.keys:
            broken.append(Broken(STREAM, anchors, f"key {plain['key']!r} is not in the list of keys"))
        elif not hmac.compare_digest(keys.seal(plain["key"], bare), str(seal)):
            broken.append(Broken(STREAM, anchors, "was changed: its seal does not match"))
        if plain["number"] != anchors or plain.get("before") != before:
            broken.append(Broken(STREAM, anchors, "does not follow the anchor before it"))
        before = str(seal)
        for stream, (version, digest) in plain["heads"].items():
            ends[f"{stream}\n{version}"] = int(version), str(digest)
    with database.reading() as unit:
        broken += [
            each for place, end in ends.items() if (each := _differs(unit, place, *end)) is not None
        ]
    return Anchored(anchors, len(ends), tuple(broken))


def _differs(unit: ReadUnit, place: str, version: int, digest: str) -> Broken | None:
    stream, columns = place.partition("\n")[0], schema.events.c
    query = select(columns.digest).where(columns.stream == stream, columns.version == version)
    stored = unit.connection.execute(query).scalar_one_or_none()
    if stored == digest:
        return None
    what = "is missing" if stored is None else "was rewritten"
    return Broken(stream, version, f"{what}: an anchor names another digest of it")
