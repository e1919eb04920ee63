"""A manifest: the digest of every file of the program, signed by whoever released it.

A house is started with it, and opens only where every file is the one that was signed; an inspector asks
again at any time. What a house runs is a line of its own stream, so that a change of program shows.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

import cutcard
from cutcard.floor.keys import HouseKeys, PublicKeys
from cutcard.floor.store import Conflict, Database, New
from cutcard.table.record import line_of

HERE: Final = Path(cutcard.__file__).parent
STREAM: Final = "program"
HEADER: Final = '{"program":1}'
LEFT_OUT: Final = "__pycache__"
"""What Python makes of the sources by itself."""


class ManifestProblem(Exception):  # noqa: N818 - it says what is wrong
    """A manifest that proves nothing, or a program that is not the one that was signed."""


@dataclass(frozen=True)
class Manifest:
    """The files of one version."""

    version: str
    files: Mapping[str, str]
    """Path within the package -> SHA-256."""

    @property
    def digest(self) -> str:
        """One digest of all."""
        return sha256(self.text().encode()).hexdigest()

    def text(self) -> str:
        """What is signed."""
        plain = {"program": "cutcard", "version": self.version, "files": dict(self.files)}
        return json.dumps(plain, sort_keys=True, separators=(",", ":"))

    def signed(self, keys: HouseKeys) -> str:
        """The manifest as a file."""
        plain = {**json.loads(self.text()), "signature": keys.sign(self.text())}
        return json.dumps(plain, sort_keys=True, indent=1) + "\n"

    @classmethod
    def read(cls, path: Path, public: PublicKeys) -> Manifest:
        """From a file that one of the keys signed."""
        try:
            plain = json.loads(path.read_text("utf-8"))
            manifest = cls(str(plain["version"]), {str(k): str(v) for k, v in plain["files"].items()})
            signature = str(plain["signature"])
        except OSError as problem:
            raise ManifestProblem(f"{path}: {(problem.strerror or 'cannot be read').lower()}") from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise ManifestProblem(f"{path}: is no manifest") from None
        if not public.is_signed(signature, manifest.text()):
            raise ManifestProblem(f"{path}: its signature does not match")
        return manifest


def installed(folder: Path = HERE) -> Manifest:
    """The program as it lies there now."""
    files = {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and LEFT_OUT not in path.parts
    }
    return Manifest(cutcard.__version__, files)


def differences(signed: Manifest, there: Manifest) -> list[str]:
    """What is there and was not signed, or the other way round; empty where it is the same program."""
    found = [] if signed.version == there.version else [f"version {there.version}, not {signed.version}"]
    for path in sorted(signed.files.keys() | there.files.keys()):
        if path not in there.files:
            found.append(f"{path}: missing")
        elif path not in signed.files:
            found.append(f"{path}: was not signed")
        elif signed.files[path] != there.files[path]:
            found.append(f"{path}: changed")
    return found


def note_program(database: Database, there: Manifest, now: int, *, checked: bool) -> bool:
    """Record what a house runs, where it is not what ran last; whether it was recorded."""
    event = {
        "event": "program_started",
        "version": there.version,
        "digest": there.digest,
        "checked": checked,
    }
    try:
        with database.writing() as unit:
            head = unit.heads([STREAM]).get(STREAM) or unit.create(STREAM, HEADER)
            last = next(unit.back(STREAM, head.version), None)
            line = line_of(event)
            if last is not None and last.line == line:
                return False
            unit.append(head, [New(line, "house", "", now)])
    except Conflict:  # another process of the house has just written the same
        return False
    return True
