"""The shelf: every document that can be asked for, by name, version and digest.

A document is a family, `md-blackjack`, and each folder of law data holds one version of it: a folder is
named `ID` or `ID@VERSION`. Folders come from

- our own data,
- `CUTCARD_LAW`, folders separated as in PATH, and `law_from` (`--law DIR`),
- installed packages: each entry point of the group `cutcard.law` names one that holds such folders,
- a store or a record that carries the law it was made under: `carry`.

`document("md-blackjack")` is the newest version in force, today or on the day given to `law_from`;
`document("md-blackjack@1.15")` is that version; `pinned(digest)` is what a digest was once taken of, and
so is `document("md-blackjack@077d847b507c")`, by the first digits of the digest.
What is carried answers to its digest alone: it never changes what a name means.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Final

from cutcard.law.files import OUR_DATA, DocumentFiles, FolderFiles, unpack
from cutcard.law.loader import Document, did_you_mean, shorten
from cutcard.law.reader import Fault, LawError, parse_toml
from cutcard.law.refusal import Code, Refused
from cutcard.results import arguments

DATA: Final = OUR_DATA
VARIABLE: Final = "CUTCARD_LAW"
"""The variable of the environment that names further folders."""
DAY: Final = "CUTCARD_AS_OF"
"""The variable that names the day whose law is meant."""
GROUP: Final = "cutcard.law"
_NAME: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
DIGITS: Final = 12
"""How many digits of a digest a reference to law data has."""
_DIGEST: Final = re.compile(rf"[0-9a-f]{{{DIGITS},64}}")


class LawShelf:
    """The documents of some folders, each read when first asked for."""

    def __init__(self, folders: Iterable[Path] = (), as_of: date | None = None) -> None:
        self.as_of: Final = as_of
        """The day whose law is meant; None for today."""
        self._folders: list[Path] = []
        self._places: dict[str, list[Path]] = {}
        self._documents: dict[Path, Document] = {}
        self._carried: dict[str, Document] = {}
        self._versions: dict[str, tuple[Document, ...]] = {}
        for folder in folders:
            self.add_folder(folder)

    def add_folder(self, folder: Path) -> None:
        """Add the documents of a folder that has one folder for each; `LawError` where it has none."""
        folder = folder.resolve()
        if folder in self._folders:
            return
        if not folder.is_dir():
            raise LawError(f"{folder}: no such folder")
        places = [each for each in sorted(folder.iterdir()) if (each / "document.toml").is_file()]
        if not places:
            hint = "; name the folder above it" if (folder / "document.toml").is_file() else ""
            raise LawError(f"{folder}: no folder in it has a document.toml{hint}")
        for place in places:
            family = place.name.partition("@")[0]
            if not _NAME.fullmatch(family):
                raise LawError(f"{place.name}: name the folder ID or ID@VERSION, as my-rules@1")
            self._places.setdefault(family, []).append(place)
        self._folders.append(folder)
        self._versions.clear()
        self._forget("ids", "every")

    def _forget(self, *names: str) -> None:
        for name in names:
            vars(self).pop(name, None)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Every family, our own first in the order of `contents.toml`."""
        with parse_toml((DATA / "contents.toml").read_bytes(), "contents.toml") as table:
            listed = table.items("documents", str)
        own = [name for name in listed if name in self._places]
        return (*own, *sorted(self._places.keys() - set(own)))

    def versions(self, family: str) -> tuple[Document, ...]:
        """The versions of a document, the newest last."""
        known = self._versions.get(family)
        if known is not None:
            return known
        found: dict[str, Document] = {}
        for place in self._places.get(family, ()):
            law = self._documents.get(place)
            if law is None:
                law = self._documents[place] = Document(FolderFiles(place))
            other = found.setdefault(law.version, law)
            if other is not law and other.digest != law.digest:
                raise LawError(f"{law.name}: two folders have different data of this version: {place}")
        ordered = by_age(found.values())
        for law, message in succession_faults(ordered):
            raise LawError(Fault(f"{law.label}/document.toml", "supersedes", message))
        self._versions[family] = ordered
        return ordered

    def document(self, name: str) -> Document:
        """A document, `ID`, `ID@VERSION` or `ID@DIGEST`; refused where there is none."""
        if not isinstance(name, str):
            raise Refused(Code.UNKNOWN_DOCUMENT, f"{arguments.shown(name)} is no document's name")
        family, at, version = name.partition("@")
        if (law := self._by_digest(family, version)) is not None:
            return law
        versions = self.versions(family)
        if not versions:
            known = ", ".join(self.ids)
            message = f"no document {shorten(name)}; there are: {known}{did_you_mean(family, self.ids)}"
            raise Refused(Code.UNKNOWN_DOCUMENT, message)
        if at:
            for law in versions:
                if law.version == version:
                    return law
            known = ", ".join(law.name for law in versions)
            raise Refused(Code.UNKNOWN_DOCUMENT, f"no version {shorten(name)}; there are: {known}")
        if len(versions) == 1 and self.as_of is None:
            return versions[0]
        day = self.as_of or date.today()
        in_force = [law for law in versions if law.effective_from is None or law.effective_from <= day]
        if not in_force:
            first = f"{versions[0].name} is the first, from {versions[0].effective_from}"
            raise Refused(Code.UNKNOWN_DOCUMENT, f"{family} was not in force on {day}; {first}")
        return in_force[-1]

    def has(self, name: object) -> bool:
        """Whether a name is that of a document, or of a version of one."""
        family, at, version = name.partition("@") if isinstance(name, str) else ("", "", "")
        versions = self.versions(family)
        named = any(not at or version == law.version for law in versions)
        return named or self._by_digest(family, version) is not None

    def _by_digest(self, family: str, digits: str) -> Document | None:
        """The version of a document whose data have a digest that begins so."""
        if not _DIGEST.fullmatch(digits):
            return None
        known = (*self.versions(family), *list(self._carried.values()))
        return next((law for law in known if law.id == family and law.digest.startswith(digits)), None)

    def reference(self, law: Document) -> str:
        """The shortest name that means these very data: `ID`, `ID@VERSION`, else `ID@DIGEST`."""
        for name in (law.id, law.name):
            if self.has(name) and self.document(name).digest == law.digest:
                return name
        return f"{law.id}@{law.digest[:DIGITS]}"

    def carry(self, packed: str, stands_for: str = "") -> Document:
        """The document that a text carries, which from now on answers to its digest.

        `stands_for` is another digest that it answers to: of data that were never carried, and that
        these have taken the place of.
        """
        files = unpack(packed)
        law = self._carried.get(files.digest)
        if law is None:
            law = self._carried[files.digest] = self._own(files) or Document(files, is_carried=True)
            self._forget("every")
        if stands_for:
            self._carried[stands_for] = law
        return law

    def _own(self, files: DocumentFiles) -> Document | None:
        """The same data as they came with this version; a person's own folder may lack what is new."""
        for law in self.versions(files.label.partition("@")[0]):
            if law.digest == files.digest and isinstance(law.files, FolderFiles):
                return law if law.files.folder.parent == DATA else None
        return None

    def carries(self, digest: str) -> bool:
        """Whether a store or a record has brought the data of this digest along."""
        return digest in self._carried

    def pinned(self, digest: str) -> Document | None:
        """The document whose data have this digest, carried or installed; None where there is none."""
        return self._carried.get(digest) or self.installed(digest)

    def installed(self, digest: str) -> Document | None:
        """The document of a folder whose data have this digest; None where there is none."""
        every = (law for family in self.ids for law in self.versions(family))
        return next((law for law in every if law.digest == digest), None)

    @cached_property
    def every(self) -> tuple[Document, ...]:
        """Every version of every document, the newest first, and what is carried: each once."""
        laws = [law for family in self.ids for law in reversed(self.versions(family))]
        by_digest: dict[str, Document] = {}
        for law in (*laws, *list(self._carried.values())):
            by_digest.setdefault(law.digest, law)
        return tuple(by_digest.values())


