"""What else may be done with a meter: terms while it is not live, listed changes, moves to another."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from cutcard.floor import meters
from cutcard.floor.meters import Member, Meter, Terms, commands as c, events as e, new_meter
from cutcard.floor.meters.terms import MOST_CENTS
from cutcard.law import document, documents
from cutcard.law.refusal import Code, Refusal
from cutcard.law.ruleset.meter_acts import act_cite, meter_reasons
from cutcard.money import Cents
from cutcard.shoe import By, Role
from floor.meters.links import (
    ACES,
    DEE,
    DEVICE,
    MATCH,
    MUST,
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
    secret,
    share,
    staked,
    super_4,
    whole,
    won,
)

OTHER = "other@floor"


def other(terms: Terms = TERMS) -> Meter:
    """Another live meter."""
    return after(new_meter(OTHER), c.Configure(SUE, terms), c.Join(SUE, edge("t5")), c.Start(SUE))


# Terms.


def test_no_term_changes_while_the_meter_is_live_or_a_hit_waits() -> None:
    lower = c.Configure(SUE, replace(TERMS, rate="0.01"))
    told = refused(running(), lower)
    assert (told.code, told.cite) == (Code.OPTION_NOT_PERMITTED, "Ch.2 §C(1)-(3)")
    meter = after(running(), staked("t1", 1, 100))
    won = after(meter, whole(meter, "t1", 1), c.Stop(SUE))
    assert "t1.1.1 is not paid" in refused(won, lower).message
    stopped = after(meter, c.Stop(SUE))
    assert "t1 is dealing a round" in refused(stopped, replace(lower, in_play=("t1",))).message
    changed = after(stopped, lower, c.Start(SUE))
    assert (changed.shown, changed.terms) == (meter.shown, replace(TERMS, rate="0.01"))


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (replace(TERMS, reset=Cents(499_999)), Code.BELOW_FLOOR),
        (replace(TERMS, initial=Cents(499_999)), Code.BELOW_FLOOR),
        (replace(TERMS, reset=Cents(-1)), Code.BAD_AMOUNT),
        (replace(TERMS, reset=Cents(10**13)), Code.BAD_AMOUNT),
        (replace(TERMS, rate="1.01"), Code.BAD_AMOUNT),
        (replace(TERMS, rate="x"), Code.BAD_AMOUNT),
        (replace(TERMS, rate="1/0"), Code.BAD_AMOUNT),
        (replace(TERMS, rate="0.9", reserve_rate="0.2"), Code.BAD_AMOUNT),
        (replace(TERMS, maximum=Cents(500_000 - 1)), Code.BAD_AMOUNT),
        (replace(TERMS, rate="1/999999937", reserve_rate="1/999999893"), Code.BAD_AMOUNT),
    ],
)
def test_terms_that_a_meter_may_not_be_run_by_are_refused(terms: Terms, code: Code) -> None:
    stopped = after(running(), c.Stop(SUE))
    assert refused(stopped, c.Configure(SUE, terms)).code is code


def test_both_rates_together_may_be_the_whole_stake() -> None:
    stopped = after(running(), c.Stop(SUE))
    assert happened(stopped, c.Configure(SUE, replace(TERMS, rate="0.9", reserve_rate="0.1")))


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (c.Join(SUE, edge("t1", rate="0.01")), "t1: it is already linked on other terms"),
        (c.Join(SUE, edge("t2", offer="keno")), "t2: keno is not a wager of md-players-edge-21"),
        (c.Rejoin(SUE, "t9"), "t9: it was never linked to match@floor"),
        (c.Pay(SUE, "t1.9.1"), "hit t1.9.1: not pending at match@floor; pending: none"),
        (c.Configure(SUE, replace(TERMS, reset=Cents(1))), "resets to $5000.00 or as its paytable"),
        (c.Configure(SUE, TERMS, in_play=("t1", "t2")), "match@floor: t1 is dealing a round"),
    ],
    ids=str,
)
def test_a_refusal_names_what_is_wrong(command: c.Command, told: str) -> None:
    assert told in refused(after(running(), c.Stop(SUE)), command).message


def test_a_table_joins_by_its_own_documents_law() -> None:
    meter = running()
    low = Terms(Cents(150_000), Cents(150_000), "0.05")
    small = after(new_meter("small"), c.Configure(SUE, low))
    told = refused(small, c.Join(SUE, edge("t1")))
    assert (told.code, told.cite) == (Code.BELOW_FLOOR, "Ch.12 §D(6)(b)(i)")
    after(small, c.Join(SUE, edge("t1", paytable="C")))
    assert refused(meter, c.Join(SUE, aces("t2"))).cite == "§19(i)"
    both = replace(TERMS, rate="0.60", reserve_rate="0.10")
    after(new_meter("aces"), c.Configure(SUE, both), c.Join(SUE, aces("t2")))
    less = after(new_meter("aces"), c.Configure(SUE, replace(both, reserve_rate="0.09")))
    assert refused(less, c.Join(SUE, aces("t2"))).code is Code.BELOW_FLOOR


@pytest.mark.parametrize(
    "other",
    [
        replace(MUST, reserve_rate="0.01"),
        replace(MUST, rate="0.04"),
        replace(MUST, reset=Cents(25_001)),
        replace(MUST, maximum=Cents(99_999)),
    ],
    ids=str,
)
def test_a_printed_configuration_leaves_no_room_for_other_amounts_or_a_reset_meter(other: Terms) -> None:
    """§19(m) Table 1 prints reset value, maximum and increment; §19(k) a contribution for each meter."""
    stopped = after(running(super_4("t1"), terms=MUST, point=secret(25_100)), c.Stop(SUE))
    told = refused(stopped, c.Configure(SUE, other))
    assert (told.code, told.cite) == (Code.BELOW_FLOOR, "§19(m) Table 1, configuration 1")


def test_joining_again_changes_nothing_and_in_another_way_is_refused() -> None:
    meter = running()
    assert happened(meter, c.Join(SUE, edge("t1"))) == ()
    assert refused(meter, c.Join(SUE, edge("t1", rate="0.01"))).code is Code.OPTION_NOT_PERMITTED
    assert refused(meter, c.Join(SUE, edge("", rate="0.01"))).code is Code.BAD_REQUEST
    for wrong in (edge("t2", offer="roulette"), edge("t2", meter="roulette")):
        assert refused(meter, c.Join(SUE, wrong)).code in (Code.UNKNOWN_WAGER, Code.BAD_REQUEST)
    assert refused(meter, c.Join(SUE, edge("t2", document="x"))).code is Code.UNKNOWN_DOCUMENT


def test_a_table_whose_hit_waits_does_not_part() -> None:
    meter = after(running(), staked("t1", 1, 100))
    meter = after(meter, whole(meter, "t1", 1))
    assert refused(meter, c.Part(SUE, "t1")).code is Code.NOT_DUE
    assert refused(meter, c.Part(SUE, "t9")).code is Code.METER_MISSING


@pytest.mark.parametrize("role", [Role.PLAYER, Role.DEALER, Role.FLOORPERSON])
def test_who_runs_meters_is_a_supervisor_or_the_house_itself(role: Role) -> None:
    by, meter = By(role, "x"), running()
    for command in (
        c.Configure(by, TERMS),
        c.Join(by, edge("t2")),
        c.Part(by, "t1"),
        c.Start(by),
        c.Stop(by),
        c.Adjust(by, "malfunction", Cents(1), "x"),
        c.Retire(by, OTHER, "x"),
    ):
        assert refused(meter, command).code is Code.WRONG_ROLE


def test_the_first_amount_is_put_on_once() -> None:
    meter = after(running(), staked("t1", 1, 100_000), c.Stop(SUE))
    assert after(meter, c.Start(SUE)).shown == 507_000
    assert refused(after(meter, c.Start(SUE)), c.Start(SUE)).code is Code.NOT_AWAITED
    assert refused(new_meter("x"), c.Start(SUE)).code is Code.METER_MISSING


# Listed changes.


def test_a_malfunction_is_corrected_when_two_have_said_the_same() -> None:
    meter = after(running(), staked("t1", 1, 100_000))
    asked = c.Adjust(SUE, "malfunction", Cents(5_000), "counted twice")
    waiting = after(meter, asked)
    assert waiting.shown == meter.shown
    assert refused(waiting, asked).code is Code.NOT_YOURS
    unlike = after(waiting, replace(asked, by=SAM, amount=Cents(6_000)))
    assert unlike.shown == meter.shown
    (done,) = happened(waiting, replace(asked, by=SAM))
    assert isinstance(done, e.MeterAdjusted)
    assert (done.by, done.shows) == (("sue", "sam"), 502_000)
    corrected = meters.evolve(waiting, done)
    assert (corrected.shown, corrected.correction) == (502_000, None)
    raised = replace(asked, rises=True)
    assert after(meter, raised, replace(raised, by=SAL)).shown == 512_000


@pytest.mark.parametrize(
    ("reason", "amount", "code"),
    [
        ("whim", 100, Code.OPTION_NOT_PERMITTED),
        ("retired", 100, Code.OPTION_NOT_PERMITTED),
        ("hit", 100, Code.OPTION_NOT_PERMITTED),
        ("malfunction", 0, Code.BAD_AMOUNT),
        ("malfunction", -100, Code.BAD_AMOUNT),
        ("malfunction", 10_000_000, Code.BAD_AMOUNT),
        ("maximum", 100, Code.OPTION_NOT_PERMITTED),
    ],
)
def test_a_change_without_a_listed_reason_is_refused(reason: str, amount: int, code: Code) -> None:
    meter = after(running(), staked("t1", 1, 100_000))
    assert refused(meter, c.Adjust(SUE, reason, Cents(amount), "because")).code is code


@pytest.mark.parametrize("maximum", [None, Cents(3_000_000)], ids=str)
def test_no_document_lets_the_house_take_off_a_meter_what_players_play_for(
    maximum: Cents | None,
) -> None:
    """A hit pays what the meter shows (Massachusetts §19(h), Ch.12 §D(7)); a maximum changes nothing."""
    meter = running(terms=replace(TERMS, initial=Cents(2_000_000), maximum=maximum))
    told = refused(meter, c.Adjust(SUE, "maximum", Cents(1_500_000), "new maximum"))
    assert (told.code, told.cite) == (Code.OPTION_NOT_PERMITTED, "Ch.2 §C(1)-(3)")


def test_who_leaves_the_reason_out_is_told_where_it_goes() -> None:
    meter = running()
    for command in (
        c.Adjust(SUE, "malfunction", Cents(1), "", rises=True),
        c.Retire(SUE, OTHER, ""),
    ):
        assert refused(meter, command).message == "match@floor: why: explain it in a few words"
    won = after(meter, staked("t1", 1, 100))
    won = after(won, whole(won, "t1", 1))
    assert refused(won, c.Void(DEVICE, "t1.1.1", "")).message == (
        "hit t1.1.1: why: explain it in a few words"
    )


def test_a_correction_leaves_what_the_house_has_to_put_on_the_meter() -> None:
    """§19(i): never less than $5,000 on a meter that is won whole or not at all."""
    meter = after(running(aces("t1"), terms=ACES), staked("t1", 1, 10_000))
    assert meter.shown == 506_000
    low = c.Adjust(SUE, "malfunction", Cents(6_001), "counted twice")
    told = refused(meter, low)
    assert (told.code, told.cite) == (Code.BAD_AMOUNT, "§19(i)")
    right = replace(low, amount=Cents(6_000))
    assert after(meter, right, replace(right, by=SAM)).shown == 500_000


def test_a_correction_takes_nothing_off_that_the_meter_began_with() -> None:
    """§19(i): the initial amount that was approved, until all of it is won and the meter is reset."""
    high = replace(ACES, initial=Cents(2_000_000), threshold=Cents(10_000_000))
    meter = running(aces("t1"), terms=high)
    down = c.Adjust(SUE, "malfunction", Cents(1), "counted twice")
    assert refused(meter, down).cite == "§19(i)"
    won = after(meter, staked("t1", 1, 100), whole(after(meter, staked("t1", 1, 100)), "t1", 1))
    grown = after(won, staked("t1", 2, 10_000))
    right = replace(down, amount=Cents(grown.shown - RESET))
    for at_reset in (grown, paid(grown, "t1.1.1")):
        assert after(at_reset, right, replace(right, by=SAM)).shown == RESET
        assert refused(at_reset, replace(right, amount=Cents(right.amount + 1))).cite == "§19(i)"


def test_a_correction_takes_no_more_off_where_no_table_is_linked() -> None:
    """§19(i): unlinked and linked again, the meter would begin anew with less than was approved."""
    meter = after(running(aces("t1"), terms=ACES), staked("t1", 1, 10_000), c.Part(SUE, "t1"))
    low = c.Adjust(SUE, "malfunction", Cents(6_001), "counted twice")
    assert refused(meter, low).code is Code.BAD_AMOUNT
    right = replace(low, amount=Cents(6_000))
    again = after(meter, right, replace(right, by=SAM), c.Join(SUE, aces("t1")))
    assert again.shown == 500_000


def test_a_correction_leaves_what_a_meter_began_with_less_what_its_shares_have_won() -> None:
    """Ch.12 §D(6)(b): no less than $5,000 is put on it again, and nothing but a win takes any of it."""
    meter = after(running(), staked("t1", 1, 1_000_000))
    assert meter.shown == 570_000
    low = c.Adjust(SUE, "malfunction", Cents(70_001), "counted twice")
    assert refused(meter, low).cite == "Ch.12 §D(6)(b)(i)"
    tenth = after(meter, share(meter, "t1", 1))
    assert (tenth.shown, tenth.least) == (513_000, 443_000)
    again = after(paid(tenth, "t1.1.1"), staked("t1", 2, 100))
    again = paid(after(again, share(again, "t1", 2)), "t1.2.1")
    assert again.least == 500_000 - 57_000 - 51_300
    assert len(again.shares) == 1
    assert (
        refused(again, replace(low, amount=Cents(again.shown - again.least + 1))).code is Code.BAD_AMOUNT
    )
    down = replace(low, amount=Cents(again.shown - again.least))
    assert after(again, down, replace(down, by=SAM)).shown == again.least


def test_a_meter_that_was_won_begins_anew_before_that_hit_is_paid_and_not_where_it_is_void() -> None:
    meter = after(running(), staked("t1", 1, 100))
    meter = paid(after(meter, share(meter, "t1", 1)), "t1.1.1")
    assert meter.least == 500_000 - 50_000
    won = after(meter, staked("t1", 2, 100))
    won = after(won, whole(won, "t1", 2), staked("t1", 3, 100))
    assert won.least == RESET
    tenth = after(won, share(won, "t1", 3))
    for each in (tenth, paid(tenth, "t1.2.1"), paid(paid(tenth, "t1.3.1"), "t1.2.1")):
        assert each.least == RESET - 50_000
    assert after(tenth, c.Void(DEVICE, "t1.3.1", "misread")).least == RESET
    voided = after(tenth, c.Void(DEVICE, "t1.2.1", "misread"))
    assert voided.least == 500_000 - 50_000 - 50_000


def test_shares_won_before_all_of_the_meter_in_one_round_went_with_it() -> None:
    """Ch.12 §D(7): a tenth comes off at its turn, before all of it is won or after it began anew."""
    meter = after(running(), staked("t1", 1, 100))
    first = won(3, 50_000, whole=False)
    rest = won(1, meter.shown - 50_000)
    hit = c.Hit(DEVICE, "t1", 1, MATCH, (first, rest), meter.shown, meter.resets_to)
    assert after(meter, hit).least == RESET
    after_it = (won(3, meter.shown), won(1, 50_000, whole=False))
    hit = replace(hit, wins=after_it, after=Cents(RESET - 50_000))
    assert after(meter, hit).least == RESET - 50_000


def test_no_table_comes_to_a_meter_that_began_with_less_than_its_document_has_it_begin() -> None:
    """§19(i), Ch.13 §I(2)(b): other terms later do not put on it what it did not begin with."""
    nothing = replace(ACES, initial=Cents(0), reset=Cents(0))
    mega = Member("t1", "md-blackjack", "blazing_7s.mega", "blazing_7s", "blazing_7s", "A")
    meter = after(running(mega, terms=nothing), c.Stop(SUE), c.Configure(SUE, ACES))
    told = refused(meter, c.Join(SUE, aces("t2")))
    assert (told.code, told.cite) == (Code.BELOW_FLOOR, "§19(i)")
    assert told.message.startswith("t2: match@floor began with $0.00, and progressive_blackjack begins")
    played = after(meter, c.Start(SUE), staked("t1", 1, 1_000_000))
    assert refused(played, c.Join(SUE, aces("t2"))).code is Code.BELOW_FLOOR
    won = after(played, whole(played, "t1", 1))
    assert refused(won, c.Join(SUE, aces("t2"))).code is Code.BELOW_FLOOR  # it may yet be void
    assert after(paid(won, "t1.1.1"), c.Join(SUE, aces("t2"))).member("t2") == aces("t2")
    tenth = Member("t1", "md-blackjack", "super_4", "super_4", "super_4", "A")
    low, high = (
        replace(TERMS, initial=Cents(each), reset=Cents(each)) for each in (1_000_000, 5_000_000)
    )
    meter = after(running(tenth, terms=low), c.Stop(SUE), c.Configure(SUE, high))
    told = refused(meter, c.Join(SUE, replace(tenth, table="t2", paytable="B")))
    assert (told.code, told.cite) == (Code.BELOW_FLOOR, "Ch.13 §I(2)(b)")
    assert after(meter, c.Join(SUE, replace(tenth, table="t2"))).member("t2") is not None
    begun = after(running(tenth, terms=high), staked("t1", 1, 100))
    shared = after(begun, share(begun, "t1", 1))
    assert shared.shown < high.initial
    assert after(shared, c.Join(SUE, replace(tenth, table="t2", paytable="B"))).member("t2") is not None


def test_a_meter_that_was_never_live_has_nothing_to_correct() -> None:
    """§19(i): its initial amount is approved beforehand; a correction before it would come on top."""
    meter = after(new_meter("x"), c.Configure(SUE, MUST), c.Join(SUE, super_4("t1")))
    up = c.Adjust(SUE, "malfunction", Cents(50_000), "power lost", rises=True)
    told = refused(meter, up)
    assert (told.code, told.cite) == (Code.NOT_AWAITED, "§19(m) Table 1, configuration 1")
    assert refused(new_meter("x"), up).code is Code.METER_MISSING


def test_a_must_hit_meter_without_a_point_stays_below_its_maximum() -> None:
    """§19(m) Table 1: at its maximum no point is left above it, and it would never be given away."""
    meter = running(super_4("t1"), terms=MUST, point=secret(90_000))
    meter = after(meter, c.Part(SUE, "t1"), c.Stop(SUE))
    lower = replace(MUST, maximum=Cents(50_000), reset=Cents(10_000), initial=Cents(10_000))
    second = replace(super_4("t1"), paytable="2")
    meter = after(meter, c.Configure(SUE, lower), c.Join(SUE, second))
    assert meter.point is None
    up = c.Adjust(SUE, "malfunction", Cents(50_000 - meter.shown), "power lost", rises=True)
    told = refused(meter, up)
    assert (told.code, told.cite) == (Code.BAD_AMOUNT, "§19(m) Table 1, configuration 2")
    less = replace(up, amount=Cents(up.amount - 1))
    meter = after(meter, less, replace(less, by=SAM), c.Start(SUE, secret(50_000)))
    assert after(meter, staked("t1", 1, 100)).is_due("t1", 1)


def test_a_correction_that_was_asked_for_does_not_outlive_the_amount_it_was_for() -> None:
    """Ch.12 §D(7): what the meter showed was paid; the next one starts at its reset amount."""
    meter = after(running(), staked("t1", 1, 100_000))
    asked = c.Adjust(SUE, "malfunction", Cents(5_000), "counted once", rises=True)
    asked_for = after(meter, asked)
    assert after(asked_for, share(meter, "t1", 1)).correction is not None
    hit = after(asked_for, whole(meter, "t1", 1))
    assert hit.correction is None
    assert after(hit, replace(asked, by=SAM)).shown == hit.shown


def test_shares_may_leave_a_meter_lower_and_so_may_a_correction_then() -> None:
    """Ch.12 §D(1)(b): a tenth of the meter was won, which leaves less than the reset amount on it."""
    meter = after(running(), staked("t1", 1, 100))
    meter = paid(after(meter, share(meter, "t1", 1)), "t1.1.1")
    asked = c.Adjust(SUE, "malfunction", Cents(5), "counted twice")
    assert after(meter, asked, replace(asked, by=SAM)).shown == meter.shown - 5 < RESET


def test_a_retired_meter_leaves_everything_to_another_to_the_part_of_a_cent() -> None:
    meter = after(running(terms=replace(TERMS, rate="1/3", reserve_rate="1/7")), staked("t1", 1, 100))
    target = after(other(replace(TERMS, rate="1/11")), staked("t5", 1, 100))
    meter = after(meter, c.Stop(SUE))
    made = meters.transfer(meter, target, c.Retire(SUE, OTHER, "game withdrawn"))
    assert not isinstance(made, Refusal)
    ended, grown = meters.fold(meter, made[0]), meters.fold(target, made[1])
    assert (ended.shown, ended.reserve, ended.carried, ended.reserve_carried) == (0, 0, 0, 0)
    exact = 2 * RESET + Fraction(100, 3) + Fraction(100, 11)
    assert grown.shown + Fraction(grown.carried, grown.parts) == exact
    assert grown.reserve + Fraction(grown.reserve_carried, grown.parts) == Fraction(100, 7)
    for command in (staked("t1", 2, 100), c.Start(SUE), c.Retire(SUE, OTHER, "again")):
        assert refused(ended, command).code is Code.NOT_AWAITED
    again = meters.decide(grown, meters.received_by(meter, _moved(made[0])))
    assert again == ()


def _moved(out: tuple[e.MeterEvent, ...]) -> e.AmountMovedOut:
    found = next(each for each in out if isinstance(each, e.AmountMovedOut))
    assert found.number == 1
    return found


def test_what_a_retired_meter_leaves_stays_where_players_can_win_it() -> None:
    """Above a maximum nobody could; it would pay for what the house has to put on the meter itself."""
    meter = after(running(), staked("t1", 1, 100_000), c.Stop(SUE))
    tight = other(replace(TERMS, maximum=Cents(1_006_999)))
    told = meters.transfer(meter, tight, c.Retire(SUE, OTHER, "game withdrawn"))
    assert isinstance(told, Refusal)
    assert (told.code, told.cite) == (Code.BAD_AMOUNT, "Ch.12 §D(6)(b)(i)")
    assert "above its maximum $10069.99; name another meter" in told.message
    wide = other(replace(TERMS, maximum=Cents(1_007_000)))
    made = meters.transfer(meter, wide, c.Retire(SUE, OTHER, "game withdrawn"))
    assert not isinstance(made, Refusal)
    assert meters.fold(wide, made[1]).shown == 1_007_000
    hidden = replace(after(running(), c.Stop(SUE)), shown=Cents(100), reserve=Cents(50))
    must = running(super_4("t5"), terms=MUST, point=secret(25_100))
    must = replace(must, name=OTHER)
    told = meters.transfer(hidden, must, c.Retire(SUE, OTHER, "game withdrawn"))
    assert isinstance(told, Refusal)
    assert "it has no reset meter for the reserve of $0.50" in told.message


def test_nobody_but_the_house_says_that_an_amount_came_in() -> None:
    meter = running()
    assert refused(meter, c.Receive(DEE, OTHER, 1, Cents(100))).code is Code.WRONG_ROLE
    early = refused(meter, c.Receive(DEVICE, OTHER, 2, Cents(100)))
    assert (early.code, f"movement 2 of {OTHER} is not due" in early.message) == (Code.NOT_DUE, True)
    assert refused(meter, c.Receive(DEVICE, "match@floor", 1, Cents(100))).code is Code.NOT_DUE
    for amount in (-1, MOST_CENTS + 1):
        assert refused(meter, c.Receive(DEVICE, OTHER, 1, Cents(amount))).code is Code.BAD_AMOUNT
    for amount in (0, MOST_CENTS):
        assert happened(meter, c.Receive(DEVICE, OTHER, 1, Cents(amount)))
    for carried, reserve_carried in ((3, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
        wrong = c.Receive(DEVICE, OTHER, 1, Cents(1), Cents(0), carried, reserve_carried)
        assert "not a fraction of a cent" in refused(meter, wrong).message


def test_a_meter_that_somebody_may_still_win_is_not_retired() -> None:
    meter = after(running(), staked("t1", 1, 100))
    end = c.Retire(SUE, OTHER, "game withdrawn")
    assert "it is live" in refused(meter, end).message
    won = after(meter, whole(meter, "t1", 1), c.Stop(SUE))
    assert "is not paid" in refused(won, end).message
    stopped = after(meter, c.Stop(SUE))
    assert "is dealing a round" in refused(stopped, replace(end, in_play=("t1",))).message
    assert refused(stopped, c.Part(SUE, "t1", in_play=("t1",))).code is Code.NOT_DUE
    assert happened(stopped, end)


def test_a_round_under_way_when_the_meter_is_stopped_may_win_it_still() -> None:
    stopped = after(running(), staked("t1", 1, 100_000), c.Stop(SUE))
    won = paid(after(stopped, whole(stopped, "t1", 1)), "t1.1.1")
    assert (won.last[0].taken, won.shown, won.live) == (507_000, RESET, False)


# The law data.

METERED = {
    "progressive_blackjack": "§19(a)",
    "super_4_progressive": "§19(j)",
    "must_hit": "§19(m)",
    "blazing_7s": "§31(l)",
}


def test_every_document_has_a_provision_behind_every_act() -> None:
    assert meter_reasons()["malfunction"].approvals == 2
    for law in documents():
        if not any(law.wager(wager).meters for wager in law.wager_ids):
            continue
        assert set(law.meter_acts) == {"system", "validation", "registered"}
        for name, act in law.meter_acts.items():
            assert act_cite(name, law)
            assert all(law.wager(wager).meters for wager in act.own)


def test_an_act_with_a_meter_cites_the_section_of_its_wager() -> None:
    """Massachusetts has three: §19(a)-(i), Super 4 with Must Hit in §19(j)-(n), and §31."""
    cites = {wager: act_cite("system", document("ma-blackjack"), wager) for wager in METERED}
    assert cites == METERED


def test_a_link_over_documents_names_them() -> None:
    meter = running(edge("t1"), edge("t2", document="players-edge-21-brochure", paytable=""))
    told = refused(meter, c.Claim(SUE, "nothing"))
    assert told.code is Code.WRONG_ROLE
    assert told.cite == ("md-players-edge-21 Ch.7 §O(1)(c); players-edge-21-brochure BR-A01")
    assert meter.members[1].offer == MATCH
