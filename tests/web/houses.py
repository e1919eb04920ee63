"""Houses for tests: a real floor on SQLite, people of every role, and the API before it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from argon2.profiles import CHEAPEST
from fastapi import FastAPI

from cutcard.floor.demo import demo_tables
from cutcard.floor.keys import NO_KEYS, HouseKeys
from cutcard.floor.live import Floor
from cutcard.floor.people import HouseRole, Limits, PeopleOfHouse, credentials
from cutcard.floor.store import Database
from cutcard.table import Settings as TableSettings
from cutcard.web.api.routes.floor import FloorFigures
from cutcard.web.odds_desk.desk import OddsDesk
from cutcard.web.server.app import application
from cutcard.web.server.http import Server
from cutcard.web.server.settings import Rate, ServerSettings
from cutcard.web.server.socket import listening

GOOD = "a horse on the roof"
START = 1_700_000_000_000
UNLIMITED = Rate(10**9, 1e9)
NAMES = {
    "ann": HouseRole.PLAYER,
    "bob": HouseRole.PLAYER,
    "dee": HouseRole.DEALER,
    "flo": HouseRole.FLOORPERSON,
    "sue": HouseRole.SUPERVISOR,
    "sam": HouseRole.SUPERVISOR,
    "eye": HouseRole.SURVEILLANCE,
    "aud": HouseRole.AUDITOR,
    "boss": HouseRole.ADMINISTRATOR,
    "bess": HouseRole.ADMINISTRATOR,
}
RULES = {each.name: each.rules for each in demo_tables()}
_keys = count(1)


def new_key() -> str:
    return f"key-{next(_keys):08d}"


class Clock:
    """Milliseconds for people, seconds for rates; it moves when a test says so."""

    def __init__(self) -> None:
        self.ms = START

    def __call__(self) -> int:
        return self.ms

    def seconds(self) -> float:
        return self.ms / 1000

    def later(self, seconds: float) -> None:
        self.ms += int(seconds * 1000)


def unlimited(clock: Clock, **changes: Any) -> ServerSettings:
    rates = dict.fromkeys(("sign_ins", "reads", "commands", "streams", "strangers"), UNLIMITED)
    return ServerSettings(**{"clock": clock.seconds, **rates, **changes})


@dataclass
class House:
    """One house behind a real server, and tokens of whoever signed in."""

    app: FastAPI
    server: Server
    floor: Floor
    people: PeopleOfHouse
    clock: Clock
    client: httpx.Client
    url: str
    secrets: dict[str, str] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)

    def enrol(self, name: str, role: HouseRole) -> None:
        self.people.add(name, role, by="house")
        self.secrets[name] = self.people.enrol(self.people.link(name, "enrol"), GOOD).secret

    def code(self, name: str) -> str:
        """A code that was not used before: time goes on for it."""
        if not self.secrets[name]:
            return ""
        self.clock.later(30)
        return credentials.code_at(self.secrets[name], self.clock())

    def token(self, name: str) -> str:
        if name not in self.tokens:
            self.tokens[name] = self.people.sign_in(name, GOOD, self.code(name)).token
        return self.tokens[name]

    def headers(self, name: str) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token(name)}"}

    def get(self, name: str, path: str, **params: Any) -> httpx.Response:
        return self.client.get(path, headers=self.headers(name), params=params)

    def post(self, name: str, path: str, body: Any) -> httpx.Response:
        return self.client.post(path, headers=self.headers(name), json=body)

    def ask(self, name: str, table: str, body: dict[str, Any], **more: Any) -> httpx.Response:
        asked = {"key": new_key(), "command": body, **more}
        return self.post(name, f"/api/tables/{table}/commands", asked)

    def done(self, name: str, table: str, body: dict[str, Any], **more: Any) -> dict[str, Any]:
        answer = self.ask(name, table, body, **more)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def sign(self, name: str, table: str, asker: str, key: str, body: dict[str, Any]) -> str:
        said = {"asker": asker, "key": key, "command": body}
        answer = self.post(name, f"/api/tables/{table}/signatures", said)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["signature"])

    def open(self, table: str) -> None:
        """Count the inventory with two signatures, and open the table."""
        body, key = {"do": "count", "kind": "opening", "amount": "100000"}, new_key()
        signature = self.sign("flo", table, "dee", key, body)
        asked = {"key": key, "command": body, "signatures": [signature]}
        assert self.post("dee", f"/api/tables/{table}/commands", asked).status_code == 200
        self.done("dee", table, {"do": "open_table"})

    def cage(self, do: str, player: str, amount: str, *, by: str = "flo") -> httpx.Response:
        """Money at the cage, which the player acknowledges; small enough for one person to move."""
        command = {"do": do, "player": player, "amount": amount}
        answer = self.post(by, "/api/cage/commands", {"key": new_key(), "command": command})
        if answer.status_code == 202:
            return self.post(player, f"/api/signing/{answer.json()['number']}", None)
        return answer

    def signed(self, waiting: httpx.Response, by: str) -> dict[str, Any]:
        """What another's signature makes of a request that waits."""
        assert waiting.status_code == 202, waiting.text
        self.token(by)
        self.prove(by)
        answer = self.post(by, f"/api/signing/{waiting.json()['number']}", None)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def prove(self, name: str) -> None:
        """A fresh proof of who somebody is, by a code newer than the one that they signed in with."""
        self.token(name)
        proof = {"password": GOOD, "code": self.code(name)}
        answer = self.post(name, "/api/session/again", proof)
        assert answer.status_code == 200, answer.text

    def seat(self, table: str, name: str, box: int) -> None:
        self.prove("flo")
        answer = self.cage("deposit", name, "1000")
        assert answer.status_code == 200, answer.text
        self.done(name, table, {"do": "sit", "box": box})
        self.done(name, table, {"do": "buy_in", "amount": "1000"})

    def bet(self, table: str, name: str) -> None:
        self.done(name, table, {"do": "place_bet", "box": 1, "stakes": {"main": "10.00"}})

    def begin(self, table: str, name: str) -> int:
        """A round in play, in which one player has yet to decide; a blackjack ends some at once."""
        while self.floor.live(table).table.round is None:
            self.bet(table, name)
        return self.floor.live(table).table.rounds

    def finish(self, table: str, name: str) -> int:
        """The round to its end, as one who stands and lets pass whatever is offered."""
        for _ in range(50):
            view = self.get(name, f"/api/tables/{table}").json()
            if view["round"] is None:
                return int(view["rounds"])
            may: list[str] = next(iter(view["awaits"]["may"].values()), [])
            self.done(name, table, {"do": "stand" if "stand" in may else "decline", "box": 1})
        raise AssertionError("a round that never ends")

    def play(self, table: str, name: str) -> int:
        """One round of one player, from the bet to the end."""
        self.bet(table, name)
        return self.finish(table, name)


