"""The library over HTTP: every id and every wager has a place that can be linked to, whoever asks."""

from __future__ import annotations

import html
import re
from pathlib import Path

import httpx
import pytest

from cutcard.law import DOCUMENTS, document
from cutcard.web.books import proofs as proving
from cutcard.web.books.book import book
from web.houses import NAMES, House


def got(house: House, path: str, name: str = "ann", **asked: str | int) -> httpx.Response:
    cookie = {"cookie": f"__Host-cutcard={house.token(name)}"}
    return house.client.get(path, headers=cookie, params=asked or None)


@pytest.fixture(scope="module", autouse=True)
def _read() -> None:
    """Thousands of cases are read once, and no answer waits for them."""
    proving.proofs()


def ids(page: httpx.Response) -> set[str]:
    return set(re.findall(r'\bid="([^"]+)"', page.text))


@pytest.mark.parametrize("path", ["/law", "/law/md-blackjack"])
def test_the_library_is_for_everybody_who_signed_in(house: House, path: str) -> None:
    answer = house.client.get(path)
    assert (answer.status_code, answer.headers["location"]) == (303, "/enter")
    for name in NAMES:
        assert got(house, path, name).status_code == 200


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_requirement_reading_option_and_wager_can_be_linked_to(house: House, name: str) -> None:
    law, found = document(name), set()
    for part in book(name).parts:
        answer = got(house, f"/law/{name}", part=part.number)
        assert answer.status_code == 200
        assert not re.search(r"\sstyle=|<script(?![^>]*\bsrc=)", answer.text)
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


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_citation_of_the_law_opens_where_it_stands(name: str) -> None:
    kept = book(name)
    lent = {each.id for _, each in kept.lent}
    for cite in {each.cite for each in kept.places} - lent:
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


def test_an_id_of_another_document_opens_there(house: House) -> None:
    answer = got(house, "/law/md-pontoon-21", cite="PE-A02")
    assert answer.headers["location"].startswith("/law/md-players-edge-21?cite=PE-A02")


def test_the_search_finds_words_of_all_documents(house: House) -> None:
    told = got(house, "/law", q="surrender  dealer").text
    assert "<mark>" in told
    assert all(f"/law/{each}?part=" in told for each in ("md-blackjack", "ma-blackjack"))
    assert "Nothing has all of these words" in got(house, "/law", q="zebra").text
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
        answer = got(house, path, **{key: said})
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
    known = proving.read_index(proving.index_of(tmp_path))
    assert (known.known, known.many) == (True, 1)
    assert known.of("MD-R155") == known.of("MD-A12") == ("md-blackjack/ch08.toml: One",)
    assert not known.of("MD-R156")
    assert not proving.read_index(proving.index_of(tmp_path / "none")).known
    here = proving.proofs()
    assert any("ch08_insurance" in each for each in here.of("MD-R155"))
