"""The console of one table for one person: the one thing that is awaited, and what else may be done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cutcard import shoe as cards
from cutcard.floor.console.paying import Payment, payments
from cutcard.floor.console.steps import Step, refusal, usual
from cutcard.floor.console.words import CHORES, MOMENTS, listed, worded
from cutcard.floor.live import Live
from cutcard.money import dollars
from cutcard.shoe import By, Due, Role
from cutcard.table import Table, awaits
from cutcard.table.awaits import (
    Awaits,
    AwaitsBets,
    AwaitsCard,
    AwaitsChore,
    AwaitsDecision,
    AwaitsDevice,
    AwaitsFollowers,
    Closed,
)
from cutcard.table.bets import main_wagers
from cutcard.table.playing import due_before_card
from cutcard.table.ready import due_now
from cutcard.table.view import awaits_view

PERFORMED: Final = frozenset({"check_hole_card", "show_hole_card", "settle", "collect_cards"})
DEALER: Final = By(Role.DEALER)
CREW: Final = ("dealer", "floorperson", "supervisor")


@dataclass(frozen=True, slots=True)
class Now:
    """What is awaited, by whom, and what says so."""

    text: str
    about: str
    cite: str
    roles: tuple[str, ...]
    mine: bool
    """Whether the one who looks may do it."""


@dataclass(frozen=True, slots=True)
class Group:
    """Further commands of one kind."""

    name: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Console:
    """All that the console shows beside the table itself."""

    version: int
    dealer: str
    """Who deals: a name, or nobody."""
    automatic: bool
    scanned: bool
    counted: bool
    tips: str
    drop: str
    now: Now
    main: Step | None
    pay: tuple[Payment, ...]
    groups: tuple[Group, ...]


def console(live: Live, viewer: By, now: int) -> Console:
    """A table's console as one person of its crew sees it."""
    table, at = live.table, live.seconds(now)
    asked = awaits(table, at)
    told, main = _told(live, asked, at)
    main = _takes_over(table, viewer, main)
    mine = main is not None and _may(table, main, viewer, at)
    told = Now(told.text, told.about, told.cite, told.roles, mine)
    groups = tuple(_groups(live, viewer, at, main))
    return Console(
        live.version,
        table.dealer,
        table.settings.chores == "automatic",
        not table.settings.virtual,
        live.books.is_counted,
        dollars(live.books.tips),
        dollars(live.books.drop),
        told,
        main if mine else None,
        payments(table),
        groups,
    )


def _told(live: Live, asked: Awaits, at: int) -> tuple[Now, Step | None]:
    table = live.table
    if not live.books.is_counted and not isinstance(asked, Closed):
        return _now("Count the chips in the tray", CREW), _count("opening")
    match asked:
        case AwaitsCard():
            return _card(table, asked)
        case AwaitsChore():
            return _chore(table, asked, at)
        case AwaitsDecision():
            return _decision(table, asked)
        case AwaitsFollowers(players=players, to=to):
            text = f"{listed(list(players))} may follow the {to}"
            return _now(text, ("player",), cite=table.cite(f"follow_{to}")), None
        case AwaitsDevice(device=device, cite=cite):
            return _now(f"{worded(device)} is drawn by the house", (), cite=cite), None
        case AwaitsBets(may_start=may_start):
            return _bets(table, may_start=may_start)
        case Closed():
            return _now("The table is closed: count the tray", CREW), _count("closing")


def _now(text: str, roles: tuple[str, ...], *, about: str = "", cite: str = "") -> Now:
    return Now(text, about, cite, roles, mine=False)


def _bets(table: Table, *, may_start: bool) -> tuple[Now, Step | None]:
    bettors = {bet.player for bet in table.bets if main_wagers(table.game)[0] in bet.stakes}
    seated = {player for _, player in table.seated}
    here = f"{len(bettors & seated)} of {len(seated)} have bet" if seated else "nobody sits here yet"
    law = table.rules.document.provisions.get("bets_close")
    told = _now(f"Bets are open: {here}", ("player",), cite=table.cite("bets_close"))
    if not may_start:
        return told, None
    about = "" if law is None else law.about
    told = _now(f"No more bets? {here[:1].upper()}{here[1:]}", ("dealer",), about=about, cite=told.cite)
    return told, Step("No more bets: start the round", {"do": "start_round"}, cite=told.cite)


def _card(table: Table, asked: AwaitsCard) -> tuple[Now, Step]:
    place = asked.place
    down = ", face down" if place.face == "down" else ""
    cite = table.game.cite("soft_17" if place.why == "draw" else "hole_card", "turn_order")
    if place.box:
        cite = table.game.cite("turn_order")
    if asked.given:
        waiting = table.round.waiting if table.round is not None else ()
        card = f" {waiting[0].text}" if waiting else ""
        now = _now(f"The waiting card{card} goes to {place.text}", ("dealer",), cite=cite)
        return now, Step("Place it", {"do": "deal"}, cite=cite)
    needs = () if table.shoe.virtual else ("card",)
    label = "Deal the card" if table.shoe.virtual else "Scan the card"
    return _now(f"A card{down} for {place.text}", ("dealer",), cite=cite), Step(
        label, {"do": "deal"}, needs, cite=cite
    )


