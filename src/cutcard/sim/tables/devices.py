"""Wagers whose pay the house decides beside the cards: by a device, or by a draw in every round.

The cards call for a device; what it shows is drawn by the weights that the operator filed (`odds`
reads them). What a stop pays to the box that called, and to each of the others, is computed by the
settlement. In a wager's results the stops come after those of its chain. A draw in every round is a
card that may match a box's cards, or a lucky box.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import lcm
from typing import Any, Final

import numpy as np

from cutcard.automata.wagers import (
    Chain,
    Chains,
    ClassifierResult,
    result_of,
    result_of_awards,
    seat_with,
)
from cutcard.cards import DECK_52, Card
from cutcard.law import Offer, Refused, RuleSet
from cutcard.money import Cents
from cutcard.odds import OddsError, check_filed, stops_of
from cutcard.sim.problem import SimError
from cutcard.values import but
from cutcard.wagers import DecidedBy, classifier, decided_by
from cutcard.wagers.settlement import (
    SETTLERS,
    Devices,
    RoundEnd,
    Seat,
    cut_to_limit,
    own_options,
    round_end,
    share_cap,
    spins_from_left,
)

Array = np.ndarray[Any, Any]

CALLER, OTHER = 1, 2
MORE_KEPT: Final = 2
"""What is kept of a device beside a number for each box."""
MOST_WEIGHT: Final = (1 << 32) - 1
OPTION: Final = "bad_beat_bonuses"
EVERY_ROUND: Final = "every_round"
MAGIC_CARD, LUCKY_PLAYER = "magic_card", "lucky_player"
BONUSES: Final = (MAGIC_CARD, LUCKY_PLAYER)
DRAWN: Final = 2
"""The kernel's number for what is drawn in every round, in place of `for_all`."""


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
    from_left: bool = True
    """Whether the boxes use it in their order, or from the last one on."""

    @property
    def pays_others(self) -> bool:
        """Whether what it shows to one box pays others that use it themselves."""
        return not self.for_all and any(self.to_others)

    def result(self, shown: Sequence[int], box: int, chained: int) -> int:
        """A box's result, from what the kernel kept and the result of its chain."""
        stop = shown[box]
        if stop == 0:
            return chained
        return self.first + (stop - 1 if stop > 0 else len(self.shows) - stop - 1)

    def from_others(self, shown: Sequence[int], box: int) -> int:
        """The cents that a box is paid for what the device showed to the other boxes."""
        if self.for_all:
            return 0
        stops = shown[:-MORE_KEPT]
        return sum(self.to_others[each - 1] for at, each in enumerate(stops) if each and at != box)

    def entries(self, shown: Sequence[int]) -> dict[str, object]:
        """What the device showed, as a table is given it."""
        kept = enumerate(shown[:-MORE_KEPT], 1)
        stops = {box: self.shows[each - 1] for box, each in kept if each > 0}
        if not stops:
            return {}
        if self.for_all:
            return {self.wager: [{"hot_spot": box, "symbol": each} for box, each in stops.items()]}
        return {self.wager: list(stops.values())[:: 1 if self.from_left else -1]}

    def block(self, number: int, unit: int) -> list[int]:
        """The device for the kernel, in money of `unit` cents."""
        block = [number, self.calls, self.first, len(self.shows), int(self.for_all)]
        block += np.cumsum(self.weights).tolist()
        return block + [0 if self.for_all else cents // unit for cents in self.to_others]


@dataclass(frozen=True, eq=False)
class Draws:
    """What is drawn for one wager."""

    wager: str
    place: int
    """Of the wager among the chains."""
    many: int
    """Its results without a bonus; those with the card, the box and both come after them."""
    boxes: int
    """Of the table, in play or not."""
    matches: Array
    """By drawn card and card of the box: whether it matches."""
    to_others: tuple[int, ...] = ()
    pays_others: bool = False

    def result(self, shown: Sequence[int], box: int, chained: int) -> int:
        """A box's result, from what the kernel kept and the result of its chain."""
        return chained + self.many * shown[box]

    def from_others(self, shown: Sequence[int], box: int) -> int:  # noqa: ARG002
        """Zero: what is drawn is a box's own."""
        return 0

    def entries(self, shown: Sequence[int]) -> dict[str, object]:
        """What was drawn, as a table is given it."""
        return {MAGIC_CARD: DECK_52[shown[-2]].text, LUCKY_PLAYER: shown[-1] + 1}

    def block(self, number: int, unit: int) -> list[int]:  # noqa: ARG002
        """The draws for the kernel."""
        return [number, 0, self.many, self.boxes, DRAWN, *self.matches.ravel().tolist()]


@dataclass(frozen=True, slots=True)
class CallingEnd(RoundEnd):
    """The end of a round in which one box, or what lies before all, calls for a device."""

    answer: tuple[str, ...] = ()

    def outcomes(self, offer: Offer, seat: Seat, stake: Cents) -> tuple[str, ...]:  # noqa: ARG002
        """The caller's outcomes; the others' cards call for nothing."""
        return self.answer if seat.box == CALLER else ()


def with_devices(rules: RuleSet, chains: Chains) -> tuple[Chains, tuple[Device | Draws, ...]]:
    """The chains with a result for every stop, and the devices."""
    extended: list[Chain] = []
    devices: list[Device | Draws] = []
    for place, each in enumerate(chains.chains):
        calls = next((at for at, one in enumerate(each.results) if one.device), None)
        if calls is None:
            drawn = drawn_with(rules, place, each)
            extended.append(each if drawn is None else drawn[0])
            devices += [] if drawn is None else [drawn[1]]
            continue
        offer = rules.offers[each.wager]
        weights = _weights(rules, offer)
        stops = [_settled(rules, offer, each.stake, each.results[calls], shows) for shows in weights]
        for_all = decided_by(offer.law) is DecidedBy.SHARED_WHEEL
        others = [other for _, other in stops] if for_all else []
        extended.append(replace(each, results=(*each.results, *(own for own, _ in stops), *others)))
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
                from_left=spins_from_left(rules, offer.law),
            )
        )
    if not devices:
        return chains, ()
    first = np.cumsum([0, *(len(each.results) for each in extended)], dtype=np.int32)
    nets = np.array([one.net for each in extended for one in each.results], dtype=np.int64)
    return replace(chains, chains=tuple(extended), first_result=first, net=nets), tuple(devices)


