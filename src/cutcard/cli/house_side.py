"""The house's side of an interactive round: the meters and devices that its settlement asks for."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Final

from cutcard.cli.live_round import LiveRound
from cutcard.cli.output import refusal_line
from cutcard.cli.prompt import Prompt, number
from cutcard.law.refusal import Code, Refusal, Refused
from cutcard.money import Cents, MoneyError, cents, dollars
from cutcard.table import Settled
from cutcard.table.request import Request
from cutcard.table.settle import settle_round
from cutcard.wagers.seat import House

HOUSE_HELP = """\
What the house's meter shows or its device decided: an amount like 1234.50, a symbol like $50,
a card, a box number; several with commas between, in seat order. Enter gives the round up."""
WINNER_HELP = "The box that the system's random draw fell on in this round; Enter where on none."

_NEEDED: Final = re.compile(r"(meters|resets|devices)\.(\w[\w.]*\w|\w)(?:\[(\d+)\])?")


@dataclass(slots=True)
class HouseSide:
    """Meters as displayed, where they restart, what devices decided."""

    meters: dict[str, Cents] = field(default_factory=dict)
    resets: dict[str, Cents] = field(default_factory=dict)
    devices: dict[str, list[object]] = field(default_factory=dict)

    @classmethod
    def of(cls, request: Request) -> HouseSide:
        """As a file gives it."""
        devices = {
            name: list(found) if isinstance(found, list | tuple) else [found]
            for name, found in request.devices.items()
        }
        return cls(dict(request.meters), dict(request.resets), devices)

    def as_request(self) -> dict[str, object]:
        """Its part of a file for `cutcard settle`."""
        return {
            "meters": {name: dollars(amount) for name, amount in self.meters.items()},
            "resets": {name: dollars(amount) for name, amount in self.resets.items()},
            "devices": dict(self.devices),
        }

    def settle(self, prompt: Prompt, live: LiveRound) -> Settled | None:
        """Settle a finished round, asking for what it needs; None where it is given up."""
        self._ask_random_winners(prompt, live)
        while True:
            house = House(dict(self.meters), dict(self.resets), dict(self.devices))
            try:
                lines = settle_round(live.round, house)
            except Refused as refused:
                self._tell(prompt, refused.refusal)
                if not self._ask(prompt, refused.refusal):
                    prompt.say("The round is not settled.", "yellow")
                    return None
            else:
                return Settled(live.round, tuple(lines), house.meters)

    def _tell(self, prompt: Prompt, refusal: Refusal) -> None:
        """What is only missing is no slip of the person's."""
        if refusal.code in (Code.DEVICE_MISSING, Code.METER_MISSING):
            prompt.say(refusal_line(refusal))
        else:
            prompt.refuse(refusal)

    def _ask_random_winners(self, prompt: Prompt, live: LiveRound) -> None:
        for offer in live.table.rules.offers.values():
            name = offer.law.id
            if offer.law.classifier == "random_winner" and name not in self.devices:
                answer = prompt.ask(f"{offer.law.title}: winning box, Enter for none", WINNER_HELP)
                if answer:
                    self.devices[name] = device_entries(answer)

    def _ask(self, prompt: Prompt, refusal: Refusal) -> bool:
        """Ask for what a refusal names; false where it names nothing, or nothing comes."""
        needed = _NEEDED.match(refusal.message)
        if needed is None:
            return False
        kind, name, index = needed.groups()
        if refusal.code is Code.DEVICE_UNUSED:
            self.devices.pop(name, None)
            return True
        answer = prompt.ask(f"{kind}.{name}", HOUSE_HELP)
        if not answer:
            return False
        if kind == "devices":
            self._take_entries(name, device_entries(answer), refusal, index)
            return True
        try:
            amount = cents(answer)
        except MoneyError as problem:
            prompt.say(f"No: {problem}", "yellow")
            return True
        (self.meters if kind == "meters" else self.resets)[name] = amount
        return True

    def _take_entries(
        self, name: str, entries: list[object], refusal: Refusal, index: str | None
    ) -> None:
        """One that was missing is added; one that could not be read is replaced."""
        earlier = self.devices.get(name, [])
        if index is not None:
            self.devices[name] = [*earlier[: int(index)], *entries, *earlier[int(index) + 1 :]]
        elif refusal.code is Code.DEVICE_MISSING:
            self.devices[name] = [*earlier, *entries]
        else:
            self.devices[name] = entries


def device_entries(answer: str) -> list[object]:
    """What devices decided, as a person writes it: JSON, or texts and numbers with commas between."""
    if answer[:1] in ("[", "{"):
        try:
            found = json.loads(answer)
        except (ValueError, RecursionError):
            return [answer]
        return found if isinstance(found, list) else [found]
    listed = [each.strip() for each in answer.split(",") if each.strip()]
    found_numbers = [(each, number(each)) for each in listed]
    return [each if value is None else value for each, value in found_numbers]