def _age(law: Document) -> tuple[date, tuple[tuple[int, str], ...]]:
    """What versions are ordered by: the day they came into force, then their numbers."""
    parts = re.findall(r"\d+|[^\d.]+", law.version)
    numbered = tuple((int(each), "") if each.isdigit() else (-1, each) for each in parts)
    return law.effective_from or date.min, numbered


def by_age(laws: Iterable[Document]) -> tuple[Document, ...]:
    """Versions of one document, the newest last."""
    return tuple(sorted(laws, key=_age))


def succession_faults(versions: Sequence[Document]) -> Iterator[tuple[Document, str]]:
    """Versions of one document that take the place of themselves or of a newer one, and why not.

    So no version can be reached from itself by `supersedes`.
    """
    for number, law in enumerate(versions):
        if law.supersedes == law.version:
            yield law, "a version does not take the place of itself"
        elif law.supersedes in {later.version for later in versions[number + 1 :]}:
            message = f"{law.supersedes} is the newer one, by its day or else by its number"
            yield law, message


def _folders() -> Iterator[Path]:
    """Our own folder, and those that the environment and installed packages name."""
    yield DATA
    for written in os.environ.get(VARIABLE, "").split(os.pathsep):
        if written:
            yield Path(written)
    if any(_has_entry_points(Path(each)) for each in sys.path):
        for entry in import_module("importlib.metadata").entry_points(group=GROUP):
            yield _package_folder(entry.name, entry.value)


