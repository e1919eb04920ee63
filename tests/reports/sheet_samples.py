"""A small chart and a quick answer to the main game, for tests of what is printed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from cutcard.compute.cache import plain
from cutcard.law import document, resolve
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.odds.answers import Answer, RowOdds
from cutcard.odds.charts.legend import Chart
from cutcard.odds.question import MAIN, Question
from cutcard.odds.registry import Timed, answer

CHART = Chart(
    columns=("2", "T", "A"),
    sections=(
        ("Hard", (("16", ("S", "Rh", "Rh")), ("11", ("Dh", "Dh", "H")))),
        ("Soft", (("18", ("Ds", "H", "S4")),)),
        ("Pairs", (("8-8", ("P", "P", "Rp")),)),
    ),
    legend={
        "S": "stand",
        "Rh": "surrender; where that is not allowed, hit",
        "Dh": "double; where that is not allowed, hit",
        "H": "hit",
        "Ds": "double; where that is not allowed, stand",
        "S4": "stand; hit with 4 cards or more",
        "P": "split",
        "Rp": "surrender; where that is not allowed, split",
    },
    value=-0.0053,
    cost=0.0002,
)


def table(document_id: str = "md-blackjack", **wagers: object) -> RuleSet:
    """A table with some wagers."""
    rules, findings = resolve(document(document_id), wagers=wagers)
    assert rules is not None
    assert not [each for each in findings if each.severity == "violation"], findings
    return rules


def answer_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have sheets printed without the main game being solved."""
    monkeypatch.setattr("cutcard.odds.answered", quickly_answered)


def quickly_answered(question: Question) -> Timed:
    """The real answer of a side wager; for the main game, whose solution takes long, a made-up one."""
    if question.offer.law.id != MAIN:
        return Timed(answer(question), 0.0)
    rows = (
        RowOdds("win", "1 to 1", Fraction(4, 10), Fraction(1), "cite of win"),
        RowOdds("lose", "lose", Fraction(6, 10), Fraction(-1), "cite of lose"),
        RowOdds("push", "push", Fraction(1, 10), Fraction(0), "cite of push"),
    )
    chart = {**plain(CHART), "player_edge": CHART.value}
    found = Answer(
        document=question.rules.document.id,
        variation=None,
        wager=MAIN,
        paytable="standard",
        decks=6,
        options={},
        method="exact",
        assumptions=("The super_bonus is another matter.",),
        rows=rows,
        cite="",
        digest="d" * 64,
        extra={"chart": chart},
    )
    return Timed(replace(found, edge=Fraction(-1, 5), deviation=1.1), 0.0)
