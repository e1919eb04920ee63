"""What Ctrl-K finds: pages, actions, tables, people and rounds, each for those whom it is for."""

from __future__ import annotations

from typing import Any

import pytest

from web.houses import House

PEOPLE = "/api/places/people"


def found(house: House, name: str) -> dict[tuple[str, str], str]:
    places: list[dict[str, Any]] = house.get(name, "/api/places").json()["places"]
    return {(each["kind"], each["name"]): each["href"] for each in places}


def test_a_floorperson_finds_every_act_at_every_table(house: House) -> None:
    places = found(house, "flo")
    assert places["Action", "Fill: Blackjack · one"] == "/floor/tables/one#act-fill"
    assert places["Action", "Opening count: Blackjack · two"] == "/floor/tables/two#act-count"
    assert places["Page", "Cage"] == "/floor/cage"
    assert ("Page", "Open a table") in places
    page = house.get("flo", "/floor/tables/one").text
    acts = {href.partition("#")[2] for href in places.values() if href.startswith("/floor/tables/one#")}
    assert len(acts) > 3
    assert all(f'id="{each}"' in page for each in acts)


def test_a_player_finds_drills_and_own_rounds_and_nothing_of_the_floor(house: House) -> None:
    places = found(house, "ann")
    assert places["Action", "How did I play: Blackjack · one"] == "/school/review/one"
    assert ("Action", "Drill: Pontoon 21, Maryland") in places
    assert places["Action", "Colours: high contrast"] == "#theme=contrast"
    for href in places.values():
        assert not href.startswith(("/floor", "/surveillance", "/people", "/audit")), href


def test_every_address_that_is_found_opens(house: House) -> None:
    for name in ("ann", "dee", "flo", "eye", "aud", "boss"):
        for href in dict.fromkeys(each.partition("#")[0] for each in found(house, name).values()):
            if href and not href.startswith(("/odds", "/law")):
                assert house.get(name, href).status_code in (200, 401), (name, href)


def test_rounds_are_for_surveillance_alone(house: House) -> None:
    assert house.get("eye", "/api/places").json()["rounds"] == [
        {"table": "one", "title": "Blackjack · one", "last": 0},
        {"table": "two", "title": "Blackjack · two", "last": 0},
    ]
    assert house.get("ann", "/api/places").json()["rounds"] == []


@pytest.mark.parametrize(
    ("name", "kinds"),
    [("eye", ["Player: rounds"]), ("boss", ["Person: player"]), ("ann", [])],
)
def test_people_are_found_by_whoever_may_know_them(house: House, name: str, kinds: list[str]) -> None:
    places = house.client.get(PEOPLE, params={"name": "AN"}, headers=house.headers(name)).json()[
        "places"
    ]
    assert [each["kind"] for each in places if each["name"] == "ann"] == kinds
    assert (
        house.client.get(PEOPLE, params={"name": "a%"}, headers=house.headers(name)).status_code == 422
    )
