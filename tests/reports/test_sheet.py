"""Par sheets: every wager with the figures of its answer, in HTML and in PDF alike."""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from cutcard.law import Code, document, resolve
from cutcard.money import Cents
from cutcard.odds.problem import OddsError
from cutcard.odds.question import chosen, table_question
from cutcard.reports import figures
from cutcard.reports.sheet.blocks import ChartBlock, Facts, Grid, Heading, Prose
from cutcard.reports.sheet.html import sheet_html
from cutcard.reports.sheet.par_sheet import Sheet, par_sheet, rules_line
from cutcard.reports.sheet.pdf import sheet_pdf
from cutcard.reports.sheet.text import ROUNDS, pages, volatility
from later import one_in
from reports.sheet_samples import CHART, answer_quickly, table
from submission.unplayed import check

FULLEST = sorted((Path(__file__).parents[2] / "examples" / "fullest").glob("*.toml"))
NASTY = '<script>alert(1)</script> #panic("x") $ * _ @ \\ é 賭場'


@pytest.fixture(autouse=True)
def _quick_main_game(monkeypatch: pytest.MonkeyPatch) -> None:
    answer_quickly(monkeypatch)


def sheet(**wagers: object) -> Sheet:
    return par_sheet(table("md-blackjack", **wagers), operator="Example Casino", dated="2026-11-15")


def grid_after(made: Sheet, title: str) -> Grid:
    """The first table below a heading."""
    blocks = iter(pages(made).blocks)
    for each in blocks:
        if isinstance(each, Heading) and each.text == title:
            break
    return next(each for each in blocks if isinstance(each, Grid))


def facts_after(made: Sheet, title: str) -> dict[str, str]:
    blocks = iter(pages(made).blocks)
    for each in blocks:
        if isinstance(each, Heading) and each.text == title:
            break
    return dict(next(each for each in blocks if isinstance(each, Facts)).rows)


def number(shown: str) -> float:
    return float(shown.replace(figures.MINUS, "-").replace(",", "").rstrip("%"))


# Figures.


def test_figures_are_written_as_a_sheet_prints_them() -> None:
    assert figures.percent(Fraction(23, 311)) == "7.3955%"
    assert figures.percent(-0.00001, 2) == "0.00%"
    assert figures.percent(Fraction(-1, 3), 2) == f"{figures.MINUS}33.33%"
    assert figures.chance(Fraction(1, 8)) == "0.125000000"
    assert figures.chance(5.2155e-07) == "0.0000005216"
    assert figures.chance(Fraction(1, 10**6)) == "0.000001000"
    assert figures.chance(Fraction(1, 3 * 10**9)) == "0.0000000003333"
    assert (figures.chance(Fraction(0)), figures.chance(Fraction(1))) == ("0", "1")
    assert figures.one_in(Fraction(2, 7)) == "3.50"
    assert figures.one_in(Fraction(1, 123456)) == "123,456"
    assert figures.one_in(Fraction(0)) == "never"
    assert figures.amount(Fraction(20615777, 100)) == "$206,157.77"
    assert figures.amount(-2.5) == f"{figures.MINUS}$2.50"
    assert figures.fraction(Fraction(-7, 1326)) == f"{figures.MINUS}7/1326"
    assert figures.fraction(0.5) == ""


def test_the_volatility_index_is_1_96_standard_errors() -> None:
    """1.96 x 1.1 / sqrt(10,000) = 0.02156."""
    assert volatility(1.1, 10_000) == pytest.approx(0.02156)


# The questions of a table.


def test_a_wager_is_asked_about_at_the_tables_own_stake_and_meter() -> None:
    rules = table(
        super_4={
            "paytable": "A",
            "rate_of_progression": 0.1,
            "initial_amount": 25000,
            "reset_amount": 10000,
        },
        bonus_spin={"paytable": "A", "stake": 5, "rate_of_progression": 0.1},
        lucky_ladies={"paytable": "A", "minimum": 5},
    )
    super_4 = table_question(rules, "super_4")
    assert super_4.meters == {"super_4": 25000_00}
    assert "its initial amount" in " ".join(super_4.assumptions)
    spin = table_question(rules, "bonus_spin")
    assert (spin.stake, spin.stake_is_fixed) == (Cents(500), True)
    ladies = table_question(rules, "lucky_ladies")
    assert (ladies.stake, ladies.stake_is_fixed, ladies.meters) == (Cents(500), False, {})
    assert ladies.rules is rules


