"""Wheels and the bonus button: exact calls by the cards, the operator's weights, prices as settled."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from cutcard.cards import cards
from cutcard.money import Cents
from cutcard.odds.answers import Answer
from cutcard.odds.composition import Composition
from cutcard.odds.problem import OddsError
from cutcard.odds.question import Question, question
from cutcard.odds.registry import METHODS
from cutcard.rules.hand import is_natural

ONE, FIVE = Cents(100), Cents(500)
SMALL = "As Ah 6c 7d 6h Kh Qh 9s"
BLACKJACK = Fraction(2 * 24 * 96, 312 * 311)
"""Of six decks: an ace and one of the 96 ten-valued cards, in two orders."""


def odds(asked: Question) -> Answer:
    found = METHODS[asked.offer.law.classifier](asked)
    assert sum(row.probability for row in found.rows) == 1
    return found


def spin(wheel: dict[str, int], stake: Cents = ONE, seats: int = 1, paytable: str = "B") -> Answer:
    options = {"wheel": wheel} if wheel else {}
    return odds(
        question(
            "md-blackjack", "bonus_spin", paytable=paytable, stake=stake, options=options, seats=seats
        )
    )


def test_a_dollar_spins_on_a_blackjack_and_five_on_any_ace() -> None:
    """Ch.6 §G(17), MD-A65."""
    assert spin({"$10": 1}).extra["spin_chance"] == BLACKJACK
    two_others = Fraction(288 * 287, 312 * 311)
    assert spin({"$10": 1}, FIVE).extra["spin_chance"] == 1 - two_others


@pytest.mark.parametrize(("stake", "lone_ace"), [(ONE, False), (FIVE, True)])
def test_calls_for_a_spin_on_a_small_shoe(stake: Cents, lone_ace: bool) -> None:
    asked = question("md-blackjack", "bonus_spin", stake=stake)
    asked = replace(asked, composition=Composition.of(cards(SMALL)))
    orders = list(permutations(cards(SMALL), 2))
    calls = [two for two in orders if is_natural(two) or (lone_ace and any(c.is_ace for c in two))]
    assert odds(asked).extra["spin_chance"] == Fraction(len(calls), len(orders))


def test_weights_price_the_wheel() -> None:
    """Ch.13 §Q: a symbol pays its dollars and the stake is kept (MD-A72)."""
    found = spin({"jackpot": 1, "$1000": 3, "$10": 96})
    mean = Fraction(5000 + 3 * 1000 + 96 * 10, 100)
    assert found.player_edge == BLACKJACK * mean - 1
    assert found.method == "exact"
    (meter,) = found.meters
    assert meter.slope == BLACKJACK / 100
    assert meter.facts["hit_chance"] == BLACKJACK / 100


def test_no_wheel_filed_is_answered_as_an_assumption() -> None:
    found = spin({})
    assert found.method == "assumed"
    assert any("equal stops are assumed" in said for said in found.assumptions)


def test_a_fixed_prize_leaves_its_meter() -> None:
    """MD-A62: table A's jackpot is a prize as displayed, however often it is won."""
    (meter,) = spin({"jackpot": 1}, paytable="A").meters
    assert "meter_at_hit" not in meter.facts


def test_community_pay_comes_by_the_spins_of_others() -> None:
    """MD-A64: $250 to the spinner, $100 to every other bettor of $1."""
    alone, three = (spin({"$250/$100": 1, "$10": 9}, seats=seats) for seats in (1, 3))
    assert alone.player_edge == three.player_edge == BLACKJACK * Fraction(250 + 9 * 10, 10) - 1
    community = three.extra["community"]
    assert isinstance(community, dict)
    assert community["each_other_seat_adds"] == BLACKJACK * Fraction(100, 10)
    assert community["player_edge"] == three.player_edge + 2 * BLACKJACK * 10


def test_pontoon_spins_for_a_natural_from_decks_without_tens() -> None:
    found = odds(question("md-pontoon-21", "bonus_spin_progressive", options={"wheel": {"$10": 1}}))
    natural = Fraction(2 * 24 * 72, 288 * 287)
    assert found.extra["spin_chance"] == natural
    assert found.player_edge == natural * Fraction(1000, 110) - 1


