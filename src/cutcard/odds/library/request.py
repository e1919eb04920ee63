"""A question as a person puts it in Python: keywords, dollars as numbers or texts, cards as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Final

from cutcard.cards import Card, CardError, cards
from cutcard.law import Document, Refused, document as law_document
from cutcard.money import Cents, MoneyError, cents
from cutcard.odds.problem import OddsError
from cutcard.odds.question import MAIN, Question, question
from cutcard.results import Result, arguments

Money = str | int | float | Decimal
CardsText = str | Iterable[Card | str]
"""Cards as text, `"8h 8d"`, or one by one."""
KEYWORDS: Final = (
    *("paytable", "variation", "meters", "removed", "stake", "seats", "pays", "settings", "options"),
)
"""What every question takes beside the options of the table."""
MOST_SEATS: Final = 100

whole = partial(arguments.whole, error=OddsError)
number = partial(arguments.number, error=OddsError)
part = partial(arguments.part, error=OddsError)
table = partial(arguments.table, error=OddsError)
one_of = partial(arguments.one_of, error=OddsError)
listed = partial(arguments.listed, error=OddsError)


def law_of(document: object, *, error: arguments.Kind = OddsError) -> Document:
    """The document that is named, or given as it is."""
    if isinstance(document, Document):
        return document
    if not isinstance(document, str):
        raise error(f"document: {arguments.shown(document)}: name one, like 'md-blackjack'")
    try:
        return law_document(document)
    except Refused as refused:
        raise error(refused.refusal.message, refused.cite) from None


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
    law = law_of(document)
    for name, given in (("wager", wager), ("paytable", paytable), ("variation", variation)):
        if given is not None and not isinstance(given, str):
            raise OddsError(f"{name}: {arguments.shown(given)} is not a text")
        if given == "":
            raise OddsError(f"{name}: it is empty; leave it out, or name one")
    chosen = {**table("options", options, like='{"decks": 6}'), **more}
    check_names(law, variation, chosen, KEYWORDS)
    own = table("settings", settings, like='{"rate_of_progression": 0.05}')
    if pays:
        own["pays"] = table("pays", pays, like='{"any_20": "5 to 1"}')
    shown = table("meters", meters, like='{"star": "50000"}')
    return question(
        law,
        wager,
        paytable=paytable,
        variation=variation,
        options={name: arguments.plain(value) for name, value in chosen.items()},
        meters={name: money(f"meters: {name}", amount) for name, amount in shown.items()},
        removed=read_cards("removed", removed),
        stake=None if stake is None else money("stake", stake),
        seats=whole("seats", seats, least=1, most=MOST_SEATS),
        settings=own,
        unset_meters="zero",
    )


def check_names(
    law: Document,
    variation: str | None,
    names: Iterable[str],
    keywords: Iterable[str],
    *,
    error: arguments.Kind = OddsError,
) -> None:
    """Refuse a name that is neither an option of the table nor a keyword, with the nearest of both."""
    laws = law.effective_options(variation) if variation in law.variation_names else law.options
    for name in names:
        if name in laws or name in law.options:
            continue
        holders = [each for each in law.variation_names if name in law.effective_options(each)]
        if holders:
            hint = f" without a variation; {' and '.join(holders)} has it"
        else:
            hint = arguments.did_you_mean(name, (*laws, *keywords))
            hint = hint or f"; `cutcard law options {law.id}` lists them"
        raise error(f"options.{name}: {law.id} has no option {arguments.shown(name)}{hint}")


def money(what: str, amount: Money, *, error: arguments.Kind = OddsError) -> Cents:
    """An amount of dollars in cents."""
    try:
        return cents(str(amount) if isinstance(amount, Decimal) else arguments.plain(amount))
    except MoneyError as problem:
        raise error(f"{what}: {problem}") from None


def read_cards(what: str, written: CardsText) -> tuple[Card, ...]:
    """Cards from a text with spaces or commas between them, or from cards or texts one by one."""
    try:
        if isinstance(written, str):
            return cards(written.replace(",", " "))
        if isinstance(written, Card):
            return (written,)
        if not isinstance(written, Iterable):
            raise CardError(f"{arguments.shown(written)} is no cards; write them like '8h 8d'")
        return tuple(_one_card(each) for each in written)
    except CardError as problem:
        raise OddsError(f"{what}: {problem}") from None


def _one_card(written: object) -> Card:
    if isinstance(written, Card):
        return written
    found = cards(written) if isinstance(written, str) else ()
    if len(found) != 1:
        raise CardError(f"{arguments.shown(written)} is not a card; write it like 8h")
    return found[0]


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
