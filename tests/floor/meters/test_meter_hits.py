"""A hit from its lock to its payment: its value, the meter that starts again, the people in between."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cutcard.floor import meters
from cutcard.floor.meters import Meter, Status, commands as c, events as e
from cutcard.law.refusal import Code
from cutcard.money import Cents
from cutcard.shoe import FLOOR, By, Role
from floor.meters.links import (
    ACES,
    DEE,
    DEVICE,
    MATCH,
    RESET,
    SAL,
    SAM,
    SUE,
    TERMS,
    aces,
    after,
    edge,
    happened,
    paid,
    refused,
    running,
    share,
    staked,
    whole,
    won,
)

HIT = "t1.1.1"


def hit_once(*, threshold: int = 10_000_000) -> Meter:
    """A meter over two tables that one of them has won."""
    terms = replace(TERMS, threshold=Cents(threshold))
    meter = after(running(edge("t1"), edge("t2"), terms=terms), staked("t1", 1, 100_000))
    return after(meter, whole(meter, "t1", 1))


def test_a_hit_locks_its_value_and_the_meter_starts_again_at_once() -> None:
    meter = hit_once()
    locked = meter.hit(HIT)
    assert locked is not None
    assert (locked.taken, locked.stood, locked.went_to) == (507_000, 507_000, RESET)
    assert meter.shown == RESET
    grown = after(meter, staked("t2", 1, 100_000))
    assert grown.shown == RESET + 7_000
    assert grown.hit(HIT) == locked
    assert (grown.displayed("t1"), grown.displayed("t2")) == (507_000, 507_000)
    assert after(grown, staked("t2", 2, 100_000)).displayed("t2") == 514_000
    assert grown.terms is not None
    raised = replace(grown, terms=replace(grown.terms, reset=Cents(RESET + 100)))
    assert (raised.resets_at("t1"), raised.resets_at("t2")) == (RESET, RESET + 100)


def test_the_same_hit_again_changes_nothing_and_another_one_is_refused() -> None:
    before = after(running(edge("t1")), staked("t1", 1, 100_000))
    command = whole(before, "t1", 1)
    meter = after(before, command)
    assert happened(meter, command) == ()
    other = replace(command, stood=meter.shown, wins=(won(1, meter.shown),))
    assert refused(meter, other).code is Code.NOT_AWAITED
    done = paid(meter, HIT)
    assert happened(done, command) == ()


def test_claim_verification_and_payment_come_in_this_order() -> None:
    meter = hit_once()
    assert refused(meter, c.Verify(SUE, HIT)).code is Code.NOT_AWAITED
    assert refused(meter, c.Pay(DEVICE, HIT)).code is Code.NOT_DUE
    meter = after(meter, c.Claim(DEE, HIT))
    assert refused(meter, c.Claim(By(Role.DEALER, "dan"), HIT)).code is Code.NOT_AWAITED
    assert refused(meter, c.Pay(DEVICE, HIT)).code is Code.NOT_DUE
    meter = after(meter, c.Verify(SUE, HIT))
    assert refused(meter, c.Verify(SAM, HIT)).code is Code.NOT_AWAITED
    meter = after(meter, c.Pay(DEVICE, HIT))
    assert meter.hits == ()
    assert [(each.id, each.status) for each in meter.last] == [(HIT, Status.PAID)]
    assert refused(meter, c.Pay(DEVICE, HIT)).code is Code.NOT_AWAITED


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.DEALER])
def test_only_a_dealer_claims(role: Role) -> None:
    told = refused(hit_once(), c.Claim(By(role, "x"), HIT))
    assert (told.code, told.cite) == (Code.WRONG_ROLE, "Ch.7 §O(1)(c)")


@pytest.mark.parametrize("role", Role)
def test_who_the_document_names_validates_or_somebody_above(role: Role) -> None:
    """A floorperson or above in Player's Edge (Ch.7 §O(1)(c)), a supervisor in Boston (§19(g)(3))."""
    meter = after(hit_once(), c.Claim(DEE, HIT))
    asked = c.Verify(By(role, "x"), HIT)
    if role in FLOOR:
        assert after(meter, asked).hits[0].status is Status.VERIFIED
    else:
        assert refused(meter, asked).code is Code.WRONG_ROLE
    boston = after(running(aces("t1"), terms=ACES), staked("t1", 1, 100))
    boston = after(boston, whole(boston, "t1", 1), c.Claim(DEE, HIT))
    if role is Role.SUPERVISOR:
        assert after(boston, asked).hits[0].status is Status.VERIFIED
    else:
        told = refused(boston, asked)
        assert (told.code, told.cite) == (Code.WRONG_ROLE, "§19(g)(3)")


