"""`cutcard serve` as somebody starts it: the demonstration opens, is played at, stops and goes on."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from structlog.testing import capture_logs

from cli.support import program
from cutcard.floor.store import Database
from cutcard.web.server.startup import Opened, Running, serve, written_down
from later import one_in
from web.serve_process import SOURCE, serving, started


def test_the_demonstration_is_played_at_and_goes_on_after_a_stop(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'demo.db'}"
    with serving("--database", url) as (origin, links):
        assert {"you", "dee", "flo", "sue", "sam", "vic", "art", "max"} <= links.keys()
        with httpx.Client(base_url=origin, timeout=20) as http:
            began = http.post("/api/session", json={"link": links["you"]}).json()
            http.headers["Authorization"] = f"Bearer {began['token']}"
            tables = http.get("/api/tables").json()["tables"]
            assert len(tables) == 14
            assert all(each["open"] for each in tables)
            for number, command in enumerate(
                [{"do": "sit", "box": 1}, {"do": "buy_in", "amount": "500"}], 1
            ):
                body = {"key": f"key-number-{number}", "command": command}
                answer = http.post("/api/tables/maryland/commands", json=body)
                assert answer.status_code == 200, answer.text
            rounds = _rounds(http, 2)
            assert rounds >= 2
    with (
        serving("--database", url, "--no-bots") as (origin, links),
        httpx.Client(base_url=origin, timeout=20) as http,
    ):
        began = http.post("/api/session", json={"link": links["you"]}).json()
        http.headers["Authorization"] = f"Bearer {began['token']}"
        assert http.post("/api/tables/maryland/commands", json={}).status_code == 422
        again = http.get("/api/tables").json()["tables"]
        assert max(each["rounds"] for each in again) >= rounds
        assert http.get("/api/tables/maryland").json()["seated"]["1"] == "guest"
        until = time.monotonic() + 60
        while (seated := http.get("/api/tables/maryland").json()["seated"]) != {"1": "guest"}:
            assert time.monotonic() < until, f"bots stay where none are wanted: {seated}"
            time.sleep(0.5)
    logged = (tmp_path / "demo.db.log").read_text(encoding="utf-8").splitlines()
    assert any(json.loads(each).get("status") == 422 for each in logged)
    database = Database.open(url)
    assert database.verify_all().streams > 11
    with database.reading() as unit:
        assert sum(unit.balances().values()) == 0
    database.close()


def _rounds(http: httpx.Client, wanted: int) -> int:
    """Wait until the bots have played, and this player beside them was not needed."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        found = http.get("/api/tables").json()["tables"]
        most = max(each["rounds"] for each in found)
        if most >= wanted:
            return int(most)
        time.sleep(0.5)
    raise AssertionError("the bots do not play")


@pytest.mark.parametrize(
    ("arguments", "told"),
    one_in(
        3,
        [
            (["--port", "x"], "--port: 'x': must be a whole number from 0 to 65535"),
            (["--workers", "0"], "--workers: '0'"),
            (["--workers", "2", "--database", "sqlite:///x.db"], "several processes need PostgreSQL"),
            (["--port", "0", "--database", "nonsense"], "--database"),
            (["--port", "0", "--database", "sqlite:////no/such/folder/x.db"], "--database"),
            (
                ["--port", "0", "--database", "postgresql+psycopg://nobody@127.0.0.1:9/none"],
                "--database",
            ),
            (["--port", "0", "--host", "300.1.2.3"], "--host"),
            (
                ["--proxy", "proxy.example"],
                "--proxy: 'proxy.example': must be an address such as 10.0.0.7",
            ),
            (["--proxy", "0.0.0.0/0"], "--proxy: 0.0.0.0/0: everybody would be believed"),
            (["--log", "x.db", "--database", "sqlite:///x.db"], "--log: x.db is the store itself"),
            (["--log", "no/such/folder/a.log"], "--log: no/such/folder/a.log cannot be written"),
        ],
    ),
)
def test_what_cannot_be_served_is_one_line(arguments: list[str], told: str) -> None:
    done = program("serve", *arguments)
    lines = [line for line in done.stderr.decode().splitlines() if not line.startswith("{")]
    assert done.returncode == 2
    assert len(lines) == 1
    assert lines[0].startswith("cutcard: serve: ")
    assert told in lines[0]


def test_a_wrong_word_is_told_before_the_house_is_loaded() -> None:
    asked = """import sys
from cutcard.cli import main
try:
    main(["serve", "--host", "300.1.2.3", "--port", "0", "--log", sys.argv[1]])
finally:
    print(sorted({"fastapi", "numpy", "sqlalchemy", "uvicorn"} & sys.modules.keys()))
"""
    done = subprocess.run(
        [sys.executable, "-c", asked, os.devnull],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": SOURCE},
    )
    assert (done.returncode, done.stdout) == (2, "[]\n"), done.stderr


def test_a_demonstration_is_never_in_one_store_with_a_live_floor(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'demo.db'}"
    with serving("--database", url, "--no-bots"):
        pass
    process = started("--live", "--database", url)
    assert process.wait(60) == 2
    assert process.stdout is not None
    process.stdout.close()


def test_a_real_floor_prints_a_link_that_opens_the_page_to_enrol(tmp_path: Path) -> None:
    process = started("--live", "--database", f"sqlite:///{tmp_path / 'floor.db'}")
    assert process.stdout is not None
    try:
        found = re.search(r"`admin` enrols once.* (http://\S+)/enrol#(\S+)", process.stdout.readline())
        assert found, "no link"
        assert re.search(r"`admin-2` enrols once.*/enrol#\S{43}$", process.stdout.readline().strip())
        assert "The floor is open" in process.stdout.readline()
        with httpx.Client(base_url=found[1], timeout=20) as http:
            assert "js/enrol.js" in http.get("/enrol").text
            body = {"link": found[2], "password": "a horse on the roof"}
            made = http.post("/api/enrolment", json=body)
            assert (made.status_code, made.json()["role"]) == (201, "administrator")
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


def test_cookies_need_tls_where_people_come_by_it() -> None:
    here = "http://127.0.0.1:8021"
    assert not Running("sqlite:///x.db", (here,)).settings.secure_cookies
    assert Running("sqlite:///x.db", (here, "https://floor.example")).settings.secure_cookies


@pytest.mark.parametrize("is_set_up", [False, True])
def test_a_house_that_cannot_be_set_up_ends_and_one_whose_bots_fail_goes_on(
    tmp_path: Path, *, is_set_up: bool
) -> None:
    """Served half it would wait for good and say nothing."""
    running = Running(f"sqlite:///{tmp_path / 'demo.db'}", ("http://127.0.0.1:1",))
    asked = list[str]()

    async def beside(_: Opened) -> None:
        if not is_set_up:
            raise LookupError("no such person")
        with written_down("bots"):
            raise ConnectionError("a bot is gone")
        asked.append("goes on")
        await asyncio.sleep(0.2)
        os.kill(os.getpid(), signal.SIGTERM)

    with socket.create_server(("127.0.0.1", 0)) as sock, capture_logs() as told:
        if is_set_up:
            asyncio.run(serve(running, sock, beside=beside))
        else:
            with pytest.raises(LookupError, match="no such person"):
                asyncio.run(serve(running, sock, beside=beside))
    assert asked == ["goes on"] * is_set_up
    assert [each["what"] for each in told if each["event"] == "failed"] == ["bots"] * is_set_up
    assert "closed" in [each["event"] for each in told]
