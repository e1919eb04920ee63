"""A meter that must hit: its point is drawn, committed to, kept, and shown when it hit."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from cutcard.floor.meters import Meter, commands as c, draw_point, events as e, prove, published, view
from cutcard.floor.people.roles import HouseRole
from cutcard.law.refusal import Code
from cutcard.money import Cents
from floor.meters.links import (
    DEVICE,
    MUST,
    SAM,
    SUE,
    TERMS,
    after,
    edge,
    happened,
    paid,
    refused,
    running,
    secret,
    staked,
    super_4,
    whole,
)

POINT = 25_100
"""A hundred cents above where it starts: twenty dollars staked at five percent."""


def must(point: int = POINT) -> Meter:
    """A meter over two tables of two documents."""
    link = super_4("t1"), super_4("t2", "md-blackjack")
    return running(*link, terms=MUST, point=secret(point, "first"))


def test_the_round_that_brings_it_to_its_point_is_the_one_that_hits() -> None:
    meter = after(must(), staked("t1", 1, 1_999))
    assert not meter.is_due("t1", 1)
    meter = after(meter, staked("t2", 7, 1))
    assert meter.shown == POINT
    assert meter.is_due("t2", 7)
    meter = after(meter, staked("t1", 2, 5_000))
    assert not meter.is_due("t1", 2)
    assert meter.is_due("t2", 7)


def test_whether_it_must_hit_is_the_documents_to_say() -> None:
    """One that must hit and is told it need not is never given away; another would wait for nobody."""
    stopped = after(must(), c.Stop(SUE))
    told = refused(stopped, c.Configure(SUE, replace(MUST, must_hit=False)))
    assert (told.code, told.cite) == (Code.OPTION_NOT_PERMITTED, "§19(m)")
    assert "t1: must_hit must hit; leave must_hit as in the document" in told.message
    plain = after(running(), c.Stop(SUE))
    pointed = replace(TERMS, must_hit=True, maximum=Cents(900_000))
    told = refused(plain, c.Configure(SUE, pointed))
    assert told.code is Code.OPTION_NOT_PERMITTED
    assert told.cite.startswith("Ch.")
    assert "t1: monster_match_progressive has no must-hit meter" in told.message
    empty = after(plain, c.Part(SUE, "t1"), c.Configure(SUE, pointed))
    assert "has no must-hit meter" in refused(empty, c.Join(SUE, edge("t1"))).message


def test_no_other_round_is_given_it() -> None:
    meter = after(must(), staked("t1", 1, 1_000))
    told = refused(meter, whole(meter, "t1", 1, point=secret(30_000)))
    assert (told.code, told.cite) == (Code.NOT_DUE, "§19(m)")


def test_a_due_round_that_is_over_leaves_it_to_the_next_at_any_table() -> None:
    """§19(m), Ch.13 §T: somebody who took part wins it, so no table keeps it from the others."""
    meter = after(must(), staked("t1", 1, 2_000), staked("t2", 8, 100))
    assert not meter.is_due("t2", 8)
    (passed,) = happened(meter, c.EndRound(DEVICE, "t1", 1))
    assert isinstance(passed, e.DueRoundPassed)
    assert passed.cite == "§19(m)"
    meter = after(meter, c.EndRound(DEVICE, "t1", 1))
    assert not meter.is_due("t1", 1)
    assert happened(meter, c.EndRound(DEVICE, "t1", 1)) == ()
    assert after(meter, staked("t2", 9, 100)).is_due("t2", 9)
    assert after(meter, staked("t1", 2, 100)).is_due("t1", 2)
    assert refused(meter, c.EndRound(SUE, "t1", 1)).code is Code.WRONG_ROLE


def test_another_range_draws_another_point_that_can_be_reached() -> None:
    """A point above a lowered maximum would never be reached, and the meter never given away."""
    meter = after(must(90_000), c.Part(SUE, "t1"), c.Stop(SUE))
    lower = replace(MUST, maximum=Cents(50_000), reset=Cents(10_000), initial=Cents(10_000))
    same, changed = happened(meter, c.Configure(SUE, MUST)), happened(meter, c.Configure(SUE, lower))
    assert [type(each) for each in same] == [e.MeterConfigured]
    assert isinstance(changed[0], e.PointRevealed)
    assert prove(meter.commitment, changed[0].point, changed[0].salt)
    meter = after(meter, c.Configure(SUE, lower))
    assert refused(meter, c.Start(SUE)).code is Code.CHOICE_MISSING
    meter = after(meter, c.Start(SUE, secret(50_000, "second")), staked("t2", 1, 500_000))
    assert (meter.shown, meter.is_due("t2", 1)) == (50_000, True)


def test_a_correction_to_below_the_point_leaves_no_round_due() -> None:
    """The meter has not come to its point (Ch.13 §T): it had counted a stake that nobody made."""
    meter = after(must(), staked("t1", 1, 2_000))
    down = c.Adjust(SUE, "malfunction", Cents(1), "counted twice")
    meter = after(meter, down, replace(down, by=SAM))
    assert not meter.is_due("t1", 1)
    assert after(meter, staked("t2", 1, 20)).is_due("t2", 1)


def test_a_table_that_plays_on_has_ended_its_due_round() -> None:
    meter = after(must(), staked("t1", 1, 2_000), staked("t1", 2, 100))
    assert meter.is_due("t1", 2)
    assert not meter.is_due("t1", 1)
    parted = after(meter, c.Part(SUE, "t1"))
    assert after(parted, staked("t2", 9, 100)).is_due("t2", 9)


def test_a_hit_that_is_void_leaves_the_meter_due_in_the_next_round_with_stakes() -> None:
    """Ch.13 §T, §19(m): nobody has won it, so it is given away next, wherever its next point lies."""
    meter = after(must(), staked("t1", 1, 2_000))
    hit = after(meter, whole(meter, "t1", 1, point=secret(40_000, "second")))
    meter = after(hit, staked("t2", 1, 100), c.Void(DEVICE, "t1.1.1", "the round was voided"))
    assert meter.shown < 40_000
    assert not meter.due_table
    meter = after(meter, staked("t2", 2, 100))
    assert meter.is_due("t2", 2)
    again = whole(meter, "t2", 2, point=secret(60_000, "third"))
    meter = after(meter, again, staked("t1", 2, 100))
    assert (meter.commitment, meter.due_table) == (secret(60_000, "third").commitment, "")


def _void_round(meter: Meter) -> Meter:
    return after(meter, c.EndRound(DEVICE, "t1", 1))


def _void_hit(meter: Meter) -> Meter:
    hit = after(meter, whole(meter, "t1", 1, point=secret(40_000, "second")))
    return after(hit, c.Void(DEVICE, "t1.1.1", "the round was voided"))


@pytest.mark.parametrize("voided", [_void_round, _void_hit])
def test_what_was_due_stays_so_whatever_the_meter_is_set_to(voided: Callable[[Meter], Meter]) -> None:
    """Ch.13 §T, §19(m): it came to its point and nobody won it; another range takes it from none."""
    due = voided(after(must(), staked("t1", 1, 2_000)))
    lower = replace(MUST, maximum=Cents(50_000), reset=Cents(10_000), initial=Cents(10_000))
    meter = after(due, c.Part(SUE, "t1"), c.Part(SUE, "t2"), c.Stop(SUE), c.Configure(SUE, lower))
    second = replace(super_4("t1"), paytable="2")
    meter = after(meter, c.Join(SUE, second), c.Start(SUE, secret(50_000, "third")))
    meter = after(meter, staked("t1", 9, 100))
    assert (meter.shown < 50_000, meter.is_due("t1", 9)) == (True, True)
    meter = after(meter, whole(meter, "t1", 9, point=secret(30_000, "fourth")))
    assert not after(meter, staked("t1", 10, 100)).due_table


def test_the_hit_shows_its_point_and_another_is_drawn() -> None:
    meter = after(must(), staked("t1", 1, 2_000))
    locked, revealed, armed = happened(meter, whole(meter, "t1", 1, point=secret(40_000, "second")))
    assert isinstance(locked, e.HitLocked)
    assert isinstance(revealed, e.PointRevealed)
    assert isinstance(armed, e.PointArmed)
    assert prove(meter.commitment, revealed.point, revealed.salt)
    assert (revealed.point, revealed.salt) == (POINT, "first")
    after_hit = after(meter, whole(meter, "t1", 1, point=secret(40_000, "second")))
    assert after_hit.commitment == secret(40_000, "second").commitment
    assert after_hit.shown == 25_000
    assert not after_hit.due_table
    assert paid(after_hit, "t1.1.1").last[0].taken == POINT


def test_a_meter_that_must_hit_is_not_started_or_hit_without_a_next_point() -> None:
    stopped = after(must(), c.Stop(SUE))
    assert happened(stopped, c.Start(SUE))  # its point still stands
    due = after(must(), staked("t1", 1, 2_000))
    assert refused(due, whole(due, "t1", 1)).code is Code.CHOICE_MISSING


@pytest.mark.parametrize("point", [0, 25_000, 100_001, 10**12])
def test_a_point_out_of_its_range_is_refused(point: int) -> None:
    due = after(must(), staked("t1", 1, 2_000))
    assert refused(due, whole(due, "t1", 1, point=secret(point))).code is Code.BAD_AMOUNT


def test_a_commitment_to_something_else_is_refused() -> None:
    due = after(must(), staked("t1", 1, 2_000))
    forged = replace(secret(30_000), commitment=secret(30_001).commitment)
    assert refused(due, whole(due, "t1", 1, point=forged)).code is Code.BAD_REQUEST


def test_nobody_is_shown_the_point_before_it_hit() -> None:
    meter = after(must(), staked("t1", 1, 2_000))
    for role in HouseRole:
        seen = json.dumps(view(meter, role))
        assert meter.commitment in seen
        assert "first" not in seen
        assert "point" not in seen
        assert "due" not in seen
    start = happened(after(must(), c.Stop(SUE)), c.Start(SUE))
    assert all("first" not in json.dumps(published(each)) for each in start)
    told = published(e.PointArmed("ab", Cents(POINT), "first", "§19(m)"))
    assert told == {"event": "point_armed", "commitment": "ab", "cite": "§19(m)"}
    (grown,) = happened(must(), staked("t1", 1, 2_000))
    assert isinstance(grown, e.MeterGrew)
    assert grown.due
    assert "due" not in published(grown)


def test_the_commitment_can_be_checked_with_nothing_but_a_hash() -> None:
    words = b"cutcard must hit\n25100\nfirst"
    assert must().commitment == hashlib.sha256(words).hexdigest()


@given(point=st.integers(0, 10**9), salt=st.text(max_size=40), other=st.integers(0, 10**9))
def test_a_commitment_is_to_one_point_and_one_salt(point: int, salt: str, other: int) -> None:
    made = secret(point, salt).commitment
    assert prove(made, point, salt)
    assert prove(made, other, salt) == (other == point)
    assert not prove(made, point, salt + "x")
    assert not prove("", point, salt)


@given(low=st.booleans(), shown=st.integers(25_000, 99_999))
def test_a_point_is_drawn_among_those_that_the_meter_has_yet_to_reach(low: bool, shown: int) -> None:
    growth = must().growth
    drawn = draw_point(growth, shown, below=lambda most: 0 if low else most - 1, token=lambda _: "s")
    assert drawn.point == (shown + 1 if low else 100_000)
    assert prove(drawn.commitment, drawn.point, drawn.salt)


def test_points_are_drawn_by_the_systems_own_chance() -> None:
    drawn = {draw_point(must().growth, 25_000) for _ in range(20)}
    assert len({each.salt for each in drawn}) == 20
    assert all(25_000 < each.point <= 100_000 and len(each.salt) == 64 for each in drawn)


def test_at_its_maximum_it_is_due_at_the_latest() -> None:
    meter = after(must(100_000), staked("t1", 1, 10_000_000))
    assert (meter.shown, meter.is_due("t1", 1)) == (100_000, True)
    assert meter.reserve == 25_000 + 500_000 - 100_000
    won = after(meter, whole(meter, "t1", 1, point=secret(50_000)))
    assert won.hits[0].from_reserve == 25_000
    assert won.hits[0].from_house == 0


def test_a_point_for_a_meter_that_need_not_hit_is_refused() -> None:
    meter = after(running(), c.Stop(SUE))
    assert refused(meter, c.Start(SUE, secret(30_000))).code is Code.BAD_REQUEST
    live = after(running(), staked("t1", 1, 100))
    assert refused(live, whole(live, "t1", 1, point=secret(30_000))).code is Code.BAD_REQUEST


def test_one_that_must_hit_needs_a_maximum() -> None:
    stopped = after(running(super_4("t1"), terms=MUST, point=secret(POINT)), c.Stop(DEVICE))
    told = refused(stopped, c.Configure(SUE, replace(MUST, maximum=None)))
    assert told.code is Code.CHOICE_MISSING
