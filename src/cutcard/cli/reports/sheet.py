"""`cutcard sheet`: the par sheet of a table, from its rules submission to a PDF or an HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cutcard import odds, submission, terminal
from cutcard.cli import printing
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson
from cutcard.cli.source import read
from cutcard.law import Code, Refused, RuleSet
from cutcard.reports import sheet as par_sheets


@examples(
    "cutcard sheet submission.toml --out sheet.pdf --date 2026-11-15",
    "cutcard sheet submission.toml --out sheet.html",
)
def sheet(
    file: Annotated[
        str,
        typer.Argument(metavar="SUBMISSION", help="A submission (TOML or JSON); - is standard input."),
    ],
    out: Annotated[
        str, typer.Option("--out", metavar="FILE", help="What to write: FILE.pdf or FILE.html.")
    ],
    dated: Annotated[
        str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="The date on the sheet.")
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats", metavar="N", help="Number of players, where it matters (default: all boxes)."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write the par sheet of a table.

    It has every wager that the table offers, with its odds and its provisions. The submission must be
    compliant (`cutcard check`); exit code 1 where it is not.
    """
    with terminal.refusing(as_json=as_json):
        path, _ = printing.target(out, printing.PAGES)
        printing.check_date(dated)
        rules, operator = _rules(file, as_json=as_json)
        par_sheet = _par_sheet(rules, operator=operator, dated=dated or "", seats=seats)
        printing.write_pages(out, par_sheets.pages(par_sheet))
    _report(par_sheet, path, as_json=as_json)


def _rules(file: str, *, as_json: bool) -> tuple[RuleSet, str]:
    """The rule set of a compliant submission, and its operator; else the command ends with a no."""
    content = read(file)
    if isinstance(content, list):
        raise Refused(Code.BAD_REQUEST, f"{file}: a sheet needs one submission, this is a list")
    result = submission.check(content, warns=False)
    wrong = [finding for finding in result.findings if finding.severity == "violation"]
    if not result.compliant or result.rules is None:
        if as_json:
            terminal.print_json(submission.check(content).as_json())
        more = f" ({len(wrong)} violations; cutcard check lists them)" if len(wrong) > 1 else ""
        cite = f" [{wrong[0].cite}]" if wrong[0].cite else ""
        terminal.complain(f"{file}: not compliant: {wrong[0].path}: {wrong[0].message}{cite}{more}")
        terminal.leave(terminal.NO)
    operator = content.get("operator", "") if isinstance(content, dict) else ""
    return result.rules, str(operator)


def _par_sheet(rules: RuleSet, *, operator: str, dated: str, seats: str | None) -> par_sheets.Sheet:
    if seats is not None and not (seats.isascii() and seats.isdigit() and len(seats) < 4):
        raise Refused(Code.BAD_REQUEST, f"--seats {seats[:40]!r} is not a number of players")
    players = None if seats is None else int(seats)
    try:
        with printing.bar("par sheet"):
            return par_sheets.par_sheet(rules, operator=operator, dated=dated, seats=players)
    except odds.OddsError as problem:
        raise Refused(Code.BAD_REQUEST, str(problem)) from None


def _report(par_sheet: par_sheets.Sheet, path: Path, *, as_json: bool) -> None:
    missing = {wager.offer.law.id: wager.problem for wager in par_sheet.wagers if wager.answer is None}
    if as_json:
        terminal.print_json(
            {
                "written": str(path),
                "document": par_sheet.rules.document.id,
                "wagers": [wager.offer.law.id for wager in par_sheet.wagers],
                "not_computed": missing,
                "digest": par_sheet.digest,
                "law": par_sheet.rules.document.names,
            }
        )
        return
    to = terminal.console()
    to.print(f"{path}: {len(par_sheet.wagers)} wagers, digest {par_sheet.digest}", soft_wrap=True)
    for name, problem in missing.items():
        to.print(f"not computed: {name}: {problem}", soft_wrap=True)
