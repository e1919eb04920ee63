"""`cutcard law init`, `lint` and `test`: a document of one's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

import typer

from cutcard import law, submission, terminal, wagers
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson
from cutcard.cli.printing.figures import counted
from cutcard.floor import sessions
from cutcard.law import proofs

SESSIONS: Final = "table"
"""The folder of cases about a live table."""

Folder = Annotated[
    str,
    typer.Argument(
        metavar="DIR",
        help="A document's folder, or one with a folder for each document.",
        show_default=False,
    ),
]


@examples("cutcard law lint my-law", "cutcard law lint my-law/my-rules --json")
def lint(folder: Folder, as_json: AsJson = False) -> None:
    """List every fault of a document of your own.

    Each with its file, its key, and what is possible there. Exit code 1 where there is one.
    """
    places = law.document_folders(Path(folder))
    faults = [fault for files in places for fault in wagers.document_faults(files)]
    faults += _between(places)
    if as_json:
        listed = [
            {"file": each.file, "key": each.key, "message": each.message, "possible": each.possible}
            for each in faults
        ]
        terminal.print_json({"valid": not faults, "findings": listed})
    elif faults:
        rows = [(each.file, each.key, each.message, each.possible) for each in faults]
        columns = ("file", "key", "what is wrong", "possible")
        title = counted(len(faults), "fault")
        terminal.print_table(terminal.console(), columns, rows, title=title)
    else:
        names = ", ".join(files.label for files in places)
        terminal.console().print(f"{names}: nothing is wrong.", highlight=False, soft_wrap=True)
    if faults:
        terminal.leave(terminal.NO)


def _between(places: Sequence[law.FolderFiles]) -> Iterator[law.Fault]:
    """What is wrong between these documents and all there are: two of one name, a wrong succession."""
    read: list[law.Document] = []
    for files in places:
        with suppress(law.LawError):  # its own faults are listed already
            read.append(law.Document(files))
    for mine in read:
        with suppress(law.LawError):
            family = [*law.shelf().versions(mine.id), *(each for each in read if each.id == mine.id)]
            yield from _in_family(mine, law.by_age({each.digest: each for each in family}.values()))


def _in_family(mine: law.Document, family: Sequence[law.Document]) -> Iterator[law.Fault]:
    """A document beside all versions of it."""
    file = f"{mine.label}/document.toml"
    if any(each.name == mine.name and each.digest != mine.digest for each in family):
        message = f"{mine.name} has other data already; give this another version or id"
        yield law.Fault(file, "version", message)
    for each, message in law.succession_faults(family):
        if each.digest == mine.digest:
            yield law.Fault(file, "supersedes", message)


@examples(
    "cutcard law init my-law --id my-rules", "cutcard law init my-law --id my-rules --from md-blackjack"
)
def init(
    folder: Annotated[
        str, typer.Argument(metavar="DIR", help="The folder of your documents; made if it is not there.")
    ],
    name: Annotated[
        str,
        typer.Option("--id", metavar="ID", help="What the document is called: my-rules, my-rules@2."),
    ],
    source: Annotated[
        str | None,
        typer.Option("--from", metavar="DOCUMENT", help="Start from the files of this document."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a new document: a complete skeleton, or a copy to edit.

    The skeleton has every option with its meaning and a default. It can be played as it stands:
    `cutcard settle round.json --law DIR`.
    """
    if source is None:
        place = law.write_skeleton(Path(folder), name)
    else:
        with terminal.refusing(as_json=as_json):
            files = law.document(source).files
        place = law.write_copy(Path(folder), name, files)
    family = name.partition("@")[0]
    if as_json:
        terminal.print_json({"document": family, "folder": str(place)})
        return
    to = terminal.console()
    to.print(f"{place} is written. Edit it, then:", highlight=False, soft_wrap=True)
    for line in (
        f"cutcard law lint {folder}",
        f"cutcard law test {folder}",
        f"cutcard odds {name} main --law {folder}",
    ):
        to.print(f"  {line}", highlight=False, soft_wrap=True)


@examples("cutcard law test my-law", "cutcard law test my-law/my-rules --json")
def run_cases(folder: Folder, as_json: AsJson = False) -> None:
    """Run the cases of a document of your own.

    They are in its folder cases/, in the form of our own; sessions at a live table in cases/table/. Exit
    code 1 where one fails, or there is none.
    """
    places = law.document_folders(Path(folder))
    above = {files.folder.parent for files in places}
    results: list[tuple[str, str]] = []
    with law.law_from(sorted(above)):
        for files in places:
            results += _run(files)
    failed = [(case, fault) for case, fault in results if fault]
    if as_json:
        listed = [{"case": case, "passed": not fault, "fault": fault} for case, fault in results]
        passed = len(results) - len(failed)
        terminal.print_json({"passed": passed, "failed": len(failed), "cases": listed})
    else:
        to = terminal.console()
        for case, fault in failed:
            to.print(f"{case}: {fault}", highlight=False, soft_wrap=True, markup=False)
        count = f"{counted(len(results), 'case')}, {len(failed)} failed"
        to.print(f"{count}." if results else "No case in a folder cases/.", highlight=False)
    if failed or not results:
        terminal.leave(terminal.NO)


def _run(files: law.FolderFiles) -> Iterator[tuple[str, str]]:
    """Each case of a document's folder, and what is at fault with it."""
    name = law.Document(files).name
    paths = sorted((files.folder / "cases").rglob("*.toml"))
    at_tables = [path for path in paths if path.parent.name == SESSIONS]
    rounds = [path for path in paths if path.parent.name != SESSIONS]
    for case in submission.read_cases(rounds, name):
        yield case.id, submission.fault_of(case) or _unknown_id(case.content, case.file)
    for session in sessions.read_sessions(at_tables, name):
        yield session.id, sessions.session_fault(session) or _unknown_id(session.content, session.file)


def _unknown_id(case: Mapping[str, object], file: str) -> str:
    """What a case says it proves, or reads, and no document has; else empty."""
    try:
        proofs.coverage.check_ids(law.documents(), [proofs.coverage.proof_of(case, file)])
    except law.LawError as error:
        return str(error).partition(f"{case['name']}: ")[2]
    return ""
