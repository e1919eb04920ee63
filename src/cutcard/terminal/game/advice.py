"""An estimate, not a strategy: the rest of the round dealt many times from the cards not yet seen.

For each action the same shuffles of the unseen cards go through the table's own engine; after the
action the hand is played in one fixed way (`policy`). What is shown is the average result of the
box in this round, side wagers left out, and its standard error. The live shuffle has no part in it: the
samples come from an ordinary seeded generator, and the real order of the cards is not looked at.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final

from cutcard.cards import Card
from cutcard.fair import draw
from cutcard.law import Refusal
from cutcard.rules import SIMPLE_PLAY, TWO_CARDS, is_natural
from cutcard.shoe import NO_COVER, By, Role
from cutcard.table import (
    AwaitsDecision,
    AwaitsDevice,
    Table,
    awaits_in,
    commands,
    dealer_shown,
    hand_shown,
    step,
)
from cutcard.terminal.game.player import fixed_answer
from cutcard.values import but

SECONDS: Final = 1.0
LEAST_DEALS: Final = 20
MOST_DEALS: Final = 2_000
MOST_STEPS: Final = 200
COUNTED: Final = ("main", "insurance")
"""The wagers whose result is averaged: side wagers would hide the difference between the actions."""
SYSTEM: Final = By(Role.DEVICE, "estimate")


@dataclass(frozen=True, slots=True)
class Estimate:
    """The average result of an action, in cents, and its standard error."""

    action: str
    average: float
    error: float


@dataclass(frozen=True, slots=True)
class Estimates:
    """Every action's estimate, the best first, and from how many deals."""

    actions: tuple[Estimate, ...]
    deals: int

    @property
    def about(self) -> str:
        """What these numbers are, in one line."""
        deals = f"Estimated from {self.deals} deals of the unseen cards each"
        return f"{deals}; after the action: {SIMPLE_PLAY}."


def estimate(
    table: Table,
    viewer: By,
    box: int,
    choices: Sequence[tuple[str, commands.Command]],
    *,
    burned: Sequence[Card] = (),
    seconds: float | None = None,
) -> Estimates:
    """The average result of a box for each choice, from as many deals as the time allows."""
    unseen = unseen_cards(table, viewer, burned)
    alone = _alone(table, box)
    rng = Random(len(unseen) * 1_000_003 + table.version)
    results: dict[str, list[int]] = {name: [] for name, _ in choices}
    until = time.monotonic() + (SECONDS if seconds is None else seconds)
    for deal in range(MOST_DEALS):
        if deal >= LEAST_DEALS and time.monotonic() > until:
            break
        dealt = _dealt(alone, unseen, rng)
        nets = [_result(dealt, command, box, rng) for _, command in choices]
        if None in nets:  # the cards left do not finish this round; it counts for no action
            continue
        for (name, _), result in zip(choices, nets, strict=True):
            results[name].append(result or 0)
    averages = [_average(name, nets) for name, nets in results.items() if nets]
    deals = max(map(len, results.values()), default=0)
    return Estimates(tuple(sorted(averages, key=lambda each: -each.average)), deals)


def _average(name: str, nets: list[int]) -> Estimate:
    count = len(nets)
    average = sum(nets) / count
    variance = sum((net - average) ** 2 for net in nets) / max(1, count - 1)
    return Estimate(name, average, sqrt(variance / count))


def unseen_cards(table: Table, viewer: By, burned: Sequence[Card] = ()) -> tuple[Card, ...]:
    """Every card that the viewer cannot know: in the shoe, face down on the layout, or burned."""
    side = table.shoe.side
    return (*side.stack[side.at :], *_face_down(table, viewer), *burned)


def _face_down(table: Table, viewer: By) -> Iterator[Card]:
    r = table.in_play()
    for index, cards in enumerate(r.dealer):
        shown = dealer_shown(r, index)
        yield from (card for card, seen in zip(cards, shown, strict=True) if seen is None)
    for box in r.boxes:
        for hand in box.hands():
            shown = hand_shown(r, box, hand, viewer)
            yield from (card for card, seen in zip(hand.cards, shown, strict=True) if seen is None)


def _alone(table: Table, number: int) -> Table:
    """The table with one box only: unseen cards that go to others are as good as any others."""
    r = table.in_play()
    return but(table, round=but(r, boxes=tuple(each for each in r.boxes if each.bet.box == number)))


def _dealt(table: Table, unseen: Sequence[Card], rng: Random) -> Table:
    """The table with the unseen cards in another order, the hole card among them.

    A dealer who has looked and has no blackjack has none in a sample either.
    """
    order = list(unseen)
    r = table.in_play()
    if len(r.dealer[0]) >= TWO_CARDS and dealer_shown(r)[1] is None:
        looked = r.checked and not r.blackjack_found
        may_be = [n for n, card in enumerate(order) if not (looked and is_natural((r.up, card)))]
        hole = order.pop(rng.choice(may_be))
        first = (r.dealer[0][0], hole, *r.dealer[0][2:])
        r = but(r, dealer=(first, *r.dealer[1:]))
    rng.shuffle(order)
    side = table.shoe.side
    stack = tuple(order[: side.size - side.at])
    fresh = side._replace(stack=stack, size=len(stack), at=0, cover=NO_COVER)
    sides = tuple(fresh if each is side else each for each in table.shoe.sides)
    return but(table, round=r, shoe=table.shoe._replace(sides=sides))


def _result(table: Table, command: commands.Command, box: int, rng: Random) -> int | None:
    """The result of the box; None where the cards do not last."""
    for _ in range(MOST_STEPS):
        outcome = step(table, command)
        if isinstance(outcome, Refusal):
            return None
        table = outcome[0]
        r = table.round
        if r is None or r.finished:
            break
        awaited = awaits_in(r)
        if isinstance(awaited, AwaitsDecision):
            command = fixed_answer(table, awaited, next(iter(awaited.offers)))
        elif isinstance(awaited, AwaitsDevice):
            device, shows = draw(r, awaited, below=rng.randrange)
            command = commands.ShowDevice(SYSTEM, device, shows)
        else:
            return None
    r = table.round
    if r is None or not r.finished:
        return None
    counted = (line for line in r.lines if line.box == box and line.wager.startswith(COUNTED))
    return sum(line.net for line in counted)
