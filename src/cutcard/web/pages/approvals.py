"""What waits for approval on the floor: jackpots with their hands, payouts to confirm, meter changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from starlette.requests import Request

from cutcard.floor.console import PaymentSum, payment_sum
from cutcard.floor.meters import VALIDATION, Jackpot, Meter, Win, cite, validators
from cutcard.floor.people import AT_TABLES, may_command
from cutcard.money import NOTHING, Cents
from cutcard.rules import Line
from cutcard.table import Round
from cutcard.web.api.controls import desk_of
from cutcard.web.api.house import HouseParts, sees_as
from cutcard.web.api.routes.signatures import shown_signings
from cutcard.web.api.session import Caller, house_of, threads_of
from cutcard.web.pages.frame import Context, table_heading, viewer
from cutcard.wording import price_name

Plain = dict[str, Any]
MOST_LAST: Final = 25
DOWN: Final = "-"
"""How the page shows a card that lies face down."""


def hits(house: HouseParts, who: Caller) -> list[Plain]:
    """Every jackpot that waits, with its cards and what the viewer may do about it."""
    return [each for name in house.floor.meters for each in _of_meter(house, who, name)]


def _of_meter(house: HouseParts, who: Caller, name: str) -> Iterator[Plain]:
    meter = house.floor.meter(name)
    meter_view = house.floor.meter_view(name, str(who.role))
    for won, seen in zip(meter.hits, meter_view["hits"], strict=True):
        if won.table not in house.floor.names:
            continue
        view = house.floor.view(won.table, sees_as(who.session))
        may, words = _may(meter, won, who)
        yield {
            "won": seen,
            "meter": name,
            "wager": won.wager,
            "hands": _hands(view, won),
            "pays": [price_name(each.pays) for each in won.wins],
            "cites": [each.cite for each in won.wins],
            "reckoned": _reckoned(house, won),
            "cite": cite(meter, VALIDATION, won.table),
            "may": may,
            "note": words,
            **table_heading(house, won.table),
        }


def _reckoned(house: HouseParts, won: Jackpot) -> list[PaymentSum | None]:
    """The sum behind each win that is paid at the table in another amount than the row says."""
    table = house.floor.live(won.table).table
    r = table.round if table.rounds == won.round else None
    return [
        None if r is None else payment_sum(table.rules, _line(won, each, _staked(r, won.wager, each)))
        for each in won.wins
    ]


def _line(won: Jackpot, win: Win, stake: Cents) -> Line:
    return Line(win.box, None, won.wager, win.outcome, stake, win.pays, win.cents, win.cite)


def _staked(r: Round, wager: str, win: Win) -> Cents:
    box = r.box(win.box)
    bets = [] if box is None else [box.bet, *(each.bet for each in box.backers)]
    return next((bet.stakes.get(wager, NOTHING) for bet in bets if bet.player == win.player), NOTHING)


def _may(meter: Meter, won: Jackpot, who: Caller) -> tuple[str, str]:
    """What the viewer may do about a hit, and who is waited for, in words."""
    name = who.session.person
    if not won.claimed_by:
        if may_command(who.role, "claim"):
            return "claim", "Claim it for its winners once the cards are checked."
        return "", "Waiting for the dealer at the table to claim it."
    left = won.needs - len(won.verified_by)
    if not left:
        return "", "Verified: the dealer pays it with the rest of the round."
    if AT_TABLES.get(who.role) not in validators(meter, won.table):
        return "", f"Waiting for {_supervisors(left)} to verify it."
    if name in won.verified_by:
        return "", f"You verified it; {_supervisors(left, other=True)} must verify it too."
    if name == won.claimed_by:
        return "", f"You claimed it; {_supervisors(left, other=True)} must verify it."
    return "verify", "Look at the cards and the provision first; whoever verifies it signs for it."


def _supervisors(left: int, *, other: bool = False) -> str:
    if left > 1:
        return "two supervisors"
    return "another supervisor" if other else "a supervisor"


def _hands(view: Plain, won: Jackpot) -> list[Plain]:
    """The cards of the round, where it still lies: the winners' boxes, and the dealer's."""
    r = view["round"] if view["round"] and view["rounds"] == won.round else None
    if r is None:
        return []
    boxes = {each.box for each in won.wins}
    hands = [
        {"whose": f"Box {box['box']}, {box['player']}", "cards": _cards(hand["cards"])}
        for box in r["boxes"]
        if box["box"] in boxes
        for hand in box["hands"]
    ]
    hands += [{"whose": "Dealer", "cards": _cards(each["cards"])} for each in r["dealer"]]
    return [each for each in hands if each["cards"]]


def _cards(cards: list[str | None]) -> str:
    return " ".join(each or DOWN for each in cards)


def confirms(house: HouseParts, who: Caller) -> list[Plain]:
    """Payouts that somebody entitled confirms, where no jackpot waits at the table."""
    payouts = []
    for name in house.floor.names:
        view = house.floor.view(name, sees_as(who.session))
        awaited = view["awaits"]
        if awaited["kind"] != "chore" or awaited["chore"] != "confirm_payout" or view["hits"]:
            continue
        box, _, wager = awaited["moment"].partition(" ")
        payouts.append(
            {
                "table": name,
                "round": view["rounds"],
                "box": box,
                "wager": wager,
                "player": awaited["who"],
                "cite": awaited["cite"],
                "may": str(who.role) in awaited["roles"] and may_command(who.role, "confirm"),
                **table_heading(house, name),
            }
        )
    return payouts


def last_hits(house: HouseParts, who: Caller) -> list[Plain]:
    """The last hits of all meters, the newest first."""
    last = [
        {"meter": name, **each}
        for name in house.floor.meters
        for each in house.floor.meter_view(name, str(who.role))["last"]
    ]
    return sorted(last, key=lambda each: -each["paid_at"])[:MOST_LAST]


def changes(house: HouseParts, who: Caller) -> list[Plain] | None:
    """Changes of meters that one supervisor asked for and another approves; for supervisors alone."""
    if not may_command(who.role, "adjust", "meter"):
        return None
    views = [house.floor.meter_view(name, str(who.role)) for name in house.floor.meters]
    return [each for each in views if "asked" in each]


async def approvals(request: Request) -> Context:
    """Jackpots, payouts, signatures and meter changes that wait for somebody."""
    who, house = viewer(request), house_of(request)
    signing = await threads_of(request).run(desk_of(house).lately)
    return {
        "hits": hits(house, who),
        "confirms": confirms(house, who),
        "signing": shown_signings(signing, who),
        "changes": changes(house, who),
        "last": last_hits(house, who),
    }
