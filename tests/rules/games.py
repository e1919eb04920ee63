"""Games and hands for the rules' tests, made from the law's own options."""

from __future__ import annotations

from typing import Any

from cutcard.cards import cards
from cutcard.law import document
from cutcard.law.ruleset.resolution import RuleSet, resolve
from cutcard.money import Cents
from cutcard.rules import Game, Hand
from cutcard.table import game_of


def rules_of(name: str, variation: str | None = None, **options: Any) -> RuleSet:
    found, findings = resolve(document(name), variation=variation, options=options)
    assert not [f for f in findings if f.severity == "violation"], findings
    assert found is not None
    return found


def game(name: str, variation: str | None = None, **options: Any) -> Game:
    return game_of(rules_of(name, variation, **options))


def hand(text: str, stake: int = 1000, **facts: Any) -> Hand:
    money = (Cents(stake),)
    return Hand(cards(text), facts.pop("stakes", money), facts.pop("base", money), **facts)
