"""The lines of the Python surface that notebooks are written against, and what every result has."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction

import pytest

import cutcard
from cutcard import odds
from cutcard.results import Result

ROUND = {
    "document": "md-pontoon-21",
    "boxes": [{"box": 1, "stakes": {"main": "10"}}],
    "cards": ["As", "9c", "Kd", "7h"],
}
LONGEST_REPR = 400
MOST_LINES = 6


def results() -> list[Result]:
    return [
        cutcard.settle(ROUND),
        cutcard.check({"document": "md-pontoon-21", "options": {"decks": 5}}),
        odds.edge("md-blackjack", decks=1),
        odds.wager("md-blackjack", "lucky_ladies", paytable="A", decks=6),
        odds.hand("md-blackjack", cards="8h 8d", up="Tc", decks=1),
        odds.chart("md-blackjack", decks=1),
        odds.best_play("md-blackjack", decks=1),
        odds.removal_effects("md-blackjack", "match_the_dealer", decks=6),
        odds.sweep("md-blackjack", over={"decks": [1], "soft_17": ["hit", "stand"]}),
        odds.what_if("md-blackjack", "lucky_ladies", pays={"any_20": "5 to 1"}),
    ]


def test_every_result_says_what_it_stands_on() -> None:
    for result in results():
        assert len(result.digest) == 64
        assert set(result.law) == {"document", "version", "digest"}
        assert result.method
        assert isinstance(result.assumptions, tuple)
        assert all(isinstance(each, str) and each for each in result.citations)
        assert isinstance(json.loads(result.to_json()), dict)
        assert "<table>" in result._repr_html_()
        shown = repr(result)
        assert len(shown) <= LONGEST_REPR
        assert len(shown.splitlines()) <= MOST_LINES
        frame = result.to_frame(backend="pyarrow")
        assert frame.num_rows == len(result.records())


def test_an_edge_is_a_double_at_once_and_a_rational_when_asked_for() -> None:
    edge = odds.edge("house-rules", decks=1, soft_17="hit", surrender=True)
    assert edge.method == "float"
    exact = edge.exact()
    assert isinstance(exact, Fraction)
    assert abs(float(exact) - edge.value) < 1e-12
    assert edge.method == "exact"
    assert json.loads(edge.to_json())["house_edge"]["fraction"] == str(exact)
    answer = odds.answered(odds.asked("house-rules", decks=1, soft_17="hit", surrender=True)).answer
    assert answer.house_edge == exact


def test_a_hand_has_the_values_of_its_actions() -> None:
    hand = odds.hand("md-blackjack", cards="8h 8d", up="Tc")
    assert hand.best == "split"
    assert hand.actions["split"] == pytest.approx(-0.4748937508)
    assert hand.exact()["surrender"] == Fraction(-1, 2)


def test_a_price_of_ones_own_is_marked_and_solved_for() -> None:
    made = odds.what_if("md-blackjack", "lucky_ladies", pays={"any_20": "5 to 1"})
    document = odds.wager("md-blackjack", "lucky_ladies").exact()
    any_20 = next(r for r in odds.wager("md-blackjack", "lucky_ladies").rows if r.outcome == "any_20")
    assert made.exact() == document - (5 - any_20.net) * any_20.probability
    assert "not in the document" in repr(made)
    solved = made.solve_for(edge=0.20, row="any_20")
    assert solved.exact() == Fraction(1, 5)
    assert solved.price is not None


def test_a_sweep_has_the_edges_of_its_points_and_the_reasons_of_the_others() -> None:
    grid = odds.sweep("md-blackjack", "lucky_ladies", over={"decks": [2, 6], "paytable": ["A", "B"]})
    found = {(r["decks"], r["paytable"]): r["house_edge"] for r in grid.records()}
    assert found[6, "A"] == float(
        odds.wager("md-blackjack", "lucky_ladies", paytable="A", decks=6).value
    )
    assert json.loads(grid.to_json())["rows"][0]["options"] == {"decks": 2, "paytable": "A"}


WRONG: list[tuple[Callable[[], object], str, str]] = [
    (lambda: odds.edge("md-blackjak"), "md-blackjack", ""),
    (lambda: odds.edge("house-rules", sof_17="hit"), "did you mean soft_17", ""),
    (lambda: odds.edge("house-rules", soft_17="maybe"), "choose stand or hit", "§5(b)"),
    (lambda: odds.hand("md-blackjack", "8x 8d", "Tc"), "cards: '8x'", ""),
    (lambda: odds.sweep("md-blackjack", over={"deks": [1]}), "did you mean decks", ""),
    (lambda: odds.sweep("md-blackjack", over={"decks": "6"}), "a list of values", ""),
    (lambda: odds.what_if("md-blackjack", "lucky_ladies", pays={"any_21": "5 to 1"}), "any_20", ""),
    (lambda: odds.what_if("md-blackjack", "lucky_ladies", pays={"any_20": "lots"}), "not a price", ""),
    (lambda: cutcard.law.document("md-blackjack@9"), "md-blackjack@1.15", ""),
    (lambda: odds.edge("md-blackjack").to_frame(backend="excel"), "pandas, polars", ""),
    (
        lambda: cutcard.settle(
            {
                "document": "md-blackjack",
                "boxes": [{"box": 1, "stakes": {"main": "10"}}],
                "cards": ["9s", "9c", "Kd", "7h"],
                "decisions": [{"box": 1, "do": "split"}],
            }
        ),
        "only two cards of one value",
        "Ch.11 §A",
    ),
]


@pytest.mark.parametrize(("call", "says", "cite"), WRONG)
def test_a_wrong_request_is_one_line_that_says_what_is_possible(
    call: Callable[[], object], says: str, cite: str
) -> None:
    with pytest.raises(cutcard.RequestError) as caught:
        call()
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.cite == cite


def test_a_bare_import_reaches_the_law_and_loads_no_kernels() -> None:
    code = (
        "import sys, cutcard; cutcard.law.document('md-blackjack@1.15'); cutcard.law.documents();"
        "cutcard.law.diff('md-blackjack', 'ma-blackjack'); cutcard.settle; cutcard.check;"
        "assert not {'numba', 'altair', 'pandas', 'polars'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
