"""Chances priced: what the settlement itself pays for each outcome, as rows of an answer.

A method brings the chance of every answer its classifier can give. Here each answer is settled once,
by the wager's own settlement at an example seat, and the lines become rows in units of the stake.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from typing import Final

from cutcard.automata.wagers import awards_for
from cutcard.money import PUSH, Cents, Dollars, MeterShare, Odds, dollars
from cutcard.odds.answers import Answer, RowOdds
from cutcard.odds.problem import OddsError
from cutcard.odds.question import Question, least_meters
from cutcard.odds.rows import NOTHING_PAID, answer_with, example_seat
from cutcard.odds.sides.progressives import envy, meter_odds
from cutcard.wagers.settlement import (
    Award,
    Devices,
    HouseSide,
    RoundEnd,
    pay_meters,
    payout_limit,
    round_end,
)

Outcomes = tuple[str, ...]
Chances = Mapping[Outcomes, Fraction]

USUAL_STAKES: Final = (Cents(100), Cents(500), Cents(2500), Cents(10_000))
"""Chips in common use, tried in turn where a document leaves the stake open and it matters."""


@dataclass(frozen=True, slots=True)
class SettledAnswer:
    """What one answer of a classifier comes to."""

    outcome: str
    pays: str
    net: Fraction
    cite: str
    paid_rows: tuple[str, ...]
    """The rows of the paytable that paid."""


@dataclass(frozen=True)
class PricedRows:
    """Rows with the stake they were settled at, and what was assumed for it."""

    question: Question
    rows: tuple[RowOdds, ...]
    by_row: Mapping[str, Fraction]
    """The chance that a row of the paytable pays."""
    assumptions: tuple[str, ...] = field(default=())

    @property
    def player_edge(self) -> Fraction:
        """Expected gain per unit staked."""
        return sum((Fraction(row.probability) * Fraction(row.net) for row in self.rows), Fraction(0))


def settled(question: Question, outcomes: Outcomes) -> SettledAnswer:
    """One answer settled at an example seat with the question's stake and meters."""
    end, awards = awards_for(question.rules, question.offer, example_seat(question), outcomes)
    resets = dict.fromkeys(question.meters, Cents(0))
    pay_meters(end, awards, HouseSide(dict(question.meters), resets))
    return _as_one(question, awards)


def _as_one(question: Question, awards: Sequence[Award]) -> SettledAnswer:
    """All lines of a stake as one; what goes to the dealer counts as paid too."""
    if not awards:
        law = question.offer.law
        return SettledAnswer(NOTHING_PAID, str(PUSH), Fraction(0), law.losing_cite, ())
    back = sum(each.winnings + (each.stake if each.returns_stake else 0) for each in awards)
    staked = sum(each.stake for each in awards)
    rows = {row.outcome for row in question.offer.paytable.rows}
    return SettledAnswer(
        outcome=" + ".join(each.outcome for each in awards),
        pays=" + ".join(str(each.pays) for each in awards),
        net=Fraction(back - staked, question.stake),
        cite="; ".join(dict.fromkeys(each.cite for each in awards)),
        paid_rows=tuple(each.outcome for each in awards if each.outcome in rows),
    )


def price(question: Question, chances: Chances) -> PricedRows:
    """Every outcome with its chance and what it nets, at a stake that fits the wager."""
    if sum(chances.values(), Fraction(0)) != 1:
        raise OddsError(f"{question.offer.law.id}: the chances do not sum to one")
    if question.stake_is_fixed or not question.offer.law.takes_stake:
        return _priced(question, chances, assumptions=())
    end = round_end(question.rules, (), Devices({}))
    kinds = {type(row.pays) for row in end.rows(question.offer)}
    if not kinds & {Dollars, MeterShare}:
        if payout_limit(end) is not None or "aggregate_cap" in question.offer.settings:
            note = f"The stake is ${dollars(question.stake)}, which matters because payouts are limited."
            return _priced(question, chances, assumptions=(note,))
        return _priced(replace(question, stake=_unit(question, end)), chances, assumptions=())
    return _at_fair_stake(question, chances)


