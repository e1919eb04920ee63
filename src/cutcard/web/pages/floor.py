"""The pages of the floor: every table at a glance, one table, a new one, the cage."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from starlette.requests import Request

from cutcard.client import AMOUNT
from cutcard.floor.audit import DAY, house_wins
from cutcard.floor.ledger import wallet_account
from cutcard.floor.live import Live
from cutcard.floor.people import NAME, HouseRole, Person
from cutcard.floor.store import Database
from cutcard.money import Cents, cents, dollars
from cutcard.web.api.controls import desk_of
from cutcard.web.api.floor_models import BandView, FloorOverview, PitTable
from cutcard.web.api.house import sees_as
from cutcard.web.api.routes.floor import all_tables, now_ms, one_table
from cutcard.web.api.routes.signatures import shown_signings
from cutcard.web.api.routes.tables import TableName
from cutcard.web.api.session import house_of, threads_of
from cutcard.web.pages.floor_acts import forms, irregularities
from cutcard.web.pages.frame import Context, short, table_heading, table_order, viewer
from cutcard.web.pages.submission_form import FIRST, form, starts

WIDTH: Final = 200.0
EDGE: Final = 8.0
"""What is left free at either side, so that no mark is cut off."""
NARROWEST: Final = 2.0


@dataclass(frozen=True, slots=True)
class Marks:
    """Places from left to right, in a drawing of 200 units."""

    low: float
    wide: float
    expected: float
    won: float
    zero: float | None
    words: str


def marks(band: BandView) -> Marks:
    """Where the band, the theoretical win, the result and zero are drawn."""
    low, high, expected, won = (float(each) for each in (band.low, band.high, band.expected, band.won))
    least, most = min(low, won), max(high, won)
    span = max(most - least, 0.01)

    def place(amount: float) -> float:
        return round(EDGE + (amount - least) / span * (WIDTH - 2 * EDGE), 1)

    return Marks(
        low=place(low),
        wide=max(round(place(high) - place(low), 1), NARROWEST),
        expected=place(expected),
        won=place(won),
        zero=place(0.0) if least <= 0 <= most else None,
        words=words(band),
    )


def words(band: BandView) -> str:
    """The drawing in one sentence."""
    verdict = {"inside": "inside", "outlier": "an outlier: outside", "few_rounds": "outside"}
    return (
        f"Won {short(band.won)}, {verdict[band.verdict]} the band of {short(band.low)} to "
        f"{short(band.high)}; theoretical win {short(band.expected)}."
    )


ROUNDS: Final = 12
FloorSort = Literal["", "round", "drop", "won", "band", "due"]


@dataclass(frozen=True, slots=True)
class Tiles:
    """The floor in six figures."""

    tables: int
    open: int
    won: str
    drop: str
    hits: int
    due: int
    outliers: int
    played: int
    """Tables with a stake since their opening count."""
    priced: int
    """Those of them whose odds are worked out."""


def _due_now(line: PitTable) -> int:
    """How many things are due at a table now."""
    return sum(each.due == "now" for each in line.due)


def _is_outlier(line: PitTable) -> bool:
    return line.band is not None and line.band.verdict == "outlier"


def _tiles(overview: FloorOverview) -> Tiles:
    lines = overview.tables
    return Tiles(
        tables=len(lines) + len(overview.stopped),
        open=sum(each.state == "open" for each in lines),
        won=f"{sum(float(each.won) for each in lines):.2f}",
        drop=f"{sum(float(each.drop) for each in lines):.2f}",
        hits=sum(each.hits for each in lines),
        due=sum(map(_due_now, lines)),
        outliers=sum(map(_is_outlier, lines)),
        played=sum(bool(each.wagers) for each in lines),
        priced=sum(bool(each.wagers) and each.odds == "known" for each in lines),
    )


def _marks(line: PitTable) -> Marks | None:
    return None if line.band is None else marks(line.band)


def _is_automatic(live: Live) -> bool:
    """Whether the house deals by itself."""
    return live.table.settings.chores != "manual"


Shown = dict[str, Any]
SORTS: Final[Mapping[str, tuple[str, Callable[[Shown], Any]]]] = {
    "": ("Table", table_order),
    "round": ("Round and players", lambda each: -each["line"].round),
    "drop": ("Drop", lambda each: -float(each["line"].drop)),
    "won": ("Win", lambda each: -float(each["line"].won)),
    "band": ("Win in its 95% band", lambda each: -_distance(each["line"])),
    "due": ("Due", lambda each: (-each["line"].hits, -_due_now(each["line"]))),
}
"""By what tables may be sorted, the largest first; by default as they stand on every page."""


def _distance(line: PitTable) -> float:
    """How far a win is from what the odds expect, in widths of its band; -1 where it has none."""
    if line.band is None:
        return -1.0
    wide = max(float(line.band.high) - float(line.band.low), 0.01)
    return abs(float(line.band.won) - float(line.band.expected)) / wide


SPARK_STEPS: Final = 48
SPARK_MS: Final = DAY // SPARK_STEPS
SPARK_HEIGHT: Final = 24.0
FRESH_S: Final = 20.0


@dataclass(frozen=True, slots=True)
class Spark:
    """What a table won in the last day, added up, drawn in 96 by 24, and in words."""

    points: str
    zero: float
    words: str


def _spark(wins: Sequence[tuple[int, Cents]]) -> Spark:
    sums, total = [0], 0
    by_step = dict(wins)
    for at in range(max(by_step) + 1):
        total += by_step.get(at, 0)
        sums.append(total)
    low, high = min(sums), max(sums)

    def down(cents: int) -> float:
        return round(2 + (high - cents) / max(high - low, 1) * (SPARK_HEIGHT - 4), 1)

    step = 96 / max(len(sums) - 1, 1)
    points = " ".join(f"{at * step:.1f},{down(each)}" for at, each in enumerate(sums))
    return Spark(points, down(0), f"Win in the last 24 hours: {short(dollars(Cents(total)))}")


async def _sparks(request: Request) -> dict[str, Spark]:
    """The trend of every table, looked up again when it is some seconds old."""
    kept: tuple[float, dict[str, Spark]] = request.app.state.sparks
    if time.monotonic() - kept[0] < FRESH_S:
        return kept[1]
    database, run = house_of(request).floor.database, threads_of(request).run
    wins = await run(house_wins, database, now_ms() - DAY, SPARK_MS)
    found = {name: _spark(each) for name, each in wins.items()}
    request.app.state.sparks = time.monotonic(), found
    return found


async def floor(request: Request, sort: FloorSort = "") -> Context:
    """Every table with its state, its money and what is due."""
    who = viewer(request)
    overview = await all_tables(request)
    by, house = sees_as(who.session), house_of(request)
    lines = []
    for line in overview.tables:
        view = house.floor.view(line.name, by)
        automatic = _is_automatic(house.floor.live(line.name))
        shown = {"line": line, "marks": _marks(line), "name": line.name, "view": view}
        lines.append({**shown, "automatic": automatic, **table_heading(house, line.name)})
    lines.sort(key=table_order)
    lines.sort(key=SORTS[sort][1])
    sparks = await _sparks(request)
    at = {
        "due": [each for each in lines if _due_now(each["line"])],
        "outliers": [each for each in lines if _is_outlier(each["line"])],
    }
    sorts = {name: heading for name, (heading, _) in SORTS.items()}
    sorting = {"sorts": sorts, "sorted_by": sort}
    told = {"stopped": overview.stopped, "tiles": _tiles(overview)}
    return {"tables": lines, "sparks": sparks, **sorting, **told, **at}


async def one(request: Request, name: TableName) -> Context:
    """One table: its day, its players, its rounds, and what may be done there."""
    who = viewer(request)
    house = house_of(request)
    line = await one_table(request, name)
    view = house.floor.view(name, sees_as(who.session))
    live, run = house.floor.live(name), threads_of(request).run
    dealers = [each.name for each in await run(house.people.everybody) if each.role is HouseRole.DEALER]
    lately = await run(desk_of(house).lately)
    signing = [each for each in lately if (each.of, each.table) == ("table", name)]
    return {
        "name": name,
        "line": line,
        "view": view,
        "marks": _marks(line),
        "forms": forms(live, now_ms(), cents(line.inventory), dealers),
        "reports": irregularities(live) if line.state == "open" else (),
        "rounds": range(line.round, max(line.round - ROUNDS, 0), -1),
        "signing": shown_signings(signing, who),
        "automatic": _is_automatic(live),
        **table_heading(house, name),
    }


async def opening(request: Request) -> Context:
    """A submission as fields, from one of the demonstration's or from a document's defaults."""
    choices = starts()
    start = request.query_params.get("from", FIRST)
    opened = await threads_of(request).run(form, start if start in dict(choices) else FIRST)
    house = house_of(request)
    if not house.people.limits.demonstration:
        opened = replace(opened, operator="")
    return {"form": opened, "starts": choices, "meters": house.floor.meters}


MOST_PLAYERS: Final = 200
"""Players on the page; the cage serves the others by their names all the same."""


def _wallets(database: Database, people: Sequence[Person]) -> list[tuple[str, str]]:
    with database.reading() as unit:
        balances = unit.balances(wallet_account(""))
    return [(each.name, dollars(balances.get(wallet_account(each.name), 0))) for each in people]


async def cage(request: Request) -> Context:
    """Deposits and withdrawals, for who may take them."""
    house, run = house_of(request), threads_of(request).run
    players = [each for each in await run(house.people.everybody) if each.role is HouseRole.PLAYER]
    listed = await run(_wallets, house.floor.database, players[:MOST_PLAYERS])
    lately = [each for each in await run(desk_of(house).lately) if each.of == "cage"]
    return {
        "signing": shown_signings(lately, viewer(request)),
        "players": listed,
        "found": len(players),
        "most": MOST_PLAYERS,
        "pattern": NAME.pattern,
        "amount": AMOUNT,
    }
