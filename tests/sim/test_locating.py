"""A round's number to its unit and its place there, from the start or from a checkpoint."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cutcard.sim.runs.run import RoundLocation, cache_checkpoints, cached_checkpoints, locate
from sim.engines import UnevenEngine


def counted(engine: UnevenEngine, number: int) -> RoundLocation:
    passed = np.cumsum(engine.rounds_of(0, number // (engine.usual - engine.spread) + 2))
    unit = int(np.searchsorted(passed, number, side="right"))
    return RoundLocation(unit, number - (int(passed[unit - 1]) if unit else 0))


def borders(engine: UnevenEngine) -> list[int]:
    first, second = (int(each) for each in np.cumsum(engine.rounds_of(0, 2)))
    return [0, first - 1, first, first + 1, second - 1, second, 123_456, 1_000_000]


@pytest.mark.parametrize("number", borders(UnevenEngine()))
def test_a_round_is_where_counting_finds_it(number: int) -> None:
    place, _ = locate(UnevenEngine(), number)
    assert place == counted(UnevenEngine(), number)


def test_checkpoints_save_the_way_and_change_nothing() -> None:
    engine = UnevenEngine()
    numbers = [999_999, 1_000_000, 1_234_567]
    _, met = locate(engine, 1_100_000)
    assert met
    for number in numbers:
        fresh = UnevenEngine()
        place, _ = locate(fresh, number, met, many=2)
        assert place == counted(engine, number)
        assert min(first for first, _ in fresh.asked) > 0


def test_a_checkpoint_at_the_very_round() -> None:
    engine = UnevenEngine()
    rounds = int(engine.rounds_of(0, 10).sum())
    assert locate(engine, rounds, [(10, rounds)])[0] == RoundLocation(10, 0)
    assert locate(engine, rounds - 1, [(10, rounds)])[0].unit == 9


def test_checkpoints_are_kept_by_the_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path))
    assert cached_checkpoints("one") == ()
    cache_checkpoints("one", [(64, 4000)])
    cache_checkpoints("one", [(32, 2000), (64, 4000)])
    assert cached_checkpoints("one") == ((32, 2000), (64, 4000))
    assert cached_checkpoints("another") == ()
    for file in tmp_path.iterdir():
        file.write_text("broken")
    assert cached_checkpoints("one") == ()


def test_how_far_the_search_is_is_told_of_what_lies_before() -> None:
    engine = UnevenEngine()
    heard: list[tuple[int, int]] = []
    _, met = locate(engine, 1_000_000, heard=lambda done, of: heard.append((done, of)))
    assert {of for _, of in heard} == {1_000_000}
    assert max(done for done, _ in heard) <= 1_000_000
    near = [each for each in met if each[1] <= 900_000][-1]
    heard.clear()
    locate(engine, 1_000_000, [near], heard=lambda done, of: heard.append((done, of)))
    assert {of for _, of in heard} == {1_000_000 - near[1]}
