"""A table keeps the law it was set up under: over a restart, an upgrade and an edit of the data."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from sqlalchemy import delete, update
from structlog.testing import capture_logs

from cutcard.floor.audit import audit_store, find_round, owed, replay, round_pages, walk
from cutcard.floor.live import Floor
from cutcard.floor.store import Broken, Database, backup_store, export_lines, restore_store, schema
from cutcard.law import document, law_from, resolve, shelf, unpack
from cutcard.law.shelves import DATA
from cutcard.law.vocabulary import VOCABULARY
from cutcard.shoe import By, Role
from floor.live.players import TABLES, Crew, on
from floor.store.store_support import as_of
from law.new_versions import FAMILY, NEXT, edited, installed, next_version, without_options
from law.own_wager import CODE, forget_code, own_wager

OURS = document(FAMILY)
ANN = By(Role.PLAYER, "ann")


async def play(_: Floor, crew: Crew) -> None:
    """Some rounds at a table that is set up now."""
    await crew.open("t", TABLES["maryland"].rules)
    await crew.seat("t", "ann", 1)
    await until_won(crew)


async def until_won(crew: Crew) -> None:
    """Rounds until a hand was won, at the price that other data have otherwise."""
    while not any(line.outcome == "win" for line in crew.floor.live("t").table.last_lines):
        await crew.rounds("t", 1)


async def play_on(floor: Floor, _: Crew) -> None:
    """More rounds at the table, whatever is installed by now."""
    crew = Crew(floor, "more")
    await crew.rounds("t", 1)
    await until_won(crew)


def paid(floor: Floor) -> tuple[str, ...]:
    """The prices that the table shows: of a hand won, and of the dearest row of Lucky Ladies."""
    offers = floor.live("t").table.rules.offers
    rows = {row.outcome: str(row.pays) for row in offers["lucky_ladies"].paytable.rows}
    main = {row.outcome: str(row.pays) for row in offers["main"].paytable.rows}
    return main["win"], rows["queen_of_hearts_pair"]


def loaded(database: Database) -> Floor:
    floor = Floor(database)
    floor.load()
    return floor


def differences(database: Database) -> list[str]:
    """What the audit finds wrong, and what comes out otherwise when all rounds are dealt again."""
    replayed = replay(database, 1_000, seed=1)
    assert replayed.rounds
    return [*map(str, audit_store(database).broken), *(each.text() for each in replayed.differences)]


def test_a_price_edited_in_the_data_changes_nothing_at_a_table(
    database: Database, tmp_path: Path
) -> None:
    on(database, play)
    with installed(edited(tmp_path)):
        assert document(FAMILY).digest != OURS.digest
        floor = loaded(database)
        assert paid(floor) == ("1 to 1", "200 to 1")
        assert floor.live("t").table.rules.document.digest == OURS.digest
        on(database, play_on)
        assert differences(database) == []
    assert differences(database) == []


def test_a_table_keeps_its_version_when_the_next_one_comes_into_force(
    sqlite: Database, tmp_path: Path
) -> None:
    on(sqlite, play)
    with law_from([next_version(tmp_path)]):
        assert document(FAMILY).version == NEXT
        on(sqlite, play_on)
        floor = loaded(sqlite)
        assert paid(floor) == ("1 to 1", "200 to 1")
        law = floor.view("t", ANN)["law"]
        assert law == {**OURS.names, "reference": "md-blackjack@1.15"}
        assert differences(sqlite) == []


def test_a_store_whose_law_is_older_than_an_option_plays_on(sqlite: Database) -> None:
    later = [name for name, term in VOCABULARY.items() if term.before is not None]
    with installed(DATA) as first:
        law = first.carry(without_options(later).packed)
        rules, _ = resolve(law, wagers={"lucky_ladies": "A"})
        assert rules is not None

        async def before(_: Floor, crew: Crew) -> None:
            await crew.open("t", rules)
            await crew.seat("t", "ann", 1)
            await until_won(crew)

        on(sqlite, before)
    with sqlite.reading() as unit:
        header = json.loads(unit.header("table:t"))["record"]
    assert not set(later) & header["options"].keys(), "as it was written when there were none of them"
    with installed(DATA) as second:  # nobody knows the data but the store
        on(sqlite, play_on)
        floor = loaded(sqlite)
        assert not floor.stopped
        assert floor.live("t").table.rules.document.digest == law.digest
        assert floor.view("t", ANN)["law"]["reference"] == second.reference(law)
        assert differences(sqlite) == []


def test_new_tables_are_set_up_under_what_is_installed(sqlite: Database, tmp_path: Path) -> None:
    on(sqlite, play)
    with law_from([next_version(tmp_path)]):
        rules, _ = resolve(document(FAMILY), wagers={"lucky_ladies": "A"})
        assert rules is not None

        async def both(floor: Floor, crew: Crew) -> None:
            crew = Crew(floor, "both")
            await crew.open("u", rules)
            await crew.seat("u", "bob", 1)
            await crew.rounds("u", 6)
            await crew.rounds("t", 3)

        on(sqlite, both)
        new = document(FAMILY)
    # Neither folder nor environment: the store alone says what 1.16 was.
    with installed(edited(tmp_path)):
        floor = loaded(sqlite)
        assert floor.live("u").table.rules.document.digest == new.digest
        assert paid(floor) == ("1 to 1", "200 to 1")
        assert differences(sqlite) == []


def test_the_log_names_law_that_is_kept_though_other_data_are_installed(
    sqlite: Database, tmp_path: Path
) -> None:
    on(sqlite, play)
    with capture_logs() as logs:
        loaded(sqlite)
    assert not [each for each in logs if "law" in each["event"]]
    with installed(edited(tmp_path)), capture_logs() as logs:
        loaded(sqlite)
    (kept,) = [each for each in logs if each["event"] == "law kept"]
    assert (kept["law"], kept["digest"]) == (OURS.name, OURS.digest)


def test_a_round_on_paper_reads_its_own_law(sqlite: Database, tmp_path: Path) -> None:
    on(sqlite, play)
    with installed(edited(tmp_path)):
        shown = find_round(sqlite, "t", 1)
        with sqlite.reading() as unit:
            walked = walk(unit, shown)
        assert all(each.same for each in owed(walked))
        assert OURS.name in str(round_pages(shown).blocks)


def test_a_store_carries_one_row_for_each_digest(database: Database) -> None:
    async def several(_: Floor, crew: Crew) -> None:
        for name in ("maryland", "switch", "pontoon"):
            await crew.open(name, TABLES[name].rules)

    on(database, several)
    with database.reading() as unit:
        laws = unit.laws()
        header = unit.header("table:maryland")
    assert {each.name for each in laws} == {OURS.name, document("md-pontoon-21").name}
    assert all(each.law == each.data == unpack(each.packed).digest for each in laws)
    assert not any(each.is_adopted for each in laws)
    assert "carried" not in json.loads(header)["record"]
    assert len(header) < 20_000


def test_copies_and_exports_carry_the_law(sqlite: Database, tmp_path: Path) -> None:
    on(sqlite, play)
    backup_store(sqlite, tmp_path / "copy.db")
    restored = Database.open(f"sqlite:///{tmp_path / 'restored.db'}")
    restore_store(restored, tmp_path / "copy.db")
    (exported,) = [each for each in map(json.loads, export_lines(sqlite)) if each.get("kind") == "law"]
    assert unpack(exported["packed"]).digest == exported["data"] == OURS.digest
    with installed(edited(tmp_path)):
        assert paid(loaded(restored)) == ("1 to 1", "200 to 1")
    restored.close()


@pytest.mark.parametrize(
    ("column", "value", "why"),
    [
        ("name", "md-blackjack@1.99", "were changed"),
        ("packed", "", "were changed"),
        ("law", "0" * 64, "were changed"),
    ],
)
def test_changed_law_data_are_noticed(sqlite: Database, column: str, value: str, why: str) -> None:
    on(sqlite, play)
    with sqlite.engine.begin() as connection:
        connection.execute(update(schema.laws).values(**{column: value}))
    with pytest.raises(Broken, match=why):
        sqlite.verify_all()
    assert any(why in each.what for each in audit_store(sqlite).broken)


def test_missing_law_data_are_noticed_and_stop_their_tables(sqlite: Database, tmp_path: Path) -> None:
    on(sqlite, play)
    with sqlite.engine.begin() as connection:
        connection.execute(delete(schema.laws))
    with pytest.raises(Broken, match=rf"table:t 0: its law data \({OURS.digest[:12]}\) are missing"):
        sqlite.verify_all()
    with installed(edited(tmp_path)):
        assert "are missing" in loaded(sqlite).stopped["t"].why


def before_this_version(database: Database) -> None:
    """Make the store one of the schema before law data were carried."""
    with database.engine.begin() as connection:
        as_of(connection, "0005")


def test_a_store_of_before_is_pinned_to_the_data_of_this_version(
    database: Database, tmp_path: Path
) -> None:
    on(database, play)
    before_this_version(database)
    with installed(edited(tmp_path)):  # other data than the tables name: they are lost
        adopted = document(FAMILY)
        database.migrate()
        with capture_logs() as logs:
            on(database, play_on)
        (logged,) = [each for each in logs if each["event"] == "law adopted"]
        assert (logged["law"], logged["tables"], logged["data"]) == (
            OURS.name,
            OURS.digest,
            adopted.digest,
        )
        with database.reading() as unit:
            (row,) = unit.laws()
        assert row.is_adopted
        assert (row.law, row.data) == (OURS.digest, adopted.digest)
        replayed = replay(database, 1_000, seed=1)
        assert (replayed.differences, replayed.unjudged > 0) == ([], True)
        assert audit_store(database).broken == ()
        assert [each.data for each in audit_store(database).adopted] == [adopted.digest]


def test_a_store_of_before_whose_data_are_there_adopts_nothing(database: Database) -> None:
    on(database, play)
    before_this_version(database)
    database.migrate()
    with database.reading() as unit:
        (row,) = unit.laws()
    assert not row.is_adopted
    assert differences(database) == []
    assert audit_store(database).adopted == ()
    on(database, play_on)


def test_meters_of_a_table_are_read_by_its_law(sqlite: Database, tmp_path: Path) -> None:
    async def meters(_: Floor, crew: Crew) -> None:
        await crew.open("t", TABLES["no-hole-card"].rules)

    on(sqlite, meters)
    with law_from([next_version(tmp_path)]):
        floor = loaded(sqlite)
        assert floor.meters
        for each in floor.meters:
            (member,) = floor.meter(each).members
            assert member.law == OURS.digest


def test_a_name_with_a_digest_means_the_data_that_a_store_carries(
    sqlite: Database, tmp_path: Path
) -> None:
    on(sqlite, play)
    with installed(edited(tmp_path)):
        loaded(sqlite)
        law = document(f"{FAMILY}@{OURS.digest[:12]}")
        assert law.digest == OURS.digest
        assert shelf().reference(law) == f"{FAMILY}@{OURS.digest[:12]}"
        assert shelf().reference(document(FAMILY)) == FAMILY


def test_two_processes_may_start_at_once(sqlite_url: str) -> None:
    first, second = Database.open(sqlite_url), Database.open(sqlite_url)
    first.migrate()
    second.migrate()

    async def one() -> None:
        for database, name in ((first, "a"), (second, "b")):
            floor = Floor(database)
            floor.load()
            floor.add(name, TABLES["maryland"].rules)
            await floor.stop()

    asyncio.run(one())
    with first.reading() as unit:
        assert len(unit.laws()) == 1
    first.close()
    second.close()


def test_a_table_without_the_code_of_its_wagers_is_stopped_and_not_accused(
    sqlite: Database, tmp_path: Path
) -> None:
    folder = own_wager(tmp_path)
    (folder / "classifiers.py").write_text(f"{CODE}# of this store alone\n", "utf-8")
    with law_from([tmp_path]):
        rules, _ = resolve(document("my-rules"), wagers={"two_reds": "A"})
        assert rules is not None

        async def play_reds(_: Floor, crew: Crew) -> None:
            await crew.bet("t", rules, {"main": "10.00", "two_reds": "5.00"})
            await crew.rounds("t", 1)

        on(sqlite, play_reds)
        assert differences(sqlite) == []
    forget_code()
    with law_from([]):
        floor = loaded(sqlite)
        assert "name its folder with --law" in floor.stopped["t"].why
        replayed = replay(sqlite, 1_000, seed=1)
    assert (replayed.rounds, replayed.differences) == (0, [])
    assert "name its folder with --law" in replayed.without_code["table:t"]
