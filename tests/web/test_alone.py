"""One person alone, by detours: small sums for a large one, a player's link for a role of staff."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from cutcard.floor.people import HouseRole
from web.houses import GOOD, House, new_key, served


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with served(tmp_path_factory.mktemp("alone")) as found:
        yield found


def cage(house: House, do: str, player: str, amount: str) -> httpx.Response:
    house.token("flo")
    house.prove("flo")
    command = {"do": do, "player": player, "amount": amount}
    return house.post("flo", "/api/cage/commands", {"key": new_key(), "command": command})


def sign(house: House, by: str, waiting: httpx.Response) -> httpx.Response:
    return house.post(by, f"/api/signing/{waiting.json()['number']}", None)


def test_many_small_sums_of_a_day_are_a_large_one(house: House) -> None:
    first = cage(house, "deposit", "ann", "9999.99")
    assert first.json()["waits_for"] == ["ann"]
    assert sign(house, "ann", first).status_code == 200
    assert cage(house, "deposit", "bob", "9999.99").json()["waits_for"] == ["bob"], "another's sums"
    second = cage(house, "deposit", "ann", "0.01")
    assert second.json()["waits_for"] == ["ann", "another"]
    assert cage(house, "withdraw", "ann", "9999.99").json()["waits_for"] == ["ann"], "the other way"


def test_sums_that_were_asked_for_together_count_together(house: House) -> None:
    house.enrol("cat", HouseRole.PLAYER)
    waiting = [cage(house, "deposit", "cat", "6000") for _ in range(2)]
    assert [each.json()["waits_for"] for each in waiting] == [["cat"], ["cat"]]
    assert sign(house, "cat", waiting[0]).json()["balance"] == "6000.00"
    told = sign(house, "cat", waiting[1])
    assert (told.status_code, told.json()["code"]) == (422, "bad_amount")
    assert "it needs a second person, as all from $10000.00" in told.json()["message"]
    assert house.get("cat", "/api/me").json()["wallet"] == "6000.00"
    house.clock.later(1)
    again = cage(house, "deposit", "cat", "6000")
    assert again.json()["waits_for"] == ["cat", "another"]
    house.token("sue")
    house.prove("sue")
    assert sign(house, "cat", again).status_code == 202
    assert sign(house, "sue", again).json()["balance"] == "12000.00"


def test_a_players_link_makes_nobody_staff(house: House) -> None:
    """One administrator makes it alone; the role needs two, and the link must not bring it along."""
    house.token("boss")
    house.prove("boss")
    link = house.post("boss", "/api/people", {"name": "pat", "role": "player"}).json()["link"]
    waiting = house.post("boss", "/api/people/pat", {"role": "supervisor"})
    assert house.signed(waiting, "bess")["role"] == "supervisor"
    enrolling: dict[str, Any] = {"link": link, "password": GOOD}
    told = house.client.post("/api/enrolment", json=enrolling)
    assert (told.status_code, told.json()["code"]) == (401, "link_refused")
    assert house.people.known("pat").state == "new"
    assert house.people.verify() > 0, "the stream of people accounts for the link that is gone"
