"""The library over HTTP: every id and every wager has a place that can be linked to, whoever asks."""

from __future__ import annotations

import html
import re
import time
from pathlib import Path

import httpx
import pytest

from cutcard.law import KINDS, diff, document, document_ids, documents
from cutcard.law.proofs import carry, our_proofs
from cutcard.web.library import line_plots as drawing, proofs as proving, wall as wall_pages
from cutcard.web.library.book import book
from cutcard.web.library.jobs import LibraryJob
from cutcard.web.library.law import cause_of
from cutcard.web.odds_desk.desk import OddsDesk
from cutcard.wording import synopsis
from cutcard.wording.wagers import wager_name
from law.texts import ISSUED
from web.houses import NAMES, House


def got(house: House, path: str, name: str = "ann", **asked: str | int) -> httpx.Response:
    cookie = {"cookie": f"__Host-cutcard={house.token(name)}"}
    return house.client.get(path, headers=cookie, params=asked or None)


@pytest.fixture(scope="module", autouse=True)
def _quiet(house: House) -> None:
    """Cases are read once, and no answer waits for them; nothing is computed unless a test wants it."""
    proving.proofs()
    house.app.state.desk.close()
    house.app.state.desk = OddsDesk(works=False)


def names_for_programs(page: httpx.Response) -> list[str]:
    """What a person would read with underscores in it; cases are named by their files."""
    seen = re.sub(r'<details class="cases">.*?</details>', " ", page.text, flags=re.DOTALL)
    return re.findall(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b", re.sub(r"<[^>]*>", " ", seen))


def ids(page: httpx.Response) -> set[str]:
    return set(re.findall(r'\bid="([^"]+)"', page.text))


@pytest.mark.parametrize("path", ["/law", "/law/md-blackjack", "/odds", "/odds/md-blackjack/pair"])
def test_the_library_is_for_everybody_who_signed_in(house: House, path: str) -> None:
    answer = house.client.get(path)
    assert (answer.status_code, answer.headers["location"]) == (303, "/enter")
    for name in NAMES:
        assert got(house, path, name).status_code == 200


@pytest.mark.parametrize("name", ISSUED)
def test_every_cell_of_the_matrix_is_on_its_page(house: House, name: str) -> None:
    answer, matrix = got(house, f"/law/{name}/moments"), document(name).matrix
    assert answer.status_code == 200
    assert names_for_programs(answer) == []
    told = html.unescape(answer.text)
    for row in matrix.rows.values():
        assert f'id="moments-{row.act}"' in told
        for cells in map(row.cells, row.columns):
            assert all(each.says in told and (each.reading or each.cite) in told for each in cells)
    assert all(each.meaning in told for each in (*matrix.moments, *matrix.hands, *matrix.steps))
    assert all(f'id="{kind}"' in told and heading in told for kind, heading in KINDS.items())
    assert all(f'id="no-{act}"' in told and why in told for act, why in matrix.no_acts.items())
    assert f'href="/law/{name}/moments"' in got(house, f"/law/{name}").text


def test_an_unknown_document_has_no_matrix(house: House) -> None:
    answer = got(house, "/law/nowhere/moments")
    assert answer.status_code == 404
    assert "not a document of this library" in answer.text


def test_two_documents_stand_side_by_side(house: House) -> None:
    answer = got(house, "/law/diff", a="md-players-edge-21", b="md-pontoon-21@undated")
    assert answer.status_code == 200
    assert names_for_programs(answer) == []
    shown = html.unescape(answer.text)
    one, other = document("md-players-edge-21"), document("md-pontoon-21")
    for chapter in synopsis(one, other, diff(one, other)):
        assert f"<h2>{chapter.title}</h2>" in shown
        for line in (line for section in chapter.sections for line in section.lines):
            assert f'id="{line.anchor}"' in shown
            assert line.before in shown
            assert line.after in shown
    assert 'href="/law/md-pontoon-21?cite=Ch.7+%C2%A7M"' in answer.text
    assert "The house edges appear by themselves." in shown  # nothing is computed here


def test_a_comparison_is_chosen_from_all_versions(house: House) -> None:
    answer = got(house, "/law/diff")
    assert all(f'value="{law.name}"' in answer.text for law in documents())
    assert 'href="/law/diff"' in got(house, "/law").text
    assert "Nothing differs." in got(house, "/law/diff", a="ma-blackjack", b="ma-blackjack").text


def test_a_comparison_with_an_unknown_document_is_not_found(house: House) -> None:
    answer = got(house, "/law/diff", a="ma-blackjack", b="nowhere")
    assert answer.status_code == 404
    assert "not a document of this library" in answer.text


@pytest.mark.parametrize("name", document_ids())
def test_every_requirement_reading_option_and_wager_can_be_linked_to(house: House, name: str) -> None:
    law, found = document(name), set()
    for part in book(name).parts:
        answer = got(house, f"/law/{name}", part=part.number)
        assert answer.status_code == 200
        assert not re.search(r"\sstyle=|<script(?![^>]*\bsrc=)", answer.text)
        assert names_for_programs(answer) == []
        found |= ids(answer)
    assert found >= set(law.requirements)
    assert found >= set(law.readings)
    assert found >= {f"option-{each}" for each in law.options}
    assert found >= {f"wager-{each}" for each in law.wager_ids}
    assert found >= {f"do-{each}" for each in law.provisions}
    assert found >= {f"variation-{each}" for each in law.variations}
    contents = got(house, f"/law/{name}").text
    assert all(html.escape(each.title, quote=False) in html.unescape(contents) for each in law.divisions)
    assert all(each in contents for each in law.shared_readings)


@pytest.mark.parametrize("name", document_ids())
def test_every_citation_of_the_law_opens_where_it_stands(name: str) -> None:
    kept = book(name)
    lent = {each.id for _, each in kept.lent}
    for cite in sorted({each.cite for each in kept.places} - lent)[::4]:
        assert kept.at(cite), cite
    for one in (*kept.law.requirements, *kept.law.readings):
        assert kept.at(one)[0].anchor == one


@pytest.mark.parametrize(
    ("name", "cite", "anchor"),
    [
        ("md-blackjack", "MD-A12", "MD-A12"),
        ("md-blackjack", "Ch.13 §A(4)(a)(i)", "paytable-lucky_ladies-A"),
        ("md-blackjack", "Ch.8 §E", "MD-R158"),
        ("ma-blackjack", "§9(b)", ""),
        ("players-edge-21-brochure", "Brochure: INSURANCE", "BR-012"),
    ],
)
def test_a_citation_opens_its_provision(house: House, name: str, cite: str, anchor: str) -> None:
    answer = got(house, f"/law/{name}", cite=cite)
    assert answer.status_code == 303
    address, _, opened = answer.headers["location"].partition("#")
    assert opened == anchor or (not anchor and opened)
    page = got(house, address)
    assert opened in ids(page)
    assert cite in html.unescape(page.text)


BROCHURE = "players-edge-21-brochure"
ONE_MATCH = "Brochure: MATCH THE DEALER PAYOUTS, 1 Non-Suited Match"


@pytest.mark.parametrize(
    ("name", "cite", "wager", "outcome", "anchor", "says", "row"),
    [
        (BROCHURE, ONE_MATCH, "match_down", "unsuited_match", "paytable-match_down-standard",
         "Match Down · Unsuited match", "4 to 1"),
        (BROCHURE, ONE_MATCH, "match_up", "unsuited_match", "paytable-match_up-standard",
         "Match Up · Unsuited match", "4 to 1"),
        ("md-blackjack", "Ch.13 §A(4)(a)(i)", "lucky_ladies", "<b>gold</b>", "paytable-lucky_ladies-A",
         "Lucky Ladies", "1000 to 1"),
    ],
)  # fmt: skip
def test_a_result_opens_its_own_price_where_wagers_share_a_citation(
    house: House, name: str, cite: str, wager: str, outcome: str, anchor: str, says: str, row: str
) -> None:
    answer = got(house, f"/law/{name}", cite=cite, wager=wager, outcome=outcome)
    address, _, opened = answer.headers["location"].partition("#")
    assert opened == anchor
    told = got(house, address).text
    assert re.findall('<b class="cause">(.*?)</b>', told) == [says]
    assert "gold" not in re.sub("<[^>]*>", "", told)
    (table, *_) = re.findall(f'<table class="paytable" id="{anchor}">.*?</table>', told, re.DOTALL)
    (meant,) = re.findall('<tr class="meant">.*?</tr>', table, re.DOTALL)
    assert row in meant
    assert "your result cites this" in meant, "it is said where one lands"
    assert told.count('class="meant"') == 1


def test_each_main_wager_of_several_is_told_by_its_own_name() -> None:
    told = cause_of(document("md-blackjack"), "main_2", "push")
    assert told is not None
    assert (told.wager, told.says) == ("main", f"{wager_name('main_2')} · Push")
    assert cause_of(document("md-blackjack"), "no_such_wager", "push") is None


@pytest.mark.parametrize("name", document_ids())
def test_every_label_beside_a_rule_is_explained_on_its_page(house: House, name: str) -> None:
    for part in book(name).parts:
        told = html.unescape(got(house, f"/law/{name}", part=part.number).text)
        legend, _, rules = told.partition("</dl></details>")
        labels = r'<span class="tag[^"]*"{}>([^<]*)</span>'
        explained = dict(re.findall(labels.format("") + r"</dt><dd>([^<]+)</dd>", legend))
        beside = set(re.findall(labels.format(' title="([^"]+)"'), rules))
        assert {(means, label) for label, means in explained.items()} == beside, part.cite
        assert bool(beside) == bool(part.requirements)


def test_an_id_of_another_document_opens_there(house: House) -> None:
    answer = got(house, "/law/md-pontoon-21", cite="PE-A02")
    assert answer.headers["location"].startswith("/law/md-players-edge-21?cite=PE-A02")


def test_the_search_finds_words_of_all_documents(house: House) -> None:
    told = got(house, "/law", q="surrender  dealer").text
    assert "<mark>" in told
    assert all(f"/law/{each}?part=" in told for each in ("md-blackjack", "ma-blackjack"))
    assert "No match for all of these words" in got(house, "/law", q="zebra").text
    assert (
        '<a class="hit" href="/law/md-blackjack?part=8#MD-A12">' in got(house, "/law", q="MD-A12").text
    )


HOSTILE = [
    "<script>alert(1)</script>",
    "' or 1=1 --",
    "../../etc/passwd",
    "\x00",
    "😀" * 20,
    "%",
    "(((((",
]


@pytest.mark.parametrize("said", HOSTILE)
def test_whatever_is_asked_is_answered_in_one_line(house: House, said: str) -> None:
    for path, key in (("/law", "q"), ("/law/md-blackjack", "cite"), ("/law/md-blackjack", "part")):
        answer = got(house, path, **{key: said, "wager": said, "outcome": said})
        assert answer.status_code in (200, 303, 404)
        assert "<script>alert" not in answer.text
    assert got(house, "/law", q="x" * 300).status_code == 422
    assert got(house, "/law/md-blackjack", part="99").status_code == 404
    assert got(house, "/law/nothing").status_code == 404


def test_a_wheel_carries_which_cases_prove_what(tmp_path: Path) -> None:
    cases = tmp_path / "law" / "md-blackjack"
    cases.mkdir(parents=True)
    said = '[[case]]\nname = "One"\nproves = ["MD-R155", "MD-R155"]\nreadings = ["MD-A12"]\n'
    (cases / "ch08.toml").write_text(said, encoding="utf-8")
    carry(tmp_path, tmp_path / "cases.zip")
    known = proving.Proofs.among(our_proofs(tmp_path / "cases.zip", tmp_path / "none"))
    assert (known.known, known.many) == (True, 1)
    assert known.of("MD-R155") == known.of("MD-A12") == ("md-blackjack/ch08.toml: One",)
    assert not known.of("MD-R156")
    assert not proving.Proofs.among(our_proofs(tmp_path / "none", tmp_path / "none")).known
    here = proving.proofs()
    assert any("ch08_insurance" in each for each in here.of("MD-R155"))


@pytest.mark.parametrize("name", document_ids())
def test_every_wager_has_a_page(house: House, name: str) -> None:
    law = document(name)
    listed = got(house, "/odds", document=name).text
    for each in law.wager_ids:
        assert f'href="/odds/{name}/{each}"' in listed
        answer = got(house, f"/odds/{name}/{each}")
        assert answer.status_code == 200
        told = html.unescape(answer.text)
        assert law.wager(each).title in told
        assert all(row.cite in told for table in law.wager(each).paytables for row in table.rows)
        assert not re.search(r"\sstyle=|<script(?![^>]*\bsrc=)", answer.text)
        assert names_for_programs(answer) == []


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/odds?document=nothing", "'nothing': no such document"),
        ("/odds?kind=x", "no such kind"),
        ("/odds?sort=;drop", "no such order"),
        ("/odds/nothing/main", "not a document of this house"),
        ("/odds/md-blackjack/nothing", "not a wager of this document"),
        ("/odds/md-blackjack/..%2f..%2fetc", ""),
        ("/odds/readings/nothing", "not a document of this house"),
        ("/odds/sheets/nothing.pdf", "no such par sheet"),
        ("/odds/sheets/one.exe", "no such par sheet"),
    ],
)
def test_what_is_not_there_is_told_in_one_line(house: House, path: str, told: str) -> None:
    answer = got(house, path)
    assert answer.status_code == 404
    assert told in html.unescape(answer.text)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"decks": "99"}, "decks: '99' is not permitted"),
        ({"decks": "<b>"}, "decks: '<b>' is not permitted"),
        ({"variation": "nonsense"}, "variation: no 'nonsense' here"),
        ({"soft_17": "burn"}, "dealer on soft 17: no such value"),
        ({"paytable": "Z" * 90}, "has no paytable"),
    ],
)
def test_a_choice_that_is_none_is_told_in_one_line(
    house: House, asked: dict[str, str], told: str
) -> None:
    answer = got(house, "/odds/md-blackjack/main", **asked)
    assert answer.status_code == 200
    assert 'role="alert"' in answer.text
    assert told in html.unescape(answer.text)
    assert "<b>'" not in answer.text


