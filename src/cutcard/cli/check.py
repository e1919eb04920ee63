"""`cutcard check`: a rules submission against its document, every finding at once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutcard.terminal import output
from cutcard.wording import plural

if TYPE_CHECKING:
    from rich.console import Console

    from cutcard.submission import CheckResult

EXAMPLES = """\b
Examples:
  cutcard check --init md-blackjack > submission.toml
  cutcard check submission.toml
  cutcard check submission.toml --json
  cutcard check --schema ma-blackjack
"""

_READING = re.compile(r"\b[A-Z]{2}-A\d+\b")
_SEVERITIES = {"violation": "bold red", "warning": "yellow", "note": ""}


def command(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE",
            help="A submission (TOML or JSON), or a JSON list of them; - is standard input. "
            "With --schema: a document, or empty for all of them.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")] = False,
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

    All findings are listed, not only the first, each with its path and provision. Exit code 1 where
    there is a violation.
    """
    if schema and init is not None:
        output.complain("check: --schema or --init, not both")
        output.leave(output.WRONG)
    if schema:
        _print_schema(file, as_json=as_json)
    elif init is not None:
        _print_start(init, file, as_json=as_json)
    elif file is None:
        output.complain("check: name a FILE, - for standard input, or use --init or --schema")
        output.leave(output.WRONG)
    else:
        _check(file, as_json=as_json, together=together)


def _print_schema(document: str | None, *, as_json: bool) -> None:
    from cutcard.submission import schema

    with output.refusing(as_json=as_json):
        found = schema(document)
    output.print_json(found)


def _print_start(document: str, file: str | None, *, as_json: bool) -> None:
    if file is not None or as_json:
        output.complain("check: --init DOCUMENT stands alone; it writes TOML to standard output")
        output.leave(output.WRONG)
    from cutcard.submission import init

    with output.refusing(as_json=False):
        found = init(document)
    typer.echo(found, nl=False)


def _check(file: str, *, as_json: bool, together: bool) -> None:
    with output.refusing(as_json=as_json):
        from cutcard.cli.source import read

        found = read(file)
    from cutcard.cli.printing.progress import bar
    from cutcard.submission import check_together

    is_list = isinstance(found, list)
    every = found if isinstance(found, list) else [found]
    with bar("check"):
        results = check_together(every) if together else _one_by_one(every)
    if as_json:
        answers = [each.as_json() for each in results]
        output.print_json(answers if is_list else answers[0])
    else:
        to = output.console()
        for number, result in enumerate(results, start=1):
            if is_list:
                to.rule(f"submission {number} of {len(results)}", align="left")
            _print_result(result, to)
    if not all(each.compliant for each in results):
        output.leave(output.NO)


def _one_by_one(every: list[Any]) -> list[CheckResult]:
    from cutcard.compute import tell
    from cutcard.submission import check

    results = []
    for number, each in enumerate(every):
        tell("submissions", number, len(every))
        results.append(check(each))
    return results


def _print_result(result: CheckResult, to: Console) -> None:
    counted = dict.fromkeys(_SEVERITIES, 0)
    for finding in result.findings:
        counted[finding.severity] += 1
    told = ", ".join(plural(n, name) for name, n in counted.items() if n)
    verdict = "compliant" if result.compliant else "not compliant"
    style = "bold green" if result.compliant else "bold red"
    to.print(verdict + (f": {told}" if told else ""), style=style)
    for severity, name_style in _SEVERITIES.items():
        rows = [
            (each.path, each.message, output.provision(each.cite))
            for each in result.findings
            if each.severity == severity
        ]
        if rows:
            to.print(f"{severity}s", style=name_style)
            output.print_table(to, ("path", "message", "provision"), rows)
    readings = [each for finding in result.findings for each in _READING.findall(finding.cite)]
    if readings:
        to.print(f"cutcard law show {readings[0]} explains that reading")
