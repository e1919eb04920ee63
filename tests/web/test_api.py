"""The API at work: sign-in, tables, commands, rounds, people, the audit and the cage."""

from __future__ import annotations

import threading
import time
from typing import Any

import httpx
import pytest

from cutcard.floor.people import events
from web.houses import GOOD, NAMES, House, new_key

ERROR = {"code", "message", "cite", "where"}


def refused(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The one shape of everything that is refused."""
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    found: dict[str, Any] = answer.json()
    assert set(found) == ERROR
    assert all(isinstance(each, str) for each in found.values())
    assert found["message"]
    assert "\n" not in found["message"]
    return found


def told(house: House) -> list[events.Event]:
    with house.floor.database.reading() as unit:
        return [events.codec.parse(each.line) for each in unit.read("people")]


def test_a_round_from_bet_to_record(house: House) -> None:
    number = house.play("one", "ann")
    found = house.get("ann", f"/api/tables/one/rounds/{number}").json()
    assert found["complete"]
    assert found["events"][0]["event"] == "round_started"
    assert found["events"][-1]["event"] == "round_ended"
    for _ in range(3):
        number = house.play("one", "ann")
    for each in range(1, number + 1):
        found = house.get("aud", f"/api/tables/one/rounds/{each}").json()
        assert found["events"][0]["number"] == each
    refused(house.get("ann", f"/api/tables/one/rounds/{number + 1}"), 404, "unknown_round")
    refused(house.get("ann", "/api/tables/none/rounds/1"), 404, "unknown_table")


def test_who_signs_in_is_told_who_they_are(house: House) -> None:
    answer = house.client.post("/api/session", json={"name": "bob", "password": GOOD})
    assert answer.status_code == 201
    began = answer.json()
    me = house.client.get("/api/me", headers={"authorization": f"Bearer {began['token']}"}).json()
    assert me == {key: each for key, each in began.items() if key != "token"}
    assert (me["name"], me["role"], me["proved"]) == ("bob", "player", True)
    assert "place_bet" in me["commands"]
    assert "confirm" not in me["commands"]
    headers = {"authorization": f"Bearer {began['token']}"}
    assert house.client.delete("/api/session", headers=headers).status_code == 204
    refused(house.client.get("/api/me", headers=headers), 401, "not_signed_in")


def test_staff_need_their_code_and_enrol_by_a_link(house: House) -> None:
    made = house.post("boss", "/api/people", {"name": "new-dealer", "role": "dealer"})
    link = {"link": made.json()["link"], "word": house.signed(made, "bess")["word"]}
    weak = house.client.post("/api/enrolment", json={**link, "password": "new-dealer-1"})
    refused(weak, 422, "weak_password")
    enrolled = house.client.post("/api/enrolment", json={**link, "password": GOOD}).json()
    assert enrolled["address"].startswith("otpauth://")
    house.secrets["new-dealer"] = enrolled["secret"]
    said = {"name": "new-dealer", "password": GOOD}
    refused(house.client.post("/api/session", json=said), 401, "sign_in_refused")
    said["code"] = house.code("new-dealer")
    assert house.client.post("/api/session", json=said).status_code == 201
    refused(house.client.post("/api/session", json=said), 401, "sign_in_refused")


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"name": "ann"},
        {"password": GOOD},
        {"name": "Ann", "password": GOOD},
        {"name": "ann", "password": GOOD, "code": "12345"},
        {"name": "ann", "password": GOOD, "remember": True},
        {"name": "ann", "password": GOOD, "link": "x" * 43},
        {"link": "x" * 42},
        {"name": "ann", "password": "\x00" * 12},
        {"name": 5, "password": GOOD},
        [],
        "ann",
    ],
)
def test_a_sign_in_is_read_strictly(house: House, said: Any) -> None:
    refused(house.client.post("/api/session", json=said), 422, "bad_request")


def test_administrators_change_people_and_see_no_table(house: House) -> None:
    house.post("boss", "/api/people", {"name": "zoe", "role": "player"})
    refused(house.post("boss", "/api/people", {"name": "zoe", "role": "player"}), 409, "known_person")
    assert len(house.post("boss", "/api/people/zoe", {"link": "enrol"}).json()["link"]) == 43
    refused(house.post("boss", "/api/people/zoe", {"link": "sign_in"}), 401, "link_refused")
    waiting = house.post("boss", "/api/people/zoe", {"role": "dealer"})
    assert house.signed(waiting, "bess")["role"] == "dealer"
    assert house.post("boss", "/api/people/zoe", {"state": "barred"}).json()["state"] == "barred"
    assert house.post("boss", "/api/people/zoe", {"state": "active"}).json()["state"] == "new"
    refused(
        house.post("boss", "/api/people/zoe", {"role": "dealer", "state": "barred"}), 422, "bad_request"
    )
    refused(house.post("boss", "/api/people/boss", {"role": "player"}), 403, "own_role")
    refused(house.post("boss", "/api/people/nobody", {"role": "player"}), 404, "unknown_person")
    listed = {each["name"]: each for each in house.get("boss", "/api/people").json()["people"]}
    assert set(NAMES) <= set(listed)
    assert not any("$argon2" in str(each) or each["link"] for each in listed.values())
    refused(house.get("boss", "/api/tables"), 403, "wrong_role")
    refused(house.get("ann", "/api/people"), 403, "wrong_role")


def test_what_is_refused_is_in_the_chain(house: House) -> None:
    refused(house.ask("bob", "one", {"do": "confirm", "box": 1, "wager": "main"}), 403, "wrong_role")
    refused(house.get("bob", "/api/audit/balances"), 403, "wrong_role")
    wanted = [("confirm", "tables/one"), ("audit", "/api/audit/balances")]
    found: list[tuple[str, str]] = []
    for _ in range(100):
        refusals = [each for each in told(house) if isinstance(each, events.AskRefused)]
        found = [(each.asked, each.where) for each in refusals if each.person == "bob"]
        if found == wanted:
            break
        threading.Event().wait(0.05)
    assert found == wanted
    house.floor.database.verify("people")


def test_the_audit_reads_every_stream_and_balances_to_nothing(house: House) -> None:
    house.play("one", "ann")
    streams = {each["stream"] for each in house.get("aud", "/api/audit/streams").json()["streams"]}
    assert {"cage", "people", "table:one", "table:two"} <= streams
    found: list[dict[str, Any]] = []
    after: int | None = 0
    while after is not None:
        page = house.get("aud", "/api/audit/streams/table:one", after=after, limit=7).json()
        found += page["events"]
        after = page["next"]
    assert [each["version"] for each in found] == list(range(1, page["version"] + 1))
    assert not any(
        each["event"].get("order") for each in found if each["event"]["event"] == "cards_shuffled"
    )
    assert house.get("aud", "/api/audit/balances").json()["sum"] == "0.00"
    refused(house.get("aud", "/api/audit/streams/table:nine"), 404, "unknown_stream")


def test_counts_want_two_signatures_given_in_person(house: House) -> None:
    body, key = {"do": "fill", "amount": "500"}, new_key()
    refused(house.ask("dee", "one", body), 403, "wrong_role")
    refused(
        house.ask("dee", "one", {**body, "signed": ["dealer dee", "floorperson flo"]}),
        422,
        "bad_request",
    )
    signature = house.sign("flo", "one", "dee", key, body)
    for other in ({"key": new_key()}, {"command": {"do": "fill", "amount": "5000"}}):
        asked = {"key": key, "command": body, "signatures": [signature], **other}
        refused(house.post("dee", "/api/tables/one/commands", asked), 403, "signature_refused")
    asked = {"key": key, "command": body, "signatures": [signature]}
    refused(house.post("sue", "/api/tables/one/commands", asked), 403, "signature_refused")
    refused(house.post("dee", "/api/tables/two/commands", asked), 403, "signature_refused")
    first = house.post("dee", "/api/tables/one/commands", asked)
    again = house.post("dee", "/api/tables/one/commands", asked)
    assert (first.json()["status"], again.json()["status"]) == ("done", "repeated")
    by_sue = {**asked, "signatures": [house.sign("sue", "one", "dee", key, body)]}
    told = refused(house.post("dee", "/api/tables/one/commands", by_sue), 422, "bad_request")
    assert "another command" in told["message"]
    own = {"asker": "dee", "key": key, "command": body}
    refused(house.post("dee", "/api/tables/one/signatures", own), 403, "own_signature")
    refused(house.post("ann", "/api/tables/one/signatures", own), 403, "wrong_role")


def test_a_signed_command_has_its_answer_after_the_signature_ran_out(house: House) -> None:
    body, key = {"do": "fill", "amount": "500"}, new_key()
    signature = house.sign("flo", "one", "dee", key, body)
    asked = {"key": key, "command": body, "signatures": [signature]}
    first = house.post("dee", "/api/tables/one/commands", asked)
    house.clock.later(6 * 60)
    house.sign("flo", "one", "dee", new_key(), body)
    again = house.post("dee", "/api/tables/one/commands", asked)
    assert (first.json()["status"], again.json()["status"]) == ("done", "repeated")
    assert again.json()["version"] == first.json()["version"]
    more = {**asked, "command": {**body, "amount": "600"}}
    refused(house.post("dee", "/api/tables/one/commands", more), 403, "signature_refused")
    two = {**asked, "signatures": [signature, signature]}
    refused(house.post("dee", "/api/tables/one/commands", two), 403, "signature_refused")
    refused(
        house.post("dee", "/api/tables/one/commands", {**asked, "key": new_key()}),
        403,
        "signature_refused",
    )


def test_the_cage_takes_in_and_pays_out_once(house: House) -> None:
    command = {"do": "deposit", "player": "bob", "amount": "100"}
    asked = {"key": new_key(), "command": command}
    house.token("flo")
    house.prove("flo")
    first = house.signed(house.post("flo", "/api/cage/commands", asked), "bob")
    assert (first["status"], first["balance"]) == ("done", "100.00")
    again = house.post("flo", "/api/cage/commands", asked).json()
    assert (again["state"], again["waits_for"]) == ("done", [])
    for nobody in ("nobody", "dee"):
        to = {"key": new_key(), "command": {**command, "player": nobody}}
        refused(house.post("flo", "/api/cage/commands", to), 404, "unknown_player")
    assert house.get("bob", "/api/me").json()["wallet"] == "100.00"
    refused(house.post("bob", "/api/cage/commands", asked), 403, "wrong_role")
    out = {"key": new_key(), "command": {**command, "do": "withdraw"}}
    house.clock.later(301)
    refused(house.post("flo", "/api/cage/commands", out), 403, "proof_needed")
    proof = {"password": GOOD, "code": house.code("flo")}
    assert house.post("flo", "/api/session/again", proof).json()["proved"]
    too_much = {"key": new_key(), "command": {**command, "do": "withdraw", "amount": "101"}}
    refused(house.post("flo", "/api/cage/commands", too_much), 422, "bad_amount")
    assert house.signed(house.post("flo", "/api/cage/commands", out), "bob")["status"] == "done"
    assert house.get("bob", "/api/me").json()["wallet"] == "0.00"


def test_health_and_measures(house: House) -> None:
    assert house.client.get("/live").json() == {"status": "live"}
    assert house.client.get("/ready").json()["tables"] == 2
    text = house.client.get("/metrics").text
    assert 'cutcard_requests_total{method="GET",route="/live",status="200"}' in text
    assert "cutcard_floor_tables 2.0" in text
    forwarded = house.client.get("/metrics", headers={"x-forwarded-for": "192.0.2.1"})
    refused(forwarded, 403, "forbidden")
    refused(house.client.get("/nothing"), 404, "not_found")
    refused(house.client.put("/api/session"), 405, "method_not_allowed")


def test_the_api_describes_itself(house: House) -> None:
    told_of = house.client.get("/api/openapi.json").json()
    commands = told_of["paths"]["/api/tables/{name}/commands"]["post"]
    assert commands["requestBody"]
    assert set(commands["responses"]) > {"200", "401", "403", "409", "412", "422", "429"}
    assert "PlaceBet" in told_of["components"]["schemas"]
    assert "by" not in told_of["components"]["schemas"]["PlaceBet"]["properties"]


def test_an_answer_does_not_wait_for_its_second_part(house: House) -> None:
    """Header and body go out at once: else the system holds the second back for 40 ms."""
    took = []
    for _ in range(20):
        began = time.perf_counter()
        house.client.get("/live")
        took.append(time.perf_counter() - began)
    assert min(took) < 0.03
