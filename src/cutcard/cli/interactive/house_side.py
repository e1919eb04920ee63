"""The house's side of an interactive round: the meters and devices that its settlement asks for."""

from __future__ import annotations

import json
import re
from typing import Final

from cutcard.cli.interactive.live_round import HouseValues, LiveRound
from cutcard.law import Code, Refusal
from cutcard.money import MoneyError, cents
from cutcard.table.script import Request
from cutcard.terminal import Prompt, number, refusal_line
from cutcard.wagers import DecidedBy, decided_by

HOUSE_HELP = """\
What the house's meter shows or its device decided: an amount like 1234.50, a symbol like $50,
a card, a box number; several with commas between, in seat order. Enter abandons the round."""
WINNER_HELP = "The box chosen by the system's random draw in this round; Enter for none."

_NEEDED: Final = re.compile(r"(meters|resets|devices)\.(\w[\w.]*\w|\w)(?:\[(\d+)\])?")


def read_house_side(request: Request) -> HouseValues:
    """The house's side as a file gives it."""
    devices = {
        name: list(entries) if isinstance(entries, list | tuple) else [entries]
        for name, entries in request.devices.items()
    }
    return HouseValues(dict(request.meters), dict(request.resets), devices)


def supply(prompt: Prompt, live: LiveRound) -> bool:
    """Ask for what keeps a round from going on; false where it is given up."""
    assert live.stuck is not None
    _print_reason(prompt, live.stuck)
    if not _ask(prompt, live.house, live.stuck):
        prompt.say("The round is not settled.", "yellow")
        return False
    live.deal_again()
    return True


def ask_random_winners(prompt: Prompt, live: LiveRound) -> bool:
    """Ask on which box a system's random draw fell; true where one is named: then more is settled."""
    is_named = False
    for offer in live.at.rules.offers.values():
        name = offer.law.id
        if decided_by(offer.law) is DecidedBy.RANDOM_WINNER and name not in live.house.devices:
            answer = prompt.ask(f"{offer.law.title}: winning box, Enter for none", WINNER_HELP)
            if answer:
                live.house.devices[name] = device_entries(answer)
                is_named = True
    if is_named:
        live.deal_again()
    return is_named


def _print_reason(prompt: Prompt, refusal: Refusal) -> None:
    """Say why the round does not go on; something that is only missing is no mistake."""
    if refusal.code in (Code.DEVICE_MISSING, Code.METER_MISSING):
        prompt.say(refusal_line(refusal))
    else:
        prompt.refuse(refusal)


def _ask(prompt: Prompt, house: HouseValues, refusal: Refusal) -> bool:
    """Ask for what a refusal names; false where it names nothing, or nothing comes."""
    needed = _NEEDED.match(refusal.message)
    if needed is None:
        return False
    kind, name, index = needed.groups()
    if refusal.code is Code.DEVICE_UNUSED:
        house.devices.pop(name, None)
        return True
    answer = prompt.ask(f"{kind}.{name}", HOUSE_HELP)
    if not answer:
        return False
    if kind == "devices":
        _take_entries(house, name, device_entries(answer), refusal, index)
        return True
    try:
        amount = cents(answer)
    except MoneyError as problem:
        prompt.say(f"No: {problem}", "yellow")
        return True
    (house.meters if kind == "meters" else house.resets)[name] = amount
    return True


def _take_entries(
    house: HouseValues, name: str, entries: list[object], refusal: Refusal, index: str | None
) -> None:
    """Add entries that were missing; replace those that could not be read."""
    earlier = house.devices.get(name, [])
    if index is not None:
        house.devices[name] = [*earlier[: int(index)], *entries, *earlier[int(index) + 1 :]]
    elif refusal.code is Code.DEVICE_MISSING:
        house.devices[name] = [*earlier, *entries]
    else:
        house.devices[name] = entries


def device_entries(answer: str) -> list[object]:
    """What devices decided, as a person writes it: JSON, or texts and numbers with commas between."""
    if answer[:1] in ("[", "{"):
        try:
            entries = json.loads(answer)
        except (ValueError, RecursionError):
            return [answer]
        return entries if isinstance(entries, list) else [entries]
    words = [word.strip() for word in answer.split(",") if word.strip()]
    numbers = [number(word) for word in words]
    return [word if value is None else value for word, value in zip(words, numbers, strict=True)]
