"""What one player's win pays to the others: envy beside Super 4, the super bonus and its envy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cutcard.law import Offer, Row
from cutcard.money import NOTHING, cents
from cutcard.wagers.settlement.awards import Award, RoundEnd, first_won
from cutcard.wagers.settlement.seat import Seat

SUPER_BONUS: Final = "super_bonus"
ENVY_BONUS: Final = "envy_bonus"


def others(seats: Iterable[Seat], winner: Seat) -> list[Seat]:
    """The seats of other players; a winner's own further boxes are not others."""
    return [seat for seat in seats if seat.player != winner.player]


def envy_pay(end: RoundEnd, offer: Offer, awards: Sequence[Award]) -> list[Award]:
    """Massachusetts §19(n): a royal flush also pays the other Super 4 bettors, once per hand.

    Those who win with one hand on a shared box are all winners of it.
    """
    envy = {row.outcome: row for row in end.rows(offer) if row.to == "others"}
    if not envy:
        return []
    pays_all = end.option("super4_envy") == "all_players"
    entitled = end.seats if pays_all else end.staked(offer.law.id)
    paid: list[Award] = []
    for number in dict.fromkeys(each.seat.box for each in awards):
        winners = [each for each in awards if each.seat.box == number]  # several on a shared box
        row = envy.get(f"envy_{winners[0].outcome}")
        if row is not None:
            won = {each.seat.player for each in winners}
            recipients = _recipients(end, [seat for seat in entitled if seat.player not in won])
            paid += [
                end.award(offer, boxes[0], row, stake=NOTHING, base=NOTHING) for boxes in recipients
            ]
    return paid


def super_bonus(end: RoundEnd) -> list[Award]:
    """The super bonus of each suited 7-7-7 against a seven, then the envy that it pays (Ch.12 §C)."""
    winners = [seat for seat in end.seats if seat.super_bonus_hand is not None]
    if not winners or SUPER_BONUS not in end.rules.document.wager_ids:
        return []
    bonus = _always_offered(end, SUPER_BONUS)
    awards: list[Award] = []
    counted: list[Seat] = []
    for seat in winners:
        stake = seat.staked("main")
        won = first_won(end.rows(bonus), end.outcomes(bonus, seat, stake))
        if won is not None:
            made = end.award(bonus, seat, won, stake=NOTHING, base=stake)
            made.hand = seat.super_bonus_hand
            awards.append(made)
        if won is not None or end.option("envy_requires_paid_super_bonus") is not True:
            counted.append(seat)
    return awards + _envy(end, counted)


def _always_offered(end: RoundEnd, name: str) -> Offer:
    """A payout that is in force wherever its document is."""
    law = end.rules.document.wager(name)
    return Offer(law, law.paytables[0], {})


def _envy(end: RoundEnd, winners: Sequence[Seat]) -> list[Award]:
    """Envy for each winning hand, to the other players or to each of their boxes."""
    offer = _always_offered(end, ENVY_BONUS)
    between_winners = end.option("envy_between_winners", True) is not False
    barred = set() if between_winners else {winner.player for winner in winners}
    awards: list[Award] = []
    for winner in winners:
        entitled = [s for s in others(end.seats, winner) if s.player not in barred]
        for boxes in _recipients(end, entitled):
            row = _envy_row(end, offer, boxes, winner)
            awards.append(end.award(offer, boxes[0], row, stake=NOTHING, base=NOTHING))
    return awards


def _recipients(end: RoundEnd, entitled: Sequence[Seat]) -> Iterable[list[Seat]]:
    """The seats that are paid once together: each box alone, or all boxes of one player."""
    per_box = end.option("envy_per", "player") == "box"
    groups: dict[object, list[Seat]] = {}
    for seat in sorted(entitled, key=lambda each: each.box):
        groups.setdefault((seat.box, seat.player) if per_box else seat.player, []).append(seat)
    return groups.values()


def _envy_row(end: RoundEnd, offer: Offer, boxes: Sequence[Seat], winner: Seat) -> Row:
    """More for a seven among the first two cards, where the table has such a row.

    The brochure prints the one price once for each of the winner's stakes; the second line is the
    one from the higher stake on.
    """
    rows = end.rows(offer)
    seen = {name for seat in boxes for name in end.outcomes(offer, seat, NOTHING)}
    better = first_won(rows, ["with_seven"] if "with_seven" in seen else [])
    if better is not None:
        return better
    flat = [row for row in rows if row.outcome != "with_seven"]
    higher = cents(end.option("super_bonus_higher"))
    return flat[-1] if winner.staked("main") >= higher else flat[0]
