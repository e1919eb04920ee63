"""The files of a document: read from its folder when asked for, or carried as one text.

A store and a record carry the law they were made under, by content: `pack` makes one text of all files,
`unpack` makes the files of it again. Both have the same digest, whatever is installed by then.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
import stat
import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Final

from cutcard.law.findings import shown
from cutcard.law.reader import Fault, Faults, LawError, TomlTable, collecting, parse_toml

OUR_DATA: Final = Path(__file__).parent / "data"
MOST_BYTES: Final = 16_000_000
"""The most that one text may unpack to."""
MOST_OF_FOLDER: Final = 2_000_000
"""The most that the files of a folder may come to: as one text they take up to six times as much."""
MOST_FILES: Final = 1_000
SUFFIXES: Final = (".toml", ".py")
"""What a document is made of: law data, and the classifiers of its own kinds of wagers."""
WAGERS: Final = "wagers"
LENT: Final = "as_in"
"""The folder in which a document carries the wager files that it has from other documents."""
_AS_IN: Final = re.compile(rb"""^[ \t]*as_in[ \t]*=[ \t]*["']([a-z0-9-]+)["']""", re.MULTILINE)
_WAGER_THERE: Final = re.compile(rb"""^[ \t]*wager[ \t]*=[ \t]*["']([a-z0-9_]+)["']""", re.MULTILINE)
"""How a wager's file names the document that lends it, and its id there if it is another.

The loader refuses any other spelling.
"""
CASES: Final = "cases"
"""The folder of a document's own cases, which prove the law and are no part of it."""


class DocumentFiles:
    """The files of one document, by their names below its folder (`wagers/main.toml`)."""

    def __init__(self, label: str, contents: Mapping[str, bytes]) -> None:
        """`label` is the name of the folder, as messages show it."""
        self.label = label
        self.faults: Faults | None = None
        """Where faults are collected while the document is linted; else the first is an error."""
        self.unreadable: set[str] = set()
        """The files that could not be read, while faults are collected."""
        self._contents = contents

    @property
    def names(self) -> tuple[str, ...]:
        """Every file's name, in order."""
        return tuple(sorted(self._contents))

    def has(self, name: str) -> bool:
        """Whether there is such a file."""
        return name in self._contents

    def read(self, name: str) -> bytes:
        """The bytes of a file."""
        try:
            return self._contents[name]
        except KeyError:
            raise LawError(Fault(f"{self.label}/{name}", "", "missing")) from None

    def toml(self, name: str) -> TomlTable:
        """A TOML file as a strict table; an empty one where it has faults and they are collected."""
        with collecting(self.faults):
            return parse_toml(self.read(name), f"{self.label}/{name}", self.faults)
        self.unreadable.add(name)
        return TomlTable({}, f"{self.label}/{name}", "", [])  # what is missing in it needs no word more

    @cached_property
    def digest(self) -> str:
        """SHA-256 over the names and the bytes of every file."""
        total = hashlib.sha256()
        for name in self.names:
            content = self.read(name)
            total.update(f"{name}\0{len(content)}\0".encode())
            total.update(content)
        return total.hexdigest()

    @cached_property
    def packed(self) -> str:
        """All files as one text without line breaks."""
        texts = {name: self.read(name).decode("utf-8") for name in self.names}
        plain = json.dumps({"document": self.label, "files": texts}, ensure_ascii=False, sort_keys=True)
        return base64.b64encode(zlib.compress(plain.encode(), 9)).decode("ascii")


class FolderFiles(DocumentFiles):
    """The files of a folder, each read when first asked for."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder.name, {})
        self.folder = folder

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every file's name, in order; the folder's own cases are not among them."""
        found = [
            path.relative_to(self.folder)
            for path in self.folder.rglob("*")
            if path.suffix in SUFFIXES and path.is_file()
        ]
        if len(found) > MOST_FILES:
            raise LawError(f"{self.label}: more than {MOST_FILES:,} files")
        if sum((self.folder / path).stat().st_size for path in found) > MOST_OF_FOLDER:
            raise LawError(f"{self.label}: its files come to more than {MOST_OF_FOLDER:,} bytes")
        own = [path.as_posix() for path in found if path.parts[0] != CASES]
        _check_names(own, self.label)
        return tuple(sorted((*own, *self._lent(own))))

    def _lent(self, own: Iterable[str]) -> Iterator[str]:
        """The names of the files that wagers granted "as in" another document have from it.

        They belong to this document's content: it keeps its rows when the other document changes.
        """
        for name in own:
            if name.startswith(f"{WAGERS}/") and (other := _AS_IN.search(self.read(name))):
                there = _WAGER_THERE.search(self.read(name))
                file = f"{WAGERS}/{there[1].decode()}.toml" if there else name
                yield f"{LENT}/{other[1].decode()}/{file}"

    def _place(self, name: str) -> Path:
        """Where a file lies: in the folder, or in that of the document beside it that lends it."""
        first, _, rest = name.partition("/")
        if first != LENT:
            return self.folder / name
        beside = self.folder.parent / rest
        return beside if beside.is_file() else OUR_DATA / rest

    def has(self, name: str) -> bool:
        """Whether there is such a file."""
        return self._place(name).is_file()

    def read(self, name: str) -> bytes:
        """The bytes of a file, as they were when it was first asked for; always UTF-8 text."""
        content = self._read.get(name)
        if content is None:
            content = self._read[name] = self._from_disk(name)
        return content

    def _from_disk(self, name: str) -> bytes:
        place = self._place(name)
        try:
            found = place.stat()
            if not stat.S_ISREG(found.st_mode):
                why = "no plain file"
            elif found.st_size > MOST_OF_FOLDER:
                why = f"more than {MOST_OF_FOLDER:,} bytes"
            else:
                content = place.read_bytes()
                content.decode("utf-8")  # it is carried as text
                return content
        except UnicodeDecodeError as problem:
            why = f"not UTF-8 text: byte {problem.start + 1} is {content[problem.start]:#04x}"
            raise LawError(Fault(f"{self.label}/{name}", "", why, "a text in UTF-8")) from None
        except OSError as problem:
            why = "missing" if isinstance(problem, FileNotFoundError) else str(problem.strerror)
        raise LawError(Fault(f"{self.label}/{name}", "", why))

    @cached_property
    def _read(self) -> dict[str, bytes]:
        return {}


_UNREADABLE: Final = (
    *(binascii.Error, zlib.error, ValueError, KeyError, TypeError, AttributeError, RecursionError),
)


def _is_plain(name: str) -> bool:
    """Whether a name leads to a place below its folder, and can be shown on one line."""
    parts = name.split("/")
    return name.isprintable() and "\\" not in name and not {"", ".", ".."} & set(parts)


def _check_names(names: Iterable[str], label: str) -> None:
    for name in names:
        if not _is_plain(name):
            raise LawError(f"{label}: {shown(name)} is no name of a file")


def unpack(packed: str) -> DocumentFiles:
    """The files that a text carries; `LawError` where it carries none."""
    try:
        engine = zlib.decompressobj()
        plain = engine.decompress(base64.b64decode(packed, validate=True), MOST_BYTES)
        if engine.unconsumed_tail or not engine.eof:
            raise LawError(f"carried law data: more than {MOST_BYTES:,} bytes, or cut off")
        carried = json.loads(plain)
        label, texts = carried["document"], carried["files"]
        contents = {name: text.encode("utf-8") for name, text in texts.items()}
    except _UNREADABLE as problem:
        raise LawError(f"carried law data: unreadable ({type(problem).__name__})") from None
    if not isinstance(label, str) or "/" in label or not _is_plain(label):
        raise LawError("carried law data: it does not name its document")
    _check_names(contents, "carried law data")
    return DocumentFiles(label, contents)
