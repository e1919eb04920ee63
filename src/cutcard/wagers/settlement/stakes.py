"""Wagers with a stake: paid by the cards, by the bonus button's amount, or by a streak of wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from cutcard.law import Code, Offer, Refused, Row, shown
from cutcard.money import (
    NOTHING,
    PUSH,
    Cents,
    Dollars,
    MoneyError,
    Odds,
    cents,
    dollars,
    odds_to_one,
)
from cutcard.values import but
from cutcard.wagers.classify.registry import FAILED
from cutcard.wagers.classify.streak import advance
from cutcard.wagers.settlement.awards import Award, RoundEnd, first_won, lost
from cutcard.wagers.settlement.device_entries import DeviceMissing, Queue
from cutcard.wagers.settlement.envy import envy_pay
from cutcard.wagers.settlement.seat import Seat

STREAKS: Final = {"two_wins": 2, "three_wins": 3, "four_wins": 4, "five_wins": 5}
FAILURE: Final = "failure"


def by_cards(end: RoundEnd, offer: Offer) -> list[Award]:
    """One award per stake by what the cards show, the extra rows, and envy where the table has it."""
    awards = [award for seat in end.staked(offer.law.id) for award in _of_seat(end, offer, seat, seat)]
    return awards + envy_pay(end, offer, awards)


def bad_beat(end: RoundEnd, offer: Offer) -> list[Award]:
    """Bad Beat by the cards, with the card and the box that the system drew (MD-A53)."""
    seats = end.staked(offer.law.id)
    if not seats:
        return []
    magic, lucky = end.devices.card("magic_card"), end.devices.box("lucky_player")
    boxes = end.option("boxes")
    if lucky is not None and isinstance(boxes, int) and not 1 <= lucky <= boxes:
        message = f"devices.lucky_player: {lucky}: the table has boxes 1 to {boxes}"
        raise Refused(Code.BAD_REQUEST, message, end.option_cite("boxes"))
    if end.option("bad_beat_bonuses") == "every_round":
        for name, drawn in (("magic_card", magic), ("lucky_player", lucky)):
            if drawn is None:
                message = f"devices.{name} is required: the system draws one every round"
                raise DeviceMissing(name, 0, message, end.option_cite("bad_beat_bonuses"))
    awards: list[Award] = []
    for seat in seats:
        drawn_here = {
            **seat.view.options,
            "magic_card": "" if magic is None else magic.text,
            "lucky_player": seat.box == lucky,
        }
        seen = replace(seat, view=but(seat.view, options=drawn_here))
        awards += _of_seat(end, offer, seat, seen)
    return awards


def _of_seat(end: RoundEnd, offer: Offer, seat: Seat, seen: Seat) -> list[Award]:
    """The wager's own line, then a line for each extra row (Crown Treasure, Magic Card ...)."""
    stake = seat.staked(offer.law.id)
    outcomes = end.outcomes(offer, seen, stake)
    rows = [row for row in end.rows(offer) if row.to == "player"]
    won = first_won([row for row in rows if not row.extra], outcomes)
    each = [row for row in rows if row.each and row.outcome in outcomes]
    if each:
        own = _for_each(end, offer, seat, each, outcomes)
    elif won is None:
        own = lost(offer, seat)
    else:
        own = end.award(offer, seat, won, stake=stake, base=stake)
    extra = [row for row in rows if row.extra and row.outcome in outcomes]
    return [own, *(end.award(offer, seat, row, stake=NOTHING, base=stake) for row in extra)]


def _for_each(
    end: RoundEnd, offer: Offer, seat: Seat, rows: Sequence[Row], outcomes: Sequence[str]
) -> Award:
    """The sum of the rows that are paid once for each card."""
    stake = seat.staked(offer.law.id)
    counts = [outcomes.count(row.outcome) for row in rows]
    names = [
        row.outcome if count == 1 else f"{count} x {row.outcome}"
        for row, count in zip(rows, counts, strict=True)
    ]
    to_one = sum(
        (
            count * Fraction(row.pays.win, row.pays.per)
            for row, count in zip(rows, counts, strict=True)
            if isinstance(row.pays, Odds)
        ),
        Fraction(0),
    )
    cite = "; ".join(row.cite for row in rows)
    made = Award(seat, offer.law.id, "+".join(names), odds_to_one(to_one), cite, stake)
    end.price(made, stake)
    return made