def made(
    folder: Path, clock: Clock, limits: Limits | None = None, keys: HouseKeys = NO_KEYS
) -> tuple[Floor, PeopleOfHouse]:
    database = Database.open(f"sqlite:///{folder / 'house.db'}", keys=keys)
    database.migrate()
    people = PeopleOfHouse(database, limits or Limits(hashing=CHEAPEST), clock)
    floor = Floor(database)
    floor.add("one", RULES["maryland"], TableSettings(asks_for_draws=True))
    floor.add("two", RULES["maryland"], TableSettings(chores="manual"))
    return floor, people


@contextmanager
def served(
    folder: Path,
    limits: Limits | None = None,
    *,
    beside: tuple[str, ...] = (),
    run: Callable[[Coroutine[Any, Any, None]], None] = asyncio.run,
    with_odds: bool = False,
    keys: HouseKeys = NO_KEYS,
    **changes: Any,
) -> Iterator[House]:
    """A house behind a real server on a port of this machine, and found `beside` at other addresses.

    Odds are computed only `with_odds`: a process that computes them takes seconds to start.
    """
    clock = Clock()
    floor, people = made(folder, clock, limits, keys)
    listener = listening("127.0.0.1", 0, unread_bytes=4096)
    port = int(listener.getsockname()[1])
    url = f"http://127.0.0.1:{port}"
    addresses = (url, url.replace("127.0.0.1", "localhost"), *beside)
    app = application(floor, people, unlimited(clock, **{"origins": addresses, **changes}))
    if not with_odds:
        app.state.desk = OddsDesk(works=False)
        app.state.pit = FloorFigures(app.state.desk)
    server, begun = Server(app), threading.Event()

    async def main() -> None:
        floor.start()
        begun.set()
        await server.serve([listener])
        await floor.stop()

    thread = threading.Thread(target=run, args=(main(),))
    thread.start()
    assert begun.wait(10)
    try:
        with httpx.Client(base_url=url, timeout=60) as client:
            _wait(client)
            found = House(app, server, floor, people, clock, client, url)
            for name, role in NAMES.items():
                found.enrol(name, role)
            yield found
    finally:
        server.stop()
        thread.join(20)
        assert not thread.is_alive()
        floor.database.close()


def _wait(client: httpx.Client) -> None:
    for _ in range(200):
        try:
            if client.get("/live").status_code == 200:
                return
        except httpx.TransportError:
            threading.Event().wait(0.02)
    raise AssertionError("the server does not answer")
