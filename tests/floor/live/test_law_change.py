"""A table moves to another version of its document: asked for by the floor, signed by a supervisor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cutcard.floor.audit import audit_store, find_round, owed, replay, walk
from cutcard.floor.live import ENGINE, CommandAnswer, Floor, event_in, read_live
from cutcard.floor.store import Database
from cutcard.law import document, law_from, resolve
from cutcard.shoe import By, Role
from cutcard.table import LawChanged, rebuild, write_record
from cutcard.table.record import (
    Recheck,
    RecordError,
    follow_event,
    parse_record_text,
    read_events,
    read_record,
    render_record,
)
from floor.live.players import DEE, FLO, SUE, TABLES, Crew, on, player
from law.new_versions import FAMILY, NEXT, REMOVED, edited, installed, next_version

OURS = document(FAMILY)
TO = {"do": "change_law", "to": f"{FAMILY}@{NEXT}"}

pytestmark = pytest.mark.usefixtures("newer")


@pytest.fixture
def newer(tmp_path: Path) -> Iterator[Path]:
    """The next version, in force beside ours."""
    with law_from([next_version(tmp_path / "newer")]):
        yield tmp_path


async def opened(crew: Crew, name: str = "t", demo: str = "maryland") -> None:
    await crew.open(name, TABLES[demo].rules)
    await crew.seat(name, "ann", 1)


async def until_won(crew: Crew, name: str = "t") -> str:
    """Rounds until a hand is won; the price it was paid at."""
    while True:
        await crew.rounds(name, 1)
        for line in crew.floor.live(name).table.last_lines:
            if line.outcome == "win":
                return line.pays


async def change(crew: Crew, name: str = "t", signer: By = SUE) -> CommandAnswer:
    return await crew.ask(name, FLO, dict(TO), signed=(FLO, signer))


def differences(database: Database) -> list[str]:
    replayed = replay(database, 1_000, seed=1)
    assert replayed.rounds
    return [*map(str, audit_store(database).broken), *(each.text() for each in replayed.differences)]


async def before_and_after(floor: Floor, crew: Crew) -> None:
    await opened(crew)
    assert await until_won(crew) == "1 to 1"
    assert (await change(crew)).status == "done"
    assert await until_won(crew) == "11 to 10"
    assert floor.live("t").table.rules.document.name == f"{FAMILY}@{NEXT}"


def test_the_next_round_is_played_by_the_version_signed_for(database: Database, newer: Path) -> None:
    on(database, before_and_after)
    assert differences(database) == []
    with database.reading() as unit:
        assert {each.name for each in unit.laws()} == {OURS.name, f"{FAMILY}@{NEXT}"}
    with installed(edited(newer)):  # another process, where neither of them is installed
        assert differences(database) == []


def test_a_version_with_faults_is_refused_and_the_table_plays_on(sqlite: Database, newer: Path) -> None:
    file = newer / "newer" / f"{FAMILY}@{NEXT}" / "options.toml"
    file.write_text(file.read_text().replace('fixed = "any"', 'fixed = "bananas"', 1))

    async def asked(_: Floor, crew: Crew) -> None:
        await opened(crew)
        answer = await change(crew)
        assert answer.refusal is not None
        assert "'bananas' is not implemented" in answer.refusal.message
        assert await until_won(crew) == "1 to 1"

    with law_from([newer / "newer"]):
        on(sqlite, asked)


def test_a_restart_and_a_snapshot_follow_the_change(sqlite: Database, newer: Path) -> None:
    on(sqlite, before_and_after)

    async def more(floor: Floor, _: Crew) -> None:
        assert floor._snapshots.versions["table:t"], "it was rebuilt from its snapshot"
        crew = Crew(floor, "more")
        assert floor.live("t").table.rules.document.version == NEXT
        assert floor.view("t", player("ann"))["law"]["version"] == NEXT
        assert await until_won(crew) == "11 to 10"

    with installed(edited(newer)):
        on(sqlite, more)
        assert differences(sqlite) == []


def test_rounds_before_and_after_are_each_shown_by_their_own_law(sqlite: Database) -> None:
    on(sqlite, before_and_after)
    first, last = find_round(sqlite, "t", 1), None
    with sqlite.reading() as unit:
        assert walk(unit, first).live.table.rules.document.digest == OURS.digest
        number = Floor(sqlite)
        number.load()
        last = find_round(sqlite, "t", number.live("t").table.rounds)
        assert walk(unit, last).live.table.rules.document.digest == document(FAMILY).digest
        for shown in (first, last):
            assert all(each.same for each in owed(walk(unit, shown)))
    assert first.header.law == OURS.digest
    assert last.header.law == document(FAMILY).digest


def test_the_event_names_both_laws_both_people_and_what_differs(sqlite: Database) -> None:
    async def moved(_: Floor, crew: Crew) -> None:
        await opened(crew)
        (event,) = (await change(crew)).happened
        assert (event["before"], event["after"]) == (OURS.name, f"{FAMILY}@{NEXT}")
        assert (event["before_digest"], event["after_digest"]) == (OURS.digest, document(FAMILY).digest)
        assert (event["by"], event["signed_by"]) == ("floorperson flo", "supervisor sue")
        assert [(each["path"], each.get("before")) for each in event["differences"][:5]] == [
            ("options.decks.permitted", "an integer of 1 or more"),
            ("wagers.main.paytables.standard.rows.win.pays", "1 to 1"),
            ("wagers.lucky_ladies.paytables.A.rows.queen_of_hearts_pair.pays", "200 to 1"),
            ("wagers.kk", OURS.wager("kk").about),
            ("provisions.verbal_wager.effect", "dealer"),
        ]
        assert len(event["differences"]) == 6, "and what must be on the layout"

    on(sqlite, moved)


@pytest.mark.parametrize(
    ("by", "signed", "why"),
    [
        (FLO, (), "a supervisor other than flo must sign it"),
        (FLO, (FLO,), "a supervisor other than flo must sign it"),
        (FLO, (FLO, By(Role.FLOORPERSON, "fay")), "a supervisor other than flo must sign it"),
        (SUE, (SUE,), "a supervisor other than sue must sign it"),
        (DEE, (DEE, SUE), "only the floor may ask for it, not a dealer"),
        (player("ann"), (SUE,), "only the floor may ask for it, not a player"),
    ],
)
def test_it_takes_a_floorperson_and_a_supervisor(
    sqlite: Database, by: By, signed: tuple[By, ...], why: str
) -> None:
    async def ask(floor: Floor, crew: Crew) -> None:
        await opened(crew)
        answer = await crew.ask("t", by, dict(TO), signed=signed)
        assert answer.refusal is not None
        assert why in answer.refusal.message
        assert floor.live("t").table.rules.document.digest == OURS.digest

    on(sqlite, ask)


def test_it_waits_for_the_end_of_the_round(sqlite: Database) -> None:
    async def ask(floor: Floor, crew: Crew) -> None:
        await crew.bet("t", TABLES["maryland"].rules)
        refusal = (await change(crew)).refusal
        assert refusal is not None
        assert "bets are on the layout" in refusal.message
        await crew.done("t", DEE, {"do": "start_round"})
        while floor.live("t").table.round is None:
            await crew.done("t", *crew.next(floor.live("t")))
        refusal = (await change(crew)).refusal
        assert refusal is not None
        assert "only between rounds" in refusal.message

    on(sqlite, ask)


@pytest.mark.parametrize(
    ("to", "why"),
    [
        (f"{FAMILY}@1.17", "no version"),
        ("nowhere", "no document"),
        ("md-pontoon-21", "is another document"),
        (f"{FAMILY}@1.15", "plays by md-blackjack@1.15 already"),
        (15, "name a version"),
    ],
)
def test_other_documents_and_no_documents_are_refused(sqlite: Database, to: object, why: str) -> None:
    async def ask(_: Floor, crew: Crew) -> None:
        await opened(crew)
        answer = await crew.ask("t", FLO, {"do": "change_law", "to": to}, signed=(FLO, SUE))
        assert answer.refusal is not None
        assert why in answer.refusal.message

    on(sqlite, ask)


def test_a_version_that_does_not_permit_the_table_is_refused_with_all_findings(sqlite: Database) -> None:
    rules, _ = resolve(OURS, options={"decks": 1}, wagers={REMOVED: {}})
    assert rules is not None
    assert REMOVED in rules.offers

    async def ask(floor: Floor, crew: Crew) -> None:
        await crew.open("t", rules)
        refusal = (await change(crew)).refusal
        assert refusal is not None
        assert "md-blackjack@1.16 does not permit this table" in refusal.message
        assert "decks" in refusal.message
        assert REMOVED in refusal.message
        assert refusal.cite
        assert floor.live("t").table.rules is rules

    on(sqlite, ask)


def test_meters_follow_the_table(sqlite: Database) -> None:
    async def moved(floor: Floor, crew: Crew) -> None:
        await opened(crew)
        assert floor.meters
        assert (await change(crew)).status == "done"
        for name in floor.meters:
            (member,) = floor.meter(name).members
            assert member.law == document(FAMILY).digest

    on(sqlite, moved)
    on(sqlite, _meters_again)


async def _meters_again(floor: Floor, _: Crew) -> None:
    for name in floor.meters:
        (member,) = floor.meter(name).members
        assert member.law == document(FAMILY).digest
    await Crew(floor, "again").rounds("t", 2)


def test_a_record_follows_the_change_wherever_it_is_read(sqlite: Database, newer: Path) -> None:
    on(sqlite, before_and_after)
    with sqlite.reading() as unit:
        opening = read_live(unit, "table:t").table
        stored = [event_in(each.line) for each in unit.read("table:t")]
    played = [each for each in stored if type(each) in {*ENGINE, LawChanged}]
    lines = list(write_record(opening, played))
    with installed(edited(newer)):
        table, read = read_record(lines)
        events = list(read)
        recheck, problems = Recheck(events), list[str]()
        for number, event in enumerate(events, 2):
            problems += recheck.next(table, event)
            table = follow_event(table, event, number)
        assert problems == []
        assert table.rules.document.version == NEXT
        header, _ = read_events(lines)
        assert parse_record_text(render_record(events, header)) == tuple(events)
    broken = [each.replace("carried", "carted") for each in lines]
    with pytest.raises(RecordError, match="unknown key"):
        rebuild([lines[0], *broken[1:]])
