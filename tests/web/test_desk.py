"""The desk: one process, one line, no job twice, and nothing left behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from cutcard.web.odds_desk import desk as desks
from cutcard.web.odds_desk.desk import FAULT, FULL, LATER, MOST_EACH, NOW, YOURS, OddsDesk, Reply
from cutcard.web.odds_desk.worker import MOST_WAITING, NICE, OddsJob
from web.desk_jobs import Endless, Failing, Large, Noted, Stepped
from web.serve_process import LINK, started

PATIENCE = 120.0


@pytest.fixture
def desk() -> Iterator[OddsDesk]:
    made = OddsDesk()
    yield made
    made.close()
    assert [each.process for each in made.reckoners.values()] == [None, None]


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def done(desk: OddsDesk, job: OddsJob) -> Reply:
    until(lambda: not desk.ask(job).is_waiting)
    return desk.ask(job)


def is_there(process: int) -> bool:
    """Whether a process runs; one that ended and was not waited for does not."""
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


def test_one_process_of_low_priority_does_each_job_once(desk: OddsDesk, tmp_path: Path) -> None:
    notes = str(tmp_path / "notes")
    jobs = [Noted(name, notes) for name in "abc"]
    for _ in range(5):
        assert all(desk.ask(each).is_waiting for each in jobs)
    found = [done(desk, each).value for each in jobs]
    assert [name for name, _, _ in found] == ["a", "b", "c"]
    assert {process for _, process, _ in found} == {desk.reckoners["exact"].process} != {os.getpid()}
    assert {nice for _, _, nice in found} == {min(19, os.nice(0) + NICE)}
    assert Path(notes).read_text().split() == ["a", "b", "c"]


def test_a_long_job_gives_way_after_each_step_and_tells_what_is_known(
    desk: OddsDesk, tmp_path: Path
) -> None:
    notes = str(tmp_path / "notes")
    long, list_, hand = Stepped("long", notes), Noted("list", notes), Noted("hand", notes)
    desk.ask(long)
    until(lambda: desk.ask(long).message == "steps: 0 of 3")
    assert desk.ask(list_, urgency=LATER).message == "queued, 1 ahead"
    assert desk.ask(hand, urgency=NOW).message == "queued, 1 ahead"
    assert desk.ask(list_, urgency=LATER).message == "queued, 2 ahead"
    Path(f"{notes}.go").touch()
    seen = set()
    while (reply := desk.ask(long)).is_waiting:
        seen.add(reply.value)
        time.sleep(0.001)
    assert reply.value == "long"
    assert done(desk, list_).is_done
    assert Path(notes).read_text().split() == ["long-0", "hand", "long-1", "long-2", "list"]
    assert seen <= {None, 0, 1, 2}


def test_many_long_jobs_that_take_turns_all_come_to_their_end(desk: OddsDesk, tmp_path: Path) -> None:
    """A floor looks at all its tables at once, each a job of many steps."""
    notes, many = str(tmp_path / "notes"), 30
    Path(f"{notes}.go").touch()
    jobs = [Stepped(f"job{number}", notes) for number in range(many)]
    for each in jobs:
        desk.ask(each)
    assert [done(desk, each).value for each in jobs] == [each.name for each in jobs]
    steps = Path(notes).read_text().split()
    assert len(steps) == len(set(steps)) == many * 3


def test_who_asks_for_hundreds_is_refused_in_one_line_and_nobody_else() -> None:
    desk = OddsDesk(works=False)
    jobs = [Large(number, 1) for number in range(400)]
    told = [desk.ask(each, by="mallory") for each in jobs]
    assert [each.state for each in told].count("computing") == MOST_EACH
    assert {each.message for each in told if each.state == "refused"} == {YOURS}
    assert desk.ask(jobs[0], by="mallory").is_waiting
    assert desk.ask(Large(0, 2), by="ann").message == "queued, 1 ahead", "after mallory's first"
    for number in range(400):
        desk.ask(Large(number, 3), by=f"sybil-{number}")
    assert desk.ask(Large(0, 4)) == Reply("refused", message=FULL)
    assert len(desk._standing) == MOST_WAITING
    desk.close()
    assert desk.ask(Large(0, 5)).message == desks.CLOSED


def test_what_nobody_looks_at_any_more_is_not_computed(
    desk: OddsDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = str(tmp_path / "notes")
    long, left, kept = Stepped("long", notes, 1), Noted("left", notes), Noted("kept", notes)
    desk.ask(long)
    until(lambda: bool(desk.ask(long).message))
    monkeypatch.setattr(desks, "FORGOTTEN_SECONDS", 0.2)
    desk.ask(left)
    time.sleep(0.3)
    desk.ask(kept)
    Path(f"{notes}.go").touch()
    until(lambda: desk.ask(kept).is_done)
    assert Path(notes).read_text().split() == ["long-0", "kept"]


def test_a_process_that_dies_is_replaced_and_its_job_is_not_tried_again_at_once(
    desk: OddsDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = Noted("a", str(tmp_path / "notes"))
    assert done(desk, Failing("none")).message == "wager: there are no odds of it; ask for another"
    first = desk.reckoners["exact"].process
    assert done(desk, Failing("fault")) == Reply("none", message=FAULT)
    assert desk.reckoners["exact"].process == first, "a fault of a job is not the process's end"
    assert done(desk, Failing("dies")) == Reply("none", message=FAULT)
    assert done(desk, job).is_done
    assert desk.reckoners["exact"].process not in (None, first)
    assert desk.reckoners["exact"].process is not None
    os.kill(desk.reckoners["exact"].process, signal.SIGKILL)
    monkeypatch.setattr(desks, "AGAIN_SECONDS", 0.05)
    until(lambda: desk.ask(Large(1, 1)).is_done)


def test_what_is_kept_has_a_bound(desk: OddsDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "MOST_BYTES", 50_000)
    for number in range(12):
        assert done(desk, Large(number, 10_000)).value == bytes(10_000)
    assert 1 < len(desk._kept) <= 5
    assert desk._size == sum(size for _, size in desk._kept.values()) <= 50_000
    assert desk.ask(Large(11, 10_000)).is_done
    assert desk.ask(Large(0, 10_000)).is_waiting


def test_a_process_without_work_or_too_large_is_let_go(
    desk: OddsDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cutcard.web.odds_desk.worker.MOST_MEMORY", 1)
    assert done(desk, Large(1, 1)).is_done
    assert desk.reckoners["exact"].process is None
    monkeypatch.undo()
    monkeypatch.setattr(desks, "IDLE_SECONDS", 0.1)
    assert done(desk, Large(2, 1)).is_done
    until(lambda: desk.reckoners["exact"].process is None)
    assert done(desk, Large(3, 1)).is_done


def test_closing_does_not_wait_for_a_job_that_never_ends() -> None:
    desk = OddsDesk()
    desk.ask(Endless())
    until(lambda: desk.reckoners["exact"].process is not None)
    process = desk.reckoners["exact"].process
    assert process is not None
    began = time.monotonic()
    desk.close()
    assert time.monotonic() - began < 5
    assert not is_there(process)


ORPHAN = """
import time
from cutcard.web.odds_desk.desk import OddsDesk
from web.desk_jobs import Endless
desk = OddsDesk()
desk.ask(Endless())
while desk.reckoners["exact"].process is None:
    time.sleep(0.01)
