"""Every byte that anybody is sent: it would be the same if what is hidden were something else."""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from cutcard.floor.live import Floor, Live
from cutcard.floor.live.view import ANYBODY, live_view, update_data
from cutcard.floor.store import Database
from cutcard.shoe import By, Role
from cutcard.table import game_of
from cutcard.table.record import redaction
from cutcard.web.api import history
from floor.faults.bold import bold
from floor.faults.hiding import exchanged, retold, secrets_of
from floor.live.players import TABLES, Crew, milliseconds, player
from later import one_in
from table.driver import rules_of

PLAYERS = ("ann", "bob", "cleo")
ROLES = ("player", "dealer", "floorperson", "supervisor", "surveillance", "auditor", "administrator")


def viewers() -> Iterator[By]:
    """Each role, and among the players those who sit there and one who only looks.

    Surveillance, auditors and whoever acts at no table are shown what anybody is.
    """
    yield ANYBODY
    for name in (*PLAYERS, "eve"):
        yield player(name)
    for role in (Role.DEALER, Role.FLOORPERSON, Role.SUPERVISOR, Role.DEVICE):
        yield By(role, "sam")


@dataclass
class Captured:
    """What was sent, and how much of it."""

    bytes: int = 0
    views: int = 0
    updates: int = 0
    hidden: int = 0


class Watcher:
    """Compares what everybody is told of a table with what they are told of its double."""

    def __init__(self, floor: Floor, name: str, seed: int) -> None:
        self.captured = Captured()
        self._floor = floor
        self._name = name
        self._chance = random.Random(seed)
        self._before = floor.live(name)

    def look(self) -> None:
        """After a command: every view, and the update that went out."""
        live = self._floor.live(self._name)
        now = milliseconds()
        secret = secrets_of(live)
        for viewer in viewers():
            sent = json.dumps(live_view(live, viewer, now))
            double = exchanged(live, viewer, self._chance)
            assert sent == json.dumps(live_view(double, viewer, now)), (viewer, live.version)
            self._capture(sent, secret)
            self.captured.views += 1
        if live.version > self._before.version:
            self._update(live, secret)
        self._before = live

    def _update(self, live: Live, secret: list[str]) -> None:
        sent = self._floor.hub.recent(self._name, self._before.version)
        assert sent is not None
        with self._floor.database.reading() as unit:
            stored = unit.read(live.stream, after=self._before.version)
        state, told = self._before.face_down, []
        for each in stored:
            event = json.loads(each.line)
            state, seen = state.publish(retold(event, live, self._chance))
            told.append(seen)
            self.captured.hidden += "drawn" in event and "drawn" not in seen
        double = exchanged(live, ANYBODY, self._chance)
        wanted = update_data(double, told)
        assert [each.data for each in sent] == [wanted], live.version
        self._capture(wanted.decode(), secret)
        self.captured.updates += 1

    def _capture(self, sent: str, secret: list[str]) -> None:
        self.captured.bytes += len(sent.encode())
        assert not [each for each in secret if each in sent]


async def watched(database: Database, game: str, rounds: int, seed: int) -> Captured:
    floor = Floor(database)
    floor.start()
    crew, chance = Crew(floor), random.Random(seed)
    await crew.open("t", TABLES[game].rules)
    for box, who in enumerate(PLAYERS, 1):
        await crew.seat("t", who, box, "1000000")
    watcher = Watcher(floor, "t", seed)
    while floor.live("t").table.rounds < rounds or floor.live("t").table.round is not None:
        by, body = bold(floor.live("t"), chance)
        await crew.ask("t", by, body)
        await asyncio.sleep(0)
        watcher.look()
    await floor.stop()
    return watcher.captured


def hides(game: str) -> bool:
    """Whether cards lie face down at a table."""
    rules = game_of(TABLES[game].rules)
    return rules.hole_card in ("face_down", "card_reader") or rules.deals_face_down


@pytest.mark.parametrize("game", one_in(4, TABLES))
def test_nobody_is_told_what_is_hidden(sqlite: Database, game: str) -> None:
    captured = asyncio.run(watched(sqlite, game, rounds=10, seed=5))
    assert captured.views > 300
    assert captured.updates > 30
    assert captured.hidden > 0 or not hides(game), captured


@pytest.mark.long
@pytest.mark.parametrize("game", TABLES)
def test_nobody_is_told_what_is_hidden_in_ten_thousand_rounds(sqlite: Database, game: str) -> None:
    captured = asyncio.run(watched(sqlite, game, rounds=910, seed=50))
    print(f"{game}: {captured}")
    assert captured.hidden > 500 or not hides(game), captured


@pytest.mark.parametrize(("game", "where"), [("maryland", "dealer_shown"), ("hand-dealt", "hand_shown")])
def test_a_table_that_tells_is_found_out(
    sqlite: Database, monkeypatch: pytest.MonkeyPatch, game: str, where: str
) -> None:
    cards = {
        "dealer_shown": lambda r, index=0: list(r.dealer[index]),
        "hand_shown": lambda _r, _box, hand, _viewer: list(hand.cards),
    }
    monkeypatch.setattr(sys.modules["cutcard.table.view"], where, cards[where])
    with pytest.raises(AssertionError):
        asyncio.run(watched(sqlite, game, rounds=5, seed=5))


def test_an_update_that_tells_is_found_out(sqlite: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redaction.FaceDown, "publish", lambda self, event, *_, **__: (self, event))
    with pytest.raises(AssertionError):
        asyncio.run(watched(sqlite, "maryland", rounds=5, seed=5))


def test_the_audit_over_the_api_gives_nothing_to_try_cards_with(sqlite: Database) -> None:
    """With an event's digest and the one before, anybody could try the 52 cards that it may hold."""
    asyncio.run(watched(sqlite, "maryland", rounds=2, seed=5))
    floor = Floor(sqlite)
    floor.load()
    found = history.events_after(sqlite, "table:t", 0, 10_000)
    assert found is not None
    assert {each.digest for each in found[1]} == {""}
    assert not any('"drawn"' in each.line for each in found[1] if '"down"' in each.line)
    with sqlite.reading() as unit:
        heads = unit.heads(["table:t", "cage", *(f"meter:{each}" for each in floor.meters)])
    assert history.public_digest(floor, heads["table:t"]) == ""
    assert history.public_digest(floor, heads["cage"]) == heads["cage"].digest


def test_the_point_where_a_meter_must_hit_is_told_to_nobody(sqlite: Database) -> None:
    four = {"paytable": "A", "rate_of_progression": 0.15, "initial_amount": 10000, "reset_amount": 10000}
    must = {"paytable": "A", "rate_of_progression": 0.15, "initial_amount": 250, "reset_amount": 250}
    rules = rules_of("md-blackjack", None, {}, {"super_4": four, "must_hit": must})

    async def run() -> Floor:
        floor = Floor(sqlite)
        floor.start()
        await Crew(floor).open("t", rules)
        await floor.stop()
        return floor

    floor = asyncio.run(run())
    armed = 0
    for house in floor.meters:
        with sqlite.reading() as unit:
            events = [json.loads(each.line) for each in unit.read(f"meter:{house}")]
        secret = [str(each[key]) for each in events for key in ("point", "salt") if key in each]
        found = history.events_after(sqlite, f"meter:{house}", 0, 1_000)
        assert found is not None
        sent = [each.line for each in found[1]]
        sent += [json.dumps(floor.meter_view(house, role)) for role in ROLES]
        sent += [json.dumps(floor.view("t", viewer)) for viewer in viewers()]
        assert not [each for each in secret for text in sent if each in text]
        armed += len(secret)
    assert armed
