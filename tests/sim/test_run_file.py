"""A run kept in a file: stopped, continued, refused where it is another's."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from cutcard import sim
from cutcard.sim.problem import SimError

FIRST, ALL = 60_000, 150_000
STANDING = {"wagers": {"royal_match_21": "C"}, "options": {"decks": 6}}
GROWING = {
    "wagers": {"super_4": "D"},
    "settings": {"super_4": {"rate_of_progression": "0.05"}},
    "growing": True,
}


def scenario(**more: object) -> sim.Scenario:
    return sim.Scenario("md-blackjack", seed=5, **more)  # type: ignore[arg-type]


def totals(about: sim.Scenario, rounds: int, file: Path | None = None) -> sim.Totals:
    run = sim.simulate(about, sim.Target(rounds), sim.Workforce("cpu", 1), file=file)
    assert run.rounds_per_second >= 0
    return run.outcome.totals


@pytest.mark.parametrize("about", [STANDING, GROWING], ids=["sums", "meters"])
def test_a_run_goes_on_from_its_file(about: dict[str, object], tmp_path: Path) -> None:
    file, whole = tmp_path / "run.json", totals(scenario(**about), ALL)
    first = totals(scenario(**about), FIRST, file)
    assert first.rounds < whole.rounds
    moved = tmp_path / "elsewhere.json"
    moved.write_bytes(file.read_bytes())
    gone_on = totals(scenario(**about), ALL, moved)
    assert _sums(gone_on) == _sums(whole)
    # done already: nothing is played again
    assert _sums(totals(scenario(**about), FIRST, moved)) == _sums(whole)


def _sums(of: sim.Totals) -> object:
    """All that a run came to; where its meters stand, too."""
    return of.columns, of.values, of.states if isinstance(of, sim.Evolved) else {}


def test_the_standard_error_is_looked_at_where_it_was(tmp_path: Path) -> None:
    about, file, crew = scenario(), tmp_path / "run.json", sim.Workforce("cpu", 1)
    totals(about, FIRST, file)
    target = sim.Target(10**9, Fraction(2, 1000))
    gone_on = sim.simulate(about, target, crew, file=file).outcome
    assert gone_on.by_error
    assert gone_on.totals == sim.simulate(about, target, crew).outcome.totals


def test_a_file_of_another_run_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    totals(scenario(), FIRST, file)
    with pytest.raises(SimError, match="another run"):
        totals(sim.Scenario("md-blackjack", seed=6), FIRST, file)
    kept = file.read_text()
    for content in ("", "[]", '{"format": "something else"}', kept[:-30]):
        file.write_text(content)
        with pytest.raises(SimError, match=r"^file: ") as problem:
            totals(scenario(), FIRST, file)
        assert "\n" not in str(problem.value)
        assert file.read_text() == content
    plain = json.loads(kept)
    del plain["sums"]["units"]
    file.write_text(json.dumps(plain))
    with pytest.raises(SimError, match="incomplete"):
        totals(scenario(), FIRST, file)


def test_no_file_where_none_can_be(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "nowhere" / "run.json"):
        with pytest.raises(SimError, match="no file can be written"):
            totals(scenario(), FIRST, place)