def _decision(table: Table, asked: AwaitsDecision) -> tuple[Now, Step | None]:
    boxes = [f"box {box}" for box in asked.offers]
    if not asked.is_offer:
        told = awaits_view(table, asked, DEALER)["may"]
        assert isinstance(told, dict)
        names = [each.replace("_", " ") for may in told.values() for each in may]
        about = f"May {listed(names, 'or')}." if names else ""
        hand = f", hand {asked.hand}" if asked.hand and asked.hand > 1 else ""
        text = f"{boxes[0].capitalize()}{hand} decides"
        return _now(text, ("player",), about=about, cite=table.game.cite("turn_order")), None
    offered = dict.fromkeys(str(each) for kinds in asked.offers.values() for each in kinds)
    what = listed([each.replace("_", " ") for each in offered])
    cite = table.game.cite(*offered, "insurance")
    text = f"Offered to {listed(boxes)}: {what}"
    return _now(text, ("player", "dealer"), cite=cite), Step(
        "Close the offer", {"do": "close_offers"}, cite=cite
    )


def _chore(table: Table, asked: AwaitsChore, at: int) -> tuple[Now, Step | None]:
    text, label = CHORES[asked.chore]
    roles = tuple(sorted(str(each) for each in asked.roles))
    if asked.chore == "settle":
        text = MOMENTS.get(asked.moment, text)
        label = f"{text}: done"
    if asked.chore == "confirm_payout":
        box, _, wager = asked.moment.partition(" ")
        text = f"Box {box}, {worded(wager)}: the payout waits to be confirmed"
        said = {"do": "confirm", "box": int(box), "wager": wager}
        return _now(text, roles, cite=asked.cite), Step(label, said, cite=asked.cite)
    who = f" ({asked.who})" if asked.who else ""
    told = _now(f"{text}{who}", roles, about=_about(table, asked.cite), cite=asked.cite)
    if asked.chore in PERFORMED:
        said = {"do": "perform", "chore": asked.chore}
        return told, Step(label, said, cite=asked.cite)
    if asked.chore == "open_table":
        return told, Step(label, {"do": "open_table"}, cite=asked.cite)
    if asked.chore == "repair_reader":
        said = {"do": "report", "what": "reader_failed", "choice": "repaired"}
        return told, Step(label, said, cite=asked.cite)
    if asked.chore == "too_few_cards":
        return told, Step(label, {"do": "report", "what": "too_few_cards"}, cite=asked.cite)
    due = due_now(table, at) if table.round is None else due_before_card(table)
    return told, None if due is None else usual(table, due, at)


def _about(table: Table, cite: str) -> str:
    """What the document says there, in our words, where one entry of the law data has the citation."""
    laws = table.rules.document.effective_options(table.rules.variation)
    found = [law.about for law in laws.values() if law.cite == cite]
    found += [law.about for law in table.rules.document.provisions.values() if law.cite == cite]
    return found[0] if len(found) == 1 else ""


def _takes_over(table: Table, viewer: By, main: Step | None) -> Step | None:
    """A dealer who is not the one at the table first takes it over."""
    if viewer.role is not Role.DEALER or not table.is_open or table.is_closed:
        return main
    if table.dealer in ("", viewer.name) or table.settings.chores == "automatic":
        return main
    return _relief(table, viewer)


def _relief(table: Table, viewer: By) -> Step:
    words = f"Take over from {table.dealer}" if table.dealer else "Take the table"
    said = {"do": "change_dealer", "dealer": viewer.name}
    return Step(words, said, cite=table.shoe.law.cite("burn_per_dealer"))


def _may(table: Table, wanted: Step, viewer: By, at: int) -> bool:
    """Whether the table would take it of this person; what is signed or scanned is known only then."""
    if wanted.signed:
        return viewer.role in (Role.DEALER, Role.FLOORPERSON, Role.SUPERVISOR)
    if "card" in wanted.needs or wanted.command["do"] == "shuffle":
        return viewer.role is Role.DEALER
    return refusal(table, wanted.command, viewer, at) is None


def _count(kind: str) -> Step:
    said = {"do": "count", "kind": kind}
    return Step(f"{kind.capitalize()} count", said, ("amount",), signed=True)


def _groups(live: Live, viewer: By, at: int, main: Step | None) -> Iterator[Group]:
    table = live.table
    found = {
        "The table": _of_table(live, viewer),
        "The cards": _of_cards(table, at),
        "Money": _of_money(live),
    }
    for name, steps in found.items():
        possible = tuple(
            each
            for each in steps
            if (main is None or each.command != main.command) and _may(table, each, viewer, at)
        )
        if possible:
            yield Group(name, possible)


def _of_table(live: Live, viewer: By) -> Iterator[Step]:
    table = live.table
    if viewer.role is Role.DEALER and table.dealer != viewer.name:
        yield _relief(table, viewer)
    if table.is_open and not table.bets:
        yield Step("Close the table", {"do": "close_table"}, cite=table.cite("bets_close"))


def _of_cards(table: Table, at: int) -> Iterator[Step]:
    """What may be done with the cards and need not be."""
    if table.round is not None or not table.is_open or table.settings.chores == "automatic":
        return
    for due in cards.optional(table.shoe, table.people, at):
        found = usual(table, Due(due.chore, due.roles, due.who, due.cite, due.batch, due.side), at)
        if found is not None:
            yield found


def _of_money(live: Live) -> Iterator[Step]:
    if not live.books.is_counted:
        yield _count("opening")
        return
    yield Step("Fill: chips to the table", {"do": "fill"}, ("amount",), signed=True)
    yield Step("Credit: chips to the cage", {"do": "credit"}, ("amount",), signed=True)
    if live.books.drop:
        yield Step("Drop box taken", {"do": "take_drop"}, ("amount",), signed=True)
    if live.books.tips:
        yield Step("Dealers' box emptied", {"do": "take_tips"}, ("amount",), signed=True)
    if live.table.round is None and not live.table.bets:
        yield _count("closing")
