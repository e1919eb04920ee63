"""Snapshots: the same state again, and nothing that could do harm."""

from __future__ import annotations

import base64
import pickle
import zlib

import pytest

from cutcard.floor.live import snapshots
from cutcard.floor.live.events import event_json
from cutcard.floor.live.snapshots import code_digest
from cutcard.floor.live.state import Live, header_line, live_of, new_live
from cutcard.table import Settings
from floor.live.players import TABLES
from table.driver import play_rounds
from table.setups import GAMES


def packed(raw: bytes) -> str:
    return f"{code_digest()} {base64.b85encode(zlib.compress(raw)).decode()}"


@pytest.mark.parametrize(("name", "variation"), GAMES)
def test_a_table_in_play_comes_back_as_it_was(name: str, variation: str | None) -> None:
    played = play_rounds(name, variation, rounds=2, seed=4, boxes=2)
    live = new_live("t", played.opening.rules, played.opening.settings, created=0)
    for event in played.events[: len(played.events) * 3 // 4]:
        live = live.after(event, 5)[0].published_after(event_json(event))[0]
    found = snapshots.read_snapshot(
        snapshots.write_snapshot(live, live.table), live.table.rules, live.table.game
    )
    assert found == live
    assert found.table.rules is live.table.rules


def test_a_table_is_made_of_its_header() -> None:
    live = new_live("t", TABLES["pontoon"].rules, Settings(asks_for_draws=True), created=7)
    again = live_of(header_line(live))
    assert again == live
    assert isinstance(again, Live)
    assert header_line(again) == header_line(live)


class Harm:
    """What a forged snapshot might hold."""

    def __reduce__(self) -> tuple[object, ...]:
        return print, ("harm",)


def test_a_forged_snapshot_makes_nothing_happen(capsys: pytest.CaptureFixture[str]) -> None:
    live = new_live("t", TABLES["maryland"].rules, Settings(), created=0)
    table = live.table
    for body in (
        packed(pickle.dumps(Harm())),
        packed(pickle.dumps(len)),
        packed(b"no pickle"),
        f"{code_digest()} ~~~",
        "0000 x",
        "",
        packed(b"cposix\nsystem\n(S'true'\ntR."),
    ):
        with pytest.raises(snapshots.UnusableSnapshot):
            snapshots.read_snapshot(body, table.rules, table.game)
    assert capsys.readouterr().out == ""
