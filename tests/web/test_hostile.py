"""Hostile clients: forged, replayed, stale and simultaneous commands, other origins, floods."""

from __future__ import annotations

import json
import logging
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog

from cutcard.floor.people.credentials import new_token, page_token
from cutcard.web.server import logs
from cutcard.web.server.settings import Rate
from web.houses import GOOD, House, new_key, served
from web.test_api import refused

BET = {"do": "place_bet", "box": 1, "stakes": {"main": "10.00"}}
BACK = {"do": "take_back", "box": 1}


def wallet(house: House) -> str:
    return str(house.get("ann", "/api/me").json()["wallet"])


def test_a_command_is_carried_out_once_however_often_it_comes(house: House) -> None:
    asked = {"key": new_key(), "command": {"do": "cash_out", "amount": "1.00"}}
    before = wallet(house)
    with ThreadPoolExecutor(8) as pool:
        answers = list(
            pool.map(lambda _: house.post("ann", "/api/tables/one/commands", asked), range(24))
        )
    assert sorted({each.status_code for each in answers}) == [200]
    assert [each.json()["status"] for each in answers].count("done") == 1
    assert len({each.json()["version"] for each in answers}) == 1
    assert float(wallet(house)) - float(before) == 1


def test_a_key_is_its_owners_and_one_commands(house: House) -> None:
    asked = {"key": new_key(), "command": {"do": "cash_out", "amount": "1.00"}}
    assert house.post("ann", "/api/tables/one/commands", asked).status_code == 200
    other = {**asked, "command": {"do": "cash_out", "amount": "2.00"}}
    refused(house.post("ann", "/api/tables/one/commands", other), 422, "bad_request")
    by_another = house.post("bob", "/api/tables/one/commands", asked)
    assert by_another.status_code != 200
    assert by_another.json()["message"] != "key: already used for another command"


def test_what_was_decided_on_an_older_version_is_turned_away(house: House) -> None:
    version = house.get("ann", "/api/tables/one").json()["version"]
    stale = house.ask("ann", "one", {"do": "tip", "amount": "1.00"}, expected=version - 1)
    refused(stale, 412, "stale")
    assert stale.headers["cutcard-version"] == str(version)
    assert house.ask("ann", "one", {"do": "tip", "amount": "1.00"}, expected=version).status_code == 200


def test_of_many_at_the_same_moment_one_is_first(house: House) -> None:
    version = house.get("ann", "/api/tables/one").json()["version"]

    def tip(_: int) -> httpx.Response:
        return house.ask("ann", "one", {"do": "tip", "amount": "1.00"}, expected=version)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(tip, range(8)))
    assert sorted(each.status_code for each in answers) == [200] + [412] * 7


def test_tokens_of_nobody_and_of_another_form(house: House) -> None:
    good = house.token("ann")
    for said in (
        "",
        "Bearer",
        f"Bearer {new_token()}",
        f"Basic {good}",
        f"Bearer {good}x",
        "Bearer \xff",
    ):
        headers = {"authorization": said.encode("latin-1")}
        answer = house.client.get("/api/me", headers=headers)  # type: ignore[arg-type]
        refused(answer, 401, "not_signed_in")
        assert answer.headers["www-authenticate"] == "Bearer"


def cookie(house: House, name: str) -> dict[str, str]:
    return {"cookie": f"__Host-cutcard={house.token(name)}"}


def test_a_cookie_alone_changes_nothing(house: House) -> None:
    token, asked = house.token("ann"), {"key": new_key(), "command": {"do": "tip", "amount": "1.00"}}
    mine, page = {"origin": house.url}, {"x-cutcard-page": page_token(token)}
    assert house.client.get("/api/me", headers=cookie(house, "ann")).status_code == 200

    def post(*parts: dict[str, str]) -> httpx.Response:
        headers = dict(cookie(house, "ann"))
        for each in parts:
            headers.update(each)
        return house.client.post("/api/tables/one/commands", headers=headers, json=asked)

    refused(post(), 403, "wrong_origin")
    refused(post(page), 403, "wrong_origin")
    refused(post(mine), 403, "wrong_page_token")
    refused(post(mine, {"x-cutcard-page": page_token(new_token())}), 403, "wrong_page_token")
    refused(post(page, {"origin": "https://evil.example"}), 403, "wrong_origin")
    refused(post(page, {"origin": "null"}), 403, "wrong_origin")
    refused(post(mine, page, {"sec-fetch-site": "cross-site"}), 403, "wrong_origin")
    assert post(mine, page, {"sec-fetch-site": "same-origin"}).status_code == 200


