"""Setting the meters of a table up: each is made, told its terms, joined and started, all at once."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from cutcard.floor.live.restart.loader import read_kept
from cutcard.floor.live.state import Live
from cutcard.floor.live.table_meters import METER_STREAM, Metering
from cutcard.floor.meters import (
    SYSTEM,
    Meter,
    Terms,
    as_filed,
    codec as meter_codec,
    commands as asked,
    draw_point,
    evolve,
    new_meter,
    terms_of,
)
from cutcard.floor.store import Head, New, ReadUnit, WriteUnit
from cutcard.money import Cents
from cutcard.table.record import line_of
from cutcard.wagers.settlement import Growth, growths

USUAL: Final = Cents(100_000)
USUAL_RATE: Final = Fraction(1, 20)
"""Where neither the submission nor the document says where a meter starts, and how it grows."""
BY: Final = str(SYSTEM)


def set_up(unit: WriteUnit, live: Live, now: int) -> dict[str, Meter]:
    """The meters of a table that comes to the floor, in its own transaction."""
    houses = list(dict.fromkeys(live.links.values()))
    heads = unit.heads([METER_STREAM + house for house in houses])
    meters: dict[str, Meter] = {}
    for house in houses:
        stream = METER_STREAM + house
        if stream not in heads:
            heads[stream] = unit.create(stream, line_of({"meter": house}))
        meters[house] = folded(unit, house)
    rules = live.table.rules
    metering = Metering(live.name, live.links, meters, now)
    for growth in (each for offer in rules.offers.values() for each in growths(offer)):
        house = live.links[growth.name]
        if metering.meters[house].terms is None:
            metering.do(house, asked.Configure(SYSTEM, _terms(live, growth), now))
        metering.do(
            house, asked.Join(SYSTEM, as_filed(metering.meters[house], live.name, rules, growth), now)
        )
        meter = metering.meters[house]
        if not meter.live:
            assert meter.terms is not None
            must = meter.terms.must_hit and not meter.commitment
            secret = draw_point(meter.growth, meter.shown or meter.terms.initial) if must else None
            metering.do(house, asked.Start(SYSTEM, secret, now))
    _store(unit, heads, metering, now)
    return metering.meters


def _terms(live: Live, growth: Growth) -> Terms:
    reset = USUAL if growth.reset is None else growth.reset
    initial = reset if growth.initial is None else growth.initial
    threshold = Cents(live.policy.two_supervisors_from)
    return terms_of(growth, initial=initial, reset=reset, rate=USUAL_RATE, threshold=threshold)


def _store(unit: WriteUnit, heads: dict[str, Head], metering: Metering, now: int) -> None:
    for house, event in metering.happened:
        stream = METER_STREAM + house
        new = New(meter_codec.line(event), BY, "", now)
        heads[stream] = unit.append(heads[stream], [new])
    unit.move(metering.movements)


def folded(unit: ReadUnit, house: str) -> Meter:
    """A meter as its events make it, from the last snapshot on where that can be used."""
    found = read_kept(METER_STREAM + house, unit.kept(METER_STREAM + house))
    meter = found if isinstance(found, Meter) and found.name == house else new_meter(house)
    for stored in unit.read(METER_STREAM + house, after=meter.version):
        meter = evolve(meter, meter_codec.parse(stored.line))
    return meter
