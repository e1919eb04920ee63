"""Irregularities of a document: which of them can be reported now, and what each report needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from cutcard.cards import Card, card
from cutcard.floor.console.next_step import ConsoleStep, Plain, refusal
from cutcard.law import Refused
from cutcard.shoe import By, check_scan
from cutcard.table import CASES, Table
from cutcard.wording import (
    capitalized,
    irregularity_choice,
    irregularity_label,
    irregularity_order,
)


@dataclass(frozen=True, slots=True)
class Asks:
    """What a report needs beside its name."""

    box: bool = False
    hand: bool = False
    dealt_hand: bool = False
    """Whether one of two hands dealt to a box (Switch) may be named."""
    card: bool = False
    side: bool = False
    choices: tuple[str, ...] = ("",)


ASKS: Final[Mapping[str, Asks]] = {
    "card_face_up": Asks(card=True),
    "ten_found": Asks(card=True, choices=("", "face_up")),
    "drawn_exposed": Asks(card=True),
    "overdraw": Asks(card=True),
    "hand_undealt": Asks(box=True, dealt_hand=True),
    "hand_one_card": Asks(box=True, dealt_hand=True, choices=("card", "dead")),
    "missed_card": Asks(box=True, hand=True, choices=("card", "dead")),
    "wrong_side": Asks(side=True),
    "reader_failed": Asks(choices=("", "repaired")),
    "misdelivered": Asks(box=True, card=True, choices=("next", "burn")),
    "players_let_out": Asks(box=True),
    "light_failed": Asks(box=True, choices=("", "repaired")),
    "double_card_up": Asks(box=True, hand=True),
    "irregular_double": Asks(box=True, hand=True, choices=("void", "continue")),
    "cover_card_out": Asks(box=True),
}
"""What each report needs; those not here need nothing."""


@dataclass(frozen=True, slots=True)
class Mishap:
    """An irregularity of the document."""

    what: str
    title: str
    about: str
    orders: str
    """What the document has done about it."""
    cite: str
    ways: tuple[ConsoleStep, ...]
    """How it can be reported now; empty where it does not apply."""
    why: str
    """Why it does not apply now."""


def mishaps(table: Table, by: By, at: int) -> tuple[Mishap, ...]:
    """Every irregularity of the document, those that apply now first."""
    known = [what for what in CASES if table.effect(what)]
    reports = [_mishap(table, what, by, at) for what in known]
    return tuple(sorted(reports, key=lambda each: not each.ways))


def _mishap(table: Table, what: str, by: By, at: int) -> Mishap:
    law = table.rules.document.provisions[what]
    asks = ASKS.get(what, Asks())
    any_card = _any_card(table, what) if asks.card and not table.shoe.virtual else None
    ways, why = [], ""
    for report in _reports(table, what, asks):
        tried = {**report, "cards": [any_card.text]} if any_card is not None else report
        no = refusal(table, tried, by, at)
        if no is None:
            needs = ("card",) if any_card is not None else ()
            ways.append(ConsoleStep(_label(table, report), report, needs, cite=law.cite))
        else:
            why = no.message.removeprefix(f"{what}: ")
    orders = irregularity_order(law.effect)
    return Mishap(what, irregularity_label(what), law.about, orders, law.cite, tuple(ways), why)


def _reports(table: Table, what: str, asks: Asks) -> Iterator[Plain]:
    for place in _places(table, what, asks):
        for choice in asks.choices:
            report: Plain = {"do": "report", "what": what, **place}
            yield {**report, "choice": choice} if choice else report


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
        numbers = range(1, box.number_of_hands + 1)
        if not asks.hand:
            yield {"box": box.bet.box}
        if asks.hand or (asks.dealt_hand and len(box.groups) > 1):
            yield from ({"box": box.bet.box, "hand": number} for number in numbers)
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


def _label(table: Table, report: Plain) -> str:
    parts = []
    if "box" in report:
        hands = 0
        if table.round is not None and (box := table.round.box(report["box"])) is not None:
            hands = box.number_of_hands
        parts.append(f"Box {report['box']}" if report["box"] else "The dealer's cards")
        if "hand" in report and hands > 1:
            parts.append(f"hand {report['hand']}")
    if "side" in report:
        parts.append(f"The {report['side']} side")
    place = ", ".join(parts)
    if "choice" in report:
        choice = irregularity_choice(report["choice"])
        return f"{place}: {choice}" if place else capitalized(choice)
    return place or "Report it"
