"""A file for each day: whole, linked, signed, and read again without the store."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.floor.audit import (
    AnchorFile,
    AnchorLog,
    DayFile,
    DayProblem,
    begins_at,
    check_days,
    write_days,
)
from cutcard.floor.keys import HouseKeys, new_key
from cutcard.floor.store import Database, Head, New, StoreError
from floor.audit.houses import played

KEYS = HouseKeys({"k1": b"\x01" * 32})
DAY = 24 * 3_600_000
FIRST = 1_790_000_000_000 // DAY * DAY
"""Midnight, UTC, of 2026-09-21."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Database]:
    made = Database.open(f"sqlite:///{tmp_path / 'house.db'}", keys=KEYS)
    made.migrate()
    yield made
    made.close()


def happens(store: Database, stream: str, *at: int) -> None:
    """Events of a stream at these times."""
    with store.writing() as unit:
        head: Head = unit.heads([stream]).get(stream) or unit.create(stream, "{}")
        unit.append(head, [New(json.dumps({"event": "x", "n": each}), at=each) for each in at])


def written(store: Database, folder: Path, now: int, **more: object) -> list[DayFile]:
    return list(write_days(store, folder, now, **more))  # type: ignore[arg-type]


def proven(folder: Path) -> list[tuple[str, int]]:
    return [(each.day, each.events) for each in check_days(folder, KEYS.public)]


def three_days(store: Database) -> None:
    """Two streams: one goes on every day, the other rests on the second."""
    happens(store, "table:a", FIRST, FIRST + 1, FIRST + DAY, FIRST + 2 * DAY + 5)
    happens(store, "table:b", FIRST + 10, FIRST + 2 * DAY)


def test_every_event_is_in_the_file_of_its_day_once(store: Database, tmp_path: Path) -> None:
    three_days(store)
    folder = tmp_path / "days"
    days = written(store, folder, FIRST + 3 * DAY)
    assert [each.events for each in days] == [3, 1, 2]
    assert proven(folder) == [("2026-09-21", 3), ("2026-09-22", 1), ("2026-09-23", 2)]
    assert written(store, folder, FIRST + 3 * DAY) == [], "what has a file is not written again"
    happens(store, "table:a", FIRST + 3 * DAY)
    assert written(store, folder, FIRST + 4 * DAY - 1) == [], "a day that is not over has none"
    assert [each.events for each in written(store, folder, FIRST + 4 * DAY)] == [1]
    assert len(proven(folder)) == 4


def test_a_day_may_begin_later_than_midnight(store: Database, tmp_path: Path) -> None:
    happens(
        store, "table:a", FIRST + DAY - 1, FIRST + DAY + 3_600_000 * 6 - 1, FIRST + DAY + 3_600_000 * 6
    )
    days = written(store, tmp_path / "days", FIRST + 3 * DAY, begins_ms=begins_at("06:00"))
    assert [(each.day, each.events) for each in days] == [("2026-09-21", 2), ("2026-09-22", 1)]
    with pytest.raises(StoreError, match="not a time of day"):
        begins_at("25:00")


def test_what_is_stored_late_under_an_earlier_time_is_in_the_next_file(
    store: Database, tmp_path: Path
) -> None:
    folder = tmp_path / "days"
    happens(store, "table:a", FIRST)
    written(store, folder, FIRST + DAY)
    happens(store, "table:a", FIRST + 7)  # the clock was set back
    happens(store, "table:a", FIRST + DAY + 7)
    assert [each.events for each in written(store, folder, FIRST + 2 * DAY)] == [2]
    assert proven(folder) == [("2026-09-21", 1), ("2026-09-22", 2)]


def test_a_day_in_which_nothing_happened_has_its_file(store: Database, tmp_path: Path) -> None:
    happens(store, "table:a", FIRST, FIRST + 2 * DAY)
    folder = tmp_path / "days"
    assert [each.events for each in written(store, folder, FIRST + 3 * DAY)] == [1, 0, 1]
    assert len(proven(folder)) == 3
    (folder / "2026-09-22.jsonl").unlink()
    with pytest.raises(DayProblem, match="2026-09-22 is missing before it"):
        proven(folder)


def _drop_line(kind: str) -> Callable[[list[str]], list[str]]:
    def drop(lines: list[str]) -> list[str]:
        at = next(number for number, line in enumerate(lines) if f'"kind":"{kind}"' in line)
        return lines[:at] + lines[at + 1 :]

    return drop


