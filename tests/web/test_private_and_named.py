"""Files that only their owner reads, names that can be shown and asked for, one server for one file."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.floor.store import Database, StoreError, backup_store, make_private
from cutcard.web.server.logs import RollingLog
from cutcard.web.server.startup import alone
from web.houses import House, new_key, served


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with served(tmp_path_factory.mktemp("private")) as found:
        yield found


def test_store_backup_export_and_log_are_private(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        path = tmp_path / "house.db"
        path.touch(0o666)  # one from before
        database = Database.open(f"sqlite:///{path}")
        database.migrate()
        with database.writing() as unit:
            unit.create("people", "{}")
        backup_store(database, tmp_path / "saved.db")
        exported = CliRunner().invoke(
            app, ["audit", "--database", f"sqlite:///{path}", "--export", str(tmp_path / "all.jsonl")]
        )
        assert exported.exit_code == 0, exported.output
        log = RollingLog(tmp_path / "house.log")
        log.write("{}\n")
        log.close()
        found = {each.name: mode(each) for each in tmp_path.iterdir()}
    finally:
        os.umask(before)
        database.close()
    assert set(found) >= {"house.db", "house.db-wal", "saved.db", "all.jsonl", "house.log"}
    assert {name: oct(each) for name, each in found.items() if each & 0o077} == {}


def test_what_is_no_plain_file_keeps_its_permissions(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    pipe.chmod(0o666)
    make_private(pipe)
    assert mode(pipe) == 0o666


@pytest.mark.parametrize("name", ["a b", "\u202eevil", "<b>x</b>", "a\nb", "a\x00b", "x" * 81, "ä"])
def test_a_meter_of_the_house_has_a_name_that_can_be_asked_for(house: House, name: str) -> None:
    made = {"name": "t-1", "submission": {}, "links": {"super_4": name}}
    answer = house.post("flo", "/api/tables", made)
    assert (answer.status_code, answer.json()["where"]) == (422, "links.super_4")
    with pytest.raises(Exception, match="a meter's name has 1 to 80 letters"):
        house.floor.add("t-1", house.floor.live("one").table.rules, links={"super_4": name})
    assert not house.floor.serves("t-1")


@pytest.mark.parametrize("name", ["a b", "a\u202eb", "a\nb", "a\x00b", "<i>", ""])
def test_no_name_is_a_fault(house: House, name: str) -> None:
    for who, path, body in (
        ("flo", "/api/tables", {"name": name, "submission": {}}),
        ("boss", "/api/people", {"name": name, "role": "player"}),
        ("boss", f"/api/people/{quote(name or ' ')}", {"link": "enrol"}),
        (
            "sue",
            f"/api/meters/{quote(name or ' ')}/commands",
            {"key": new_key(), "command": {"do": "stop"}},
        ),
        ("flo", "/api/cage/commands", {"key": new_key(), "command": {"do": "deposit", "player": name}}),
    ):
        answer = house.client.post(path, headers=house.headers(who), json=body)
        assert answer.status_code in (404, 405, 422), (who, path, answer.text)


def test_one_process_serves_a_file(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'house.db'}")
    program = (
        "import sys, time; from cutcard.floor.store import Database;"
        "from cutcard.web.server.startup import alone;"
        "alone(Database.open(sys.argv[1])); print('mine', flush=True); time.sleep(60)"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", program, f"sqlite:///{tmp_path / 'house.db'}"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(alone.__code__.co_filename).parents[3])},
    )
    try:
        assert other.stdout is not None
        assert other.stdout.readline() == "mine\n"
        with pytest.raises(StoreError, match="another process serves it"):
            alone(database)
    finally:
        other.kill()
        other.communicate()
    alone(database)
    database.close()


def test_a_stream_ends_with_its_session_wherever_it_is_ended(house: House) -> None:
    path, headers = "/api/tables/one/stream", house.headers("eye")
    with house.client.stream("GET", path, headers=headers) as stream:
        parts = stream.iter_lines()
        next(parts)
        began = time.monotonic()
        threading.Timer(0.2, house.people.bar, ("eye",), {"by": "house"}).start()
        list(parts)
        assert time.monotonic() - began < 5
    assert house.get("eye", "/api/me").status_code == 401


def test_who_was_disabled_elsewhere_moves_no_money(house: House) -> None:
    """The process that serves has not heard of it, and still nothing is moved."""
    house.prove("flo")
    assert house.get("flo", "/api/me").status_code == 200
    elsewhere = type(house.people)(house.floor.database, house.people.limits, house.clock)
    elsewhere.bar("flo", by="house")
    told = house.post(
        "flo",
        "/api/cage/commands",
        {"key": new_key(), "command": {"do": "deposit", "player": "ann", "amount": "777"}},
    )
    assert told.status_code == 401
    assert house.get("ann", "/api/me").json()["wallet"] == "0.00"
