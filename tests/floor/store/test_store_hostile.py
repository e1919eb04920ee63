"""Several writers, writers that die, a disk without room."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cutcard.floor.store import Database, New, Unavailable, engines
from floor.store.store_support import filled, line

PROLOGUE = """
import os, sys
from cutcard.floor.store import Conflict, Database, New, StoreError
from floor.store.store_support import movement
database = Database.open(sys.argv[1])
"""
IN_TURN = """
for n in range(40):
    with database.writing() as unit:
        head = unit.heads(["table:one"])["table:one"]
        after = unit.append(head, [New(f'["{sys.argv[2]}",{n}]'), New("[]")])
        unit.move([movement(f"table:one:{after.version}:0", "house", "cage", 5)])
"""
AT_ONCE = """
sys.stdin.readline()
won = 0
for n in range(40):
    with database.reading() as unit:
        head = unit.heads(["table:one"])["table:one"]
    try:
        with database.writing() as unit:
            unit.append(head, [New(f'["{sys.argv[2]}",{n}]')])
        won += 1
    except Conflict:
        pass
print(won)
"""
FROM_BOTH_ENDS = """
sys.stdin.readline()
names = [f"table:{n}" for n in range(6)][:: int(sys.argv[2])]
done = 0
while done < 4:
    try:
        with database.writing() as unit:
            for n, head in enumerate(unit.heads(names[:3]).values()):
                unit.append(head, [New("[]")])
                pair = ("a", "b")[:: int(sys.argv[2])]
                unit.move([movement(f"{head.stream}:{head.version + 1}:{n}", *pair, 1)])
            for head in unit.heads(names[3:]).values():
                unit.append(head, [New("[]")])
        done += 1
    except Conflict:
        pass
"""
DYING = """
with database.writing() as unit:
    head = unit.heads(["table:one"])["table:one"]
    unit.append(head, [New("[4]")])
    unit.answer("table:one", "k4", "f", 4, "{}")
    unit.move([movement("table:one:4:0", "house", "cage", 5)])
    unit.flush()
    os.kill(os.getpid(), 9)
"""
FILLING = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
size = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
with database.reading() as unit:
    head = unit.heads(["table:one"])["table:one"]
while True:
    try:
        with database.writing() as unit:
            after = unit.append(head, [New('["' + "x" * 5000 + '"]')])
            unit.move([movement(f"table:one:{after.version}:0", "house", "cage", 5)])
        head = after
        print(head.version, head.digest, flush=True)
    except StoreError as problem:
        print(type(problem).__name__, problem)
        break
"""


