"""What stakes add to a meter: each once, in any order, exactly, to the part of a cent."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from cutcard.floor.meters import Member, Meter, Terms, commands as c, terms_of
from cutcard.floor.meters.state import ROUNDS_KEPT
from cutcard.law.refusal import Code
from cutcard.money import Cents
from cutcard.shoe import By, Role
from cutcard.wagers.settlement.meter_growth import Growth
from floor.meters.links import (
    ACES,
    DEVICE,
    MATCH,
    RESET,
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

TABLES = ("t1", "t2", "t3")
RATES = {"t1": "0.07", "t2": "3/40", "t3": "1/3"}
ROUNDS = st.dictionaries(
    st.tuples(st.sampled_from(TABLES), st.integers(1, ROUNDS_KEPT)),
    st.integers(1, 50_000),
    min_size=1,
    max_size=30,
)


def members() -> tuple[Member, ...]:
    """Three tables that move one meter at three rates."""
    return tuple(edge(table, rate=RATES[table]) for table in TABLES)


def stands(meter: Meter) -> Fraction:
    """All that is on a meter and in its reserve, parts of a cent included."""
    parts = Fraction(meter.carried + meter.reserve_carried, meter.parts)
    return meter.shown + meter.reserve + parts


@given(rounds=ROUNDS, data=st.data())
def test_every_round_counts_once_in_whatever_order_and_however_often_it_comes(
    rounds: dict[tuple[str, int], int], data: st.DataObject
) -> None:
    sent = [staked(table, number, cents) for (table, number), cents in rounds.items()]
    again = data.draw(st.lists(st.sampled_from(sent), max_size=20))
    order = data.draw(st.permutations([*sent, *again]))
    meter = after(running(*members()), *order)
    added = sum(Fraction(RATES[table]) * cents for (table, _), cents in rounds.items())
    assert meter.shown + Fraction(meter.carried, meter.parts) == RESET + added
    assert meter.shown == RESET + int(added)
    assert meter.reserve == 0
    assert meter == replace(after(running(*members()), *sent), rounds=meter.rounds)


@given(rounds=ROUNDS, data=st.data())
def test_hits_between_the_rounds_of_other_tables_lose_nothing(
    rounds: dict[tuple[str, int], int], data: st.DataObject
) -> None:
    meter, taken, funded = running(*members()), 0, 0
    for (table, number), cents in rounds.items():
        meter = after(meter, staked(table, number, cents))
        kind = data.draw(st.sampled_from((None, None, whole, share)))
        if kind is not None:
            meter = after(meter, kind(meter, table, number))
            taken += meter.hits[-1].taken
            funded += meter.hits[-1].from_house
    added = sum(Fraction(RATES[table]) * cents for (table, _), cents in rounds.items())
    assert stands(meter) == RESET + added + funded - taken


@given(rounds=ROUNDS)
def test_the_reset_meter_and_a_maximum_keep_every_part_of_a_cent(
    rounds: dict[tuple[str, int], int],
) -> None:
    terms = replace(TERMS, rate="0.05", reserve_rate="0.025", maximum=Cents(RESET + 3_000))
    meter = running(*(edge(table) for table in TABLES), terms=terms)
    for (table, number), cents in rounds.items():
        meter = after(meter, staked(table, number, cents))
        assert meter.shown <= RESET + 3_000
    assert stands(meter) == RESET + Fraction(75, 1000) * sum(rounds.values())


def test_the_hidden_meter_is_added_to_the_reset_amount_and_bounded_by_the_maximum() -> None:
    terms = replace(TERMS, reserve_rate="0.03")
    meter = after(running(terms=terms), staked("t1", 1, 100_000))
    assert (meter.shown, meter.reserve, meter.resets_to) == (507_000, 3_000, 503_000)
    meter = paid(after(meter, whole(meter, "t1", 1)), "t1.1.1")
    assert (meter.shown, meter.reserve) == (503_000, 0)
    assert meter.last[0].from_reserve == 3_000
    assert meter.last[0].from_house == RESET
    tight = replace(terms, maximum=Cents(RESET + 1_000))
    capped = after(running(terms=tight), staked("t1", 1, 100_000))
    assert (capped.shown, capped.resets_to) == (RESET + 1_000, RESET + 1_000)
    assert capped.reserve == 6_000 + 3_000


def test_what_a_maximum_kept_back_comes_on_top_of_what_the_house_puts_on() -> None:
    terms = replace(TERMS, maximum=Cents(RESET + 1_000))
    meter = after(running(terms=terms), staked("t1", 1, 100_000))
    assert (meter.reserve, meter.resets_to) == (6_000, RESET + 1_000)
    meter = after(meter, whole(meter, "t1", 1))
    assert (meter.hits[0].from_reserve, meter.hits[0].from_house) == (1_000, RESET)
    assert meter.reserve == 5_000


@pytest.mark.parametrize("reserve_rate", ["0", "0.10"])
@pytest.mark.parametrize("maximum", [600_000, 800_000, 1_000_000])
@pytest.mark.parametrize("reset", [500_000, 600_000])
@pytest.mark.parametrize("dollars", [1, 1_571, 4_000, 20_000])
def test_the_licensee_funds_every_reset_in_full(
    reserve_rate: str, maximum: int, reset: int, dollars: int
) -> None:
    """§19(i): the reset amount that the licensee funds is as approved, and never under $5,000."""
    most, amount = Cents(maximum), Cents(reset)
    terms = replace(ACES, initial=amount, reset=amount, rate="0.70", maximum=most)
    meter = running(aces("t1"), terms=replace(terms, reserve_rate=reserve_rate))
    for number in range(1, 4):
        meter = after(meter, staked("t1", number, dollars * 100))
        meter = after(meter, whole(meter, "t1", number))
        won = meter.hits[-1]
        assert won.from_house == reset
        assert won.from_reserve == won.went_to - reset
        assert won.went_to <= most


def test_what_a_payout_limit_leaves_does_not_fund_the_licensees_part() -> None:
    """§19(i) again: $4,000 of a meter of $12,000 is paid, the rest stays the players'."""
    meter = after(running(aces("t1"), terms=ACES), staked("t1", 1, 1_166_700))
    assert (meter.shown, meter.reserve) == (1_200_020, 116_670)
    limited = c.Hit(DEVICE, "t1", 1, MATCH, (won(1, 400_000),), meter.shown, meter.resets_to)
    hit = after(meter, limited)
    assert (hit.shown, hit.hits[0].from_house) == (616_670, RESET)
    assert hit.reserve == 800_020
    back = after(hit, c.Void(SUE, "t1.1.1", "round voided"))
    assert (back.shown, back.reserve) == (meter.shown, meter.reserve)


