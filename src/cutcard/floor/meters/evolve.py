"""The fold of a meter: what each event makes of it, and nothing else. Replay uses the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from cutcard.floor.meters import events as e
from cutcard.floor.meters.state import (
    LAST_HITS,
    ROUNDS_KEPT,
    Correction,
    Jackpot,
    Meter,
    MeterRound,
    Status,
    shares_since,
)
from cutcard.money import Cents
from cutcard.values import but

Shares = tuple[tuple[str, Cents], ...]


def _in_parts(meter: Meter, parts: int) -> dict[str, int]:
    """What is carried, in finer parts."""
    times = parts // meter.parts
    return {
        "parts": parts,
        "carried": meter.carried * times,
        "reserve_carried": meter.reserve_carried * times,
    }


def _configured(meter: Meter, event: e.MeterConfigured) -> Meter:
    return but(meter, terms=event.terms, **_in_parts(meter, event.parts))


def _joined(meter: Meter, event: e.TableJoined) -> Meter:
    others = tuple(each for each in meter.members if each.table != event.member.table)
    return but(meter, members=(*others, event.member), **_in_parts(meter, event.parts))


def _parted(meter: Meter, event: e.TableParted) -> Meter:
    members = tuple(each for each in meter.members if each.table != event.table)
    was_due = meter.due_table == event.table
    due_table, due_round = ("", 0) if was_due else (meter.due_table, meter.due_round)
    return but(meter, members=members, due_table=due_table, due_round=due_round)


def _started(meter: Meter, event: e.MeterStarted) -> Meter:
    began = meter.began if meter.opened else event.seed
    return but(meter, live=True, opened=True, began=began, shown=Cents(meter.shown + event.seed))


def _stopped(meter: Meter, event: e.MeterStopped) -> Meter:  # noqa: ARG001 - one shape for all
    return but(meter, live=False)


def _armed(meter: Meter, event: e.PointArmed) -> Meter:
    return but(meter, commitment=event.commitment, point=event.point, salt=event.salt)


def _revealed(meter: Meter, event: e.PointRevealed) -> Meter:
    # Shown for another range, and not by a hit: what the meter had come to is still to be given away.
    overdue = not event.hit and (meter.overdue or meter.shown >= event.point)
    return but(meter, commitment="", point=None, salt="", due_table="", due_round=0, overdue=overdue)


def _grew(meter: Meter, event: e.MeterGrew) -> Meter:
    known = meter.rounds.get(event.table, ())
    rounds = sorted((*known, MeterRound(event.round, event.staked)), key=lambda each: each.number)
    due = {"due_table": event.table, "due_round": event.round} if event.due else {}
    return but(
        meter,
        shown=event.shows,
        carried=event.carried,
        reserve=Cents(meter.reserve + event.kept),
        reserve_carried=event.reserve_carried,
        rounds={**meter.rounds, event.table: tuple(rounds[-ROUNDS_KEPT:])},
        **due,
    )


def _due_passed(meter: Meter, event: e.DueRoundPassed) -> Meter:  # noqa: ARG001
    return but(meter, due_table="", due_round=0)


def _locked(meter: Meter, event: e.HitLocked) -> Meter:
    won = event.jackpot
    who = tuple(each.who for each in won.wins)
    rounds = tuple(
        replace(each, won=(*each.won, *who)) if each.number == won.round else each
        for each in meter.rounds.get(won.table, ())
    )
    # What somebody asked to correct has been paid out, where all of the meter was won.
    correction = None if any(each.whole for each in won.wins) else meter.correction
    return but(
        meter,
        shown=won.went_to,
        reserve=Cents(meter.reserve - won.from_reserve + event.kept),
        hits=(*meter.hits, won),
        shares=(*meter.shares, (won.id, _won_in_shares(won))),
        rounds={**meter.rounds, won.table: rounds},
        correction=correction,
    )


def _won_in_shares(won: Jackpot) -> Cents:
    """What shares take off the meter in a hit: those after all of it was won, where it was."""
    taken = 0
    for each in won.wins:
        taken = 0 if each.whole else taken + each.taken
    return Cents(taken)


def _changed(meter: Meter, name: str, **fields: Any) -> tuple[Jackpot, ...]:
    return tuple(replace(each, **fields) if each.id == name else each for each in meter.hits)


def _claimed(meter: Meter, event: e.HitClaimed) -> Meter:
    return but(meter, hits=_changed(meter, event.hit, status=Status.CLAIMED, claimed_by=event.by))


def _verified(meter: Meter, event: e.HitVerified) -> Meter:
    hit = meter.hit(event.hit)
    assert hit is not None
    by = (*hit.verified_by, event.by)
    status = Status.VERIFIED if len(by) >= hit.needs else hit.status
    return but(meter, hits=_changed(meter, event.hit, status=status, verified_by=by))


def _paid(meter: Meter, event: e.HitPaid) -> Meter:
    hit = meter.hit(event.hit)
    assert hit is not None
    paid = replace(hit, status=Status.PAID, paid_at=event.at)
    hits = tuple(each for each in meter.hits if each.id != event.hit)
    assert meter.terms is not None
    began, shares = meter.began, meter.shares
    if any(each.whole for each in hit.wins):
        began, shares = meter.terms.reset, shares_since(shares, hit.id)
    shares = _together(shares, hit.id)
    return but(meter, began=began, shares=shares, hits=hits, last=(paid, *meter.last)[:LAST_HITS])


def _together(shares: Shares, paid: str) -> Shares:
    """The shares with those of a paid hit added to what was paid right before it."""
    made: list[tuple[str, Cents]] = []
    for name, taken in shares:
        named = "" if name == paid else name
        if made and not named and not made[-1][0]:
            made[-1] = ("", Cents(made[-1][1] + taken))
        else:
            made.append((named, taken))
    return tuple(made)


def _voided(meter: Meter, event: e.HitVoided) -> Meter:
    hits = tuple(each for each in meter.hits if each.id != event.hit)
    reserve = Cents(meter.reserve + event.to_reserve - event.from_reserve)
    overdue = meter.terms is not None and meter.terms.must_hit
    shares = tuple(each for each in meter.shares if each[0] != event.hit)
    return but(meter, hits=hits, shares=shares, shown=event.shows, reserve=reserve, overdue=overdue)


def _correction_asked(meter: Meter, event: e.CorrectionAsked) -> Meter:
    correction = Correction(event.reason, event.amount, event.rises, event.why, (event.by,))
    return but(meter, correction=correction)


def _adjusted(meter: Meter, event: e.MeterAdjusted) -> Meter:
    adjusted = but(meter, shown=event.shows, correction=None)
    is_short = meter.point is not None and event.shows < meter.point
    return but(adjusted, due_table="", due_round=0) if is_short else adjusted


def _moved_out(meter: Meter, event: e.AmountMovedOut) -> Meter:
    return but(
        meter,
        shown=event.shows,
        carried=meter.carried - event.carried,
        reserve=Cents(meter.reserve - event.reserve),
        reserve_carried=meter.reserve_carried - event.reserve_carried,
        moved=event.number,
        correction=None,
    )


def _moved_in(meter: Meter, event: e.AmountMovedIn) -> Meter:
    others = tuple(each for each in meter.received if each[0] != event.source)
    return but(
        meter,
        parts=event.parts,
        shown=event.shows,
        carried=event.carried,
        reserve=Cents(meter.reserve + event.reserve + event.reserve_whole + event.kept),
        reserve_carried=event.reserve_carried,
        received=(*others, (event.source, event.number)),
    )


def _retired(meter: Meter, event: e.MeterRetired) -> Meter:
    return but(meter, live=False, retired_to=event.to)


_FOLDS: Final[Mapping[type, Callable[[Meter, Any], Meter]]] = {
    e.MeterConfigured: _configured,
    e.TableJoined: _joined,
    e.TableParted: _parted,
    e.MeterStarted: _started,
    e.MeterStopped: _stopped,
    e.PointArmed: _armed,
    e.PointRevealed: _revealed,
    e.MeterGrew: _grew,
    e.DueRoundPassed: _due_passed,
    e.HitLocked: _locked,
    e.HitClaimed: _claimed,
    e.HitVerified: _verified,
    e.HitPaid: _paid,
    e.HitVoided: _voided,
    e.CorrectionAsked: _correction_asked,
    e.MeterAdjusted: _adjusted,
    e.AmountMovedOut: _moved_out,
    e.AmountMovedIn: _moved_in,
    e.MeterRetired: _retired,
}


def evolve(meter: Meter, event: e.MeterEvent) -> Meter:
    """The meter after an event."""
    return but(_FOLDS[type(event)](meter, event), version=meter.version + 1)


def fold(meter: Meter, happened: Iterable[e.MeterEvent]) -> Meter:
    """The meter after several events."""
    for event in happened:
        meter = evolve(meter, event)
    return meter
