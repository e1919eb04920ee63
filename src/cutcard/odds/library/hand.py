"""`odds.hand`: what every action is worth with these cards against that card."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from cutcard.cards import Card, text
from cutcard.compute import cache
from cutcard.law import Document
from cutcard.odds import main
from cutcard.odds.answers import Exact
from cutcard.odds.library.request import CardsText, OddsResult, asked, read_cards
from cutcard.odds.problem import OddsError
from cutcard.odds.question import MAIN, Question, check_shoe
from cutcard.odds.registry import analyser_digest, answer, digest_of
from cutcard.odds.sides.first_cards import identity_table, winning_ups
from cutcard.results import Drawing, Record, exact_json
from cutcard.rules import TWENTY_ONE, is_soft, total
from cutcard.table import game_of

INSURANCE: Final = "insurance"
MOST_CARDS: Final = 21
"""That a message repeats: no hand with more is 21 or less."""
NO_RATIONAL: Final = (
    "exact: the value of a split is no rational with these rules; .actions has the doubles"
)

Cards = tuple[Card, ...]


@dataclass(frozen=True, repr=False)
class HandOdds(OddsResult):
    """What every action is worth with a hand, played the best way from there on."""

    cards: Cards
    up: Cards
    removed: Cards
    _given: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def actions(self) -> Mapping[str, float]:
        """What each action is worth per unit of the first stake, the best first."""
        if "_values" in vars(self):
            return {each["action"]: each["value"]["value"] for each in self._values["actions"]}
        game = main.solve(self.question.rules, self.question.composition)
        values = game.actions(self.cards, self.up)
        best_first = sorted(values.items(), key=lambda item: -item[1])
        return {action.name.lower(): value for action, value in best_first}

    @property
    def best(self) -> str:
        """The action that is worth most."""
        return next(iter(self.actions))

    @property
    def value(self) -> float:
        """What the best action is worth."""
        return self.actions[self.best]

    def exact(self) -> Mapping[str, Fraction]:
        """The same as rationals, proven; `RequestError` where one of them is none."""
        found = {each["action"]: each["value"]["fraction"] for each in self._values["actions"]}
        if None in found.values():
            raise OddsError(NO_RATIONAL)
        return {action: Fraction(value) for action, value in found.items()}

    @cached_property
    def _values(self) -> dict[str, Any]:
        """The answer in exact arithmetic, from the cache where it is kept."""
        name = self.digest
        values: dict[str, Any] | None = cache.read(name)
        if not isinstance(values, dict) or "actions" not in values:
            started = time.perf_counter()
            values = self._computed()
            values |= {"digest": name, "seconds": round(time.perf_counter() - started, 6)}
            cache.write(name, values)
        return values

    def _computed(self) -> dict[str, Any]:
        game = main.solve(self.question.rules, self.question.composition)
        found = main.action_values(game, self.cards, self.up)
        values = {action.name.lower(): value for action, value in found.items()}
        best = max(values, key=lambda action: values[action])
        is_exact = all(isinstance(value, Fraction) for value in values.values())
        return {
            "total": total(self.cards),
            "soft": is_soft(self.cards),
            "actions": [
                {"action": action, "value": exact_json(value), "cost": exact_json(values[best] - value)}
                for action, value in sorted(values.items(), key=lambda item: -item[1])
            ],
            "best": best,
            "insurance": self._insurance(),
            "even_money": _even_money(main.even_money(game, self.cards, self.up)),
            "method": "exact" if is_exact else "float",
            "assumptions": [*self._assumed(), *([] if is_exact else [main.LATE])],
            "cite": self.question.offer.law.cite,
        }

    def _insurance(self) -> dict[str, object] | None:
        """The value of a unit of insurance, with these cards seen; None where it is not offered."""
        try:
            rules = self.question.rules.document
            question = asked(
                rules, INSURANCE, **{**self._given, "removed": (*self.removed, *self.cards)}
            )
            ups = winning_ups(identity_table(question))
            if len(self.up) > 1 or self.up[0].rank not in ups:
                return None
            edge: Exact = answer(question).player_edge
            return exact_json(edge)
        except OddsError:
            return None

    def _assumed(self) -> list[str]:
        shoe = self.question.composition.size - len(self.cards) - len(self.up)
        assumptions = [
            f"The shoe holds {shoe} more cards, every order equally likely.",
            "Values are per unit of the first stake, played optimally from there on.",
        ]
        game = main.solve(self.question.rules, self.question.composition)
        if game.main.checks:
            assumptions.append("The dealer has checked and has no blackjack.")
        if game.main.game.switch:
            assumptions.append("No more switching, and the box's other hand is not considered.")
        return assumptions

    @property
    def digest(self) -> str:
        """Of the law, of everything asked and of the analyser."""
        return analyser_digest("hand", digest_of(self.question), text(self.cards), text(self.up))

    @property
    def method(self) -> str:
        """`float`; `exact` once the rationals have been asked for."""
        return str(self._values["method"]) if "_values" in vars(self) else "float"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the values take for granted."""
        return tuple(self._values["assumptions"] if "_values" in vars(self) else self._assumed())

    def to_dict(self) -> dict[str, Any]:
        """The whole answer in exact arithmetic, as `cutcard odds hand --json` prints it."""
        question = self.question
        return {
            "document": question.rules.document.id,
            "variation": question.rules.variation,
            "options": self.options,
            "cards": [card.text for card in self.cards],
            "up": [card.text for card in self.up],
            "removed": [card.text for card in self.removed],
            "law": question.rules.document.names,
            **self._values,
        }

    def records(self) -> list[Record]:
        """A row for each action, the best first."""
        return [
            {"action": action, "value": value, "cost": self.value - value}
            for action, value in self.actions.items()
        ]

    def headline(self) -> list[str]:
        """The best action, and what each is worth."""
        worth = ", ".join(f"{action} {value:+.6f}" for action, value in self.actions.items())
        return [f"{text(self.cards)} against {text(self.up)}: {self.best}", worth]

    def drawing(self) -> Drawing:
        """A bar for each action."""
        title = f"{text(self.cards)} against {text(self.up)}"
        return Drawing("bars", self.records(), "value", "action", title=title, x_title="Value, units")


