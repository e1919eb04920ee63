"""Wagers that a device decides once the cards have called for it: bonus wheels, the bonus button.

How often the cards call for it is exact. The stops of a wheel and the awards of the button are the
operator's, each with its weight; what a stop pays is asked of the settlement.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from cutcard.cards import Card
from cutcard.law import Offer, Refused, RuleSet
from cutcard.money import cents, dollars
from cutcard.odds.answers import Answer, RowOdds
from cutcard.odds.problem import OddsError
from cutcard.odds.question import Question
from cutcard.odds.rows import TWO_AND_THREE, answer_with, example_seat, row_of
from cutcard.odds.sides.dealer_wagers import Eyes, pairs
from cutcard.odds.sides.progressives import meter_odds, without_meters
from cutcard.rules import Line
from cutcard.wagers import DecidedBy, decided_by
from cutcard.wagers.settlement import Devices, HouseSide, Seat, round_end, settle_side_wagers, symbol

Pair = tuple[Card, Card]
Stops = dict[str, Fraction]
"""The chance of every symbol, given that the device is used."""


def wheel_odds(question: Question) -> Answer:
    """Bonus Spin: a spin for the player's own cards; what the others' spins add stands beside it."""
    chance, example = calling_chance(question, _players_cards)
    stops, assumed = stops_of(question.rules, question.offer)
    method = "assumed" if assumed else "exact"
    name = question.offer.law.id
    seats = (example_seat(question, box=1, first_two=example), example_seat(question, box=2))
    rows: list[RowOdds] = []
    community = Fraction(0)
    for shows, part in stops.items():
        lines = settled(question, seats, {name: [shows]})
        rows.append(row_of(question, [line for line in lines if line.box == 1], chance * part))
        theirs = sum(line.returned for line in lines if line.box == 2)
        community += chance * part * Fraction(theirs, question.stake)
    rows.append(_lost(question, 1 - chance))
    extra: dict[str, object] = {"spin_chance": chance, "stops": stops}
    if community:
        edge = sum((Fraction(row.contribution) for row in rows), Fraction(0))
        at_seats = edge + (question.seats - 1) * community
        extra["community"] = {"each_other_seat_adds": community, "player_edge": at_seats}
        assumed = (*assumed, "What the spins of other seats pay the player is not in the rows.")
    return _answer(question, rows, assumed, method=method, extra=extra)


def xtreme_odds(question: Question) -> Answer:
    """Bonus Spin Xtreme: one spin a round for all seats, of which the hot spot is one."""
    stops, assumed = stops_of(question.rules, question.offer)
    chance, example = calling_chance(question, _dealers_cards)
    question, notes = _at_a_priced_stake(question, next(iter(stops)), example)
    name, count = question.offer.law.id, question.seats
    seats = [example_seat(question, box=box, dealer=example) for box in range(1, count + 1)]
    rows: list[RowOdds] = []
    for shows, part in stops.items():
        for hot, share in ((1, Fraction(1, count)), (count, Fraction(count - 1, count))):
            if share:
                lines = settled(question, seats, {name: [{"hot_spot": hot, "symbol": shows}]})
                mine = [line for line in lines if line.box == 1]
                rows.append(row_of(question, mine, chance * part * share))
    lost = _lost(question, 1 - chance)
    rows = [*sorted(rows, key=lambda row: row.outcome == lost.outcome), lost]
    hot_spot = f"The hot spot is any of the {count} seats with the wager, each equally likely."
    return _answer(
        question,
        rows,
        (*assumed, *notes, *([hot_spot] if count > 1 else ())),
        method="assumed" if assumed else "exact",
        one_winner=True,
        extra={"spin_chance": chance, "stops": stops},
    )


def _at_a_priced_stake(question: Question, shows: str, dealer: Pair) -> tuple[Question, tuple[str, ...]]:
    """The first permitted stake with a table: one is admitted that the document prints none for."""
    law = question.offer.law
    stakes = dict.fromkeys((question.stake, *(law.stake.permitted if law.stake else ())))
    for stake in stakes:
        asked = replace(question, stake=stake)
        try:
            settled(
                asked, [example_seat(asked, dealer=dealer)], {law.id: [{"hot_spot": 1, "symbol": shows}]}
            )
        except OddsError:
            continue
        if stake == question.stake:
            return asked, ()
        none = f"no table is printed for ${dollars(question.stake)}"
        return asked, (f"The stake is ${dollars(stake)}: {none}.",)
    return question, ()


def button_odds(question: Question) -> Answer:
    """The blackjack bonus: the button shows one of the awards that the operator filed."""
    name = question.offer.law.id
    stops, _ = stops_of(question.rules, question.offer)
    chance, example = calling_chance(question, _players_cards)
    seats = (example_seat(question, first_two=example),)
    rows = [
        row_of(question, settled(question, seats, {name: [shows]}), chance * part)
        for shows, part in stops.items()
    ]
    rows.append(_lost(question, 1 - chance))
    mean = sum((cents(shows) * part for shows, part in stops.items()), Fraction(0)) / 100
    return _answer(
        question, rows, (), extra={"award_chance": chance, "awards": stops, "mean_award": mean}
    )


def _answer(
    question: Question,
    rows: Sequence[RowOdds],
    assumed: Sequence[str],
    *,
    extra: Mapping[str, object],
    method: str = "exact",
    one_winner: bool = False,
) -> Answer:
    """The answer with its meters; a jackpot with a price of its own is no share of one."""
    edge = sum((Fraction(row.contribution) for row in rows), Fraction(0))
    by_row: dict[str, Fraction] = {}
    for row in rows:
        if " of " in row.pays:
            by_row[row.outcome] = by_row.get(row.outcome, Fraction(0)) + Fraction(row.probability)
    if priced := {row.outcome for row in rows} - by_row.keys():
        question = without_meters(question, priced)
    return answer_with(
        question,
        rows,
        method=method,
        assumptions=(
            f"Dealt from {question.composition.size} cards, every order equally likely.",
            *assumed,
        ),
        meters=meter_odds(question, by_row, edge, one_winner=one_winner),
        extra=extra,
    )


def _lost(question: Question, chance: Fraction) -> RowOdds:
    """The stake of a round whose cards call for nothing, as the settlement takes it."""
    seats = (example_seat(question),)
    return row_of(question, settled(question, seats, {}), chance)


def _players_cards(eyes: Eyes, pair: Pair) -> tuple[str, ...]:
    return eyes.see(TWO_AND_THREE, first_two=pair)


def _dealers_cards(eyes: Eyes, pair: Pair) -> tuple[str, ...]:
    """What the dealer's two cards call for; the order in which they came must not matter."""
    answers = {eyes.see(pair), eyes.see((pair[1], pair[0]))}
    assert len(answers) == 1, pair
    return answers.pop()


