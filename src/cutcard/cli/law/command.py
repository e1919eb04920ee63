"""`cutcard law`: what the five documents say, with the provision for every value."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutcard.cli.command import PlainCommand, PlainGroup
from cutcard.cli.law import checklist
from cutcard.terminal import output
from cutcard.wording import plural

if TYPE_CHECKING:
    from cutcard.law.proofs import DocumentCoverage

app = typer.Typer(
    cls=PlainGroup,
    help="What the five documents say: paytables, options, readings, and what is proven.",
    no_args_is_help=False,
    rich_markup_mode=None,
    epilog="""\b
Examples:
  cutcard law show "Ch.13 §A(4)"
  cutcard law options ma-blackjack
""",
)

Json = Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")]
DocumentId = Annotated[str, typer.Argument(metavar="DOCUMENT", help="The document's id.")]

app.command("checklist", cls=PlainCommand, epilog=checklist.EXAMPLES)(checklist.command)


@app.callback(invoke_without_command=True)
def _root(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(
    cls=PlainCommand, name="export", epilog="\b\nExample:\n  cutcard law export --json > law.json"
)
def export(as_json: Json = False) -> None:
    """Every printed row of every paytable of every document, each with its citation."""
    from cutcard.cli.law import answers as law_answers
    from cutcard.law import DOCUMENTS, document

    if as_json:
        output.print_json(law_answers.export())
        return
    rows = []
    for law in map(document, DOCUMENTS):
        tables = [table for name in law.wager_ids for table in law.wager(name).paytables]
        printed = [table for table in tables if table.printed_rows]
        count = sum(len(table.printed_rows) for table in printed)
        rows.append((law.id, str(len(law.wager_ids)), str(len(printed)), str(count), law.digest[:16]))
    columns = ("document", "wagers#", "paytables#", "printed rows#", "digest")
    output.print_table(output.console(), columns, rows)


@app.command(
    cls=PlainCommand,
    name="options",
    epilog="\b\nExample:\n  cutcard law options md-blackjack --variation switch",
)
def options(
    document: DocumentId,
    variation: Annotated[
        str | None, typer.Option("--variation", metavar="NAME", help="As changed by this variation.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Every option of a document: permitted values, default, citation; fixed values too."""
    from cutcard import law
    from cutcard.cli.law import answers as law_answers

    with output.refusing(as_json=as_json):
        found: Any = law_answers.options(law.document(document), variation)
    if as_json:
        output.print_json(found)
        return
    rows = [
        (
            each["name"],
            _told(each["permitted"]),
            "" if each["fixed"] else each["default_said"] or _told(each["default"]),
            each["cite"],
            each["reading"] or "",
            each["about"],
        )
        for each in found["options"]
    ]
    columns = ("option", "permitted", "default", "provision", "reading", "about")
    output.print_table(output.console(), columns, rows)


def _told(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(_told, value)) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


@app.command(
    cls=PlainCommand,
    name="readings",
    epilog="\b\nExamples:\n  cutcard law readings md-pontoon-21\n"
    "  cutcard law readings ma-blackjack --edges",
)
def readings(
    document: Annotated[
        str | None, typer.Argument(metavar="DOCUMENT", help="One document (default: all five).")
    ] = None,
    edges: Annotated[
        bool, typer.Option("--edges", help="The house edge under each reading (minutes the first time).")
    ] = False,
    as_json: Json = False,
) -> None:
    """Where a text is ambiguous: the problem, the reading taken, the options for the others."""
    from cutcard.cli.law import answers as law_answers

    with output.refusing(as_json=as_json):
        found: Any = law_answers.readings(document)
    if edges:
        from cutcard.cli.law.edges import print_edges

        print_edges(document, as_json=as_json)
        return
    if as_json:
        output.print_json(found)
        return
    to = output.console()
    for each in found["readings"]:
        to.print(f"{each['id']}  {each['document']}  {each['cite']}", style="bold")
        facts = [("Problem", each["problem"]), ("Reading", each["reading"])]
        facts += [("Option", f"{option['name']}: {_marked(option)}") for option in each["options"]]
        output.print_facts(to, facts)


def _marked(option: dict[str, object]) -> str:
    """An option's values with the default marked."""
    listed, default = option["permitted"], option["default"]
    if not isinstance(listed, list):
        is_fixed = str(listed).startswith("fixed")
        return str(listed) + ("" if is_fixed else f" (default {_told(default)})")
    if isinstance(default, list):
        return f"any of {_told(listed)} (default {_told(default)})"
    return ", ".join(_told(v) + (" (default)" if v == default else "") for v in listed)


