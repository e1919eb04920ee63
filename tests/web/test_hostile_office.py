"""Attacks on what administrators, supervisors and operators do at their pages."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from cutcard.web.server import logs
from web.houses import House, new_key, served


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with served(tmp_path_factory.mktemp("office"), secure_cookies=False) as found:
        yield found


def test_of_many_who_use_one_link_at_once_one_is_enrolled(house: House) -> None:
    link = house.post("boss", "/api/people", {"name": "zoe", "role": "player"}).json()["link"]

    def enrol(number: int) -> int:
        asked = {"link": link, "password": f"some long words here {number}"}
        return house.client.post("/api/enrolment", json=asked).status_code

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(enrol, range(6))) == [201] + [401] * 5


def test_a_link_of_somebody_disabled_works_no_more_when_they_are_let_in_again(house: House) -> None:
    waiting = house.post("boss", "/api/people", {"name": "yan", "role": "dealer"})
    made = {**waiting.json(), "word": house.signed(waiting, "bess")["word"]}
    for state in ("barred", "active"):
        assert house.post("boss", "/api/people/yan", {"state": state}).status_code == 200
    asked = {"link": made["link"], "word": made["word"], "password": "some long words here"}
    assert house.client.post("/api/enrolment", json=asked).status_code == 401
    waiting = house.post("boss", "/api/people/yan", {"link": "enrol"})
    asked |= {"link": waiting.json()["link"], "word": house.signed(waiting, "bess")["word"]}
    assert house.client.post("/api/enrolment", json=asked).status_code == 201
    house.people.verify()


def test_supervisors_at_one_meter_at_once_take_turns(house: House) -> None:
    house.token("sue"), house.token("sam")

    def turn(number: int) -> int:
        who, do = (("sue", "stop"), ("sam", "start"))[number % 2]
        asked = {"key": new_key(), "command": {"do": do}}
        return house.post(who, "/api/meters/super_4@one/commands", asked).status_code

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(turn, range(24)))
    assert set(found) <= {200, 409, 422}
    done = found.count(200)
    assert done > 0
    is_live = house.floor.meter("super_4@one").live
    assert is_live is (done % 2 == 0)


@pytest.mark.parametrize("operator", ["\ud800", "a\x00b", "x" * 60_000])
def test_an_operator_whom_nothing_can_print_is_no_fault_of_the_house(
    house: House, operator: str
) -> None:
    asked = {"name": "bad", "submission": {"document": "md-blackjack", "operator": operator}}
    headers = {**house.headers("flo"), "content-type": "application/json"}
    answer = house.client.post("/api/tables", headers=headers, content=json.dumps(asked))
    assert answer.status_code == 422
    assert "operator" in answer.json()["message"]
    assert not house.floor.serves("bad")


@pytest.mark.parametrize("path", ["/enter", "/enrol"])
def test_a_password_never_stands_in_an_address(house: House, path: str) -> None:
    """Whoever presses the button before the script is there sends the form as the browser does."""
    page = house.client.get(path).text
    forms = re.findall(r"<form[^>]*>", page)
    assert forms
    assert all('method="post"' in each for each in forms)
    sent = house.client.post(path, data={"name": "ann", "password": "some long words here"})
    assert sent.status_code in (405, 415)
    assert "some long words" not in sent.text


def test_a_log_loses_no_line_when_threads_turn_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "LONGEST", 4_000)
    rolling = logs.RollingLog(tmp_path / "log")
    lines = logs.Lines(rolling)

    def write(number: int) -> None:
        for each in range(200):
            lines.msg(f"{number} {each}")

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rolling.close()
    found = [line for file in tmp_path.iterdir() for line in file.read_text().splitlines()]
    assert sorted(found) == sorted(f"{number} {each}" for number in range(8) for each in range(200))


def test_a_disk_that_is_full_says_nothing_on_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "log").symlink_to("/dev/full")
    rolling = logs.RollingLog(tmp_path / "log")
    rolling.write("one")
    assert capsys.readouterr().err == ""
    with suppress(OSError):
        rolling.close()
