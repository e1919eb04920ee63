"""A jackpot made to happen: a table whose cards a dealer scans, and three sevens for its first box."""

from __future__ import annotations

from typing import Any, Final

from cutcard.law.ruleset.resolution import RuleSet, resolve
from cutcard.table import Settings
from web.houses import RULES, House

AMOUNT: Final = "$20,000.50"
SCANNED: Final = Settings(virtual=False, confirms=False, holds_jackpots=True)


def rules() -> RuleSet:
    """Blazing 7s of Maryland, whose highest meter starts where two supervisors are needed."""
    amounts = {"rate_of_progression": 0.1, "initial_amount": 20000, "reset_amount": 10000}
    wager = {"paytable": "A", "meters": dict.fromkeys(("mega", "major", "minor"), amounts)}
    base, options = RULES["maryland"], {"decks": 6}
    found, _ = resolve(base.document, variation=None, options=options, wagers={"blazing_7s": wager})
    assert found is not None
    return found


def win(house: House, table: str, player: str = "ann") -> dict[str, Any]:
    """Set a table up, and have a player win its meter `mega-TABLE`; the hit waits for people."""
    house.floor.add(table, rules(), SCANNED, links={"blazing_7s.mega": f"mega-{table}"})
    house.open(table)
    house.seat(table, player, 1)
    _prepare(house, table)
    stakes = {"main": "10.00", "blazing_7s": "5.00"}
    house.done(player, table, {"do": "place_bet", "box": 1, "stakes": stakes})
    for card in ("7d", "7d", "7d", "Ts"):
        awaited = house.get("dee", f"/api/tables/{table}").json()["awaits"]
        if awaited["kind"] != "card":
            break
        house.done("dee", table, {"do": "deal", "card": card})
    while (view := house.get("dee", f"/api/tables/{table}").json())["awaits"]["kind"] == "decision":
        said = "decline" if view["awaits"]["offer"] else "stand"
        house.done(player, table, {"do": said, "box": 1})
    (won,) = house.get("sue", f"/api/meters/mega-{table}").json()["hits"]
    found: dict[str, Any] = won
    return found


def _prepare(house: House, table: str) -> None:
    """The dealer's and the floor's chores until bets are open."""
    while True:
        awaited = house.get("dee", f"/api/tables/{table}").json()["awaits"]
        if awaited["kind"] != "chore":
            return
        scanned = {"card": "2s"} if awaited["chore"] == "burn" else {}
        who = "dee" if "dealer" in awaited["roles"] else "flo"
        house.done(who, table, {"do": awaited["chore"], **scanned})
