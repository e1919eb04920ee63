"""The edge of the main game alone, as quickly as it can be had: for whoever looks at many tables.

In floating point, insurance taken when it is worth it; no rows, no chart, no proof; no more splits than
matter. Tables that play the same game at the same prices are one question.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import fields, replace
from functools import cache
from typing import Final

from cutcard.law import FIRST_WAGERS, Document, OptionValue, RuleSet
from cutcard.odds.main.game import solve
from cutcard.odds.main.insurance import insurance_gain
from cutcard.odds.question import Question
from cutcard.odds.switch.game import solve_switch
from cutcard.rules import MONEY_FIELDS, Game

IDLE: Final = frozenset(
    {
        *MONEY_FIELDS,
        "rounding",
        "boxes",
        "adjacent_boxes",
        "turn_order",
        "shoe",
        "settlement_procedure",
        "settle_bust",
        "settle_blackjack_v_low",
        "settle_blackjack_v_high",
        "insurance_asked",
        "double_for_less",
        "double_card",
        "buster_completion",
    }
)
"""Options of the game that change nothing of a box's best play, nor of what it wins per unit staked."""
MOST_HANDS: Final = 6
"""A pair is split to no more here: what more hands add is below 0.00001 of the stake."""
SPLITS: Final = ("max_hands", "max_hands_aces")
PLAYED: Final = frozenset(field.name for field in fields(Game)) - IDLE


def main_edge(asked: Question) -> float:
    """The player's edge in the main game, played the best way."""
    solved = solve_switch if asked.rules.options.get("switch") is True else solve
    return solved(asked.rules, asked.composition).value + float(insurance_gain(asked))


def game_alone(rules: RuleSet) -> RuleSet:
    """A table with nothing but its main game: what that does not feel, as the document has it."""
    offers = {name: offer for name, offer in rules.offers.items() if name in FIRST_WAGERS}
    laws, felt = rules.document.effective_options(rules.variation), set(_felt(rules))
    options = {
        name: few_hands(name, value) if name in felt or name not in laws else laws[name].default
        for name, value in rules.options.items()
    }
    return replace(rules, offers=offers, options=options)


def few_hands(name: str, value: OptionValue) -> OptionValue:
    """An option's value, but no more hands of a pair than matter."""
    return min(value, MOST_HANDS) if name in SPLITS and isinstance(value, int) else value


def rules_key(rules: RuleSet) -> Hashable:
    """What tables have in common that play the same main game: quickly told."""
    offers = [(name, rules.offers[name]) for name in FIRST_WAGERS if name in rules.offers]
    priced = tuple((name, offer.paytable.id, repr(offer.settings)) for name, offer in offers)
    options = tuple(repr(few_hands(name, rules.options[name])) for name in _felt(rules))
    return rules.document.digest, rules.variation, options, priced


def _felt(rules: RuleSet) -> tuple[str, ...]:
    return _felt_in(rules.document, rules.variation)


@cache
def _felt_in(document: Document, variation: str | None) -> tuple[str, ...]:
    """The options that the main game or its prices feel."""
    laws = document.effective_options(variation)
    tables = [table for name in FIRST_WAGERS for table in document.wager(name).paytables]
    priced_by = {name for table in tables for row in table.rows for name, _ in row.when}
    felt = (*PLAYED, *priced_by, *(name for name, law in laws.items() if law.wager in FIRST_WAGERS))
    return tuple(sorted(set(felt) & set(laws)))
