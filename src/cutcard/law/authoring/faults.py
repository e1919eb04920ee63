"""Every fault of a document at once: its files read as always, with a list for what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

from cutcard.law.files import WAGERS, DocumentFiles, FolderFiles
from cutcard.law.loader import Document
from cutcard.law.reader import Fault, Faults, LawError, collecting

FILES: Final = (
    "document.toml",
    "options.toml",
    "variations.toml",
    "bars.toml",
    "provisions.toml",
    "moments.toml",
    "requirements.toml",
    "readings.toml",
    "meters.toml",
    "classifiers.py",
)
"""What a document's folder may hold beside `wagers/`."""


def lint(files: DocumentFiles) -> tuple[Document | None, Faults]:
    """The document of some files, with every fault of it; None where it cannot even be begun.

    A document with faults holds blanks where something could not be read, and is good for nothing but
    looking for further faults.
    """
    faults: Faults = []
    files.faults = faults
    law: Document | None = None
    with collecting(faults):
        law = Document(files)
    if law is not None:
        _read_all(law, faults)
    return law, list(dict.fromkeys(faults))


def _read_all(law: Document, faults: Faults) -> None:
    """Read every file, and look up every name that one has of another."""
    with collecting(faults):
        faults += _odd_files(law)
    for part in ("options", "variations", "readings", "bars", "provisions", "requirements"):
        with collecting(faults):
            getattr(law, part)
    with collecting(faults):
        for name in law.wager_ids:
            with collecting(faults):
                law.wager(name)
    for part in ("matrix", "meter_acts"):
        with collecting(faults):
            getattr(law, part)
    with collecting(faults):
        faults += _readings(law)


def _odd_files(law: Document) -> Iterator[Fault]:
    for name in law.files.names:
        is_wager = PurePosixPath(name).parent.name == WAGERS
        if name not in FILES and not is_wager:
            known = f"{', '.join(FILES)}, wagers/ID.toml"
            yield Fault(f"{law.label}/{name}", "", "no file of a document has this name", known)


def _readings(law: Document) -> Iterator[Fault]:
    """Readings that are named and not in `readings.toml`, and options that a reading names."""
    known = {*law.readings, *law.shared_readings}
    named: list[tuple[str, str, str]] = [
        ("options.toml", f"{name}.reading", each.reading) for name, each in law.options.items()
    ]
    for variation in law.variations.values():
        named += (
            ("variations.toml", f"{variation.id}.options.{name}.reading", each.reading)
            for name, each in variation.options.items()
        )
    named += (("bars.toml", f"bars[{at}].reading", bar.reading) for at, bar in enumerate(law.bars))
    named += (("provisions.toml", f"{n}.reading", each.reading) for n, each in law.provisions.items())
    for name in law.wager_ids:
        wager = law.wager(name)
        file = f"wagers/{name}.toml"
        named += ((file, "readings", each) for each in wager.readings)
        named += (
            (file, f"paytables[{at}].rows[{number}].reading", row.reading)
            for at, table in enumerate(wager.paytables)
            for number, row in enumerate(table.rows)
        )
    for file, key, reading in named:
        if reading and reading not in known:
            yield Fault(f"{law.label}/{file}", key, f"{reading!r} is not in readings.toml")
    for name, each in law.readings.items():
        for option in each.options:
            if not law.option_laws(option):
                message = f"{option!r} is not an option here"
                yield Fault(f"{law.label}/readings.toml", f"{name}.options", message)


def document_folders(folder: Path) -> tuple[FolderFiles, ...]:
    """The documents of a folder: itself, where it has a document.toml, else those in it."""
    if not folder.is_dir():
        raise LawError(f"{folder}: no such folder")
    if (folder / "document.toml").is_file():
        return (FolderFiles(folder.resolve()),)
    places = [each for each in sorted(folder.resolve().iterdir()) if (each / "document.toml").is_file()]
    if not places:
        raise LawError(f"{folder}: neither it nor a folder in it has a document.toml")
    return tuple(map(FolderFiles, places))
