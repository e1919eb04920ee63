"""Changes of the law priced: the edges are the analyser's own, at the same decks, and null elsewhere."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from cutcard.law import Document, FolderFiles, LawChange, diff, document
from cutcard.odds import PricedChange, answered, main_edges, priced_changes, question
from cutcard.odds.main.game import solve
from law.new_versions import LATER, later_version
from odds.asked import MA, MD, PE, PO

PLACE = "wagers.lucky_ladies.paytables.A.rows.queen_of_hearts_pair.pays"
Prices = dict[str, PricedChange]


def priced(a: Document, b: Document, *only: str) -> Prices:
    changes: list[LawChange] = [each for each in diff(a, b) if each.path.startswith(only)]
    return {each.change.path: each for each in priced_changes(a, b, changes)}


def side_edge(law: Document, wager: str, paytable: str, decks: int) -> object:
    return answered(question(law, wager, paytable=paytable, decks=decks)).answer.house_edge


def main_edge(law: Document | str, decks: int, **options: object) -> float:
    asked = question(law, "main", decks=decks, options=options)
    return -solve(asked.rules, asked.composition).value


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> Document:
    return Document(FolderFiles(later_version(tmp_path_factory.mktemp("law"))))


@pytest.fixture(scope="module")
def prices(later: Document) -> Prices:
    return priced(document(MD), later, "")


def test_a_price_has_the_edges_of_its_wager_with_its_paytable(later: Document, prices: Prices) -> None:
    row = prices[PLACE]
    assert row.edge_before == side_edge(document(MD), "lucky_ladies", "A", row.decks[0])
    assert row.edge_after == side_edge(later, "lucky_ladies", "A", row.decks[0])
    assert isinstance(row.edge_after, Fraction)
    assert isinstance(row.edge_before, Fraction)
    assert row.edge_after > row.edge_before  # a lower price


def test_a_wager_that_goes_has_an_edge_before_and_none_after(prices: Prices) -> None:
    gone = prices["wagers.kk"]
    assert gone.edge_before == side_edge(document(MD), "kk", "standard", gone.decks[0])
    assert gone.edge_after is None


def test_a_default_that_the_main_game_feels_has_its_edges(later: Document, prices: Prices) -> None:
    rule = prices["options.soft_17.default"]
    assert rule.wager == "main"
    assert rule.edge_before == pytest.approx(main_edge(MD, rule.decks[0], soft_17="stand"), abs=1e-12)
    assert rule.edge_after == pytest.approx(main_edge(later, rule.decks[0]), abs=1e-12)
    assert rule.edge_alone == rule.edge_after  # nothing else of the main game changed
    edges = main_edges(document(MD), later)
    assert (edges.before, edges.after) == (rule.edge_before, rule.edge_after)


def test_a_procedure_has_no_price(prices: Prices) -> None:
    changed = prices["provisions.reader_misused.effect"]
    assert (changed.wager, changed.edge_before, changed.edge_after) == ("", None, None)


def test_every_other_change_of_the_later_version_is_priced(prices: Prices) -> None:
    unpriced = [path for path, each in prices.items() if not each.wager]
    assert unpriced == [
        "provisions.reader_misused.effect",
        "requirements.MD-R030.checklist.layout.applies.wagers.wagers",
    ]


def test_alone_is_the_first_game_with_one_change() -> None:
    a, b = document(MD), document(MA)
    rule = priced(a, b, "options.surrender.default")["options.surrender.default"]
    assert rule.edge_alone == pytest.approx(main_edge(MD, rule.decks[0], surrender=False), abs=1e-12)
    assert rule.edge_after == pytest.approx(main_edge(MA, rule.decks[0]), abs=1e-12)
    assert rule.edge_alone != pytest.approx(rule.edge_after, abs=1e-6)


def test_an_option_that_no_game_of_the_two_feels_has_no_price() -> None:
    found = priced(document(PE), document(PO), "options.premium_suit", "options.boxes")
    assert {path: each.edge_before for path, each in found.items()} == {
        "options.premium_suit.fixed": None,
        "options.boxes.permitted": None,
        "options.boxes.default": None,
    }


def test_a_row_of_the_main_wager_that_no_game_comes_to_has_no_price() -> None:
    found = priced(document(PE), document(PO), "wagers.main.")
    assert found["wagers.main.paytables.standard.rows.rescue_after_redouble"].edge_before is None


def test_a_paytable_is_priced_beside_the_one_it_is_paired_with() -> None:
    found = priced(
        document(MD), document(MA), "wagers.sevens.paytables", "wagers.in_between.paytables.A"
    )
    row = found["wagers.sevens.paytables.standard.rows.three_sevens.pays"]
    assert row.edge_before == side_edge(document(MD), "sevens", "standard", row.decks[0])
    assert row.edge_after == side_edge(document(MA), "sevens", "standard", row.decks[0])
    only = found["wagers.in_between.paytables.A"]
    assert only.edge_before is None
    assert only.edge_after == side_edge(document(MA), "in_between", "A", only.decks[0])


def test_a_number_of_decks_is_priced_from_the_old_number_to_the_new(tmp_path: Path) -> None:
    text = (later_version(tmp_path / "probe", {}, ()) / "options.toml").read_text(encoding="utf-8")
    old = text[text.index("[decks]") : text.index("cite =", text.index("[decks]"))]
    new = '[decks]\nabout = "How many."\npermitted = [2, 8]\ndefault = 2\n'
    head = {"document.toml": LATER["document.toml"][:1]}
    copy = later_version(tmp_path, {**head, "options.toml": ((old, new),)}, ())
    rule = priced(document(MD), Document(FolderFiles(copy)), "options.decks.default")
    change = rule["options.decks.default"]
    assert change.decks[1] == 2
    assert change.edge_before == pytest.approx(main_edge(MD, change.decks[0]), abs=1e-12)
    assert change.edge_after == pytest.approx(main_edge(MD, 2), abs=1e-12)