def test_a_meter_without_an_amount_is_said_to_be_empty() -> None:
    asked = table_question(table(lucky_ladies_progressive={"paytable": "A"}), "lucky_ladies_progressive")
    assert asked.meters == {"lucky_ladies_progressive": 0}
    assert "no amount is set for it" in asked.assumptions[0]


def test_a_choice_of_stakes_is_said() -> None:
    rules = table("ma-blackjack", blackjack_bonus={"paytable": "standard"})
    asked = table_question(rules, "blackjack_bonus")
    assert asked.stake == 100
    assert asked.assumptions == ("The stake is $1.00; $5.00 may be staked too.",)


def test_the_options_chosen_are_those_off_their_defaults() -> None:
    rules = table()
    assert chosen(rules) == {}
    law = rules.document.options["surrender"]
    changed = {**rules.options, "surrender": not law.default}
    made = type(rules)(rules.document, None, changed, rules.offers)
    assert chosen(made) == {"surrender": not law.default}
    assert "Surrender: no" in rules_line(made)


def test_unusual_rules_are_on_the_line() -> None:
    plain, _ = resolve(document("house-rules"))
    own = {"charlie": 6, "double_totals": "9_10_11", "surrender": True, "surrender_time": "early"}
    unusual, _ = resolve(document("house-rules"), options=own)
    assert plain is not None
    assert unusual is not None
    said = set(rules_line(unusual).split(" · ")) - set(rules_line(plain).split(" · "))
    assert said == {
        "Surrender: yes",
        "Cards that win at once (Charlie): 6",
        "Double on which totals: 9, 10 or 11",
        "Early or late surrender: early",
    }


@pytest.mark.parametrize("seats", [0, 8])
def test_no_more_play_than_the_table_has_boxes(seats: int) -> None:
    with pytest.raises(OddsError, match=f"seats: {seats} is not 1 to 7"):
        par_sheet(table(), seats=seats)


# What the sheet says.


def test_every_wager_on_offer_is_there_with_the_figures_of_its_answer() -> None:
    made = sheet(lucky_ladies="A", pair={}, match={})
    names = [each.offer.law.id for each in made.wagers]
    assert names == ["main", "insurance", "lucky_ladies", "pair", "match"]
    summary = grid_after(made, "Summary")
    for each, row in zip(made.wagers, summary.rows, strict=True):
        assert each.answer is not None
        assert row[0] == each.offer.law.title
        assert number(row[2]) == pytest.approx(100 * float(each.answer.house_edge), abs=5e-5)
        assert number(row[4]) == pytest.approx(each.answer.standard_deviation, abs=5e-5)
        assert row[6] == each.offer.law.cite


def test_a_wagers_rows_add_up_and_cite_their_provisions() -> None:
    made = sheet(lucky_ladies="A")
    found = grid_after(made, "Lucky Ladies Twenty Point Bonus")
    *rows, total = found.rows
    printed = document("md-blackjack").wager("lucky_ladies").paytables[0].rows
    assert [(row[1], row[6]) for row in rows[:-1]] == [(str(each.pays), each.cite) for each in printed]
    assert sum(number(row[3]) for row in rows) == pytest.approx(1, abs=1e-8)
    assert total[3] == "1"
    assert sum(number(row[5]) for row in rows) == pytest.approx(number(total[5]), abs=1e-5)
    facts = facts_after(made, "Lucky Ladies Twenty Point Bonus")
    assert number(facts["House edge"]) == -number(total[5])
    assert Fraction(facts["House edge, exact"]) == pytest.approx(number(facts["House edge"]) / 100)
    for row in rows:
        if number(row[3]):
            assert number(row[4]) * number(row[3]) == pytest.approx(1, rel=2e-2)


