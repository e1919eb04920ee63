"""Reports that people hand over: a letter of compliance, a comparison, a table's game protection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cutcard import __version__
from cutcard.law import document, value_text
from cutcard.odds import CountForWager, RuleComparison
from cutcard.reports.figures import percent
from cutcard.reports.sheet.blocks import Block, Facts, Grid, Heading, Pages, Prose
from cutcard.reports.synopsis import NO_DIFFERENCE
from cutcard.submission import CheckResult
from cutcard.wording import option_label, plural, wager_name

SHORT_DIGEST: Final = 16
SEVERITIES: Final = {
    "violation": ("Violations", "Each has to be put right before the table opens."),
    "warning": (
        "Warnings",
        "The document permits these; whoever approves the table should know of them.",
    ),
    "note": ("Notes", "What was assumed, or left as the document has it."),
}
MEANS: Final = (
    "Every option, wager, paytable, meter and limit of the submission was held against the named "
    "version of the document, each by the provision beside it.",
    "Not covered: procedures, equipment and layout, which stand on the opening checklist "
    "(cutcard law checklist).",
)
NO_COUNT: Final = "never"


@dataclass(frozen=True)
class CheckedSubmission:
    """A submission as the letter names it, and what was found."""

    name: str
    operator: str
    result: CheckResult


def compliance_letter(checked: Sequence[CheckedSubmission], *, dated: str = "") -> Pages:
    """Whether submissions comply: every finding, with its provision."""
    results = [each.result for each in checked]
    wrong = sum(not each.compliant for each in results)
    verdict = "Compliant" if not wrong else "Not compliant"
    if len(results) > 1 and wrong:
        verdict = f"{wrong} of {plural(len(results), 'submission')} not compliant"
    blocks = [block for each in checked for block in _submission(each, len(checked))]
    blocks += [Heading("What was checked"), Prose(MEANS)]
    digests = " · ".join(each.digest[:SHORT_DIGEST] for each in results)
    return Pages(
        title="Rules submission: letter of compliance",
        subtitle=" · ".join(filter(None, (verdict, dated))),
        running="Letter of compliance",
        foot=f"digest {digests} · cutcard {__version__}",
        blocks=tuple(blocks),
    )


def _submission(checked: CheckedSubmission, many: int) -> Iterator[Block]:
    result, rules = checked.result, checked.result.rules
    counts = {kind: [f for f in result.findings if f.severity == kind] for kind in SEVERITIES}
    yield Heading(checked.name if many > 1 else "Verdict")
    facts = [("Operator", checked.operator or "not stated")]
    facts += [("Verdict", "compliant" if result.compliant else "not compliant")]
    facts += [(heading, str(len(counts[kind]))) for kind, (heading, _) in SEVERITIES.items()]
    if rules is not None:
        law = rules.document
        facts += [("Document", f"{law.title} ({law.name})"), ("Issued by", law.issuer)]
        facts += [("Variation", rules.variation)] if rules.variation else []
        facts += [("Wagers", ", ".join(wager_name(each) for each in rules.offers))]
        exact = [("Law data", law.digest)]
    else:
        exact = []
    exact += [("Digest", result.digest)]
    yield Facts((*facts, *exact), exact=tuple(label for label, _ in exact))
    for kind, (heading, why) in SEVERITIES.items():
        if counts[kind]:
            yield Heading(heading, level=2, note=why)
            rows = tuple((f.path, f.message, f.cite) for f in counts[kind])
            yield Grid(("where", "what", "provision"), rows, widest=1)


def comparison_report(found: RuleComparison, names: tuple[str, str], *, dated: str = "") -> Pages:
    """Two rule sets, and what each of their differences is worth."""
    rows = [
        (
            option_label(each.option),
            value_text(each.before),
            value_text(each.after),
            _signed(each.alone),
            _signed(each.step),
        )
        for each in found.differences
    ]
    blocks: list[Block] = [
        Facts(
            (
                ("A", names[0]),
                ("B", names[1]),
                ("House edge of A", percent(found.first.value, 4)),
                ("House edge of B", percent(found.second.value, 4)),
                ("Change", _signed(found.value)),
                ("Digest", found.digest),
            ),
            exact=("Digest",),
        ),
        Heading("What each difference is worth"),
        Grid(("option", "A", "B", "alone#", "step#"), tuple(rows)) if rows else Prose((NO_DIFFERENCE,)),
        Prose(found.assumptions),
        Prose(found.citations, title="Provisions"),
    ]
    return Pages(
        title="Two rule sets compared",
        subtitle=" · ".join(filter(None, (f"{_signed(found.value)} of the stake for the house", dated))),
        running="Two rule sets compared",
        foot=f"digest {found.digest[:SHORT_DIGEST]} · cutcard {__version__}",
        blocks=tuple(blocks),
    )


def _signed(value: float | None) -> str:
    return "no figure" if value is None else f"{'+' if value > 0 else ''}{percent(value)}"


@dataclass(frozen=True)
class ProtectedWager:
    """A wager as far as a counter is concerned, and the dollars an hour that counting wins."""

    count: CountForWager
    stake: str
    """In dollars."""
    per_hour: float
    tags: str


def _won(wagers: Sequence[ProtectedWager]) -> Grid:
    """What counting wins of each wager; the most vulnerable is marked."""
    columns = ("wager", "stake#", "house edge#", "won an hour#", "from true count#", "follows#")
    rows = tuple(
        (
            f"{wager_name(each.count.wager)} {each.count.paytable}".strip(),
            f"${each.stake}",
            percent(each.count.house_edge, 3),
            f"${each.per_hour:,.2f}",
            NO_COUNT if each.count.trigger is None else f"{each.count.trigger:+.2f}",
            f"{each.count.correlation:.3f}",
        )
        for each in wagers
    )
    return Grid(columns, rows, widest=0, marked=(0,) if wagers and wagers[0].per_hour > 0 else ())


def protection_report(
    document_name: str,
    wagers: Sequence[ProtectedWager],
    *,
    rounds_per_hour: int,
    assumptions: Sequence[str],
    without: Mapping[str, str],
    digest: str,
) -> Pages:
    """How much each wager of a table can be beaten for by counting, the most vulnerable first."""
    law = document(document_name)
    best = wagers[0] if wagers else None
    summary = "No wager of this table can be counted."
    if best is not None:
        summary = (
            f"The most vulnerable wager is {wager_name(best.count.wager)}: a perfect counter at "
            f"${best.stake} a round wins ${best.per_hour:,.2f} an hour."
        )
    blocks: list[Block] = [
        Facts(
            (
                ("Document", f"{law.title} ({law.name})"),
                ("Rounds an hour", str(rounds_per_hour)),
                ("Digest", digest),
            ),
            exact=("Digest",),
        ),
        Prose((summary,)),
        Heading("What counting wins", note=f"In an hour of {rounds_per_hour} rounds, the most first."),
        _won(wagers),
        Prose(
            (
                "House edge: from a full shoe. From true count: where the wager favours the player.",
                "Follows: the correlation of the count with the wager's value; 1 is perfect.",
                *assumptions,
            ),
            title="How to read it",
        ),
        Heading("The counts", level=2),
        Grid(
            ("wager", "tags"),
            tuple((wager_name(each.count.wager), each.tags) for each in wagers),
            widest=1,
        ),
    ]
    if without:
        named = tuple((wager_name(name), why) for name, why in without.items())
        blocks += [Heading("Without a figure", level=2), Grid(("wager", "why"), named, widest=1)]
    return Pages(
        title="Game protection",
        subtitle=f"{law.title}: what a card counter can win",
        running=f"Game protection: {law.name}",
        foot=f"digest {digest[:SHORT_DIGEST]} · cutcard {__version__}",
        blocks=tuple(blocks),
    )