def test_the_same_round_with_another_stake_is_refused() -> None:
    meter = after(running(), staked("t1", 1, 100))
    assert happened(meter, staked("t1", 1, 100)) == ()
    told = refused(meter, staked("t1", 1, 200))
    assert (told.code, told.cite) == (Code.BAD_AMOUNT, "Ch.2 §C(1)-(3); Ch.2 §C(4)")


def test_a_round_of_long_ago_is_refused_and_not_passed_over() -> None:
    meter = running()
    for number in range(2, ROUNDS_KEPT + 2):
        meter = after(meter, staked("t1", number, 100))
    assert refused(meter, staked("t1", 1, 100)).code is Code.NOT_DUE
    assert happened(meter, staked("t1", 2, 100)) == ()
    assert len(meter.rounds["t1"]) == ROUNDS_KEPT
    assert refused(running(), staked("t1", 0, 100)).code is Code.NOT_DUE


@pytest.mark.parametrize("cents", [0, -1, 10**15])
def test_a_stake_that_is_none_is_refused(cents: int) -> None:
    assert refused(running(), staked("t1", 1, cents)).code is Code.BAD_AMOUNT


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.DEVICE])
def test_only_the_houses_device_says_what_is_staked(role: Role) -> None:
    asked = c.Contribute(By(role, "x"), "t1", 1, Cents(100))
    assert refused(running(), asked).code is Code.WRONG_ROLE


def test_a_stranger_and_a_meter_out_of_play_take_no_stakes() -> None:
    meter = running()
    assert refused(meter, staked("t9", 1, 100)).code is Code.METER_MISSING
    assert refused(after(meter, c.Stop(SUE)), staked("t1", 1, 100)).code is Code.METER_MISSING
    parted = after(meter, c.Part(DEVICE, "t1"))
    assert refused(parted, staked("t1", 1, 100)).code is Code.METER_MISSING


def test_a_link_over_two_documents_is_one_meter_at_the_rate_of_each() -> None:
    """Massachusetts sets the star meter's amounts exactly (§19(k)), Maryland at least (Ch.13 §I(4))."""
    terms = Terms(Cents(5_000_000), Cents(5_000_000), "0.06")
    bets = "super_4_progressive"
    star = Member("boston", "ma-blackjack", f"{bets}.star", bets, bets, "1")
    other = Member("baltimore", "md-blackjack", "super_4.star", "super_4", "super_4", "D", "0.10")
    meter = after(
        running(star, other, terms=terms), staked("boston", 1, 150), staked("baltimore", 1, 155)
    )
    assert (meter.shown, Fraction(meter.carried, meter.parts)) == (5_000_024, Fraction(1, 2))
    told = refused(meter, c.Claim(SUE, "x")).cite
    assert told.startswith("ma-blackjack §19(j); md-blackjack Ch.2 §G(1)")
    changed = replace(star, table="worcester", rate="0.10")
    assert refused(meter, c.Join(SUE, changed)).code is Code.BELOW_FLOOR


def test_the_usual_terms_are_for_what_neither_table_nor_document_states() -> None:
    silent = Growth("m", offer="w", wager="w", initial=None, reset=None, rate=None)
    usual = terms_of(silent, usual=Cents(700), rate=Fraction(1, 10))
    assert (usual.initial, usual.reset, usual.rate) == (700, 700, "1/10")
    stated = replace(silent, reset=Cents(500))
    assert terms_of(stated, usual=Cents(700), rate=Fraction(1, 10)).initial == 500
    stated = replace(stated, initial=Cents(900), rate=Fraction(1, 4))
    own = terms_of(stated, usual=Cents(700), rate=Fraction(1, 10))
    assert (own.initial, own.reset, own.rate) == (900, 500, "1/4")
