"""`cutcard check`: a rules submission against its document, every finding at once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from cutcard import reports, submission, terminal
from cutcard.cli import printing
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson, ReportDate, ReportFile, refuse
from cutcard.cli.source import STANDARD_INPUT, read, source_name
from cutcard.compute import report_progress
from cutcard.wording import plural

if TYPE_CHECKING:
    from rich.console import Console

_READING = re.compile(r"\b[A-Z]{2}-A\d+\b")
NOTE: Final = "note"
_SEVERITIES = {"violation": "bold red", "warning": "yellow", "note": ""}


@examples(
    "cutcard check --init md-blackjack > submission.toml",
    "cutcard check submission.toml",
    "cutcard check tables/*.toml --together --json",
    "cutcard check submission.toml --out letter.pdf --date 2026-11-15",
    "cutcard check --schema ma-blackjack",
)
def check(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE...",
            help="Submissions (TOML or JSON), each one or a JSON list of them; - is standard input. "
            "With --schema: a document, or empty for all of them.",
        ),
    ] = None,
    as_json: AsJson = False,
    together: Annotated[
        bool,
        typer.Option(
            "--together", help="Treat all of them as one operator's tables; check what must match."
        ),
    ] = False,
    notes: Annotated[
        bool, typer.Option("--notes", help="List the notes too, which otherwise are counted.")
    ] = False,
    out: ReportFile = None,
    dated: ReportDate = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of a submission.")
    ] = False,
    init: Annotated[
        str | None,
        typer.Option("--init", metavar="DOCUMENT", help="Print a commented submission to start from."),
    ] = None,
) -> None:
    """Check an operator's rules submission against its document.

    All findings are listed, never only the first, each with its path and provision: violations first,
    then warnings; of several submissions those that do not comply come first. Exit code 1 where there
    is a violation.
    """
    if schema and init is not None:
        refuse("check", "--schema or --init, not both")
    if schema:
        with terminal.refusing(as_json=as_json):
            if files is not None and len(files) > 1:
                refuse("check", "--schema takes one document, or none for all of them")
            terminal.print_json(submission.schema(files[0] if files else None))
    elif init is not None:
        if files or as_json:
            refuse("check", "--init DOCUMENT stands alone; it writes TOML to standard output")
        with terminal.refusing(as_json=False):
            typer.echo(submission.init(init), nl=False)
    elif not files:
        refuse("check", "name a FILE, - for standard input, or use --init or --schema")
    else:
        letter = None if out is None else Letter(out, dated)
        _check(files, Printed(as_json=as_json, with_notes=notes, letter=letter), together=together)


@dataclass(frozen=True)
class Letter:
    """The file of a letter of compliance, and its date."""

    file: str
    dated: str | None

    def write(
        self, names: list[str], submissions: list[Any], results: list[submission.CheckResult]
    ) -> None:
        """Write the letter."""
        operators = [
            str(each.get("operator", "")) if isinstance(each, dict) else "" for each in submissions
        ]
        checked = map(reports.CheckedSubmission, names, operators, results)
        printing.write_pages(self.file, reports.compliance_letter([*checked], dated=self.dated or ""))


@dataclass(frozen=True, kw_only=True)
class Printed:
    """How the answer is printed."""

    as_json: bool
    with_notes: bool
    letter: Letter | None


def _check(files: list[str], printed: Printed, *, together: bool) -> None:
    with terminal.refusing(as_json=printed.as_json):
        if printed.letter is not None:
            printing.target(printed.letter.file, printing.PAGES)
            printing.check_date(printed.letter.dated)
        if files.count(STANDARD_INPUT) > 1:
            refuse("check", "standard input can be read once")
        contents = [read(file) for file in files]
    names, submissions = _named(files, contents)
    with printing.bar("submissions"):
        results = submission.check_together(submissions) if together else _one_by_one(submissions)
    is_list = len(files) > 1 or isinstance(contents[0], list)
    if printed.letter is not None:
        with terminal.refusing(as_json=printed.as_json):
            printed.letter.write(names, submissions, results)
    if printed.as_json:
        answers = [result.to_dict() for result in results]
        if len(files) > 1:
            answers = [{"file": name, **each} for name, each in zip(names, answers, strict=True)]
        terminal.print_json(answers if is_list else answers[0])
    else:
        to = terminal.console()
        for name, result in sorted(zip(names, results, strict=True), key=lambda each: each[1].compliant):
            if is_list:
                to.rule(terminal.one_line(name), align="left")
            _print_result(result, to, with_notes=printed.with_notes)
    if not all(result.compliant for result in results):
        terminal.leave(terminal.NO)


def _named(files: list[str], contents: list[object]) -> tuple[list[str], list[Any]]:
    """Every submission, with the name it is printed under."""
    names: list[str] = []
    found: list[Any] = []
    for file, content in zip(files, contents, strict=True):
        several = content if isinstance(content, list) else [content]
        for number, each in enumerate(several, start=1):
            of_list = f"submission {number} of {len(several)}" if isinstance(content, list) else ""
            names.append(": ".join(filter(None, [source_name(file) if len(files) > 1 else "", of_list])))
            found.append(each)
    return names, found


def _one_by_one(submissions: list[Any]) -> list[submission.CheckResult]:
    results = []
    for number, content in enumerate(submissions):
        report_progress("submissions", number, len(submissions))
        results.append(submission.check(content))
    return results


def _print_result(result: submission.CheckResult, to: Console, *, with_notes: bool) -> None:
    counts = dict.fromkeys(_SEVERITIES, 0)
    for finding in result.findings:
        counts[finding.severity] += 1
    summary = ", ".join(f"{n} {name}{'' if n == 1 else 's'}" for name, n in counts.items() if n)
    verdict = "compliant" if result.compliant else "not compliant"
    style = "bold green" if result.compliant else "bold red"
    to.print(verdict + (f": {summary}" if summary else ""), style=style)
    for severity, name_style in _SEVERITIES.items():
        rows = [
            (finding.path, finding.message, terminal.provision(finding.cite))
            for finding in result.findings
            if finding.severity == severity
        ]
        if rows and (severity != NOTE or with_notes):
            to.print(f"{severity}s", style=name_style)
            terminal.print_table(to, ("path", "message", "provision"), rows)
    if counts[NOTE] and not with_notes:
        to.print(f"{plural(counts[NOTE], 'note')} not listed: --notes lists them")
    listed = [each for each in result.findings if with_notes or each.severity != NOTE]
    readings = [reading for finding in listed for reading in _READING.findall(finding.cite)]
    if readings:
        to.print(f"cutcard law show {readings[0]} explains that reading")
    terminal.print_facts(to, printing.citation(result))