def _reword(lines: list[str]) -> list[str]:
    return [line.replace('\\"event\\"', '\\"Event\\"') for line in lines]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (_drop_line("event"), "table:a: ends at 2 and not at 3"),
        (_reword, "was changed, or one is missing"),
        (lambda lines: lines[:-1], "it was cut off"),
        (lambda lines: [*lines, lines[-1]], "goes on after its end"),
        (lambda lines: [*lines[:1], *lines[-1:]], "is missing"),
        (lambda lines: ["{", *lines], "is not the file of a day"),
        (lambda lines: [lines[0].replace("09-22", "09-29"), *lines[1:]], "is the file of 2026-09-29"),
    ],
)
def test_whatever_is_changed_in_a_file_is_found(
    store: Database, tmp_path: Path, change: Callable[[list[str]], list[str]], why: str
) -> None:
    three_days(store)
    folder = tmp_path / "days"
    written(store, folder, FIRST + 3 * DAY)
    path = folder / "2026-09-22.jsonl"
    path.write_text("".join(change(path.read_text("utf-8").splitlines(keepends=True))), "utf-8")
    with pytest.raises(DayProblem, match=why):
        proven(folder)


def test_a_forger_with_every_digest_lacks_the_signature(store: Database, tmp_path: Path) -> None:
    three_days(store)
    other = HouseKeys({"k1": bytes.fromhex(new_key("k1").partition(" ")[2])})
    folder = tmp_path / "days"
    written(store, folder, FIRST + 3 * DAY)
    assert list(check_days(folder, None))
    with pytest.raises(DayProblem, match=r"2026-09-21.jsonl: no key of the list signed it"):
        list(check_days(folder, other.public))


def test_a_house_that_was_played_in_is_there_with_all_that_belongs_to_it(
    store: Database, tmp_path: Path
) -> None:
    played(store, "maryland")
    anchors = AnchorFile(tmp_path / "house.anchors")
    now = int(time.time() * 1000)
    AnchorLog(anchors, KEYS).add(store, now)
    folder = tmp_path / "days"
    assert written(store, folder, now + 2 * DAY, anchors=anchors)
    kinds: Counter[str] = Counter()
    for path in folder.iterdir():
        kinds.update(json.loads(line).get("kind", "") for line in path.read_text("utf-8").splitlines())
        assert os.stat(path).st_mode & 0o077 == 0, "nobody else reads it"
    with store.reading() as unit:
        for kind, table in (("event", "events"), ("answer", "answers"), ("movement", "movements")):
            where = " WHERE version > 0" if kind == "event" else ""
            count = unit.connection.exec_driver_sql(f"SELECT count(*) FROM {table}{where}")
            assert kinds[kind] == count.scalar_one() > 0, kind
    assert kinds["anchor"] == 1
    assert kinds["law"] >= 1
    assert len(proven(folder)) == len(list(folder.iterdir()))


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["days", *arguments])
    return done.exit_code, done.output


def test_the_command_writes_and_proves(store: Database, tmp_path: Path) -> None:
    three_days(store)
    keys, public, folder = tmp_path / "house.keys", tmp_path / "house.public", str(tmp_path / "days")
    keys.write_text("k1 " + "01" * 32 + "\n")
    keys.chmod(0o600)
    public.write_text("".join(f"{each}\n" for each in KEYS.public.lines()))
    url = str(store.url)
    code, told = run("write", folder, "--database", url, "--keys", str(keys))
    assert code == 0, told
    assert told.startswith("2026-09-21: 3 events, signed by key k1, digest ")
    code, told = run("check", folder, "--public", str(public))
    assert (code, "2026-09-23: 2 events" in told) == (0, True), told
    code, told = run("check", folder)
    assert (code, told.endswith("not proven; give --public\n")) == (0, True)
    (tmp_path / "days" / "2026-09-22.jsonl").unlink()
    code, told = run("check", folder, "--public", str(public))
    assert (code, "2026-09-22 is missing" in told) == (1, True)
    for wrong in (
        ("check", str(tmp_path / "none")),
        ("write", folder, "--database", f"sqlite:///{tmp_path / 'none.db'}"),
        ("write", folder, "--database", url, "--keys", str(keys), "--begins", "noon"),
    ):
        code, told = run(*wrong)
        assert code in (1, 2)
        assert len(told.strip().splitlines()) == 1, told
