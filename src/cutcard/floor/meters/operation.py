"""How a meter is set up, taken in and out of play, and grows with the stakes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from cutcard.floor.meters import commands as c, events as e
from cutcard.floor.meters.law import (
    REGISTERED,
    SYSTEM_EVENT,
    check_began,
    check_filed,
    check_terms,
    cite,
)
from cutcard.floor.meters.must_hit import Secret, prove
from cutcard.floor.meters.state import ROUNDS_KEPT, Meter
from cutcard.floor.meters.terms import (
    LONGEST_NAME,
    MOST_CENTS,
    Member,
    Terms,
    growth_of,
    parts_of,
    rate_of,
)
from cutcard.law import Code, Refused, shown
from cutcard.money import Cents, dollars
from cutcard.shoe import DEVICES, SUPERVISORS, Role
from cutcard.wagers.settlement import Contributed

RUNNERS: Final = SUPERVISORS | DEVICES
"""Who runs a meter: a supervisor, or the house by itself."""
MOST_MEMBERS: Final = 1_000
Happened = Iterator[e.MeterEvent]


def require(meter: Meter, command: c.Command, roles: frozenset[Role], what: str = SYSTEM_EVENT) -> None:
    """Refuse a command in a role that is not entitled to it."""
    if command.by.role not in roles:
        wanted = " or ".join(sorted(roles))
        message = f"{type(command).__name__}: only a {wanted} may do this, not a {command.by.role}"
        raise Refused(Code.WRONG_ROLE, message, cite(meter, what))


def require_terms(meter: Meter) -> Terms:
    """The terms of a meter; refused where it has none yet."""
    if meter.terms is None:
        raise Refused(Code.METER_MISSING, f"{meter.name}: it has no terms yet; configure it first")
    return meter.terms


def require_in_use(meter: Meter) -> None:
    """Refuse anything about a meter that has ended."""
    if meter.retired_to:
        message = f"{meter.name}: it is retired; its amount moved to {meter.retired_to}"
        raise Refused(Code.NOT_AWAITED, message, cite(meter, SYSTEM_EVENT))


def require_live(meter: Meter) -> Terms:
    """Refuse play for a meter that is not live."""
    require_in_use(meter)
    terms = require_terms(meter)
    if not meter.live:
        message = f"{meter.name}: it is not live; start it first"
        raise Refused(Code.METER_MISSING, message, cite(meter, SYSTEM_EVENT))
    return terms


def require_stopped(meter: Meter, in_play: tuple[str, ...]) -> None:
    """Refuse to change what is being played for: a meter that is live, or a hit or round under way."""
    message = ""
    if meter.live:
        message = f"{meter.name}: it is live and cannot change; stop it first"
    elif meter.hits:
        message = f"{meter.name}: hit {meter.hits[0].id} is not paid; pay it first"
    elif in_play:
        message = f"{meter.name}: {in_play[0]} is dealing a round with stakes on it; wait for its end"
    if message:
        raise Refused(Code.OPTION_NOT_PERMITTED, message, cite(meter, SYSTEM_EVENT))


def check_cents(where: str, amount: int, *, least: int = 0) -> None:
    """Refuse an amount that is too small, or no amount a meter ever has."""
    if not least <= amount <= MOST_CENTS:
        message = f"{where}: ${dollars(amount)} is not an amount for a meter"
        raise Refused(Code.BAD_AMOUNT, message)


def _check_name(where: str, name: str) -> None:
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Refused(Code.BAD_REQUEST, f"{where}: {shown(name)} is not a name")


def configure(meter: Meter, command: c.Configure) -> Happened:
    """New terms, only while the meter is not live; what it shows stays within them."""
    require(meter, command, RUNNERS)
    require_in_use(meter)
    terms = command.terms
    require_stopped(meter, command.in_play)
    amounts = {"initial": terms.initial, "reset": terms.reset, "threshold": terms.threshold}
    for key, amount in amounts.items():
        check_cents(f"{meter.name}: {key}", amount)
    parts = parts_of(terms, meter.members, meter.parts)
    if rate_of(terms.rate) + rate_of(terms.reserve_rate) > 1:
        raise Refused(Code.BAD_AMOUNT, "rate: more than the whole stake; lower one of the two rates")
    _check_maximum(meter, terms)
    check_terms(terms, meter.members)
    check_filed(meter, terms, command.filed)
    if meter.point is not None and _range(meter.terms) != _range(terms):
        # Another range: the point might never be reached in it. The next start draws a new one.
        yield e.PointRevealed(meter.commitment, meter.point, meter.salt, "")
    yield e.MeterConfigured(terms, parts, command.by.name, cite(meter, "rate"))


def _range(terms: Terms | None) -> tuple[object, ...]:
    return () if terms is None else (terms.must_hit, terms.reset, terms.maximum)


def _check_maximum(meter: Meter, terms: Terms) -> None:
    most = terms.maximum
    if most is None:
        if terms.must_hit:
            message = f"{meter.name}: a must-hit meter needs a maximum; state it"
            raise Refused(Code.CHOICE_MISSING, message, cite(meter, "wager"))
        return
    check_cents(f"{meter.name}: maximum", most, least=1)
    for key, amount in (("initial", terms.initial), ("reset", terms.reset), ("shown", meter.shown)):
        if amount > most or (terms.must_hit and amount >= most):
            message = f"{meter.name}: the {key} amount must be below the maximum ${dollars(most)}"
            raise Refused(Code.BAD_AMOUNT, message, cite(meter, "reset"))


def join(meter: Meter, command: c.Join) -> Happened:
    """A table plays for the meter, by a wager whose document lets it run so."""
    require(meter, command, RUNNERS)
    require_in_use(meter)
    terms, member = require_terms(meter), command.member
    _check_name("table", member.table)
    already = meter.member(member.table)
    if already == member:
        return
    if already is not None and replace(already, law=member.law) == member:
        _check_paid(meter, member.table)
    elif already is not None or len(meter.members) >= MOST_MEMBERS:
        why = "it is already linked on other terms; unlink it first"
        message = (
            why if already is not None else f"{MOST_MEMBERS} tables are linked to it; no more may join"
        )
        raise Refused(Code.OPTION_NOT_PERMITTED, f"{member.table}: {message}", cite(meter, SYSTEM_EVENT))
    check_terms(terms, (member,))
    if already is None:
        check_began(meter, terms, member)
    joined = replace_members(meter, member)
    parts = parts_of(terms, joined.members, meter.parts)
    yield e.TableJoined(member, parts, command.by.name, cite(joined, "rate", member.table))


def replace_members(meter: Meter, member: Member) -> Meter:
    """The meter as it would be with one more table, or with one of its tables under another law."""
    others = tuple(each for each in meter.members if each.table != member.table)
    return replace(meter, members=(*others, member))


def part(meter: Meter, command: c.Part) -> Happened:
    """A table plays for it no longer; what it has won is paid first."""
    require(meter, command, RUNNERS)
    if meter.member(command.table) is None:
        raise _stranger(meter, command.table)
    _check_paid(meter, command.table)
    if command.table in command.in_play:
        message = f"{command.table}: it is dealing a round with stakes on {meter.name}; wait for its end"
        raise Refused(Code.NOT_DUE, message, cite(meter, SYSTEM_EVENT, command.table))
    yield e.TableParted(command.table, command.by.name)


def _check_paid(meter: Meter, table: str) -> None:
    if any(each.table == table for each in meter.hits):
        message = f"{table}: a hit of this table is not paid; pay it first"
        raise Refused(Code.NOT_DUE, message, cite(meter, SYSTEM_EVENT, table))


def rejoin(meter: Meter, command: c.Rejoin) -> Happened:
    """A table comes back, by what it files; what was staked at it meanwhile was not for this meter."""
    require(meter, command, RUNNERS)
    require_in_use(meter)
    if meter.member(command.table) is not None:
        message = f"{command.table}: it is already linked to {meter.name}"
        raise Refused(Code.NOT_AWAITED, message, cite(meter, SYSTEM_EVENT, command.table))
    if command.member is None:
        message = (
            f"{shown(command.table)[1:-1]}: it was never linked to {meter.name}; set up a table with it"
        )
        raise Refused(Code.METER_MISSING, message, cite(meter, SYSTEM_EVENT))
    yield from join(meter, c.Join(command.by, command.member, command.at))


def _stranger(meter: Meter, table: str) -> Refused:
    message = f"{shown(table)[1:-1]}: not linked to {meter.name}; link it first"
    return Refused(Code.METER_MISSING, message, cite(meter, SYSTEM_EVENT))


def start(meter: Meter, command: c.Start) -> Happened:
    """The meter goes live, the first time with its first amount."""
    require(meter, command, RUNNERS)
    require_in_use(meter)
    terms = require_terms(meter)
    if meter.live:
        raise Refused(Code.NOT_AWAITED, f"{meter.name}: it is already live", cite(meter, SYSTEM_EVENT))
    seed = Cents(0) if meter.opened else terms.initial
    yield e.MeterStarted(seed, command.by.name, cite(meter, "reset"))
    if terms.must_hit and not meter.commitment:
        yield armed(meter, terms, command.secret, meter.shown + seed)
    elif command.secret is not None:
        raise _no_secret(meter)


def _no_secret(meter: Meter) -> Refused:
    message = f"{meter.name}: no hit point is due; leave the secret out"
    return Refused(Code.BAD_REQUEST, message, cite(meter, "wager"))


def armed(meter: Meter, terms: Terms, secret: Secret | None, shown_then: int) -> e.PointArmed:
    """A point that the meter has yet to reach, under a commitment that is its own."""
    behind = cite(meter, "wager")
    if secret is None:
        message = f"{meter.name}: a must-hit meter needs a hit point; draw one first"
        raise Refused(Code.CHOICE_MISSING, message, behind)
    if secret.point not in growth_of(meter.name, terms).points_above(shown_then):
        message = (
            f"{meter.name}: the hit point is not between the amount shown and the maximum; draw again"
        )
        raise Refused(Code.BAD_AMOUNT, message, behind)
    if len(secret.salt) > LONGEST_NAME or not prove(secret.commitment, secret.point, secret.salt):
        message = f"{meter.name}: the commitment does not match the hit point; draw again"
        raise Refused(Code.BAD_REQUEST, message, behind)
    return e.PointArmed(secret.commitment, secret.point, secret.salt, behind)


def stop(meter: Meter, command: c.Stop) -> Happened:
    """The meter is taken out of play: no round begins for it; those under way may win it still."""
    require(meter, command, RUNNERS)
    require_live(meter)
    yield e.MeterStopped(command.by.name)


def contribute(meter: Meter, command: c.Contribute) -> Happened:
    """The stakes of a round, once; above the maximum the reserve takes what they add."""
    require(meter, command, DEVICES, REGISTERED)
    terms = require_live(meter)
    member = meter.member(command.table)
    if member is None:
        raise _stranger(meter, command.table)
    check_cents(f"{command.table} round {command.round}", command.staked, least=1)
    if _is_known(meter, command):
        return
    yield _grown(meter, terms, member, command)


def _is_known(meter: Meter, command: c.Contribute) -> bool:
    """Whether a round's stakes are on the meter; refused where that cannot be, or nobody can say."""
    where = f"{command.table} round {command.round}"
    known = meter.round(command.table, command.round)
    if known is not None:
        if known.staked != command.staked:
            message = f"{where}: ${dollars(known.staked)} staked is already counted on {meter.name}"
            raise Refused(Code.BAD_AMOUNT, message, cite(meter, REGISTERED, command.table))
        return True
    known_rounds = meter.rounds.get(command.table, ())
    if command.round < 1 or (
        len(known_rounds) >= ROUNDS_KEPT and command.round < known_rounds[0].number
    ):
        message = f"{where}: too long ago to know whether {meter.name} has counted it; have it corrected"
        raise Refused(Code.NOT_DUE, message, cite(meter, REGISTERED, command.table))
    return False


