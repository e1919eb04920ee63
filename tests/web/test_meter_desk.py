"""Who is shown what a meter keeps back, over HTTP: pages and API, role by role."""

from __future__ import annotations

import json

from cutcard.floor.meters.view import SEE_RESERVE
from cutcard.floor.people.roles import METER_COMMANDS
from cutcard.shoe import By, Role
from cutcard.web.pages.meters import MeterAct, _acts, reasons
from web.houses import NAMES, House

KEPT = ("reserve", "reserve_rate", "resets_to", "initial")
METER = "super_4@one"


def test_the_desk_is_for_those_who_may_see_a_reserve(house: House) -> None:
    for name, role in NAMES.items():
        cookie = {"cookie": f"__Host-cutcard={house.token(name)}"}
        told = house.client.get("/floor/meters", headers=cookie)
        sees = str(role) in SEE_RESERVE
        assert told.status_code == (200 if sees else 403), name
        assert ("Hidden reserve" in told.text) is sees
        assert ("data-do=" in told.text) is (name in ("sue", "sam"))
        assert ('href="/floor/meters"' in told.text) is sees
    assert house.client.get("/floor/meters").headers["location"] == "/enter"


def test_no_view_of_others_has_a_word_of_the_reserve(house: House) -> None:
    for name, role in NAMES.items():
        answer = house.get(name, f"/api/meters/{METER}")
        if name == "boss":
            assert answer.status_code == 403
            continue
        seen = answer.json()
        assert all((key in seen) is (str(role) in SEE_RESERVE) for key in KEPT), (name, seen)
        wall = house.client.get("/meters", headers={"cookie": f"__Host-cutcard={house.token(name)}"})
        assert "eserve" not in wall.text
    players = json.dumps(house.get("ann", "/api/meters").json())
    assert "reserve" not in players
    assert "rate" not in players


def test_the_desk_offers_every_command_of_a_meter(house: House) -> None:
    """A command that supervisors may ask and the page does not have is a hole in the page."""
    meter, by = house.floor.meter(METER), By(Role.SUPERVISOR, "sue")
    back = [MeterAct("rejoin", "gone")]
    live = {each.do: each for each in _acts(meter, by, (), "super_4@two", back)}
    assert live.keys() | {"start"} == METER_COMMANDS.keys()
    assert {do for do, each in live.items() if each.why_not} == {"configure", "retire"}
    dealing = {each.do: each for each in _acts(meter, by, ("one",), "super_4@two")}
    assert "it is dealing a round with stakes on super_4@one" in dealing["part"].why_not
    alone = {each.do: each.why_not for each in _acts(meter, by, (), "")}
    assert alone["retire"].startswith("No other live meter")
    assert "retired" not in {each.name for each in reasons()}


def test_a_reserve_rate_is_set_by_configure_alone_and_checked(house: House) -> None:
    told = house.get("sue", f"/api/meters/{METER}").json()
    assert told["reserve_rate"] == "0"
    terms = {key: told[key] for key in ("initial", "reset", "rate")}
    path = f"/api/meters/{METER}/commands"

    def asked(number: int, **command: str) -> tuple[int, str]:
        answer = house.post("sue", path, {"key": f"terms-{number:04}", "command": command})
        if answer.status_code == 202:
            house.signed(answer, "sam")
        return answer.status_code, answer.text

    assert asked(1, do="configure", reserve_rate="0.1", **terms)[0] == 409
    assert asked(2, do="stop")[0] == 200
    assert "more than the whole stake" in asked(3, do="configure", reserve_rate="1", **terms)[1]
    other = asked(6, do="configure", **{**terms, "reset": "12000"})
    assert other[0] == 409
    assert "one: it files a reset amount of $10000.00" in other[1]
    assert asked(4, do="configure", reserve_rate="0.1", **terms)[0] == 202
    assert asked(5, do="start")[0] == 200
    assert house.get("sue", f"/api/meters/{METER}").json()["reserve_rate"] == "0.1"
