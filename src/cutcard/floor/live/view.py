"""A live table as one person may see it, the update that everybody gets, and its title."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic_core import to_json

from cutcard.floor.ledger import own_meter
from cutcard.floor.live.state import Live
from cutcard.floor.live.table_meters import Metering
from cutcard.floor.meters import Meter
from cutcard.law import Refused
from cutcard.money import Cents, dollars
from cutcard.rules import is_soft, rescue_returns, total
from cutcard.shoe import By, Role
from cutcard.table import (
    Awaits,
    AwaitsBets,
    AwaitsChore,
    AwaitsDecision,
    AwaitsFollowers,
    Bet,
    Box,
    Round,
    awaits,
    awaits_view,
    barred_beside,
    check_boxes,
    double_range,
    main_wagers,
    mains_apart,
    most_insurance,
    required_mains,
    round_view,
    side_stakes,
    switched_cards,
    view,
)
from cutcard.wording import Dealing, game_title, table_summary, wager_name, without_ids

Plain = dict[str, Any]
ANYBODY = By(Role.PLAYER, "")
"""A viewer without a hand."""


def live_view(live: Live, viewer: By, now: int) -> Plain:
    """A table as one viewer sees it, with the chips that concern them."""
    seen = dict(view(live.table, viewer, live.seconds(now)))
    chips = live.books.players()
    if viewer.role is Role.PLAYER:
        chips = {name: cents for name, cents in chips.items() if name == viewer.name}
    return {
        **seen,
        "table": live.name,
        "version": live.version,
        "last_round": None if live.ended is None else round_view(live.table, live.ended, viewer),
        "boxes": live.table.game.boxes,
        "limits": _limits(live),
        "main_wagers": list(main_wagers(live.table.game)),
        "mains": _mains(live),
        "side_wagers": _side_wagers(live),
        "stakes": _stakes(live),
        "barred": _barred(live),
        "away": [player for _, player in live.table.seated if player in live.missed],
        "may_sit": _may_sit(live, viewer),
        "amounts": _amounts(live, viewer, seen["awaits"]),
        "clock": _clock(live, awaits(live.table, live.seconds(now))),
        "outlook": _outlook(live, viewer, seen["awaits"]),
        "chips": {name: dollars(cents) for name, cents in chips.items()},
    }


def halted(live: Live, meters: Mapping[str, Meter]) -> Plain:
    """Wagers closed by their meters, and why no round begins where there is a bet on one.

    The clock of a table whose round cannot begin stands still until its meter is live.
    """
    closed = Metering(live.name, live.links, meters, live.at).closed(live.table)
    halt: Plain = {"closed": sorted(closed), "halted": None}
    bets = live.table.bets if live.table.round is None else ()
    for wager in (each for bet in bets for each in bet.stakes if each in closed):
        why, behind = closed[wager]
        says = f"No round can begin: there is a bet on {wager_name(wager)}, and {without_ids(why)}"
        return halt | {"halted": {"says": says, "cite": behind}, "clock": None}
    return halt


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
    return {
        name: {
            "least": dollars(each.least),
            "most": None if each.most is None else dollars(each.most),
            "only": [dollars(stake) for stake in each.only],
        }
        for name, each in side_stakes(live.table.rules, live.table.game).items()
    }


def _barred(live: Live) -> Plain:
    """Side wager -> those that may not lie beside it on one box."""
    return {
        name: list(others) for name, others in barred_beside(live.table.rules, live.table.game).items()
    }


def _may_sit(live: Live, viewer: By) -> list[int]:
    """The free boxes that a player may take, beside those they have."""
    table = live.table
    if viewer.role is not Role.PLAYER or not table.is_open or table.is_closed:
        return []
    taken = {box for box, _ in table.seated}
    own = [Bet(box, viewer.name) for box, player in table.seated if player == viewer.name and box]
    free = (box for box in range(1, table.game.boxes + 1) if box not in taken)
    return [box for box in free if not own or _may_have(live, [*own, Bet(box, viewer.name)])]


def _may_have(live: Live, bets: list[Bet]) -> bool:
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
    amounts: Plain = {}
    for number, may in awaited["may"].items():
        box = r.box(int(number))
        if box is None or box.bet.player != viewer.name:
            continue
        ranges = {}
        if "double" in may:
            ranges["double"] = [dollars(each) for each in double_range(r, box.bet.box, awaited["hand"])]
        if "insure" in may:
            ranges["insure"] = [dollars(Cents(0)), dollars(most_insurance(r, box.bet.box))]
        amounts[number] = ranges
    return amounts


def _outlook(live: Live, viewer: By, awaited: Any) -> Plain:
    """Box -> what the offers to a player would leave them with."""
    r = live.table.round
    if r is None or awaited["kind"] != "decision":
        return {}
    boxes = [box for box in r.boxes if box.bet.player == viewer.name]
    may = awaited["may"]
    deciding = {str(box.bet.box): box for box in boxes if str(box.bet.box) in may}
    hand = awaited["hand"] or 1
    results = {key: offer_results(r, box, hand, may[key]) for key, box in deciding.items()}
    return {key: each for key, each in results.items() if each}


def update_data(live: Live, happened: Sequence[Plain], *, gap: bool = False) -> bytes:
    """What happened and what is awaited now, in JSON that everybody may see."""
    awaited = awaits(live.table, live.seconds(live.at))
    update: Plain = {
        "table": live.name,
        "version": live.version,
        "round": live.table.rounds,
        "awaits": awaits_view(live.table, awaited, ANYBODY),
        "happened": list(happened),
    }
    if gap:
        update["gap"] = True
    return to_json(update)


def table_title(live: Live) -> str:
    """A table among others of the same game."""
    return f"{game_title(live.table.rules)} · {live.name}"


def live_table_summary(live: Live, *, on_felt: bool = False) -> str:
    """What makes a table different, in one line; on its own felt without what is inscribed there."""
    settings = live.table.settings
    dealing: Dealing = "by_hand" if settings.chores == "manual" else "automatic"
    return table_summary(
        live.table.rules,
        live.table.game,
        dealing=dealing if settings.virtual else "scanned",
        linked_meters={
            meter for meter, house in live.links.items() if house != own_meter(live.name, meter)
        },
        on_felt=on_felt,
    )


def offer_results(r: Round, box: Box, hand: int, may: list[str]) -> Plain:
    """What an offer would leave a player with, whom it saves the arithmetic.

    Of a rescue what it returns, of a switch the totals of the two hands after it.
    """
    results: Plain = {}
    if "rescue" in may:
        group, place = box.find(hand)
        doubled = box.groups[group][place]
        back = sum(rescue_returns(r.game, doubled, spot) for spot in range(len(doubled.stakes)))
        results["rescue"] = dollars(Cents(back))
    if "switch" in may:
        results["switch"] = [
            {"total": total(cards), "soft": is_soft(cards)} for cards in switched_cards(box)
        ]
    return results


def patience(live: Live, awaited: Awaits) -> int | None:
    """Seconds without an event after which the automatic dealer goes on; None where it just waits."""
    if live.table.settings.chores != "automatic":
        return None
    match awaited:
        case AwaitsBets(may_start=True):
            return live.policy.start_seconds
        case AwaitsChore() if live.table.round is None and live.table.bets:
            return live.policy.start_seconds
        case AwaitsDecision() | AwaitsFollowers():
            return live.policy.decision_seconds
    return None


def _clock(live: Live, awaited: Awaits) -> Plain | None:
    """The moment at which the dealer goes on, in milliseconds, and how many seconds that is in all."""
    seconds = patience(live, awaited)
    return None if seconds is None else {"at": live.at + 1000 * seconds, "seconds": seconds}