def test_the_house_is_not_said_to_hold_more_than_it_can_win() -> None:
    """Rare, large payouts spread the hold of few rounds past the whole stake, which none can lose."""
    made = sheet(super_4={"paytable": "A", "rate_of_progression": 0.15})
    answer = made.wagers[-1].answer
    assert answer is not None
    assert answer.standard_deviation is not None
    found = [
        {name: cells for name, *cells in each.rows}
        for each in pages(made).blocks
        if isinstance(each, Grid) and each.columns[0] == "Rounds"
    ][-1]
    past = float(answer.house_edge) + volatility(answer.standard_deviation, ROUNDS[0])
    assert past > 1
    assert number(found["Hold, to"][0]) == 100
    assert 0 < number(found["Hold, to"][-1]) < 100
    for low, index in zip(found["Hold, from"], found["Volatility index, 95%"], strict=True):
        edge = 100 * float(answer.house_edge)
        assert number(low) == pytest.approx(edge - number(index), abs=2e-4)


def test_the_main_game_shows_hands_its_exact_edge_and_its_chart() -> None:
    made = sheet()
    facts = facts_after(made, "Blackjack")
    assert facts["House edge, exact"] == "1/5"
    assert facts["Standard deviation"] == "1.100000"
    assert "Hands won, of each round" in facts
    assert grid_after(made, "Blackjack").columns[3] == "Hands a round#"
    assert [each.chart for each in pages(made).blocks if isinstance(each, ChartBlock)] == [CHART]
    assert dict(facts_after(made, "Strategy by totals"))["Its cost against the best play"] == "0.020000%"
    sentences = [line for each in pages(made).blocks if isinstance(each, Prose) for line in each.lines]
    assert "The super bonus is another matter." not in sentences  # not a wager of this document
    assert "The Super Bonus is another matter." in sentences


def test_meters_tell_amount_slope_break_even_and_seed_cost() -> None:
    made = sheet(super_4={"paytable": "A", "rate_of_progression": 0.15})
    answer = made.wagers[-1].answer
    assert answer is not None
    (meter,) = answer.meters
    (found,) = [
        each for each in pages(made).blocks if isinstance(each, Grid) and each.columns[0] == "Meter"
    ]
    told = {row[0]: row[1] for row in found.rows}
    assert told["Shows"] == "$10,000.00"
    assert meter.break_even is not None
    assert told["Break-even, all else as shown"] == figures.cents_amount(
        meter.break_even_cents or Cents(0)
    )
    assert told["Cost of the seed, of each stake"] == figures.percent(meter.facts["seed_cost"])
    assert told["Chance of a hit a round, seats: 7"] == figures.chance(meter.facts["hit_chance"])


@pytest.mark.parametrize(
    ("document_id", "cites"),
    [
        ("md-players-edge-21", ("Ch.12 §C", "Ch.12 §C(3)")),
        ("md-pontoon-21", ("Ch.12 §C", "Ch.12 §C(3)")),
        ("players-edge-21-brochure", ("Brochure: SUPER BONUS PAYOUTS",) * 2),
    ],
)
def test_payouts_that_nobody_files_and_the_document_makes_stand_on_the_sheet(
    document_id: str, cites: tuple[str, str]
) -> None:
    made = par_sheet(table(document_id))
    rows = {row[0].lower(): row for row in grid_after(made, "Summary").rows}
    assert (rows["super bonus"][-1], rows["envy bonus"][-1]) == cites
    assert number(rows["super bonus"][2]) < 0
    assert number(rows["envy bonus"][2]) < 0
    assert [name for name, each in made.rules.offers.items() if not each.law.takes_stake] == []


def test_the_super_bonus_is_priced_at_the_least_main_wager() -> None:
    """Ch.12 §C(2): $5,000 where the wager is $25 or more."""
    rules, _ = resolve(document("md-players-edge-21"), options={"minimum_wager": "25"})
    assert rules is not None
    made = par_sheet(rules)
    assert grid_after(made, "Super bonus").rows[0][1] == "$5,000"
    shown = [row for each in pages(made).blocks if isinstance(each, Facts) for row in each.rows]
    assert dict(shown)["Player edge by stake"].startswith("$25.00: ")


