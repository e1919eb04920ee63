"""From totals to figures: the edge, its standard error, rows beside the exact ones."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest

from cutcard.odds.answers import Answer, RowOdds
from cutcard.sim.results.results import Totals, compared, largest_error_squared, results, wagers_of

Array = np.ndarray[Any, Any]
STAKE = 2


def totals_of(nets: list[Array], wager: str = "main", rows: dict[str, int] | None = None) -> Totals:
    """Units of rounds, each round's net in counts of half a stake, added up as an engine does."""
    by_unit = [(int(unit.sum()), len(unit)) for unit in nets]
    every = np.concatenate(nets)
    found = {
        "units": len(nets),
        "rounds": len(every),
        f"{wager}.bets": len(every),
        f"{wager}.staked": STAKE * len(every),
        f"{wager}.net": int(every.sum()),
        f"{wager}.hits": int((every > 0).sum()),
        f"{wager}.square": int((every**2).sum()),
        f"{wager}.unit_square": sum(net * net for net, _ in by_unit),
        f"{wager}.unit_cross": sum(net * rounds for net, rounds in by_unit),
        "rounds.unit_square": sum(rounds * rounds for _, rounds in by_unit),
        **{f"{wager}.row.{name}": count for name, count in (rows or {}).items()},
    }
    return Totals(tuple(found), tuple(found.values()))


def shoes(chance: np.random.Generator, many: int, luck: float) -> list[Array]:
    """Units whose rounds share their luck and whose length depends on it."""
    found = []
    for _ in range(many):
        shared = chance.normal(0, luck)
        size = int(chance.integers(20, 60)) + (10 if shared > 0 else 0)
        nets = np.rint(chance.normal(-0.05 + shared, 2, size))
        found.append(nets.astype(np.int64))
    return found


def test_figures_of_a_wager() -> None:
    (found,) = results(totals_of([np.array([2, -2, -2]), np.array([3, 0])]))
    assert found.wager == "main"
    assert (found.rounds, found.bets) == (5, 5)
    assert found.house_edge == pytest.approx(-1 / 10)
    assert found.hit_frequency == pytest.approx(2 / 5)
    assert found.standard_deviation == pytest.approx(np.std([1, -1, -1, 1.5, 0]))


def test_the_error_is_that_of_a_ratio_over_units() -> None:
    units = shoes(np.random.default_rng(3), 200, 0.3)
    (found,) = results(totals_of(units))
    net, rounds = np.array([u.sum() for u in units]), np.array([len(u) for u in units])
    ratio = net.sum() / rounds.sum()
    spread = ((net - ratio * rounds) ** 2).sum() / (len(units) - 1)
    assert found.standard_error == pytest.approx(
        sqrt(spread / len(units)) / rounds.mean() / STAKE, rel=1e-9
    )


def test_the_error_counts_that_rounds_of_one_shoe_go_together() -> None:
    """Over many runs the edge scatters as its standard error says, which independence would deny."""
    chance = np.random.default_rng(11)
    runs = [results(totals_of(shoes(chance, 60, 0.5)))[0] for _ in range(300)]
    edges = np.array([each.house_edge for each in runs])
    told = np.mean([each.standard_error for each in runs])
    naive = np.mean([each.standard_deviation / sqrt(each.bets) for each in runs])
    assert 0.88 < edges.std() / told < 1.12
    assert edges.std() / naive > 1.5


def test_one_unit_tells_no_error() -> None:
    totals = totals_of([np.array([1, -2])])
    assert results(totals)[0].standard_error is None
    assert largest_error_squared(totals) is None


