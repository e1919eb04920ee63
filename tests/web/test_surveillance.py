"""Surveillance over the API: rounds found, walked through, settled again, exported; and for whom."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import update

from cutcard.floor.store import schema
from web.houses import House, served
from web.test_api import refused

ROUNDS = "/api/surveillance/rounds"
PLAYED = 3


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house where ann has played some rounds."""
    with served(tmp_path_factory.mktemp("watched")) as found:
        found.open("one")
        found.seat("one", "ann", 1)
        for _ in range(PLAYED):
            found.play("one", "ann")
        yield found


def search(house: House, **wanted: Any) -> list[dict[str, Any]]:
    answer = house.get("eye", ROUNDS, **wanted)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["rounds"]
    return found


def test_rounds_are_found_by_all_that_they_are(watched: House) -> None:
    every = search(watched)
    assert [each["round"] for each in every] == [3, 2, 1]
    last = every[0]
    assert last["players"] == ["ann"]
    assert last["table"] == "one"
    at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(last["ended"] / 1000 + 1))
    for good in (
        {"table": "one"},
        {"player": "ann"},
        {"wager": "main"},
        {"until": at},
        {"since": "1999-01-01", "until": "2999-12-31T23:59:59Z"},
        {"handle_from": "10"},
        {"net_from": "-1000", "net_to": "1000.00"},
        {"paid_from": "-10.00"},
    ):
        assert search(watched, **good) == every, good
    for none in (
        {"table": "two"},
        {"table": "nowhere"},
        {"player": "an"},
        {"wager": "lucky_ladies"},
        {"since": at},
        {"handle_from": "100000"},
        {"net_to": "-100000"},
        {"irregularity": "any"},
        {"irregularity": "overdrawn"},
        {"jackpot": "true"},
    ):
        assert search(watched, **none) == [], none
    even = [each for each in every if float(each["net"]) >= 0]
    assert search(watched, net_from="0") == even


def test_the_largest_come_first_page_by_page(watched: House) -> None:
    """The biggest win is the first line, and a page begins where the last one ended."""
    for order in ("best", "net", "handle"):
        every = search(watched, sort=order)
        amounts = [(float(each[order]), each["ended"]) for each in every]
        assert amounts == sorted(amounts, reverse=True)
        found: list[dict[str, Any]] = []
        after: dict[str, str] = {}
        for _ in every:
            page = watched.get("eye", ROUNDS, sort=order, limit=1, **after).json()
            found += page["rounds"]
            after = {"after": page["next"]}
        assert found == every
        assert page["next"] is None
        place = watched.get("eye", ROUNDS, sort=order, limit=1).json()["next"]
        assert watched.get("eye", ROUNDS, after=place).status_code == 422
    shown = watched.client.get("/surveillance?sort=best", headers=watched.headers("eye")).text
    assert 'aria-sort="descending"' in shown
    assert "largest win of a player first" in shown
    assert watched.get("eye", ROUNDS, sort="players").status_code == 422


def test_pages_follow_each_other(watched: House) -> None:
    found, after = list[int](), None
    for _ in range(PLAYED):
        params = {"limit": 1} if after is None else {"limit": 1, "after": after}
        answer = watched.get("eye", ROUNDS, **params).json()
        found += [each["round"] for each in answer["rounds"]]
        after = answer["next"]
    assert found == [3, 2, 1]
    assert after is None


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"player": "ann' OR 1=1 --"}, "player"),
        ({"player": "%"}, "player"),
        ({"table": "one;DROP TABLE rounds"}, "table"),
        ({"wager": '"] OR ["'}, "wager"),
        ({"since": "yesterday"}, "since"),
        ({"since": "NaN"}, "since"),
        ({"until": "1e400"}, "until"),
        ({"since": "0001-01-01"}, "write a time as"),
        ({"handle_from": "NaN"}, "write dollars"),
        ({"handle_from": "Infinity"}, "write dollars"),
        ({"paid_from": "1e9"}, "write dollars"),
        ({"net_from": "--5"}, "write dollars"),
        ({"net_to": "99999999999999"}, "write dollars"),
        ({"limit": "0"}, "limit"),
        ({"limit": "-3"}, "limit"),
        ({"limit": "99999999999999999999"}, "limit"),
        ({"after": "1.2"}, "after"),
        ({"jackpot": "perhaps"}, "jackpot"),
        ({"order": "random()"}, "order"),
    ],
)
def test_hostile_searches_are_refused_in_one_line(
    watched: House, wrong: dict[str, str], told: str
) -> None:
    answer = watched.get("eye", ROUNDS, **wrong)
    refused(answer, 422, "bad_request")
    assert told in answer.json()["message"]
    assert "\n" not in answer.json()["message"]


