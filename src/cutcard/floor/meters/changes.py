"""Changes of a meter that are neither stake nor win: for listed reasons only, and by those entitled."""

from __future__ import annotations

from math import lcm

from cutcard.floor.meters import commands as c, events as e
from cutcard.floor.meters.law import SYSTEM_EVENT, cite
from cutcard.floor.meters.operation import (
    Happened,
    check_cents,
    require,
    require_in_use,
    require_live,
    require_stopped,
    require_terms,
)
from cutcard.floor.meters.state import Meter
from cutcard.floor.meters.terms import LONGEST_NAME, MOST_PARTS, Terms
from cutcard.law import Code, Reason, Refused, meter_reasons, shown
from cutcard.money import Cents, dollars
from cutcard.shoe import DEVICES, SUPERVISORS

RETIRED = "retired"


def adjust(meter: Meter, command: c.Adjust) -> Happened:
    """A listed change: asked for by one, done when as many as its reason needs have said the same."""
    require(meter, command, SUPERVISORS)
    require_in_use(meter)
    reason = _reason(meter, command)
    _require_opened(meter)
    _check_words(meter, command)
    shows = _shows_after(meter, command)
    correction = meter.correction
    same = correction is not None and _words(correction) == _words(command)
    by = correction.by if correction is not None and same else ()
    if command.by.name in by:
        message = f"{meter.name}: {command.by.name} requested it; somebody else must approve it"
        raise Refused(Code.NOT_YOURS, message, cite(meter, SYSTEM_EVENT))
    agreed = (*by, command.by.name)
    if len(agreed) < reason.approvals:
        yield e.CorrectionAsked(
            command.reason,
            command.amount,
            command.why,
            command.by.name,
            command.rises,
            cite(meter, SYSTEM_EVENT),
        )
        return
    yield e.MeterAdjusted(
        command.reason,
        command.amount,
        command.why,
        agreed,
        shows,
        command.rises,
        cite(meter, SYSTEM_EVENT),
    )


def _require_opened(meter: Meter) -> None:
    """Refuse to correct what has never been shown: its first amount comes on it when it starts."""
    require_terms(meter)
    if not meter.opened:
        message = f"{meter.name}: it was never live; configure its first amount instead"
        raise Refused(Code.NOT_AWAITED, message, cite(meter, "reset"))


def _words(correction: object) -> tuple[object, ...]:
    return tuple(getattr(correction, name) for name in ("reason", "amount", "rises", "why"))


def _reason(meter: Meter, command: c.Adjust) -> Reason:
    listed = {name: each for name, each in meter_reasons().items() if name != RETIRED}
    reason = listed.get(command.reason)
    if reason is None:
        message = f"{meter.name}: {shown(command.reason)} is not a listed reason: {', '.join(listed)}"
        raise Refused(Code.OPTION_NOT_PERMITTED, message, cite(meter, SYSTEM_EVENT))
    return reason


def _check_words(meter: Meter, command: c.Adjust | c.Retire) -> None:
    if not command.by.name:
        raise Refused(Code.BAD_REQUEST, f"{meter.name}: name the person who does it")
    if not command.why or len(command.why) > LONGEST_NAME:
        raise Refused(Code.BAD_REQUEST, f"{meter.name}: why: explain it in a few words")


def _shows_after(meter: Meter, command: c.Adjust) -> Cents:
    """What a correction leaves: within the maximum, and no less than the meter can ever have shown.

    That is what it began with, which the texts have approved, less what shares of it have won since. One
    that must hit, and whose point is yet to be drawn, stays below its maximum: no amount is left to draw
    above it.
    """
    terms = require_terms(meter)
    check_cents(f"{meter.name}: amount", command.amount, least=1)
    shows = meter.shown + (command.amount if command.rises else -command.amount)
    most = terms.maximum
    if most is not None and terms.must_hit and meter.point is None:
        most = Cents(most - 1)
    if (not command.rises and shows < meter.least) or (most is not None and shows > most):
        message = f"{meter.name}: it would show ${dollars(shows)}; change it by less"
        raise Refused(Code.BAD_AMOUNT, message, cite(meter, "reset"))
    return Cents(shows)


