"""Answers from rows, rows from settlement lines, and the example seats that are settled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from cutcard.automata.wagers import seat_with
from cutcard.cards import Card, card
from cutcard.law import Row
from cutcard.odds.answers import Answer, Exact, MeterOdds, RowOdds
from cutcard.odds.question import Question
from cutcard.rules import Line, is_natural, total
from cutcard.wagers.settlement import Seat

NOTHING_PAID: Final = "no_award"
"""The outcome of a round in which a payout without a stake pays nothing."""
TWO_AND_THREE: Final[tuple[Card, Card]] = (card("2c"), card("3d"))
"""Cards that no wager here looks at."""


def example_seat(
    question: Question,
    *,
    box: int = 1,
    first_two: tuple[Card, Card] = TWO_AND_THREE,
    dealer: tuple[Card, ...] = TWO_AND_THREE,
) -> Seat:
    """A seat with the question's stake on the wager, and on the one it needs where it takes none."""
    seat = seat_with(question.rules, question.offer, question.stake, box)
    view = replace(
        seat.view,
        first_two=first_two,
        up=dealer[0],
        dealer=dealer,
        player_blackjack=is_natural(first_two),
        dealer_blackjack=is_natural(dealer),
        dealer_total=total(dealer),
    )
    return replace(seat, view=view, completed_dealer=dealer)


def row_of(question: Question, lines: Sequence[Line], probability: Exact) -> RowOdds:
    """The settlement lines of one seat as one row, in units of the stake."""
    return RowOdds(
        outcome=" + ".join(line.outcome for line in lines),
        pays=" + ".join(line.pays for line in lines),
        probability=probability,
        net=Fraction(sum(line.net for line in lines), question.stake),
        cite="; ".join(dict.fromkeys(line.cite for line in lines)),
    )


def outcome_rows(
    outcomes: Mapping[str, tuple[float, float]], row_of_outcome: Callable[[str], Row], *, wagers: int = 1
) -> list[RowOdds]:
    """Every outcome of a hand, the most frequent first.

    `outcomes` says how many hands a round end so and what they win together; a row says how many for
    each of the box's wagers, and what one such hand wins on average.
    """
    found = []
    for name, (times, net) in sorted(outcomes.items(), key=lambda item: -item[1][0]):
        row = row_of_outcome(name)
        found.append(RowOdds(name, str(row.pays), times / wagers, net / times, row.cite))
    return found


def merged(rows: Sequence[RowOdds]) -> tuple[RowOdds, ...]:
    """Rows alike in all but their chances as one, in the order they first came."""
    found: dict[tuple[str, str, Exact, str], Exact] = {}
    for row in rows:
        key = (row.outcome, row.pays, row.net, row.cite)
        found[key] = found.get(key, Fraction(0)) + row.probability
    return tuple(RowOdds(key[0], key[1], chance, key[2], key[3]) for key, chance in found.items())


def answer_with(
    question: Question,
    rows: Sequence[RowOdds],
    *,
    method: str = "exact",
    assumptions: Sequence[str] = (),
    meters: tuple[MeterOdds, ...] = (),
    extra: Mapping[str, object] | None = None,
    edge: Exact | None = None,
    deviation: float | None = None,
) -> Answer:
    """The whole answer, its rows being priced already."""
    offer = question.offer
    in_dollars = any("$" in row.pays or "%" in row.pays for row in rows)
    return Answer(
        document=question.rules.document.id,
        variation=question.rules.variation,
        wager=offer.law.id,
        paytable=offer.paytable.id,
        decks=question.decks,
        options=question.chosen,
        method=method,
        assumptions=(*question.assumptions, *assumptions),
        rows=merged(rows),
        cite=offer.paytable.cite or offer.law.cite,
        meters=meters,
        extra=dict(extra or {}),
        edge=edge,
        stake=question.stake if in_dollars else None,
        deviation=deviation,
        law=question.rules.document.names,
    )
