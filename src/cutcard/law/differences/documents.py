"""Two documents side by side: `diff`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cutcard.law.citations import provisions
from cutcard.law.differences.change import LawChange
from cutcard.law.differences.comparison import LawDiff
from cutcard.law.differences.partners import pairs, wager_pairs, with_ids
from cutcard.law.differences.values import ValueComparison
from cutcard.law.loader import Document
from cutcard.law.matrix import Cells, MatrixRow
from cutcard.law.model import (
    Bar,
    Feature,
    OptionLaw,
    OptionValue,
    Reading,
    Requirement,
)
from cutcard.law.moments import Column
from cutcard.law.shelves import document
from cutcard.law.vocabulary.register import VOCABULARY
from cutcard.law.vocabulary.terms import NONE

HANGS_ON: Final[Mapping[str, tuple[str, OptionValue | None]]] = {
    "face_up_blackjack_v_21": ("hole_card", "face_up"),
    "face_up_designated_blackjack": ("hole_card", "face_up"),
    "switch_blackjack_pays": ("switch", True),
    "switch_natural_v_22": ("switch", True),
    "switch_wagers": ("switch", True),
    "optional_payouts_on": ("optional_payouts", None),
    "payout_limit_scope": ("payout_limit", None),
}
"""Options that come into play only where another one has a value; None: any but none."""
BY_HAND: Final = ("procedure", "physical")
"""Tags of requirements that people meet. The others stand in options, prices and wagers too."""


def diff(a: Document | str, b: Document | str) -> LawDiff:
    """Everything that differs from `a` to `b`; documents or their names. Empty where nothing does.

    >>> diff("md-players-edge-21", "md-pontoon-21").to_frame()
    """
    one = a if isinstance(a, Document) else document(a)
    other = b if isinstance(b, Document) else document(b)
    is_same = one.digest == other.digest
    return LawDiff(one, other, () if is_same else tuple(_Comparison(one, other).changes()))


@dataclass(frozen=True, slots=True)
class _Comparison:
    """Two documents side by side."""

    a: Document
    b: Document

    @property
    def _values(self) -> ValueComparison:
        return ValueComparison(self.is_one_document)

    @property
    def is_one_document(self) -> bool:
        """Whether the two are versions of one document."""
        return self.a.id == self.b.id

    def changes(self) -> Iterator[LawChange]:
        """The changes, in the order of the files."""
        a, b = self.a, self.b
        first = [
            *self._options(),
            *self._values.named(("variations",), "procedure", a.variations, b.variations),
            *self._wagers(),
            *self._bars(),
            *self._values.named(("provisions",), "procedure", a.provisions, b.provisions),
            *self._moments(),
        ]
        yield from first
        yield from self._requirements(first)
        if self.is_one_document:
            yield from self._values.named(("meters",), "procedure", a.meter_acts, b.meter_acts)
        yield from self._readings()

    def _options(self) -> Iterator[LawChange]:
        """Options by name; the value of one says nothing where its wager is not granted.

        One that only says where a text states what all do is no difference where the other text has no
        place of its own for it.
        """
        a, b = self.a, self.b
        for name in dict.fromkeys((*a.options, *b.options)):
            one, other = (self._in_play(law, name) for law in (a, b))
            of = {each.wager for each in (one, other) if each is not None and each.wager}
            is_idle = not {self._ids.get(wager, wager) for wager in of} <= set(self._ids.values())
            if None in (one, other) and VOCABULARY[name].use == "citation" and not self.is_one_document:
                continue
            if one is None or other is None or not is_idle or self.is_one_document:
                yield from self._values.one(("options", name), "option", one, other)

    def _in_play(self, law: Document, name: str) -> OptionLaw | None:
        """An option; None, between two documents, where another one never lets it come into play."""
        other, wanted = HANGS_ON.get(name, ("", None))
        if (
            self.is_one_document
            or not other
            or any(_may(each, wanted) for each in law.option_laws(other))
        ):
            return law.options.get(name)
        return None

    def _wagers(self) -> Iterator[LawChange]:
        together = wager_pairs(self.a, self.b)
        ids = self._ids
        for one, other in together:
            place = ("wagers", (one or other).id)
            if one is not None and other is not None and one.id != other.id:
                yield LawChange("wager", (*place, "id"), one.id, other.id, one.cite, other.cite)
            yield from self._values.one(place, "wager", one, other and with_ids(other, ids))

    @property
    def _ids(self) -> dict[str, str]:
        """The wagers that both grant: the second document's id -> the first one's."""
        return {other.id: one.id for one, other in wager_pairs(self.a, self.b) if one and other}

    def _bars(self) -> Iterator[LawChange]:
        """Bars by what they keep apart; those about something that only one document has left out."""
        a, b = (dict(self._meant(law, beside)) for law, beside in ((self.a, self.b), (self.b, self.a)))
        for meaning in dict.fromkeys((*a, *b)):
            one, other = a.get(meaning), b.get(meaning)
            between = " and ".join(sorted(map(_feature_name, meaning)))
            if self.is_one_document or one is None or other is None:
                yield from self._values.one(("bars", between), "procedure", one, other)

    def _meant(self, law: Document, beside: Document) -> Iterator[tuple[frozenset[Feature], Bar]]:
        for bar in law.bars:
            pair = [self._shared(law.features[name], beside) for name in bar.between]
            meant = frozenset(each for each in pair if each is not None)
            if len(meant) == len(pair):
                yield meant, bar

    def _shared(self, feature: Feature, beside: Document) -> Feature | None:
        """A feature as the other document could have it; None where it could not."""
        if self.is_one_document:
            return feature
        named = (self._ids.get(each, each) for each in feature.wagers)
        shared = {one.id for one, other in wager_pairs(self.a, self.b) if one and other}
        wagers = tuple(sorted(each for each in named if each in shared))
        known = not feature.variation or feature.variation in beside.variations
        known = known and (not feature.option or feature.option in beside.options)
        if not known or (feature.wagers and not wagers):
            return None
        excluded = feature.not_variation if feature.not_variation in beside.variations else ""
        limits = (feature.option, feature.values, feature.above, feature.below)
        return Feature("", wagers, feature.variation, excluded, *limits)

    def _moments(self) -> Iterator[LawChange]:
        """What is ordered of each act, where it differs: one change for each act."""
        rows = self.a.matrix.rows, self.b.matrix.rows
        acts = dict.fromkeys((*rows[0], *rows[1]))
        for act in acts:
            one, other = rows[0].get(act), rows[1].get(act)
            if one is None or other is None:
                absent = [law.matrix.no_acts.get(act, "") for law in (self.a, self.b)]
                if not any(absent) and not self.is_one_document:
                    continue  # an act that the other document has no word about
                yield _act_of_one(act, (one, other), absent)
                continue
            yield from self._act(act, one, other)
        if self.is_one_document:
            absent_in = [law.matrix.absent for law in (self.a, self.b)]
            for column in dict.fromkeys((*absent_in[0], *absent_in[1])):
                why = [each.get(column) for each in absent_in]
                if why[0] != why[1]:
                    yield LawChange("procedure", ("moments", str(column)), why[0], why[1], "", "")

    def _act(self, act: str, one: MatrixRow, other: MatrixRow) -> Iterator[LawChange]:
        shared = [column for column in one.columns if column in other.columns]
        if not self.is_one_document and self._is_done_alike(one, other, shared):
            return
        differing = [
            each for each in shared if self._stance(one.cells(each)) != self._stance(other.cells(each))
        ]
        if differing:
            sides = [_orders(row, differing) for row in (one, other)]
            cites = ["; ".join(dict.fromkeys(_cell_cites(row, differing))) for row in (one, other)]
            yield LawChange("procedure", ("moments", act), sides[0], sides[1], *cites)

    def _is_done_alike(self, one: MatrixRow, other: MatrixRow, shared: Sequence[Column]) -> bool:
        """Whether an act is possible at the same moments, and ordered by both texts or by neither.

        At which of its moments a text speaks of an act, and at which it is silent, is no difference.
        """
        stances = [[self._stance(row.cells(each)) for each in shared] for row in (one, other)]
        possible = [[each != "impossible" for each in side] for side in stances]
        return possible[0] == possible[1] and len({"ordered" in side for side in stances}) == 1

    def _stance(self, cells: Cells) -> Hashable:
        """What of a cell is compared."""
        if self.is_one_document:
            return tuple((each.stance, each.says, each.cite, each.reading, each.where) for each in cells)
        return next((each.stance for each in cells if each.where is None), "")

    def _requirements(self, others: Iterable[LawChange]) -> Iterator[LawChange]:
        """Requirements by id, or as one document refers to those of the other.

        Of two documents that do not refer to each other nothing is known. What the program enforces is
        told by options, prices and wagers already, unless no other change cites the provision.
        """
        a, b = self.a.requirements, self.b.requirements
        if self.is_one_document:
            yield from self._values.named(("requirements",), "procedure", a, b)
            return
        linked = {**_links(a.values(), b), **{to: by for by, to in _links(b.values(), a).items()}}
        if not linked:
            return
        same = {each.id for each in (*a.values(), *b.values()) if each.same_as}
        cited = {place for each in others for place in provisions(each.cite_before)}
        for name, one in a.items():
            other = b.get(linked.get(name, ""))
            is_untold = other is not None and cited.isdisjoint(provisions(one.cite))
            if (one.tag in BY_HAND or is_untold) and (other is None or name not in same):
                yield _requirement(one, other)
        met = set(linked.values())
        yield from (
            _requirement(None, each)
            for name, each in b.items()
            if name not in met and each.tag in BY_HAND
        )

    def _readings(self) -> Iterator[LawChange]:
        """Readings by id; between two documents those about the same options, or in the same words.

        What both read in the same words is no difference.
        """
        if self.is_one_document:
            yield from self._values.named(("readings",), "reading", self.a.readings, self.b.readings)
            shared = [dict.fromkeys(law.shared_readings) for law in (self.a, self.b)]
            for name in dict.fromkeys((*shared[0], *shared[1])):
                sides = [name if name in each else None for each in shared]
                if None in sides:
                    yield LawChange("reading", ("readings", "shared", name), sides[0], sides[1], "", "")
            return
        laws = (self.a, self.b), (self.b, self.a)
        own = [
            [each for name, each in law.readings.items() if name not in beside.shared_readings]
            for law, beside in laws
        ]
        for one, other in pairs(own[0], own[1], (_reading_options, lambda each: each.reading)):
            reading = one or other
            assert reading is not None
            if one is not None and other is not None and one.reading == other.reading:
                continue
            read = [None if each is None else _read(each) for each in (one, other)]
            cites = ["" if each is None else each.cite for each in (one, other)]
            yield LawChange("reading", ("readings", reading.id), read[0], read[1], *cites)


def _may(law: OptionLaw, wanted: OptionValue | None) -> bool:
    """Whether an option may have a value; of None, whether it may have any but none."""
    if wanted is None:
        return not law.is_fixed or law.default not in (NONE, ())
    return wanted in ((law.default,) if law.is_fixed else law.permitted)


def _reading_options(reading: Reading) -> Hashable:
    return reading.options or None


def _read(reading: Reading) -> str:
    return f"{reading.id}: {reading.problem} {reading.reading}"


def _feature_name(feature: Feature) -> str:
    limits = [
        f"{word} {number}"
        for word, number in (("above", feature.above), ("below", feature.below))
        if number is not None
    ]
    return " ".join((feature.text.strip() or feature.name, *limits))


def _links(requirements: Iterable[Requirement], others: Mapping[str, Requirement]) -> dict[str, str]:
    """The requirements that refer to one of the other document -> that one."""
    pairs_named = {each.id: each.same_as or each.differs_from for each in requirements}
    return {name: to for name, to in pairs_named.items() if to in others}


def _requirement(one: Requirement | None, other: Requirement | None) -> LawChange:
    named = one or other
    assert named is not None
    sides = [None if each is None else each.says for each in (one, other)]
    cites = ["" if each is None else each.cite for each in (one, other)]
    return LawChange("procedure", ("requirements", named.id), sides[0], sides[1], *cites)


def _act_of_one(act: str, rows: Sequence[MatrixRow | None], absent: Sequence[str]) -> LawChange:
    """An act that only one document knows, and why the other does not."""
    sides = [why if row is None else row.about for row, why in zip(rows, absent, strict=True)]
    cites = ["" if row is None else row.cite for row in rows]
    return LawChange("procedure", ("moments", act), sides[0] or None, sides[1] or None, *cites)


def _orders(row: MatrixRow, columns: Sequence[Column]) -> list[dict[str, object]]:
    """What is said of an act at some moments, neighbours that say the same together."""
    spans: list[tuple[list[str], Cells]] = []
    for column in columns:
        cells = row.cells(column)
        if spans and _said(spans[-1][1]) == _said(cells):
            spans[-1][0].append(str(column))
        else:
            spans.append(([str(column)], cells))
    return [
        {
            "at": at,
            "is": each.stance,
            "says": each.says,
            "where": each.where and each.where.text,
        }
        for at, cells in spans
        for each in cells
    ]


def _said(cells: Cells) -> Hashable:
    return tuple((each.stance, each.says, each.where) for each in cells)


def _cell_cites(row: MatrixRow, columns: Iterable[Column]) -> Iterator[str]:
    for column in columns:
        for each in row.cells(column):
            yield each.cite
