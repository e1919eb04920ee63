"""`cutcard compare`: two rule sets, and what each of their differences is worth."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from cutcard import odds, reports, terminal
from cutcard.cli import printing
from cutcard.cli.lazy_group import examples
from cutcard.cli.odds.command import odds_errors
from cutcard.cli.odds.question_options import read_pairs
from cutcard.cli.options import AsJson, ReportDate, ReportFile
from cutcard.cli.printing.figures import percent
from cutcard.cli.source import read
from cutcard.law import document, shorten

RULES = "FILE, or 'DOCUMENT --set OPTION=VALUE ...' as one argument."


@examples(
    "cutcard compare house-rules 'house-rules --set soft_17=hit --set surrender=yes'",
    "cutcard compare ours.toml theirs.toml --json",
    "cutcard compare ours.toml theirs.toml --out difference.pdf",
)
def compare(
    a: Annotated[str, typer.Argument(metavar="A", help=f"A rule set: {RULES}")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another one.")],
    out: ReportFile = None,
    dated: ReportDate = None,
    as_json: AsJson = False,
) -> None:
    """Compare two rule sets: what each difference is worth.

    A rule set is a submission, or a document with options. For each option that differs and that the
    main game feels: what the change is worth alone, and after those before it in the list.
    """
    with terminal.refusing(as_json=as_json), odds_errors():
        if out is not None:
            printing.target(out, printing.PAGES)
            printing.check_date(dated)
        one, other = _rules("A", a), _rules("B", b)
        with printing.bar("rule sets"):
            found = odds.compare(one, other)
        if out is not None:
            printing.write_pages(out, reports.comparison_report(found, (a, b), dated=dated or ""))
    if as_json:
        terminal.print_json(found.to_dict())
        return
    to = terminal.console()
    rows = [
        (r["option"], r["before"], r["after"], _signed(r["alone"]), _signed(r["step"]))
        for r in found.records()
    ]
    terminal.print_table(to, ("option", "A", "B", "alone#", "step#"), rows)
    facts = [
        ("House edge of A", percent(found.first.value)),
        ("House edge of B", percent(found.second.value)),
        ("Change", percent(found.value, sign=True)),
        *printing.basis(found),
    ]
    terminal.print_facts(to, facts)


def _signed(value: float | None) -> str:
    return "-" if value is None else percent(value, sign=True)


def _rules(which: str, written: str) -> Mapping[str, Any]:
    """A rule set from a file, or from a document and its options."""
    if Path(written).suffix.lower() in (".toml", ".json"):
        content = read(written)
        if not isinstance(content, Mapping):
            raise odds.OddsError(f"{which}: {written}: one submission, not a list")
        return content
    try:
        name, *words = shlex.split(written)
    except ValueError:
        raise odds.OddsError(f"{which}: {shorten(written)}: {RULES}") from None
    rules: dict[str, Any] = {"document": name}
    pairs: list[str] = []
    while words:
        option, *words = words
        option, equals, value = option.partition("=")
        if not equals:
            if not words:
                raise odds.OddsError(f"{which}: {option}: its value is missing")
            value, *words = words
        match option:
            case "--set":
                pairs.append(value)
            case "--decks":
                pairs.append(f"decks={value}")
            case "--variation" | "--paytable":
                rules[option.removeprefix("--")] = value
            case _:
                known = "--set, --decks, --variation, --paytable"
                raise odds.OddsError(f"{which}: {shorten(option)}: the options are {known}")
    laws = document(name).effective_options(rules.get("variation"))
    rules["options"] = {
        key: terminal.parse_option(laws[key], value) if key in laws else value
        for key, value in read_pairs(which, pairs, "--set OPTION=VALUE", odds.OddsError).items()
    }
    return rules