def _grown(meter: Meter, terms: Terms, member: Member, command: c.Contribute) -> e.MeterGrew:
    before = Contributed(meter.shown, meter.carried, meter.reserve, meter.reserve_carried)
    growth = growth_of(meter.name, terms, member)
    now = growth.contributed(before, command.staked, parts=meter.parts)
    return e.MeterGrew(
        command.table,
        command.round,
        command.staked,
        grew=Cents(now.shows - meter.shown),
        shows=now.shows,
        carried=now.carried,
        kept=Cents(now.reserve - meter.reserve),
        reserve_carried=now.reserve_carried,
        due=_becomes_due(meter, now.shows, command),
    )


def _becomes_due(meter: Meter, shows: int, command: c.Contribute) -> bool:
    """Whether this round is the one that must hit: the first at the point, or the next after it.

    A table that plays another round has ended the one that was to hit. Where a hit was void the next
    round hits, at whatever point: nobody has won what was due (Ch.13 §T).
    """
    if meter.point is None or (shows < meter.point and not meter.overdue):
        return False
    return meter.due_table in ("", command.table)


def end_round(meter: Meter, command: c.EndRound) -> Happened:
    """A round is over: voided, or with nobody left who could win, it gives nothing away.

    Every document has the meter given to somebody who took part (§19(m), Ch.13 §T), so no round keeps
    it from the others once it is over.
    """
    require(meter, command, DEVICES, "wager")
    if meter.is_due(command.table, command.round):
        yield e.DueRoundPassed(command.table, command.round, cite(meter, "wager", command.table))
