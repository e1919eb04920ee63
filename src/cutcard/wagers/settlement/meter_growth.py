"""How a progressive meter moves between hits: where it begins, what stakes add, when it must hit.

Each stake on its wager adds the rate of progression. What is displayed is whole cents; fractions of a
cent are carried to the next round, through hits too. A meter that must hit is given away at an amount
drawn beforehand between its reset and its maximum.

Beside what is displayed there is a hidden reserve: what part of the stakes goes to a reset meter
(Massachusetts §19(i)), and what a maximum or a payout limit kept off the display. It belongs to the
players and comes back on top of the reset amount, which the house pays itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Final

from cutcard.law import MeterFloor, MeterSetting, Offer
from cutcard.money import Cents
from cutcard.wagers.classify.registry import decided_by
from cutcard.wagers.view import DecidedBy

OTHERWISE_MAXIMUM: Final = 4
"""A meter that must hit and has no maximum hits at the latest at so many times its reset."""


@dataclass(frozen=True, slots=True)
class Contributed:
    """A meter and its reserve with a round's stakes on them, in cents and parts of a cent."""

    shows: Cents
    carried: int
    reserve: Cents
    reserve_carried: int


@dataclass(frozen=True, slots=True)
class ResetFunds:
    """Who puts on a meter what it starts again with, and what goes to its reserve instead."""

    house: Cents = Cents(0)
    reserve: Cents = Cents(0)
    kept: Cents = Cents(0)


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
    reserve_rate: Fraction = Fraction(0)
    """What part of a stake goes to the hidden reset meter."""

    @property
    def parts(self) -> int:
        """Into how many parts a cent is divided, so that both rates come out whole."""
        assert self.rate is not None
        return lcm(self.rate.denominator, self.reserve_rate.denominator)

    def grown(
        self, shows: int, carried: int, staked: int, *, parts: int | None = None
    ) -> tuple[Cents, int]:
        """The meter with so much more staked, and what is carried in parts of a cent.

        Parts are those of the rate's denominator, or of a multiple of it where a meter is moved at
        several rates. Stakes of several rounds may come together.
        """
        parts = parts or self.parts
        stands, _ = self._grown(shows, carried, staked, parts)
        return Cents(stands // parts), stands % parts

    def _grown(self, shows: int, carried: int, staked: int, parts: int) -> tuple[int, int]:
        """In parts of a cent: what it then shows, and what its maximum keeps off it."""
        assert self.rate is not None
        assert parts % self.rate.denominator == 0
        free = shows * parts + carried + staked * self.rate.numerator * (parts // self.rate.denominator)
        stands = free if self.maximum is None else min(free, self.maximum * parts)
        return stands, free - stands

    def contributed(self, before: Contributed, staked: int, *, parts: int | None = None) -> Contributed:
        """The meter and its reserve with so much more staked; above the maximum the reserve takes it."""
        parts = parts or self.parts
        stands, over = self._grown(before.shows, before.carried, staked, parts)
        rate = self.reserve_rate
        assert parts % rate.denominator == 0
        kept = staked * rate.numerator * (parts // rate.denominator) + over
        reserve = before.reserve * parts + before.reserve_carried + kept
        return Contributed(
            Cents(stands // parts), stands % parts, Cents(reserve // parts), reserve % parts
        )

    @property
    def puts_reserve_on_top(self) -> bool:
        """Whether the reserve is added to the reset amount.

        A meter that must hit has its reset value printed (§19(m) Table 1): without a reset meter of its
        own it starts there, and what its last stakes brought above the maximum goes towards that.
        """
        return not self.must_hit or bool(self.reserve_rate)

    def restarts_at(self, reserve: int) -> Cents:
        """What it goes back to when all of it is won: the reset amount, and the reserve on top."""
        reset = self.reset or Cents(0)
        if not self.puts_reserve_on_top:
            return reset
        total = reset + reserve
        return Cents(total if self.maximum is None else max(reset, min(total, self.maximum)))

    def counted_again(self, reserve: int, resets: int) -> int:
        """What of the reserve a settlement with several resets counts more than once.

        Who wins all of it next is paid what it starts again with, the reserve on top; after that one the
        reserve is spent, and it starts with the reset amount alone.
        """
        return (resets - 1) * (self.restarts_at(reserve) - (self.reset or 0))

    def funds(self, added: int, reserve: int, *, resets: int = 1) -> ResetFunds:
        """Who pays what a meter starts again with, `added` being what it takes beside what was left.

        The house pays the reset amount itself at every reset (Massachusetts §19(i): the part that the
        licensee funds is never less), and the reserve what is above it. Two players who win all of it in
        turn are two resets. What a payout limit left on the meter stays the players', in the reserve.
        """
        if not self.puts_reserve_on_top:
            spent = max(0, min(reserve, added))
            return ResetFunds(Cents(max(0, added - spent)), Cents(spent), Cents(max(0, -added)))
        own = (self.reset or 0) * resets
        spent = max(0, min(reserve, added - own))
        house = max(own, added - spent)
        return ResetFunds(Cents(house), Cents(spent), Cents(house + spent - added))

    @property
    def hit_points(self) -> range:
        """The amounts in cents, all as likely, one of which is drawn for a meter that must hit."""
        reset = self.reset or 0
        most = self.maximum or reset * OTHERWISE_MAXIMUM
        return range(reset + 1, max(reset + 2, most + 1))

    def points_above(self, shown: int) -> range:
        """Those of them that a meter which shows so much has yet to reach."""
        points = self.hit_points
        return range(max(points.start, shown + 1), max(points.stop, shown + 2))


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
        reserve_rate=given.reserve_rate or Fraction(0),
    )


def _floor(floors: tuple[MeterFloor, ...], key: str) -> Cents | None:
    return _first(*(getattr(floor, key) for floor in floors))


def _first(*amounts: Cents | None) -> Cents | None:
    return next((amount for amount in amounts if amount is not None), None)


def _rate(floors: tuple[MeterFloor, ...]) -> Fraction | None:
    return next((Fraction(floor.rate) for floor in floors if floor.rate), None)
