"""A document arranged to be read: by its divisions, each with all that the law data says under it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Final

from cutcard.law import (
    Bar,
    Cited,
    Document,
    OptionLaw,
    Provision,
    Reading,
    Requirement,
    VariationLaw,
    WagerLaw,
    document,
    documents,
    everything,
    holds,
    provisions,
    tidy,
)

ELSEWHERE: Final = "Elsewhere"
ID: Final = re.compile(r"\b[A-Z]{2}-[AR]?\d{2,3}\b")
"""How a requirement or a reading is called."""
MOST_RESULTS: Final = 80
FIRST: Final = ("requirement", "procedure", "reading", "row", "paytable", "wager", "option")
"""What is opened first of several that stand under one citation."""


@dataclass(frozen=True, slots=True)
class BookPlace:
    """Something that can be opened: where it stands, and what it says."""

    part: int
    anchor: str
    kind: str
    name: str
    cite: str
    says: str
    reading: str = ""


@dataclass
class BookPart:
    """A division, and what stands under it."""

    number: int
    cite: str
    title: str
    requirements: list[Requirement] = field(default_factory=list)
    procedures: list[Provision] = field(default_factory=list)
    wagers: list[WagerLaw] = field(default_factory=list)
    options: list[OptionLaw] = field(default_factory=list)
    variations: list[VariationLaw] = field(default_factory=list)
    bars: list[Bar] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands under it."""
        kinds = (self.requirements, self.procedures, self.wagers, self.options)
        return not any((*kinds, self.variations, self.bars, self.readings))


class LawBook:
    """One document, part by part."""

    def __init__(self, law: Document) -> None:
        """Arrange everything by the division that it cites first."""
        self.law = law
        self.parts = [BookPart(n, each.cite, each.title) for n, each in enumerate(law.divisions, 1)]
        self.parts.append(BookPart(len(self.parts) + 1, "", ELSEWHERE))
        self.lent = [lent(name) for name in law.shared_readings]
        """Readings of other documents that hold here too, each with its document."""
        for part, kind, each in self._arranged():
            getattr(part, kind).append(each)
        if self.parts[-1].is_empty:
            self.parts.pop()

    def _arranged(self) -> Iterator[tuple[BookPart, str, object]]:
        law = self.law
        for requirement in law.requirements.values():
            yield self.home(requirement.cite), "requirements", requirement
        for provision in law.provisions.values():
            yield self.home(provision.cite), "procedures", provision
        for name in law.wager_ids:
            yield self.home(law.wager(name).cite), "wagers", law.wager(name)
        for option in law.options.values():
            yield self.home(option.cite), "options", option
        for variation in law.variations.values():
            yield self.home(variation.cite), "variations", variation
        for bar in law.bars:
            yield self.home(bar.cites[0] if bar.cites else bar.reading), "bars", bar
        for reading in law.readings.values():
            yield self.home(reading.cite), "readings", reading

    def home(self, cite: str) -> BookPart:
        """The division that a citation names first; a reading stands where its provision does."""
        if match := ID.fullmatch(cite.strip()):
            reading = self.law.readings.get(match[0])
            return self.parts[-1] if reading is None else self.home(reading.cite)
        for each in provisions(cite):
            fitting = [part for part in self.parts if part.cite and holds(part.cite, each)]
            if fitting:
                return max(fitting, key=lambda part: len(part.cite))
        return self.parts[-1]

    @cached_property
    def places(self) -> tuple[BookPlace, ...]:
        """Everything that can be opened, searched and linked to."""
        places = [self._place(each) for each in everything(self.law)]
        for name, law in self.law.provisions.items():
            part = self.home(law.cite).number
            says = f"{law.about} {law.effect.replace('_', ' ')}"
            places.append(BookPlace(part, f"do-{name}", "procedure", name, law.cite, says, law.reading))
        return tuple(places)

    def _place(self, each: Cited) -> BookPlace:
        anchor, owner = self._anchor(each)
        part = self.home(owner).number
        return BookPlace(part, anchor, each.kind, each.name, each.cite, each.says, each.reading)

    def _anchor(self, each: Cited) -> tuple[str, str]:
        """The id of an element, and the citation by which its part is found."""
        match each.kind:
            case "requirement" | "reading":
                return each.name, each.cite
            case "division":
                return "part", each.cite
            case "option":
                variation, _, name = each.name.rpartition(".")
                if variation:
                    return f"variation-{variation}", self.law.variations[variation].cite
                return f"option-{name}", each.cite
            case "variation":
                return f"variation-{each.name}", each.cite
            case "bar":
                return "bars", each.cite.partition(";")[0] or each.reading
            case "paytable" | "row":
                wager, _, table = each.name.partition(" ")
                return f"paytable-{wager}-{table}", self.law.wager(wager).cite
            case _:
                wager = each.name.partition(" ")[0].partition(".")[0]
                return f"wager-{wager}", self.law.wager(wager).cite

    def at(self, cite: str, wager: str = "") -> list[BookPlace]:
        """The places at a citation or with an id, best first; empty where there is none.

        One printed row may pay several wagers: the row of `wager` comes first.
        """
        if ids := ID.findall(cite.upper()):
            return [each for one in ids for each in self.places if each.name == one]
        wanted = [tidy(cite).lower(), *(tidy(each).lower() for each in provisions(cite))]
        for is_meant in (_is_exactly, _holds_it, _lies_within):
            places = [each for each in self.places if is_meant(each, wanted)]
            if places:
                return sorted(
                    places, key=lambda each: (_rank(each)[0], not _is_of(each, wager), _rank(each))
                )
        return []

    def search(self, words: str) -> list[BookPlace]:
        """The places that contain every one of the words, the shortest first."""
        wanted = words.lower().split()
        places = [each for each in self.places if all(word in _text(each) for word in wanted)]
        return sorted(places, key=lambda each: (_rank(each), len(each.says)))[:MOST_RESULTS]