def test_a_figure_is_computed_elsewhere_and_comes_in(house: House) -> None:
    desk = house.app.state.desk = OddsDesk()
    try:
        until = time.monotonic() + 120
        while "11.897%" not in (page := got(house, "/odds/md-blackjack/pair").text):
            assert time.monotonic() < until, desk.ask(LibraryJob("facts", "md-blackjack", "pair"))
            assert 'data-computing="true"' in page
            time.sleep(0.2)
        assert "One win in" in page
        assert desk.ask(LibraryJob("facts", "md-blackjack", "pair")).is_done
        wrong = desk.ask(LibraryJob("facts", "md-blackjack", "bonus_spin"))
        assert wrong.state in ("none", "computing")
    finally:
        desk.close()
        house.app.state.desk = OddsDesk(works=False)


def test_plots_have_round_ticks_and_every_point() -> None:
    assert drawing.ticks(0.3, 4.8) == [0, 1, 2, 3, 4, 5]
    assert drawing.ticks(5, 5)[0] < 5.0001
    made = drawing.by_decks([("A", 1, 0.02), ("A", 8, -0.01), ("B", 8, 0.03)])
    assert [len(each.spots) for each in made.lines] == [2, 1]
    assert made.zero is not None
    assert [each.label for each in made.across] == ["1", "8"]
    rising = drawing.by_meter([("m", 100.0, 0.2), ("m", 300.0, -0.1)], [("break-even", 250.0)])
    assert rising.marks[0].label == "break-even: $250.00"
    assert rising.lines[0].spots[0].x < rising.marks[0].x < rising.lines[0].spots[1].x