def test_other_hosts_and_other_origins_ask_nothing(house: House) -> None:
    refused(house.client.get("/api/me", headers={"host": "evil.example"}), 421, "wrong_host")
    headers = {**house.headers("ann"), "origin": "https://evil.example"}
    refused(house.client.get("/api/me", headers=headers), 403, "wrong_origin")
    said = {"name": "ann", "password": GOOD}
    answer = house.client.post("/api/session", json=said, headers={"origin": "https://evil.example"})
    refused(answer, 403, "wrong_origin")


def test_the_cookie_and_every_answer_are_kept_to_the_house(house: House) -> None:
    answer = house.client.post("/api/session", json={"name": "bob", "password": GOOD})
    made = answer.headers["set-cookie"]
    for part in ("__Host-cutcard=", "HttpOnly", "Secure", "SameSite=strict", "Path=/"):
        assert part in made
    assert "Domain" not in made
    for each in (
        answer,
        house.client.get("/live"),
        house.client.get("/nothing"),
        house.client.put("/live"),
    ):
        assert each.headers["content-security-policy"].startswith("default-src 'none'")
        assert each.headers["x-content-type-options"] == "nosniff"
        assert each.headers["cache-control"] == "no-store"
        assert each.headers["referrer-policy"] == "no-referrer"
        assert each.headers["x-frame-options"] == "DENY"
        assert "access-control-allow-origin" not in each.headers
        assert "server" not in each.headers


@pytest.mark.parametrize(
    ("content", "kind", "status", "code"),
    [
        (b"{" * 70_000, "application/json", 413, "too_large"),
        (b"[" * 60_000, "application/json", 422, "bad_request"),
        (b'{"key": ' + b"9" * 5000 + b"}", "application/json", 422, "bad_request"),
        (b'{"key": "\\ud800", "command": {"do": "\\udfff"}}', "application/json", 422, "bad_request"),
        (b'{"\\ud800": 1}', "application/json", 422, "bad_request"),
        (
            b'{"key": NaN, "command": {"do": "hit", "box": 1e999}}',
            "application/json",
            422,
            "bad_request",
        ),
        (b"\xff\xfe{}", "application/json", 422, "bad_request"),
        (b"", "application/json", 422, "bad_request"),
        (b"null", "application/json", 422, "bad_request"),
        (b"key=1", "application/x-www-form-urlencoded", 415, "not_json"),
        (b"{}", "text/plain", 415, "not_json"),
    ],
)
def test_bodies_that_nobody_can_read(
    house: House, content: bytes, kind: str, status: int, code: str
) -> None:
    headers = {**house.headers("ann"), "content-type": kind}
    answer = house.client.post("/api/tables/one/commands", content=content, headers=headers)
    refused(answer, status, code)


def test_a_body_that_says_it_is_small_or_grows_for_ever(house: House) -> None:
    headers = {**house.headers("ann"), "content-type": "application/json"}
    answer = house.client.post(
        "/api/tables/one/commands", content=(b" " * 1024 for _ in range(200)), headers=headers
    )
    refused(answer, 413, "too_large")


def test_amounts_are_read_by_the_tables_own_reader(house: House) -> None:
    for amount in (
        "1.005",
        "-5",
        "1e3",
        "",
        " 5",
        "five",
        "9" * 20,
        "1,000",
        "$5",
        5,
        5.0,
        None,
        True,
        ["5"],
    ):
        answer = house.ask("ann", "one", {"do": "tip", "amount": amount})
        refused(answer, 422, "bad_request")
        stakes = {"do": "place_bet", "box": 1, "stakes": {"main": amount}}
        refused(house.ask("ann", "one", stakes), 422, "bad_request")


def test_a_flood_is_held_back_and_forgiven(tmp_path: Path) -> None:
    slow = Rate(3, 0.5)
    with served(tmp_path, commands=slow, reads=slow, sign_ins=slow, strangers=slow) as house:
        for _ in range(3):
            assert house.get("ann", "/api/tables").status_code == 200
        held = house.get("ann", "/api/tables")
        refused(held, 429, "too_many_requests")
        assert int(held.headers["retry-after"]) >= 1
        assert house.get("bob", "/api/tables").status_code == 200, "another is not held back"
        house.clock.later(2)
        assert house.get("ann", "/api/tables").status_code == 200
        wrong = {"name": "zed", "password": "wrong"}
        codes = [house.client.post("/api/session", json=wrong).status_code for _ in range(4)]
        assert codes == [401, 401, 401, 429]
        strangers = [house.client.get("/api/me").status_code for _ in range(4)]
        assert strangers[-1] == 429
        asked = [house.ask("bob", "one", {"do": "sit"}).status_code for _ in range(4)]
        assert asked[-1] == 429