def started(script: str, database: Database, *arguments: str) -> subprocess.Popen[str]:
    url = database.url.render_as_string(hide_password=False)
    return subprocess.Popen(
        [sys.executable, "-c", PROLOGUE + script, url, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


def test_two_processes_that_lock_append_in_turn_and_lose_nothing(database: Database) -> None:
    filled(database)
    writers = [started(IN_TURN, database, name) for name in "ab"]
    assert [each.communicate()[1] or each.returncode for each in writers] == [0, 0]
    with database.reading() as read:
        lines = [each.line for each in read.read("table:one", after=3)]
        assert read.balance("cage") == 2 * 40 * 5
    assert len(lines) == 2 * 40 * 2
    for name in "ab":
        assert [each for each in lines if f'"{name}"' in each] == [f'["{name}",{n}]' for n in range(40)]
    assert lines[1::2] == ["[]"] * 80
    database.verify_all()


def test_of_two_processes_that_do_not_lock_exactly_one_wins_each_version(database: Database) -> None:
    filled(database)
    writers = [started(AT_ONCE, database, name) for name in "ab"]
    for each in writers:
        assert each.stdin is not None
        each.stdin.write("\n")
        each.stdin.flush()
    won = [int(each.communicate()[0]) for each in writers]
    assert dict(database.streams())["table:one"] == 3 + sum(won)
    with database.reading() as read:
        lines = [each.line for each in read.read("table:one", after=3)]
    assert [sum(f'"{name}"' in each for each in lines) for name in "ab"] == won
    database.verify_all()


def test_processes_that_lock_from_both_ends_do_not_hang(database: Database) -> None:
    with database.writing() as unit:
        for n in range(6):
            unit.create(f"table:{n}", "{}")
    writers = [started(FROM_BOTH_ENDS, database, way) for way in ("1", "-1")]
    for each in writers:
        assert each.stdin is not None
        each.stdin.write("\n")
        each.stdin.flush()
    assert [each.communicate(timeout=60)[1] or each.returncode for each in writers] == [0, 0]
    assert database.streams() == [(f"table:{n}", 8) for n in range(6)]
    with database.reading() as read:
        assert read.balances() == {"a": 0, "b": 0}
    database.verify_all()


def test_a_writer_that_dies_before_its_commit_leaves_nothing_and_locks_nothing(
    database: Database,
) -> None:
    head = filled(database)
    dying = started(DYING, database)
    dying.communicate()
    assert dying.returncode == -signal.SIGKILL
    with database.writing() as unit:
        assert unit.heads(["table:one"]) == {"table:one": head}
        assert unit.answered("table:one", "k4") is None
        assert unit.balance("cage") == 0
        unit.append(head, [New(line(4))])
    database.verify_all()


def test_a_full_disk_is_told_in_one_line_and_nothing_acknowledged_is_lost(sqlite_url: str) -> None:
    database = Database.open(sqlite_url)
    database.migrate()
    filled(database)
    database.close()
    for size in (300_000, 310_007):
        before = dict(database.streams())["table:one"]
        database.close()
        filling = started(FILLING, database, str(size))
        *done, problem = filling.communicate()[0].splitlines()
        assert re.fullmatch(r"Unavailable sqlite:\S+: [^\n]*nothing of this was stored[^\n]*", problem)
        with database.writing() as unit:
            head = unit.heads(["table:one"])["table:one"]
            if done:
                assert done[-1] == f"{head.version} {head.digest}"
            assert head.version == before + len(done)
            assert unit.balance("cage") == 5 * (head.version - 3)
        database.verify_all()
    with database.writing() as unit:
        assert unit.append(head, [New("[]")]).version == head.version + 1
    database.verify_all()
    database.close()


def test_an_open_reader_sees_one_moment(database: Database, tmp_path: Path) -> None:
    assert tmp_path
    head = filled(database)
    with database.reading() as read:
        assert read.heads(["table:one"]) == {"table:one": head}
        with database.writing() as unit:
            unit.append(head, [New(line(4))])
        assert read.heads(["table:one"]) == {"table:one": head}
        assert len(read.read("table:one")) == 3
    with database.reading() as read:
        assert len(read.read("table:one")) == 4


def test_a_writer_that_hangs_lets_go_of_its_rows(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "IDLE_MS", 300)
    hung, other = Database.open(postgresql_url), Database.open(postgresql_url)
    with hung.writing() as unit:
        unit.create("table:one", '{"table":"one"}')

    def write_late() -> None:
        with hung.writing() as unit:
            head = unit.heads(["table:one"])["table:one"]  # locked, and then nothing for too long
            with other.writing() as second:
                second.append(second.heads(["table:one"])["table:one"], [New("{}", by="b")])
            unit.append(head, [New("{}", by="a")])

    began = time.monotonic()
    with pytest.raises(Unavailable, match="idle too long"):
        write_late()
    assert time.monotonic() - began < 4
    with hung.reading() as seen:
        assert [each.by for each in seen.read("table:one")] == ["b"]
        time.sleep(0.5)  # who only reads holds up nobody
        assert seen.heads(["table:one"])["table:one"].version == 1
    hung.close()
    other.close()


def test_who_waits_too_long_for_a_row_is_told(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "LOCK_MS", 200)
    first, other = Database.open(postgresql_url), Database.open(postgresql_url)
    with first.writing() as unit:
        unit.create("table:one", '{"table":"one"}')
    with first.writing() as unit:
        unit.heads(["table:one"])
        with pytest.raises(Unavailable, match="busy"), other.writing() as second:
            second.heads(["table:one"])
    first.close()
    other.close()
