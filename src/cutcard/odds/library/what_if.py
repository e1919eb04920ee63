"""`odds.what_if`: a price or an option that the document does not have, and what it would do.

The document's own bounds are left aside; every answer says so. `solve_for` finds the price of one row
with which the house has a given edge.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from cutcard.law import Document, OptionValue, Row
from cutcard.law.vocabulary import VOCABULARY
from cutcard.money import MoneyError, Pays, odds_to_one, parse_pays
from cutcard.odds.answers import Exact
from cutcard.odds.library.countability import Countability, countability_of
from cutcard.odds.library.edge import NO_RATIONAL, EdgeResult, edge_of
from cutcard.odds.library.request import OddsResult, asked, law_of, number, table
from cutcard.odds.library.wager import PricedWager, wager_of
from cutcard.odds.player_edges import player_edge
from cutcard.odds.problem import OddsError
from cutcard.odds.question import MAIN, Question, shoe
from cutcard.odds.registry import answer, digest_of
from cutcard.results import Drawing, Record, arguments, exact_json

NOT_IN_THE_DOCUMENT: Final = "not in the document"
FINEST: Final = 1000
"""The main game is priced in whole parts of a stake: a price of it has no larger denominator."""
MOST_STEPS: Final = 60
MOST_TO_ONE: Final = 10**9


@dataclass(frozen=True, repr=False)
class WhatIf(OddsResult):
    """The edge with prices or options of one's own, beside that of the document."""

    edge: Exact
    base: EdgeResult
    """The same wager as the document has it."""
    changes: Mapping[str, str]
    """By row or option: what it is here."""
    price: Fraction | None = None
    """What the row pays to one that `solve_for` was asked about."""

    @property
    def value(self) -> float:
        """The house edge per unit of the initial stake."""
        return float(self.edge)

    def exact(self) -> Fraction:
        """The house edge as a rational; `RequestError` where the value is none."""
        if not isinstance(self.edge, Fraction):
            raise OddsError(NO_RATIONAL)
        return self.edge

    @property
    def change(self) -> float:
        """What it does to the house edge."""
        return self.value - self.base.value

    @property
    def digest(self) -> str:
        """Of the law, of everything asked and of the analyser."""
        return digest_of(self.question)

    @property
    def method(self) -> str:
        """`exact` where the edge is a rational."""
        return "exact" if isinstance(self.edge, Fraction) else "float"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """First of all that the document has no such thing."""
        changed = "; ".join(f"{name}: {value}" for name, value in self.changes.items())
        if not changed:
            return self.base.assumptions
        return (f"{changed} ({NOT_IN_THE_DOCUMENT}).", *self.base.assumptions)

    def countability(self, *, penetration: float = 0.75) -> Countability:
        """What a card counter can win of the wager as it is here."""
        return countability_of(self.question, penetration=penetration)

    def wager(self) -> PricedWager:
        """The wager as it is here with every row, its chance and what it adds."""
        return wager_of(self.question)

    def to_dict(self) -> dict[str, Any]:
        """The whole answer in plain values."""
        return {
            **self._asked(),
            "not_in_the_document": dict(self.changes),
            "method": self.method,
            "house_edge": exact_json(self.edge),
            "house_edge_of_the_document": exact_json(self.base.value),
            "change": self.change,
            "assumptions": list(self.assumptions),
            "digest": self.digest,
            "law": dict(self.law),
        }

    def records(self) -> list[Record]:
        """The document's edge and this one."""
        return [
            {"rules": "document", "house_edge": self.base.value},
            {"rules": NOT_IN_THE_DOCUMENT, "house_edge": self.value},
        ]

    def headline(self) -> list[str]:
        """The edge, and that the document has no such thing."""
        changed = ", ".join(f"{name} = {value}" for name, value in self.changes.items())
        if not changed:
            return [f"{self._named()}: house edge {self.value:.6%}, as in the document"]
        return [
            f"{self._named()} with {changed} ({NOT_IN_THE_DOCUMENT}):",
            f"house edge {self.value:.6%}, by the document {self.base.value:.6%}",
        ]

    def drawing(self) -> Drawing:
        """Two bars."""
        return Drawing("bars", self.records(), "house_edge", "rules", title=self._named())

    def solve_for(self, *, edge: float | Fraction, row: str) -> WhatIf:
        """The price to one of a row with which the house has this edge, all else as it is here.

        >>> what_if("md-blackjack", "lucky_ladies").solve_for(edge=0.20, row="any_20").changes
        """
        wanted = number("edge", edge)
        _find_row(self.question, row)
        price = self._price(wanted, row)
        if price <= 0:
            raise OddsError(f"solve_for: even with {row} paying nothing the house has less than {edge}")
        if price > MOST_TO_ONE:
            raise OddsError(f"solve_for: {row} would have to pay more than {MOST_TO_ONE:,} to 1")
        made = _with_pays(self.question, {row: odds_to_one(price)})
        exactly = price.denominator <= FINEST
        changes = {**self.changes, row: f"{price if exactly else f'{float(price):.6f}...'} to 1"}
        return WhatIf(made, _house_edge(made), self.base, changes, price)

    def _price(self, wanted: Fraction, row: str) -> Fraction:
        """By the straight line through two prices; the main game's, which bends, step by step."""
        low, high = Fraction(1), Fraction(2)
        at_low, at_high = (self._edge_at(row, price) for price in (low, high))
        for _ in range(MOST_STEPS):
            if at_low == at_high:
                raise OddsError(f"solve_for: the edge does not depend on what {row} pays")
            slope = (Fraction(at_high) - Fraction(at_low)) / (high - low)
            found = high + (wanted - Fraction(at_high)) / slope
            if isinstance(at_high, Fraction):
                return found
            found = found.limit_denominator(FINEST)
            if found <= 0 or found in (low, high):
                return found
            low, at_low, high, at_high = high, at_high, found, self._edge_at(row, found)
        raise OddsError(f"solve_for: no price of {row} gives this edge")

    def _edge_at(self, row: str, price: Fraction) -> Exact:
        return _house_edge(_with_pays(self.question, {row: odds_to_one(price)}))


