"""The tails that the statistics rest on, held against closed forms and printed tables."""

from __future__ import annotations

import math

import pytest

from fair.tails import both_sides, chi_square_tail, rejected


@pytest.mark.parametrize("x", [0.001, 0.5, 1, 3, 10, 60, 300])
def test_two_degrees_have_a_closed_form(x: float) -> None:
    assert chi_square_tail(x, 2) == pytest.approx(math.exp(-x / 2), rel=1e-10)


@pytest.mark.parametrize("x", [0.001, 0.5, 1, 3, 10, 60, 300])
def test_one_degree_is_the_normal_tail(x: float) -> None:
    assert chi_square_tail(x, 1) == pytest.approx(math.erfc(math.sqrt(x / 2)), rel=1e-10)


@pytest.mark.parametrize("freedom", [4, 40, 400, 4_000])
@pytest.mark.parametrize("ratio", [0.5, 0.9, 1, 1.1, 1.5])
def test_even_degrees_are_a_poisson_sum(freedom: int, ratio: float) -> None:
    half = freedom * ratio / 2
    terms = (math.exp(k * math.log(half) - half - math.lgamma(k + 1)) for k in range(freedom // 2))
    expected = math.fsum(terms)
    assert chi_square_tail(2 * half, freedom) == pytest.approx(expected, rel=1e-8, abs=1e-13)


@pytest.mark.parametrize(
    ("freedom", "critical"), [(1, 6.635), (10, 23.209), (23, 41.638), (100, 135.807), (1_000, 1106.969)]
)
def test_one_in_a_hundred_as_printed_in_tables(freedom: int, critical: float) -> None:
    assert chi_square_tail(critical, freedom) == pytest.approx(0.01, rel=1e-3)


def test_many_degrees_are_nearly_normal() -> None:
    """Held against the normal tail by Wilson and Hilferty, good to some parts in a thousand here."""
    freedom = 311**2
    beyond = freedom + 3 * math.sqrt(2 * freedom)
    spread = 2 / (9 * freedom)
    z = ((beyond / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    assert chi_square_tail(beyond, freedom) == pytest.approx(math.erfc(z / math.sqrt(2)) / 2, rel=1e-3)
    assert chi_square_tail(freedom, freedom) == pytest.approx(0.5, abs=0.001)
    assert chi_square_tail(0, 5) == 1


def test_too_even_counts_as_much_as_too_uneven() -> None:
    assert both_sides(0.5) == 1
    assert both_sides(0.01) == pytest.approx(0.02)
    assert both_sides(0.99) == pytest.approx(0.02)


def test_holm_goes_from_the_smallest_until_one_stands() -> None:
    found = rejected({"a": 0.001, "b": 0.004, "c": 0.0045, "d": 0.9}, level=0.01)
    assert found == ["a"], "b is above 0.01 / 3, which ends it"
    assert rejected({"a": 0.002, "b": 0.003, "c": 0.9}, level=0.01) == ["a", "b"]
    assert rejected({"a": 0.01}, level=0.01) == ["a"]
    assert rejected({"a": 0.5, "b": 0.6}, level=0.01) == []
