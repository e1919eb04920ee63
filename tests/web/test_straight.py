"""A command in good order takes the straight way; it says nothing else than the ordinary one would."""

from __future__ import annotations

from typing import Any

import pytest

from cutcard.web.server.fast_path import Straight
from web.houses import House

TIP = {"do": "tip", "amount": "0.25"}
PATH = "/api/tables/one/commands"
ONE_EACH = {"cutcard-request", "date"}


def ordinary(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on nothing takes the straight way."""
    monkeypatch.setattr(Straight, "wants", lambda *_: False)


BODIES = [
    b'{"key": "12345678", "command": {"do": "tip", "amount": "0.25"}}',
    b'{"key": "12345679", "command": {"do": "tip", "amount": "99999999"}}',
    b'{"key": "12345670", "command": {"do": "open_table"}}',
    b'{"key": "12345671", "expected": 0, "command": {"do": "tip", "amount": "0.25"}}',
    b'{"key": "12345672", "command": {"do": "fly"}}',
    b'{"key": "1", "command": {"do": "tip", "amount": "0.25"}}',
    b'{"key": "12345673", "command": {"do": "tip", "amount": 1}}',
    b'{"key": "12345674", "command": {"do": "tip", "amount": "0.25"}, "more": 1}',
    b'{"key": "12345675"}',
    b"[]",
    b"",
    b"{",
    b"\xff",
    b"[" * 5000,
]


def test_both_ways_say_the_same(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def answers() -> list[tuple[int, Any, dict[str, str]]]:
        found = []
        for body in BODIES:
            for headers in ({}, house.headers("ann"), house.headers("dee")):
                said = {**headers, "content-type": "application/json"}
                answer = house.client.post(PATH, content=body, headers=said)
                told = {key: each for key, each in answer.headers.items() if key not in ONE_EACH}
                found.append((answer.status_code, answer.json(), told))
        return found

    house.done("ann", "one", TIP)
    assert answers()[1][0] == 200
    taken: list[bool] = []
    take = Straight.take

    def noted(*args: Any) -> bool:
        taken.append(take(*args))
        return taken[-1]

    monkeypatch.setattr(Straight, "take", noted)
    straight = answers()
    assert set(taken) == {True, False}
    assert len(taken) == len(straight)
    ordinary(monkeypatch)
    assert answers() == straight
    assert {each[0] for each in straight} >= {200, 401, 403, 412, 422}
