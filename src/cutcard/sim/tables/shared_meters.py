"""Boxes that win from one standing meter in the same round: the run pays each as if it were alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement

from cutcard.automata.wagers import seat_with
from cutcard.law import MeterLaw, Offer, Row, RuleSet
from cutcard.money import Cents, MeterShare
from cutcard.wagers.settlement import Devices, HouseSide, RoundEnd, pay_meter, round_end


def shared(
    rules: RuleSet, stakes: Mapping[str, Cents], meters: Mapping[str, Cents], boxes: int
) -> Iterator[str]:
    """A line for each wager of which a table pays two winners of a round otherwise than each alone."""
    end = round_end(rules, (), Devices({}))
    for wager, stake in stakes.items() if boxes > 1 else ():
        offer = rules.offers[wager]
        laws = [law for name, law in offer.law.meters.items() if name in meters]
        apart = [law for law in laws if _is_shared(end, offer, law, stake, meters[law.name])]
        if apart:
            yield (
                f"{wager}: boxes that win from one meter in the same round are each paid as if alone; "
                f"at a table they share it [{apart[0].sharing_cite}]"
            )


def _is_shared(end: RoundEnd, offer: Offer, law: MeterLaw, stake: Cents, shows: Cents) -> bool:
    """Whether any two that win from the meter are paid other than they are alone."""
    rows = [row for row in end.rows(offer) if _draws(row, law.name)]

    def paid(won: Sequence[Row]) -> int:
        seats = [seat_with(end.rules, offer, stake, box=box) for box in range(1, len(won) + 1)]
        awards = [
            end.award(offer, seat, row, stake=stake, base=stake)
            for seat, row in zip(seats, won, strict=True)
        ]
        pay_meter(end, offer, law, awards, HouseSide({law.name: shows}, {law.name: shows}))
        return sum(each.winnings for each in awards)

    two = combinations_with_replacement(rows, 2)
    return any(paid(both) != sum(paid([each]) for each in both) for both in two)


def _draws(row: Row, meter: str) -> bool:
    return isinstance(row.pays, MeterShare) and row.pays.meter == meter and row.to == "player"


def winners(drawn: Mapping[tuple[int, str], Sequence[str]]) -> frozenset[tuple[int, str]]:
    """By box and wager, the meters that a result draws on: those that draw on another's too."""
    return frozenset(
        (box, wager)
        for (box, wager), mine in drawn.items()
        if any(
            {*mine} & {*theirs} for (other, of), theirs in drawn.items() if other != box and of == wager
        )
    )