def drawn_with(rules: RuleSet, place: int, each: Chain) -> tuple[Chain, Draws] | None:
    """A wager's chain with its bonuses, where they are drawn in every round."""
    if rules.options.get(OPTION) != EVERY_ROUND or not set(BONUSES) <= each.beside.keys():
        return None
    offer = rules.offers[each.wager]
    outcomes = {row.outcome for row in offer.paytable.rows}
    results: list[ClassifierResult] = []
    for lucky, magic in product((False, True), repeat=2):
        more = tuple(name for name, is_drawn in zip(BONUSES, (magic, lucky), strict=True) if is_drawn)
        for plain in each.results:
            rows = tuple(name for name in plain.outcomes if name in outcomes)
            results.append(_as_one_row(result_of(rules, offer, each.stake, (*rows, *more))))
    boxes = rules.options["boxes"]
    assert isinstance(boxes, int)
    draws = Draws(each.wager, place, len(each.results), boxes, _matches(rules, each))
    return replace(each, results=tuple(results)), draws


def _matches(rules: RuleSet, each: Chain) -> Array:
    offer = rules.offers[each.wager]
    classify = classifier(offer.law.classifier).classify
    view = seat_with(rules, offer, each.stake).view
    options = own_options(rules, each.wager)

    def is_match(magic: Card, one: Card, two: Card) -> bool:
        seen = but(view, first_two=(one, two), options={**options, MAGIC_CARD: magic.text})
        return MAGIC_CARD in classify(seen)

    matches = np.zeros((len(DECK_52), len(DECK_52)), dtype=np.int64)
    for at, magic in enumerate(DECK_52):
        other = next(card for card in DECK_52 if not is_match(magic, card, card))
        matches[at] = [is_match(magic, card, other) for card in DECK_52]
    return matches


def assumed(rules: RuleSet, stakes: Mapping[str, Cents], boxes: int) -> tuple[str, ...]:
    """The assumptions about the devices of a table's wagers; refused where no weights are filed."""
    notes: list[str] = []
    for name in stakes:
        offer = rules.offers.get(name)
        if offer is None or not decided_by(offer.law).is_called_device:
            continue
        _weights(rules, offer)
        if decided_by(offer.law) is DecidedBy.SHARED_WHEEL and boxes > 1:
            notes.append(f"The hot spot of {name} is any of the {boxes} boxes, each equally likely.")
    return tuple(notes)


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
    """The result of a stop for the box that called, and for another whose cards call for nothing."""
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


def device_blocks(
    devices: Sequence[Device | Draws], units: Sequence[int]
) -> tuple[dict[int, int], Array]:
    """For the kernel: by wager where its device's block begins, and all blocks."""
    starts: dict[int, int] = {}
    blocks: list[int] = []
    for number, each in enumerate(devices):
        starts[each.place] = len(blocks)
        blocks += each.block(number, units[each.place + 1])
    return starts, np.array(blocks, dtype=np.int64)
