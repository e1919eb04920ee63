"""What a table awaits, in words, with the command that does it and whether the table would accept it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final

from cutcard import shoe as cards
from cutcard.law import Refusal
from cutcard.shoe import CREW, By, Chore, Due, Role
from cutcard.table import (
    Awaits,
    AwaitsBets,
    AwaitsCard,
    AwaitsChore,
    AwaitsDecision,
    AwaitsDevice,
    AwaitsFollowers,
    Closed,
    Place,
    Table,
    awaits_view,
    cite_of,
    due_before_card,
    due_now,
    main_wagers,
    offers,
    step,
)
from cutcard.table.script import command_json, parse_command
from cutcard.wording import (
    chore_button,
    chore_title,
    decision_name,
    join_words,
    settlement_order,
    settlement_title,
    wager_name,
    with_card_faces,
)

Plain = dict[str, Any]
NOT_SHOWN = ("by", "at", "order", "salt", "commitment")


@dataclass(frozen=True, slots=True)
class ConsoleStep:
    """A command ready to be asked, once what it needs is filled in."""

    label: str
    command: Plain
    needs: tuple[str, ...] = ()
    """Fields of the command that the dealer says: a card, an amount, a player."""
    signed: bool = False
    """Whether a second person signs it."""
    about: str = ""
    cite: str = ""


def usual(table: Table, due: Due, at: int) -> ConsoleStep | None:
    """A chore of the shoe as it is usually done; None where somebody must come first."""
    do = str(due.chore)
    label = chore_button(do)
    act = cards.automatic(table.shoe, table.people, due, at)
    if act is not None:
        command = {key: value for key, value in command_json(act).items() if key not in NOT_SHOWN}
        return ConsoleStep(label, command, cite=due.cite)
    if due.chore is Chore.SHUFFLE:
        return ConsoleStep(label, {"do": do}, cite=due.cite)
    if due.chore in (Chore.BURN, Chore.DRAW_DETERMINANT):
        side = {"side": due.side} if due.side else {}
        return ConsoleStep(label, {"do": do, **side}, ("card",), cite=due.cite)
    if due.chore is Chore.INSPECT_READER:
        return ConsoleStep(label, {"do": do}, cite=due.cite)
    return None


def refusal(table: Table, body: Plain, by: By, at: int) -> Refusal | None:
    """Why the table would not take a command now; None where it would."""
    command = parse_command({**body, "by": str(by)})
    outcome = step(table, replace(command, at=at))
    return outcome if isinstance(outcome, Refusal) else None


PERFORMED: Final = frozenset({"check_hole_card", "show_hole_card", "settle", "collect_cards"})
OF_PROCEDURE: Final = frozenset({"procedure", "engine"})
"""Requirements about what is done at a table, not about what it is made of."""
_ASIDE: Final = re.compile(r" \((?:[^()]|\([^()]*\))*\)(?=\.$)")
"""How the house keeps it, which is no dealer's business."""
DEALER: Final = By(Role.DEALER)
ANY_OF_CREW: Final = tuple(sorted(CREW))


@dataclass(frozen=True, slots=True)
class Now:
    """What is awaited, by whom, and what says so."""

    text: str
    about: str
    cite: str
    roles: tuple[str, ...]
    mine: bool
    """Whether the one who looks may do it."""


def awaited(table: Table, awaiting: Awaits, at: int) -> tuple[Now, ConsoleStep | None]:
    """What comes now, and the command that does it; none where it is somebody else's to say which."""
    match awaiting:
        case AwaitsCard():
            return _card(table, awaiting)
        case AwaitsChore():
            return _chore(table, awaiting, at)
        case AwaitsDecision():
            return _decision(table, awaiting)
        case AwaitsFollowers(players=players, to=to):
            text = f"{join_words(players)} may follow the {to}"
            return now(text, ("player",), cite=table.cite(f"follow_{to}")), None
        case AwaitsDevice(device=device, cite=cite, box=box, player=player):
            where = f", box {box}" if box else ""
            where += f", {player}" if player else ""
            return now(f"{wager_name(device)}{where}: drawn by the house", (), cite=cite), None
        case AwaitsBets(may_start=may_start):
            return _bets(table, may_start=may_start)
        case Closed():
            return now("The table is closed: count the tray", ANY_OF_CREW), count("closing")


def count(kind: str) -> ConsoleStep:
    """A count of the inventory, which two people sign."""
    command = {"do": "count", "kind": kind}
    return ConsoleStep(f"{kind.capitalize()} count", command, ("amount",), signed=True)


def now(text: str, roles: tuple[str, ...], *, about: str = "", cite: str = "") -> Now:
    """What is awaited, for nobody in particular."""
    return Now(text, about, cite, roles, mine=False)


def _bets(table: Table, *, may_start: bool) -> tuple[Now, ConsoleStep | None]:
    bettors = {bet.player for bet in table.bets if main_wagers(table.game)[0] in bet.stakes}
    seated = {player for _, player in table.seated}
    here = f"{len(bettors & seated)} of {len(seated)} have bet" if seated else "nobody is seated yet"
    law = table.rules.document.provisions.get("bets_close")
    awaiting = now(f"Bets are open: {here}", ("player",), cite=table.cite("bets_close"))
    if not may_start:
        return awaiting, None
    about = "" if law is None else law.about
    awaiting = now(
        f"No more bets? {here[:1].upper()}{here[1:]}", ("dealer",), about=about, cite=awaiting.cite
    )
    return awaiting, ConsoleStep(
        "No more bets: start the round", {"do": "start_round"}, cite=awaiting.cite
    )


