"""One meter over three houses while everything goes wrong that can, by a seed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from cutcard.floor.links import events, office
from floor.links.world import simulate

FEW = range(6)
MANY = 400
TOGETHER = 20
FAULTS = {
    "lost",
    "doubled",
    "late",
    "very late",
    "apart",
    "restarted",
    "died writing",
    "died receiving",
    "no bets taken",
    "parked",
    "hold settled",
    "hold expired",
    "hold released",
}


def test_no_cent_is_lost_and_every_hit_is_exact(tmp_path: Path) -> None:
    faults: Counter[str] = Counter()
    hits = 0
    for seed in FEW:
        world = simulate(seed, tmp_path)
        faults += world.faults
        hits += len(world.paid)
    assert faults.keys() >= FAULTS, faults
    assert hits > len(FEW), hits


def test_messages_may_hold_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a house was away for long its outbox and the log come in parts, cut anywhere."""
    monkeypatch.setattr(office, "MOST_TICKETS", 2)
    monkeypatch.setattr(events, "MOST_NEWS", 7)
    assert sum(len(simulate(seed, tmp_path, steps=120).paid) for seed in (50, 51)) > 0


@pytest.mark.long
@pytest.mark.parametrize("first", range(1_000, 1_000 + MANY, TOGETHER))
def test_hundreds_of_seeds(tmp_path: Path, first: int) -> None:
    faults: Counter[str] = Counter()
    hits = 0
    for seed in range(first, first + TOGETHER):
        world = simulate(seed, tmp_path)
        faults += world.faults
        hits += len(world.paid)
    print(f"seeds {first} to {first + TOGETHER - 1}: {hits} hits, {faults.total()} faults")