def _text(each: BookPlace) -> str:
    return f"{each.name} {each.name.replace('_', ' ')} {each.cite} {each.says}".lower()


@cache
def _named(cite: str) -> tuple[str, ...]:
    return (tidy(cite).lower(), *(tidy(part).lower() for part in provisions(cite)))


def _is_exactly(each: BookPlace, wanted: list[str]) -> bool:
    return any(part in wanted for part in _named(each.cite))


def _holds_it(each: BookPlace, wanted: list[str]) -> bool:
    """A provision above the one asked for; a whole division only where nothing else is."""
    return each.kind != "division" and any(holds(a, b) for a in _named(each.cite) for b in wanted)


def _lies_within(each: BookPlace, wanted: list[str]) -> bool:
    return any(holds(b, a) for a in _named(each.cite) for b in wanted)


def _is_of(each: BookPlace, wager: str) -> bool:
    """Whether something is a wager's own: the wager itself, a paytable, a row."""
    return each.name.partition(" ")[0].partition(".")[0] == wager


def _rank(each: BookPlace, wager: str = "") -> tuple[int, bool, int]:
    place = FIRST.index(each.kind) if each.kind in FIRST else len(FIRST)
    return (place, not _is_of(each, wager), -len(each.cite) if each.kind == "requirement" else 0)


def book(name: str) -> LawBook:
    """A document's book; refused where there is no such document."""
    return _book(document(name))


@cache
def _book(law: Document) -> LawBook:
    return LawBook(law)


def lent(reading: str) -> tuple[str, Reading]:
    """A reading of whichever document has it."""
    owner = next(each for each in documents() if reading in each.readings)
    return owner.id, owner.readings[reading]


def owner_of(name: str) -> str | None:
    """The document that a requirement or a reading belongs to."""
    laws = documents()
    return next((law.id for law in laws if name in law.readings or name in law.requirements), None)
