"""How a progressive meter moves between hits: where it begins, what stakes add, when it must hit.

Each stake on its wager adds the rate of progression. What is displayed is whole cents; fractions of a
cent are carried to the next round, through hits too. A meter that must hit is given away at an amount
drawn beforehand between its reset and its maximum.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from cutcard.law import MeterFloor, MeterSetting, Offer
from cutcard.money import Cents
from cutcard.wagers.classify.registry import decided_by
from cutcard.wagers.view import DecidedBy

OTHERWISE_MAXIMUM: Final = 4
"""A meter that must hit and has no maximum hits at the latest at so many times its reset."""


@dataclass(frozen=True, slots=True)
class Growth:
    """One meter: whose stakes move it, by how much, and where it starts again."""

    name: str
    offer: str
    """The wager that is paid from it."""
    wager: str
    """The wager whose stakes add to it."""
    initial: Cents | None
    reset: Cents | None
    rate: Fraction | None
    """What part of a stake goes to it; None where neither the table nor its document says."""
    maximum: Cents | None = None
    must_hit: bool = False

    def grown(
        self, shows: int, carried: int, staked: int, *, parts: int | None = None
    ) -> tuple[Cents, int]:
        """The meter with so much more staked, and what is carried in parts of a cent.

        Parts are those of the rate's denominator, or of a multiple of it where a meter is moved at
        several rates. Stakes of several rounds may come together.
        """
        assert self.rate is not None
        parts = parts or self.rate.denominator
        assert parts % self.rate.denominator == 0
        added = staked * self.rate.numerator * (parts // self.rate.denominator)
        stands = shows * parts + carried + added
        if self.maximum is not None:
            stands = min(stands, self.maximum * parts)
        return Cents(stands // parts), stands % parts

    @property
    def hit_points(self) -> range:
        """The amounts in cents, all as likely, one of which is drawn for a meter that must hit."""
        reset = self.reset or 0
        most = self.maximum or reset * OTHERWISE_MAXIMUM
        return range(reset + 1, max(reset + 2, most + 1))


def growths(offer: Offer) -> list[Growth]:
    """Every meter that a wager on offer runs, as its table or else its document sets it."""
    run, paid = _run(offer), offer.paytable.meters()
    return [_growth(offer, name) for name in offer.law.meters if name in run or name in paid]


def filed(offer: Offer, name: str) -> MeterSetting:
    """What the table itself says of a meter of its wager."""
    setting = _run(offer).get(name)
    return setting if isinstance(setting, MeterSetting) else MeterSetting()


def _run(offer: Offer) -> Mapping[str, object]:
    settings = offer.settings.get("meters")
    return settings if isinstance(settings, Mapping) else {}


def _growth(offer: Offer, name: str) -> Growth:
    given = filed(offer, name)
    floors = offer.law.meters[name].floors_for(offer.paytable.id)
    must_hit = decided_by(offer.law) is DecidedBy.RANDOM_WINNER
    reset = _first(given.reset, _floor(floors, "reset"), given.initial)
    needs = offer.law.needs
    return Growth(
        name,
        offer=offer.law.id,
        wager=needs.names[0] if must_hit and needs is not None else offer.law.id,
        initial=_first(given.initial, _floor(floors, "initial"), reset),
        reset=reset,
        rate=given.rate if given.rate is not None else _rate(floors),
        maximum=_first(given.maximum, _floor(floors, "maximum")),
        must_hit=must_hit,
    )


def _floor(floors: tuple[MeterFloor, ...], key: str) -> Cents | None:
    return _first(*(getattr(floor, key) for floor in floors))


def _first(*amounts: Cents | None) -> Cents | None:
    return next((amount for amount in amounts if amount is not None), None)


def _rate(floors: tuple[MeterFloor, ...]) -> Fraction | None:
    return next((Fraction(floor.rate) for floor in floors if floor.rate), None)