def test_a_fixed_jackpot_prize_is_no_share_of_the_meter() -> None:
    """PO-A08."""
    options = {"wheel": {"jackpot": 1}, "jackpot_prize": "2000"}
    found = odds(question("md-pontoon-21", "bonus_spin_progressive", paytable="A", options=options))
    assert found.rows[0].pays == "$2000"
    assert found.meters == ()


@pytest.mark.proves("PO-118", readings=["PO-A06", "PO-A08"])
def test_the_other_stake_spins_for_its_own_prize_table() -> None:
    """Ch.12 §D: what is fixed and what a meter pays goes by the stake, whichever table comes first."""
    filed = {"wheel": {"jackpot": 1, "$50": 9}, "jackpot_prize": "2000"}
    stakes = {"A": Cents(110), "D": FIVE}
    found = {
        (first, second, played): odds(
            question(
                "md-pontoon-21",
                "bonus_spin_progressive",
                paytable=first,
                stake=stakes[played],
                options={**filed, "second_spin_table": second},
            )
        )
        for first, second in (("A", "D"), ("D", "A"))
        for played in stakes
    }
    assert found["A", "D", "A"].rows == found["D", "A", "A"].rows
    assert found["A", "D", "D"].rows == found["D", "A", "D"].rows
    assert found["A", "D", "D"].rows[0].pays == "100% of bonus_spin_progressive"
    assert found["A", "D", "D"].meters == found["D", "A", "D"].meters != ()
    assert found["D", "A", "A"].meters == ()


def xtreme(seats: int) -> Answer:
    wheel = {"xtreme_wheel": {"primary_jackpot": 1, "$1000": 9}}
    return odds(
        question(
            "md-pontoon-21", "bonus_spin_xtreme_progressive", stake=FIVE, options=wheel, seats=seats
        )
    )


def test_one_xtreme_spin_serves_the_table() -> None:
    """Ch.12 §E, §F, PO-A22: one amount to the hot spot, the other to every other seat; no jackpot is."""
    called = Fraction(2 * 24 * 72, 288 * 287)
    assert xtreme(1).player_edge == called * (Fraction(1, 10) * 2000 + Fraction(9, 10) * 200) - 1
    hot = Fraction(1, 10) * 2000 + Fraction(9, 10) * 200
    other = Fraction(9, 10) * 30
    four = xtreme(4)
    assert four.player_edge == called * (hot + 3 * other) / 4 - 1
    primary = four.meters[0]
    assert primary.facts["hit_chance"] == called / 10
    assert primary.slope == called / 10 / 4 / 5


def test_the_button_pays_what_was_filed() -> None:
    """§20(d), (j)."""
    awards = {"bonus_button_awards": {"5": 10, "25": 5, "100": 1}}
    found = odds(question("ma-blackjack", "blackjack_bonus", options=awards, stake=ONE))
    assert found.extra["mean_award"] == Fraction(10 * 5 + 5 * 25 + 100, 16)
    assert found.player_edge == BLACKJACK * Fraction(275, 16) - 1


@pytest.mark.parametrize(
    ("stake", "awards", "message"),
    [
        (ONE, {}, "state the awards"),
        (ONE, {"2": 1}, "printed range"),
        (ONE, {"2000": 1}, "out of range"),
        (FIVE, {"25": 1}, "out of range"),
    ],
)
def test_awards_that_are_not_filed_or_not_permitted(
    stake: Cents, awards: dict[str, int], message: str
) -> None:
    options = {"bonus_button_awards": awards} if awards else {}
    with pytest.raises(OddsError, match=message):
        odds(question("ma-blackjack", "blackjack_bonus", options=options, stake=stake))


def test_a_symbol_that_no_table_knows_is_refused() -> None:
    with pytest.raises(OddsError, match=r"\$77"):
        spin({"$77": 1})


def test_a_shoe_without_the_cards_that_call_for_it_is_refused() -> None:
    asked = question("md-blackjack", "bonus_spin", stake=ONE)
    asked = replace(asked, composition=Composition.of(cards("2c 3c 4c 5c 6c")))
    with pytest.raises(OddsError, match="call for it"):
        odds(asked)
