"""Coming in without a name: five ways at a demonstration, none whatever at a live floor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from argon2.profiles import CHEAPEST

from cutcard.floor.people import Limits, PeopleRefused
from cutcard.web.demo.visitors import WELCOMES, Purpose, free_box, guests_at, received
from cutcard.web.pages.recommendations import for_beginners
from cutcard.web.server.settings import Rate
from web.houses import House, served


@pytest.fixture(scope="module")
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A demonstration with one open table, where visitors are not counted."""
    limits = Limits(hashing=CHEAPEST, demonstration=True)
    folder = tmp_path_factory.mktemp("visits")
    with served(folder, limits, visits=Rate(10**6, 1e6), secure_cookies=False) as found:
        found.open("one")
        yield found


def visit(house: House, purpose: str, **headers: str) -> httpx.Response:
    return httpx.post(f"{house.url}/api/visits/{purpose}", headers=headers)


@pytest.mark.parametrize("purpose", [*Purpose, "administrator", "nobody"])
@pytest.mark.parametrize("body", [None, "{}", '{"demonstration": true}', "not json"])
def test_a_live_floor_has_no_such_address(house: House, purpose: str, body: str | None) -> None:
    """It answers as at any address that is none, whoever asks, and nobody is made or signed in."""
    everybody = [each.name for each in house.people.everybody()]
    cookies = {"cutcard": "x" * 40, "demonstration": "true"}
    for headers in (
        {},
        {"origin": house.url},
        {"authorization": f"Bearer {house.token('boss')}", "x-demonstration": "1"},
    ):
        given = {"content-type": "application/json", **headers}
        answers = [
            httpx.post(
                f"{house.url}/api/{place}/{purpose}?demonstration=true",
                content=body,
                headers=given,
                cookies=cookies,
            )
            for place in ("visits", "visitors-of-nowhere")
        ]
        answer, nowhere = ((each.status_code, each.text) for each in answers)
        assert answer == nowhere
        assert answer[0] == 404
        assert "set-cookie" not in answers[0].headers
    assert [each.name for each in house.people.everybody()] == everybody


def test_the_door_of_a_live_floor_offers_the_sign_in_alone(house: House) -> None:
    page = httpx.get(f"{house.url}/enter").text
    assert 'name="password"' in page
    assert "data-visit" not in page
    assert "Play now" not in page
    assert "Play money" not in page


def test_the_people_of_a_live_floor_receive_no_visitor(house: House) -> None:
    """Below the address too: nobody is made, and no link by which a visitor could sign in."""
    everybody = house.people.everybody()
    for purpose in Purpose:
        with pytest.raises(PeopleRefused, match="for demonstrations only"):
            received(house.people, purpose, address="127.0.0.1")
    assert house.people.everybody() == everybody


@pytest.mark.parametrize("purpose", Purpose)
def test_a_visitor_of_a_demonstration_is_somebody_new(demonstration: House, purpose: Purpose) -> None:
    first, second = (visit(demonstration, purpose, origin=demonstration.url) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json()["name"] != second.json()["name"]
    me = httpx.get(f"{demonstration.url}/api/me", cookies=dict(first.cookies)).json()
    assert (me["name"], me["role"]) == (first.json()["name"], str(WELCOMES[purpose].role))
    assert "token" not in first.json()
    home = httpx.get(f"{demonstration.url}{first.json()['home']}", cookies=dict(first.cookies))
    assert home.status_code == 200


def test_who_comes_to_play_has_a_seat_and_chips(demonstration: House) -> None:
    answer = visit(demonstration, "play").json()
    assert answer["home"] == "/tables/one?guide=first"
    table = demonstration.floor.live("one").table
    assert answer["name"] in dict(table.seated).values()
    assert "$500" in httpx.get(f"{demonstration.url}/enter").text


def test_where_no_seat_is_left_one_arrives_in_the_lobby(demonstration: House) -> None:
    boxes = demonstration.floor.live("one").table.game.boxes
    homes = [visit(demonstration, "play").json()["home"] for _ in range(boxes + 1)]
    assert homes[-1] == "/"
    lobby = visit(demonstration, "play")
    page = httpx.get(f"{demonstration.url}/", cookies=dict(lobby.cookies))
    assert page.status_code == 200


def test_no_purpose_makes_an_officer_and_no_other_site_lets_in(demonstration: House) -> None:
    roles = {str(each.role) for each in WELCOMES.values()}
    assert not roles & {"administrator", "supervisor", "auditor"}
    assert visit(demonstration, "administrator").status_code == 404
    answer = visit(demonstration, "play", origin="http://evil.example")
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")


def test_visitors_of_one_address_are_counted(tmp_path: Path) -> None:
    limits = Limits(hashing=CHEAPEST, demonstration=True)
    with served(tmp_path, limits, visits=Rate(2, 0.001)) as crowded:
        assert [visit(crowded, "watch").status_code for _ in range(3)] == [201, 201, 429]


EASY = {
    "open": True,
    "boxes": 7,
    "document": "md-blackjack",
    "side_wagers": [],
    "limits": {"minimum": "5.00"},
}


def test_a_table_without_other_visitors_is_taken_first() -> None:
    seated = {"1": "guest-0a1b", "2": "guest-0a1b", "3": "jo-bot", "4": "guesthouse"}
    assert guests_at({"seated": seated}) == 2
    assert guests_at({"seated": {}}) == 0
    tables = [
        {"name": name, "by_hand": False, "view": {**EASY, "variation": variation, "seated": found}}
        for name, variation, found in (("crowd", "", seated), ("free", "", {}), ("switch", "switch", {}))
    ]
    assert for_beginners(tables) == ["crowd", "free", "switch"]
    assert for_beginners(tables, guests_at) == ["free", "crowd", "switch"]


def test_the_box_in_the_middle_is_taken_first() -> None:
    view = {"seated": {"1": "ann"}, "boxes": 5, "open": True}
    assert free_box(view) == 4
    assert free_box({**view, "open": False}) is None
    assert free_box({**view, "seated": {str(box): "ann" for box in range(1, 6)}}) is None