def test_a_refusal_names_who_validates_by_the_tables_document() -> None:
    """Player's Edge 21 Ch.7 §O(1)(c): a floorperson or above."""
    for member, who in ((edge("t1"), "floorperson or supervisor"), (aces("t1"), "supervisor")):
        terms = TERMS if member == edge("t1") else ACES
        meter = after(running(member, terms=terms), staked("t1", 1, 100))
        meter = after(meter, whole(meter, "t1", 1), c.Claim(DEE, "t1.1.1"))
        told = refused(meter, c.Claim(DEE, "t1.1.1")).message
        assert told.endswith(f"claimed it; a {who} must verify it")


def test_above_the_threshold_two_different_supervisors_verify() -> None:
    meter = after(hit_once(threshold=506_999), c.Claim(DEE, HIT), c.Verify(SUE, HIT))
    assert refused(meter, c.Pay(DEVICE, HIT)).code is Code.NOT_DUE
    told = refused(meter, c.Verify(SUE, HIT))
    assert (told.code, "another floorperson or supervisor" in told.message) == (Code.NOT_YOURS, True)
    after(meter, c.Verify(SAM, HIT), c.Pay(DEVICE, HIT))


def test_at_the_threshold_one_is_enough() -> None:
    after(hit_once(threshold=507_000), c.Claim(DEE, HIT), c.Verify(SUE, HIT), c.Pay(DEVICE, HIT))


def test_nobody_verifies_what_they_claimed_or_won() -> None:
    meter = hit_once()
    claimed = after(meter, c.Claim(By(Role.DEALER, "sue"), HIT))
    assert refused(claimed, c.Verify(SUE, HIT)).code is Code.NOT_YOURS
    claimed = after(meter, c.Claim(DEE, HIT))
    assert refused(claimed, c.Verify(By(Role.SUPERVISOR, "player-1"), HIT)).code is Code.NOT_YOURS
    assert refused(claimed, c.Verify(By(Role.SUPERVISOR), HIT)).code is Code.BAD_REQUEST
    after(claimed, c.Verify(SAL, HIT))


def test_a_share_lowers_the_meter_by_what_is_paid() -> None:
    meter = after(running(), staked("t1", 1, 100_000))
    meter = after(meter, share(meter, "t1", 1))
    assert meter.shown == 507_000 - 50_700
    wrong = replace(share(meter, "t1", 1, box=2), after=Cents(meter.shown))
    assert refused(meter, wrong).code is Code.BAD_AMOUNT


def test_shares_that_together_are_all_of_it_leave_nothing_on_the_meter() -> None:
    """As a document of one's own may have it; the house puts nothing on a meter for shares."""
    meter = after(running(), staked("t1", 1, 100_000))
    halves = tuple(won(box, 253_500, whole=False) for box in (2, 1))
    meter = after(meter, c.Hit(DEVICE, "t1", 1, MATCH, halves, meter.shown, Cents(0)))
    assert (meter.shown, meter.hits[0].from_house) == (0, 0)
    assert refused(meter, c.Hit(DEVICE, "t1", 1, MATCH, (won(3, 1, whole=False),), Cents(0), Cents(0)))


def test_several_winners_in_turn_are_one_hit_as_the_table_settled_it() -> None:
    meter = after(running(), staked("t1", 1, 100_000))
    wins = (won(3, 507_000), won(2, RESET), won(1, 50_000, whole=False))
    hit = c.Hit(DEVICE, "t1", 1, MATCH, wins, meter.shown, Cents(450_000), resets=2)
    meter = after(meter, hit)
    assert meter.shown == 450_000
    assert meter.hits[0].taken == 507_000 + RESET + 50_000
    assert meter.hits[0].from_house == 1_000_000