def test_the_wall_tells_what_is_pending_and_what_was_won(house: House) -> None:
    told = got(house, "/meters").text
    assert 'data-meter="' in told
    assert "Nobody has hit a jackpot yet" in told
    hit = {"amount": "1234.50", "table": "one", "round": 7, "paid_at": 1000}
    view = {"meter": "super_4@east", "tables": ["one", "two"], "live": True, "shows": "10000.00"}
    meter = wall_pages.wall_meter({**view, "hits": [hit], "last": [hit]})
    assert (meter["title"], meter["link"]) == ("Super 4", "East link, 2 tables")
    assert meter["pending"][0]["amount"] == "1234.50"
    assert [sign for sign, figure in meter["digits"] if not figure] == ["$", ",", "."]
    last = wall_pages.last_hits([{**view, "hits": [], "last": [hit]}], 7_201_000)
    assert (last[0]["title"], last[0]["ago"]) == ("Super 4", "2 hours ago")


def test_every_par_sheet_of_the_list_is_a_page(house: House) -> None:
    names = re.findall(r'href="/odds/sheets/([a-z0-9-]+)"', got(house, "/odds").text)
    assert {*names} == {*house.floor.names}
    for name in names:
        answer = got(house, f"/odds/sheets/{name}")
        assert (answer.status_code, 'data-computing="true"' in answer.text) == (200, True), name