@pytest.mark.parametrize("name", ["ann", "dee", "boss"])
def test_it_is_not_for_everybody(watched: House, name: str) -> None:
    for path in (ROUNDS, f"{ROUNDS}/one/1", f"{ROUNDS}/one/1/lines", "/api/surveillance/chain"):
        refused(watched.get(name, path), 403, "wrong_role")
    refused(watched.post(name, f"{ROUNDS}/one/1/settle", {}), 403, "wrong_role")
    if name != "boss":
        assert watched.client.get("/surveillance", headers=watched.headers(name)).status_code == 403


@pytest.mark.parametrize("name", ["eye", "flo", "sue", "aud"])
def test_those_whose_it_is_may_look(watched: House, name: str) -> None:
    for path in (f"{ROUNDS}/one/1", "/api/surveillance/chain", "/surveillance"):
        assert watched.get(name, path).status_code == 200, path
    if name != "aud":
        refused(watched.post(name, "/api/surveillance/chain/verify", {}), 403, "wrong_role")


def test_a_round_is_told_with_who_when_and_the_money(watched: House) -> None:
    told = watched.get("eye", f"{ROUNDS}/one/2").json()
    assert told["complete"] is True
    assert [each["event"]["event"] for each in told["steps"]][-1] == "round_ended"
    dealt = [each["event"]["drawn"] for each in told["steps"] if each["event"]["event"] == "card_dealt"]
    assert dealt == [each["card"] for each in told["cards"]]
    first = next(each for each in told["steps"] if "round" in each["view"])
    assert first["view"]["boxes"] == 7
    view: dict[str, Any] = {}
    for each in told["steps"]:
        view |= each["view"]
    dealer = view["round"]["dealer"][0]["cards"]
    assert dealer == [each["card"] for each in told["cards"] if each["place"] == "dealer"]
    assert any(each["by"] == "player ann" for each in told["steps"] + told["before"])
    assert any("bets on box 1" in each["words"] for each in told["before"])
    moves = [each for step in told["steps"] for each in step["moves"]]
    assert moves
    assert all(each["debit"] != each["credit"] for each in moves)
    assert all(each["same"] for each in told["lines"])
    assert all(each["says"] for each in told["lines"])


def test_what_it_should_have_paid_is_asked_otherwise(watched: House) -> None:
    told = watched.get("flo", f"{ROUNDS}/one/1").json()
    path = f"{ROUNDS}/one/1/settle"
    same = watched.post("flo", path, {}).json()
    assert same["paid"] == same["owed"]
    doubled = watched.post("flo", path, {"stakes": {"1": {"main": "20.00"}}}).json()
    line = doubled["lines"][0]
    assert (line["paid"]["stake"], line["owed"]["stake"]) == ("10.00", "20.00")
    assert line["difference"]
    cards = [each["card"] for each in told["cards"]]
    for wrong, message in (
        ({"cards": cards[:2]}, "needs another"),
        ({"cards": ["Zz", *cards[1:]]}, "cards[0]"),
        ({"stakes": {"9": {"main": "10"}}}, "no box 9"),
        ({"stakes": {"1": {"main": "NaN"}}}, "stakes.main"),
        ({"stakes": {"1": {"main": "-5"}}}, "is negative"),
        ({"decisions": [{"box": 1, "do": "fly"}]}, "is not one of"),
    ):
        answer = watched.post("flo", path, wrong)
        assert answer.status_code in (409, 422), answer.text
        assert message in answer.json()["message"]
        assert "\n" not in answer.json()["message"]
    refused(watched.post("flo", path, {"deck": 1}), 422, "bad_request")


