"""The main game against a public analyser: its figures for 144 rule sets in two modes, kept as data.

The file says where they are from. The rules that it knows are ordinary blackjack's with a hole card
that is looked at; they are set up here from a document's rule set by changing options.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from cutcard.law.ruleset.resolution import RuleSet
from cutcard.money import parse_pays
from cutcard.odds.composition import Composition
from cutcard.odds.main.decisions import AfterSplit, Decisions, SplitPlay
from cutcard.odds.main.kernels.arithmetic import Numbers
from cutcard.odds.main.rules import main_rules
from cutcard.odds.main.value import MainValue
from table.driver import rules_of

FIGURES = Path(__file__).parent / "cases" / "peer_main.tsv"
CLOSE = 1e-9
EACH = 13
"""The ordinary suite checks one rule set of so many; the long one all of them."""


class Case(NamedTuple):
    """A rule set and its two values."""

    decks: int
    h17: bool
    any_total: bool
    das: bool
    resplit: bool
    resplit_aces: bool
    surrender: bool
    blackjack: str
    as_unsplit: float
    by_pair: float


def cases() -> Iterator[Case]:
    lines = [each for each in FIGURES.read_text(encoding="utf-8").splitlines() if each[:1] != "#"]
    for line in lines[1:]:
        decks, *yes, blackjack, as_unsplit, by_pair = line.split("\t")
        h17, any_total, das, resplit, resplit_aces, surrender = (each == "1" for each in yes)
        yield Case(
            int(decks), h17, any_total, das, resplit, resplit_aces, surrender,
            blackjack, float(as_unsplit), float(by_pair),
        )  # fmt: skip


CASES = list(cases())


def rules_for(case: Case) -> RuleSet:
    """A document's rule set with the case's rules for its own."""
    plain = rules_of("md-blackjack", options={"decks": case.decks})
    hands = 4 if case.resplit else 2
    options = {
        **plain.options,
        "soft_17": "hit" if case.h17 else "stand",
        "double_totals": "any" if case.any_total else "9_10_11",
        "double_cards": "first_two",
        "double_after_split": case.das,
        "double_on_21": True,
        "max_hands": hands,
        "max_hands_aces": hands if case.resplit_aces else 2,
        "split_aces_draw": False,
        "surrender": case.surrender,
    }
    main = plain.main
    rows = tuple(
        replace(row, pays=parse_pays(case.blackjack)) if row.outcome == "blackjack" else row
        for row in main.paytable.rows
    )
    priced = replace(main, paytable=replace(main.paytable, rows=rows))
    return replace(plain, options=options, offers={**plain.offers, "main": priced})


def value(case: Case, play: SplitPlay) -> float:
    """Our value; the peer splits a pair as often as it may, where it splits it at all."""
    main = main_rules(rules_for(case))
    evaluation = MainValue(
        main,
        Composition.full(case.decks),
        Numbers(),
        Decisions(),
        decides=True,
        after_split=AfterSplit(play, resplits=True),
    )
    return float(evaluation.value())


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=str(number), marks=[pytest.mark.long] if number % EACH else [])
        for number, case in enumerate(CASES)
    ],
)
def test_the_public_analyser_finds_the_same_values(case: Case) -> None:
    assert value(case, SplitPlay.AS_UNSPLIT) == pytest.approx(case.as_unsplit, rel=0, abs=CLOSE)
    assert value(case, SplitPlay.BY_PAIR) == pytest.approx(case.by_pair, rel=0, abs=CLOSE)


def test_there_are_enough_of_them_and_they_differ() -> None:
    rules = {case[:-2] for case in CASES}
    assert len(rules) == len(CASES) >= 120
    assert {case.decks for case in CASES} == {1, 2, 4, 6, 8}
    assert len({case.by_pair for case in CASES}) == len(CASES)
    assert any(case.as_unsplit != case.by_pair for case in CASES)
    assert all(case.as_unsplit <= case.by_pair + CLOSE for case in CASES)
