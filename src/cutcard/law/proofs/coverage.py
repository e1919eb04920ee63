"""What cases and tests prove: each requirement is proven, waiting, on the checklist or unproven.

A requirement is proven by a case or a test that names it. One that `waits` needs a part of the
program that does not exist yet. A physical one is for people to look at: it stands on the checklist
for opening a table. What is left is unproven, and a gap.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from cutcard.law.files import CASES
from cutcard.law.loader import Document
from cutcard.law.model import Reading, Requirement
from cutcard.law.reader import LawError

Standing = Literal["proven", "waiting", "checklist", "unproven"]

STANDINGS: Final[tuple[Standing, ...]] = ("proven", "waiting", "checklist", "unproven")
TAGS: Final = ("engine", "config", "procedure", "physical")


@dataclass(frozen=True, slots=True)
class Proof:
    """A case or a test as far as coverage is concerned: where it stands and what it names."""

    file: str
    name: str
    proves: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    kind: Literal["case", "test"] = "case"

    @property
    def where(self) -> str:
        """File and name; a test's name has its file in it."""
        return self.name if self.kind == "test" else f"{self.file}: {self.name}"


@dataclass(frozen=True, slots=True)
class DocumentCoverage:
    """How the requirements and readings of one document stand."""

    document: str
    standing: Mapping[str, Standing]
    """Requirement id -> how it stands, in the file's order."""
    counts: Mapping[str, Mapping[str, int]]
    """Tag -> `total` and each standing -> how many."""
    unproven: tuple[Requirement, ...]
    waiting: tuple[Requirement, ...]
    """Those that nothing can prove yet; each says what it waits for."""
    readings: int
    without_case: tuple[Reading, ...]

    @property
    def is_complete(self) -> bool:
        """Whether no requirement is left that software can touch and nothing proves."""
        return not self.unproven


def read_proofs(folder: Path) -> tuple[Proof, ...]:
    """Every case of a folder's case files (`<document>/**/*.toml`), in file order."""
    return tuple(proof for path in case_files(folder) for proof in _file(path, folder))


def case_files(folder: Path) -> list[Path]:
    """The case files of a folder, `<document>/**/*.toml`, in their order."""
    return sorted(folder.glob("*/**/*.toml"))


def read_own_proofs(folder: Path) -> tuple[Proof, ...]:
    """Every case in a document's own folder `cases`, in file order."""
    paths = sorted((folder / CASES).rglob("*.toml"))
    return tuple(proof for path in paths for proof in _file(path, folder.parent))


def _file(path: Path, folder: Path) -> Iterator[Proof]:
    name = path.relative_to(folder).as_posix()
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise LawError(f"{name}: {error}") from None
    yield from proofs_in(name, text)


def proofs_in(name: str, text: str) -> Iterator[Proof]:
    """Every case of a case file's text."""
    try:
        content = tomllib.loads(text)
    except ValueError as error:
        raise LawError(f"{name}: {error}") from None
    cases = content.get("case", [])
    if not isinstance(cases, list):
        raise LawError(f"{name}: case: write [[case]]")
    for index, case in enumerate(cases):
        if not isinstance(case, dict) or not isinstance(case.get("name"), str):
            raise LawError(f"{name}: case[{index}]: a case needs a name")
        yield proof_of(case, name)


def proof_of(case: Mapping[str, object], file: str) -> Proof:
    """A case with a name as far as coverage is concerned."""
    proves, readings = (_ids(case, key, file) for key in ("proves", "readings"))
    return Proof(file, str(case["name"]), proves, readings)


def _ids(case: Mapping[str, object], key: str, file: str) -> tuple[str, ...]:
    found = case.get(key, [])
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise LawError(f"{file}: {case['name']}: {key}: must be a list of ids")
    return tuple(found)


def check_ids(documents: Iterable[Document], proofs: Iterable[Proof]) -> None:
    """Refuse a case or a test that names a requirement or a reading which no document has."""
    every = tuple(documents)
    requirements = {name for law in every for name in law.requirements}
    readings = {name for law in every for name in law.readings}
    for proof in proofs:
        for known, key, file, named in (
            (requirements, "proves", "requirements", proof.proves),
            (readings, "readings", "readings", proof.readings),
        ):
            for each in named:
                if each not in known:
                    raise LawError(f"{proof.where}: {key}: no such id {each!r} in any {file}.toml")


def standing(requirement: Requirement, proven: frozenset[str]) -> Standing:
    """How one requirement stands."""
    if requirement.tag == "physical" and requirement.checklist:
        return "checklist"
    if requirement.id in proven:
        return "proven"
    return "waiting" if requirement.waits else "unproven"


def coverage(law: Document, proofs: Iterable[Proof]) -> DocumentCoverage:
    """How every requirement of a document stands, given all cases and tests."""
    known = tuple(proofs)
    proven = frozenset(each for proof in known for each in proof.proves)
    shown = frozenset(each for proof in known for each in proof.readings)
    stands = {name: standing(each, proven) for name, each in law.requirements.items()}
    counts = {tag: dict.fromkeys(("total", *STANDINGS), 0) for tag in TAGS}
    for name, each in law.requirements.items():
        counts[each.tag]["total"] += 1
        counts[each.tag][stands[name]] += 1
    return DocumentCoverage(
        document=law.id,
        standing=stands,
        counts=counts,
        unproven=tuple(law.requirements[n] for n, how in stands.items() if how == "unproven"),
        waiting=tuple(law.requirements[n] for n, how in stands.items() if how == "waiting"),
        readings=len(law.readings),
        without_case=tuple(each for name, each in law.readings.items() if name not in shown),
    )
