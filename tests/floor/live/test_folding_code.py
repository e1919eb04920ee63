"""A snapshot is bound to the code that folds, all of it and no other."""

from __future__ import annotations

import base64
import pickletools
import shutil
import zlib
from pathlib import Path

import pytest

import cutcard
from cutcard.floor.live import folding, snapshots
from cutcard.floor.live.lines import event_json
from cutcard.floor.live.state import new_live
from floor.live.import_closure import closure, file_of
from table.driver import play_rounds
from table.setups import GAMES


def paths(modules: set[str]) -> list[str]:
    """Their files, as `folding.files` tells them."""
    found = [file_of(each) for each in modules]
    return sorted(str(each).rpartition("/cutcard/")[2] for each in found)


def test_the_list_is_what_the_fold_can_reach() -> None:
    assert folding.files() == paths(closure(*folding.ROOTS))


def test_what_decides_shows_or_serves_is_no_part_of_it() -> None:
    for each in ("floor/live/writer.py", "floor/live/work.py", "table/decide.py", "table/settle.py"):
        assert each not in folding.files()


@pytest.mark.parametrize(("name", "variation"), GAMES)
def test_every_value_of_a_snapshot_is_made_by_that_code(name: str, variation: str | None) -> None:
    played = play_rounds(name, variation, rounds=1, seed=4, boxes=2)
    live = new_live("t", played.opening.rules, played.opening.settings, created=0)
    for event in played.events[: len(played.events) * 3 // 4]:
        live = live.after(event, 5)[0].published_after(event_json(event))[0]
    packed = snapshots.written(live, live.table).partition(" ")[2]
    told = list(pickletools.genops(zlib.decompress(base64.b85decode(packed))))
    named = {str(each[1]) for each in told if str(each[1]).startswith("cutcard.")}
    assert named, "a state is made of values of this package"
    assert set(paths(named)) <= set(folding.files())


def test_a_change_of_any_of_it_is_other_code(tmp_path: Path) -> None:
    package = Path(cutcard.__file__).parent
    for each in folding.files():
        (tmp_path / each).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(package / each, tmp_path / each)
    (tmp_path / "floor/live/writer.py").write_text("another")
    assert folding.digest_in(tmp_path) == folding.code()
    for each in ("table/fold.py", "floor/ledger/booking.py", "wagers/__init__.py"):
        before = folding.digest_in(tmp_path)
        (tmp_path / each).write_text("another")
        assert folding.digest_in(tmp_path) != before