def test_a_round_is_exported(watched: House) -> None:
    answer = watched.get("aud", f"{ROUNDS}/one/1/lines")
    assert answer.headers["content-disposition"] == "attachment; filename=one-1.jsonl"
    lines = [json.loads(each) for each in answer.text.splitlines()]
    assert lines[0]["cutcard"] == "round"
    assert [each["event"]["event"] for each in lines if each.get("kind") == "event"][-1] == "round_ended"
    counted = {kind: sum(each.get("kind") == kind for each in lines) for kind in ("event", "movement")}
    assert lines[-1] == {"kind": "end", **counted}
    paper = watched.get("aud", f"{ROUNDS}/one/1/paper")
    assert paper.content.startswith(b"%PDF")


def test_there_is_no_such_round(watched: House) -> None:
    for path in ("one/99", "two/1", "nowhere/1"):
        answer = watched.get("eye", f"{ROUNDS}/{path}")
        refused(answer, 404, "unknown_round")
    refused(watched.get("eye", f"{ROUNDS}/one/0"), 422, "bad_request")
    page = watched.get("eye", "/surveillance/rounds/one/99")
    assert page.status_code == 404
    assert "round 99: table one has rounds 1 to" in page.text
    assert "Search not run" in page.text


def test_a_round_in_play_hides_what_is_hidden(watched: House) -> None:
    number = watched.begin("one", "ann")
    answer = watched.get("eye", f"{ROUNDS}/one/{number}")
    told = answer.json()
    assert told["complete"] is False
    assert (told["lines"], told["cards"], told["boxes"]) == ([], [], [])
    view: dict[str, Any] = {}
    for each in told["steps"]:
        view |= each["view"]
        assert (view["round"] or {"dealer": [{"cards": []}]})["dealer"][0]["cards"][1:] in ([], [None])
    down = [each for each in told["steps"] if each["event"].get("face") == "down"]
    assert len(down) == 1
    assert "drawn" not in down[0]["event"]
    assert down[0]["words"] == "dealer: a card, face down"
    lines = watched.get("eye", f"{ROUNDS}/one/{number}/lines").text
    assert sum('"drawn"' in each for each in lines.splitlines()) == 3
    refused(watched.get("eye", f"{ROUNDS}/one/{number}/paper"), 409, "in_play")
    refused(watched.post("eye", f"{ROUNDS}/one/{number}/settle", {}), 409, "in_play")
    watched.finish("one", "ann")
    assert watched.get("eye", f"{ROUNDS}/one/{number}").json()["complete"] is True


def looked(house: House) -> dict[str, Any]:
    answer = house.post("aud", "/api/surveillance/chain/verify", {})
    assert answer.status_code == 202, answer.text
    for _ in range(200):
        found: dict[str, Any] = house.get("aud", "/api/surveillance/chain").json()["verification"]
        if not found["running"]:
            return found
        time.sleep(0.05)
    raise AssertionError("a look that never ends")


def test_the_chain_is_verified_when_an_auditor_asks(watched: House) -> None:
    chain = watched.get("eye", "/api/surveillance/chain").json()
    assert {"table:one", "people"} <= {each["stream"] for each in chain["streams"]}
    found = looked(watched)
    assert (found["sound"], found["broken"]) == (True, [])
    assert found["counts"]["rounds"] >= PLAYED
    held = schema.rounds.c
    with watched.floor.database.writing() as unit:
        unit.connection.execute(update(schema.rounds).where(held.number == 1).values(net=held.net + 5))
    found = looked(watched)
    assert found["sound"] is False
    assert "round 1 in the index differs from its events" in found["broken"][0]
    with watched.floor.database.writing() as unit:
        unit.connection.execute(update(schema.rounds).where(held.number == 1).values(net=held.net - 5))


@pytest.mark.parametrize("asked", ["player=%27%20OR%201", "handle_from=NaN", "since=x", "limit=-1"])
def test_the_page_says_what_it_cannot_read(watched: House, asked: str) -> None:
    answer = watched.client.get(f"/surveillance?{asked}", headers=watched.headers("eye"))
    assert answer.status_code == 200
    assert 'role="alert"' in answer.text
    assert "Search not run" in answer.text