def _card(table: Table, awaiting: AwaitsCard) -> tuple[Now, ConsoleStep]:
    place, where = awaiting.place, _where(table, awaiting.place)
    down = ", face down" if place.face == "down" else ""
    card = where[:1].upper() + where[1:] if "card" in where else f"A card for {where}"
    cite = cite_of(table.in_play(), awaiting)
    if awaiting.given:
        waiting = table.round.waiting if table.round is not None else ()
        which = f" {with_card_faces(waiting[0].text)}" if waiting else ""
        text = now(f"The waiting card{which} goes to {where}", ("dealer",), cite=cite)
        return text, ConsoleStep("Place it", {"do": "deal"}, cite=cite)
    needs = () if table.shoe.virtual else ("card",)
    label = "Deal the card" if table.shoe.virtual else "Scan the card"
    return now(f"{card}{down}", ("dealer",), cite=cite), ConsoleStep(
        label, {"do": "deal"}, needs, cite=cite
    )


def _where(table: Table, place: Place) -> str:
    """Where a card goes; the hand is named where a box has several."""
    boxes = table.round.boxes if table.round is not None else ()
    several = any(each.bet.box == place.box and len(list(each.hands())) > 1 for each in boxes)
    return f"box {place.box}" if place.why == "play" and not several else place.text


def _decision(table: Table, awaiting: AwaitsDecision) -> tuple[Now, ConsoleStep | None]:
    boxes = [f"box {box}" for box in awaiting.offers]
    if not awaiting.is_offer:
        options = awaits_view(table, awaiting, DEALER)["may"]
        assert isinstance(options, dict)
        names = [decision_name(each) for may in options.values() for each in may]
        about = f"May {join_words(names, 'or')}." if names else ""
        hand = f", hand {awaiting.hand}" if awaiting.hand and awaiting.hand > 1 else ""
        text = f"{boxes[0].capitalize()}{hand} decides"
        return now(text, ("player",), about=about, cite=cite_of(table.in_play(), awaiting)), None
    offered = dict.fromkeys(str(each) for kinds in awaiting.offers.values() for each in kinds)
    what = join_words([decision_name(each) for each in offered])
    cite = cite_of(table.in_play(), awaiting)
    text = f"Offered to {join_words(boxes)}: {what}"
    assert table.round is not None
    if offers(table.round) != awaiting:
        return now(text, ("player",), cite=cite), None
    return now(text, ("player", "dealer"), cite=cite), ConsoleStep(
        "Close the offer", {"do": "close_offers"}, cite=cite
    )


def _chore(table: Table, awaiting: AwaitsChore, at: int) -> tuple[Now, ConsoleStep | None]:
    text, label = chore_title(awaiting.chore), chore_button(awaiting.chore)
    roles = tuple(sorted(str(each) for each in awaiting.roles))
    if awaiting.chore == "settle":
        text = settlement_title(awaiting.moment)
        label = f"{text}: done"
    if awaiting.chore == "confirm_payout":
        box, _, wager = awaiting.moment.partition(" ")
        whose = f" of {awaiting.who}" if awaiting.who else ""
        text = f"Box {box}, {wager_name(wager)}: payout{whose} to be confirmed"
        command = {"do": "confirm", "box": int(box), "wager": wager}
        return now(text, roles, cite=awaiting.cite), ConsoleStep(label, command, cite=awaiting.cite)
    who = f" ({awaiting.who})" if awaiting.who else ""
    about = _about(table, awaiting.cite)
    if awaiting.chore == "settle":
        about = settlement_order(table.game.settlement_procedure)
    awaited_now = now(f"{text}{who}", roles, about=about, cite=awaiting.cite)
    if awaiting.chore in PERFORMED:
        command = {"do": "perform", "chore": awaiting.chore}
        return awaited_now, ConsoleStep(label, command, cite=awaiting.cite)
    if awaiting.chore == "open_table":
        return awaited_now, ConsoleStep(label, {"do": "open_table"}, cite=awaiting.cite)
    if awaiting.chore == "repair_reader":
        command = {"do": "report", "what": "reader_failed", "choice": "repaired"}
        return awaited_now, ConsoleStep(label, command, cite=awaiting.cite)
    if awaiting.chore == "too_few_cards":
        return awaited_now, ConsoleStep(
            label, {"do": "report", "what": "too_few_cards"}, cite=awaiting.cite
        )
    due = due_now(table, at) if table.round is None else due_before_card(table)
    return awaited_now, None if due is None else usual(table, due, at)


def _about(table: Table, cite: str) -> str:
    """What the document says there, in our words: what it asks, else what is chosen or done by it."""
    for each in table.rules.document.requirements.values():
        if each.tag in OF_PROCEDURE and each.cite in cite.split("; "):
            return _ASIDE.sub("", each.says)
    laws = table.rules.document.effective_options(table.rules.variation)
    texts = [law.about for law in laws.values() if law.cite == cite]
    texts += [law.about for law in table.rules.document.provisions.values() if law.cite == cite]
    return texts[0] if len(texts) == 1 else ""
