"""`cutcard law checklist`: what to look at and what to do before a table opens, to be ticked off."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Annotated, Final

import typer

from cutcard.terminal import output

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from cutcard.law import Document, RuleSet
    from cutcard.law.proofs import Checklist, ChecklistItem, Opening

EXAMPLES: Final = """\b
Examples:
  cutcard law checklist md-blackjack
  cutcard law checklist md-blackjack --variation switch
  cutcard law checklist ma-blackjack --submission submission.toml
"""

_TITLES: Final = {
    "layout": "Layout",
    "signs": "Signs and notices",
    "equipment": "Equipment",
    "cards": "Cards",
    "people": "The dealer",
    "opening": "Opening, step by step, each one logged",
}
_TO_SIGN: Final = (("Table", "Date and time"), ("Dealer", "Floorperson"))
_WIDEST_PROVISION: Final = 26
_LONGEST_REASON: Final = 80


def command(
    document: Annotated[str, typer.Argument(metavar="DOCUMENT", help="The document's id.")],
    variation: Annotated[
        str | None, typer.Option("--variation", metavar="NAME", help="For a table of this variation.")
    ] = None,
    submission: Annotated[
        str | None,
        typer.Option(
            "--submission",
            metavar="FILE",
            help="A compliant rules submission, as `cutcard check` reads it: what it does not offer is "
            "left out; - is standard input.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")] = False,
) -> None:
    """What must be in place and done before a table opens, each item with its provision.

    What is known of the table decides what applies; otherwise an item states its condition.
    """
    from cutcard import law
    from cutcard.law.proofs import Opening, checklist

    with output.refusing(as_json=as_json):
        rules_of = law.document(document)
        rules_of.effective_options(variation)  # refuses a variation that is none
        rules = None if submission is None else _rules(submission, rules_of, variation)
    opening = Opening(rules_of, variation, rules)
    found = checklist(opening)
    if as_json:
        output.print_json(_as_json(found, opening))
    else:
        _print(found, opening, output.console())


def _rules(file: str, document: Document, variation: str | None) -> RuleSet:
    """The rules that a submission makes; refused where it is not compliant or for another table."""
    from cutcard.cli.source import STANDARD_INPUT, read
    from cutcard.law import Code, Refused
    from cutcard.submission import check

    found = read(file)
    file = "standard input" if file == STANDARD_INPUT else file
    if isinstance(found, list):
        raise Refused(Code.BAD_REQUEST, f"{file}: must be one submission, not a list")
    result = check(found, by_play=False)
    wrong = [each for each in result.findings if each.severity == "violation"]
    if wrong or result.rules is None:
        first = wrong[0]
        more = f"; {len(wrong)} violations, see cutcard check" if len(wrong) > 1 else ""
        raise Refused(first.code, f"{file}: {first.path}: {first.message}{more}", first.cite)
    rules = result.rules
    if rules.document.id != document.id:
        message = f"{file}: the submission is for {rules.document.id}, not for {document.id}"
        raise Refused(Code.BAD_REQUEST, message)
    if variation is not None and rules.variation != variation:
        played = rules.variation or "no variation"
        raise Refused(Code.BAD_REQUEST, f"{file}: the submission is for {played}, not for {variation}")
    return rules


def _as_json(found: Checklist, opening: Opening) -> dict[str, object]:
    law, rules = opening.document, opening.rules
    return {
        "document": law.id,
        "title": law.title,
        "version": law.version,
        "digest": law.digest,
        "variation": opening.variation if rules is None else rules.variation,
        "decided_by_submission": rules is not None,
        "groups": [
            {"place": place, "title": _TITLES[place], "items": [_item(each) for each in listed]}
            for place, listed in found.groups.items()
        ],
        "left_out": [_item(each) for each in found.left_out],
    }


def _item(listed: ChecklistItem) -> dict[str, object]:
    return {
        "id": listed.requirement.id,
        "tag": listed.requirement.tag,
        "check": listed.item.check,
        "cite": listed.item.cite,
        "condition": listed.condition or None,
        "wagers": list(listed.wagers),
    }


def _print(found: Checklist, opening: Opening, to: Console) -> None:
    law, rules = opening.document, opening.rules
    variation = opening.variation if rules is None else rules.variation
    played = f", {law.variations[variation].title}" if variation else ""
    to.print(f"Opening a table: {law.title} ({law.id}{played})", style="bold")
    if not found.groups:
        to.print(f"{law.id} has nothing to inspect when a table opens.")
        return
    cites = [len(each.item.cite) for listed in found.groups.values() for each in listed]
    width = min(max(cites), _WIDEST_PROVISION, to.width // 4)
    for place, listed in found.groups.items():
        to.print()
        to.rule(_TITLES[place], align="left", style="dim")
        to.print(_boxes(listed, opening, width))
    to.print()
    for names in _TO_SIGN:
        to.print("   ".join(f"{name} {'_' * 20}" for name in names))
    if found.left_out:
        _print_left_out(found.left_out, to)


def _print_left_out(left_out: tuple[ChecklistItem, ...], to: Console) -> None:
    """What the list does not ask for at this table, by the reason."""
    reasons: dict[str, dict[str, None]] = {}
    for each in left_out:
        why = textwrap.shorten(each.condition, _LONGEST_REASON, placeholder=" …")
        reasons.setdefault(why, {})[each.requirement.id] = None
    to.print()
    to.print("Left out, since it applies only:", style="dim")
    for why, ids in reasons.items():
        to.print(f"  {why}: {', '.join(ids)}", style="dim")


def _boxes(listed: tuple[ChecklistItem, ...], opening: Opening, width: int) -> Table:
    """Empty boxes, what to look at, the provision and the requirement, side by side."""
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2, 0, 0), expand=True)
    grid.add_column(no_wrap=True)
    grid.add_column(ratio=1)
    grid.add_column(width=width, overflow="fold")
    grid.add_column(no_wrap=True)
    for each in listed:
        said = Text(each.item.check)
        if each.condition:
            said.append(f"\n{each.condition}", style="italic dim")
        elif each.wagers:
            titles = ", ".join(opening.document.wager(name).title for name in each.wagers)
            said.append(f"\non offer: {titles}", style="dim")
        provision, name = Text(each.item.cite, style="cyan"), Text(each.requirement.id, style="dim")
        grid.add_row(Text("[ ]", style="bold"), said, provision, name)
    return grid