def _unit(question: Question, end: RoundEnd) -> Cents:
    """A stake at which no odds have to be rounded to chips, a dollar or more."""
    pers = [row.pays.per for row in end.rows(question.offer) if isinstance(row.pays, Odds)]
    exact = end.chip * lcm(*pers)
    return Cents(exact * -(-question.stake // exact))


def _at_fair_stake(question: Question, chances: Chances) -> PricedRows:
    """Amounts that do not grow with a stake left open: the least usual stake that loses no money.

    The meters at their least decide that, so that a higher meter shows what it is worth.
    """
    tried = [stake for stake in USUAL_STAKES if stake >= question.stake] or [question.stake]
    seeded = replace(question, meters=least_meters(question))
    for stake in tried:
        found = _priced(replace(seeded, stake=stake), chances, assumptions=())
        if found.player_edge <= 0:
            break
    stake = found.question.stake
    listed = ", ".join(f"${dollars(each)}" for each in tried)
    meters = " with the meters at their minimum" if question.meters else ""
    why = f"of {listed} this is the smallest that does not favour the player{meters}"
    if found.player_edge > 0:
        why = f"each of {listed} favours the player{meters}"
    note = f"The stake is ${dollars(stake)}: the document leaves it open, and {why}."
    if seeded.meters != question.meters:
        return _priced(replace(question, stake=stake), chances, assumptions=(note,))
    return replace(found, assumptions=(note,))


def _priced(question: Question, chances: Chances, *, assumptions: tuple[str, ...]) -> PricedRows:
    rows: dict[tuple[str, str, Fraction, str], Fraction] = {}
    by_row: dict[str, Fraction] = {}
    for outcomes, chance in chances.items():
        one = settled(question, outcomes)
        key = (one.outcome, one.pays, one.net, one.cite)
        rows[key] = rows.get(key, Fraction(0)) + chance
        for outcome in dict.fromkeys(one.paid_rows):
            by_row[outcome] = by_row.get(outcome, Fraction(0)) + chance
    made = [RowOdds(key[0], key[1], chance, key[2], key[3]) for key, chance in rows.items()]
    seen = {row.outcome for row in made}
    made += [row for row in _never(question) if row.outcome not in seen]
    place = {row.outcome: index for index, row in enumerate(question.offer.paytable.rows)}
    most = len(place)
    made.sort(key=lambda row: (place.get(row.outcome, most + (row.net < 0)), -row.net, row.outcome))
    return PricedRows(question, tuple(made), by_row, assumptions)


def _never(question: Question) -> list[RowOdds]:
    """The rows of the paytable as they would pay, with no chance: for those that cannot come."""
    end = round_end(question.rules, (), Devices({}))
    found = []
    for row in end.rows(question.offer):
        if row.to != "others" and not row.extra and not row.each:
            one = settled(question, (row.outcome,))
            found.append(RowOdds(one.outcome, one.pays, Fraction(0), one.net, one.cite))
    return found


def answer_of(
    question: Question,
    chances: Chances,
    *,
    method: str = "exact",
    assumptions: Sequence[str] = (),
    extra: Mapping[str, object] | None = None,
    together: bool = False,
) -> Answer:
    """The whole answer to a question from the chances of its outcomes.

    `together` says that all seats win or lose alike, as where only the dealer's hand counts.
    """
    priced = price(question, chances)
    asked = priced.question
    more: dict[str, object] = dict(extra or {})
    every_assumption = [*usual_assumptions(asked), *priced.assumptions, *assumptions]
    if any(row.to == "others" for row in asked.offer.paytable.rows):
        added = envy(asked, priced.by_row, seats=asked.seats)
        more["envy"] = {"seats": asked.seats, "player_edge": added}
        every_assumption.append(
            f"With {asked.seats} at the table, what the others' wins pay the player adds "
            f"{float(added):.6f} to the edge; it is not in the rows."
        )
    return answer_with(
        asked,
        priced.rows,
        method=method,
        assumptions=every_assumption,
        extra=more,
        meters=meter_odds(asked, priced.by_row, priced.player_edge, together=together),
    )


def usual_assumptions(question: Question) -> list[str]:
    """What every answer from a whole shoe takes for granted."""
    law = question.offer.law
    size = question.composition.size
    assumptions = [f"Dealt from {size} cards, every order equally likely."]
    if not law.takes_stake and law.needs is not None:
        needed = law.needs.names[0]
        assumptions.append(
            f"It takes no stake; figures are per ${dollars(question.stake)} staked on {needed}."
        )
        if any(row.to == "dealer" for row in question.offer.paytable.rows):
            assumptions.append("What it pays to the dealer counts as paid.")
    return assumptions
