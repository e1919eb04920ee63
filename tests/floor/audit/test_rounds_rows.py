"""The rows of rounds: as the events come to, whatever happened meanwhile; a changed one is named."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from cutcard.floor.audit import audit_store
from cutcard.floor.live import Floor
from cutcard.floor.store import Database, Stored, schema, units
from cutcard.floor.store.export import export_lines
from cutcard.floor.store.records import RoundRow, row_digest
from cutcard.floor.store.rounds import Folding, name_list, rebuild
from floor.audit.houses import played
from floor.live.players import TABLES, Crew, player
from floor.store.store_import import import_lines
from floor.store.store_support import as_of


def rows(database: Database) -> list[tuple[object, ...]]:
    with database.reading() as unit:
        wanted = select(schema.rounds).order_by(schema.rounds.c.stream, schema.rounds.c.number)
        return [tuple(row) for row in unit.connection.execute(wanted)]


def again(database: Database) -> list[tuple[object, ...]]:
    with database.reading() as unit:
        return [row.values() for row in rebuild(unit)]


def test_a_round_has_its_row_when_it_is_over(database: Database) -> None:
    played(database, "maryland", rounds=2)
    found = [RoundRow(*row[:-1]) for row in rows(database)]  # type: ignore[arg-type]
    assert [(each.stream, each.number) for each in found] == [("table:maryland", n) for n in (1, 2)]
    assert [row[-1] for row in rows(database)] == [each.values()[-1] for each in found]
    assert rows(database) == again(database)
    first = found[0]
    assert json.loads(first.players) == ["annmaryland", "bobmaryland"]
    assert "main" in json.loads(first.wagers)
    assert first.handle >= 2000
    assert first.first < first.last < found[1].first
    assert first.began <= first.ended <= found[1].ended
    with database.reading() as unit:
        ended = unit.read("table:maryland", first.last - 1, first.last)[0]
    assert "round_ended" in ended.line
    assert audit_store(database).counts.rounds == 2


async def interrupted(database: Database) -> None:
    """Two processes take turns at a table, and one of them starts anew in the middle of a round."""
    floor = Floor(database)
    floor.load()
    floor.start()
    crew = Crew(floor)
    await crew.open("maryland", TABLES["maryland"].rules)
    await crew.seat("maryland", "ann", 1)
    await crew.rounds("maryland", 1)
    other = Floor(database)
    other.load()
    other.start()
    second = Crew(other, "o")
    for turn in range(24):
        who = (crew, second)[turn % 2]
        live = who.floor.live("maryland")
        by, body = who.next(live)
        answer = await who.ask("maryland", by, body)
        if answer.status == "refused":  # it has not seen what the other did
            continue
    await floor.stop()
    await other.stop()
    fresh = Floor(database)
    fresh.load()
    fresh.start()
    await Crew(fresh, "f").rounds("maryland", 1)
    await fresh.stop()


def test_rows_are_right_whoever_wrote_the_round(sqlite: Database) -> None:
    asyncio.run(interrupted(sqlite))
    assert len(rows(sqlite)) > 2
    assert rows(sqlite) == again(sqlite)
    assert audit_store(sqlite).broken == ()


@pytest.mark.parametrize("mid_round", [False, True])
def test_a_start_reads_back_no_further_than_the_round(
    sqlite: Database, monkeypatch: pytest.MonkeyPatch, *, mid_round: bool
) -> None:
    """However many events came before, and whether or not any round was played among them."""
    tips, read = 600, list[Stored]()

    def counted(*row: Any) -> Stored:
        read.append(Stored(*row))
        return read[-1]

    async def begun() -> None:
        floor = Floor(sqlite)
        floor.start()
        crew = Crew(floor)
        await crew.open("t", TABLES["maryland"].rules)
        await crew.seat("t", "ann", 1)
        tip: dict[str, object] = {"do": "tip", "amount": "0.01"}
        await asyncio.gather(*(crew.done("t", player("ann"), tip) for _ in range(tips)))
        while mid_round and floor.live("t").table.round is None:
            by, body = crew.next(floor.live("t"))
            await crew.ask("t", by, body)
        await floor.stop()

    async def again_open() -> None:
        floor = Floor(sqlite)
        floor.load()
        floor.start()
        monkeypatch.setattr(units, "Stored", counted)
        await Crew(floor, "more").rounds("t", 1)
        await floor.stop()

    asyncio.run(begun())
    over = len(rows(sqlite))  # two blackjacks end a round as it begins
    asyncio.run(again_open())
    assert 0 < len(read) <= 250
    assert len(rows(sqlite)) == over + 1 + mid_round
    assert rows(sqlite) == again(sqlite)


def test_a_changed_row_is_named(database: Database) -> None:
    played(database, "maryland", rounds=2)
    held, row = schema.rounds.c, rows(database)[0]
    other = (*row[:7], int(str(row[7])) + 100, *row[8:-1])
    with database.writing() as unit:
        changed = update(schema.rounds).where(held.number == 1)
        unit.connection.execute(changed.values(net=other[7], digest=row_digest(*other)))  # type: ignore[arg-type]
    told = [str(each) for each in audit_store(database).broken]
    assert told == [f"table:maryland {row[3]}: round 1 in the index differs from its events"]
    with database.writing() as unit:
        unit.connection.execute(schema.rounds.delete().where(held.number == 1))
    assert "round 1 is missing from the index of rounds" in str(audit_store(database).broken[0])
    with database.writing() as unit:
        unit.end_rounds([row])  # type: ignore[list-item]
        stray = replace(RoundRow(*row[:-1]), number=9, first=1, last=1)  # type: ignore[arg-type]
        unit.end_rounds([stray.values()])
    assert "round 9 in the index has no events" in str(audit_store(database).broken[0])
    with database.writing() as unit:
        unit.connection.execute(update(schema.rounds).where(held.number == 9).values(stream="table:x"))
    assert "rounds: no such stream" in str(audit_store(database).broken[0])


def test_an_older_store_and_an_import_have_them_too(database: Database, tmp_path: Path) -> None:
    played(database, "massachusetts", rounds=2)
    before = rows(database)
    with database.writing() as unit:
        as_of(unit.connection, "0002")
    database.migrate()
    assert rows(database) == before
    assert audit_store(database).broken == ()
    copy = Database.open(f"sqlite:///{tmp_path / 'copy.db'}")
    copy.migrate()
    import_lines(copy, export_lines(database))
    assert rows(copy) == before
    copy.close()


@pytest.mark.parametrize("line", ['{"event": "settled"}', '{"event": "round_started", "number": 1}'])
def test_a_round_that_cannot_be_read_stops_no_other(sqlite: Database, line: str) -> None:
    played(sqlite, "maryland", rounds=1)
    before = rows(sqlite)
    with sqlite.writing() as unit:
        unit.create("table:another", "{}")
        held = schema.events.c
        unit.connection.execute(schema.events.insert().values(("table:another", 1, 0, "", "", line, "")))
        wanted = select(held.version).where(held.stream == "table:another")
        assert len(list(unit.connection.execute(wanted))) == 2
    assert again(sqlite) == before


def test_what_went_wrong_and_what_was_won_is_in_the_row() -> None:
    folding = Folding("table:t")
    bets = [{"box": 1, "player": 'o"neil', "stakes": {"main": "10.00", "super_4": "5.00"}}]
    events: list[dict[str, object]] = [
        {"event": "bet_acknowledged", "box": 1, "wagers": ["super_4"]},
        {"event": "round_started", "number": 7, "bets": bets},
        {"event": "irregularity_noted", "what": "overdrawn", "cite": "x"},
        {"event": "side_mistaken", "side": "left", "cite": "x"},
        {"event": "jackpot_held", "meter": "m", "house_meter": "h", "hit": "1", "cents": "123.45"},
        {"event": "round_ended", "number": 7},
    ]
    found = [folding.take(version, 5, each) for version, each in enumerate(events, 3)]
    assert found[:-1] == [None] * 5
    last = found[-1]
    assert last == RoundRow(
        stream="table:t",
        number=7,
        first=3,
        last=8,
        began=5,
        ended=5,
        handle=0,
        net=0,
        best=0,
        jackpot=12345,
        players=name_list(['o"neil']),
        wagers=name_list(["super_4", "main"]),
        irregularities='["overdrawn", "side_mistaken"]',
    )