def test_winners_in_turn_are_paid_the_reserve_once() -> None:
    """Ch.12 §D(7): the second is paid what the first one's reset left, and then no reserve is left."""
    terms = replace(TERMS, reserve_rate="0.01")
    before = after(running(edge("t1", paytable="C"), terms=terms), staked("t1", 1, 1_000_000))
    assert (before.shown, before.reserve, before.resets_to) == (570_000, 10_000, 510_000)
    wins = (won(3, 570_000), won(2, 510_000))
    meter = after(before, c.Hit(DEVICE, "t1", 1, MATCH, wins, before.shown, Cents(510_000), resets=2))
    assert (meter.shown, meter.reserve) == (RESET, 0)
    assert (meter.hits[0].from_house, meter.hits[0].from_reserve) == (2 * RESET, 10_000)
    back = after(meter, c.Void(SUE, "t1.1.3", "round voided"))
    assert (back.shown, back.reserve) == (before.shown, before.reserve)


def test_winners_in_turn_are_as_many_resets_also_under_a_payout_limit() -> None:
    """Ch.2 §B(5)(b), Ch.12 §D(7): what the limit leaves is the players', none of it the house's seed."""
    before = after(running(edge("t1", paytable="C")), staked("t1", 1, 10_000_000))
    wins = (won(3, 400_000), won(2, 400_000))
    meter = after(before, c.Hit(DEVICE, "t1", 1, MATCH, wins, before.shown, RESET, resets=2))
    assert (meter.shown, meter.reserve) == (RESET, (1_200_000 - 400_000) + (RESET - 400_000))
    assert meter.hits[0].from_house == 2 * RESET


def test_winners_who_divide_it_leave_a_smaller_share_to_the_house() -> None:
    meter = after(running(), staked("t1", 1, 100_001))
    assert meter.shown == 507_000
    wins = (won(3, 253_500), won(2, 253_500), won(1, 50_700, whole=False, taken=0))
    meter = after(meter, c.Hit(DEVICE, "t1", 1, MATCH, wins, meter.shown, RESET))
    assert (meter.hits[0].taken, meter.shown, meter.hits[0].from_house) == (507_000, RESET, RESET)


def test_what_a_payout_limit_leaves_goes_to_the_reserve() -> None:
    meter = after(running(), staked("t1", 1, 1_000_000_0))
    assert meter.shown == 1_200_000
    limited = c.Hit(DEVICE, "t1", 1, MATCH, (won(1, 400_000),), meter.shown, RESET)
    hit = after(meter, limited)
    assert (hit.shown, hit.reserve, hit.hits[0].from_house) == (RESET, 800_000, RESET)
    (told,) = happened(hit, c.Void(SUE, HIT, "round voided"))
    voided = meters.fold(hit, (told,))
    assert (voided.shown, voided.reserve) == (meter.shown, 0)
    assert isinstance(told, e.HitVoided)
    assert (told.to_house, told.to_reserve, told.from_house, told.from_reserve) == (RESET, 0, 0, 800_000)


def test_a_hit_is_paid_from_what_the_meter_shows_and_no_other_amount() -> None:
    meter = after(running(edge("t1"), edge("t2")), staked("t1", 1, 100_000))
    stale = whole(meter, "t1", 1)
    moved = after(meter, staked("t2", 1, 100_000))
    told = refused(moved, stale)
    assert told.code is Code.BAD_AMOUNT
    assert "5,140.00" in told.message or "5140.00" in told.message


def test_a_round_without_stakes_on_the_meter_wins_nothing_from_it() -> None:
    meter = after(running(), staked("t1", 1, 100))
    for table, number in (("t1", 2), ("t2", 1), ("t1", 0)):
        assert refused(meter, whole(meter, table, number)).code is Code.NEEDS_WAGER


def test_a_hit_that_was_none_puts_everything_back() -> None:
    before = after(running(edge("t1"), edge("t2")), staked("t1", 1, 100_000))
    meter = after(before, whole(before, "t1", 1), staked("t2", 1, 100_000))
    told = happened(meter, c.Void(SUE, HIT, "round voided"))
    voided = meters.fold(meter, told)
    assert voided.shown == 514_000
    assert voided.hits == ()
    assert isinstance(told[0], e.HitVoided)
    assert (told[0].to_house, told[0].to_reserve) == (RESET, 0)


