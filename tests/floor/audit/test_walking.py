"""Rounds walked through: what they should have paid, and that nothing hidden is told of one in play."""

from __future__ import annotations

import asyncio
import random
from dataclasses import asdict, replace
from typing import Any

import pytest

from cutcard.cards import card
from cutcard.floor.audit import find_round
from cutcard.floor.audit.amounts_due import owed, request_of, settle_otherwise
from cutcard.floor.audit.one_round import hit_events
from cutcard.floor.audit.search import RoundCondition, search
from cutcard.floor.audit.walk import VIEWER, Walk, before_round, walk
from cutcard.floor.live import Floor
from cutcard.floor.store import Database
from cutcard.law.refusal import Refused
from cutcard.money import Cents
from cutcard.rules.main import Line
from cutcard.table.events import CardDealt, Settled
from cutcard.table.view import dealer_shown, hand_shown
from floor.faults.bold import bold
from floor.faults.killing import set_up
from floor.live.players import DEE, SUE, TABLES, Crew, on
from floor.live.test_jackpots import METER, SAM, Scanned

SHORT = ("maryland", "hand-dealt")
ROUNDS = 3


def walked(database: Database, table: str, number: int) -> Walk:
    shown = find_round(database, table, number)
    with database.reading() as unit:
        return walk(unit, shown)


async def play(database: Database, game: str, rounds: int) -> None:
    """Bold rounds; while one is in play, nothing hidden is told of it."""
    await set_up(database, (game,))
    floor = Floor(database)
    floor.load()
    floor.start()
    crew, chance, seen = Crew(floor, "more"), random.Random(11), 0
    while floor.live(game).table.rounds < rounds or floor.live(game).table.round is not None:
        by, body = bold(floor.live(game), chance)
        await crew.ask(game, by, body)
        if floor.live(game).table.round is not None:
            seen += 1
            check_hidden(walked(database, game, floor.live(game).table.rounds))
    assert seen or rounds < ROUNDS
    await floor.stop()


def hidden_places(found: Walk) -> set[tuple[int, int]]:
    """Boxes and hands with a card face down; the dealer's is box 0."""
    r = found.last
    places = {(0, 1)} if None in dealer_shown(r) else set()
    for box in r.boxes:
        for number, hand in enumerate(box.hands(), 1):
            if None in hand_shown(r, box, hand, VIEWER):
                places.add((box.bet.box, number))
    return places


def check_hidden(found: Walk) -> None:
    """With other cards face down the very same is told."""
    places, other = hidden_places(found), list[object]()
    for event in found.shown.events:
        if isinstance(event, CardDealt) and event.face == "down" and (event.box, event.hand) in places:
            drawn = "2c" if event.drawn.text != "2c" else "9h"
            other.append(replace(event, drawn=card(drawn)))
        else:
            other.append(event)
    exchanged = replace(found, shown=replace(found.shown, events=tuple(other)))
    assert told(found) == told(exchanged)


def told(found: Walk) -> list[dict[str, Any]]:
    steps = [asdict(each) for each in found.steps()]
    for each in steps:
        each["view"].pop("awaits", None)
    return steps


def check(database: Database, game: str, rounds: int) -> None:
    asyncio.run(play(database, game, rounds))
    for number in range(1, rounds + 1):
        found = walked(database, game, number)
        steps = found.steps()
        assert steps[-1].event["event"] == "round_ended"
        moved = [each for step in steps for each in step.moves]
        assert moved == list(found.shown.movements)
        for compared in (owed(found), settle_otherwise(found, {})):
            assert compared
            assert all(each.same for each in compared), (number, [each.plain() for each in compared])
            assert all(each.says for each in compared)
    with database.reading() as unit:
        before = before_round(unit, found.shown)
    assert all(each.version < steps[0].version for each in before)
    here = RoundCondition("stream", "is", f"table:{game}")
    assert [each.number for each in search(database, [here]).rows] == [*range(rounds, 0, -1)]


