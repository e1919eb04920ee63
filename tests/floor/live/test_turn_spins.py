"""Bonus spins in the players' turns: each is paid from the meter as it stands then (Ch.12 §D(7))."""

from __future__ import annotations

import pytest

from cutcard.floor.live import Floor
from cutcard.floor.store import Database
from cutcard.law import document
from cutcard.law.ruleset.resolution import RuleSet, resolve
from cutcard.table import Settings
from floor.live.players import Crew, on, player
from floor.live.test_jackpots import Scanned, agree

SPIN = "bonus_spin_progressive"
LINK = {SPIN: "wheel"}


def rules() -> RuleSet:
    """A wheel that stops on nothing but the jackpot."""
    amounts = {"rate_of_progression": 0.2, "initial_amount": 1000, "reset_amount": 1000}
    options = {"decks": 6, "wheel": ["jackpot=1"]}
    wagers = {SPIN: {"paytable": "B", **amounts}}
    found, findings = resolve(document("md-pontoon-21"), variation=None, options=options, wagers=wagers)
    assert found is not None, findings
    return found


async def placed(table: Scanned, who: str, box: int) -> None:
    stakes = {"main": "10", SPIN: "1.10"}
    await table.crew.done(table.name, player(who), {"do": "place_bet", "box": box, "stakes": stakes})


async def opened(table: Scanned) -> None:
    await table.crew.open(table.name, rules(), Settings(virtual=False, confirms=False), links=LINK)


@pytest.mark.proves("PO-121")
def test_a_second_jackpot_of_the_round_is_what_the_meter_shows_at_that_turn(sqlite: Database) -> None:
    async def play(floor: Floor, crew: Crew) -> None:
        one, two = Scanned(crew, "one"), Scanned(crew, "two")
        await opened(one)
        for who, box in (("ann", 1), ("bob", 2), ("cy", 3)):
            await crew.seat("one", who, box)
        await opened(two)
        await crew.seat("two", "dan", 1)
        await one.ready()
        await two.ready()
        for who, box in (("ann", 1), ("bob", 2), ("cy", 3)):
            await placed(one, who, box)
        assert floor.meter("wheel").shown == 100_000 + 66
        await one.deal("Ah 9d Ad 7c Kh 5d Kd 8c")
        assert [each.taken for each in floor.meter("wheel").last] == [100_066]
        await placed(two, "dan", 1)
        await crew.done("one", player("bob"), {"do": "stand", "box": 2})
        assert [each.taken for each in floor.meter("wheel").last] == [100_022, 100_066]
        assert floor.meter("wheel").shown == 100_000
        agree(sqlite, floor)

    on(sqlite, play)
