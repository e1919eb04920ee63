"""What a reader of a par sheet needs beside the rows: stakes, all meters at once, other players."""

from __future__ import annotations

import re
import tomllib
import zlib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from cutcard.reports.sheet.blocks import Facts, Grid, Heading, Prose
from cutcard.reports.sheet.par_sheet import Sheet, par_sheet
from cutcard.reports.sheet.pdf import sheet_pdf
from cutcard.reports.sheet.text import pages, with_others
from reports.sheet_samples import answer_quickly
from submission.unplayed import check

PONTOON = Path(__file__).parents[2] / "examples" / "fullest" / "md-pontoon-21.toml"


@pytest.fixture(autouse=True)
def _quick_main_game(monkeypatch: pytest.MonkeyPatch) -> None:
    answer_quickly(monkeypatch)


@pytest.fixture(name="made")
def _made() -> Sheet:
    rules = check(tomllib.loads(PONTOON.read_text(encoding="utf-8"))).rules
    assert rules is not None
    return par_sheet(rules, operator="Example Casino")


def facts_of(made: Sheet, title: str) -> dict[str, str]:
    """Every fact below a heading of the first level, until the next."""
    found: dict[str, str] = {}
    here = False
    for each in pages(made).blocks:
        if isinstance(each, Heading) and each.level == 1:
            here = each.text == title
        if here and isinstance(each, Facts):
            found |= dict(each.rows)
    return found


def streams(content: bytes) -> Iterator[bytes]:
    """What a PDF file packs."""
    for packed in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL):
        try:
            yield zlib.decompress(packed)
        except zlib.error:
            continue


def test_a_digest_is_copied_out_of_the_pdf_as_it_stands(made: Sheet) -> None:
    """No invisible characters: U+200B would come along, and the digest match nothing."""
    unpacked = b"\n".join(streams(sheet_pdf(pages(made))))
    assert b"beginbfchar" in unpacked or b"beginbfrange" in unpacked
    assert b"200B" not in unpacked.upper()


def test_long_provisions_leave_the_outcomes_their_room(made: Sheet) -> None:
    grids = [
        each for each in pages(made).blocks if isinstance(each, Grid) and "Provision" in each.columns
    ]
    rows = [each for each in grids if each.columns[0] == "Outcome"]
    assert rows
    assert {each.columns[each.widest] for each in rows} == {"Provision"}


def test_the_stake_stands_where_dollars_are_paid_for_it(made: Sheet) -> None:
    assert facts_of(made, "Bonus Spin Progressive Wager")["Stake"] == "$5.00"
    assert "Stake" not in facts_of(made, "Match Super Bonus Wager")


def test_the_edge_in_the_long_run_is_told_for_all_meters_at_once(made: Sheet) -> None:
    """Each stake gives 15 and 10 percent to the two meters, and they give it all back."""
    xtreme = next(each for each in made.wagers if "xtreme" in each.offer.law.id)
    answer = xtreme.answer
    assert answer is not None
    assert [each.facts["contribution"] for each in answer.meters] == [Fraction(15, 100), Fraction(1, 10)]
    found = answer.house_edge_with("long_run_house_edge")
    assert found == answer.house_edge - Fraction(25, 100)
    told = facts_of(made, "Bonus Spin Xtreme Progressive Wager")
    assert told["House edge in the long run, all meters"] == "9.1333%"
    assert answer.house_edge_with("no such fact") is None


def test_a_jackpot_with_a_fixed_price_has_no_meter(made: Sheet) -> None:
    """Ch.12 §D(3)(a), PO-A08: the prize is filed, so that nothing a meter shows is paid."""
    spin = next(each.answer for each in made.wagers if each.offer.law.id == "bonus_spin_progressive")
    assert spin is not None
    assert spin.rows[0].pays == "$5000"
    assert spin.meters == ()
    assert not [said for said in spin.assumptions if "meter" in said]


def test_what_other_players_do_to_an_edge_is_said_at_the_front(made: Sheet) -> None:
    """Seven others: each adds their spins' community pay, and their chance of an envy bonus."""
    found = {each.offer.law.id: with_others(each) for each in made.wagers}
    envy = next(each.answer for each in made.wagers if each.offer.law.id == "envy_bonus")
    assert envy is not None
    assert found["envy_bonus"] == 7 * envy.house_edge
    assert found["match_super_bonus"] is None
    said = " ".join(" ".join(each.lines) for each in pages(made).blocks if isinstance(each, Prose))
    assert "With 8 players: Bonus Spin Progressive Wager 16.9700%; Envy bonus −0.0105%." in said


def test_the_lost_stake_is_the_last_row(made: Sheet) -> None:
    for each in made.wagers:
        assert each.answer is not None
        plain = [row.outcome for row in each.answer.rows]
        if each.offer.law.takes_stake and each.offer.law.id != "main":
            assert plain[-1] == "lose", each.offer.law.id
