"""The thread that moves SQLite's log: no move without need, no file made, no line said twice."""

from __future__ import annotations

import sqlite3
import threading
import time
from pathlib import Path

import pytest

from cutcard.floor.store import Database, New, checkpoint
from cutcard.floor.store.checkpoint import MOVE, CheckpointThread, move_log


class Lines:
    """What is logged."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def warning(self, event: str, **more: str) -> None:
        self.said.append(f"{event}: {more['problem']}")

    error = warning


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Lines:
    found = Lines()
    monkeypatch.setattr(checkpoint, "log", found)
    monkeypatch.setattr(checkpoint, "EACH_SECONDS", 0.001)
    return found


def opened(folder: Path) -> Database:
    return Database.open(f"sqlite:///{folder}/a.db")


def test_a_log_that_was_moved_is_left_alone_until_somebody_writes(tmp_path: Path) -> None:
    database = opened(tmp_path)
    database.migrate()
    with database.writing() as unit:
        unit.create("s", "{}")
    connection = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
    asked: list[str] = []
    connection.set_trace_callback(asked.append)
    seen = move_log(connection, -1)
    assert asked.count(MOVE) == 1
    for _ in range(3):
        assert move_log(connection, seen) == seen
    assert asked.count(MOVE) == 1
    for times in (2, 3):
        with database.writing() as unit:
            unit.append(unit.heads(["s"])["s"], [New("{}")])
        seen = move_log(connection, seen)
        assert move_log(connection, seen) == seen
        assert asked.count(MOVE) == times
    connection.close()
    database.close()


def test_no_file_is_made_where_there_is_none(tmp_path: Path, lines: Lines) -> None:
    database = opened(tmp_path)
    beside = CheckpointThread(database)
    beside.start()
    beside.stop()
    assert list(tmp_path.iterdir()) == []
    assert lines.said == ["log not moved: unable to open database file"]
    database.close()


def test_what_is_wrong_is_said_once(tmp_path: Path, lines: Lines) -> None:
    (tmp_path / "a.db").write_bytes(b"no database at all" * 100)
    database = opened(tmp_path)
    beside = CheckpointThread(database)
    beside.start()
    time.sleep(0.1)
    beside.stop()
    assert lines.said == ["log not moved: file is not a database"]
    database.close()


def test_it_may_be_stopped_at_any_time_and_twice(tmp_path: Path, lines: Lines) -> None:
    database = opened(tmp_path)
    database.migrate()
    CheckpointThread(database).stop()
    before = set(threading.enumerate())
    for _ in range(20):
        beside = CheckpointThread(database)
        beside.start()
        beside.stop()
        beside.stop()
        assert set(threading.enumerate()) <= before
    assert lines.said == []
    database.close()
