"""Must Hit: an even hidden point, against going through every cent of the range."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cutcard.money import Cents
from cutcard.odds.answers import Answer
from cutcard.odds.catalogue import CatalogueQuestion, CatalogueRequest, entry
from cutcard.odds.problem import OddsError, UnfiledError
from cutcard.odds.question import question
from cutcard.odds.sides.progressives import HitPoint, hit_points, must_hit_odds

RANGE = HitPoint(Fraction(250), Fraction(1000))


def test_the_chances_of_all_stretches_of_a_run_add_up_to_one() -> None:
    shown, left, in_all, mean = RANGE.reset, Fraction(1), Fraction(0), Fraction(0)
    step = Fraction(7, 2)
    while shown < RANGE.maximum:
        chance = left * RANGE.hit_chance(shown, step)
        in_all += chance
        mean += chance * RANGE.mean_award(shown, step)
        left -= chance
        shown += step
    assert in_all == 1
    assert mean == RANGE.meter_at_hit() == 625


def test_what_a_contribution_brings_back_is_paid_over_contributed() -> None:
    """Over a run: $625 paid on average for $375 of contributions, so 5/3 on each dollar."""
    assert RANGE.return_per_contribution == Fraction(5, 3)


def test_a_higher_meter_is_hit_sooner_and_pays_more() -> None:
    low, high = Fraction(300), Fraction(900)
    assert RANGE.hit_chance(low, Fraction(1)) < RANGE.hit_chance(high, Fraction(1))
    assert RANGE.mean_award(low, Fraction(1)) < RANGE.mean_award(high, Fraction(1))
    assert RANGE.meter_at_hit(high) == 950


@pytest.mark.parametrize("shown", [249, 1000, 1001])
def test_a_meter_outside_its_range_is_refused(shown: int) -> None:
    with pytest.raises(OddsError, match="must_hit"):
        RANGE.hit_chance(Fraction(shown), Fraction(1))


def test_a_range_that_is_none_is_refused() -> None:
    with pytest.raises(OddsError, match="no range"):
        HitPoint(Fraction(500), Fraction(500))


def test_the_printed_ranges_of_both_documents() -> None:
    """§19(m) Table 1; Ch.13 §U(2)."""
    found = [hit_points(question("ma-blackjack", "must_hit", paytable=each)) for each in "123"]
    printed = [HitPoint(Fraction(a), Fraction(b)) for a, b in ((250, 1000), (100, 500), (100, 200))]
    assert [next(iter(each.values())) for each in found] == printed
    maryland = hit_points(question("md-blackjack", "must_hit"))
    assert list(maryland.values()) == printed


def answered(document: str, *, seats: int = 1, shown: int | None = None) -> Answer:
    meters = {} if shown is None else {"must_hit": Cents(shown * 100)}
    settings = {} if document == "ma-blackjack" else {"rate_of_progression": "0.02"}
    asked = question(
        document, "must_hit", meters=meters, seats=seats, stake=Cents(500), settings=settings
    )
    found = must_hit_odds(asked)
    assert sum(row.probability for row in found.rows) == 1
    return found


def test_a_wager_is_worth_its_part_of_what_is_left() -> None:
    """§19(m), configuration 1: 5% of $5 moves $900 on by 25 cents, of the $100 that are left."""
    found = answered("ma-blackjack", shown=900)
    assert found.rows[0].probability == Fraction(25, 100) / 100
    assert found.player_edge == Fraction(1, 400) * (900 + Fraction(1, 8)) / 5
    assert found.meters[0].facts["long_run_return"] == Fraction(5, 100) * Fraction(5, 3)


def test_more_seats_move_the_meter_on_and_share_the_draw() -> None:
    alone, five = answered("ma-blackjack", shown=900), answered("ma-blackjack", shown=900, seats=5)
    assert five.rows[0].probability == alone.rows[0].probability
    assert five.rows[0].net == (900 + Fraction(5, 8)) / 5


@pytest.mark.parametrize(("document", "rate"), [("ma-blackjack", "0.05"), ("md-blackjack", "0.02")])
@pytest.mark.parametrize("seats", [1, 5])
@pytest.mark.parametrize("shown", [300, 900, 997])
def test_a_dollar_more_is_worth_what_the_edge_moves_by(
    document: str, rate: str, seats: int, shown: int
) -> None:
    """The slope at the middle of two meters ever closer to each other, from the edges themselves."""
    found = answered(document, seats=seats, shown=shown)

    def apart(step: Fraction) -> Fraction:
        added = Fraction(rate) * 5 * seats

        def edge(at: Fraction) -> Fraction:
            return RANGE.hit_chance(at, added) * RANGE.mean_award(at, added) / seats / 5

        assert edge(Fraction(shown)) == found.player_edge
        return (edge(shown + step) - edge(shown - step)) / (2 * step)

    slope = Fraction(found.meters[0].slope)
    error = [abs(apart(Fraction(1, n)) - slope) for n in (10**4, 10**6)]
    assert error[1] <= error[0] < 1e-6


def test_without_a_rate_there_is_no_edge_but_a_return_of_each_dollar_contributed() -> None:
    """Ch.13 §U(1): what part of a stake goes to the meter is the operator's to file."""
    with pytest.raises(UnfiledError, match=r"no edge until the rate .* \(set rate_of_progression=RATE"):
        must_hit_odds(question("md-blackjack", "must_hit"))
    line = entry(CatalogueRequest("md-blackjack"), CatalogueQuestion("must_hit", "A", 6))
    assert line.answer is None
    assert line.unanswered is not None
    assert line.unanswered.method == "unfiled"
    assert line.unanswered.known["return_per_contribution"] == Fraction(5, 3)
    assert any("a dollar contributed" in said for said in line.unanswered.assumptions)