time.sleep(2)
print(desk.reckoners["exact"].process, flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_process_is_left_when_the_house_is_killed(number: signal.Signals) -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(each or os.getcwd() for each in sys.path)}
    house = subprocess.Popen([sys.executable, "-c", ORPHAN], stdout=subprocess.PIPE, text=True, env=env)
    assert house.stdout is not None
    process = int(house.stdout.readline())
    assert is_there(process)
    house.send_signal(number)
    house.wait(10)
    house.stdout.close()
    until(lambda: not is_there(process))


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_demonstration_that_ends_in_the_middle_of_odds_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path / "odds"))
    house = started("--no-bots", "--database", f"sqlite:///{tmp_path / 'demo.db'}")
    assert house.stdout is not None
    links = {}
    for line in house.stdout:
        if found := LINK.search(line):
            links[found[1]] = found[2], found[3]
        if "Ctrl-C" in line:
            break
    origin, link = links["you"]
    assert not children(house.pid), "nothing is computed before somebody asks"
    with httpx.Client(base_url=origin, timeout=60) as http:
        token = http.post("/api/session", json={"link": link}).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        until(lambda: "Blackjack" in str(http.get("/api/tables/maryland/odds").json().get("answer")))
    processes = children(house.pid)
    assert len(processes) == 2, "one for doubles, one for what is exact"
    house.send_signal(number)
    house.wait(60)
    house.stdout.close()
    until(lambda: not any(map(is_there, processes)))


def children(process: int) -> list[int]:
    """The processes that a process started and that run."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError):
            if int((each / "stat").read_text().rpartition(")")[2].split()[1]) == process:
                found.append(int(each.name))
    return [each for each in found if is_there(each)]


def test_a_job_goes_on_where_it_was_though_its_process_is_let_go_after_each_turn(
    desk: OddsDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = str(tmp_path / "notes")
    Path(f"{notes}.go").touch()
    monkeypatch.setattr("cutcard.web.odds_desk.worker.MOST_MEMORY", 1)
    assert done(desk, Stepped("job", notes)).value == "job"
    assert Path(notes).read_text().split().count("job-2") == 2


def test_a_quick_answer_waits_behind_no_exact_one_and_stands_in_for_it(
    desk: OddsDesk, tmp_path: Path
) -> None:
    notes = str(tmp_path / "notes")
    exact, quick = Stepped("exact", notes, 1), Noted("quick", notes)
    desk.ask(exact)
    until(lambda: bool(desk.ask(exact).message))
    until(lambda: desk.ask(exact, first=quick).value is not None)
    reply = desk.ask(exact, first=quick)
    assert (reply.state, reply.value[0]) == ("computing", "quick")
    assert desk.ask(quick, lane="quick").is_done
    Path(f"{notes}.go").touch()
    until(lambda: desk.ask(exact, first=quick).is_done)
    assert desk.ask(exact, first=quick).value == "exact"
