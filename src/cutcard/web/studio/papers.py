"""The papers of a design: the letter that says what the law finds, and the par sheet of a lawful one."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress
from typing import Final

from cutcard import odds
from cutcard.compute import report_progress
from cutcard.law import RuleSet
from cutcard.odds import OddsError
from cutcard.reports import sheet
from cutcard.submission import check
from cutcard.web.api.routes.set_up import SubmissionFinding, check_result
from cutcard.web.studio.designs import MAIN, OPERATOR, Design
from cutcard.wording import (
    capitalized,
    option_label,
    outcome_label,
    paytable_label,
    price_label,
    value_label,
    variation_name,
    wager_name,
    without_ids,
)

SEVERITIES: Final = {"violation": "Not permitted", "warning": "Warning", "note": "Note"}
FOOT: Final = "Found by the program from the text of the document; no opinion of any authority."
PERMITTED: Final = "Nothing in the document forbids this design: it may be offered like this."


def letter(design: Design, dated: str) -> sheet.Pages:
    """What the document says of a design: each finding with its provision."""
    result = check_result(check(design.submission(), warns=False))
    law = design.law
    wrong = sum(each.severity == "violation" for each in result.findings)
    count = f"{wrong} {'provision is' if wrong == 1 else 'provisions are'} broken."
    verdict = PERMITTED if result.compliant else f"This design may not be offered: {count}"
    found = [each for each in result.findings if each.severity != "note"]
    facts = (
        ("Document", f"{law.title}, {law.issuer}"),
        ("Law", f"{law.id}, version {law.version}"),
        *_choices(design),
        ("Date (UTC)", dated),
    )
    return sheet.Pages(
        title="May be offered" if result.compliant else "May not be offered",
        subtitle=f"{_wager(design)}: what the document says of a design",
        running="Cutcard studio",
        foot=FOOT,
        blocks=(
            sheet.Facts(facts),
            sheet.Prose((verdict,)),
            *([_findings(found)] if found else []),
        ),
    )


def _wager(design: Design) -> str:
    return "Main game" if design.wager == MAIN else wager_name(design.wager)


def _choices(design: Design) -> Iterator[tuple[str, str]]:
    """What the design chose, as a person reads it."""
    if design.variation:
        yield "Variation", variation_name(design.variation)
    yield (
        "Wager",
        _wager(design) + (f", paytable {paytable_label(design.paytable)}" if design.paytable else ""),
    )
    for name, value in design.options:
        yield option_label(name), value_label(value)
    for outcome, price in design.pays:
        yield f"{capitalized(outcome_label(outcome))} pays", price_label(price)


def _findings(found: list[SubmissionFinding]) -> sheet.Grid:
    rows = tuple(
        (SEVERITIES[each.severity], each.place, without_ids(each.told), each.cite) for each in found
    )
    return sheet.Grid(("Finding", "Where", "What", "Provision"), rows, widest=2)


def par_sheet(design: Design) -> Generator[None, None, bytes]:
    """The par sheet as a PDF, computed wager by wager; only what may be offered has one."""
    rules = _lawful(design)
    for done, name in enumerate(rules.offers):
        report_progress(f"par sheet: {rules.offers[name].law.title}", done, len(rules.offers))
        with suppress(OddsError):
            odds.answered(odds.table_question(rules, name, seats=odds.boxes(rules)))
        yield None
    return sheet.sheet_pdf(sheet.pages(sheet.par_sheet(rules, operator=OPERATOR)))


def _lawful(design: Design) -> RuleSet:
    result = check(design.submission(), by_play=False, warns=False)
    if result.rules is None or not result.compliant:
        raise OddsError("par sheet: the document does not permit this design; its letter says why")
    return result.rules
