"""What the changes from one document to another do to the house edge.

A changed price has the edges of its wager with that paytable on either side. A changed default of an
option that the main game feels has those of the main game, and what the change does alone: the edge of
the first document's game with this one option as the second has it. Both sides are dealt from the same
number of decks, unless that is what changed. Procedures, readings and times of settlement have no price.

Side wagers are exact. The main game is solved in floating point: to prove its edge as a fraction would
take minutes for every option.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from cutcard.compute import report_progress
from cutcard.law import (
    FIRST_WAGERS,
    Document,
    LawChange,
    OptionValue,
    WagerLaw,
    paytable_pairs,
    row_name,
    wager_pairs,
)
from cutcard.money import LOSE, PUSH
from cutcard.odds.answers import Exact
from cutcard.odds.player_edges import options_felt, player_edge
from cutcard.odds.problem import OddsError
from cutcard.odds.question import MAIN, Question, permitted_decks, question, shoe
from cutcard.odds.registry import digest_of

DEFAULTS: Final = frozenset({"default", "fixed"})
CLOSE: Final = 1e-12
"""Floating-point edges no further apart are the same."""
SHOE: Final = frozenset({"decks", "deck_cards"})


@dataclass(frozen=True, slots=True)
class PricedChange:
    """A change with the house edges before and after it; None where it has no price."""

    change: LawChange
    wager: str = ""
    """The wager whose edges these are; empty where there are none."""
    edge_before: Exact | None = None
    edge_after: Exact | None = None
    edge_alone: Exact | None = None
    """Of the first document's main game with this change and no other."""
    decks: tuple[int, ...] = ()
    """The decks of either side; one number where both are dealt from as many."""


@dataclass(frozen=True, slots=True)
class MainEdges:
    """The house edges of two main games; None where there is no figure."""

    before: Exact | None
    after: Exact | None
    decks: int
    """Both are dealt from so many; 0 where no number is permitted in both."""


@dataclass(frozen=True, slots=True)
class _Side:
    """A wager as one document has it, with a paytable of its own or its usual one."""

    law: Document
    wager: WagerLaw
    paytable: str = ""
    variation: str | None = None

    @property
    def decks(self) -> tuple[int, ...]:
        """The numbers of decks that it may be dealt from, the usual one first."""
        permitted = permitted_decks(self.law, self.wager, self.paytable)
        usual = self.law.effective_options(self.variation)["decks"].default
        return tuple(sorted(permitted, key=lambda each: (each != usual, -each)))

    def question(self, decks: int) -> Question | None:
        """What its odds are asked by; None where it may not be offered so."""
        try:
            return question(
                self.law,
                self.wager.id,
                paytable=self.paytable or None,
                decks=decks,
                variation=self.variation,
                unset_meters="zero",
            )
        except OddsError:
            return None


Sides = tuple[_Side | None, _Side | None]


class ChangePrices:
    """The prices of the changes from one document to another."""

    def __init__(self, a: Document, b: Document) -> None:
        """Of changes from `a` to `b`; nothing is computed yet."""
        self._a, self._b = a, b
        self._wagers = {(one or other).id: (one, other) for one, other in wager_pairs(a, b)}

    def price(self, change: LawChange) -> PricedChange:
        """A change with its edges."""
        match change.place:
            case ("wagers", name):
                return _priced(change, self._sides(name))
            case ("wagers", "main", "paytables", table, "rows", row, *_):
                return self._main_row(change, table, row)
            case (
                ("wagers", name, "paytables", table)
                | ("wagers", name, "paytables", table, "rows", *_)
                | ("wagers", name, "meters", _, "floors", table, _)
            ):
                return _priced(change, self._sides(name, table))
            case ("wagers", name, "classifier"):
                return _priced(change, self._sides(name))
            case ("options", name, field) if field in DEFAULTS:
                return self._option(change, name, None)
            case ("variations", variation, "options", name, field) if field in DEFAULTS:
                return self._option(change, name, variation)
        return PricedChange(change)

    def _sides(self, name: str, paytable: str = "") -> Sides:
        """A wager on either side, with one paytable or with its usual one."""
        one, other = self._wagers[name]
        if one is None or other is None:
            return _side(self._a, one, paytable), _side(self._b, other, paytable)
        together = paytable_pairs(one.paytables, other.paytables, by_id=self._a.id == self._b.id)
        if paytable and any(paytable == table.id for pair in together for table in pair if table):
            tables = next(pair for pair in together if paytable in [each.id for each in pair if each])
        else:  # the first that both have
            tables = next((pair for pair in together if None not in pair), (None, None))
        ids = [each and each.id for each in tables]
        return _side(self._a, one, ids[0]), _side(self._b, other, ids[1])

    def _main_row(self, change: LawChange, paytable: str, name: str) -> PricedChange:
        """A price of the main wager; none where nothing at the documents' defaults comes to it."""
        sides = self._sides(MAIN, paytable)
        priced = _priced(change, sides)
        asked = [side.question(priced.decks[0]) for side in sides if side is not None and priced.decks]
        felt = [each for each in asked if each is not None and _feels(each, name)]
        return priced if felt else PricedChange(change)

    def _option(self, change: LawChange, name: str, variation: str | None) -> PricedChange:
        """An option's default: the edges of the wager it belongs to, else of the main game."""
        laws = [law.effective_options(variation)[name] for law in (self._a, self._b)]
        own = next((each.wager for each in laws if each.wager), MAIN)
        if own not in FIRST_WAGERS:
            return _priced(change, self._sides(own)) if own in self._wagers else PricedChange(change)
        if not any(name in options_felt(law, variation) for law in (self._a, self._b)):
            return PricedChange(change)
        sides = _main(self._a, variation), _main(self._b, variation)
        priced = _priced(change, sides, same_decks=name not in SHOE)
        asked = sides[0].question(priced.decks[0]) if priced.decks else None
        if asked is None:
            return priced
        alone = _house_edge(_with_option(asked, name, laws[1].default))
        if _is_same(alone, priced.edge_before):
            # Some options act only where another one does: it may be felt in the second game.
            other = sides[1].question(priced.decks[-1])
            undone = None if other is None else _house_edge(_with_option(other, name, laws[0].default))
            if _is_same(undone, priced.edge_after):
                return PricedChange(change)
        return replace(priced, edge_alone=alone)


