"""`cutcard check`: a rules submission against its document, every finding at once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutcard import submission, terminal
from cutcard.cli import printing
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson, refuse
from cutcard.cli.source import read
from cutcard.compute import report_progress

if TYPE_CHECKING:
    from rich.console import Console

_READING = re.compile(r"\b[A-Z]{2}-A\d+\b")
_SEVERITIES = {"violation": "bold red", "warning": "yellow", "note": ""}


@examples(
    "cutcard check --init md-blackjack > submission.toml",
    "cutcard check submission.toml",
    "cutcard check submission.toml --json",
    "cutcard check --schema ma-blackjack",
)
def check(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE",
            help="A submission (TOML or JSON), or a JSON list of them; - is standard input. "
            "With --schema: a document, or empty for all of them.",
        ),
    ] = None,
    as_json: AsJson = False,
    together: Annotated[
        bool,
        typer.Option(
            "--together", help="Treat a list as one operator's tables and check what must match."
        ),
    ] = False,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of a submission.")
    ] = False,
    init: Annotated[
        str | None,
        typer.Option("--init", metavar="DOCUMENT", help="Print a commented submission to start from."),
    ] = None,
) -> None:
    """Check an operator's rules submission against its document.

    All findings are listed, never only the first, each with its path and provision. Exit code 1 where
    there is a violation.
    """
    if schema and init is not None:
        refuse("check", "--schema or --init, not both")
    if schema:
        with terminal.refusing(as_json=as_json):
            terminal.print_json(submission.schema(file))
    elif init is not None:
        if file is not None or as_json:
            refuse("check", "--init DOCUMENT stands alone; it writes TOML to standard output")
        with terminal.refusing(as_json=False):
            typer.echo(submission.init(init), nl=False)
    elif file is None:
        refuse("check", "name a FILE, - for standard input, or use --init or --schema")
    else:
        _check(file, as_json=as_json, together=together)


def _check(file: str, *, as_json: bool, together: bool) -> None:
    with terminal.refusing(as_json=as_json):
        content = read(file)
    is_list = isinstance(content, list)
    submissions = content if isinstance(content, list) else [content]
    with printing.bar("check"):
        results = submission.check_together(submissions) if together else _one_by_one(submissions)
    if as_json:
        answers = [result.as_json() for result in results]
        terminal.print_json(answers if is_list else answers[0])
    else:
        to = terminal.console()
        for number, result in enumerate(results, start=1):
            if is_list:
                to.rule(f"submission {number} of {len(results)}", align="left")
            _print_result(result, to)
    if not all(result.compliant for result in results):
        terminal.leave(terminal.NO)


def _one_by_one(submissions: list[Any]) -> list[submission.CheckResult]:
    results = []
    for number, content in enumerate(submissions):
        report_progress("submissions", number, len(submissions))
        results.append(submission.check(content))
    return results


def _print_result(result: submission.CheckResult, to: Console) -> None:
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
        if rows:
            to.print(f"{severity}s", style=name_style)
            terminal.print_table(to, ("path", "message", "provision"), rows)
    readings = [reading for finding in result.findings for reading in _READING.findall(finding.cite)]
    if readings:
        to.print(f"cutcard law show {readings[0]} explains that reading")