def hand(document: str | Document, cards: CardsText, up: CardsText, **options: Any) -> HandOdds:
    """What every action is worth with a hand; keywords are the table's options.

    >>> hand("md-blackjack", cards="8h 8d", up="Tc").actions
    """
    held, shown = read_cards("cards", cards), read_cards("up", up)
    if total(held) > TWENTY_ONE:
        raise OddsError(f"cards: {text(held[:MOST_CARDS])} is over 21: nothing is left to decide")
    if len(held) < 2:
        raise OddsError("cards: a hand has at least two cards")
    if not shown:
        raise OddsError("up: give the dealer's up card")
    removed = read_cards("removed", options.pop("removed", ()))
    question = asked(document, MAIN, removed=removed, **options)
    wanted = 2 if game_of(question.rules).hole_card == "face_up" else 1
    if len(shown) != wanted:
        cards_shown = "two cards" if wanted > 1 else "one card"
        raise OddsError(f"up: the dealer shows {cards_shown} here, not {len(shown)}")
    _check_in_shoe(question, "cards", held, ())
    _check_in_shoe(question, "up", shown, held)
    check_shoe(question)
    return HandOdds(question, held, shown, removed, options)


def _check_in_shoe(question: Question, what: str, cards: Cards, others: Cards) -> None:
    """Refuse cards that the shoe does not hold beside the others."""
    left = question.composition.without(others)
    try:
        left.without(cards)
    except OddsError as problem:
        raise OddsError(f"{what}: {str(problem).partition(': ')[2]}") from None


def _even_money(values: main.EvenMoney | None) -> dict[str, Any] | None:
    """Even money and the blackjack without it, before the dealer looks; None where it is not offered."""
    if values is None:
        return None
    return {"taken": exact_json(values.taken), "declined": exact_json(values.declined)}
