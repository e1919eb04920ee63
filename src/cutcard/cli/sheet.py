"""`cutcard sheet`: the par sheet of a table, from its rules submission to a PDF or an HTML file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cutcard.terminal import output

if TYPE_CHECKING:
    from pathlib import Path

    from cutcard.law import RuleSet
    from cutcard.reports.sheet import Sheet

EXAMPLES = """\b
Examples:
  cutcard sheet submission.toml --out sheet.pdf --date 2026-11-15
  cutcard sheet submission.toml --out sheet.html
"""
KINDS = (".pdf", ".html")


def command(
    file: Annotated[
        str,
        typer.Argument(metavar="SUBMISSION", help="A submission (TOML or JSON); - is standard input."),
    ],
    out: Annotated[
        str, typer.Option("--out", metavar="FILE", help="What to write: FILE.pdf or FILE.html.")
    ],
    dated: Annotated[
        str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="The date printed on the sheet.")
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats", metavar="N", help="Number of players, where it matters (default: all boxes)."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")] = False,
) -> None:
    """Write the par sheet of a table: every wager that it offers, with its odds and its provisions.

    The submission must be compliant (`cutcard check`); exit code 1 where it is not.
    """
    with output.refusing(as_json=as_json):
        from cutcard.cli.printing.files import target

        path, kind = target(out, KINDS)
        _check_date(dated)
        rules, operator = _rules(file, as_json=as_json)
        made = _sheet(rules, operator=operator, dated=dated or "", seats=seats)
        _write(made, path, kind)
    _tell(made, path, as_json=as_json)


def _check_date(dated: str | None) -> None:
    from datetime import date

    from cutcard.law import Code, Refused

    if dated is None:
        return
    try:
        if date.fromisoformat(dated).isoformat() != dated:
            raise ValueError
    except ValueError:
        raise Refused(Code.BAD_REQUEST, f"--date {dated[:40]!r}: write it like 2026-11-15") from None


def _rules(file: str, *, as_json: bool) -> tuple[RuleSet, str]:
    """The rule set of a compliant submission, and whose it is; of another, what `check` answers."""
    from cutcard.cli.source import read
    from cutcard.law import Code, Refused
    from cutcard.submission import check

    found = read(file)
    if isinstance(found, list):
        raise Refused(Code.BAD_REQUEST, f"{file}: a sheet needs one submission, this is a list")
    result = check(found, by_play=False)
    wrong = [each for each in result.findings if each.severity == "violation"]
    if not result.compliant or result.rules is None:
        if as_json:
            output.print_json(check(found).as_json())
        more = f" ({len(wrong)} violations; cutcard check lists them)" if len(wrong) > 1 else ""
        cite = f" [{wrong[0].cite}]" if wrong[0].cite else ""
        output.complain(f"{file}: not compliant: {wrong[0].path}: {wrong[0].message}{cite}{more}")
        output.leave(output.NO)
    operator = found.get("operator", "") if isinstance(found, dict) else ""
    return result.rules, str(operator)


def _sheet(rules: RuleSet, *, operator: str, dated: str, seats: str | None) -> Sheet:
    from cutcard.cli.printing.progress import bar
    from cutcard.law import Code, Refused
    from cutcard.odds import OddsError
    from cutcard.reports.sheet import par_sheet

    if seats is not None and not (seats.isascii() and seats.isdigit() and len(seats) < 4):
        raise Refused(Code.BAD_REQUEST, f"--seats {seats[:40]!r} is not a number of players")
    try:
        with bar("par sheet"):
            return par_sheet(
                rules, operator=operator, dated=dated, seats=None if seats is None else int(seats)
            )
    except OddsError as problem:
        raise Refused(Code.BAD_REQUEST, str(problem)) from None


def _write(made: Sheet, path: Path, kind: str) -> None:
    from cutcard.cli.printing.files import write
    from cutcard.reports.sheet import pages

    if kind == ".html":
        from cutcard.reports.sheet import sheet_html

        write(path, sheet_html(pages(made)))
    else:
        from cutcard.reports.sheet import sheet_pdf

        write(path, sheet_pdf(pages(made)))


def _tell(made: Sheet, path: Path, *, as_json: bool) -> None:
    missing = {each.offer.law.id: each.problem for each in made.wagers if each.answer is None}
    if as_json:
        output.print_json(
            {
                "written": str(path),
                "document": made.rules.document.id,
                "wagers": [each.offer.law.id for each in made.wagers],
                "not_computed": missing,
                "digest": made.digest,
            }
        )
        return
    to = output.console()
    to.print(f"{path}: {len(made.wagers)} wagers, digest {made.digest}", soft_wrap=True)
    for name, problem in missing.items():
        to.print(f"not computed: {name}: {problem}", soft_wrap=True)
