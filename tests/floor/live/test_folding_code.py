"""A snapshot is bound to the code that folds, all of it and no other."""

from __future__ import annotations

import base64
import pickletools
import zlib

import pytest

from cutcard.compute.code import modules_behind
from cutcard.floor.live import snapshots
from cutcard.floor.live.events import event_json
from cutcard.floor.live.state import Live, new_live
from cutcard.floor.live.work import Work
from cutcard.floor.live.writer import Writer
from cutcard.floor.meters import evolve
from cutcard.table.play.decide import step as decide
from cutcard.table.settlement.lines import settlement
from table.driver import play_rounds
from table.setups import GAMES


def folds() -> tuple[str, ...]:
    """The modules that a snapshot is bound to."""
    return modules_behind(snapshots.__name__, Live.__module__, evolve.__module__)


def test_what_decides_shows_or_serves_is_no_part_of_it() -> None:
    for deciding in (Writer, Work, decide, settlement):
        assert deciding.__module__ not in folds()


@pytest.mark.parametrize(("name", "variation"), GAMES)
def test_every_value_of_a_snapshot_is_made_by_that_code(name: str, variation: str | None) -> None:
    played = play_rounds(name, variation, rounds=1, seed=4, boxes=2)
    live = new_live("t", played.opening.rules, played.opening.settings, created=0)
    for event in played.events[: len(played.events) * 3 // 4]:
        live = live.after(event, 5)[0].published_after(event_json(event))[0]
    packed = snapshots.write_snapshot(live, live.table).partition(" ")[2]
    told = list(pickletools.genops(zlib.decompress(base64.b85decode(packed))))
    named = {str(each[1]) for each in told if str(each[1]).startswith("cutcard.")}
    assert named, "a state is made of values of this package"
    assert named <= set(folds())


def test_a_snapshot_of_other_code_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    body = snapshots.write_snapshot({"a": 1}, None)
    assert snapshots.read_snapshot(body, None, None) == {"a": 1}
    monkeypatch.setattr(snapshots, "code_digest", lambda: "another")
    with pytest.raises(snapshots.UnusableSnapshot, match="other code"):
        snapshots.read_snapshot(body, None, None)
