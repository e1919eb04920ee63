"""The events of a command, or a refusal with its provision. Nothing else refuses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from cutcard.floor.meters import changes, commands as c, events as e, hits, operation as running
from cutcard.floor.meters.evolve import fold
from cutcard.floor.meters.state import Meter
from cutcard.law import Code, Refusal, Refused

Handler = Callable[[Meter, Any], Iterator[e.MeterEvent]]
Events = tuple[e.MeterEvent, ...]

HANDLERS: Final[Mapping[type, Handler]] = {
    c.Configure: running.configure,
    c.Join: running.join,
    c.Part: running.part,
    c.Rejoin: running.rejoin,
    c.Start: running.start,
    c.Stop: running.stop,
    c.Contribute: running.contribute,
    c.Hit: hits.hit,
    c.EndRound: running.end_round,
    c.Claim: hits.claim,
    c.Verify: hits.verify,
    c.Pay: hits.pay,
    c.Void: hits.void,
    c.Adjust: changes.adjust,
    c.Retire: changes.retire,
    c.Receive: changes.receive,
}


def decide(meter: Meter, command: c.Command) -> Events | Refusal:
    """The events a command makes, or why it is refused; the meter itself is not changed."""
    try:
        return tuple(HANDLERS[type(command)](meter, command))
    except Refused as refused:
        return refused.refusal


def transfer(source: Meter, target: Meter, command: c.Retire) -> tuple[Events, Events] | Refusal:
    """The end of one meter, and what another one gets by it; both happen, or neither does."""
    out = decide(source, command)
    if isinstance(out, Refusal):
        return out
    into: Events = ()
    for event in out:
        if not isinstance(event, e.AmountMovedOut):
            continue
        if event.to != target.name:
            return Refusal(Code.BAD_REQUEST, f"{event.to}: the amount goes there, not to {target.name}")
        received = decide(fold(target, into), received_by(source, event, command.at))
        if isinstance(received, Refusal):
            return received
        into += received
    return out, into


def received_by(source: Meter, event: e.AmountMovedOut, at: int = 0) -> c.Receive:
    """The command by which the other meter receives an amount that left this one."""
    return c.Receive(
        c.SYSTEM,
        source.name,
        event.number,
        event.cents,
        event.reserve,
        event.carried,
        event.reserve_carried,
        source.parts,
        at,
    )
