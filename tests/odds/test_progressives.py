"""Meters: closed forms derived by hand, the settlement's sharing, and what must balance."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from cutcard.law.ruleset.meters import MeterSetting
from cutcard.money import Cents
from cutcard.odds.priced_rows import price
from cutcard.odds.question import Question, question
from cutcard.odds.sides.first_cards import by_first_cards
from cutcard.odds.sides.progressives import (
    break_even,
    envy,
    hit_patterns,
    meter,
    meter_odds,
)

RATE = Fraction(3, 10)
SEED = Fraction(1000)


def run(asked: Question, name: str, rate: Fraction = RATE, seed: Fraction = SEED) -> Question:
    """The question at a table that set its meter."""
    amount = Cents(int(seed * 100))
    setting = MeterSetting(initial=amount, reset=amount, rate=rate)
    offer = replace(asked.offer, settings={**asked.offer.settings, "meters": {name: setting}})
    rules = replace(asked.rules, offers={**asked.rules.offers, asked.offer.law.id: offer})
    return replace(asked, rules=rules, offer=offer)


def hit_and_run() -> Question:
    return run(question("md-blackjack", "hit_and_run"), "hit_and_run")


def blazing(sharing: str = "sequential") -> Question:
    options = {"blazing_7s_sharing": sharing}
    asked = question("ma-blackjack", "blazing_7s", meters={"blazing_7s": Cents(100000)}, options=options)
    return run(asked, "blazing_7s")


P, Q = Fraction(1, 40000), Fraction(1, 9000)
WHOLE = {"eight_or_more_cards": P}
PARTS = {"three_sevens_suited": P, "three_sevens_same_color": Q}


def test_the_mean_meter_at_a_hit_is_the_seed_and_what_the_wagers_between_hits_add() -> None:
    """A geometric wait: 1/p wagers on average, the one that hits among them, each adding its rate."""
    found = meter(hit_and_run(), "hit_and_run", WHOLE)
    assert found.meter_at_hit == SEED + RATE / P
    assert found.seed_cost == P * SEED
    assert found.facts()["rounds_between_hits"] == 1 / P


def test_a_part_of_the_meter_paid_now_and_then_holds_it_down() -> None:
    """In balance: what a wager adds and the seeds bring is what hits take, p m + q m / 10."""
    found = meter(blazing(), "blazing_7s", PARTS)
    assert found.meter_at_hit == (P * SEED + RATE) / (P + Q / 10)


def test_a_tenth_of_the_meter_is_an_award_and_no_hit() -> None:
    """§31(d): three sevens of one colour take 10%, and nine tenths go on growing."""
    facts = meter(blazing(), "blazing_7s", PARTS).facts()
    assert (facts["hit_chance"], facts["rounds_between_hits"]) == (P, 1 / P)
    assert (facts["award_chance"], facts["rounds_between_awards"]) == (P + Q, 1 / (P + Q))
    whole = meter(hit_and_run(), "hit_and_run", WHOLE).facts()
    assert "award_chance" not in whole


@pytest.mark.parametrize("sharing", ["sequential", "equal_split"])
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_in_the_long_run_a_meter_pays_what_is_put_in(sharing: str, seats: int) -> None:
    found = meter(blazing(sharing), "blazing_7s", PARTS, seats=seats)
    assert found.seed_cost is not None
    assert found.meter_at_hit is not None
    assert found.return_at(found.meter_at_hit) == RATE + found.seed_cost


def test_the_dealers_hand_pays_all_seats_one_after_the_other() -> None:
    """Ch.13 §Q(4) third, MD-A71: the first takes the meter, each after it the reset amount."""
    found = meter(hit_and_run(), "hit_and_run", WHOLE, seats=4, together=True)
    paid = found.paid[max(found.hits, key=len)]
    assert [one.at(Fraction(9000)) for one in paid.each] == [9000, 1000, 1000, 1000]
    assert found.hit_chance == P
    assert found.return_at(Fraction(9000)) == P * (9000 + 3 * 1000) / 4


def test_an_equal_split_divides_one_meter() -> None:
    found = meter(blazing("equal_split"), "blazing_7s", {"three_sevens_suited": P}, seats=3)
    three = ("three_sevens_suited",) * 3
    assert [line.at(Fraction(9000)) for line in found.paid[three].each] == [3000, 3000, 3000]
    assert found.hits[three] == P**3


def test_more_seats_never_leave_a_player_more_of_one_meter() -> None:
    at = Fraction(20000)
    for sharing in ("sequential", "equal_split"):
        returns = [
            meter(blazing(sharing), "blazing_7s", PARTS, seats=n).return_at(at) for n in (1, 2, 3)
        ]
        assert returns == sorted(returns, reverse=True)
        assert len(set(returns)) == 3


@pytest.mark.parametrize("together", [True, False])
def test_the_chances_of_all_patterns_add_up_to_one(together: bool) -> None:
    found = hit_patterns(PARTS, 4, together=together)
    assert sum(found.values()) == 1
    assert all(len(hits) <= 4 for hits in found)


def test_the_edge_goes_in_a_line_and_is_zero_at_the_break_even() -> None:
    asked = hit_and_run()
    (found,) = meter_odds(asked, WHOLE, Fraction(-2, 5))
    assert found.slope == P
    assert found.break_even == SEED + Fraction(2, 5) / P
    assert Fraction(-2, 5) + found.slope * (found.break_even - found.amount) == 0
    assert found.facts["long_run_house_edge"] == Fraction(2, 5) - RATE - P * SEED + P * SEED


def test_no_meter_breaks_even_where_it_is_never_paid_or_need_not_grow() -> None:
    assert break_even(edge=Fraction(-1), shown=Fraction(10), slope=Fraction(0)) is None
    assert break_even(edge=Fraction(1), shown=Fraction(10), slope=Fraction(1, 20)) is None


def test_envy_grows_by_the_printed_amounts_with_each_other_seat() -> None:
    """§19(n): $3,000 and $1,000 to each other Super 4 bettor."""
    asked = question(
        "ma-blackjack",
        "super_4_progressive",
        paytable="8_decks",
        decks=8,
        meters={"super_4_progressive": Cents(1000000)},
        stake=Cents(500),
    )
    chances = {"royal_flush_in_chosen_suit": P, "royal_flush": Q, "pair": Fraction(1, 50)}
    assert envy(asked, chances, seats=1) == 0
    assert envy(asked, chances, seats=4) == 3 * (3000 * P + 1000 * Q) / 5


@pytest.mark.parametrize(("sample", "percent"), [("1", "24.78"), ("2", "23.59")])
def test_the_printed_figures_of_blazing_sevens(sample: str, percent: str) -> None:
    """§31(d) prints both house advantages and a hit frequency of 14.82%, but not what they rest on.

    Six decks, a $1 stake of which 24% goes to the meter and a $2,000 seed give all three, the meter
    being paid out in the long run. Taken the other way, the two advantages leave for the seed of six
    decks $2,006 give or take $8 and for the rate 23.99% give or take 0.02%; five decks would need
    $2,185 and 24.35%, and only five and six have that hit frequency (MA-A85).
    """
    asked = question(
        "ma-blackjack",
        "blazing_7s",
        paytable=sample,
        decks=6,
        meters={"blazing_7s": Cents(200000)},
        stake=Cents(100),
    )
    found = by_first_cards(run(asked, "blazing_7s", Fraction(24, 100), Fraction(2000)))
    (odds,) = found.meters
    assert f"{100 * float(odds.facts['long_run_house_edge']):.2f}" == percent
    assert (
        f"{100 * float(sum(row.probability for row in found.rows if row.outcome != 'lose')):.2f}"
        == "14.82"
    )
    assert odds.facts["long_run_return"] == Fraction(24, 100) + odds.facts["seed_cost"]


@pytest.mark.parametrize(
    ("hit", "told"),
    [
        (Fraction(1, 10**6), "The stake is $1.00: the document leaves it open, and of $1.00, $5.00, "),
        (Fraction(1), "The stake is $100.00: the document leaves it open, and each of $1.00, $5.00, "),
    ],
)
def test_a_stake_that_is_assumed_is_told_for_what_it_is(hit: Fraction, told: str) -> None:
    """$10,000 for every stake favours the player at any of them: then none is said not to."""
    won, lost = ("three_sevens_of_diamonds",), ()
    priced = price(question("md-blackjack", "blazing_7s"), {won: hit, lost: 1 - hit})
    assert priced.assumptions[0].startswith(told)
    assert ("does not favour" in priced.assumptions[0]) is (priced.player_edge <= 0)
