"""`cutcard law checklist`: what to look at and what to do before a table opens, to be ticked off."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.table import Table
from rich.text import Text

from cutcard import law, submission as submissions, terminal
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson, DocumentId
from cutcard.cli.source import STANDARD_INPUT, read
from cutcard.law import Code, Refused, proofs

if TYPE_CHECKING:
    from rich.console import Console

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


@examples(
    "cutcard law checklist md-blackjack",
    "cutcard law checklist md-blackjack --variation switch",
    "cutcard law checklist ma-blackjack --submission submission.toml",
)
def checklist(
    document: DocumentId,
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
    as_json: AsJson = False,
) -> None:
    """List what must be ready before a table opens.

    Each item has its provision. What is known of the table decides what applies; where nothing does,
    the item says its condition.
    """
    with terminal.refusing(as_json=as_json):
        book = law.document(document)
        book.effective_options(variation)  # refuses an unknown variation
        rules = None if submission is None else _rules(submission, book, variation)
    opening = proofs.Opening(book, variation, rules)
    listed = proofs.checklist(opening)
    if as_json:
        terminal.print_json(_checklist_json(listed, opening))
    else:
        _print_checklist(listed, opening, terminal.console())


def _rules(file: str, document: law.Document, variation: str | None) -> law.RuleSet:
    """The rules of a submission; refused where it is not compliant or for another table."""
    content = read(file)
    file = "standard input" if file == STANDARD_INPUT else file
    if isinstance(content, list):
        raise Refused(Code.BAD_REQUEST, f"{file}: must be one submission, not a list")
    result = submissions.check(content, warns=False)
    wrong = [finding for finding in result.findings if finding.severity == "violation"]
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


def _checklist_json(listed: proofs.Checklist, opening: proofs.Opening) -> dict[str, object]:
    document, rules = opening.document, opening.rules
    return {
        "document": document.id,
        "title": document.title,
        "version": document.version,
        "digest": document.digest,
        "variation": opening.variation if rules is None else rules.variation,
        "decided_by_submission": rules is not None,
        "groups": [
            {"place": place, "title": _TITLES[place], "items": [_item_json(item) for item in items]}
            for place, items in listed.groups.items()
        ],
        "left_out": [_item_json(item) for item in listed.left_out],
    }


def _item_json(listed: proofs.ChecklistItem) -> dict[str, object]:
    return {
        "id": listed.requirement.id,
        "tag": listed.requirement.tag,
        "check": listed.item.check,
        "cite": listed.item.cite,
        "condition": listed.condition or None,
        "wagers": list(listed.wagers),
    }


def _print_checklist(listed: proofs.Checklist, opening: proofs.Opening, to: Console) -> None:
    document, rules = opening.document, opening.rules
    variation = opening.variation if rules is None else rules.variation
    played = f", {document.variations[variation].title}" if variation else ""
    to.print(f"Opening a table: {document.title} ({document.id}{played})", style="bold")
    if not listed.groups:
        to.print(f"{document.id} has nothing to inspect when a table opens.")
        return
    cites = [len(item.item.cite) for items in listed.groups.values() for item in items]
    width = min(max(cites), _WIDEST_PROVISION, to.width // 4)
    for place, items in listed.groups.items():
        to.print()
        to.rule(_TITLES[place], align="left", style="dim")
        to.print(_items_table(items, opening, width))
    to.print()
    for names in _TO_SIGN:
        to.print("   ".join(f"{name} {'_' * 20}" for name in names))
    if listed.left_out:
        _print_left_out(listed.left_out, to)


def _print_left_out(left_out: tuple[proofs.ChecklistItem, ...], to: Console) -> None:
    """Print what the list does not ask for at this table, by the reason."""
    reasons: dict[str, dict[str, None]] = {}
    for item in left_out:
        reason = textwrap.shorten(item.condition, _LONGEST_REASON, placeholder=" …")
        reasons.setdefault(reason, {})[item.requirement.id] = None
    to.print()
    to.print("Left out, since it applies only:", style="dim")
    for reason, ids in reasons.items():
        to.print(f"  {reason}: {', '.join(ids)}", style="dim")


def _items_table(items: tuple[proofs.ChecklistItem, ...], opening: proofs.Opening, width: int) -> Table:
    """Boxes to tick, what to look at, the provision and the requirement, side by side."""
    grid = Table.grid(padding=(0, 2, 0, 0), expand=True)
    grid.add_column(no_wrap=True)
    grid.add_column(ratio=1)
    grid.add_column(width=width, overflow="fold")
    grid.add_column(no_wrap=True)
    for item in items:
        task = Text(item.item.check)
        if item.condition:
            task.append(f"\n{item.condition}", style="italic dim")
        elif item.wagers:
            titles = ", ".join(opening.document.wager(name).title for name in item.wagers)
            task.append(f"\non offer: {titles}", style="dim")
        provision, name = Text(item.item.cite, style="cyan"), Text(item.requirement.id, style="dim")
        grid.add_row(Text("[ ]", style="bold"), task, provision, name)
    return grid
