"""What insurance adds to the main game, taken whenever the cards in sight make it worth its price."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, perm, prod
from typing import Final

from cutcard.automata.hands import BLACKJACK_MATE, VALUES
from cutcard.money import Odds
from cutcard.odds.question import Question
from cutcard.rules import in_force

ACES: Final = 0
TENS: Final = BLACKJACK_MATE[ACES]
OF_A_HAND: Final = 2
OF_TWO_HANDS: Final = 4


NOT_OFFERED: Final = "Insurance is not offered."
NEVER_INSURED: Final = "Insurance is never worth taking from this shoe."
INSURED: Final = (
    "Insurance is taken whenever it is worth it; the edge counts what it gains, the edge of the chart "
    "does not."
)


def is_offered(question: Question) -> bool:
    """Whether the table takes insurance at all."""
    rules = question.rules
    return "insurance" in rules.offers and rules.options.get("insurance") is not False


def insurance_assumption(question: Question, gain: Fraction) -> str:
    """What is assumed of insurance, in words."""
    if not is_offered(question):
        return NOT_OFFERED
    return INSURED if gain else NEVER_INSURED


def insurance_gain(question: Question) -> Fraction:
    """What taking insurance when it is worth it adds to a round, in units of the main stake.

    At Switch the player has seen four cards, and half of each wager may be insured.
    """
    rules, shoe = question.rules, question.composition
    if not is_offered(question):
        return Fraction(0)
    is_switch = rules.options.get("switch") is True
    known = OF_TWO_HANDS if is_switch else OF_A_HAND
    counts, size, price = shoe.by_value, shoe.size, _price(question)
    if size < known + 2:
        return Fraction(0)
    gain = Fraction(0)
    for values in combinations_with_replacement(range(len(VALUES)), known):
        held = [values.count(value) for value in range(len(VALUES))]
        aces, tens = counts[ACES] - held[ACES], counts[TENS] - held[TENS]
        if aces <= 0 or tens < 0:
            continue
        wins = Fraction(tens, size - known - 1)
        worth = (wins * price - (1 - wins)) / 2
        # a blackjack that may take even money has something else to choose
        paid = is_switch and rules.options.get("even_money") is True and held[ACES] and held[TENS]
        if worth > 0 and not paid:
            orders = factorial(known) // prod(factorial(many) for many in held)
            ways = orders * prod(perm(here, many) for here, many in zip(counts, held, strict=True))
            gain += Fraction(ways, perm(size, known)) * Fraction(aces, size - known) * worth
    return gain


def insurance_prices(question: Question) -> tuple[Odds, Odds]:
    """What insurance pays against a blackjack of two suits, and against one of a suit."""
    rows = {
        row.outcome: row.pays
        for row in question.rules.offers["insurance"].paytable.rows
        if in_force(row, question.rules.options)
    }
    plain = rows["dealer_blackjack"]
    suited = rows.get("dealer_blackjack_suited", plain)
    assert isinstance(plain, Odds)
    assert isinstance(suited, Odds)
    return plain, suited


def _price(question: Question) -> Fraction:
    """To one, over the suits the two cards may have: three in four are of different suits."""
    plain, suited = insurance_prices(question)
    return Fraction(plain.win, plain.per) * Fraction(3, 4) + Fraction(suited.win, suited.per) / 4
