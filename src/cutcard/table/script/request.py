"""A round as a request: plain JSON or TOML values into bets, cards and decisions.

Whatever is wrong with it becomes one `Refused` that says what and where; commands are read likewise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from cutcard.cards import Card, CardError, card
from cutcard.law import Code, Refused, place, shown
from cutcard.money import Cents, MoneyError, cents
from cutcard.rules import Action
from cutcard.table.play.bets import Bet
from cutcard.table.round import Decision

MOST_NUMBER: Final = 10**12


def bad(message: str) -> Refused:
    """A request that cannot be read."""
    return Refused(Code.BAD_REQUEST, message)


def number(value: object, where: str, most: int = MOST_NUMBER) -> int:
    """A whole number whose absolute value is at most `most`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise bad(f"{where}: must be a whole number, not {shown(value)}")
    if abs(value) > most:
        raise bad(f"{where}: {shown(value)} is too large")
    return value


def amount(value: object, where: str) -> Cents:
    """An amount of dollars, zero or more."""
    try:
        read = cents(value)
    except MoneyError as problem:
        raise Refused(Code.BAD_AMOUNT, f"{where}: {problem}") from None
    if read < 0:
        raise Refused(Code.BAD_AMOUNT, f"{where}: {shown(value)} is negative")
    return read


def printable(value: object, where: str, longest: int) -> str:
    """A text of at most so many characters, all of which can be printed."""
    if not isinstance(value, str):
        raise bad(f"{where}: must be a text, not {shown(value)}")
    if len(value) > longest or not value.isprintable():
        raise bad(f"{where}: {shown(value)} is too long, or has characters that cannot be printed")
    return value


def truth(value: object, where: str) -> bool:
    """Yes or no."""
    if not isinstance(value, bool):
        raise bad(f"{where}: must be true or false, not {shown(value)}")
    return value


def mapping(value: object, where: str, *, optional: bool = False) -> Mapping[str, object]:
    """A table of names and values; empty where an optional one is left out."""
    if optional and value is None:
        return {}
    if not isinstance(value, Mapping) or any(not isinstance(key, str) for key in value):
        raise bad(f"{where}: must be a table of names and values")
    return value


def amounts(value: object, where: str, *, optional: bool = False) -> dict[str, Cents]:
    """A table of names and amounts."""
    table = mapping(value, where, optional=optional)
    return {key: amount(each, place(where, key)) for key, each in table.items()}


KEYS = (
    "document", "variation", "options", "wagers", "meters", "resets", "devices",
    "boxes", "cards", "decisions",
)  # fmt: skip
MOST_CARDS = 2000
LARGEST_INDEX = 10**6
ACTIONS = {str(each): each for each in Action}
WITH_AMOUNT = (Action.DOUBLE, Action.INSURE, Action.SPLIT)


@dataclass(frozen=True, slots=True)
class Request:
    """Everything one scripted round needs."""

    document: str
    variation: str | None
    options: Mapping[str, object]
    wagers: Mapping[str, object]
    bets: tuple[Bet, ...]
    cards: tuple[Card, ...]
    decisions: tuple[Decision, ...]
    meters: Mapping[str, Cents] = field(default_factory=dict)
    resets: Mapping[str, Cents] = field(default_factory=dict)
    devices: Mapping[str, object] = field(default_factory=dict)


def _index(value: object, where: str) -> int:
    return number(value, where, LARGEST_INDEX)


def _sequence(value: object, where: str) -> Sequence[object]:
    if value is None:
        return ()
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise bad(f"{where}: must be a list")
    return value


def _known_keys(table: Mapping[str, object], known: Sequence[str], where: str) -> None:
    for key in table:
        if key not in known:
            raise bad(f"{place(where, key)}: unknown key; known keys: {', '.join(known)}")


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or not value:
        raise bad(f"{where}: must be a text")
    return value


def parse_request(plain: object) -> Request:
    """A request from plain values."""
    table = mapping(plain, "the round", optional=True)
    _known_keys(table, KEYS, "")
    variation = table.get("variation")
    return Request(
        document=_text(table.get("document"), "document"),
        variation=None if variation is None else _text(variation, "variation"),
        options=mapping(table.get("options"), "options", optional=True),
        wagers=mapping(table.get("wagers"), "wagers", optional=True),
        bets=tuple(
            _bet(each, f"boxes[{i}]") for i, each in enumerate(_sequence(table.get("boxes"), "boxes"))
        ),
        cards=_cards(table.get("cards")),
        decisions=tuple(
            _decision(each, f"decisions[{i}]")
            for i, each in enumerate(_sequence(table.get("decisions"), "decisions"))
        ),
        meters=amounts(table.get("meters"), "meters", optional=True),
        resets=amounts(table.get("resets"), "resets", optional=True),
        devices=mapping(table.get("devices"), "devices", optional=True),
    )


def _cards(value: object) -> tuple[Card, ...]:
    listed = _sequence(value, "cards")
    if len(listed) > MOST_CARDS:
        raise bad(f"cards: {len(listed)} cards are more than a round can use")
    dealt = []
    for index, each in enumerate(listed):
        try:
            dealt.append(card(_text(each, f"cards[{index}]")))
        except CardError as problem:
            raise Refused(Code.BAD_CARD, f"cards[{index}]: {problem}") from None
    return tuple(dealt)


def _bet(value: object, where: str) -> Bet:
    table = mapping(value, where)
    _known_keys(table, ("box", "player", "stakes", "streak"), where)
    box = _index(table.get("box"), f"{where}.box")
    player = table.get("player")
    wins = _index(table.get("streak", 0), f"{where}.streak")
    if not 0 <= wins <= 4:
        raise bad(f"{where}.streak: 0 to 4 consecutive wins")
    player = f"box {box}" if player is None else _text(player, f"{where}.player")
    return Bet(box, player, amounts(table.get("stakes"), f"{where}.stakes", optional=True), wins)


def _decision(value: object, where: str) -> Decision:
    table = mapping(value, where)
    _known_keys(table, ("box", "do", "amount", "spot", "hand"), where)
    do = _text(table.get("do"), f"{where}.do")
    if do not in ACTIONS:
        raise bad(f"{where}.do: {shown(do)} is not one of {', '.join(ACTIONS)}")
    spot, hand = table.get("spot"), table.get("hand")
    given = table.get("amount")
    if given is not None and ACTIONS[do] not in WITH_AMOUNT:
        raise bad(f"{where}.amount: {do} takes no amount")
    return Decision(
        box=_index(table.get("box"), f"{where}.box"),
        do=ACTIONS[do],
        amount=None if given is None else amount(given, f"{where}.amount"),
        spot=None if spot is None else _index(spot, f"{where}.spot"),
        hand=None if hand is None else _index(hand, f"{where}.hand"),
    )