def calling_chance(
    question: Question, see: Callable[[Eyes, Pair], tuple[str, ...]]
) -> tuple[Fraction, Pair]:
    """How often two cards call for the device, and two such cards."""
    eyes = Eyes.of(question)
    calling = [pair for pair in pairs(question.composition) if see(eyes, pair.cards)]
    if not calling:
        raise OddsError(f"{question.offer.law.id}: no two cards of this shoe call for it")
    return sum((pair.chance for pair in calling), Fraction(0)), calling[0].cards


def unfiled_facts(question: Question) -> tuple[dict[str, object], str]:
    """What is known of a device that nobody filed: how often the cards call for it, also in words."""
    name, see = CALLS[decided_by(question.offer.law)]
    chance, _ = calling_chance(question, see)
    note = (
        f"The cards call for it in {float(chance):.6f} of all rounds. For a lone player the edge is "
        f"zero where it then returns {float(1 / chance):.4f} stakes on average, the stake included."
    )
    return {name: chance, "return_at_zero_edge": 1 / chance}, note


def stops_of(rules: RuleSet, offer: Offer) -> tuple[Stops, tuple[str, ...]]:
    """What a device may show, as filed.

    Where no wheel is, one stop for each printed symbol, which is only an assumption.
    """
    option, is_wheel = rules.device_option(offer.law.id), decided_by(offer.law).is_wheel
    filed = _filed(rules, option)
    if filed:
        return {symbol(shows) if is_wheel else shows: part for shows, part in filed.items()}, ()
    cite = rules.document.effective_options(rules.variation)[option].cite
    if not is_wheel:
        raise OddsError(f"{option}: state the awards of {offer.law.id} and their weights ({cite})")
    rows = round_end(rules, (), Devices({})).rows(offer)
    count = len(rows)
    stops: Stops = {}
    for row in rows:
        stops[row.outcome] = stops.get(row.outcome, Fraction(0)) + Fraction(1, count)
    return stops, (
        f"No wheel was filed and the document draws none ({cite}): "
        f"{count} equal stops are assumed, one for each printed row. A real wheel has a different edge.",
    )


def _filed(rules: RuleSet, option: str) -> Stops:
    """An option's symbols and weights as chances; empty where nothing was filed."""
    written = rules.options.get(option, ())
    assert isinstance(written, tuple)
    weights: dict[str, int] = {}
    for stop in written:
        shows, _, weight = stop.rpartition("=")
        weights[shows] = weights.get(shows, 0) + int(weight)
    in_all = sum(weights.values())
    return {shows: Fraction(weight, in_all) for shows, weight in weights.items() if weight}


def settled(question: Question, seats: Sequence[Seat], devices: Mapping[str, object]) -> list[Line]:
    """The settlement's lines for these seats and what the device showed."""
    house = HouseSide(meters=dict(question.meters), devices=devices)
    try:
        return settle_side_wagers(question.rules, seats, house)
    except Refused as refused:
        raise OddsError(f"{question.offer.law.id}: {refused.refusal.message}") from None


CALLS: Final[Mapping[DecidedBy, tuple[str, Callable[[Eyes, Pair], tuple[str, ...]]]]] = {
    DecidedBy.WHEEL: ("spin_chance", _players_cards),
    DecidedBy.SHARED_WHEEL: ("spin_chance", _dealers_cards),
    DecidedBy.BUTTON: ("award_chance", _players_cards),
}
"""What the chance of using the device is called, and whose cards call for it."""
