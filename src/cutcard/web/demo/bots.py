"""Bots of the demonstration: players who bet and decide, and a crew that pays jackpots out.

They know nothing but the API: each has its own session and sees what its own view says.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import httpx
import structlog

from cutcard.rules import Action, simple_play
from cutcard.web.demo.house import BotSeat, is_bot, stamp

log = structlog.get_logger("cutcard.bots")
LOOK_SECONDS: Final = 1.0
IN_COMPANY: Final = 0.35
"""So much of that where people play: nobody comes to wait for bots."""
FOR_PEOPLE: Final = 80
"""How often a bot looks, half a minute in all, before it bets where people sit who have not bet yet."""
FOR_THE_AWAY: Final = 20
"""The same where they missed the last round."""
BUY_IN: Final = "5000.00"
LOW: Final = 500.0
BESIDE: Final = 0.5
"""How often a bot bets beside the main wager; always where a person deals, who then has more to pay."""
STAKE: Final = "10.00"
SIDE: Final = "5.00"
CUT: Final = "accept_cut"
AGAIN: Final = (429, 503)
"""Answers after which the same may be asked once more."""
TRIES: Final = 5
AGAIN_SECONDS: Final = 0.5
PATIENCE: Final = 40
"""How often a crew of bots looks at a jackpot before it acts: people come first."""
LONGER: Final = 5
"""So many times that where a person deals: whoever dealt the hit may want to see it through."""

Plain = dict[str, Any]


class BotMember:
    """Somebody signed in over HTTP."""

    def __init__(self, http: httpx.AsyncClient, name: str, link: str, mark: str) -> None:
        self.name = name
        self._http = http
        self._link = link
        self._mark = mark
        self._number = 0
        self._token = ""

    async def enter(self) -> None:
        """Sign in by the link; a house that cannot be reached is asked again."""
        answer = await self._sent("/api/session", {"link": self._link}, {})
        answer.raise_for_status()
        self._token = str(answer.json()["token"])

    async def get(self, path: str) -> Plain:
        """What a path says."""
        answer = await self._http.get(path, headers=self._headers)
        answer.raise_for_status()
        payload: Plain = answer.json()
        return payload

    async def post(self, path: str, body: Mapping[str, object]) -> httpx.Response:
        """Ask for something."""
        return await self._http.post(path, json=body, headers=self._headers)

    async def ask(self, path: str, command: Mapping[str, object]) -> httpx.Response:
        """A command under a new key; asked again under the same one while nothing was stored."""
        self._number += 1
        body = {"key": f"{self._mark}-{self._number}", "command": command}
        return await self._sent(path, body, self._headers)

    async def _sent(self, path: str, body: Plain, headers: Mapping[str, str]) -> httpx.Response:
        for _ in range(TRIES):
            with contextlib.suppress(httpx.TransportError):
                answer = await self._http.post(path, json=body, headers=headers)
                if answer.status_code not in AGAIN:
                    return answer
            await asyncio.sleep(AGAIN_SECONDS)
        return await self._http.post(path, json=body, headers=headers)

    @property
    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._token}"}


def is_signed_out(problem: httpx.HTTPError) -> bool:
    """Whether the house no longer knows the session, which a link gives once."""
    return isinstance(problem, httpx.HTTPStatusError) and problem.response.status_code == 401


def pace(seated: Iterable[str]) -> float:
    """How long bots take at a table, against what they take among themselves."""
    return 1.0 if all(map(is_bot, seated)) else IN_COMPANY


def patience_before_bets(view: Mapping[str, Any]) -> int:
    """How often a bot looks before it bets: people bet first, for the first bet starts the clock."""
    people = {player for player in view["seated"].values() if not is_bot(player)}
    if any(bet["player"] in people for bet in view["bets"]):
        return 0
    if people - set(view["away"]):
        return FOR_PEOPLE
    return FOR_THE_AWAY if people else 0


class Bot:
    """One bot at one table."""

    def __init__(self, member: BotMember, seat: BotSeat, rng: random.Random) -> None:
        self._member = member
        self._seat = seat
        self._rng = rng
        self._path = f"/api/tables/{seat.table}"
        self._pace = 1.0
        self._looks = 0

    async def play(self) -> None:
        """Play until cancelled, whatever happens to the house meanwhile; who is signed out goes home."""
        await self._member.enter()
        while True:
            try:
                await self._rounds()
            except httpx.HTTPError as problem:
                log.warning("bot", name=self._member.name, problem=str(problem)[:200])
                if is_signed_out(problem):
                    return

    async def _rounds(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS * self._pace * self._rng.uniform(0.6, 1.6))
            view = await self._member.get(self._path)
            self._pace = pace(view["seated"].values())
            if not view["open"]:
                continue
            if not await self._seated(view):
                continue
            command = self._next(view)
            if command is not None:
                await self._member.ask(f"{self._path}/commands", command)

    async def go(self) -> None:
        """Leave the table at the next chance: a round in play is played to its end first."""
        await self._member.enter()
        while True:
            try:
                if await self._gone():
                    return
            except httpx.HTTPError as problem:
                log.warning("bot", name=self._member.name, problem=str(problem)[:200])
                if is_signed_out(problem):
                    return
            await asyncio.sleep(LOOK_SECONDS * self._rng.uniform(0.6, 1.6))

    async def _gone(self) -> bool:
        """Whether the box is left; bets on the layout come back with whoever leaves."""
        view = await self._member.get(self._path)
        if not view["open"] or view["seated"].get(str(self._seat.box)) != self._member.name:
            return True
        path, boxes = f"{self._path}/commands", view["round"]["boxes"] if view["round"] else ()
        if any(each["player"] == self._member.name for each in boxes):
            command = self._next(view)
            if command is not None:
                await self._member.ask(path, command)
            return False
        if (await self._member.ask(path, {"do": "leave"})).status_code >= 400:
            return False
        await self._member.ask(path, {"do": "cash_out"})
        return True

    async def _seated(self, view: Plain) -> bool:
        here = view["seated"].get(str(self._seat.box))
        if here is not None:
            return bool(here == self._member.name)
        path = f"{self._path}/commands"
        answer = await self._member.ask(path, {"do": "sit", "box": self._seat.box})
        return answer.status_code < 400

    def _next(self, view: Plain) -> Plain | None:
        awaits, box = view["awaits"], self._seat.box
        chips = float(view["chips"].get(self._member.name, "0"))
        self._looks = self._looks + 1 if awaits["kind"] == "bets" else 0
        if awaits["kind"] == "bets":
            own = [bet for bet in view["bets"] if bet["player"] == self._member.name]
            if any("main" in bet["stakes"] for bet in own):
                return None
            if self._looks <= patience_before_bets(view):
                return None
            if chips < LOW:
                return {"do": "buy_in", "amount": BUY_IN}
            return {"do": "place_bet", "box": box, "stakes": self._stakes(view)}
        if awaits["kind"] == "decision" and str(box) in awaits["may"]:
            return self._decision(view, awaits)
        if awaits["kind"] == "chore" and awaits["chore"] == CUT and awaits["who"] == self._member.name:
            return {"do": "refuse_cut"}
        return None

    def _stakes(self, view: Plain) -> Plain:
        """The main wagers, and now and then one beside them, first one that moves a meter."""
        stakes = dict.fromkeys(view["main_wagers"], STAKE)
        moving = {name.partition(".")[0] for name in view["meters"]}
        may = [name for name in view["side_wagers"] if name not in view["closed"]]
        beside = [name for name in may if name in moving and name in view["stakes"]] or may
        if beside and (view["dealer_name"] or self._rng.random() < BESIDE):
            name = self._rng.choice(beside)
            takes = view["stakes"].get(name, {"only": (), "least": SIDE})
            usual = takes["least"] if name in moving else max(takes["least"], SIDE, key=float)
            stakes[name] = takes["only"][0] if takes["only"] else usual
        for bet in view["bets"]:
            if bet["player"] == self._member.name:
                stakes |= bet["stakes"]
        return stakes

    def _decision(self, view: Plain, awaits: Plain) -> Plain:
        box = self._seat.box
        if awaits["offer"]:
            return {"do": "decline", "box": box}
        may = awaits["may"][str(box)]
        own = next(each for each in view["round"]["boxes"] if each["box"] == box)
        hand = own["hands"][(awaits["hand"] or 1) - 1]
        wanted = (
            simple_play(hand["total"]) if hand["total"] else Action.STAND
        )  # no total is shown face down
        return {"do": wanted if wanted in may else may[0], "box": box}


class BotCrew:
    """The bots' dealer and supervisors: they claim, verify and confirm what waits."""

    def __init__(self, members: Sequence[BotMember], patience: int = PATIENCE) -> None:
        self._members = members
        self._patience = patience
        self._waited: dict[str, int] = {}

    async def work(self) -> None:
        """Work until cancelled."""
        for each in self._members:
            await each.enter()
        while True:
            await asyncio.sleep(3 * LOOK_SECONDS)
            with contextlib.suppress(httpx.HTTPError):
                await self._look()

    async def _look(self) -> None:
        dealer, supervisor, _ = self._members
        listed = await dealer.get("/api/tables")
        for line in listed["tables"]:
            path = f"/api/tables/{line['name']}"
            view = await dealer.get(path)
            awaited = view["awaits"]
            if awaited["kind"] != "chore":
                continue
            if awaited["chore"] != "confirm_payout":
                await self._floor_chore(path, awaited)
                continue
            if not await self._jackpots(path, view):
                box, _, wager = awaited["moment"].partition(" ")
                await supervisor.post("/api/session/again", {})
                await supervisor.ask(
                    f"{path}/commands", {"do": "confirm", "box": int(box), "wager": wager}
                )

    async def _floor_chore(self, path: str, awaited: Plain) -> None:
        """What a table dealt by hand awaits of the floor, and of nobody at the table."""
        if "supervisor" not in awaited["roles"] or {"dealer", "player"} & set(awaited["roles"]):
            return
        supervisor = self._members[1]
        console = await supervisor.get(f"{path}/console")
        if console["main"] is not None:
            await supervisor.ask(f"{path}/commands", console["main"]["command"])

    async def _jackpots(self, path: str, view: Plain) -> bool:
        """Claim and verify the hits that wait at a table; false where there are none."""
        hits, dealer, *supervisors = view["hits"], *self._members
        patience = self._patience * (LONGER if view["dealer_name"] else 1)
        for hit in hits:
            name, number = f"{path}/commands", hit["hit"]
            self._waited[number] = self._waited.get(number, 0) + 1
            if self._waited[number] <= patience:
                continue
            await dealer.ask(name, {"do": "claim", "hit": number})
            for each in supervisors:
                await each.post("/api/session/again", {})
                await each.ask(name, {"do": "verify", "hit": number})
        return bool(hits)


@asynccontextmanager
async def _bots(
    origin: str, seats: Iterable[BotSeat], mark: str
) -> AsyncIterator[tuple[httpx.AsyncClient, list[Bot]]]:
    limits = httpx.Limits(max_connections=64, max_keepalive_connections=64)
    async with httpx.AsyncClient(base_url=origin, limits=limits, timeout=20.0) as http:
        yield (
            http,
            [
                Bot(
                    BotMember(http, seat.name, seat.link, f"{mark}-{number}"),
                    seat,
                    random.Random(number),
                )
                for number, seat in enumerate(seats)
            ],
        )


async def play_all(origin: str, seats: Iterable[BotSeat], staff: Mapping[str, str]) -> None:
    """Have all bots play at a house."""
    mark = stamp()
    async with _bots(origin, seats, mark) as (http, bots):
        crew = BotCrew([BotMember(http, name, link, f"{mark}-{name}") for name, link in staff.items()])
        await asyncio.gather(crew.work(), *(each.play() for each in bots))


async def leave_all(origin: str, seats: Iterable[BotSeat]) -> None:
    """Have bots that sit at a house's tables go home."""
    async with _bots(origin, seats, stamp()) as (_, bots):
        await asyncio.gather(*(each.go() for each in bots))
