"""What watching comes to, from sums that are known; and the count's own proof on real rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from xml.etree import ElementTree

import pytest

from cutcard.odds.strategy import count_of
from cutcard.reports.run_plots import picture
from cutcard.sim.kernels.staged.watch_fields import SIDE
from cutcard.sim.plan import Plan, WatchRequest
from cutcard.sim.problem import SimError
from cutcard.sim.results.results import Totals, results
from cutcard.sim.runs.engine import Engine
from cutcard.sim.runs.simulation import sure_rounds, watching
from cutcard.sim.watch.layout import HALVES
from cutcard.sim.watch.results import ByCount, Watched, watched
from sim.engine_cases import Dealt, totals

CASE = Dealt("md-blackjack")
STAKE = 1000


def plan_with(watch: WatchRequest) -> Plan:
    return replace(CASE.plan(), watch=watch)


def told(
    watch: WatchRequest, sums: Mapping[str, int], spread: Mapping[int, Fraction] | None = None
) -> Watched:
    """What these sums say; all others are nothing."""
    engine = Engine(plan_with(watch))
    rounds = sum(value for name, value in sums.items() if name.endswith("/rounds"))
    sums = {**sums, "rounds": rounds}
    values = tuple(sums.get(name, 0) for name in engine.columns)
    assert set(sums) <= set(engine.columns)
    return watched(Totals(engine.columns, values), engine.watching, spread)


def half(name: str, at: int, rounds: int, net: int, square: int) -> dict[str, int]:
    found = {"rounds": rounds, "main/bets": rounds, "main/net": net, "main/square": square}
    return {f"count/{name}/{at}/{of}": value for of, value in found.items()}


def test_a_bin_has_its_edge_and_its_error() -> None:
    unit = STAKE // Engine(CASE.plan()).scale["main"]
    sums = {**half("even", 2, 60, 9 * unit, 90 * unit**2), **half("odd", 2, 40, unit, 30 * unit**2)}
    sums |= half("odd", -3, 300, -15 * unit, 400 * unit**2)
    (main,) = told(WatchRequest(count_of("hilo")), sums).by_count
    assert [(each.at, each.rounds, each.share) for each in main.bins] == [
        (-3, 300, 0.75),
        (2, 100, 0.25),
    ]
    assert [each.player_edge for each in main.bins] == [-0.05, 0.1]
    assert main.bins[1].standard_error == pytest.approx(sqrt((1.2 - 0.1**2) / 99))


def test_rounds_up_to_a_depth_are_those_of_a_cover_card_there() -> None:
    """Of 100 rounds in the first tenth and 300 in the third: 1% of 100, and 2.5% of all 400."""
    unit = STAKE // Engine(CASE.plan()).scale["main"]
    sums: dict[str, int] = {}
    for at, rounds, net in ((0, 100, 1), (2, 300, 9)):
        found = {"rounds": rounds, "main/bets": rounds, "main/net": net * unit}
        found["main/square"] = rounds * unit**2
        sums |= {f"depth/{at}/{of}": value for of, value in found.items()}
    (main,) = told(WatchRequest(by_depth=True), sums).by_depth
    assert [each.player_edge for each in main.bins] == [0.01, 0.03]
    rows = [(each.at, each.rounds, each.share, each.player_edge) for each in main.penetrations]
    assert rows == [(0, 100, 0.25, 0.01), (2, 400, 1.0, 0.025)]
    error = main.penetrations[1].standard_error
    assert error == pytest.approx(sqrt((1 - 0.025**2) / 399))


def test_a_cover_card_further_in_front_gives_what_a_deeper_run_says_of_it() -> None:
    """Two runs of their own, whose edges at half the shoe differ by chance alone."""
    deep = replace(CASE.plan(), watch=WatchRequest(by_depth=True))
    shallow = replace(CASE.plan(), penetration=Fraction(1, 2), seed=8)
    engine = Engine(deep)
    seen = watched(totals(engine, 0, 200), engine.watching)
    half_way = next(each for each in seen.by_depth[0].penetrations if each.at == 4)
    (alone,) = results(totals(Engine(shallow), 0, 200))
    assert half_way.standard_error is not None
    assert alone.standard_error is not None
    spread = sqrt(half_way.standard_error**2 + alone.standard_error**2)
    assert abs(-half_way.player_edge - alone.house_edge) < 4 * spread
    assert abs(half_way.rounds / alone.rounds - 1) < 0.01


def test_one_half_chooses_and_the_other_is_measured() -> None:
    """The bin that both halves find good is bet on in both; one that a half finds good, in the other."""
    unit = STAKE // Engine(CASE.plan()).scale["main"]
    sums = {
        **half("even", 2, 100, 50 * unit, 100 * unit**2),
        **half("odd", 2, 100, 40 * unit, 100 * unit**2),
    }
    sums |= {
        **half("even", 1, 50, 40 * unit, 60 * unit**2),
        **half("odd", 1, 50, -10 * unit, 60 * unit**2),
    }
    sums |= {**half("even", 0, 50, unit, 60 * unit**2), **half("odd", 0, 50, unit, 60 * unit**2)}
    (main,) = told(WatchRequest(count_of("hilo")), sums).by_count
    assert main.favourable.counts == (2,)
    assert main.favourable.share == pytest.approx(250 / 400)
    assert main.favourable.per_100 == pytest.approx(100 * (50 + 40 - 10) / 400)
    assert main.favourable.per_100_error == pytest.approx(100 * sqrt(260 - 80**2 / 400) / 400)
    assert main.spread is None


def test_a_spread_bets_what_it_says() -> None:
    unit = STAKE // Engine(CASE.plan()).scale["main"]
    sums: dict[str, int] = {}
    for at, net in ((-1, -30), (0, -2), (1, 5), (3, 6)):
        sums |= half("even", at, 100, net * unit, 120 * unit**2)
    spread = {0: Fraction(1), 1: Fraction(2), 3: Fraction(8)}
    (main,) = told(WatchRequest(count_of("hilo")), sums, spread).by_count
    assert main.spread is not None
    assert main.spread.counts == (0, 1, 3)
    assert main.spread.share == 0.75
    assert main.spread.average_bet == pytest.approx((1 + 2 + 8) / 4)
    assert main.spread.per_100 == pytest.approx((-2 + 2 * 5 + 8 * 6) / 4)
    square = 120 * (1 + 4 + 64)
    assert main.spread.per_100_error == pytest.approx(sqrt(square - 56**2 / 400) / 4)
    assert main.spread.per_100_deviation == pytest.approx(main.spread.per_100_error * sqrt(400 / 100))


def test_insurance_is_a_wager_of_its_own() -> None:
    """At a count of 4 it is won in four of ten, which pays; at 0 in three, which does not."""
    sums: dict[str, int] = {}
    for half_of in HALVES:
        sums |= half(half_of, 0, 500, 0, 0)
        sums |= {f"insurance/{half_of}/4/lose": 60, f"insurance/{half_of}/4/dealer_blackjack": 40}
        sums |= {f"insurance/{half_of}/0/lose": 70, f"insurance/{half_of}/0/dealer_blackjack": 30}
    found = told(WatchRequest(count_of("hilo")), sums).insurance
    assert found is not None
    assert [(each.at, each.rounds) for each in found.bins] == [(0, 200), (4, 200)]
    assert [each.player_edge for each in found.bins] == pytest.approx([-0.1, 0.2])
    assert found.bins[0].standard_error == pytest.approx(sqrt((0.7 + 4 * 0.3 - 0.01) / 199))
    assert found.favourable.counts == ()
    assert sure_of_insurance(sums, 10).favourable.counts == (4,)


def sure_of_insurance(sums: Mapping[str, int], times: int) -> ByCount:
    """The same of so many times the rounds."""
    more = {name: times * value for name, value in sums.items()}
    found = told(WatchRequest(count_of("hilo")), more).insurance
    assert found is not None
    assert found.favourable.per_100 == pytest.approx(100 * 40 / 1000)
    return found


def test_sessions_have_percentiles_a_worst_and_a_best() -> None:
    watch = WatchRequest(session=100, sessions=5)
    engine = Engine(plan_with(watch))
    money, width = engine.watching.money, engine.watching.width
    assert width == 1
    sums = {"session/many": 100, "session/ahead": 45, "session/level": 5, "session/sum": 80}
    sums |= {
        "session/square": 6_400,
        "session/-20": 50,
        "session/0": 5,
        "session/3": 44,
        "session/high/2": 1,
    }
    found = told(watch, sums).sessions
    assert found is not None
    assert (found.many, found.ahead, found.level, found.worst) == (100, 0.45, 0.05, -20 * money)
    assert (found.best, found.tails) == (4 * SIDE * money, (False, True))
    assert [found.percentiles[each] for each in (1, 50, 75, 99)] == [
        -20 * money,
        -20 * money,
        3 * money,
        3 * money,
    ]
    assert found.mean == pytest.approx(0.8 * money)
    assert found.deviation == pytest.approx(sqrt(64 - 0.64) * money)


def test_a_session_must_fit_into_a_unit_of_work() -> None:
    plan = CASE.plan()
    fresh = replace(plan, penetration=None)
    sure = sure_rounds(plan)
    assert 0.85 < sure / min(Engine(plan).rounds_of(0, 200)) <= 1
    for plan_, rounds, sessions in ((plan, sure, 1), (plan, 100, sure // 100), (fresh, 100, 10)):
        watched = watching(plan_, WatchRequest(session=rounds)).watch
        assert watched == WatchRequest(session=rounds, sessions=sessions)
    with pytest.raises(SimError, match=f"session: {sure + 1}: .* ask for at most {sure}"):
        watching(plan, WatchRequest(session=sure + 1))


def test_pictures_say_what_they_show() -> None:
    plan = watching(
        Dealt("md-blackjack", wagers=("pair",)).plan(), WatchRequest(count_of("ko"), True, 50)
    )
    engine = Engine(plan)
    found = totals(engine, 0, 300)
    drawn = picture(watched(found, engine.watching), plan, found.rounds)
    texts = {
        "".join(each.itertext())
        for each in ElementTree.fromstring(drawn).iter()
        if each.tag.endswith("text")
    }
    assert {"Running count", "Result, dollars", "Part of the shoe dealt before the round"} <= texts
    assert "Edge by running count (ko), edge by depth, results of sessions" in texts
    for wager in ("main", "pair"):
        assert f"{wager}: player's edge, percent of the stake" in texts
        assert f"{wager}: house edge, percent of the stake" in texts
    assert any(f"{found.rounds:,} rounds, seed 7" in each for each in texts)


# The proof.


@pytest.mark.long
def test_the_edge_rises_with_the_count() -> None:
    """Hi-lo at six decks: about half a percent for each point of it, and nothing of it by chance."""
    plan = replace(CASE.plan(), watch=WatchRequest(count_of("hilo"), by_depth=True))
    engine = Engine(plan)
    found = totals(engine, 0, 60_000)
    seen = watched(found, engine.watching)
    (main,) = seen.by_count
    edges = {each.at: each for each in main.bins}
    for low in range(-6, 6):
        rise = edges[low + 1].player_edge - edges[low].player_edge
        error = sqrt(sum((edges[at].standard_error or 0) ** 2 for at in (low, low + 1)))
        assert rise > -3 * error
        assert abs(rise - 0.006) < 0.004 + 3 * error
    assert edges[4].player_edge > 0.01
    assert edges[-4].player_edge < -0.01
    whole = results(found)[0]
    assert sum(each.share * each.player_edge for each in main.bins) == pytest.approx(-whole.house_edge)
    (by_depth,) = seen.by_depth
    for each in by_depth.bins:
        assert abs(-each.player_edge - whole.house_edge) < 5 * (each.standard_error or 1)
    assert 0 < main.favourable.per_100 < 1
    assert main.favourable.counts[0] in (0, 1)
    assert seen.insurance is not None
    insured = {each.at: each for each in seen.insurance.bins}
    assert insured[2].player_edge < 0 < insured[3].player_edge
    assert seen.insurance.favourable.counts[0] in (3, 4)


@pytest.mark.parametrize("written", ["Hi-Lo", "hi_lo", "HILO", "hi lo"])
def test_a_count_is_known_however_people_write_its_name(written: str) -> None:
    assert count_of(written) == count_of("hilo")