def _package_folder(entry: str, package: str) -> Path:
    """The folder of a package that an entry point names."""
    try:
        return Path(import_module(package).__path__[0])
    except Exception as problem:  # whatever another's package does when it is imported
        why = " ".join(f"{type(problem).__name__}: {problem}".split())
        raise LawError(f"the entry point {entry} of {GROUP}: {why}") from None


def _has_entry_points(place: Path) -> bool:
    """Whether a package that is installed at a place names documents.

    Python's own reader of such files takes as long to import as a round to settle, so it is only asked
    where there is something to find.
    """
    files = place.glob("*.dist-info/entry_points.txt")
    return any(f"[{GROUP}]".encode() in file.read_bytes() for file in files)


def _new_shelf() -> LawShelf:
    as_of = os.environ.get(DAY, "")
    return LawShelf(tuple(_folders()), _day(as_of) if as_of else None)


def _day(written: str) -> date:
    try:
        return date.fromisoformat(written)
    except ValueError:
        raise LawError(f"{shorten(written)} is not a day; write it as 2026-01-31") from None


_in_use: Final[list[LawShelf]] = []


def shelf() -> LawShelf:
    """The shelf in use."""
    if not _in_use:
        _in_use.append(_new_shelf())
    return _in_use[-1]


@contextmanager
def law_from(folders: Iterable[str | Path] = (), *, as_of: str = "") -> Iterator[LawShelf]:
    """Within this, documents come from further folders too, and a name means the version of a day.

    Both are put into the environment, so that processes started meanwhile read the same law.
    """
    before = {name: os.environ.get(name) for name in (VARIABLE, DAY)}
    given = [str(Path(each).resolve()) for each in folders]
    own = [before[VARIABLE]] if before[VARIABLE] else []
    changed = {VARIABLE: os.pathsep.join((*own, *given)), DAY: as_of or before[DAY] or ""}
    try:
        os.environ.update(changed)
        _in_use.append(_new_shelf())
        try:
            yield _in_use[-1]
        finally:
            _in_use.pop()
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def document(name: str) -> Document:
    """A document by `ID`, the newest version in force, or `ID@VERSION`; refused where there is none."""
    return shelf().document(name)


def is_document(name: object) -> bool:
    """Whether a name is that of a document, or of a version of one."""
    return shelf().has(name)


def document_ids() -> tuple[str, ...]:
    """The id of every document."""
    return shelf().ids


def documents() -> tuple[Document, ...]:
    """Every document, each in the version in force."""
    return tuple(map(shelf().document, shelf().ids))
