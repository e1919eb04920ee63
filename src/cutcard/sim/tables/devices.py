"""Wagers whose pay a device decides: what it may show, how often, and what that comes to.

The cards call for the device; what it shows is drawn by the weights that the operator filed (`odds`
reads them). What a stop pays to the box that called, and to each of the others, is asked of the
settlement. In a wager's results the stops come after what its chain tells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import lcm
from typing import Any, Final

import numpy as np

from cutcard.automata.wagers import Chain, Chains, ClassifierResult, result_of_awards, seat_with
from cutcard.law import Offer, Refused, RuleSet
from cutcard.money import Cents
from cutcard.odds import OddsError, check_filed, stops_of
from cutcard.sim.problem import SimError
from cutcard.sim.tables.draws import Draws, drawn_with
from cutcard.wagers import DecidedBy, decided_by
from cutcard.wagers.settlement import (
    SETTLERS,
    Devices,
    RoundEnd,
    Seat,
    cut_to_limit,
    round_end,
    share_cap,
)

Array = np.ndarray[Any, Any]

CALLER, OTHER = 1, 2
MORE_KEPT: Final = 2
"""What is kept of a device beside a number for each box."""
MOST_WEIGHT: Final = (1 << 32) - 1


@dataclass(frozen=True)
class Device:
    """The device of one wager."""

    wager: str
    place: int
    """Of the wager among the chains."""
    calls: int
    """The chain's result that calls for it."""
    first: int
    """The result of its first stop; where it is for all, those of the other boxes come after these."""
    shows: tuple[str, ...]
    weights: tuple[int, ...]
    to_others: tuple[int, ...]
    """By stop: the cents that each other box is paid."""
    for_all: bool

    @property
    def pays_others(self) -> bool:
        """Whether what it shows to one box pays others that use it themselves."""
        return not self.for_all and any(self.to_others)

    def result(self, shown: Sequence[int], box: int, told: int) -> int:
        """The result of a box by what the kernel kept, and by what its chain told."""
        stop = shown[box]
        if stop == 0:
            return told
        return self.first + (stop - 1 if stop > 0 else len(self.shows) - stop - 1)

    def from_others(self, shown: Sequence[int], box: int) -> int:
        """The cents that a box is paid for what the device showed to others, each in its own use."""
        if self.for_all:
            return 0
        stops = shown[:-MORE_KEPT]
        return sum(self.to_others[each - 1] for at, each in enumerate(stops) if each and at != box)

    def said(self, shown: Sequence[int]) -> dict[str, object]:
        """What a table is told, by what was kept of each box."""
        kept = enumerate(shown[:-MORE_KEPT], 1)
        stops = {box: self.shows[each - 1] for box, each in kept if each > 0}
        if not stops:
            return {}
        if self.for_all:
            return {self.wager: [{"hot_spot": box, "symbol": each} for box, each in stops.items()]}
        return {self.wager: list(stops.values())}

    def block(self, number: int, unit: int) -> list[int]:
        """For the kernel; one of its numbers is so many cents."""
        found = [number, self.calls, self.first, len(self.shows), int(self.for_all)]
        found += np.cumsum(self.weights).tolist()
        return found + [0 if self.for_all else cents // unit for cents in self.to_others]


@dataclass(frozen=True, slots=True)
class CallingEnd(RoundEnd):
    """The end of a round in which one box, or what lies before all, calls for a device."""

    answer: tuple[str, ...] = ()

    def outcomes(self, offer: Offer, seat: Seat, stake: Cents) -> tuple[str, ...]:  # noqa: ARG002
        """The caller's is told; the others' cards call for nothing."""
        return self.answer if seat.box == CALLER else ()


def with_devices(rules: RuleSet, told: Chains) -> tuple[Chains, tuple[Device | Draws, ...]]:
    """The chains with a result for every stop, and the devices."""
    made: list[Chain] = []
    devices: list[Device | Draws] = []
    for place, each in enumerate(told.chains):
        calls = next((at for at, one in enumerate(each.results) if one.device), None)
        if calls is None:
            drawn = drawn_with(rules, place, each)
            made.append(each if drawn is None else drawn[0])
            devices += [] if drawn is None else [drawn[1]]
            continue
        offer = rules.offers[each.wager]
        weights = _weights(rules, offer)
        stops = [_settled(rules, offer, each.stake, each.results[calls], shows) for shows in weights]
        for_all = decided_by(offer.law) is DecidedBy.SHARED_WHEEL
        others = [other for _, other in stops] if for_all else []
        made.append(replace(each, results=(*each.results, *(own for own, _ in stops), *others)))
        devices.append(
            Device(
                wager=each.wager,
                place=place,
                calls=calls,
                first=len(each.results),
                shows=tuple(weights),
                weights=tuple(weights.values()),
                to_others=tuple(int(own.to_others) for own, _ in stops),
                for_all=for_all,
            )
        )
    if not devices:
        return told, ()
    many = np.cumsum([0, *(len(each.results) for each in made)], dtype=np.int32)
    nets = np.array([one.net for each in made for one in each.results], dtype=np.int64)
    return replace(told, chains=tuple(made), first_result=many, net=nets), tuple(devices)


def assumed(rules: RuleSet, stakes: Mapping[str, Cents], boxes: int) -> tuple[str, ...]:
    """What is taken for granted about the devices of a table's wagers; refused where none is filed."""
    found: list[str] = []
    for name in stakes:
        offer = rules.offers.get(name)
        if offer is None or not decided_by(offer.law).is_called_device:
            continue
        _weights(rules, offer)
        if decided_by(offer.law) is DecidedBy.SHARED_WHEEL and boxes > 1:
            found.append(f"The hot spot of {name} is any of the {boxes} boxes, each equally likely.")
    return tuple(found)


def _weights(rules: RuleSet, offer: Offer) -> dict[str, int]:
    """Whole weights, as small as they can be."""
    try:
        check_filed(rules, offer.law.id)
    except OddsError as problem:
        raise SimError(str(problem)) from None
    stops, _ = stops_of(rules, offer)
    whole = lcm(*(part.denominator for part in stops.values()))
    if whole > MOST_WEIGHT:
        raise SimError(
            f"{rules.device_option(offer.law.id)}: the weights add up to more than {MOST_WEIGHT}"
        )
    return {shows: int(part * whole) for shows, part in stops.items()}


def _settled(
    rules: RuleSet, offer: Offer, stake: Cents, calling: ClassifierResult, shows: str
) -> tuple[ClassifierResult, ClassifierResult]:
    """What a stop comes to for the box that called, and for another whose cards call for nothing."""
    entry: object = shows
    if decided_by(offer.law) is DecidedBy.SHARED_WHEEL:
        entry = {"hot_spot": CALLER, "symbol": shows}
    seats = [seat_with(rules, offer, stake, box) for box in (CALLER, OTHER)]
    plain = round_end(rules, seats, Devices({offer.law.id: [entry]}))
    end = CallingEnd(
        rules, plain.seats, plain.devices, plain.chip, plain.rounding, answer=calling.outcomes
    )
    try:
        awards = SETTLERS[decided_by(offer.law)](end, offer)
    except Refused as refused:
        raise SimError(f"{offer.law.id}: {refused.refusal.message}") from None
    share_cap(end, offer, awards)
    cut_to_limit(end, awards)
    own, other = (
        _as_one_row(result_of_awards(end, offer, [each for each in awards if each.seat.box == box]))
        for box in (CALLER, OTHER)
    )
    return replace(own, to_others=Cents(other.net + stake)), other


def _as_one_row(result: ClassifierResult) -> ClassifierResult:
    """Named as `odds` names the row."""
    return replace(result, outcomes=(" + ".join(result.outcomes),))


def device_table(
    devices: Sequence[Device | Draws], wagers: int, units: Sequence[int], work_at: int
) -> Array:
    """For the kernel: where devices' results are kept, each wager's block, the blocks; else empty."""
    if not devices:
        return np.zeros(0, dtype=np.int64)
    starts = np.zeros(wagers, dtype=np.int64)
    blocks: list[int] = []
    for number, each in enumerate(devices):
        starts[each.place] = 1 + wagers + len(blocks)
        blocks += each.block(number, units[each.place + 1])
    return np.array([work_at, *starts, *blocks], dtype=np.int64)