def test_who_hammers_the_door_keeps_nobody_inside_from_proving_who_they_are(tmp_path: Path) -> None:
    with served(tmp_path, sign_ins=Rate(2, 0.001), proofs=Rate(2, 0.001)) as house:
        assert house.get("sue", "/api/me").status_code == 200
        wrong = {"name": "zed", "password": "wrong"}
        codes = [house.client.post("/api/session", json=wrong).status_code for _ in range(3)]
        assert codes == [401, 401, 429]
        house.clock.later(30)
        proof = {"password": GOOD, "code": house.code("sue")}
        assert house.post("sue", "/api/session/again", proof).status_code == 200
        refused(
            house.post("sue", "/api/session/again", {**proof, "password": "no"}), 401, "sign_in_refused"
        )
        refused(house.post("sue", "/api/session/again", proof), 429, "too_many_requests")


def test_a_proxy_is_believed_only_where_it_is_known(tmp_path: Path) -> None:
    def codes(house: House, *addresses: str) -> list[int]:
        said = {"name": "zed", "password": "wrong"}
        headers = [{"x-forwarded-for": each} for each in addresses]
        asked = [house.client.post("/api/session", json=said, headers=each) for each in headers]
        return [each.status_code for each in asked]

    (tmp_path / "known").mkdir()
    slow = Rate(1, 0.001)
    with served(tmp_path, sign_ins=slow) as house:
        assert codes(house, "10.1.1.1", "10.1.1.2") == [401, 429]
    with served(tmp_path / "known", sign_ins=slow, proxies=("127.0.0.1",)) as house:
        assert codes(house, "10.1.1.1", "10.1.1.2", "10.1.1.1") == [401, 401, 429]
        assert codes(house, "10.9.9.9, 10.1.1.2", "nonsense", "") == [429, 401, 401]
        assert house.client.get("/metrics", headers={"x-forwarded-for": "127.0.0.1"}).status_code == 403


def test_many_signed_in_at_one_address_are_no_strangers(tmp_path: Path) -> None:
    with served(tmp_path, strangers=Rate(3, 0.01)) as house:
        names = ("ann", "bob", "dee", "flo", "sue")
        for _ in range(3):
            assert [house.get(each, "/api/me").status_code for each in names] == [200] * 5
            house.clock.later(10)
        guesses = [{"authorization": f"Bearer {new_token()}"} for _ in range(4)]
        codes = [house.client.get("/api/me", headers=each).status_code for each in guesses]
        assert codes == [401, 401, 401, 429]
        assert house.get("ann", "/api/me").status_code == 200, "who is known here is not held back"


def test_probes_ask_under_any_name(house: House) -> None:
    for path in ("/live", "/ready"):
        assert house.client.get(path, headers={"host": "10.0.0.7"}).status_code == 200
    refused(house.client.get("/metrics", headers={"host": "10.0.0.7"}), 421, "wrong_host")


def test_a_body_that_drips_is_cut_off(tmp_path: Path) -> None:
    with (
        served(tmp_path, body_seconds=0.3) as house,
        socket.create_connection(("127.0.0.1", int(house.url.rpartition(":")[2])), timeout=5) as raw,
    ):
        host = house.url.removeprefix("http://")
        head = f"POST /api/session HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        raw.sendall(f"{head}Content-Length: 50\r\n\r\n{{".encode())
        began = time.monotonic()
        answer = b""
        while b"}" not in answer:
            answer += raw.recv(4096)
        assert b" 408 " in answer
        assert b'"too_slow"' in answer
        assert time.monotonic() - began < 3
        assert house.client.get("/live").status_code == 200


def test_logs_have_no_secrets(house: House) -> None:
    written = StringIO()
    logs.configure_logs(written, least=logging.DEBUG)
    try:
        token = house.token("ann")
        house.client.post("/api/session", json={"name": "ann", "password": GOOD})
        house.client.post("/api/session", json={"name": "ann", "password": "another one here"})
        house.ask("ann", "one", {"do": "open_table"})
        structlog.get_logger("cutcard.web").info("careless", password=GOOD, token=token)
        for _ in range(200):
            if written.getvalue().count('"event": "request"') >= 3:
                break
            time.sleep(0.02)
    finally:
        logs.configure_logs(StringIO())
    lines = written.getvalue().splitlines()
    said = [json.loads(line) for line in lines]
    assert [each["event"] for each in said].count("request") >= 3
    assert any(each.get("person") == "ann" for each in said)
    whole = "\n".join(lines)
    for secret in (GOOD, "another one here", token, page_token(token)):
        assert secret not in whole


def test_a_fault_is_one_line_with_a_number_to_ask_about(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(house.floor, "view", broken)
    answer = house.get("ann", "/api/tables/one")
    found = refused(answer, 500, "fault")
    assert "secret detail" not in answer.text
    assert found["where"] == answer.headers["cutcard-request"]
