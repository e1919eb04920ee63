"""Edges drawn against the decks and against a meter."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from cutcard.law import document
from cutcard.money import Cents
from cutcard.odds.problem import OddsError
from cutcard.odds.question import question
from cutcard.odds.registry import answer
from cutcard.reports import edge_points, plots

HEADING = plots.PlotHeading("A title", ("a line", "another"))


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path_factory.mktemp("odds")))


def texts(svg: str) -> list[str]:
    return [
        "".join(each.itertext())
        for each in ElementTree.fromstring(svg).iter()
        if each.tag.endswith("text")
    ]


def test_the_points_are_the_answers_by_decks_and_paytable() -> None:
    asked = [
        question("md-blackjack", "bet_the_set_21", paytable=table, decks=decks)
        for table, decks in (("A", 1), ("B", 2), ("C", 4), ("C", 8))
    ]
    points = edge_points.decks_points(asked)
    assert [(point.series, point.at) for point in points] == [("A", 1), ("B", 2), ("C", 4), ("C", 8)]
    for point, each in zip(points, asked, strict=True):
        assert point.house_edge == float(answer(each).house_edge)
    found = texts(plots.decks_svg(points, HEADING))
    assert {"A title", "Decks", plots.HOUSE_EDGE, "A", "B", "C"} <= set(found)
    assert "a line" in " ".join(found)


def test_a_single_line_has_its_figures_written_on_it() -> None:
    points = [edge_points.EdgePoint("standard", 1, 0.0512), edge_points.EdgePoint("standard", 2, -0.01)]
    found = texts(plots.decks_svg(points, HEADING))
    assert "5.120" in found
    assert "Paytable" not in found


def test_an_operators_paytables_are_each_named_once() -> None:
    law = document("ma-blackjack").wager("same_suit")
    assert edge_points.paytables(law) == ("1", "2", "3", "4")


def test_the_meter_line_crosses_zero_at_the_break_even() -> None:
    asked = question(
        "md-blackjack", "super_4", paytable="A", decks=6, settings={"rate_of_progression": 0.15}
    )
    points, marks = edge_points.meter_points(asked, "super_4")
    assert [mark.words for mark in marks] == ["shown", "break-even", "mean when hit"]
    (even,) = (mark.at for mark in marks if mark.words == "break-even")
    assert plots._edge_at(points, even) == pytest.approx(0, abs=1e-6)
    assert points[0].at == 10_000
    assert points[0].house_edge == pytest.approx(float(answer(asked).house_edge))
    edges = [point.house_edge for point in points]
    assert edges == sorted(edges, reverse=True)
    found = texts(plots.meter_svg(points, marks, HEADING))
    assert "shown: $10,000.00" in found


def test_a_meter_that_must_be_hit_is_drawn_to_below_its_maximum() -> None:
    asked = question("md-blackjack", "must_hit", decks=6, settings={"rate_of_progression": "0.05"})
    points, _ = edge_points.meter_points(asked, "must_hit")
    assert 250 == points[0].at < points[-1].at < 1000
    assert "meters: must_hit $250.00" in edge_points.stake_line(asked)


def test_a_meter_that_is_not_there_is_one_line() -> None:
    with pytest.raises(OddsError, match="lucky_ladies has no meter x to draw; it has none"):
        edge_points.meter_points(question("md-blackjack", "lucky_ladies"), "x")


def test_a_line_by_decks_has_one_stake() -> None:
    """Alone, two decks would be asked at $1 and three at $5: the line would jump with the stake."""
    asked = [question("md-blackjack", "blazing_7s", decks=decks) for decks in (1, 2, 3, 6)]
    assert [answer(each).stake for each in asked] == [100, 100, 500, 500]
    same = [replace(each, stake=Cents(500), stake_is_fixed=True) for each in asked]
    points = edge_points.decks_points(asked)
    assert [point.house_edge for point in points] == [float(answer(each).house_edge) for each in same]
    assert edge_points.decks_stake_line(asked).startswith(
        "Stake $5.00 · meters: blazing_7s.mega $10,000.00"
    )
    fixed = [replace(each, stake=Cents(100), stake_is_fixed=True) for each in asked]
    assert edge_points.decks_stake_line(fixed).startswith("Stake $1.00 ")


def test_a_picture_by_decks_says_where_the_stake_does_not_matter() -> None:
    assert edge_points.decks_stake_line([question("md-blackjack", "pair", decks=6)]) == "Any stake"


def test_a_picture_by_decks_tells_paytables_apart_that_stand_on_other_figures() -> None:
    """The meter of one starts at $10,000, of the other at $50,000."""
    asked = [question("md-blackjack", "super_4", paytable=table, decks=6) for table in "AB"]
    told = "paytable {}: Stake $1.00 · meters: super_4 ${}"
    assert edge_points.decks_stake_line(asked) == "; ".join(
        (told.format("A", "10,000.00"), told.format("B", "50,000.00"))
    )


@pytest.mark.parametrize(("at", "side"), [(10, "start"), (49, "start"), (51, "end"), (99, "end")])
def test_what_is_written_at_a_dot_stays_in_the_picture(at: float, side: str) -> None:
    """In the right half it ends at its dot, in the left half it begins there."""
    points = [edge_points.EdgePoint("m", 0, 0.2), edge_points.EdgePoint("m", 100, -0.2)]
    drawn = plots.meter_svg(points, [edge_points.MeterMark("break-even", at)], HEADING)
    (found,) = (
        each
        for each in ElementTree.fromstring(drawn).iter()
        if each.tag.endswith("text") and "break-even" in "".join(each.itertext())
    )
    assert found.get("text-anchor", "start") == side


def test_the_meter_line_starts_at_the_edge_that_odds_tells() -> None:
    asked = question("md-blackjack", "blazing_7s", decks=6)
    points, _ = edge_points.meter_points(asked, "blazing_7s.mega")
    assert points[0].at == 10_000
    assert points[0].house_edge == float(answer(asked).house_edge)
    assert edge_points.stake_line(asked).startswith("Stake $5.00 ")


def test_a_meter_that_nothing_is_paid_from_is_refused() -> None:
    options = {"wheel": {"jackpot": 1}, "jackpot_prize": "2000"}
    asked = question("md-pontoon-21", "bonus_spin_progressive", paytable="A", options=options)
    with pytest.raises(OddsError, match="nothing is paid from bonus_spin_progressive"):
        edge_points.meter_points(asked, "bonus_spin_progressive")
