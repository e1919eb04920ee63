"""Errors that dealers make, planted into what a round really came to."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cutcard.floor.console import Does, does
from cutcard.law import RuleSet
from cutcard.money import Cents, Odds, Pays, parse_pays, round_to_chip
from cutcard.rules import Line
from cutcard.table import Round, in_paying_order

BLACKJACK: Final = "blackjack_pays"
EVEN: Final = "1 to 1"


@dataclass(frozen=True, slots=True)
class PlantedError:
    """What is proposed in the place of the truth, and what kind of error that is."""

    kind: str
    does: Does
    cents: Cents


KINDS: Final = {
    "wrong_odds": "Paid at the wrong odds",
    "unpaid": "A winner was not paid",
    "taken": "A winner's wager was taken",
    "paid_loser": "A loser was paid",
    "left_loser": "A losing wager was left",
    "push_taken": "A push was taken",
    "push_paid": "A push was paid",
    "order": "Out of order",
}


def truth(line: Line) -> tuple[Does, Cents]:
    """What is right for a line: what the dealer does, and for how much beside the stake."""
    return does(line), Cents(abs(line.returned - line.stake))


def errors(rules: RuleSet, chip: Cents, line: Line) -> Iterator[PlantedError]:
    """Every typical error about a line; none of them is right."""
    act, cents = truth(line)
    for wrong in _errors(rules, chip, line, act):
        same = wrong.does == act and (act == "push" or wrong.cents == cents)
        if not same and (wrong.cents > 0 or wrong.does == "push"):
            yield wrong


def _errors(rules: RuleSet, chip: Cents, line: Line, act: Does) -> Iterator[PlantedError]:
    stake = line.stake
    if act == "take":
        yield PlantedError("paid_loser", "pay", stake)
        yield PlantedError("left_loser", "push", Cents(0))
    elif act == "push":
        yield PlantedError("push_taken", "take", stake)
        yield PlantedError("push_paid", "pay", stake)
    else:
        yield from _wrong_odds(rules, chip, line)
        yield PlantedError("unpaid", "push", Cents(0))
        if stake:
            yield PlantedError("taken", "take", stake)


def _wrong_odds(rules: RuleSet, chip: Cents, line: Line) -> Iterator[PlantedError]:
    for odds in _other_odds(rules, line):
        if isinstance(odds, Odds):
            gives = odds.winnings(line.stake) - (0 if odds.returns_stake else line.stake)
            cents = round_to_chip(gives, chip=chip, rule="down")
            yield PlantedError("wrong_odds", "pay", cents)


def _other_odds(rules: RuleSet, line: Line) -> list[Pays]:
    """What is paid by mistake: another row of the wager, or of a main wager another house's price."""
    offer = rules.offers.get(line.wager)
    found = [] if offer is None else [row.pays for row in offer.paytable.rows]
    if line.wager.startswith("main") or not found:
        laws = rules.document.effective_options(rules.variation)
        permitted = laws[BLACKJACK].permitted if BLACKJACK in laws else ()
        written = (*permitted, rules.options.get(BLACKJACK), EVEN)
        found = [parse_pays(each) for each in written if isinstance(each, str)]
    return [each for each in found if str(each) != line.pays]


def out_of_order(r: Round, moment: str, lines: Sequence[Line]) -> list[tuple[int, int]]:
    """Neighbours of a settlement that may not change places: the table would put them back."""
    found = []
    for at in range(len(lines) - 1):
        changed = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
        if in_paying_order(r, changed, moment) != changed:
            found.append((at, at + 1))
    return found


def chosen(chance: random.Random, found: Sequence[PlantedError]) -> PlantedError:
    """One of the errors, the rarer kinds as likely as the others."""
    kinds = sorted({each.kind for each in found})
    kind = chance.choice(kinds)
    return chance.choice([each for each in found if each.kind == kind])
