"""Does the chores of a table as its automatic dealer does them, with the cards that a case wants."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from cutcard.cards import Card, card, cards
from cutcard.floor.sessions.fault import SessionFault
from cutcard.law import Refusal
from cutcard.shoe import (
    Act,
    By,
    Chore,
    Due,
    Role,
    cards_to_shuffle,
    commitment_of,
    due,
    events as shoe_events,
    refill_due,
)
from cutcard.table import (
    AwaitsChore,
    Table,
    awaits,
    awaits_view,
    due_before_card,
    next_chore,
    step,
)
from cutcard.table.commands import Command

SALT: Final = "session"
MOST: Final = 2000

Orders = Mapping[int, tuple[Card, ...]]


def arranged(pack: Sequence[Card], first: Sequence[Card], *, seed: int) -> tuple[Card, ...]:
    """The cards with some of them first and the rest shuffled behind, always alike."""
    rest = Counter(pack)
    rest.subtract(Counter(first))
    missing = [each.text for each, count in rest.items() if count < 0]
    if missing:
        raise SessionFault(f"the shoe does not hold so many of {missing}")
    behind = list(rest.elements())
    random.Random(seed).shuffle(behind)
    return (*first, *behind)


def due_shuffle(table: Table, at: int) -> Due:
    """The shuffle that a table awaits."""
    found = due_before_card(table) if table.round is not None else due(table.shoe, table.people, at)
    found = found or refill_due(table.shoe, table.people)
    if found is None:
        raise SessionFault("no shuffle is awaited")
    if found.chore is not Chore.SHUFFLE:
        raise SessionFault(f"{found.chore} is awaited, not a shuffle")
    return found


def shuffle_of(wanted: Due, order: tuple[Card, ...], at: int) -> Act:
    """The act that answers a due shuffle with an order."""
    by = By(sorted(wanted.roles)[0])
    sealed = commitment_of(order, SALT)
    act = Act(Chore.SHUFFLE, by, at, wanted.batch, wanted.side, order=order, salt=SALT)
    return replace(act, commitment=sealed, why=wanted.why)


def shuffled_act(table: Table, command: Command, top: str) -> Command:
    """A shuffle of a case, with the order that the case leaves to the runner."""
    assert isinstance(command, Act)
    wanted = due(table.shoe, table.people, command.at)
    if table.round is not None or wanted is None or wanted.chore is not Chore.SHUFFLE:
        wanted = refill_due(table.shoe, table.people) or wanted
    if wanted is None or wanted.chore is not Chore.SHUFFLE:
        return command  # not awaited: the table will say so
    order = arranged(cards_to_shuffle(table.shoe, wanted), cards(top), seed=wanted.batch)
    why = command.why or wanted.why
    return replace(command, order=order, salt=SALT, commitment=commitment_of(order, SALT), why=why)


def _by_side(found: Any) -> dict[str, tuple[Card, ...]]:
    if isinstance(found, dict):
        return {side: cards(listed) for side, listed in found.items()}
    return {"": cards(found)} if found else {}


class Driver:
    """Brings a table to the point where something is awaited."""

    def __init__(self, at: int, until: str, burn: str) -> None:
        self.at, self.until, self.burn = at, until, card(burn)
        self.cover: Mapping[int, int] = {}
        """Batch -> how many cards lie before the cover card."""

    def commands(self, table: Table, first: Any, cover_after: int | None) -> list[Command]:
        """The commands to be given; the wanted cards come first once the burned ones are gone."""
        wanted = _by_side(first)
        done, happened = self._drive(table, {})
        if not wanted and cover_after is None:
            return done
        orders: dict[int, tuple[Card, ...]] = {}
        covers: dict[int, int] = {}
        sides = set()
        for at, event in enumerate(happened):
            if not isinstance(event, shoe_events.ShoeLoaded) or not table.shoe.virtual:
                continue
            burned = _burned_after(happened[at + 1 :], event.side)
            shuffle, cut = _last_shuffle(happened[:at], event.batch)
            sides.add(event.side)
            if event.side in wanted:
                stack = self._stack(shuffle.order, wanted[event.side], burned, event.batch)
                orders[event.batch] = stack[len(stack) - cut :] + stack[: len(stack) - cut]
            if cover_after is not None:
                covers[event.batch] = burned + cover_after
        if not table.shoe.virtual:
            raise SessionFault("the cards of a physical table are scanned, one by one")
        if not sides:
            raise SessionFault(f"until {self.until}: no cards were shuffled on the way")
        if wanted.keys() > sides:
            raise SessionFault(f"the shoe has the sides {sorted(sides)}")
        self.cover = covers
        return self._drive(table, orders)[0]

    @staticmethod
    def _stack(pack: Sequence[Card], first: Sequence[Card], burned: int, seed: int) -> tuple[Card, ...]:
        whole = arranged(pack, first, seed=seed)
        behind = whole[len(first) :]
        return behind[len(behind) - burned :] + whole[: len(whole) - burned]

    def _drive(self, table: Table, orders: Orders) -> tuple[list[Command], list[object]]:
        done: list[Command] = []
        happened: list[object] = []
        for _ in range(MOST):
            if self._is_there(table):
                return done, happened
            command = self._next(table, orders)
            if command is None:
                raise SessionFault(f"until {self.until}: the table awaits {awaits(table, self.at)}")
            answer = step(table, command)
            if isinstance(answer, Refusal):
                raise SessionFault(f"until {self.until}: {command}: {answer}")
            table = answer[0]
            happened += answer[1]
            done.append(command)
        raise SessionFault(f"until {self.until}: it never came")

    def _is_there(self, table: Table) -> bool:
        awaited = awaits_view(table, awaits(table, self.at))
        return self.until in (awaited["kind"], awaited.get("chore"))

    def _next(self, table: Table, orders: Orders) -> Command | None:
        awaited = awaits(table, self.at)
        if isinstance(awaited, AwaitsChore) and awaited.chore == Chore.SHUFFLE and table.shoe.virtual:
            wanted = due_shuffle(table, self.at)
            given = orders.get(wanted.batch)
            pack = cards_to_shuffle(table.shoe, wanted)
            order = arranged(pack, (), seed=wanted.batch) if given is None else given
            return shuffle_of(wanted, order, self.at)
        if isinstance(awaited, AwaitsChore) and awaited.chore == Chore.BURN and not table.shoe.virtual:
            return Act(Chore.BURN, By(sorted(awaited.roles)[0]), self.at, card=self.burn)
        command = next_chore(table, self.at)
        if isinstance(awaited, AwaitsChore) and awaited.chore == Chore.ACCEPT_CUT and awaited.who:
            return Act(Chore.REFUSE_CUT, By(Role.PLAYER, awaited.who), self.at)
        if isinstance(command, Act) and command.do is Chore.PLACE_COVER and command.batch in self.cover:
            size = table.shoe.batch(command.batch).size
            return replace(command, behind=size - self.cover[command.batch])
        return command


def _burned_after(events: Sequence[object], side: str) -> int:
    """How many cards a freshly loaded shoe burns before its first card."""
    burned = 0
    for event in events:
        if isinstance(event, shoe_events.CardBurned) and event.side == side:
            burned += 1
        elif hasattr(event, "drawn") or isinstance(event, shoe_events.ShoeLoaded):
            break
    return burned


def _last_shuffle(events: Sequence[object], batch: int) -> tuple[shoe_events.CardsShuffled, int]:
    """The shuffle that a loaded stack comes from, and where it was cut afterwards."""
    found: shoe_events.CardsShuffled | None = None
    cut = 0
    for event in events:
        if isinstance(event, shoe_events.CardsShuffled) and event.batch == batch:
            found, cut = event, 0
        elif isinstance(event, shoe_events.CardsCut) and event.batch == batch:
            cut = event.position
    if found is None:
        raise SessionFault(f"batch {batch} was loaded without a shuffle on the way")
    return found, cut
