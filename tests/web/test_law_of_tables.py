"""The law of a table on its pages and over HTTP: its own data, and the move to another version."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from cutcard.law import document, law_from
from law.new_versions import FAMILY, NEXT, edited, installed, next_version
from web.houses import House, new_key

OURS = document(FAMILY)
MOVE = {"do": "change_law", "to": f"{FAMILY}@{NEXT}"}
ROW = {"cite": "Ch.13 §A(4)(a)(ii)", "wager": "lucky_ladies", "outcome": "queen_of_hearts_pair"}


@pytest.fixture(autouse=True, scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory, house: House) -> Iterator[Path]:
    """The next version comes into force while the tables of the house are open."""
    folder = next_version(tmp_path_factory.mktemp("law"))
    with law_from([folder]):
        assert house.floor.names
        yield folder


def page(house: House, name: str, path: str) -> str:
    cookie = {"cookie": f"__Host-cutcard={house.token(name)}"}
    found = house.client.get(path, headers=cookie)
    if found.status_code == 303:
        found = house.client.get(found.headers["location"], headers=cookie)
    assert found.status_code == 200, found.text
    return found.text


def wanted(house: House, asker: str, table: str = "one") -> int:
    body = {"table": table, "key": new_key(), "command": MOVE}
    made = house.post(asker, "/api/signing", body)
    assert made.status_code == 201, made.text
    return int(made.json()["number"])


def price(house: House, law: str) -> str:
    said = house.get("ann", f"/api/law/{law}", **ROW).json()["said"]
    return str(next(each["says"] for each in said if each["kind"] == "row"))


def test_a_table_shows_its_own_law_and_links_to_it(house: House) -> None:
    view: Any = house.get("ann", "/api/tables/one").json()
    assert view["law"] == {**OURS.names, "reference": f"{FAMILY}@1.15"}
    assert f'data-law="{FAMILY}@1.15"' in page(house, "ann", "/tables/one")
    assert "200 to 1" in price(house, f"{FAMILY}@1.15")
    assert "150 to 1" in price(house, FAMILY)
    assert page(house, "ann", f"/law/{FAMILY}@1.15")
    assert house.get("ann", f"/api/law/{FAMILY}@1.99", **ROW).status_code == 404


LAW_LINK = re.compile(r'href="/(?:law|odds)/([^"/?#]+)')


@pytest.mark.parametrize("query", ["", "?part=1", f"?{urlencode({'cite': ROW['cite']})}", "/moments"])
def test_the_pages_of_a_version_stay_within_it(house: House, query: str) -> None:
    """Every link of a table's law leads to the same law, not to the one in force."""
    text = page(house, "ann", f"/law/{FAMILY}@1.15{query}")
    names = [each for each in LAW_LINK.findall(text) if each not in ("diff", "readings")]
    assert names.count(f"{FAMILY}@1.15") > 3
    assert names.count(FAMILY) == 1, "the version in force is named once"
    assert f"version 1.15 ({OURS.digest[:12]})" in text
    assert f'In force is <a href="/law/{FAMILY}">version {NEXT}</a>' in text


def test_a_citation_opens_in_the_version_it_is_of(house: House) -> None:
    cookie = {"cookie": f"__Host-cutcard={house.token('ann')}"}
    asked = f"/law/{FAMILY}@1.15?{urlencode(ROW)}"
    opened = house.client.get(asked, headers=cookie, follow_redirects=False)
    assert opened.headers["location"].startswith(f"/law/{FAMILY}@1.15?part=")
    text = page(house, "ann", asked)
    assert "200 to 1" in text
    assert "150 to 1" not in text
    assert f'href="/odds/{FAMILY}@1.15/lucky_ladies"' in text
    newest = page(house, "ann", f"/law/{FAMILY}?{urlencode(ROW)}")
    assert "150 to 1" in newest
    assert "In force is" not in newest


def test_law_that_the_store_alone_has_is_shown_too(house: House, newer: Path) -> None:
    """Where the data of a table are installed no more, its pages are those that the store carries."""
    other = newer.parent / "other"
    with installed(edited(other)) as now:
        now.carry(OURS.files.packed)
        name = f"{FAMILY}@{OURS.digest[:12]}"
        text = page(house, "ann", f"/law/{name}?{urlencode(ROW)}")
        assert "200 to 1" in text
        assert f"version 1.15 ({OURS.digest[:12]})" in text
        assert f'href="/law/{name}?part=' in text
        assert "/odds/" not in text.split('class="book"')[1], "nothing here computes odds of them"
        answer = house.get("ann", f"/odds/{name}/main")
        assert answer.status_code == 404


def test_the_page_of_a_table_offers_the_other_version(house: House) -> None:
    text = page(house, "flo", "/floor/tables/one")
    assert 'data-do="change_law"' in text
    assert f'<option value="{FAMILY}@{NEXT}"' in text
    assert f"version {NEXT}" in text


def test_dealers_and_players_do_not_ask_for_it_and_floorpersons_do_not_sign_it(house: House) -> None:
    for name in ("dee", "ann", "eye", "boss"):
        body = {"table": "one", "key": new_key(), "command": MOVE}
        assert house.post(name, "/api/signing", body).status_code == 403
    number = wanted(house, "sue")
    (first, *_) = house.get("flo", "/api/signing").json()["wanted"]
    assert (first["number"], first["may_sign"]) == (number, False)
    assert house.post("flo", f"/api/signing/{number}", None).status_code == 403
    assert house.floor.live("one").table.rules.document.digest == OURS.digest
    alone = house.ask("flo", "one", MOVE)
    assert alone.status_code == 403
    assert "a supervisor other than flo must sign it" in alone.json()["message"]


def test_a_floorperson_asks_and_a_supervisor_signs(house: House) -> None:
    house.play("one", "ann")
    number = wanted(house, "flo")
    assert f"{FAMILY}@{NEXT}" in page(house, "sue", "/floor/approvals")
    done = house.post("sue", f"/api/signing/{number}", None)
    assert (done.status_code, done.json()["status"]) == (200, "done"), done.text
    view: Any = house.get("ann", "/api/tables/one").json()
    assert (view["law"]["version"], view["law"]["reference"]) == (NEXT, FAMILY)
    house.play("one", "ann")
    rows = house.get("ann", "/api/tables/one/paytables").json()["wagers"]
    (main,) = [each["rows"] for each in rows if each["wager"] == "main"]
    assert "11 to 10" in [each["pays"] for each in main]
    watched = house.get("eye", f"/api/surveillance/rounds/one/{view['rounds'] + 1}").json()
    assert all(each["same"] for each in watched["lines"])
    shown = page(house, "eye", f"/surveillance/rounds/one/{view['rounds'] + 1}")
    assert f'<a href="/law/{FAMILY}">' in shown
    assert f"version {NEXT} ({view['law']['digest'][:12]})" in shown
    for number, law in (1, f"{FAMILY}@1.15"), (view["rounds"] + 1, FAMILY):
        steps = house.get("ann", f"/api/tables/one/rounds/{number}/steps").json()["steps"]
        assert steps[0]["view"]["law"]["reference"] == law
        assert f'<a href="/law/{law}">' in page(house, "eye", f"/surveillance/rounds/one/{number}")
    assert 'data-do="change_law"' in page(house, "flo", "/floor/tables/one"), "and back again"
    assert house.floor.live("two").table.rules.document.digest == OURS.digest
