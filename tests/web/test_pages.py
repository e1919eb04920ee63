"""The pages over HTTP: who is let in, what they are sent, and what a browser may keep of it."""

from __future__ import annotations

import re

import httpx
import pytest

from cutcard.web.pages.frame import money
from cutcard.wording.wagers import meter_name, wager_name
from web.houses import House


def cookie(house: House, name: str) -> dict[str, str]:
    return {"cookie": f"__Host-cutcard={house.token(name)}"}


@pytest.mark.parametrize("path", ["/", "/tables/one", "/meters"])
def test_nobody_is_shown_to_the_door(house: House, path: str) -> None:
    answer = house.client.get(path)
    assert (answer.status_code, answer.headers["location"]) == (303, "/enter")


@pytest.mark.parametrize("path", ["/", "/tables/one", "/meters", "/enter"])
def test_a_page_has_no_inline_script_and_every_file_of_it_is_served(house: House, path: str) -> None:
    answer = house.client.get(path, headers=cookie(house, "ann"))
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.headers["cache-control"] == "no-store"
    assert not re.search(r"<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=", answer.text)
    named = re.findall(r'(?:src|href)="(/static/[^"]+)"', answer.text)
    assert named
    for each in named:
        found = house.client.get(each)
        assert found.status_code == 200
        assert "immutable" in found.headers["cache-control"]
        kind = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
        assert found.headers["content-type"].startswith(kind[each.rpartition(".")[2]])


def test_files_of_another_release_are_not_served(house: House) -> None:
    assert house.client.get("/static/0000000000000000/css/site.css").status_code == 404
    digest = _digest(house.client.get("/enter"))
    for path in ("../pages.py", "css/none.css", "..%2f..%2fapp.py"):
        assert house.client.get(f"/static/{digest}/{path}").status_code == 404


def _digest(page: httpx.Response) -> str:
    found = re.search(r"/static/([0-9a-f]{16})/", page.text)
    assert found is not None
    return found[1]


def test_the_lobby_names_each_table_and_an_unknown_one_is_not_found(house: House) -> None:
    told = house.client.get("/", headers=cookie(house, "ann")).text
    assert 'href="/tables/one"' in told
    assert "1 of 7 seats taken" in told
    assert "Super 4" in told
    assert house.client.get("/tables/none", headers=cookie(house, "ann")).status_code == 404


def test_who_may_see_no_tables_sees_none(house: House) -> None:
    home = house.client.get("/", headers=cookie(house, "boss"))
    assert (home.status_code, home.headers["location"]) == (303, "/people")
    told = house.client.get("/people", headers=cookie(house, "boss")).text
    assert "/tables/one" not in told
    assert not re.search(r'<a href="/(meters)?"[ >]', told.split("<main", 1)[0].split("<nav", 1)[1])
    assert house.client.get("/tables/one", headers=cookie(house, "boss")).status_code == 403
    assert house.client.get("/meters", headers=cookie(house, "boss")).status_code == 403


def test_a_view_keeps_the_last_round_as_it_lay(house: House) -> None:
    house.play("one", "ann")
    view = house.get("ann", "/api/tables/one").json()
    assert view["round"] is None
    assert view["last_round"]["number"] == view["rounds"]
    assert view["last_round"]["boxes"][0]["hands"][0]["cards"]
    assert (view["boxes"], view["limits"]) == (7, {"minimum": "5.00", "maximum": "500.00"})


def test_names_and_amounts_are_written_out() -> None:
    assert wager_name("bet_the_set_21") == "Bet the Set 21"
    assert meter_name("bonus_spin_xtreme_progressive.primary") == "Bonus Spin Xtreme Progressive Primary"
    assert money("10000.5") == "$10,000.50"
