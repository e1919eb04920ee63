"""`cutcard api`: what the command line answers, over HTTP; bounded in size, time and number."""

from __future__ import annotations

import asyncio
import json
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.support import answer, invoke
from cutcard.web.server.socket import listening
from cutcard.web.service.app import LIMITS, service, service_server
from cutcard.web.service.program import Program

ROOT = Path(__file__).parents[2]
QUEENS = (ROOT / "examples" / "queens.json").read_text("utf-8")


class Asking:
    """One question after another, each to a service of its own."""

    def get(self, path: str) -> httpx.Response:
        return asyncio.run(self._ask("GET", path))

    def post(self, path: str, **body: Any) -> httpx.Response:
        return asyncio.run(self._ask("POST", path, **body))

    async def _ask(self, method: str, path: str, **body: Any) -> httpx.Response:
        there = httpx.ASGITransport(service())
        async with httpx.AsyncClient(transport=there, base_url="http://here", timeout=60) as client:
            return await client.request(method, path, **body)


@pytest.fixture(scope="module")
def client() -> Asking:
    return Asking()


def test_it_answers_what_the_commands_print(client: Asking) -> None:
    settled = client.post("/v1/settle", content=QUEENS)
    assert settled.status_code == 200
    assert settled.json() == answer(invoke("settle", "-", "--json", typed=QUEENS))
    asked = "/v1/odds/md-blackjack/lucky_ladies?paytable=A&decks=6"
    odds = answer(
        invoke("odds", "md-blackjack", "lucky_ladies", "--paytable", "A", "--decks", "6", "--json")
    )
    found = client.get(asked).json()
    assert found["house_edge"] == odds["house_edge"]
    assert found["digest"] == odds["digest"]
    rules = client.get("/v1/law/md-blackjack/options")
    assert rules.json() == answer(invoke("law", "options", "md-blackjack", "--json"))


def test_a_submission_that_does_not_comply_is_an_answer(client: Asking) -> None:
    found = client.post("/v1/check", json={"document": "md-blackjack", "wagers": {"nothing": {}}})
    assert (found.status_code, found.json()["compliant"]) == (200, False)


def test_a_refusal_has_its_provision(client: Asking) -> None:
    round_ = {**json.loads(QUEENS), "decisions": [{"box": 1, "do": "surrender"}]}
    found = client.post("/v1/settle", json=round_)
    assert found.status_code == 422
    assert set(found.json()["refused"]) == {"code", "message", "cite"}


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/v1/odds/md-blackjack/luky_ladies", "luky_ladies"),
        ("/v1/odds/--help/main", "document: "),
        ("/v1/odds/md-blackjack/main?decks=99", "decks: "),
        ("/v1/provision?citation=--help", "citation: "),
        ("/v1/odds/md-blackjack/main?set=soft_17", "soft_17"),
    ],
)
def test_a_wrong_request_is_one_line(client: Asking, path: str, told: str) -> None:
    found = client.get(path)
    assert found.status_code == 422
    line = found.json()["error"]
    assert told in line
    assert "\n" not in line


def test_what_is_too_large_too_slow_or_too_much_is_turned_away(client: Asking) -> None:
    found = client.post("/v1/settle", content=b"[" + b" " * LIMITS.largest_body)
    assert (found.status_code, list(found.json())) == (413, ["error"])

    async def slow() -> tuple[int, int]:
        one = Program(at_once=1, waiting=1, seconds=0.05)
        first, second = await asyncio.gather(one.ask(["law", "export"]), one.ask(["law", "export"]))
        return first.status, second.status

    assert asyncio.run(slow()) == (504, 503)


HALVES = {
    "head": b"POST /v1/settle HTTP/1.1\r\nHost: here\r\n",
    "body": b"POST /v1/settle HTTP/1.1\r\nHost: here\r\nContent-Length: 50\r\n\r\n{",
}


@pytest.mark.parametrize("part", HALVES)
def test_half_a_request_is_cut_off_and_keeps_nobody_out(part: str) -> None:
    """As many as there is room for; the others are answered meanwhile and afterwards."""
    limits = replace(LIMITS, most_connections=4, head_seconds=0.3, body_seconds=0.3)

    async def asked() -> tuple[bytes, bytes, float]:
        listener = listening("127.0.0.1", 0)
        host, port = listener.getsockname()
        server = service_server(limits)
        serving = asyncio.create_task(server.serve([listener]))
        halves = [await asyncio.open_connection(host, port) for _ in range(4)]
        for _, writer in halves:
            writer.write(HALVES[part])
        began = time.monotonic()
        answers = [await reader.read() for reader, _ in halves]
        took = time.monotonic() - began
        reader, writer = await asyncio.open_connection(host, port)
        writer.write(b"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
        page = await reader.read()
        server.should_exit = True
        await serving
        for _, each in halves:
            each.close()
        writer.close()
        return min(answers), page, took

    answer, page, took = asyncio.run(asked())
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert f"{part}: ".encode() in answer
    assert took < 5
    assert page.startswith(b"HTTP/1.1 200 ")


def test_the_description_and_its_page_name_every_address(client: Asking) -> None:
    described: dict[str, Any] = client.get("/openapi.json").json()
    assert set(described["paths"]) == {
        "/v1/settle",
        "/v1/check",
        "/v1/law",
        "/v1/law/{document}/options",
        "/v1/law/{document}/readings",
        "/v1/provision",
        "/v1/odds/{document}/hand",
        "/v1/odds/{document}/{wager}",
    }
    page = client.get("/").text
    for path, methods in described["paths"].items():
        (what,) = methods.values()
        assert path in page
        assert what["description"]
        assert {"408", "413", "422", "503", "504"} <= set(what["responses"])
    assert not re.findall(r"(?:src|href)=[\"']?https?:", page), "nothing is fetched from elsewhere"


def test_a_wrong_port_is_one_line() -> None:
    result = invoke("api", "--port", "many")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "--port" in result.stderr
