"""What must hold of a store, whatever happened to whoever wrote to it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from sqlalchemy import select

from cutcard.floor.ledger import meter_account
from cutcard.floor.live.events import event_in
from cutcard.floor.live.restart import load_table
from cutcard.floor.live.state import Live, read_live
from cutcard.floor.meters import codec as meter_codec, evolve, moves, new_meter
from cutcard.floor.meters.events import MeterGrew
from cutcard.floor.store import Database, Stored, StoredAnswer, schema
from cutcard.money import Cents
from cutcard.table.events import RoundStarted
from cutcard.wagers.settlement import plays_for_meter
from floor.faults.clients import Asked

ONCE = {
    "deposit": "deposit",
    "buy_in": "bought_in",
    "tip": "tipped",
    "place_bet": "bet_placed",
    "start_round": "round_started",
    "sit": "player_seated",
}
"""Command -> the event of which it makes one."""
Stakes = dict[tuple[str, int], int]


@dataclass
class Held:
    """All that a store holds."""

    events: dict[str, list[Stored]]
    answers: dict[tuple[str, str], StoredAnswer]
    movements: dict[str, tuple[object, ...]]
    balances: dict[str, int]

    @classmethod
    def of(cls, database: Database) -> Held:
        with database.reading() as unit:
            connection = unit.connection
            answers = [tuple(row) for row in connection.execute(select(schema.answers))]
            return cls(
                {stream: unit.read(stream) for stream, _ in database.streams()},
                {(row[0], row[1]): StoredAnswer(*row[1:5]) for row in answers},
                {row[0]: tuple(row[1:6]) for row in connection.execute(select(schema.movements))},
                unit.balances(),
            )

    def moved(self, stream: str) -> dict[str, tuple[object, ...]]:
        """The movements of a stream."""
        return {key: each for key, each in self.movements.items() if key.startswith(f"{stream}:")}


def check(database: Database, asked: Mapping[str, Asked]) -> int:
    """Everything; how many events were looked at."""
    verified = database.verify_all()
    held = Held.of(database)
    assert sum(held.balances.values()) == 0
    staked: dict[str, Stakes] = {}
    for stream in held.events:
        if stream.startswith("table:"):
            live = check_table(database, stream.removeprefix("table:"), held, staked)
            check_books(live, held)
    for stream in held.events:
        if stream.startswith("meter:"):
            check_meter(stream.removeprefix("meter:"), held, staked)
    check_commands(held, asked)
    return verified.events


def check_table(database: Database, name: str, held: Held, staked: dict[str, Stakes]) -> Live:
    """A table is what its events make it, with and without a snapshot; so are its movements.

    What each round stakes on each meter is noted in `staked`.
    """
    with database.reading() as unit:
        live = read_live(unit, f"table:{name}")
    made: dict[str, tuple[object, ...]] = {}
    for each in held.events[live.stream]:
        if isinstance(event_in(each.line), RoundStarted):
            _note_stakes(live, staked)
        live, _, moved = live.read(each.line, each.at)
        made |= {move.id: tuple(move[1:6]) for move in moved}
    assert load_table(database, name)[0] == live
    assert made == held.moved(live.stream)
    return live


def _note_stakes(live: Live, staked: dict[str, Stakes]) -> None:
    for bet in live.table.bets:
        for meter, house in live.links.items():
            wager = meter.partition(".")[0]
            cents, offer = bet.stakes.get(wager, Cents(0)), live.table.rules.offers[wager]
            if cents and plays_for_meter(live.table.rules, offer, cents, bet.box):
                stakes = staked.setdefault(house, {})
                at = live.name, live.table.rounds + 1
                stakes[at] = stakes.get(at, 0) + cents


def check_books(live: Live, held: Held) -> None:
    """A table's own books say what the ledger's accounts say."""
    places = live.books.places
    for account, cents in live.books.balances.items():
        if account != places.inventory:
            assert held.balances.get(account, 0) == cents, account
    chips = sum(live.books.players().values())
    found = held.balances.items()
    assert chips == sum(cents for name, cents in found if name.startswith(places.chips))


def check_meter(house: str, held: Held, staked: dict[str, Stakes]) -> None:
    """Every round's stakes went on a meter once, and its accounts hold what it shows."""
    stream, meter = f"meter:{house}", new_meter(house)
    made: dict[str, tuple[object, ...]] = {}
    grew: Stakes = {}
    for each in held.events[stream]:
        event = meter_codec.parse(each.line)
        for move in moves(meter, event, f"{stream}:{each.version}"):
            made[move.id] = tuple(move[1:6])
        meter = evolve(meter, event)
        if isinstance(event, MeterGrew):
            assert (event.table, event.round) not in grew, "a contribution twice"
            grew[event.table, event.round] = event.staked
            run = [one for one in held.events[f"table:{event.table}"] if one.key == each.key]
            assert any('"round_started"' in one.line for one in run), "a contribution of no round"
    assert grew == staked.get(house, {})
    assert made == held.moved(stream)
    assert held.balances[meter_account(house)] == meter.shown


def check_commands(held: Held, asked: Mapping[str, Asked]) -> None:
    """Every key has one answer and one effect; there is no effect that nobody asked for."""
    runs = {
        stream: _runs(found)
        for stream, found in held.events.items()
        if stream == "cage" or stream.startswith("table:")
    }
    for key, each in asked.items():
        stream = each.table if each.table == "cage" else f"table:{each.table}"
        _check_command(key, each, held.answers.get((stream, key)), runs[stream].pop(key, []))
    strange = {key for found in runs.values() for key in found if not key.startswith(("k", "clock:"))}
    assert strange == set()


def _check_command(key: str, asked: Asked, kept: StoredAnswer | None, run: list[Stored]) -> None:
    assert asked.answers, (key, "unanswered")
    if all(answer["status"] == "stale" for answer in asked.answers):
        assert (kept, run) == (None, []), key
        return
    assert kept is not None, (key, "lost")
    for answer in asked.answers:
        assert answer["status"] in ("done", "repeated", "refused"), (key, answer)
        assert answer["version"] == kept.version, (key, answer, kept)
        assert (answer["status"] == "refused") is ("refusal" in json.loads(kept.body)), key
    if asked.answers[0]["status"] == "refused":
        assert run == [], (key, asked.answers)
        return
    assert sum(answer["status"] == "done" for answer in asked.answers) <= 1, key
    assert run[-1].version == kept.version, key
    once = ONCE.get(str(asked.body["do"]))
    names = [json.loads(stored.line)["event"] for stored in run]
    first = names[: names.index("round_ended")] if "round_ended" in names else names
    assert once is None or first.count(once) == 1, (key, names)


def _runs(events: list[Stored]) -> dict[str, list[Stored]]:
    """The events of each key, which follow one another."""
    found: dict[str, list[Stored]] = {}
    for each in events:
        found.setdefault(each.key, []).append(each)
    for key, run in found.items():
        assert all(after.version == before.version + 1 for before, after in pairwise(run)), key
    return found
