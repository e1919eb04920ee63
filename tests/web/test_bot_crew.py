"""The crew of bots: a jackpot is left to people for a while, then claimed and verified at its table."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import httpx
from argon2.profiles import CHEAPEST

from cutcard.floor.people import Limits
from cutcard.web.demo.bots import LONGER, BotCrew, BotMember
from web import jackpots
from web.houses import House, served

LOOKS = 2


async def looked(house: House, times: int) -> None:
    async with httpx.AsyncClient(base_url=house.url) as http:
        names = ("dee", "sue", "sam")
        members = [
            BotMember(http, each, house.people.link(each, "sign_in"), f"bot-{each}") for each in names
        ]
        for each in members:
            await each.enter()
        crew = BotCrew(members, patience=LOOKS)
        for _ in range(times):
            await crew._look()


def test_a_jackpot_waits_for_people_and_then_is_paid(tmp_path: Path) -> None:
    limits = replace(Limits(hashing=CHEAPEST), demonstration=True)
    with served(tmp_path, limits, secure_cookies=False) as house:
        jackpots.win(house, "sevens")
        asyncio.run(looked(house, LOOKS))
        assert len(house.floor.meter("mega-sevens").hits) == 1
        asyncio.run(looked(house, LOOKS * LONGER + 1))
        assert house.floor.meter("mega-sevens").hits == ()
        assert house.floor.live("sevens").books.chips("ann") > 2_000_000
