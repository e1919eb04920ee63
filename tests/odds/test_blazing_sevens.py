"""What the figures printed for the two samples of Massachusetts §31(d) stand on.

The text gives neither decks, seed nor contribution; these are the round figures that give its prints.
"""

from __future__ import annotations

from fractions import Fraction

from cutcard.odds.answers import Answer
from cutcard.odds.question import question
from cutcard.odds.registry import answer
from odds.asked import MA, odds, percent

PRINTED = {"1": "24.78", "2": "23.59"}
PRINTED_HITS = "14.82"
FOUND = (6, Fraction(24, 100), 2000)
"""Decks, contribution of the stake to the meter, and dollars of seed for each dollar staked."""


def house_advantage(sample: str, decks: int, rate: Fraction, seed: int) -> Fraction:
    """One less the fixed awards, the contribution to the meter, and the seed each time all of it goes.

    Awards from the meter cost what the stakes put there; only the reseed is the house's own money.
    """
    empty = answer(question(MA, "blazing_7s", paytable=sample, decks=decks, unset_meters="zero"))
    whole = next(row for row in empty.rows if row.pays.startswith("100%"))
    return Fraction(empty.house_edge) - rate - Fraction(whole.probability) * seed


def test_what_the_printed_house_advantages_of_blazing_7s_stand_on() -> None:
    decks, rate, seed = FOUND
    for sample, printed in PRINTED.items():
        assert percent(house_advantage(sample, decks, rate, seed), 2) == printed
    lost = next(row for row in odds(MA, "blazing_7s", "1", decks).rows if row.outcome == "lose")
    assert percent(1 - Fraction(lost.probability), 2) == PRINTED_HITS


def fitting_seeds(found: Answer, printed: str, rate: Fraction) -> set[int]:
    """The seeds by five hundred, up to 50,000, with which a sample's advantage rounds to the print."""
    whole = Fraction(found.rows[0].probability)
    over = Fraction(found.house_edge) - rate - Fraction(printed) / 100
    half = Fraction(5, 100_000)
    return {seed for seed in range(0, 50_001, 500) if -half <= over - whole * seed < half}


def test_no_other_round_figures_give_them() -> None:
    """Contributions by half a percent, seeds by five hundred, one to ten decks: one solution."""
    fitting = []
    for decks in range(1, 11):
        empty = {sample: odds(MA, "blazing_7s", sample, decks) for sample in PRINTED}
        for rate in (Fraction(halves, 200) for halves in range(120)):
            seeds = [fitting_seeds(empty[sample], PRINTED[sample], rate) for sample in PRINTED]
            fitting += [(decks, rate, seed) for seed in set.intersection(*seeds)]
    assert fitting == [FOUND]


def test_the_long_run_edge_of_a_table_so_set_is_the_printed_one() -> None:
    decks, rate, seed = FOUND
    settings = {"rate_of_progression": str(float(rate)), "initial_amount": seed, "reset_amount": seed}
    for sample, printed in PRINTED.items():
        asked = question(MA, "blazing_7s", paytable=sample, decks=decks, settings=settings)
        (meter,) = answer(asked).meters
        edge = meter.facts["long_run_house_edge"]
        assert isinstance(edge, Fraction)
        assert percent(edge, 2) == printed
