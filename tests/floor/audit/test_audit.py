"""Rounds dealt again, movements made again, a round told in full."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select, update

from cutcard.floor.audit import audit_store, find_round, replay, round_pages, rounds_of
from cutcard.floor.store import Database, schema
from cutcard.floor.store.records import event_digest, header_digest, row_digest
from cutcard.floor.store.rounds import rebuild
from cutcard.law.refusal import Refused
from floor.audit.houses import played
from floor.live.players import TABLES


def rechained(database: Database, stream: str, wrong: dict[int, str]) -> None:
    """Other lines in a stream, its chain made anew: only the rules can tell."""
    with database.writing() as unit:
        digest = header_digest(unit.header(stream))
        for each in unit.read(stream):
            line = wrong.get(each.version, each.line)
            digest = event_digest(digest, stream, each.version, each.at, each.by, each.key, line)
            held = schema.events.c
            where = (held.stream == stream, held.version == each.version)
            changed = update(schema.events).where(*where).values(line=line, digest=digest)
            unit.connection.execute(changed)
        ends = update(schema.streams).where(schema.streams.c.id == stream).values(digest=digest)
        unit.connection.execute(ends)
        unit.connection.execute(schema.snapshots.delete())
        unit.connection.execute(schema.rounds.delete())
        unit.end_rounds([row.values() for row in rebuild(unit)])


@pytest.mark.parametrize("name", TABLES)
def test_every_round_of_every_table_comes_out_the_same(sqlite: Database, name: str) -> None:
    played(sqlite, name)
    found = replay(sqlite, 100, seed=1)
    assert found.differences == []
    assert (found.tables, found.rounds) == (1, 3)
    assert found.settlements >= 3
    ends = dict(sqlite.streams())
    assert found.events == sum(ends.values()) - ends["cage"]
    assert found.meters == sum(each.startswith("meter:") for each in ends)
    looked = audit_store(sqlite)
    assert looked.broken == ()
    # the rest are deposits at the cage
    assert looked.counts.movements == found.movements + 2


def test_the_seed_chooses_the_rounds(sqlite: Database) -> None:
    played(sqlite, "maryland", "massachusetts", rounds=4)
    with sqlite.reading() as unit:
        assert {each: len(starts) for each, starts in rounds_of(unit).items()} == {
            "table:maryland": 4,
            "table:massachusetts": 4,
        }
    assert [replay(sqlite, 3, seed=seed).rounds for seed in range(3)] == [3, 3, 3]
    assert replay(sqlite, 1, seed=5) == replay(sqlite, 1, seed=5)
    assert replay(sqlite, 1, seed=5).tables == 1


def test_a_settlement_that_was_changed_with_its_whole_chain_is_told(sqlite: Database) -> None:
    played(sqlite, "maryland")
    with sqlite.reading() as unit:
        settled = next(each for each in unit.read("table:maryland") if '"settled"' in each.line)
    plain = json.loads(settled.line)
    first = plain["lines"][0]
    first["returned"] = "25.00" if first.get("returned") != "25.00" else "30.00"
    line = json.dumps(plain, separators=(",", ":"))
    rechained(sqlite, "table:maryland", {settled.version: line})
    assert audit_store(sqlite).broken == ()
    found = replay(sqlite, 100, seed=1).differences
    assert found
    assert {each.stream for each in found} == {"table:maryland"}
    assert settled.version in {each.version for each in found}
    assert "table:maryland" in found[0].text()


def test_a_movement_booked_otherwise_is_told(sqlite: Database) -> None:
    played(sqlite, "maryland")
    moved = schema.movements.c
    with sqlite.writing() as unit:
        wanted = select(schema.movements).where(moved.why != "").order_by(moved.id)
        rows = [row for row in unit.connection.execute(wanted) if row[0].startswith("table:")]
        first, second = rows[0], rows[1]
        other = (*first[:4], "another reason", first[5])
        changed = update(schema.movements).where(moved.id == first[0])
        unit.connection.execute(changed.values(why=other[4], digest=row_digest(*other)))
        gone = schema.movements.delete().where(moved.id == second[0])
        unit.connection.execute(gone)
    told = [each.problem for each in replay(sqlite, 1, seed=1).differences]
    assert f"movement {first[0]} is not booked as its event says" in told
    assert f"movement {second[0]} is missing" in told
    assert [each.what for each in audit_store(sqlite).broken if "sum to" in each.what]


def test_what_does_not_fold_is_told(sqlite: Database) -> None:
    played(sqlite, "maryland", rounds=1)
    ends = dict(sqlite.streams())
    meter = next(each for each in ends if each.startswith("meter:"))
    rechained(sqlite, "table:maryland", {9: '{"event":"card_burned"}'})
    rechained(sqlite, meter, {2: '{"event":"meter_grew"}'})
    assert audit_store(sqlite).broken == ()
    found = replay(sqlite, 1, seed=1).differences
    assert [(each.stream, each.version) for each in found] == [("table:maryland", 9), (meter, 2)]
    assert all("cannot be replayed" in each.problem for each in found)


def test_a_meter_booked_otherwise_is_told(sqlite: Database) -> None:
    played(sqlite, "maryland", rounds=1)
    with sqlite.writing() as unit:
        moved = schema.movements.c
        row = unit.connection.execute(select(schema.movements).where(moved.id.like("meter:%"))).first()
        assert row is not None
        other = (*row[:4], "another reason", row[5])
        changed = update(schema.movements).where(moved.id == row[0])
        unit.connection.execute(changed.values(why=other[4], digest=row_digest(*other)))
    told = [each.problem for each in replay(sqlite, 1, seed=1).differences]
    assert told == [f"movement {row[0]} is not booked as its event says"]


def test_accounts_that_may_not_be_short_are_told(sqlite: Database) -> None:
    with sqlite.writing() as unit:
        unit.connection.execute(schema.accounts.insert().values(("chips:t:ann", -5)))
        unit.connection.execute(schema.accounts.insert().values(("cage", 5)))
    assert [each.stream for each in audit_store(sqlite).broken if "cannot be negative" in each.what] == [
        "chips:t:ann"
    ]


def test_a_round_is_told_in_full(database: Database) -> None:
    played(database, "maryland", rounds=2)
    found = find_round(database, "maryland", 2)
    assert found.ended
    assert (found.table, found.number, found.stream) == ("maryland", 2, "table:maryland")
    assert found.lines
    assert len(found.commitments) == 1
    assert sum(row[3] for row in found.movements) > 0
    pages = round_pages(found)
    told = repr(pages)
    assert found.digest in told
    assert "Round 2 at table maryland" in told
    assert "annmaryland" in told
    assert all(line.cite in told for line in found.lines)
    with pytest.raises(Refused, match="has rounds 1 to 2"):
        find_round(database, "maryland", 3)
    with pytest.raises(Refused, match="this store has no 'nowhere'"):
        find_round(database, "nowhere", 1)