def by_button(end: RoundEnd, offer: Offer) -> list[Award]:
    """Each winner in seat order is paid what the bonus button shows (§20(f), (j); §15(p))."""
    queue = end.devices.queue(offer.law.id)
    cite = offer.law.cite if offer.law.settled is None else offer.law.settled.cite
    awards: list[Award] = []
    for seat in end.staked(offer.law.id):
        if end.outcomes(offer, seat, seat.staked(offer.law.id)):
            entry = queue.take(seat.box, cite, seat.owner)
            awards.append(_button_award(end, offer, seat, entry, queue))
        else:
            awards.append(lost(offer, seat))
    queue.close()
    return awards


def _button_award(end: RoundEnd, offer: Offer, seat: Seat, entry: object, queue: Queue) -> Award:
    rows = {row.outcome: row for row in end.rows(offer)}
    stake = seat.staked(offer.law.id)
    if entry == FAILURE:
        return end.award(offer, seat, rows[FAILED], stake=stake, base=stake)
    try:
        amount = cents(entry)
    except MoneyError:
        message = f"{queue.place}: {shown(entry)} is not an amount; write dollars, or {FAILURE}"
        raise Refused(Code.BAD_AMOUNT, message) from None
    least, most = (row for row in rows.values() if row.stake == stake)
    for row, is_outside in (
        (least, isinstance(least.pays, Dollars) and amount < least.pays.amount),
        (most, isinstance(most.pays, Dollars) and amount > most.pays.amount),
    ):
        if is_outside:
            bound = f"{row.outcome} is {row.pays}"
            message = f"{queue.place}: {dollars(amount)} is out of range; the {bound}"
            raise Refused(Code.AMOUNT_NOT_PERMITTED, message, row.cite)
    _check_listed(end, amount, queue)
    made = Award(seat, offer.law.id, "blackjack", Dollars(amount), least.cite, stake)
    made.add_cite(most.cite)
    end.price(made, stake)
    return made


def _check_listed(end: RoundEnd, amount: Cents, queue: Queue) -> None:
    """Where the house filed its awards, the button can show no other."""
    filed = end.option("bonus_button_awards", ())
    symbols = [stop.rpartition("=")[0] for stop in filed] if isinstance(filed, tuple) else []
    if symbols and amount not in map(cents, symbols):
        message = f"{queue.place}: {dollars(amount)} is not one of the awards {', '.join(symbols)}"
        cite = end.option_cite("bonus_button_awards")
        raise Refused(Code.AMOUNT_NOT_PERMITTED, message, cite)


def by_streak(end: RoundEnd, offer: Offer) -> list[Award]:
    """Streak wagers: won, lost, or left on the layout for the next round (§22)."""
    return [_streak(end, offer, seat) for seat in end.staked(offer.law.id)]


def _streak(end: RoundEnd, offer: Offer, seat: Seat) -> Award:
    row, stake = offer.paytable.rows[0], seat.staked(offer.law.id)
    won, lost_hands = seat.hands_won, seat.hands_lost
    if seat.surrendered:
        won, lost_hands = 0, int(end.option("streak_surrender", "lose") == "lose")
    progress = advance(
        wins_so_far=seat.streak_wins,
        target=STREAKS[row.outcome],
        hands_won=won,
        hands_lost=lost_hands,
        hands_total=seat.hands_total,
        rule=str(end.option("streak_split", "ignore_pushes")),
    )
    if progress == "win":
        return end.award(offer, seat, row, stake=stake, base=stake)
    if progress == "lose":
        by_split = end.option_cite("streak_split") if seat.hands_total > 1 else ""
        return lost(offer, seat, end.option_cite("streak_surrender") if seat.surrendered else by_split)
    pushed = "streak_push" if seat.hands_total == 1 else "streak_split"
    behind = end.option_cite("streak_advances" if progress == "advance" else pushed)
    stays = Award(seat, offer.law.id, progress, PUSH, behind, stake)
    end.price(stays, stake)
    return stays
