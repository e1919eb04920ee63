"""A cluster of two processes on this machine, one of them killed in the middle: the same totals."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from cutcard.sim.problem import SimError
from cutcard.sim.results.results import Totals
from cutcard.sim.runs import cluster
from cutcard.sim.runs.cluster import Cluster, connected
from cutcard.sim.runs.run import Target, run
from cutcard.sim.runs.workers import WorkerThreads
from sim.engines import UnevenEngine, uneven

ROUNDS = 2_000_000


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with connected(None, 2) as found:
        yield found


def expected() -> Totals:
    engine = UnevenEngine()
    threads = WorkerThreads(engine, 1)
    found = run(engine, threads, Target(ROUNDS))
    threads.close()
    return found.totals


def test_two_processes_give_the_totals_of_one(client: Any) -> None:
    workers = Cluster(client, uneven, b"0.0")
    assert workers.many == 2
    assert run(UnevenEngine(), workers, Target(ROUNDS)).totals == expected()
    workers.close()


def test_a_worker_killed_in_the_middle_changes_nothing(client: Any) -> None:
    pids = client.run(os.getpid)
    assert len(set(pids.values())) == 2
    killed: list[int] = []

    def heard(totals: Totals) -> None:
        if totals.rounds > ROUNDS // 3 and not killed:
            killed.append(next(iter(pids.values())))
            os.kill(killed[0], signal.SIGKILL)

    workers = Cluster(client, uneven, b"0.05")
    found = run(UnevenEngine(), workers, Target(ROUNDS), heard=heard)
    workers.close()
    assert killed
    assert killed[0] not in client.run(os.getpid).values()
    assert not found.interrupted
    assert found.totals == expected()


def test_an_address_at_which_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE_SECONDS", 0.2)
    nobody = "tcp://127.0.0.1:9"
    with pytest.raises(SimError, match=f"{nobody}: no cluster answers"), connected(nobody, 1):
        pass
