"""`cutcard serve` killed with -9 while clients ask over HTTP: no command is lost, none happens twice."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from cutcard.web.server.workers import HUNG_SECONDS, STARTING_SECONDS, STILL_SECONDS, is_hung
from floor.faults.clients import is_alive
from floor.faults.http_killing import SOURCE, Served, survived_over_http
from floor.faults.test_kills import some_games

KILLS = 40
"""Of one long run."""


def test_a_server_on_a_file_is_killed_and_started_again(sqlite_url: str) -> None:
    played = survived_over_http(sqlite_url, kills=1, seed=1, games=("maryland", "pontoon"))
    assert played.broken > 0
    assert len(played.asked) >= 15


@pytest.mark.long
def test_a_server_on_postgresql_is_killed_and_started_again(postgresql_url: str) -> None:
    played = survived_over_http(postgresql_url, kills=1, seed=2, games=("maryland",))
    assert played.broken > 0
    assert len(played.asked) >= 10


@pytest.mark.long
def test_a_server_that_is_told_to_stop_finishes_what_was_asked(sqlite_url: str) -> None:
    games = ("maryland", "pontoon")
    played = survived_over_http(sqlite_url, kills=2, seed=3, games=games, by=signal.SIGTERM)
    assert len(played.asked) >= 20


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_a_server_is_killed_many_times(store_url: str, seed: int) -> None:
    games = some_games(seed)
    played = survived_over_http(store_url, kills=KILLS, seed=100 + seed, games=games, each=25)
    assert played.broken > KILLS


@pytest.mark.long
def test_one_of_two_processes_is_killed_many_times(postgresql_url: str) -> None:
    games = some_games(9)
    played = survived_over_http(postgresql_url, kills=KILLS, seed=200, games=games, each=25, workers=2)
    assert played.broken > 0


@pytest.mark.long
def test_a_process_that_hangs_is_replaced_and_its_tables_go_on(postgresql_url: str) -> None:
    """Stopped in the middle of anything: what was asked of it is asked again, and answered once."""
    played = survived_over_http(
        postgresql_url, kills=3, seed=300, games=some_games(9), each=25, workers=2, by=signal.SIGSTOP
    )
    assert played.slowest < 10
    assert played.outage < 5, "its tables are taken over within five seconds"


@pytest.mark.long
def test_processes_are_renewed_and_no_command_is_turned_away(postgresql_url: str) -> None:
    """As an upgrade does: each process in turn, while people play."""
    played = survived_over_http(
        postgresql_url, kills=2, seed=400, games=some_games(9), each=25, workers=2, by=signal.SIGHUP
    )
    assert played.turned_away == 0
    assert played.slowest < 10


def test_a_process_that_says_nothing_hangs() -> None:
    alive = [100.0, 7.0]
    assert not is_hung(alive, 100.0 + HUNG_SECONDS, 7.0, HUNG_SECONDS)
    late = 100.1 + HUNG_SECONDS
    assert is_hung(alive, late, 7.0, HUNG_SECONDS), "it was stopped"
    assert is_hung(alive, late, 7.1 + HUNG_SECONDS, 0.0), "it turns in a circle"
    assert is_hung(alive, late, None, HUNG_SECONDS), "the system does not say"


def test_a_process_that_gets_little_of_a_processor_is_given_longer() -> None:
    alive, late = [100.0, 7.0], 100.1 + HUNG_SECONDS
    assert not is_hung(alive, late, 7.5, STILL_SECONDS)
    assert is_hung(alive, 100.1 + 4 * HUNG_SECONDS, 7.5, STILL_SECONDS)
    assert is_hung(alive, late, 7.5, STILL_SECONDS + 0.1), "it worked before it was stopped, not since"


def test_a_process_that_stops_before_it_ever_served_hangs_too() -> None:
    alive = [0.0, 0.0]
    assert not is_hung(alive, 1_000_000.0, 5.0, 0.2), "it opens its store, however large"
    assert not is_hung(alive, 1_000_000.0, 5.0, STARTING_SECONDS)
    assert is_hung(alive, 1_000_000.0, 5.0, STARTING_SECONDS + 0.1), "it was stopped"
    assert not is_hung(alive, 1_000_000.0, None, 1_000_000.0), "the system does not say"


@pytest.mark.long
@pytest.mark.parametrize("ready", [True, False], ids=["ready", "on their way"])
def test_processes_whose_parent_is_killed_stop_and_leave_the_port(
    postgresql_url: str, ready: bool
) -> None:
    served = Served(postgresql_url, 1, workers=2)
    if ready:
        asyncio.run(served.start())
    else:
        served.begin()
    left = served.orphaned()
    assert len(left) == 2
    until = time.monotonic() + 60
    while any(map(is_alive, left)) and time.monotonic() < until:
        time.sleep(0.1)
    assert not any(map(is_alive, left))
    asyncio.run(served.start())
    served.stop()


@pytest.mark.long
def test_several_processes_tell_the_administrator_how_to_enrol(postgresql_url: str) -> None:
    told = ["serve", "--live", "--workers", "2", "--port", "0", "--database", postgresql_url]
    process = subprocess.Popen(
        [sys.executable, "-m", "cutcard", *told],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": SOURCE, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    try:
        assert re.search(r"`admin` enrols once.*/enrol#[\w-]{43}$", process.stdout.readline().strip())
        assert "`admin-2` enrols once" in process.stdout.readline()
        assert "open with 2 processes" in process.stdout.readline()
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()
