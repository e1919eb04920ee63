"""What one person may see of a live table, and the update that everybody gets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic_core import to_json

from cutcard.floor.live.publish.outlook import outlook
from cutcard.floor.live.publish.patience import clock
from cutcard.floor.live.state import Live
from cutcard.floor.live.table_meters import Metering
from cutcard.floor.meters import Meter
from cutcard.law import Refused
from cutcard.money import Cents, dollars
from cutcard.shoe import By, Role
from cutcard.table import (
    Bet,
    awaits,
    awaits_view,
    check_boxes,
    double_range,
    main_wagers,
    mains_apart,
    most_insurance,
    required_mains,
    round_view,
    side_stakes,
    view,
)
from cutcard.wording import wager_name, without_ids

Plain = dict[str, Any]
ANYBODY = By(Role.PLAYER, "")
"""Somebody who holds no hand."""


def live_view(live: Live, viewer: By, now: int) -> Plain:
    """A table as one viewer sees it, with the chips that concern them."""
    told = dict(view(live.table, viewer, live.seconds(now)))
    chips = live.books.players()
    if viewer.role is Role.PLAYER:
        chips = {name: held for name, held in chips.items() if name == viewer.name}
    return {
        **told,
        "table": live.name,
        "version": live.version,
        "last_round": None if live.ended is None else round_view(live.table, live.ended, viewer),
        "boxes": live.table.game.boxes,
        "limits": _limits(live),
        "main_wagers": list(main_wagers(live.table.game)),
        "mains": _mains(live),
        "side_wagers": _side_wagers(live),
        "stakes": _stakes(live),
        "may_sit": _may_sit(live, viewer),
        "amounts": _amounts(live, viewer, told["awaits"]),
        "clock": clock(live, awaits(live.table, live.seconds(now))),
        "outlook": _outlook(live, viewer, told["awaits"]),
        "chips": {name: dollars(held) for name, held in chips.items()},
    }


def halted(live: Live, meters: Mapping[str, Meter]) -> Plain:
    """Wagers that nobody may bet on for their meters, and why no round begins where one lies there.

    A table whose round cannot begin counts no seconds: it goes on when its meter does.
    """
    closed = Metering(live.name, live.links, meters, live.at).closed(live.table)
    told: Plain = {"closed": sorted(closed), "halted": None}
    bets = live.table.bets if live.table.round is None else ()
    for wager in (each for bet in bets for each in bet.stakes if each in closed):
        why, behind = closed[wager]
        says = f"No round can begin: there is a bet on {wager_name(wager)}, and {without_ids(why)}"
        return told | {"halted": {"says": says, "cite": behind}, "clock": None}
    return told


def _limits(live: Live) -> dict[str, str | None]:
    """The least and the most that a main wager may be, where the house says so."""
    game = live.table.game
    least, most = game.minimum_wager, game.maximum_wager
    return {
        "minimum": None if least is None else dollars(least),
        "maximum": None if most is None else dollars(most),
    }


def _mains(live: Live) -> Plain:
    """Which of the main wagers a bet must have, and whether they may be of different amounts."""
    rules, game = live.table.rules, live.table.game
    return {"required": list(required_mains(rules, game)), "apart": mains_apart(rules, game)}


def _side_wagers(live: Live) -> list[str]:
    offers = live.table.rules.offers
    first = {*main_wagers(live.table.game), "insurance"}
    return [name for name, offer in offers.items() if offer.law.takes_stake and name not in first]


def _stakes(live: Live) -> Plain:
    """What each side wager takes."""
    found = side_stakes(live.table.rules, live.table.game)
    return {
        name: {
            "least": dollars(each.least),
            "most": None if each.most is None else dollars(each.most),
            "only": [dollars(stake) for stake in each.only],
        }
        for name, each in found.items()
    }


def _may_sit(live: Live, viewer: By) -> list[int]:
    """The free boxes that a player may take, beside those they have."""
    table = live.table
    if viewer.role is not Role.PLAYER or not table.is_open or table.is_closed:
        return []
    taken = {box for box, _ in table.seated}
    own = [Bet(box, viewer.name) for box, player in table.seated if player == viewer.name and box]
    free = (box for box in range(1, table.game.boxes + 1) if box not in taken)
    return [box for box in free if not own or _together(live, [*own, Bet(box, viewer.name)])]


def _together(live: Live, bets: list[Bet]) -> bool:
    try:
        check_boxes(live.table.rules, live.table.game, bets)
    except Refused:
        return False
    return True


def _amounts(live: Live, viewer: By, awaited: Any) -> Plain:
    """Box -> what a player may add to a hand now, where they choose how much."""
    r = live.table.round
    if r is None or awaited["kind"] != "decision":
        return {}
    found: Plain = {}
    for number, may in awaited["may"].items():
        box = r.box(int(number))
        if box is None or box.bet.player != viewer.name:
            continue
        told = {}
        if "double" in may:
            told["double"] = [dollars(each) for each in double_range(r, box.bet.box, awaited["hand"])]
        if "insure" in may:
            told["insure"] = [dollars(Cents(0)), dollars(most_insurance(r, box.bet.box))]
        found[number] = told
    return found


def _outlook(live: Live, viewer: By, awaited: Any) -> Plain:
    """Box -> what the offers to a player would leave them with."""
    r = live.table.round
    if r is None or awaited["kind"] != "decision":
        return {}
    boxes = [box for box in r.boxes if box.bet.player == viewer.name]
    asked = {str(box.bet.box): box for box in boxes if str(box.bet.box) in awaited["may"]}
    found = {
        key: outlook(r, box, awaited["hand"] or 1, awaited["may"][key]) for key, box in asked.items()
    }
    return {key: told for key, told in found.items() if told}


def update_data(live: Live, told: Sequence[Plain], *, gap: bool = False) -> bytes:
    """What happened and what is awaited now, in JSON that everybody may see."""
    awaited = awaits(live.table, live.seconds(live.at))
    update: Plain = {
        "table": live.name,
        "version": live.version,
        "round": live.table.rounds,
        "awaits": awaits_view(live.table, awaited, ANYBODY),
        "happened": list(told),
    }
    if gap:
        update["gap"] = True
    return to_json(update)
