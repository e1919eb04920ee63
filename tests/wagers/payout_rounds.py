"""Finished rounds from a few texts, and their settlement as one line of text per line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from cutcard.cards import cards
from cutcard.law import document
from cutcard.law.model import OptionValue
from cutcard.law.refusal import Refusal, Refused
from cutcard.law.ruleset.resolution import RuleSet, resolve
from cutcard.money import Cents, cents, dollars
from cutcard.rules.main import Line
from cutcard.wagers.settlement.payouts import settle_side_wagers
from cutcard.wagers.settlement.seat import HouseSide, Seat
from wagers.views import look

MD, MA = "md-blackjack", "ma-blackjack"
PE, BR, PO = "md-players-edge-21", "players-edge-21-brochure", "md-pontoon-21"


def offering(name: str, wagers: Mapping[str, object], **options: OptionValue) -> RuleSet:
    """A rule set without any violation."""
    rules, findings = resolve(document(name), options=options, wagers=wagers)
    assert not [each for each in findings if each.severity == "violation"]
    assert rules is not None
    return rules


def at(
    box: int,
    hand: str,
    dealer: str,
    *,
    player: str = "",
    completed: str = "",
    drawn: str = "",
    won: int = 0,
    lost: int = 0,
    hands: int = 1,
    surrendered: bool = False,
    streak: int = 0,
    bonus_hand: int | None = None,
    on: Mapping[str, str] | None = None,
    **stakes: str,
) -> Seat:
    """A seat; each box is its own player unless it says otherwise. `on` holds further stakes."""
    view = look(hand, dealer, drawn=drawn)
    return Seat(
        box=box,
        player=player or f"player {box}",
        stakes={name: cents(stake) for name, stake in {**stakes, **(on or {})}.items()},
        view=view,
        completed_dealer=cards(completed) if completed else view.dealer,
        hands_won=won,
        hands_lost=lost,
        hands_total=hands,
        surrendered=surrendered,
        streak_wins=streak,
        super_bonus_hand=bonus_hand,
    )


def house(devices: Mapping[str, object] | None = None, /, **amounts: str) -> HouseSide:
    """The house's side: meters by name, resets by `reset_of_` and the name; a dot is written __."""
    meters: dict[str, Cents] = {}
    resets: dict[str, Cents] = {}
    for name, amount in amounts.items():
        place = resets if name.startswith("reset_of_") else meters
        place[name.removeprefix("reset_of_").replace("__", ".")] = cents(amount)
    return HouseSide(meters, resets, devices or {})


def lines(rules: RuleSet, seats: Sequence[Seat], side: HouseSide | None = None) -> list[Line]:
    """The settlement, every seat seeing the rule set's options."""
    seen = [replace(seat, view=replace(seat.view, options=rules.options)) for seat in seats]
    return settle_side_wagers(rules, seen, side or HouseSide())


def settled(rules: RuleSet, seats: Sequence[Seat], side: HouseSide | None = None) -> list[str]:
    """`box wager outcome | stake at pays | returned | cite`, one text per line."""
    return [told(line) for line in lines(rules, seats, side)]


def told(line: Line) -> str:
    """A line as one text; the hand and who else is paid stand where they matter."""
    box = f"{line.box}" if line.hand is None else f"{line.box}.{line.hand}"
    to = "" if line.paid_to == "player" else f" to the {line.paid_to}"
    money = f"{dollars(line.stake)} at {line.pays} | {dollars(line.returned)}{to}"
    return f"{box} {line.wager} {line.outcome} | {money} | {line.cite}"


def refused(rules: RuleSet, seats: Sequence[Seat], side: HouseSide | None = None) -> Refusal:
    """Why a round is not settled; nothing may have moved on the meters."""
    before = dict(side.meters) if side is not None else {}
    with pytest.raises(Refused) as caught:
        lines(rules, seats, side)
    assert side is None or side.meters == before
    return caught.value.refusal


def meter(side: HouseSide, name: str) -> str:
    """What a meter shows."""
    return dollars(side.meters[name])
