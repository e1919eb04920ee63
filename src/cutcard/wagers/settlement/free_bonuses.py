"""Payouts that take no stake of their own: the Free Bonus, Lucky George, Must Hit."""

from __future__ import annotations

from cutcard.law import Code, Offer, Refused
from cutcard.money import NOTHING
from cutcard.wagers.settlement.awards import Award, RoundEnd, first_won


def beside(end: RoundEnd, offer: Offer) -> list[Award]:
    """A payout beside another wager's stake, where its own row is won (Ch.6 §G(16), §27(h), §30)."""
    needed = _needed(offer)
    rows = [row for row in end.rows(offer) if row.to != "others"]
    to_dealer = end.option("lucky_george_recipient", "dealer") == "dealer"
    awards: list[Award] = []
    for seat in end.staked(needed):
        stake = seat.staked(needed)
        won = first_won(rows, end.outcomes(offer, seat, stake))
        if won is not None:
            made = end.award(offer, seat, won, stake=NOTHING, base=stake)
            made.paid_to = "dealer" if won.to == "dealer" and to_dealer else "player"
            awards.append(made)
    return awards


def must_hit(end: RoundEnd, offer: Offer) -> list[Award]:
    """The meter to the Super 4 bettor whom the system drew, if it drew one (Ch.13 §T, §19(m))."""
    drawn = end.devices.winner(offer.law.id)
    if drawn is None:
        return []
    (box, player), needed = drawn, _needed(offer)
    for seat in end.staked(needed):
        if seat.box == box and player in ("", seat.player):
            row = offer.paytable.rows[0]
            return [end.award(offer, seat, row, stake=NOTHING, base=NOTHING)]
    cite = "" if offer.law.needs is None else offer.law.needs.cite
    message = f"devices.{offer.law.id}: box {box} has no {needed} stake"
    raise Refused(Code.NEEDS_WAGER, message, cite)


def _needed(offer: Offer) -> str:
    """The wager whose bettors it is paid to."""
    return "" if offer.law.needs is None else offer.law.needs.names[0]
