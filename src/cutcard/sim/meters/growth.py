"""Meters that grow with every stake and fall with every hit, moved on round by round over a run's log.

Units of work are dealt anywhere and in any order, so no meter lives in a kernel. The kernel logs who won
a share of one; here the shares are paid in the order of rounds, by the functions that pay them at a
table. Between hits a meter grows by the same amount every round. Whole numbers only: the same log gives
the same payments.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from cutcard.automata.wagers import Chain, Chains, seat_with
from cutcard.law import Row
from cutcard.money import Cents, MeterShare
from cutcard.sim.kernels.chance import below, draw, start
from cutcard.sim.plan import Plan
from cutcard.sim.scenario import draws_on
from cutcard.wagers.settlement import (
    Award,
    Contributed,
    Devices,
    Growth,
    HouseSide,
    is_fixed_prize,
    pay_meter,
    plays_for_meter,
    round_end,
    splits,
    usual_reset,
)

DRAWS: Final = 1 << 63
"""Chance for the hit points of meters is that of units from this number on, which no run comes to."""
OF_METER: Final = 1 << 48
FULL: Final = 100
NEVER: Final = 1 << 62


class MeterWin(NamedTuple):
    """A box whose result draws on a meter, and where in the log it stands."""

    box: int
    result: int
    entry: int = -1


class MeterHit(NamedTuple):
    """A round in which a meter paid."""

    number: int
    shows: int
    after: int
    pays: tuple[tuple[MeterWin, int], ...]
    ends: bool
    """Whether all of it was won, so that it starts again."""
    from_reserve: int = 0
    """What its reserve put on it, less what went there."""

    @property
    def paid(self) -> int:
        """To all boxes."""
        return self.pays[0][1] if len(self.pays) == 1 else sum(cents for _, cents in self.pays)

    @property
    def seeded(self) -> int:
        """What the house put on it, or paid beside it."""
        return self.paid + self.after - self.shows - self.from_reserve


@dataclass(frozen=True)
class Standing:
    """A meter after some rounds."""

    shows: int
    carried: int = 0
    """Parts of a cent, as many as the rate's denominator make one."""
    rounds: int = 0
    """The rounds whose stakes are in it."""
    hits: int = 0
    hits_at: int = 0
    """What it must hit at, drawn beforehand; nothing where the cards decide."""
    reserve: int = 0
    """The hidden reset meter, with what a maximum kept back."""
    reserve_carried: int = 0