@app.command(
    cls=PlainCommand,
    name="show",
    epilog='\b\nExamples:\n  cutcard law show "Ch.13 §A(4)" --document md-blackjack\n'
    "  cutcard law show MA-A19",
)
def show(
    citation: Annotated[
        str, typer.Argument(metavar="CITATION", help="A provision, or a requirement's or reading's id.")
    ],
    document: Annotated[
        str | None, typer.Option("--document", metavar="DOCUMENT", help="Search only this document.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Everything that rests on a provision: rows, options, requirements, readings."""
    from cutcard import law
    from cutcard.law import Code, Refused, find, shorten

    with output.refusing(as_json=as_json):
        if not citation.strip():
            raise Refused(Code.BAD_REQUEST, "law show: name a provision or an id (Ch.8 §A, MA-A19)")
        laws = [law.document(name) for name in ((document,) if document else law.DOCUMENTS)]
    found = [each for one in laws for each in find(one, citation)]
    if as_json:
        output.print_json({"citation": citation, "found": [each.as_json() for each in found]})
    if not found:
        where = document or "any document"
        output.complain(f"nothing cites {shorten(citation)} in {where}")
        output.leave(output.NO)
    if not as_json:
        rows = [(each.document, each.cite, each.kind, each.name, each.says) for each in found]
        columns = ("document", "provision", "kind", "name", "says")
        output.print_table(output.console(), columns, rows)


@app.command(
    cls=PlainCommand, name="coverage", epilog="\b\nExample:\n  cutcard law coverage --cases tests/law"
)
def coverage(
    cases: Annotated[
        str | None,
        typer.Option("--cases", metavar="DIR", help="The case files (default: tests/law)."),
    ] = None,
    tests: Annotated[
        str | None,
        typer.Option(
            "--tests",
            metavar="DIR",
            help="The Python tests (default: tests, where the case files are in it; else their folder).",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """What of the documents is proven by a case or a test, what is waiting, what is missing.

    Exit code 1 where a requirement is neither proven nor waiting, nor on the checklist for opening a
    table (`cutcard law checklist`).
    """
    from cutcard.law import DOCUMENTS, document
    from cutcard.law.proofs import coverage as counting, read_tests

    folder = _cases_folder(cases)
    laws = [document(name) for name in DOCUMENTS]
    named = counting.read_proofs(folder)
    marked = read_tests(_tests_folder(tests, folder))
    proofs = (*named, *marked)
    counting.check_ids(laws, proofs)
    counted = [counting.coverage(law, proofs) for law in laws]
    is_complete = all(each.is_complete for each in counted)
    if as_json:
        documents = [_coverage_json(each) for each in counted]
        read = {"cases": len(named), "tests": len(marked)}
        output.print_json({**read, "complete": is_complete, "documents": documents})
    else:
        _print_coverage(counted, f"{plural(len(named), 'case')}, {plural(len(marked), 'test')}")
    if not is_complete:
        output.leave(output.NO)


def _cases_folder(given: str | None) -> Path:
    checkout = Path(__file__).parents[4]
    tried = [Path(given)] if given else [Path("tests/law"), checkout / "tests" / "law"]
    found = next((folder for folder in tried if folder.is_dir()), None)
    if found is None:
        output.complain(f"{tried[0]}: no such folder of case files; name one with --cases DIR")
        output.leave(output.WRONG)
    return found


def _tests_folder(given: str | None, cases: Path) -> Path:
    if given is None:
        above = cases.resolve().parent
        return above if above.name == "tests" else cases
    if not Path(given).is_dir():
        output.complain(f"{given}: no such folder of tests")
        output.leave(output.WRONG)
    return Path(given)


def _coverage_json(found: DocumentCoverage) -> dict[str, object]:
    return {
        "id": found.document,
        # Nothing is left for later any more; programs that read the number still find it.
        "tags": {tag: {**counts, "later": 0} for tag, counts in found.counts.items()},
        "unproven": [
            {"id": each.id, "tag": each.tag, "cite": each.cite, "says": each.says}
            for each in found.unproven
        ],
        "waiting": [
            {"id": each.id, "tag": each.tag, "cite": each.cite, "waits": each.waits}
            for each in found.waiting
        ],
        "readings": {
            "total": found.readings,
            "without_case": [{"id": each.id, "waits": each.waits} for each in found.without_case],
        },
    }


def _print_coverage(counted: list[DocumentCoverage], read: str) -> None:
    from cutcard.law.proofs import STANDINGS

    to = output.console()
    rows = [
        (each.document, tag, str(counts["total"]), *(str(counts[how]) for how in STANDINGS))
        for each in counted
        for tag, counts in each.counts.items()
    ]
    columns = ("document", "tag", "total#", *(f"{how}#" for how in STANDINGS))
    output.print_table(to, columns, rows, title=read)
    unproven = [(r.id, r.tag, r.cite, r.says) for each in counted for r in each.unproven]
    if unproven:
        title = f"{plural(len(unproven), 'requirement')} unproven"
        output.print_table(to, ("requirement", "tag", "provision", "says"), unproven, title=title)
    waiting = [(r.id, r.cite, r.waits) for each in counted for r in each.waiting]
    if waiting:
        wait = "waits" if len(waiting) == 1 else "wait"
        title = f"{plural(len(waiting), 'requirement')} {wait}"
        output.print_table(to, ("requirement", "provision", "waits for"), waiting, title=title)
    silent = [(r.id, r.cite, r.waits or "a case") for each in counted for r in each.without_case]
    if silent:
        title = f"{plural(len(silent), 'reading')} without a case"
        output.print_table(to, ("reading", "provision", "waits for"), silent, title=title)
