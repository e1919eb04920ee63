"""The meters' desk: what each runs by, what it keeps back, and what supervisors may do about it now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from starlette.requests import Request

from cutcard.floor.live import filed_at, may_win, returning
from cutcard.floor.meters import (
    RETIRED,
    SYSTEM_EVENT,
    Filed,
    Meter,
    cite,
    commands as c,
    decide,
    text_of,
    with_chance,
)
from cutcard.floor.people import may_command
from cutcard.law import AMOUNTS, Reason, Refusal, Refused, meter_reasons
from cutcard.money import dollars
from cutcard.shoe import By
from cutcard.web.api.house import HouseParts, acts_as
from cutcard.web.api.session import Caller, house_of
from cutcard.web.pages.frame import Context, viewer

TRIED: Final = "tried"
RATES: Final = ("rate", "reserve_rate")


@dataclass(frozen=True, slots=True)
class MeterAct:
    """Something to ask of a meter, and why it would be refused as things stand."""

    do: str
    table: str = ""
    why_not: str = ""
    cite: str = ""


def _act(meter: Meter, do: str, command: c.Command, table: str = "") -> MeterAct:
    """An act as the meter itself answers it now; nothing is changed by asking."""
    decision = decide(meter, with_chance(meter, command))
    if isinstance(decision, Refusal):
        return MeterAct(do, table, decision.message, decision.cite)
    return MeterAct(do, table)


def _acts(
    meter: Meter, by: By, in_play: tuple[str, ...], to: str, parted: Iterable[MeterAct] = ()
) -> Iterator[MeterAct]:
    if meter.terms is None or meter.retired_to:
        return
    if meter.live:
        yield _act(meter, "stop", c.Stop(by))
    else:
        yield _act(meter, "start", c.Start(by))
    yield _act(meter, "configure", c.Configure(by, meter.terms, in_play=in_play))
    yield MeterAct("adjust", cite=cite(meter, SYSTEM_EVENT))
    for each in meter.members:
        yield _act(meter, "part", c.Part(by, each.table, in_play=in_play), each.table)
    yield from parted
    if to:
        yield _act(meter, "retire", c.Retire(by, to, TRIED, in_play=in_play))
    else:
        yield MeterAct("retire", why_not="No other live meter could take its amount.")


def _parted(house: HouseParts, meter: Meter, by: By) -> Iterator[MeterAct]:
    """The tables that were set up with the meter and play for it no longer: each may come back."""
    floor = house.floor
    for live in map(floor.live, floor.names):
        if meter.name not in live.links.values() or meter.member(live.name) is not None:
            continue
        try:
            member = returning(meter, live.name, floor.live)
        except Refused as refused:
            yield MeterAct("rejoin", live.name, refused.refusal.message, refused.refusal.cite)
        else:
            yield _act(meter, "rejoin", c.Rejoin(by, live.name, member=member), live.name)


def _in_play(house: HouseParts, meter: Meter) -> tuple[str, ...]:
    floor = house.floor
    served = [each for each in meter.members if each.table in floor.names]
    return tuple(each.table for each in served if may_win(each, floor.live(each.table).table))


@dataclass(frozen=True, slots=True)
class Stated:
    """A term that tables have filed, and so is not the desk's to set."""

    value: str
    tables: tuple[str, ...]


def _stated(meter: Meter, filed: Iterable[Filed]) -> dict[str, Stated]:
    """What all tables that file a term state alike; where they differ, each of theirs may be set."""
    stated: dict[str, Stated] = {}
    for key in (*AMOUNTS, *RATES):
        by_table = {
            each.table: getattr(each.setting, key) for each in filed if _is_bound(meter, each, key)
        }
        if len(set(by_table.values())) == 1:
            value = next(iter(by_table.values()))
            stated[key] = Stated(text_of(value) if key in RATES else dollars(value), tuple(by_table))
    return stated


def _is_bound(meter: Meter, filed: Filed, key: str) -> bool:
    """Whether a term is this table's: one that plays at a rate of its own leaves the meter's open."""
    member = meter.member(filed.table)
    own_rate = key == "rate" and member is not None and member.rate
    return getattr(filed.setting, key) is not None and not own_rate


def _meter_card(house: HouseParts, who: Caller, name: str) -> dict[str, Any]:
    floor, meter = house.floor, house.floor.meter(name)
    others = [each for each in floor.meters if each != name]
    live = [each for each in others if floor.meter(each).live]
    acts: list[MeterAct] = []
    if may_command(who.role, "configure", "meter"):
        to = live[0] if live else ""
        by = acts_as(who.session)
        acts = list(_acts(meter, by, _in_play(house, meter), to, _parted(house, meter, by)))
    return {
        "view": floor.meter_view(name, str(who.role)),
        "acts": acts,
        "filed": _stated(meter, filed_at(meter, floor.live)),
        "opened": meter.opened,
        "to": [floor.meter_view(each, str(who.role)) for each in live],
    }


def reasons() -> list[Reason]:
    """Why what a meter shows may be changed at all, its end aside."""
    return [each for name, each in meter_reasons().items() if name != RETIRED]


async def meters(request: Request) -> Context:
    """Every meter with its terms and its reserve; supervisors start, stop and change them."""
    who, house = viewer(request), house_of(request)
    cards = [_meter_card(house, who, name) for name in house.floor.meters]
    cards.sort(key=lambda each: bool(each["view"].get("retired_to")))
    return {"meters": cards, "reasons": reasons()}
