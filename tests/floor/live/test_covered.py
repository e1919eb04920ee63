"""Chips are asked for when they are bet: what the cards come to afterwards covers nothing."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from cutcard.floor.live import CommandRequest
from cutcard.floor.live.state import Live, new_live
from cutcard.floor.live.table_meters import Metering
from cutcard.floor.live.work import Work
from cutcard.floor.meters import new_meter
from cutcard.law.refusal import Refused
from cutcard.law.ruleset.resolution import resolve
from cutcard.shoe import By
from floor.live.players import DEE, FLO, LIVE_SETTINGS, TABLES, Body, player

ANN = player("ann")
RICH = 10**9


def after(live: Live, by: By, body: Body, below: Callable[[int], int]) -> Live:
    """A table after a command, nothing of it stored."""
    meters = {house: new_meter(house) for house in live.links.values()}
    signed = (DEE, FLO) if body["do"] == "count" else ()
    work = Work(
        live,
        Metering(live.name, live.links, meters, 1),
        1,
        known=lambda accounts: dict.fromkeys(accounts, RICH),
        below=below,
    )
    work.carry_out(CommandRequest(by, body, "k", None, signed))
    return work.live


def seated(seed: int, chips: str) -> tuple[Live, Callable[[int], int]]:
    """Ann with so many chips, at a table whose shoe the seed has shuffled."""
    base = TABLES["maryland"].rules
    rules, _ = resolve(base.document, variation=None, options={"decks": 6}, wagers={})
    assert rules is not None
    below = random.Random(seed).randrange
    live = new_live("t", rules, LIVE_SETTINGS, created=0)
    for by, body in (
        (DEE, {"do": "count", "kind": "opening", "amount": "100000"}),
        (DEE, {"do": "open_table"}),
        (ANN, {"do": "sit", "box": 1}),
        (ANN, {"do": "buy_in", "amount": chips}),
    ):
        live = after(live, by, dict(body), below)
    return live, below


def bet(seed: int, chips: str) -> Live:
    live, below = seated(seed, chips)
    return after(live, ANN, {"do": "place_bet", "box": 1, "stakes": {"main": "100.00"}}, below)


def blackjack() -> int:
    """A seed by which ann is dealt a blackjack, and paid in the command that bets."""
    for seed in range(200):
        if bet(seed, "500").books.chips("ann") > 50_000:
            return seed
    raise AssertionError("no blackjack in two hundred deals")


def test_a_bet_that_would_win_is_refused_like_any_other() -> None:
    seed = blackjack()
    with pytest.raises(Refused, match=r"ann: the chips here are 0\.01 short; buy in first"):
        bet(seed, "99.99")
    assert bet(seed, "100").books.chips("ann") == 25_000
