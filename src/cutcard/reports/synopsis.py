"""The synopsis of two documents: what differs, side by side, with provisions and house edges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from cutcard import __version__, odds
from cutcard.law import Document, LawChange, diff
from cutcard.odds import Exact, MainEdges, PricedChange
from cutcard.reports.figures import percent
from cutcard.reports.sheet.blocks import (
    Block,
    ComparedRow,
    Comparison,
    Heading,
    Pages,
    Prose,
)
from cutcard.wording import SynopsisChapter, SynopsisLine, plural, synopsis

DIGITS: Final = 3
SHORT_DIGEST: Final = 16
ARROW: Final = "\N{RIGHTWARDS ARROW}"
EDGE: Final = "House edge"
NO_DIFFERENCE: Final = "Nothing differs."
DEFINITIONS: Final = (
    "House edge: what the house wins on average of each unit first staked, from a full shoe. Of a "
    "price or a paytable: of its wager before and after, with all its other prices as each document "
    "has them.",
    "Alone: the edge of the main game of the first document with this one change and no other, "
    "played the best way for it, all options at their defaults.",
    "Both sides are dealt from the same number of decks, unless the number itself is what changed.",
    "Where no edge stands, the change has no price, or there is no figure, as of a wheel whose "
    "weights nobody filed.",
)
"""How the edges are to be read."""


@dataclass(frozen=True)
class LawComparison:
    """Two documents, or versions of one, and what differs between them."""

    a: Document
    b: Document
    priced: tuple[PricedChange, ...]
    """Every change, with its edges where these were asked for."""
    main: MainEdges | None = None
    """The edges of the two main games; None where no edges were asked for."""

    @property
    def changes(self) -> tuple[LawChange, ...]:
        """The changes alone."""
        return tuple(each.change for each in self.priced)

    @cached_property
    def chapters(self) -> tuple[SynopsisChapter, ...]:
        """The changes in words, by chapter."""
        return synopsis(self.a, self.b, self.changes)

    def note(self, line: SynopsisLine) -> str:
        """What a line does to the house edge; empty where it has no price."""
        priced = [self._by_change[id(each)] for each in line.changes]
        return next((edge_note(each) for each in priced if each.wager), "")

    @cached_property
    def _by_change(self) -> dict[int, PricedChange]:
        return {id(each.change): each for each in self.priced}


def compare_law(a: Document, b: Document, *, with_edges: bool = True) -> LawComparison:
    """What differs from `a` to `b`, and what that is worth."""
    changes = diff(a, b).changes
    if not with_edges:
        return LawComparison(a, b, tuple(map(PricedChange, changes)))
    priced = odds.priced_changes(a, b, changes)
    return LawComparison(a, b, priced, odds.main_edges(a, b) if changes else None)


def edge_note(priced: PricedChange) -> str:
    """The edges of a change: of the wager before and after, or of the main game with it alone."""
    if priced.edge_alone is not None and priced.edge_before is not None:
        return f"{_edge(priced.edge_before)} {ARROW} {_edge(priced.edge_alone)} alone"
    known = [_edge(each) for each in (priced.edge_before, priced.edge_after) if each is not None]
    return f" {ARROW} ".join(known)


def _edge(edge: Exact) -> str:
    return percent(edge, DIGITS)


def edge_notes(compared: LawComparison, lines: Sequence[SynopsisLine]) -> list[str]:
    """What each of some lines does to the edge; the rows of one paytable say it once."""
    notes = [compared.note(line) for line in lines]
    return [
        "" if note and line.changes[0].kind == "row" and note == before else note
        for line, note, before in zip(lines, notes, ["", *notes[:-1]], strict=True)
    ]


def synopsis_pages(compared: LawComparison) -> Pages:
    """The synopsis as a document to print."""
    a, b = compared.a, compared.b
    return Pages(
        title=f"{short_title(a, b)} and {short_title(b, a)}",
        subtitle=f"What differs: {plural(len(compared.changes), 'change')}",
        running=f"{a.name} and {b.name}",
        foot=f"digests {a.digest[:SHORT_DIGEST]} and {b.digest[:SHORT_DIGEST]} · cutcard {__version__}",
        blocks=tuple(_blocks(compared)),
    )


def short_title(law: Document, beside: Document) -> str:
    """A document's title; with its version, or its id, where the titles are the same."""
    if law.title != beside.title:
        return law.title
    return f"{law.title} {law.version}" if law.id == beside.id else f"{law.title} ({law.id})"


def _blocks(compared: LawComparison) -> Iterator[Block]:
    a, b = compared.a, compared.b
    titles = short_title(a, b), short_title(b, a)
    yield Comparison("", "", "", tuple(head_rows(compared)))
    if not compared.changes:
        yield Prose((NO_DIFFERENCE,))
    for chapter in compared.chapters:
        lines = [line for section in chapter.sections for line in section.lines]
        note = EDGE if any(map(compared.note, lines)) else ""
        yield Heading(chapter.title)
        for section in chapter.sections:
            if section.title:
                yield Heading(section.title, level=2)
            notes = edge_notes(compared, section.lines)
            rows = [_row(line, each) for line, each in zip(section.lines, notes, strict=True)]
            yield Comparison(*titles, note, tuple(rows))
    if compared.main is not None:
        yield Heading("How the edges were computed")
        yield Prose(DEFINITIONS)


def _row(line: SynopsisLine, note: str) -> ComparedRow:
    return ComparedRow(
        label=line.label,
        before=line.before,
        after=line.after,
        cite_before=line.cite_before,
        cite_after=line.cite_after,
        note=note,
        anchor=line.anchor,
    )


def head_rows(compared: LawComparison) -> Iterator[ComparedRow]:
    """What the two documents are, and the edges of their main games."""
    a, b = compared.a, compared.b
    yield ComparedRow("Document", f"{a.title} ({a.name})", f"{b.title} ({b.name})")
    yield ComparedRow("Issued by", a.issuer, b.issuer)
    if a.effective_from or b.effective_from:
        since = [str(each.effective_from or "not stated") for each in (a, b)]
        yield ComparedRow("In force from", since[0], since[1])
    main = compared.main
    if main is not None and main.before is not None and main.after is not None:
        label = f"Main game, {plural(main.decks, 'deck')}: house edge"
        yield ComparedRow(label, _edge(main.before), _edge(main.after))
