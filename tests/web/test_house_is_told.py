"""Small things that an operator relies on: what is logged, told, kept in order and turned away."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from sqlalchemy import event

from cutcard.floor.live import writer as live_writer
from cutcard.floor.live.floor import SteadyClock
from cutcard.floor.people.credentials import too_weak
from cutcard.web.api.session import PacedThread
from cutcard.web.server import logs
from cutcard.web.server.errors import Problem
from web.houses import RULES, House, new_key, served


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with served(tmp_path_factory.mktemp("told"), beside=("https://floor.example",)) as found:
        found.open("one")
        found.seat("one", "ann", 1)
        yield found


def test_a_browser_behind_a_proxy_is_told_to_stay_with_tls(house: House) -> None:
    name = "strict-transport-security"
    assert name in house.client.get("/enter", headers={"host": "floor.example"}).headers
    assert name not in house.client.get("/enter").headers


def test_the_log_says_why_something_was_refused(house: House) -> None:
    lines = StringIO()
    logs.configure_logs(lines)
    try:
        assert house.ask("ann", "one", {"do": "hit", "box": 1}).status_code == 409
        flo = {"do": "withdraw", "player": "ann", "amount": "999999"}
        house.prove("flo")
        house.post("flo", "/api/cage/commands", {"key": new_key(), "command": flo})
    finally:
        logs.configure_logs(StringIO())
    refused = [
        each for each in map(json.loads, lines.getvalue().splitlines()) if each["event"] == "refused"
    ]
    assert [each.get("refusal") for each in refused] == ["no_round", "bad_amount"]


def test_a_house_whose_disk_is_full_is_not_ready(house: House) -> None:
    engine = house.floor.database.engine

    def full(_: Any, __: Any, statement: str, *___: Any) -> None:
        if statement.startswith("UPDATE alembic_version"):
            raise sqlite3.OperationalError("database or disk is full")

    house.app.state.writable = 0.0, ""
    assert house.client.get("/ready").status_code == 200
    event.listen(engine, "before_cursor_execute", full)
    try:
        house.app.state.writable = 0.0, ""
        told = house.client.get("/ready")
    finally:
        event.remove(engine, "before_cursor_execute", full)
    assert (told.status_code, "is full" in told.json()["message"]) == (503, True)
    house.app.state.writable = 0.0, ""
    assert house.client.get("/ready").status_code == 200


@pytest.mark.parametrize(
    "password",
    [
        "password1234",
        "P@ssw0rd!2026",
        "Qwertyuiop12",
        "letmein-letmein",
        "blackjack-2026",
        "iloveyou1234",
        "casino-dealer-1",
        "Monkey-Dragon-1",
        "welcome2casino!",
        "summer2026summer",
        "harbour" * 18,
    ],
)
def test_a_common_password_is_refused(password: str) -> None:
    assert "everybody tries first" in too_weak(password, name="ann", shortest=12)


@pytest.mark.parametrize("password", ["a horse on the roof", "9c1f-77ab-e02d", "correct mule stapler"])
def test_another_is_not(password: str) -> None:
    assert too_weak(password, name="ann", shortest=12) == ""


def test_the_record_says_who_set_a_table_up(house: House) -> None:
    house.floor.add("three", RULES["maryland"], by="floorperson flo")
    with house.floor.database.reading() as unit:
        assert json.loads(unit.header("table:three"))["by"] == "floorperson flo"


def test_time_never_runs_backwards_in_the_record(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    meter = house.floor.meters[0]
    path = f"/api/meters/{meter}/commands"
    assert house.post("sue", path, {"key": new_key(), "command": {"do": "stop"}}).status_code == 200
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now - 86_400)
    assert house.post("sue", path, {"key": new_key(), "command": {"do": "start"}}).status_code == 200
    with house.floor.database.reading() as unit:
        times = [each.at for each in unit.read(f"meter:{meter}")]
        latest = unit.latest()
    assert times == sorted(times)
    after = SteadyClock()  # of a process that starts while the clock is wrong
    after.seen(latest)
    assert after() == latest


def test_a_proof_does_not_outlive_a_clock_that_is_set_back(house: House) -> None:
    house.prove("flo")
    session = house.people.session(house.token("flo"))
    assert session is not None
    assert session.is_proved(house.clock(), house.people.limits)
    assert not session.is_proved(house.clock() - 3_600_000, house.people.limits)


def test_a_repeat_says_what_happened(house: House) -> None:
    asked = {"key": new_key(), "command": {"do": "tip", "amount": "1.00"}}
    path = "/api/tables/one/commands"
    first = house.post("ann", path, asked).json()
    house.done("ann", "one", {"do": "tip", "amount": "2.00"})
    again = house.post("ann", path, asked).json()
    assert (first["status"], again["status"]) == ("done", "repeated")
    assert first["happened"]
    assert again["happened"] == first["happened"]


def test_the_queue_of_commands_has_an_end(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_writer, "MOST_WAITING", 0)
    told = house.ask("ann", "one", {"do": "tip", "amount": "1.00"})
    assert (told.status_code, told.headers["retry-after"]) == (503, "1")
    assert "too many commands are waiting" in told.json()["message"]
    monkeypatch.undo()
    assert house.ask("ann", "one", {"do": "tip", "amount": "1.00"}).status_code == 200
    assert house.floor.measures["shed"] == 1


def test_work_that_takes_a_processor_rests_and_has_an_end() -> None:
    async def main() -> tuple[float, int]:
        paced, began = PacedThread("paced", 3), time.monotonic()
        asked = [paced.run(threading.Event().wait, 0.05) for _ in range(5)]
        done = await asyncio.gather(*asked, return_exceptions=True)
        paced.close()
        return time.monotonic() - began, sum(isinstance(each, Problem) for each in done)

    took, refused = asyncio.run(main())
    assert refused == 2
    assert took > 3 * 0.05 + 2 * PacedThread.RESTS * 0.05 * 0.9
