"""The administrator's page: who is on it and how they stand, whose it is, and what is asked first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2.profiles import CHEAPEST

from cutcard.floor.people import HouseRole, Limits, PeopleRefused
from cutcard.web.pages.people import ABOUT, MOST, at_utc
from web.houses import GOOD, NAMES, House, served


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house of its own: these tests lock people out."""
    with served(tmp_path) as found:
        yield found


def page(house: House, **params: str) -> str:
    answer = house.client.get(
        "/people",
        headers={"cookie": f"__Host-cutcard={house.token('boss')}"},
        params=params,
    )
    assert answer.status_code == 200, answer.text
    return answer.text


def line(told: str, name: str) -> str:
    """What the list says of somebody."""
    assert f'id="person-{name}"' in told, name
    return told.split(f'id="person-{name}"', 1)[1].split("</li>", 1)[0]


def test_everybody_stands_there_with_role_state_and_last_sign_in(house: House) -> None:
    house.people.add("new", HouseRole.AUDITOR, by="boss")
    house.people.bar("bob", by="boss")
    for _ in range(house.people.limits.failures):
        with pytest.raises(PeopleRefused):
            house.people.sign_in("sam", "wrong")
    seen = house.people.sign_in("ann", GOOD).session.made_at
    told = page(house)
    assert "Not enrolled yet" in line(told, "new")
    assert "auditor" in line(told, "new")
    assert "never signed in" in line(told, "new")
    assert "Disabled" in line(told, "bob")
    assert "Enable<" in line(told, "bob")
    assert "Locked until" in line(told, "sam")
    assert "Unlock" in line(told, "sam")
    assert f"last sign-in {at_utc(seen)}" in line(told, "ann")
    house.clock.later(600)
    house.people.sign_in("ann", GOOD)
    assert f"last sign-in {at_utc(house.clock())}" in line(page(house), "ann"), "read on, not kept"


def test_nobody_is_offered_what_would_be_refused(house: House) -> None:
    own = line(page(house), "boss")
    assert 'data-change="barred"' not in own
    assert "<select" not in own
    assert 'data-change="link"' in own


def test_people_are_found_by_role_and_name(house: House) -> None:
    house.people.add("p2-x", HouseRole.PLAYER)
    told = page(house, role="supervisor", name="U")
    assert 'id="person-sue"' in told
    assert 'id="person-sam"' not in told
    assert f"1 of {len(NAMES) + 1} people" in told
    assert 'id="person-p2-x"' in page(house, name="2-")
    assert "Nobody matches" in page(house, name="zz")
    assert "Nobody matches" in page(house, name="z" * 32)
    assert f"{len(NAMES) + 1} of {len(NAMES) + 1}" in page(house, role="king", name="<b>")
    for number in range(MOST):
        house.people.add(f"p{number}", HouseRole.PLAYER)
    told = page(house)
    assert told.count('id="person-') == MOST
    assert f"the first {MOST} are listed" in told


def test_in_a_demonstration_people_come_by_links_that_sign_in(tmp_path: Path) -> None:
    limits = Limits(hashing=CHEAPEST, demonstration=True)
    with served(tmp_path, limits) as house:
        house.people.add("max", HouseRole.ADMINISTRATOR)
        house.people.add("new", HouseRole.PLAYER)
        link = house.people.link("max", "sign_in")
        token = house.client.post("/api/session", json={"link": link}).json()["token"]
        told = house.client.get("/people", headers={"cookie": f"__Host-cutcard={token}"}).text
        assert "By link" in line(told, "max")
        assert "Not enrolled yet" in line(told, "new")
        assert 'data-demonstration="yes"' in told
        made = house.client.post(
            "/api/people/new",
            json={"link": "sign_in"},
            headers={"authorization": f"Bearer {token}"},
        )
        assert len(made.json()["link"]) == 43


def test_the_page_is_the_administrators(house: House) -> None:
    for name in NAMES:
        cookie = {"cookie": f"__Host-cutcard={house.token(name)}"}
        told = house.client.get("/people", headers=cookie)
        assert told.status_code == (200 if name in ("boss", "bess") else 403), name
        assert ('href="/people"' in told.text) is (name in ("boss", "bess"))
    assert house.client.get("/people").headers["location"] == "/enter"
    assert set(ABOUT) == set(HouseRole)


def test_changes_of_people_want_a_fresh_proof(house: House) -> None:
    house.token("boss")
    house.clock.later(6 * 60)
    for path, body in {
        "/api/people": {"name": "zoe", "role": "supervisor"},
        "/api/people/ann": {"link": "enrol"},
    }.items():
        answer = house.post("boss", path, body)
        assert (answer.status_code, answer.json()["code"]) == (403, "proof_needed")
    assert house.people.person("zoe") is None
    proof = {"password": GOOD, "code": house.code("boss")}
    assert house.post("boss", "/api/session/again", proof).status_code == 200
    assert house.post("boss", "/api/people", {"name": "zoe", "role": "supervisor"}).status_code == 202
