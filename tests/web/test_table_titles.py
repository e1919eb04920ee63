"""What pages call a table and say of it: its own rules', in any house and under any name."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2.profiles import CHEAPEST

from cutcard.floor.live.floor import StoppedTable
from cutcard.floor.live.view import live_table_summary
from cutcard.floor.people import Limits
from cutcard.law import law_from, write_skeleton
from cutcard.web.pages.frame import document_label
from web.houses import RULES, House, served
from web.test_library_pages import got

PAGES = {"/": "ann", "/tables/{}": "ann", "/deal": "dee", "/floor/tables/{}": "flo"}


@pytest.fixture(scope="module", params=["live", "demonstration"])
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    limits = Limits(hashing=CHEAPEST, demonstration=request.param == "demonstration")
    with served(tmp_path_factory.mktemp("told"), limits) as found:
        found.floor.add("maryland", RULES["face-up"])
        found.floor.add("switch", RULES["switch"])
        yield found


@pytest.mark.parametrize(("path", "name"), PAGES.items())
@pytest.mark.parametrize("table", ["maryland", "switch", "one"])
def test_a_table_is_told_by_its_rules(house: House, table: str, path: str, name: str) -> None:
    text = html.unescape(got(house, path.format(table), name).text)
    line = live_table_summary(house.floor.live(table), on_felt=path.startswith("/tables/"))
    assert f">{line}</p>" in text


def test_only_a_demonstration_has_titles_of_its_own_and_only_for_what_was_filed(house: House) -> None:
    titles = re.findall(r"<h2>([^<]*)</h2>", html.unescape(got(house, "/").text))
    is_play = house.people.limits.demonstration
    switch = "Blackjack Switch" if is_play else "Blackjack Switch · switch"
    assert sorted(titles) == sorted(
        ["Blackjack · one", "Blackjack · two", "Hole card face up · maryland", switch]
    )


def test_tables_dealt_by_hand_come_last(house: House) -> None:
    names = re.findall(r'id="table-([\w-]+)"', got(house, "/").text)
    assert names[-1] == "two"
    assert names[0] == "one"


def test_a_table_that_is_not_served_is_called_by_its_name(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        house.floor.stopped["gone"] = StoppedTable("gone", "its store")
        assert ">gone</option>" in got(house, "/surveillance", "eye").text


@pytest.mark.parametrize(
    ("law", "label"),
    [
        ("md-blackjack", "Blackjack, Maryland"),
        ("players-edge-21-brochure", "Player's Edge 21, brochure"),
        ("house-rules", "House rules, Cutcard"),
        ("my-rules", "My Blackjack, Harbour Casino"),
    ],
)
def test_a_document_in_a_list_has_its_game_and_whose_it_is(tmp_path: Path, law: str, label: str) -> None:
    about = write_skeleton(tmp_path, "my-rules") / "document.toml"
    about.write_text(about.read_text("utf-8").replace('"My Casino"', '"The Harbour Casino"'), "utf-8")
    with law_from([tmp_path]):
        assert document_label(law) == label