def _with_option(asked: Question, name: str, value: OptionValue) -> Question:
    """A question with one option changed, whether or not the document permits the value."""
    rules = replace(asked.rules, options={**asked.rules.options, name: value})
    return replace(asked, rules=rules, composition=shoe(rules))


def _feels(asked: Question, name: str) -> bool:
    """Whether the main game ever pays a row: whether it feels that the row pays something else."""
    offer = asked.offer
    rows = tuple(
        replace(row, pays=PUSH if row.pays == LOSE else LOSE) if row_name(row) == name else row
        for row in offer.paytable.rows
    )
    if rows == offer.paytable.rows:
        return False
    changed = replace(offer, paytable=replace(offer.paytable, rows=rows))
    rules = replace(asked.rules, offers={**asked.rules.offers, MAIN: changed})
    return not _is_same(_house_edge(asked), _house_edge(replace(asked, rules=rules, offer=changed)))


def _is_same(one: Exact | None, other: Exact | None) -> bool:
    return one is not None and other is not None and abs(float(one) - float(other)) < CLOSE


def priced_changes(a: Document, b: Document, changes: Sequence[LawChange]) -> tuple[PricedChange, ...]:
    """The changes from `a` to `b`, each with its price."""
    prices = ChangePrices(a, b)
    priced = []
    for done, change in enumerate(changes):
        report_progress("house edges", done, len(changes))
        priced.append(prices.price(change))
    return tuple(priced)


def main_edges(a: Document, b: Document) -> MainEdges:
    """The house edges of the main game in two documents at their defaults, from as many decks."""
    sides = _main(a, None), _main(b, None)
    decks = next(iter(_common_decks(sides)), 0)
    edges = [_house_edge(side.question(decks)) if decks else None for side in sides]
    return MainEdges(edges[0], edges[1], decks)


def _side(law: Document, wager: WagerLaw | None, paytable: str | None) -> _Side | None:
    return None if wager is None or paytable is None else _Side(law, wager, paytable)


def _main(law: Document, variation: str | None) -> _Side:
    return _Side(law, law.wager(MAIN), variation=variation)


def _priced(change: LawChange, sides: Sides, *, same_decks: bool = True) -> PricedChange:
    """The edges of both sides."""
    present = [each for each in sides if each is not None]
    if not present:
        return PricedChange(change)
    common = _common_decks(present)
    if same_decks and not common:
        return PricedChange(change)
    chosen = [common[0] if same_decks else side.decks[0] for side in present]
    edges = iter(_house_edge(side.question(decks)) for side, decks in zip(present, chosen, strict=True))
    before, after = (None if side is None else next(edges) for side in sides)
    if before is None and after is None:
        return PricedChange(change)
    wager = present[0].wager.id
    return PricedChange(change, wager, before, after, decks=tuple(dict.fromkeys(chosen)))


def _common_decks(sides: Sequence[_Side]) -> list[int]:
    """The numbers of decks that all sides may be dealt from, the usual one first."""
    return [each for each in sides[0].decks if all(each in side.decks for side in sides)]


def _house_edge(asked: Question | None) -> Exact | None:
    """What the house wins of each unit staked; None where there is no figure."""
    edge = None if asked is None else player_edge(asked, digest_of(asked))
    return None if edge is None else -edge