def test_the_largest_error_is_that_of_the_wildest_wager() -> None:
    calm, wild = [np.array([1, -1]), np.array([1, 0])], [np.array([50, -1]), np.array([-1, -1])]
    parts = [totals_of(calm), totals_of(wild, "side")]
    both = dict(zip(parts[0].columns, parts[0].values, strict=True))
    both |= dict(zip(parts[1].columns, parts[1].values, strict=True))
    totals = Totals(tuple(both), tuple(both.values()))
    assert wagers_of(totals) == ("main", "side")
    side = results(totals)[1].standard_error
    assert side is not None
    assert largest_error_squared(totals) == pytest.approx(side**2)


def answer(*rows: tuple[str, Fraction, int]) -> Answer:
    return Answer(
        document="md-blackjack",
        variation=None,
        wager="side",
        paytable="A",
        decks=6,
        options={},
        method="exact",
        assumptions=(),
        rows=tuple(RowOdds(name, "", chance, Fraction(net), "") for name, chance, net in rows),
        cite="",
    )


def test_rows_beside_the_exact_ones() -> None:
    nets = [np.array([4, -2, -2, -2]), np.array([-2, -2, -2, -2])] * 50
    rows = {"pair": 50, "lose": 350, "never": 0}
    (found,) = results(totals_of(nets, "side", rows))
    assert [row.outcome for row in found.rows] == ["pair", "lose"]
    tenth = Fraction(1, 10)
    exact = answer(("pair", tenth, 3), ("lose", 8 * tenth, -1), ("rare", tenth, 0))
    told = compared(found, exact)
    by_name = {row.outcome: row for row in told.rows}
    assert by_name.keys() == {"pair", "lose", "rare"}
    assert by_name["pair"].exact == tenth
    assert by_name["pair"].z == pytest.approx((0.125 - 0.1) / sqrt(0.09 / 400))
    assert by_name["rare"].count == 0
    assert by_name["rare"].z == pytest.approx(-0.1 / sqrt(0.09 / 400))
    assert told.exact == Fraction(1, 2)
    assert told.standard_error is not None
    assert told.z == pytest.approx((found.house_edge - 0.5) / told.standard_error)


def test_rows_of_one_outcome_at_several_prices_are_one() -> None:
    (found,) = results(totals_of([np.array([4, -2])] * 4, "side", {"pair": 4, "lose": 4}))
    quarter = Fraction(1, 4)
    exact = answer(("pair", quarter, 3), ("pair", quarter, 4), ("lose", 2 * quarter, -1))
    told = compared(found, exact)
    assert {row.outcome: row.exact for row in told.rows} == {"pair": 2 * quarter, "lose": 2 * quarter}


def test_the_edge_of_another_play_may_be_told() -> None:
    (found,) = results(totals_of([np.array([4, -2])] * 4, "side"))
    assert compared(found, answer(("pair", Fraction(1), 3)), edge_by=-0.25).exact == 0.25


def test_no_difference_is_measured_where_the_answer_is_about_another_play() -> None:
    (found,) = results(totals_of([np.array([4, -2])] * 4, "side", {"pair": 4, "lose": 4}))
    half = Fraction(1, 2)
    told = compared(found, answer(("pair", half, 3), ("lose", half, -1)), note="Nobody splits.")
    assert told.exact == -1
    assert (told.z, told.note) == (None, "Nobody splits.")
    assert [(row.exact, row.z) for row in told.rows] == [(half, None), (half, None)]


def test_bets_that_win_together_count_for_fewer() -> None:
    """Three boxes that wait for one dealer's hand: a third as many bets tell anything."""
    chance = np.random.default_rng(5)
    hands = [np.repeat(chance.choice([2, -2], 40), 3) for _ in range(200)]
    count = int(sum((each > 0).sum() for each in hands))
    (found,) = results(totals_of(hands, "side", {"win": count, "lose": 24_000 - count}))
    half = Fraction(1, 2)
    told = {
        row.outcome: row for row in compared(found, answer(("win", half, 1), ("lose", half, -1))).rows
    }
    naive = (count / 24_000 - 0.5) / sqrt(0.25 / 24_000)
    assert told["win"].z == pytest.approx(naive / sqrt(3), rel=0.15)
