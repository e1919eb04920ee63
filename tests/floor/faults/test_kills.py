"""Killed at any moment, again and again: nothing is lost, nothing happens twice, every round goes on.

How many were killed where is printed; `pytest -s` shows it. The long runs kill thousands.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from cutcard.floor.audit import audit_store, replay
from cutcard.floor.live import Floor
from cutcard.floor.store import Database
from floor.faults.clients import Nursery
from floor.faults.killing import Killer, Lives, Names, survived
from floor.live.players import TABLES
from law.new_versions import FAMILY, NEXT, next_version

FEW = ("maryland", "no-hole-card", "pontoon")
"""Two that share a meter, and one with meters of its own."""


def some_games(seed: int) -> Names:
    return tuple(random.Random(seed).sample(sorted(TABLES), 4))


def test_killed_again_and_again_nothing_is_lost_in_a_file(
    houses: Nursery, sqlite_url: str, tmp_path: Path
) -> None:
    died = survived(
        houses, sqlite_url, tmp_path, lives=lambda killer: killer.lives(8), seed=2, games=FEW
    )
    assert died.total() == 8
    assert len(died) >= 3


def test_killed_again_and_again_nothing_is_lost_in_postgresql(
    houses: Nursery, postgresql_url: str, tmp_path: Path
) -> None:
    died = survived(
        houses, postgresql_url, tmp_path, lives=lambda killer: killer.lives(5), seed=2, games=FEW
    )
    assert died.total() == 5
    assert len(died) >= 2


def test_two_houses_on_one_store_and_one_is_killed(
    houses: Nursery, postgresql_url: str, tmp_path: Path
) -> None:
    died = survived(
        houses,
        postgresql_url,
        tmp_path,
        lives=lambda killer: killer.lives_side_by_side(4),
        seed=3,
        games=FEW,
    )
    assert died.total() == 4


def across_an_upgrade(folder: Path, *, before: int, after: int) -> Lives:
    """Some lives with our law alone, then some with the next version of it installed beside."""

    async def lives(killer: Killer) -> None:
        await killer.lives(before)
        killer.law = (str(folder),)
        await killer.lives(after)

    return lives


def moved_while_killed(
    houses: Nursery, url: str, folder: Path, lives: Lives, *, seed: int
) -> Counter[str]:
    """Killed across an upgrade and while a table is moved; in the end it has, and the other has not."""
    new = f"{FAMILY}@{NEXT}"
    died = survived(houses, url, folder, lives=lives, seed=seed, games=FEW[:2], moved={"maryland": new})
    database = Database.open(url)
    floor = Floor(database)
    floor.load()
    laws = {name: floor.live(name).table.rules.document.name for name in FEW[:2]}
    assert laws == {"maryland": new, "no-hole-card": f"{FAMILY}@1.15"}
    assert not replay(database, 10_000, seed=1).differences
    assert audit_store(database).broken == ()
    database.close()
    return died


def test_killed_across_an_upgrade_and_the_move_of_a_table_in_a_file(
    houses: Nursery, sqlite_url: str, tmp_path: Path
) -> None:
    lives = across_an_upgrade(next_version(tmp_path / "law"), before=2, after=6)
    assert moved_while_killed(houses, sqlite_url, tmp_path, lives, seed=4).total() == 8


def test_killed_across_an_upgrade_and_the_move_of_a_table_in_postgresql(
    houses: Nursery, postgresql_url: str, tmp_path: Path
) -> None:
    lives = across_an_upgrade(next_version(tmp_path / "law"), before=2, after=4)
    assert moved_while_killed(houses, postgresql_url, tmp_path, lives, seed=4).total() == 6


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_hundreds_of_kills_across_an_upgrade_and_the_move_of_a_table(
    houses: Nursery, sqlite_url: str, tmp_path: Path, seed: int
) -> None:
    lives = across_an_upgrade(next_version(tmp_path / "law"), before=10, after=50)
    assert moved_while_killed(houses, sqlite_url, tmp_path, lives, seed=4_000 + seed).total() == 60


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_hundreds_of_kills_across_an_upgrade_and_a_move_in_postgresql(
    houses: Nursery, postgresql_url: str, tmp_path: Path, seed: int
) -> None:
    lives = across_an_upgrade(next_version(tmp_path / "law"), before=10, after=50)
    assert moved_while_killed(houses, postgresql_url, tmp_path, lives, seed=5_000 + seed).total() == 60


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_thousands_of_kills_in_a_file(
    houses: Nursery, sqlite_url: str, tmp_path: Path, seed: int
) -> None:
    lives = 110
    died = survived(
        houses,
        sqlite_url,
        tmp_path,
        lives=lambda killer: killer.lives(lives),
        seed=1_000 + seed,
        games=some_games(seed),
    )
    assert died.total() == lives


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_thousands_of_kills_in_postgresql(
    houses: Nursery, postgresql_url: str, tmp_path: Path, seed: int
) -> None:
    lives = 90
    died = survived(
        houses,
        postgresql_url,
        tmp_path,
        lives=lambda killer: killer.lives(lives),
        seed=2_000 + seed,
        games=some_games(seed),
    )
    assert died.total() == lives


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_hundreds_of_kills_of_one_of_two_houses(
    houses: Nursery, postgresql_url: str, tmp_path: Path, seed: int
) -> None:
    lives = 60
    died = survived(
        houses,
        postgresql_url,
        tmp_path,
        lives=lambda killer: killer.lives_side_by_side(lives),
        seed=3_000 + seed,
        games=some_games(seed),
    )
    assert died.total() == lives
