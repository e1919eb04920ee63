"""Every answer and page that a role gets while a round is dealt: the same, were hidden cards others."""

from __future__ import annotations

import json
import random
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from cutcard.floor.live import Live
from cutcard.shoe import By, Role
from floor.faults.bold import bold
from floor.faults.hiding import exchanged, retold, secrets_of
from web.houses import NAMES, House, served

PATHS = (
    *("/api/tables", "/api/tables/one", "/api/tables/one/console", "/api/tables/one/irregularities"),
    *("/api/tables/one/rounds", "/api/tables/one/rounds/{n}", "/api/tables/one/rounds/{n}/steps"),
    *("/api/tables/one/proof", "/api/tables/one/proof/record"),
    *("/api/audit/streams", "/api/audit/streams/table:one", "/api/audit/balances"),
    *("/api/floor", "/api/floor/one", "/api/meters"),
    *("/api/surveillance/rounds", "/api/surveillance/rounds/one/{n}"),
    *("/api/surveillance/rounds/one/{n}/lines", "/api/surveillance/chain"),
    *("/", "/tables/one", "/tables/one/deal", "/floor", "/floor/tables/one", "/floor/approvals"),
    *("/floor/meters", "/floor/cage"),
    *("/surveillance", "/surveillance/rounds/one/{n}", "/meters"),
)
"""All that has to do with a table; what is computed from its rules alone knows no card."""
GROWING = {"/api/audit/streams", "/api/surveillance/chain", "/surveillance"}
"""They tell how far the record of refusals has come, which grows by what is asked here."""
Told = dict[str, tuple[int, str]]
AT_TABLES = {str(each): each for each in Role}


@dataclass
class Captured:
    """What was sent while cards lay hidden."""

    answers: int = 0
    bytes: int = 0
    refused: int = 0
    hidden: int = 0
    compared: set[tuple[str, str]] = field(default_factory=set)
    """Who was told the same under which path."""


def viewer(name: str) -> By:
    """A person as a table knows them; one who never acts there sees what anybody does."""
    role = AT_TABLES.get(str(NAMES[name]))
    return By(Role.PLAYER, "") if role is None else By(role, name)


class Watch:
    """Asks for everything twice: as it is, and with everything exchanged that nobody may see."""

    def __init__(self, house: House, seed: int) -> None:
        self.captured = Captured()
        self._house = house
        self._store = str(house.floor.database.url.database)
        self._chance = random.Random(seed)

    def look(self) -> None:
        """At a moment of a round, with the eyes of every role."""
        live = self._house.floor.live("one")
        began = self._began(live)
        secret = [*secrets_of(live), self._digest(live)]
        for name in NAMES:
            told = self._all(name, live.table.rounds)
            with self._doubled(live, name, began):
                other = self._all(name, live.table.rounds)
            again = self._all(name, live.table.rounds)
            same = {path for path, answer in told.items() if again[path] == answer}
            assert not _differences(told, other, same), (name, live.version)
            self.captured.compared |= {(name, path) for path in same}
            self._keep(told, secret)

    def _keep(self, told: Told, secret: list[str]) -> None:
        for path, (status, text) in told.items():
            assert not [each for each in secret if each in text], path
            self.captured.answers += status == 200
            self.captured.refused += status in (403, 404)
            self.captured.bytes += len(text.encode())

    def _all(self, name: str, number: int) -> Told:
        asked = {path: self._house.get(name, path.format(n=number)) for path in PATHS}
        return {path: (answer.status_code, answer.text) for path, answer in asked.items()}

    def _digest(self, live: Live) -> str:
        """The digest of the last event: with it anybody could try what cards it may hold."""
        with self._house.floor.database.reading() as unit:
            return unit.heads([live.stream])[live.stream].digest

    def _began(self, live: Live) -> int:
        """The version at which the round began."""
        with self._house.floor.database.reading() as unit:
            events = unit.read(live.stream)
        return max((e.version for e in events if '"round_started"' in e.line), default=live.version + 1)

    @contextmanager
    def _doubled(self, live: Live, name: str, began: int) -> Iterator[None]:
        """The table with other hidden cards, in memory and in the store, until the block is left."""
        lives = self._house.floor._lives
        with closing(sqlite3.connect(self._store, isolation_level=None)) as store:
            rows = store.execute(
                "SELECT version, line FROM events WHERE stream = 'table:one'"
            ).fetchall()
            was = {version: line for version, line in rows if version}
            for version, line in was.items():
                event = json.loads(line)
                if (
                    version < began or event["event"] != "card_dealt"
                ):  # an order is bound to what is told
                    continue
                other = retold(event, live, self._chance)
                if other != event:
                    self.captured.hidden += 1
                    _write(store, version, json.dumps(other, separators=(",", ":"), ensure_ascii=False))
            lives["one"] = exchanged(live, viewer(name), self._chance)
            try:
                yield
            finally:
                lives["one"] = live
                for version, line in was.items():
                    _write(store, version, line)


def _differences(told: Told, other: Told, paths: set[str]) -> list[str]:
    """Where two answers part, and how they go on; those that tell the time are left out."""
    found = []
    for path in sorted(paths):
        status, text = told[path]
        pairs = enumerate(zip(text, other[path][1], strict=False))
        at = next((n for n, (one, two) in pairs if one != two), 0)
        if (status, text) != other[path]:
            found.append(
                f"{path}: {text[max(0, at - 80) : at + 40]!r} / {other[path][1][at : at + 40]!r}"
            )
    return found


def _write(store: sqlite3.Connection, version: int, line: str) -> None:
    store.execute(
        "UPDATE events SET line = ? WHERE stream = 'table:one' AND version = ?", (line, version)
    )


def watched(folder: Path, looks: int, seed: int) -> Captured:
    """Two play at one table; so many times, while cards lie hidden, everybody looks at everything."""
    with served(folder) as house:
        house.open("one")
        house.seat("one", "ann", 1)
        house.seat("one", "bob", 3)
        watch, chance, looked = Watch(house, seed), random.Random(seed), 0
        while looked < looks:
            by, body = bold(house.floor.live("one"), chance)
            asked = house.ask(by.name if by.name in NAMES else "dee", "one", dict(body))
            assert asked.status_code == 200, asked.text
            r = house.floor.live("one").table.round
            if r is not None and not r.hole_shown and any(map(len, r.dealer)):
                watch.look()
                looked += 1
        return watch.captured


def test_no_role_is_told_what_is_hidden(tmp_path: Path) -> None:
    captured = watched(tmp_path, looks=1, seed=3)
    assert captured.hidden > len(NAMES) // 2
    assert captured.answers > 100
    assert captured.refused > 50


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_no_role_is_told_what_is_hidden_in_many_rounds(tmp_path: Path, seed: int) -> None:
    captured = watched(tmp_path, looks=25, seed=seed)
    many = f"{captured.answers} answers, {captured.refused} refusals, {captured.bytes} bytes"
    print(f"seed {seed}: {many}, {captured.hidden} hidden cards exchanged")
    assert captured.hidden > 20 * len(NAMES)
    everything = {(name, path) for name in NAMES for path in PATHS}
    assert {path for _, path in everything - captured.compared} <= GROWING


def test_a_house_that_tells_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    view = sys.modules["cutcard.table.view"]
    monkeypatch.setattr(view, "dealer_shown", lambda r, index=0: list(r.dealer[index]))
    with pytest.raises(AssertionError):
        watched(tmp_path, looks=1, seed=3)