def test_a_share_that_was_none_comes_back_and_nothing_beside_it() -> None:
    """The house put nothing on the meter for it, so nothing goes to the house or to the reserve."""
    before = after(running(), staked("t1", 1, 100_000))
    meter = after(before, share(before, "t1", 1))
    (told,) = happened(meter, c.Void(SUE, HIT, "round voided"))
    assert isinstance(told, e.HitVoided)
    assert (told.back, told.shows) == (50_700, before.shown)
    assert (told.to_house, told.to_reserve, told.from_house, told.from_reserve) == (0, 0, 0, 0)


def test_a_hit_that_nobody_has_to_check_is_payable_at_once() -> None:
    before = after(running(), staked("t1", 1, 100_000))
    meter = after(before, replace(whole(before, "t1", 1), checked=False))
    assert (meter.hits[0].status, meter.hits[0].needs) == (Status.VERIFIED, 0)
    assert after(meter, c.Pay(DEVICE, HIT)).hits == ()


def test_the_last_hits_are_kept_and_no_more() -> None:
    meter = running()
    for number in range(1, 31):
        meter = after(meter, staked("t1", number, 100_000))
        meter = paid(after(meter, whole(meter, "t1", number)), f"t1.{number}.1")
    assert [each.round for each in meter.last] == list(range(30, 5, -1))


def test_a_meter_shows_never_less_than_nothing_after_a_hit_that_was_none() -> None:
    """It stood low; what the house put on it then was won by another in part, and stays won."""
    meter = after(running(edge("t1"), edge("t2")), staked("t1", 1, 1_000), staked("t2", 1, 1_000))
    meter = replace(meter, shown=Cents(10_000))
    meter = after(meter, whole(meter, "t1", 1))
    meter = after(meter, share(meter, "t2", 1))
    assert meter.shown == RESET - RESET // 10
    (told,) = happened(meter, c.Void(SUE, HIT, "round voided"))
    assert isinstance(told, e.HitVoided)
    assert (told.back, told.shows, told.to_house) == (10_000, 0, meter.shown + 10_000)
    assert (told.to_reserve, told.from_house, told.from_reserve) == (0, 0, 0)
    assert after(meter, c.Void(SUE, HIT, "round voided")).shown == 0


def test_what_takes_nothing_off_a_meter_is_no_hit_of_it() -> None:
    meter = after(running(edge("t1")), staked("t1", 1, 1_000))
    nothing = replace(whole(meter, "t1", 1), wins=(won(1, 500, taken=0),), after=Cents(0))
    told = refused(meter, nothing)
    assert told.code is Code.BAD_AMOUNT
    assert "nothing comes off match@floor" in told.message
    assert told.cite == "Ch.12 §D(7)"


def test_each_winner_is_named_once_and_at_least_one() -> None:
    meter = after(running(edge("t1")), staked("t1", 1, 1_000))
    hit = whole(meter, "t1", 1)
    for wins in ((), hit.wins * 2):
        assert refused(meter, replace(hit, wins=wins)).code is Code.BAD_REQUEST


@pytest.mark.proves("MA-R216")
@pytest.mark.parametrize("after_it", [0, 1, RESET - 1])
def test_a_meter_won_whole_never_starts_again_with_less_than_the_reset_amount(after_it: int) -> None:
    meter = after(running(aces("t1"), terms=ACES), staked("t1", 1, 100))
    one = c.Hit(DEVICE, "t1", 1, MATCH, (won(1, meter.shown),), meter.shown, Cents(after_it))
    problem = refused(meter, one)
    assert (problem.code, problem.cite) == (Code.BAD_AMOUNT, "§19(i)")


def test_a_tenth_won_after_all_of_it_lowers_what_it_starts_again_with() -> None:
    meter = after(running(), staked("t1", 1, 1_000))
    tenth = won(2, RESET // 10, whole=False)
    wins = (won(1, meter.shown), tenth)
    both = c.Hit(DEVICE, "t1", 1, MATCH, wins, meter.shown, Cents(RESET - tenth.taken))
    assert after(meter, both).shown == RESET - tenth.taken
    assert refused(meter, replace(both, after=Cents(both.after - 1))).cite == "Ch.12 §D(6)(b)(i)"
