"""The risk of a way to bet, beside games whose ruin is known exactly."""

from __future__ import annotations

from math import sqrt

import pytest

from cutcard.odds import RISKS, Risk, risk_of


def test_ruin_is_that_of_a_biased_coin() -> None:
    heads, bankroll = 0.505, 100
    win = 2 * heads - 1
    exact = ((1 - heads) / heads) ** bankroll
    risk = Risk(win, sqrt(1 - win * win))
    assert risk.ruin(bankroll) == pytest.approx(exact, rel=1e-3)
    assert risk.bankroll(exact) == pytest.approx(bankroll, rel=1e-3)


def test_figures_that_counters_know() -> None:
    risk = risk_of(1.0, 12.0)  # a unit in a hundred hands, 1.2 units a hand
    assert risk is not None
    assert risk.n0 == pytest.approx(14_400)
    assert risk.desirability == pytest.approx(1000 / sqrt(14_400))
    assert risk.bankroll(0.05) == pytest.approx(215.7, abs=0.1)
    assert list(risk.bankrolls) == list(RISKS)


@pytest.mark.parametrize(("win", "deviation"), [(0.0, 12.0), (-1.0, 12.0), (1.0, None), (1.0, 0.0)])
def test_nothing_won_is_no_risk_to_weigh(win: float, deviation: float | None) -> None:
    assert risk_of(win, deviation) is None
