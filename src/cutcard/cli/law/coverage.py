"""`cutcard law coverage`: what of the documents is proven by a case or a test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from cutcard import law, terminal
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson
from cutcard.cli.printing.figures import counted
from cutcard.law import proofs


@examples("cutcard law coverage --cases tests/law")
def coverage(
    cases: Annotated[
        str | None,
        typer.Option("--cases", metavar="DIR", help="The case files (default: our own)."),
    ] = None,
    tests: Annotated[
        str | None,
        typer.Option(
            "--tests",
            metavar="DIR",
            help="The Python tests (default: the folder `tests` above the case files, or our own).",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Count what of the documents is proven by a case or a test.

    Exit code 1 where a requirement is neither proven nor waiting, nor on the checklist for opening a
    table (`cutcard law checklist`).
    """
    documents = law.documents()
    every = (*_our_proofs(cases, tests), *_own_cases(documents))
    if not every and cases is None:
        terminal.complain("no case file is here; name a folder of them with --cases DIR")
        terminal.leave(terminal.WRONG)
    by_case = [each for each in every if each.kind == "case"]
    by_test = [each for each in every if each.kind == "test"]
    proofs.coverage.check_ids(documents, every)
    counts = [proofs.coverage.coverage(document, every) for document in documents]
    is_complete = all(count.is_complete for count in counts)
    if as_json:
        read = {"cases": len(by_case), "tests": len(by_test)}
        listed = [_coverage_json(count) for count in counts]
        terminal.print_json({**read, "complete": is_complete, "documents": listed})
    else:
        print_coverage(counts, f"{counted(len(by_case), 'case')}, {counted(len(by_test), 'test')}")
    if not is_complete:
        terminal.leave(terminal.NO)


def _own_cases(documents: Sequence[law.Document]) -> Iterator[proofs.Proof]:
    """The cases that documents have in their own folders."""
    for document in documents:
        if isinstance(document.files, law.FolderFiles):
            yield from proofs.read_own_proofs(document.files.folder)


def _our_proofs(cases: str | None, tests: str | None) -> tuple[proofs.Proof, ...]:
    """Those that this program carries; of the folders that are named, where one is."""
    ours = proofs.our_proofs() if cases is None else ()
    by_case, by_test = ([each for each in ours if each.kind == kind] for kind in ("case", "test"))
    if cases is not None:
        folder = _folder(cases, "case files", "--cases")
        above = folder.resolve().parent
        by_case = [*proofs.read_proofs(folder)]
        by_test = (
            [*proofs.read_tests(above if above.name == "tests" else folder)] if tests is None else []
        )
    if tests is not None:
        by_test = [*proofs.read_tests(_folder(tests, "tests", "--tests"))]
    return (*by_case, *by_test)


def _folder(given: str, what: str, option: str) -> Path:
    if not Path(given).is_dir():
        terminal.complain(f"{given}: no such folder of {what}; name one with {option} DIR")
        terminal.leave(terminal.WRONG)
    return Path(given)


def _coverage_json(coverage: proofs.DocumentCoverage) -> dict[str, object]:
    return {
        "id": coverage.document,
        # Nothing is left for later any more; programs that read the number still find it.
        "tags": {tag: {**counts, "later": 0} for tag, counts in coverage.counts.items()},
        "unproven": [
            {"id": each.id, "tag": each.tag, "cite": each.cite, "says": each.says}
            for each in coverage.unproven
        ],
        "waiting": [
            {"id": each.id, "tag": each.tag, "cite": each.cite, "waits": each.waits}
            for each in coverage.waiting
        ],
        "readings": {
            "total": coverage.readings,
            "without_case": [{"id": each.id, "waits": each.waits} for each in coverage.without_case],
        },
    }


def print_coverage(documents: Sequence[proofs.DocumentCoverage], title: str) -> None:
    """Print the counts by document and tag, then everything that lacks a proof."""
    to, standings = terminal.console(), proofs.STANDINGS
    rows = [
        (each.document, tag, str(counts["total"]), *(str(counts[how]) for how in standings))
        for each in documents
        for tag, counts in each.counts.items()
    ]
    columns = ("document", "tag", "total#", *(f"{how}#" for how in standings))
    terminal.print_table(to, columns, rows, title=title)
    unproven = [(r.id, r.tag, r.cite, r.says) for each in documents for r in each.unproven]
    if unproven:
        title = f"{counted(len(unproven), 'requirement')} unproven"
        terminal.print_table(to, ("requirement", "tag", "provision", "says"), unproven, title=title)
    waiting = [(r.id, r.cite, r.waits) for each in documents for r in each.waiting]
    if waiting:
        wait = "waits" if len(waiting) == 1 else "wait"
        title = f"{counted(len(waiting), 'requirement')} {wait}"
        terminal.print_table(to, ("requirement", "provision", "waits for"), waiting, title=title)
    silent = [(r.id, r.cite, r.waits or "a case") for each in documents for r in each.without_case]
    if silent:
        title = f"{counted(len(silent), 'reading')} without a case"
        terminal.print_table(to, ("reading", "provision", "waits for"), silent, title=title)