def test_what_cannot_be_computed_is_said_twice_and_marked() -> None:
    rules = table("ma-blackjack", blackjack_bonus={"paytable": "standard"})
    made = par_sheet(rules)
    summary = grid_after(made, "Summary")
    assert summary.rows[-1][2] == "not computed"
    assert summary.marked == (len(summary.rows) - 1,)
    assert made.wagers[-1].problem in sheet_html(pages(made)).replace("&#39;", "'")
    assert "not stated" in facts_after(made, "Blackjack").values() or made.operator == ""


def test_a_wager_that_favours_the_player_is_marked() -> None:
    """Match table C with eight decks returns more than it takes (PE-A30)."""
    rules, _ = (
        check(
            {
                "document": "md-players-edge-21",
                "operator": "X",
                "options": {
                    "decks": 8,
                    "adjacent_boxes": 1,
                    "max_hands": 4,
                    "max_hands_aces": 4,
                    "settlement_procedure": "collect_then_pay",
                },
                "wagers": {"match_up": "C"},
            }
        ).rules,
        None,
    )
    assert rules is not None
    made = par_sheet(rules)
    summary = grid_after(made, "Summary")
    (marked,) = summary.marked
    assert summary.rows[marked][0] == "Match-Up Wager"
    assert number(summary.rows[marked][2]) == pytest.approx(-0.67, abs=0.005)


def test_the_digest_changes_with_the_figures_and_the_operator_not_with_the_date() -> None:
    rules = table(pair={})
    one = par_sheet(rules, operator="A", dated="2026-01-01")
    assert one.digest == par_sheet(rules, operator="A", dated="2027-01-01").digest
    assert one.digest != par_sheet(rules, operator="B").digest
    assert one.digest != par_sheet(table(match={}), operator="A").digest


# The two layouts.


def test_the_html_stands_alone_and_escapes_names() -> None:
    page = sheet_html(pages(par_sheet(table(pair={}), operator=NASTY)))
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert not re.search(r"https?://|src=|@import|url\(", page)
    assert "@media print" in page
    for each in ("Par sheet: Blackjack", "Volatility index, 95%", "Definitions", ">Rp</td>"):
        assert each in page


def test_the_pdf_is_made_of_any_name_and_is_the_same_each_time() -> None:
    made = pages(par_sheet(table(pair={}), operator=NASTY, dated="2026-11-15"))
    content = sheet_pdf(made)
    assert content.startswith(b"%PDF")
    assert content == sheet_pdf(made)
    assert b"Libertinus" in content


def test_both_layouts_hold_every_cell() -> None:
    made = pages(sheet(lucky_ladies="A"))
    page = sheet_html(made)
    for each in made.blocks:
        if isinstance(each, Grid):
            assert page.count("<tr") > len(each.rows)
            for row in each.rows:
                assert all(cell.replace("'", "&#39;") in page for cell in row)


# The fullest tables.


@pytest.mark.parametrize("path", one_in(6, FULLEST), ids=lambda path: path.stem)
def test_a_fullest_table_is_compliant_and_leaves_no_room_for_another_wager(path: Path) -> None:
    submission = tomllib.loads(path.read_text(encoding="utf-8"))
    assert path.stem.removesuffix("-switch") == submission["document"]
    result = check(submission)
    assert result.compliant
    assert not [each for each in result.findings if each.severity == "warning"]
    law, offered = document(submission["document"]), result.rules
    assert offered is not None
    for name in law.wager_ids:
        if name not in offered.offers:
            more = {**submission, "wagers": {**submission["wagers"], name: {}}}
            codes = {each.code for each in check(more).findings if each.severity == "violation"}
            has_no_room = codes & {Code.BARRED_TOGETHER, Code.WAGER_NOT_OFFERED}
            assert has_no_room, f"{path.name} has room for {name}: offer it there"


@pytest.mark.long
@pytest.mark.parametrize("path", FULLEST, ids=lambda path: path.stem)
def test_the_sheet_of_a_fullest_table_has_no_gap(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    result = check(tomllib.loads(path.read_text(encoding="utf-8")))
    assert result.rules is not None
    made = par_sheet(result.rules, operator="Example Casino")
    assert {each.offer.law.id: each.problem for each in made.wagers if each.answer is None} == {}
    assert made.chart is not None
    assert sheet_pdf(pages(made)).startswith(b"%PDF")
