"""Caps and limits: a round's aggregate maximum shared by stakes, and the most a payout comes to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cutcard.law import Offer
from cutcard.money import Cents, Dollars, MeterShare, Odds, cents
from cutcard.wagers.settlement.awards import Award, RoundEnd


def share_cap(end: RoundEnd, offer: Offer, awards: Sequence[Award]) -> None:
    """Cut the capped row's winners to the aggregate maximum, each by its stake.

    The stake itself comes back besides where the odds return it. Shares are cut to whole chips, and
    the chips left over go one each to the winners first in the order of payment.
    """
    cap, law = offer.settings.get("aggregate_cap"), offer.law.cap
    if not isinstance(cap, int) or law is None:
        return
    capped = [each for each in awards if each.outcome in law.rows]
    if sum(each.winnings for each in capped) <= cap:
        return
    winners = end.in_payment_order(offer.law, capped)
    stakes = [each.seat.staked(offer.law.id) for each in winners]
    chips = cap // end.chip
    shares = [chips * stake // sum(stakes) for stake in stakes]
    for index in range(chips - sum(shares)):
        shares[index] += 1
    for winner, share in zip(winners, shares, strict=True):
        winner.winnings = Cents(min(winner.winnings, share * end.chip))
        winner.add_cite(law.cite)
        if len(winners) > 1:
            winner.add_cite(law.share_cite)


def payout_limit(end: RoundEnd) -> Cents | None:
    """The most one payout of a hand comes to, where the house set such a limit."""
    written = end.option("payout_limit", "none")
    return None if written == "none" else cents(written)


def cut_to_limit(end: RoundEnd, awards: Iterable[Award]) -> None:
    """Cut winnings to the payout limit: payouts at odds, or by its scope fixed and progressive ones."""
    limit = payout_limit(end)
    if limit is None:
        return
    kinds = (Odds, Dollars, MeterShare) if limits_all(end) else (Odds,)
    for award in awards:
        if isinstance(award.pays, kinds) and award.winnings > limit:
            award.winnings = limit
            award.add_cite(end.option_cite("payout_limit"))


def limits_all(end: RoundEnd) -> bool:
    """Whether the payout limit covers fixed and progressive amounts too (PE-A28)."""
    return end.option("payout_limit_scope", "odds") == "all"