def what_if(
    document: str | Document,
    wager: str = MAIN,
    *,
    pays: Mapping[str, str] | None = None,
    paytable: str | None = None,
    **options: Any,
) -> WhatIf:
    """The edge with a price or an option that the document does not have.

    >>> what_if("md-blackjack", "lucky_ladies", pays={"any_20": "5 to 1"}).value
    """
    law = law_of(document)
    permitted, barred = _sorted_options(law, wager, paytable, options)
    base = asked(law, wager, paytable=paytable, **permitted)
    given = table("pays", pays, like='{"any_20": "5 to 1"}')
    prices = {outcome: _parsed(outcome, text) for outcome, text in given.items()}
    made = _with_pays(base, prices)
    if barred:
        rules = replace(made.rules, options={**made.rules.options, **barred})
        made = replace(made, rules=rules, composition=shoe(rules), chosen={**made.chosen, **barred})
    changes = {name: str(each) for name, each in {**prices, **barred}.items()}
    return WhatIf(made, _house_edge(made), edge_of(base), changes)


def _sorted_options(
    law: Document, wager: str, paytable: str | None, options: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, OptionValue]]:
    """The options that the document permits, and those of which it permits another value only."""
    permitted: dict[str, Any] = {}
    barred: dict[str, OptionValue] = {}
    for name, value in options.items():
        try:
            asked(law, wager, paytable=paytable, **{**permitted, name: value})
            permitted[name] = value
        except OddsError:
            known = law.options.get(name)
            if known is None or not _is_like(value, known.default) or VOCABULARY[name].fault(value):
                raise  # of a value that no rule knows there is no figure
            barred[name] = value
    return permitted, barred


def _is_like(value: object, default: OptionValue) -> bool:
    return type(value) is type(default)


def _parsed(outcome: str, text: object) -> Pays:
    if not isinstance(text, str):
        raise OddsError(
            f"pays: {outcome}: {arguments.shown(text)}: write the price as a text, like '5 to 1'"
        )
    try:
        return parse_pays(text)
    except (MoneyError, ValueError) as problem:
        raise OddsError(f"pays: {outcome}: {problem}") from None


def _find_row(question: Question, outcome: str) -> list[Row]:
    rows = [row for row in question.offer.paytable.rows if row.outcome == outcome]
    if not rows:
        known = ", ".join(dict.fromkeys(row.outcome for row in question.offer.paytable.rows))
        wager = question.offer.law.id
        raise OddsError(f"pays: {wager} has no row {arguments.shown(outcome)}; it has: {known}")
    return rows


def _with_pays(question: Question, prices: Mapping[str, Pays]) -> Question:
    """The question with other prices in its paytable."""
    for outcome in prices:
        _find_row(question, outcome)
    offer = question.offer
    rows = tuple(
        replace(row, pays=prices[row.outcome]) if row.outcome in prices else row
        for row in offer.paytable.rows
    )
    changed = replace(offer, paytable=replace(offer.paytable, rows=rows))
    rules = replace(question.rules, offers={**question.rules.offers, offer.law.id: changed})
    return replace(question, rules=rules, offer=changed)


def _house_edge(question: Question) -> Exact:
    if question.offer.law.id == MAIN:
        found = player_edge(question, digest_of(question))
        if found is None:
            raise OddsError("what_if: there is no figure with these rules")
        return -found
    return answer(question).house_edge