class GrowingMeter:
    """One meter of a plan."""

    def __init__(self, plan: Plan, growth: Growth, chain: Chain | None, first_result: int) -> None:
        assert growth.rate is not None
        self.plan, self.name = plan, growth.name
        self.place = sorted(plan.growing).index(growth.name)
        stake, staked_on = plan.stakes[growth.wager], plan.rules.offers[growth.wager]
        adds = plays_for_meter(plan.rules, staked_on, stake, 1)
        self.per_round = stake * plan.boxes if adds else 0
        self._offer = plan.rules.offers[growth.offer]
        self._law = self._offer.law.meters[growth.name]
        self._end = round_end(plan.rules, (), Devices({}))
        self.reset = usual_reset(self._offer, self._law, plan.rules.options)
        self.growth = replace(growth, reset=self.reset)
        self._house = HouseSide()
        self._splits = splits(plan.rules, self._law)
        self._rows = self._drawing(chain, first_result)
        self._patterns: dict[tuple[tuple[int, int], ...], _Pattern] = {}

    @cached_property
    def results(self) -> frozenset[int]:
        """The results that draw on it."""
        return frozenset(self._rows)

    def _drawing(self, chain: Chain | None, first: int) -> dict[int, tuple[Row, ...]]:
        rows = [row for row in self._end.rows(self._offer) if draws_on(row, self.name)]
        if chain is None:
            return {0: tuple(rows)}
        found: dict[int, tuple[Row, ...]] = {}
        for number, result in enumerate(chain.results):
            names = " + ".join(result.outcomes).split(" + ")
            won = tuple(row for name in names for row in rows if row.outcome == name)
            shares = [share for share in result.shares if share.meter == self.name]
            assert len(won) == len(shares)
            if won:
                found[first + number] = won
        return found

    def begins(self) -> Standing:
        """Before the first round."""
        return self._redrawn(Standing(self.plan.meters[self.name]))

    def _redrawn(self, standing: Standing) -> Standing:
        """With the next amount at which it must hit."""
        if not self.growth.must_hit:
            return standing
        points = self.growth.points_above(standing.shows)
        return replace(standing, hits_at=points[self._draw(standing.hits, 0, len(points))])

    def _draw(self, hit: int, which: int, many: int) -> int:
        """One of so many: where a hit falls (0), and at which box (1)."""
        state = start(np.uint64(self.plan.seed), np.uint64(DRAWS + self.place * OF_METER + hit))
        word = 0
        for _ in range(which + 1):
            word, *state = draw(*state)
        return int(below(word, np.uint32(many)))

    def grown(self, standing: Standing, number: int) -> Contributed:
        """The meter and its reserve in a round, the stakes of that round included."""
        staked = self.per_round * (number + 1 - standing.rounds)
        before = Contributed(
            Cents(standing.shows), standing.carried, Cents(standing.reserve), standing.reserve_carried
        )
        return self.growth.contributed(before, staked)

    def restarts_at(self, grown: Contributed) -> Cents:
        """What it goes back to in a round in which all of it is won."""
        return self.growth.restarts_at(grown.reserve)

    def moved(
        self, standing: Standing, wins: Iterable[tuple[int, Sequence[MeterWin]]], end: int
    ) -> tuple[Standing, list[MeterHit]]:
        """The meter after all rounds before `end`, those with wins given by number and in order."""
        hits: list[MeterHit] = []
        for number, winners in wins:
            standing = self._after(standing, number, winners, hits)
        while (number := self._must_hit_in(standing)) < end:
            winner = MeterWin(self._draw(standing.hits, 1, self.plan.boxes), 0)
            standing = self._after(standing, number, (winner,), hits)
        return standing, hits

    def _after(
        self, standing: Standing, number: int, winners: Sequence[MeterWin], hits: list[MeterHit]
    ) -> Standing:
        grown = self.grown(standing, number)
        hit = self._hit(number, winners, grown)
        hits.append(hit)
        after = Standing(
            hit.after,
            grown.carried,
            number + 1,
            standing.hits + 1,
            reserve=grown.reserve - hit.from_reserve,
            reserve_carried=grown.reserve_carried,
        )
        return self._redrawn(after)

    def _must_hit_in(self, standing: Standing) -> int:
        """The round in which the meter comes to the amount that was drawn."""
        rate = self.growth.rate
        assert rate is not None
        if not self.growth.must_hit or not rate:
            return NEVER
        parts = self.growth.parts
        left = (standing.hits_at - standing.shows) * parts - standing.carried
        added = self.per_round * rate.numerator * (parts // rate.denominator)
        return standing.rounds + max(-(-left // added), 1) - 1

    def _hit(self, number: int, winners: Sequence[MeterWin], grown: Contributed) -> MeterHit:
        key = tuple((win.box, win.result) for win in winners)
        pattern = self._patterns.get(key)
        if pattern is None:
            pattern = self._patterns[key] = self._pattern(key)
        for award in pattern.ordered:
            award.winnings = Cents(0)
        self._house.meters[self.name] = grown.shows
        self._house.resets[self.name] = self.restarts_at(grown)
        after = pay_meter(self._end, self._offer, self._law, pattern.ordered, self._house)
        after = Cents(max(0, after - self.growth.counted_again(grown.reserve, pattern.resets)))
        pays = tuple(
            (win, sum(award.winnings for award in awards))
            for win, awards in zip(winners, pattern.awards, strict=True)
        )
        spent = self._from_reserve(pattern, grown, after) if pattern.ends else 0
        return MeterHit(number, grown.shows, after, pays, pattern.ends, spent)

    def _from_reserve(self, pattern: _Pattern, grown: Contributed, after: int) -> int:
        """What a reset takes from the reserve, less what it leaves there."""
        off = sum(award.winnings for award in pattern.off_meter)
        funds = self.growth.funds(after - grown.shows + off, grown.reserve, resets=pattern.resets)
        return funds.reserve - funds.kept

    def _pattern(self, key: tuple[tuple[int, int], ...]) -> _Pattern:
        rules, offer, end = self.plan.rules, self._offer, self._end
        stake = self.plan.stakes[self.growth.wager]
        awards = []
        for box, result in key:
            seat = seat_with(rules, offer, stake, box=box + 1)
            rows = self._rows[result]
            awards.append([end.award(offer, seat, row, stake=stake, base=stake) for row in rows])
        every = [award for some in awards for award in some]
        moving = [
            award
            for award in every
            if not is_fixed_prize(rules, offer, stake, award.seat.box, award.outcome)
        ]
        wholes = [award for award in moving if _is_whole(award)]
        off_meter = wholes if wholes and self._splits else moving
        resets = 1 if self._splits else max(1, len(wholes))
        return _Pattern(awards, end.in_payment_order(offer.law, every), bool(wholes), off_meter, resets)


@dataclass(frozen=True)
class _Pattern:
    """The awards of boxes that win from a meter in one round."""

    awards: Sequence[Sequence[Award]]
    """By box."""
    ordered: Sequence[Award]
    """In the order of payment."""
    ends: bool
    off_meter: Sequence[Award]
    """Those that come off the meter; beside winners who divide it the house pays smaller shares."""
    resets: int
    """How often it is reset: after each who wins all of it in turn."""


def _is_whole(award: Award) -> bool:
    return isinstance(award.pays, MeterShare) and award.pays.percent == FULL


def meters_of(plan: Plan, told: Chains) -> dict[str, GrowingMeter]:
    """Every meter of a plan that grows."""
    found: dict[str, GrowingMeter] = {}
    for name, growth in sorted(plan.growing.items()):
        place = next((at for at, each in enumerate(told.chains) if each.wager == growth.offer), None)
        chain = None if place is None else told.chains[place]
        first = 0 if place is None else int(told.first_result[place])
        found[name] = GrowingMeter(plan, growth, chain, first)
    return found
