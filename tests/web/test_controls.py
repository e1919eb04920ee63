"""Dual control by one table: what nobody can do alone, and that nobody alone can change the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from cutcard.floor.people import CONTROLS, Control, HouseRole
from web.houses import GOOD, House, new_key, served

STAFF = ("flo", "sue", "sam", "boss", "bess", "dee")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with served(tmp_path_factory.mktemp("controls")) as found:
        yield found


@pytest.fixture
def house(shared: House) -> House:
    """Everybody has just proved who they are."""
    for name in (*STAFF, "ann", "bob"):
        shared.token(name)
        shared.prove(name)
    return shared


def asked(house: House, by: str, path: str, command: dict[str, Any]) -> httpx.Response:
    return house.post(by, path, {"key": new_key(), "command": command})


def sign(house: House, by: str, waiting: httpx.Response) -> httpx.Response:
    assert waiting.status_code == 202, waiting.text
    return house.post(by, f"/api/signing/{waiting.json()['number']}", None)


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_no_supervisor_alone_lifts_the_threshold_of_a_meter(house: House) -> None:
    meter = house.floor.meters[0]
    path = f"/api/meters/{meter}/commands"
    assert asked(house, "sue", path, {"do": "stop"}).status_code == 200
    before = house.floor.meter(meter).terms
    assert before is not None
    terms = {"initial": before.initial, "reset": before.reset, "threshold": 9_999_999_900}
    command = {"do": "configure", "rate": before.rate, "must_hit": before.must_hit}
    command |= {key: f"{cents / 100:.2f}" for key, cents in terms.items()}
    if before.maximum is not None:
        command["maximum"] = f"{before.maximum / 100:.2f}"
    waiting = asked(house, "sue", path, command)
    assert waiting.status_code == 202
    assert waiting.json()["waits_for"] == ["another"]
    assert house.floor.meter(meter).terms == before
    assert code(sign(house, "sue", waiting)) == (403, "not_yours")
    assert code(sign(house, "flo", waiting)) == (403, "wrong_role")
    assert house.floor.meter(meter).terms == before
    assert sign(house, "sam", waiting).json().get("status") == "done"
    assert house.floor.meter(meter).terms != before
    stored = house.get("aud", f"/api/audit/streams/meter:{meter}", limit=500).json()["events"]
    assert stored[-1]["by"] == "supervisor sue and supervisor sam"


def test_money_at_the_cage_is_acknowledged_by_the_player(house: House) -> None:
    small = {"do": "deposit", "player": "ann", "amount": "500"}
    brought = asked(house, "flo", "/api/cage/commands", small)
    assert brought.json()["waits_for"] == ["ann"]
    (seen,) = house.get("ann", "/api/signing").json()["wanted"]
    assert (seen["says"], seen["may_sign"]) == ("Deposit $500.00, ann", True)
    assert house.get("bob", "/api/signing").json()["wanted"] == []
    assert code(sign(house, "bob", brought)) == (403, "wrong_role")
    assert sign(house, "ann", brought).json()["balance"] == "500.00"
    assert code(sign(house, "ann", brought)) == (409, "not_awaited")
    stored = house.get("aud", "/api/audit/streams/cage").json()["events"][-1]["event"]
    assert stored["signed"] == ["player ann"]


def test_a_large_sum_needs_another_of_the_floor_too(house: House) -> None:
    large = {"do": "deposit", "player": "bob", "amount": "100000000"}
    waiting = asked(house, "flo", "/api/cage/commands", large)
    assert waiting.json()["waits_for"] == ["bob", "another"]
    assert sign(house, "bob", waiting).status_code == 202
    assert house.get("bob", "/api/me").json()["wallet"] == "0.00"
    assert sign(house, "sue", waiting).json()["balance"] == "100000000.00"
    out = asked(house, "flo", "/api/cage/commands", {**large, "do": "withdraw"})
    assert sign(house, "sue", out).status_code == 202
    assert sign(house, "bob", out).json()["balance"] == "0.00"


def test_a_deposit_needs_a_fresh_proof(house: House) -> None:
    house.clock.later(301)
    small = {"do": "deposit", "player": "ann", "amount": "1"}
    assert code(asked(house, "flo", "/api/cage/commands", small)) == (403, "proof_needed")


def test_no_administrator_alone_makes_staff(house: House) -> None:
    """One is given the link, the other its word; neither alone enrols as somebody new."""
    waiting = house.post("boss", "/api/people", {"name": "new", "role": "supervisor"})
    link = waiting.json()["link"]
    assert house.people.person("new") is None
    assert code(sign(house, "boss", waiting)) == (403, "not_yours")
    assert code(sign(house, "sue", waiting)) == (403, "wrong_role")
    signed = sign(house, "bess", waiting).json()
    assert (signed["name"], signed["link"]) == ("new", "")
    enrolling = {"link": link, "password": GOOD}
    for word in ("", "abcdefgh"):
        refused = house.client.post("/api/enrolment", json={**enrolling, "word": word})
        assert code(refused) == (401, "link_refused")
    told = house.client.post("/api/enrolment", json={**enrolling, "word": f" {signed['word'].upper()} "})
    assert (told.status_code, told.json()["role"]) == (201, "supervisor")
    for change in ({"link": "enrol"}, {"role": "dealer"}):
        waiting = house.post("boss", "/api/people/new", change)
        assert waiting.status_code == 202
    assert sign(house, "bess", waiting).json()["role"] == "dealer"
    assert house.people.known("new").role is HouseRole.DEALER
    assert house.post("boss", "/api/people/new", {"state": "barred"}).status_code == 200
    added = house.post("boss", "/api/people", {"name": "pam", "role": "player"})
    assert (added.status_code, len(added.json()["link"])) == (201, 43)


def test_nobody_alone_changes_the_table_of_controls(house: House) -> None:
    looser = {"do": "change_controls", "act": "deposit", "control": "proof"}
    waiting = asked(house, "sue", "/api/controls", looser)
    assert code(sign(house, "sue", waiting)) == (403, "signature_refused")
    assert code(sign(house, "sam", waiting)) == (403, "signature_refused")
    assert house.people.controls.rule("deposit") == CONTROLS["deposit"]
    assert sign(house, "boss", waiting).json()["control"] == "proof"
    changed = house.people.controls.rule("deposit")
    assert (changed.control, changed.acknowledged_from) == (Control.PROOF, None)
    for act, control, told in (
        ("configure", "proof", "configure needs at least two"),
        ("change_controls", "proof", "needs at least two"),
        ("count", "two_roles", "fixed"),
        ("hit", "two", "not on the table"),
    ):
        refused = asked(house, "sue", "/api/controls", {**looser, "act": act, "control": control})
        assert (refused.status_code, told in refused.json()["message"]) == (422, True), act
    assert code(asked(house, "flo", "/api/controls", looser)) == (403, "wrong_role")
    seen = {each["act"]: each for each in house.get("sue", "/api/controls").json()["controls"]}
    assert seen["deposit"]["control"] == "proof"
    assert (seen["withdraw"]["from_amount"], seen["withdraw"]["acknowledged_from"]) == (
        "10000.00",
        "0.00",
    )
    before = {"do": "change_controls", "act": "deposit", "control": "two"}
    before |= {"from_amount": "10000", "acknowledged_from": "0"}
    assert sign(house, "sue", asked(house, "boss", "/api/controls", before)).status_code == 200
    assert house.people.controls.rule("deposit") == CONTROLS["deposit"]


def test_who_may_no_longer_sign_is_refused_and_not_a_fault(house: House) -> None:
    count, key = {"do": "count", "kind": "opening", "amount": "5"}, new_key()
    house.enrol("fay", HouseRole.FLOORPERSON)
    signature = house.sign("fay", "two", "dee", key, count)
    house.people.change_role("fay", HouseRole.AUDITOR, by="house")
    told = house.post(
        "dee", "/api/tables/two/commands", {"key": key, "command": count, "signatures": [signature]}
    )
    assert code(told) == (403, "signature_refused")
