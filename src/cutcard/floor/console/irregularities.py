"""Irregularities at hand: those the document knows, which of them can be now, and what each asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from cutcard.cards import Card, card
from cutcard.floor.console.steps import Plain, Step, refusal
from cutcard.law import Refused
from cutcard.shoe import By, check_scan
from cutcard.table import CASES, Table
from cutcard.wording import IRREGULARITIES


@dataclass(frozen=True, slots=True)
class Asks:
    """What a report says beside its name."""

    box: bool = False
    hand: bool = False
    card: bool = False
    side: bool = False
    choices: tuple[str, ...] = ("",)


ASKS: Final[Mapping[str, Asks]] = {
    "card_face_up": Asks(card=True),
    "ten_found": Asks(card=True),
    "drawn_exposed": Asks(card=True),
    "overdraw": Asks(card=True),
    "hand_undealt": Asks(box=True),
    "hand_one_card": Asks(box=True, choices=("card", "dead")),
    "missed_card": Asks(box=True, hand=True, choices=("card", "dead")),
    "wrong_side": Asks(side=True),
    "reader_failed": Asks(choices=("", "repaired")),
    "misdelivered": Asks(box=True, card=True, choices=("next", "burn")),
    "players_let_out": Asks(box=True),
    "light_failed": Asks(box=True, choices=("", "repaired")),
    "double_card_up": Asks(box=True),
    "irregular_double": Asks(box=True, hand=True, choices=("void", "continue")),
    "cover_card_out": Asks(box=True),
}
"""What each irregularity asks for; those not here ask for nothing."""
ORDERS: Final[Mapping[str, str]] = {
    "set_aside": "It is not used.",
    "original_only": "A dealer blackjack found late takes the original wagers only.",
    "finish_round": "The round is finished, then the cards are shuffled.",
    "after_players": "The players' cards go on; the dealer's come after them.",
    "stands": "It stands, and play goes on.",
    "next_card": "It is used as the next card.",
    "no_more_cards": "That player takes no further card this round.",
    "late_card": "The card comes after everybody else's, or the hand is dead as the player chooses.",
    "dead": "The hand is dead, and its wagers go back.",
    "floor_decides": "The floor voids the hand, or lets play go on.",
    "no_wager": "No progressive wager is taken there until it works.",
    "forward": "It never goes back: it is the next card, or is burned.",
    "discard": "The card is discarded.",
    "let_out": "The wagers of that box go back.",
    "no_reader": "Play goes on as without a reader.",
    "stop": "No card is dealt until it is repaired or replaced.",
    "by_device": "What follows depends on whether this reader could show the card.",
    "floorperson_told": "A floorperson is told first.",
    "supervisor_told": "A supervisor is told first.",
    "remove": "It is torn up; a second one voids the round.",
    "refill": "The rack is shuffled to finish the round, or the round is void.",
    "rebuild": "The hand is rebuilt with a supervisor.",
}
"""What the document orders -> in words."""
CHOICES: Final[Mapping[str, str]] = {
    "card": "it gets the card later",
    "dead": "it is dead",
    "next": "it is the next card",
    "burn": "it is burned",
    "void": "the hand is void",
    "continue": "play goes on",
    "repaired": "it works again",
}


@dataclass(frozen=True, slots=True)
class Mishap:
    """An irregularity of the document."""

    what: str
    title: str
    about: str
    orders: str
    """What the document has done about it."""
    cite: str
    ways: tuple[Step, ...]
    """How it can be reported now; none where it cannot be."""
    why: str
    """Why it cannot be now."""


def mishaps(table: Table, by: By, at: int) -> tuple[Mishap, ...]:
    """Every irregularity that the document knows, those that can be now first."""
    known = [what for what in CASES if table.effect(what)]
    found = [_mishap(table, what, by, at) for what in known]
    return tuple(sorted(found, key=lambda each: not each.ways))


def _mishap(table: Table, what: str, by: By, at: int) -> Mishap:
    law = table.rules.document.provisions[what]
    asks = ASKS.get(what, Asks())
    any_card = _any_card(table, what) if asks.card and not table.shoe.virtual else None
    ways, why = [], ""
    for said in _reports(table, what, asks):
        tried = {**said, "cards": [any_card.text]} if any_card is not None else said
        no = refusal(table, tried, by, at)
        if no is None:
            needs = ("card",) if any_card is not None else ()
            ways.append(Step(_label(table, said), said, needs, cite=law.cite))
        else:
            why = no.message.removeprefix(f"{what}: ")
    orders = ORDERS[law.effect]
    return Mishap(what, IRREGULARITIES[what], law.about, orders, law.cite, tuple(ways), why)


def _reports(table: Table, what: str, asks: Asks) -> Iterator[Plain]:
    for place in _places(table, what, asks):
        for choice in asks.choices:
            said: Plain = {"do": "report", "what": what, **place}
            yield {**said, "choice": choice} if choice else said


def _places(table: Table, what: str, asks: Asks) -> Iterator[Plain]:
    if asks.side:
        yield from ({"side": each} for each in table.shoe.law.sides or ("left",))
        return
    if not asks.box:
        yield {}
        return
    if what == "cover_card_out":
        yield {"box": 0}
    if what == "light_failed":
        yield from ({"box": number} for number in range(1, table.game.boxes + 1))
        return
    boxes = () if table.round is None else table.round.boxes
    for box in boxes:
        if asks.hand:
            yield from (
                {"box": box.bet.box, "hand": number} for number in range(1, box.number_of_hands + 1)
            )
        else:
            yield {"box": box.bet.box}
    if not boxes:
        yield {"box": 1}


def _any_card(table: Table, what: str) -> Card:
    """Some card that could come off a physical shoe now: it only stands for the one to be read."""
    if what == "ten_found":
        return card("Tc")
    for each in table.shoe.law.pack:
        try:
            check_scan(table.shoe, each)
        except Refused:
            continue
        return each
    return card("Ac")


def _label(table: Table, said: Plain) -> str:
    parts = []
    if "box" in said:
        hands = 0
        if table.round is not None and (box := table.round.box(said["box"])) is not None:
            hands = box.number_of_hands
        parts.append(f"Box {said['box']}" if said["box"] else "The dealer's cards")
        if "hand" in said and hands > 1:
            parts.append(f"hand {said['hand']}")
    if "side" in said:
        parts.append(f"The {said['side']} side")
    if "choice" in said:
        parts.append(CHOICES[said["choice"]])
    return ", ".join(parts)[:1].upper() + ", ".join(parts)[1:] if parts else "Report it"