def retire(meter: Meter, command: c.Retire) -> Happened:
    """The meter ends: every cent on it, shown or not, goes to another one."""
    require(meter, command, SUPERVISORS)
    require_in_use(meter)
    require_terms(meter)
    _check_words(meter, command)
    if command.to in ("", meter.name):
        raise Refused(Code.BAD_REQUEST, f"{meter.name}: name another meter to receive its amount")
    require_stopped(meter, command.in_play)
    by = (command.by.name,)
    yield e.AmountMovedOut(
        RETIRED,
        command.to,
        meter.moved + 1,
        meter.shown,
        command.why,
        by,
        Cents(0),
        reserve=meter.reserve,
        carried=meter.carried,
        reserve_carried=meter.reserve_carried,
        cite=cite(meter, SYSTEM_EVENT),
    )
    if meter.point is not None:
        yield e.PointRevealed(meter.commitment, meter.point, meter.salt, "")
    yield e.MeterRetired(command.to, command.why, command.by.name)


def receive(meter: Meter, command: c.Receive) -> Happened:
    """What another meter gave up comes in once, and stays where players can win it."""
    require(meter, command, DEVICES)
    terms = require_live(meter)
    so_far = dict(meter.received).get(command.source, 0)
    if 1 <= command.number <= so_far:
        return
    if command.source == meter.name or command.number != so_far + 1:
        message = f"{meter.name}: movement {command.number} of {shown(command.source)[1:-1]} is not due"
        raise Refused(Code.NOT_DUE, message, cite(meter, SYSTEM_EVENT))
    for amount in (command.cents, command.reserve):
        check_cents(f"{meter.name}: moved in", amount)
    carried, reserve_carried, parts = _in_common_parts(meter, command)
    whole = carried // parts
    shows = meter.shown + command.cents + whole
    _check_room(meter, terms, command, shows)
    yield e.AmountMovedIn(
        command.source,
        command.number,
        command.cents,
        Cents(shows),
        reserve=command.reserve,
        whole=Cents(whole),
        reserve_whole=Cents(reserve_carried // parts),
        carried=carried % parts,
        reserve_carried=reserve_carried % parts,
        parts=parts,
        cite=cite(meter, SYSTEM_EVENT),
    )


def _check_room(meter: Meter, terms: Terms, command: c.Receive, shows: int) -> None:
    """Refuse what no player could win here: it would only pay what the house has to put on a meter."""
    if terms.maximum is not None and shows > terms.maximum:
        why = f"it would show ${dollars(shows)}, above its maximum ${dollars(terms.maximum)}"
    elif command.reserve and not meter.growth.puts_reserve_on_top:
        why = f"it has no reset meter for the reserve of ${dollars(command.reserve)}"
    else:
        return
    raise Refused(Code.BAD_AMOUNT, f"{meter.name}: {why}; name another meter", cite(meter, "reset"))


def _in_common_parts(meter: Meter, command: c.Receive) -> tuple[int, int, int]:
    """What both meters carry, together, in parts that both of them divide."""
    if not 1 <= command.parts <= MOST_PARTS or not (
        0 <= command.carried < command.parts and 0 <= command.reserve_carried < command.parts
    ):
        raise Refused(Code.BAD_AMOUNT, f"{meter.name}: the amount carried is not a fraction of a cent")
    parts = lcm(meter.parts, command.parts)
    if parts > MOST_PARTS:
        message = f"{meter.name}: the two meters have no common fraction of a cent; name another one"
        raise Refused(Code.BAD_AMOUNT, message)
    here, there = parts // meter.parts, parts // command.parts
    carried = meter.carried * here + command.carried * there
    reserve_carried = meter.reserve_carried * here + command.reserve_carried * there
    return carried, reserve_carried, parts
