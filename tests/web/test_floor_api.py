"""The floor over HTTP: its figures, two signatures from two places, and who is let in."""

from __future__ import annotations

from typing import Any

import pytest

from cutcard.floor.pit import Edge
from cutcard.web.api.floor_models import BandView
from cutcard.web.api.routes.floor import FloorFigures, edges_of
from cutcard.web.odds_desk.desk import OddsDesk, Reply
from cutcard.web.pages.floor import marks
from cutcard.web.pages.frame import short, whole
from web.houses import House, new_key

COUNT = {"do": "count", "kind": "opening", "amount": "5000.00"}


def asked(house: House, name: str, command: dict[str, Any], table: str = "two") -> Any:
    body = {"table": table, "key": new_key(), "command": command}
    return house.post(name, "/api/signing", body)


def cookie(house: House, name: str) -> dict[str, str]:
    return {"cookie": f"__Host-cutcard={house.token(name)}"}


def test_a_table_is_told_with_its_day(house: House) -> None:
    before = house.get("flo", "/api/floor/one").json()
    house.play("one", "ann")
    line = house.get("flo", "/api/floor/one").json()
    assert line["rounds"] == before["rounds"] + 1
    assert (line["state"], line["dealer"], line["drop"]) == ("open", "dee", "1000.00")
    assert float(line["handle"]) == float(before["handle"]) + 10
    lost = 1000 - float(house.get("ann", "/api/tables/one").json()["chips"]["ann"])
    assert float(line["won"]) == lost
    assert house.get("flo", "/api/floor/none").status_code == 404
    every = house.get("sue", "/api/floor").json()
    assert {each["name"] for each in every["tables"]} >= {"one", "two"}


def test_a_count_is_asked_for_by_one_and_signed_by_another(house: House) -> None:
    made = asked(house, "flo", COUNT)
    assert (made.status_code, made.json()["state"]) == (201, "waiting"), made.text
    number = made.json()["number"]
    own = house.post("flo", f"/api/signing/{number}", None)
    assert own.status_code == 403
    assert own.json()["message"] == "signature: flo requested it; somebody else must sign it"
    (seen,) = house.get("dee", "/api/signing").json()["wanted"]
    assert seen["may_sign"]
    done = house.post("dee", f"/api/signing/{number}", None)
    assert (done.status_code, done.json()["status"]) == (200, "done"), done.text
    assert house.floor.live("two").books.is_counted
    again = house.post("sue", f"/api/signing/{number}", None)
    assert "it is done by dee" in again.json()["message"]
    second = asked(house, "flo", COUNT)
    refused = house.post("dee", f"/api/signing/{second.json()['number']}", None)
    assert refused.status_code == 409
    told = house.get("flo", "/api/signing").json()["wanted"][0]
    assert told["state"] == "refused"
    assert "already counted" in told["told"]


def test_what_one_asked_for_is_withdrawn_by_that_one_alone(house: House) -> None:
    number = asked(house, "flo", {"do": "fill", "amount": "10.00"}).json()["number"]
    path = f"/api/signing/{number}"
    other = house.client.delete(path, headers=house.headers("dee"))
    assert (other.status_code, other.json()["code"]) == (403, "not_yours")
    assert house.client.delete(path, headers=house.headers("flo")).status_code == 204
    assert "it is withdrawn" in house.post("dee", path, None).json()["message"]


@pytest.mark.parametrize("name", ["eye", "aud"])
def test_who_is_no_crew_signs_nothing(house: House, name: str) -> None:
    for answer in (
        house.get(name, "/api/signing"),
        house.post(name, "/api/signing/1", None),
        house.client.delete("/api/signing/1", headers=house.headers(name)),
        asked(house, name, COUNT),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong_role")


@pytest.mark.parametrize("name", ["ann", "boss"])
def test_players_and_administrators_sign_nothing_of_a_table(house: House, name: str) -> None:
    number = asked(house, "flo", {"do": "fill", "amount": "10.00"}).json()["number"]
    seen = house.get(name, "/api/signing").json()["wanted"]
    assert [each for each in seen if each["of"] == "table"] == []
    for answer in (house.post(name, f"/api/signing/{number}", None), asked(house, name, COUNT)):
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong_role")


@pytest.mark.parametrize(
    ("command", "table", "told"),
    [
        ({"do": "open_table"}, "two", "one signature is enough"),
        ({"do": "fill", "amount": "lots"}, "two", "amount"),
        ({"do": "fill", "amount": "5.00"}, "none", "not a table of this floor"),
    ],
)
def test_what_cannot_be_asked_for(house: House, command: dict[str, Any], table: str, told: str) -> None:
    answer = asked(house, "flo", command, table)
    assert answer.status_code in (404, 422)
    assert told in answer.json()["message"]


@pytest.mark.parametrize("path", ["/floor", "/floor/tables/one", "/floor/approvals"])
def test_the_floors_pages_are_the_floors(house: House, path: str) -> None:
    for name in ("flo", "sue"):
        assert house.client.get(path, headers=cookie(house, name)).status_code == 200
    for name in ("ann", "eye", "boss"):
        answer = house.client.get(path, headers=cookie(house, name))
        assert answer.status_code == 403
        assert f"you are signed in as {name}" in answer.text
    dealer = house.client.get(path, headers=cookie(house, "dee"))
    assert dealer.status_code == (200 if path == "/floor/approvals" else 403)


def test_the_band_is_drawn_to_scale_and_told_in_words() -> None:
    told = BandView(
        verdict="outlier",
        expected="0.00",
        low="-100.00",
        high="100.00",
        won="300.00",
        handle="1.00",
        rounds=40,
        left_out=[],
    )
    found = marks(told)
    assert (found.low, found.expected, found.won, found.zero) == (8.0, 54.0, 192.0, 54.0)
    assert found.wide == 92.0
    assert found.words.startswith("Won $300, an outlier: outside the band of −$100 to $100")
    assert (short("-1234.50"), whole("-0.20"), whole("99.60")) == ("−$1,234.50", "$0", "$100")


def test_how_far_the_odds_are_is_told_while_they_are_computed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.play("one", "ann")
    desk = OddsDesk(works=False)
    monkeypatch.setattr(house.app.state, "pit", FloorFigures(desk))
    line = house.get("flo", "/api/floor/one").json()
    assert (line["odds"], line["odds_far"], line["band"]) == ("computing", "queued, next", None)
    page = house.client.get("/floor", headers=cookie(house, "flo")).text
    assert ", computed for 0 of 1 tables so far" in page
    assert "Computing odds: queued, next" in page
    live, known = house.floor.live("one"), {"main": Edge(0.005, 1.15)}
    far = Reply("computing", known, "Lucky Ladies: 2 of 6")
    monkeypatch.setattr(desk, "ask", lambda *_, **__: far)
    assert edges_of(desk, live, ["main", "lucky_ladies"]) == (None, "1 of 6 wagers")
    assert edges_of(desk, live, ["main"]) == (known, "")
    page = house.client.get("/floor", headers=cookie(house, "flo")).text
    assert '<span id="odds-far" data-live role="status"></span>' in page
