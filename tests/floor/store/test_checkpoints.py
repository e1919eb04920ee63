"""SQLite's log is moved into the file beside whoever writes, and begun anew when it is long."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from cutcard.floor.store import Database, New, checkpoint
from cutcard.floor.store.checkpoint import CheckpointThread

LINE = '{"event":"something","what":"' + "x" * 400 + '"}'


def grown(database: Database, many: int) -> None:
    for _ in range(many):
        with database.writing() as unit:
            unit.append(unit.heads(["s"])["s"], [New(LINE)] * 20)


@pytest.fixture
def database(tmp_path: Path) -> Database:
    made = Database.open(f"sqlite:///{tmp_path}/a.db")
    made.migrate()
    with made.writing() as unit:
        unit.create("s", "{}")
    return made


def test_the_file_grows_with_what_is_written(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "EACH_SECONDS", 0.001)
    file = Path(str(database.url.database))
    grown(database, 20)
    before = file.stat().st_size
    grown(database, 60)
    assert file.stat().st_size == before, "left alone, all of it is in the log"
    beside = CheckpointThread(database)
    beside.start()
    for _ in range(1000):
        grown(database, 1)
        if file.stat().st_size > before + 80 * 20 * len(LINE):
            break
    beside.stop()
    assert file.stat().st_size > before + 80 * 20 * len(LINE)
    database.verify_all()
    database.close()


def test_a_reader_in_the_middle_keeps_nobody_waiting(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "EACH_SECONDS", 0.001)
    beside = CheckpointThread(database)
    beside.start()
    grown(database, 5)
    with database.reading() as unit:
        before = unit.read("s")
        grown(database, 20)
        assert unit.read("s") == before
    beside.stop()
    assert dict(database.streams()) == {"s": 500}
    database.verify_all()


def test_it_ends_when_asked(database: Database) -> None:
    before = set(threading.enumerate())
    beside = CheckpointThread(database)
    beside.start()
    started = set(threading.enumerate()) - before
    beside.stop()
    assert {each.name for each in started} == {"checkpoints"}
    assert not any(each.is_alive() for each in started)
