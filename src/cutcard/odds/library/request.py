"""A question as a person puts it in Python: keywords, dollars as numbers or texts, cards as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from cutcard.cards import Card, CardError, cards
from cutcard.law import Document
from cutcard.money import Cents, MoneyError, cents
from cutcard.odds.problem import OddsError
from cutcard.odds.question import MAIN, Question, question
from cutcard.results import Result

Money = str | int | float | Decimal
CardsText = str | Iterable[Card | str]
"""Cards as text, `"8h 8d"`, or one by one."""


def asked(
    document: str | Document,
    wager: str = MAIN,
    *,
    paytable: str | None = None,
    variation: str | None = None,
    meters: Mapping[str, Money] | None = None,
    removed: CardsText = (),
    stake: Money | None = None,
    seats: int = 1,
    pays: Mapping[str, str] | None = None,
    settings: Mapping[str, object] | None = None,
    options: Mapping[str, object] | None = None,
    **more: object,
) -> Question:
    """The question in full; `more` are options of the table, as are those in `options`."""
    chosen = {**(options or {}), **more}
    own = dict(settings or {})
    if pays:
        own["pays"] = dict(pays)
    return question(
        document,
        wager,
        paytable=paytable,
        variation=variation,
        options=chosen,
        meters={name: money(f"meters: {name}", amount) for name, amount in (meters or {}).items()},
        removed=read_cards("removed", removed),
        stake=None if stake is None else money("stake", stake),
        seats=seats,
        settings=own,
        unset_meters="zero",
    )


def money(what: str, amount: Money) -> Cents:
    """An amount of dollars in cents."""
    try:
        return cents(str(amount) if isinstance(amount, Decimal) else amount)
    except MoneyError as problem:
        raise OddsError(f"{what}: {problem}") from None


def read_cards(what: str, written: CardsText) -> tuple[Card, ...]:
    """Cards from a text with spaces or commas between them, or from cards or texts one by one."""
    try:
        if isinstance(written, str):
            return cards(written.replace(",", " "))
        return tuple(each if isinstance(each, Card) else cards(each)[0] for each in written)
    except (CardError, IndexError) as problem:
        raise OddsError(f"{what}: {problem}") from None


@dataclass(frozen=True, repr=False)
class OddsResult(Result):
    """A result about one question."""

    question: Question

    @property
    def law(self) -> Mapping[str, str]:
        """The law data it stands on: document, version, digest."""
        return self.question.rules.document.names

    @property
    def citations(self) -> tuple[str, ...]:
        """The provision of the wager, and of its paytable."""
        offer = self.question.offer
        return tuple(dict.fromkeys(each for each in (offer.law.cite, offer.paytable.cite) if each))

    @property
    def options(self) -> dict[str, object]:
        """What was chosen: the number of decks always."""
        chosen = {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in self.question.chosen.items()
        }
        return {"decks": self.question.decks, **chosen}

    def _asked(self) -> dict[str, object]:
        """What was asked, as every answer in JSON begins."""
        rules, offer = self.question.rules, self.question.offer
        return {
            "document": rules.document.id,
            "variation": rules.variation,
            "wager": offer.law.id,
            "paytable": offer.paytable.id,
            "options": self.options,
        }

    def _named(self) -> str:
        """What was asked, in a few words."""
        rules, offer = self.question.rules, self.question.offer
        chosen = ", ".join(f"{name}={value}" for name, value in self.options.items())
        table = "" if offer.law.id == MAIN else f" paytable {offer.paytable.id}"
        variation = f" {rules.variation}" if rules.variation else ""
        return f"{rules.document.id}{variation} {offer.law.id}{table} ({chosen})"
