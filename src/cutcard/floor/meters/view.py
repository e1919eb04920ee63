"""What each role sees of a meter. What a viewer may not see is absent.

Nobody is shown where a meter must hit before it did; players and dealers do not see the reserve, and
players see no names.
"""

from __future__ import annotations

from typing import Final

from cutcard.floor.meters.state import Jackpot, Meter
from cutcard.floor.meters.terms import Terms
from cutcard.floor.people import STAFF, HouseRole
from cutcard.money import dollars

Plain = dict[str, object]
SEE_RESERVE: Final = frozenset({HouseRole.SUPERVISOR, HouseRole.SURVEILLANCE, HouseRole.AUDITOR})
PENDING: Final = "PENDING"


def view(meter: Meter, role: str) -> Plain:
    """A meter as somebody in a role sees it."""
    is_staff = role in STAFF
    seen: Plain = {
        "meter": meter.name,
        "version": meter.version,
        "live": meter.live,
        "shows": dollars(meter.shown),
        "tables": [each.table for each in meter.members],
        "hits": [_waiting(each, is_staff=is_staff) for each in meter.hits],
        "last": [_paid(each, is_staff=is_staff) for each in meter.last],
    }
    if meter.hits:
        seen["state"] = PENDING
    if meter.retired_to:
        seen["retired_to"] = meter.retired_to
    if meter.commitment:
        seen["commitment"] = meter.commitment
    if meter.terms is not None:
        seen |= _terms(meter.terms, is_staff=is_staff)
    if is_staff and (own := {each.table: each.rate for each in meter.members if each.rate}):
        seen["rates"] = own
    if role in SEE_RESERVE:
        if meter.terms is not None:
            seen |= _kept_back(meter, meter.terms)
        seen["reserve"] = dollars(meter.reserve)
        seen["carried"] = f"{meter.carried}/{meter.parts}"
        if meter.correction is not None:
            correction = meter.correction
            seen["asked"] = {
                "reason": correction.reason,
                "amount": dollars(correction.amount),
                "rises": correction.rises,
                "why": correction.why,
                "by": list(correction.by),
            }
    return seen


def _terms(terms: Terms, *, is_staff: bool) -> Plain:
    seen: Plain = {"reset": dollars(terms.reset), "must_hit": terms.must_hit}
    if terms.maximum is not None:
        seen["maximum"] = dollars(terms.maximum)
    if is_staff:
        seen["rate"] = terms.rate
        seen["threshold"] = dollars(terms.threshold)
    return seen


def _kept_back(meter: Meter, terms: Terms) -> Plain:
    """What the reserve takes of a stake, and where the meter would start again with it."""
    return {
        "initial": dollars(terms.initial),
        "reserve_rate": terms.reserve_rate,
        "resets_to": dollars(meter.resets_to),
    }


def _hit(won: Jackpot, *, is_staff: bool) -> Plain:
    seen: Plain = {
        "hit": won.id,
        "table": won.table,
        "round": won.round,
        "wager": won.wager,
        "at": won.at,
        "amount": dollars(won.taken),
        "wins": [
            {"box": each.box, "outcome": each.outcome, "pays": each.pays, "amount": dollars(each.cents)}
            | ({"player": each.player} if is_staff else {})
            for each in won.wins
        ],
    }
    return seen


def _waiting(won: Jackpot, *, is_staff: bool) -> Plain:
    seen = _hit(won, is_staff=is_staff)
    seen["state"] = PENDING
    if is_staff:
        seen["status"] = str(won.status)
        seen["claimed_by"] = won.claimed_by
        seen["verified_by"] = list(won.verified_by)
        seen["needs"] = won.needs
    return seen


def _paid(won: Jackpot, *, is_staff: bool) -> Plain:
    seen = _hit(won, is_staff=is_staff)
    seen["paid_at"] = won.paid_at
    if is_staff:
        seen["claimed_by"] = won.claimed_by
        seen["verified_by"] = list(won.verified_by)
    return seen