@pytest.mark.parametrize("game", SHORT)
def test_bold_rounds_are_walked_through_and_settled_again(sqlite: Database, game: str) -> None:
    check(sqlite, game, ROUNDS)


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(TABLES))
def test_every_game_is_walked_through_and_settled_again(sqlite: Database, game: str) -> None:
    check(sqlite, game, 40)


def test_what_was_paid_wrongly_is_named(sqlite: Database) -> None:
    asyncio.run(play(sqlite, "maryland", 1))
    found = walked(sqlite, "maryland", 1)
    events = list(found.shown.events)
    at = next(n for n, each in enumerate(events) if isinstance(each, Settled) and each.lines)
    settled = events[at]
    assert isinstance(settled, Settled)
    first, *rest = settled.lines
    wrong = replace(first, returned=Cents(first.returned + 500))
    for lines, message in (
        ((wrong, *rest), "$5.00 too much was paid"),
        (tuple(rest), "no such line was paid"),
        (
            (*settled.lines, Line(9, 1, "main", "win", first.stake, "1 to 1", first.stake, "x")),
            "was due",
        ),
        ((replace(first, cite="another"), *rest), "different cite, same amount"),
    ):
        events[at] = replace(settled, lines=lines)
        shown = replace(found.shown, events=tuple(events))
        differences = [each.plain()["difference"] for each in owed(replace(found, shown=shown))]
        assert sum(bool(each) for each in differences) == 1
        assert any(message in each for each in differences), differences


def test_a_round_is_asked_otherwise(sqlite: Database) -> None:
    asyncio.run(play(sqlite, "maryland", 1))
    found = walked(sqlite, "maryland", 1)
    box = request_of(found)["boxes"][0]
    stakes = {**box["stakes"], "main": "35.00"}
    changed = settle_otherwise(found, {"stakes": {str(box["box"]): stakes}})
    lines = [each.owed for each in changed if each.owed is not None and each.owed.box == box["box"]]
    assert any(each.wager == "main" and each.stake >= 3500 for each in lines)
    with pytest.raises(Refused, match="no box 99"):
        settle_otherwise(found, {"stakes": {"99": {"main": "5"}}})
    with pytest.raises(Refused, match="cards"):
        settle_otherwise(found, {"cards": ["As"]})
    with pytest.raises(Refused, match="not the start of a page"):
        search(sqlite, after="x")


def test_a_jackpot_is_found_and_settled_again(sqlite: Database) -> None:
    """A share of a linked meter, which another table moves while people check it."""

    async def hit(floor: Floor, crew: Crew) -> None:
        one, two = Scanned(crew, "one"), Scanned(crew, "two")
        await one.open("ann")
        await two.open("bob")
        await one.bet("ann")
        await one.deal("7h 7h 7h")
        (won,) = floor.meter(METER).hits
        await two.bet("bob")
        await two.deal("7c 2c 5d")
        await crew.done("one", DEE, {"do": "claim", "hit": won.id})
        for by in (SUE, SAM):
            await crew.done("one", by, {"do": "verify", "hit": won.id})
        await one.stand("ann")
        await one.deal("Ts")

    on(sqlite, hit)
    (row,) = search(sqlite, [RoundCondition("jackpot", "least", 1)]).rows
    assert (row.stream, row.number, row.jackpot) == ("table:one", 1, 2_000_075)
    assert search(sqlite, [RoundCondition("best", "least", 1_900_000)]).rows == [row]
    found = walked(sqlite, "one", 1)
    steps = found.steps()
    assert any("$20000.75 held until it is verified" in each.words for each in steps)
    assert {"supervisor sue", "supervisor sam"} & {each.by for each in steps}
    with sqlite.reading() as unit:
        done = [(each.done, each.by) for each in hit_events(unit, found.shown)]
    assert done[0][0] == "locked"
    assert ("claimed", "dealer dee") in done
    assert ("verified", "supervisor sue") in done
    assert ("verified", "supervisor sam") in done
    assert any(each[1].startswith("pending:") for step in steps for each in step.moves)
    assert all(each.same for each in owed(found)), [each.plain() for each in owed(found)]
