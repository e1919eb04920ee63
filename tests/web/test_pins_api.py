"""A change of dealer by PIN, over the API."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from cutcard.floor.keys import HouseKeys
from cutcard.floor.people import HouseRole
from web.houses import House, served

KEYS = HouseKeys({"k1": b"\x01" * 32})
PIN = "483905"


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with served(tmp_path_factory.mktemp("pins"), keys=KEYS) as found:
        found.enrol("dan", HouseRole.DEALER)
        yield found


def comes_on(house: House, at: str, name: str, pin: str, table: str = "two") -> httpx.Response:
    return house.post(at, f"/api/tables/{table}/dealer", {"name": name, "pin": pin})


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, str(answer.json()["code"])


def test_a_dealer_comes_on_deals_and_proves_themselves_for_what_needs_it(house: House) -> None:
    chosen = house.post("dan", "/api/pin", {"pin": PIN, "tables": ["two"]})
    assert chosen.status_code == 201, chosen.text
    house.open("two")
    came = comes_on(house, "dee", "dan", PIN)
    assert came.status_code == 201, came.text
    assert (came.json()["name"], came.json()["proved"]) == ("dan", False)
    assert house.get("dee", "/api/me").status_code == 401
    house.tokens["dan"] = came.json()["token"]
    house.done("dan", "two", {"do": "change_dealer", "dealer": "dan"})
    again = house.post("dan", "/api/pin", {"pin": PIN, "tables": ["two"]})
    assert code(again) == (403, "proof_needed")


def test_nobody_tries_pins_but_the_crew_of_a_table(house: House) -> None:
    house.post("dan", "/api/pin", {"pin": PIN, "tables": ["two"]})
    bare = house.client.post("/api/tables/two/dealer", json={"name": "dan", "pin": PIN})
    assert bare.status_code == 401
    assert code(comes_on(house, "ann", "dan", PIN)) == (403, "wrong_role")
    assert code(comes_on(house, "dee", "dan", "000001")) == (401, "sign_in_refused")
    assert code(comes_on(house, "dee", "dan", PIN, "one")) == (401, "sign_in_refused")
    assert comes_on(house, "dee", "dan", PIN, "nowhere").status_code == 404


def test_what_may_be_chosen(house: House) -> None:
    def chosen(name: str, pin: str, tables: list[str]) -> tuple[int, str]:
        return code(house.post(name, "/api/pin", {"pin": pin, "tables": tables}))

    assert chosen("dee", "123456", ["two"]) == (422, "pin_refused")
    assert chosen("sue", PIN, ["two"]) == (422, "pin_refused")
    assert chosen("dee", PIN, ["nowhere"])[0] == 404
    assert chosen("dee", PIN, []) == (422, "bad_request")
