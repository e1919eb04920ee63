"""The house at the terminal's table: it opens, shuffles, runs the devices and keeps the record.

Everything goes through the table's own commands. The house knows no screen; whoever shows the game
watches its events, each with the table as it was before them.

A progressive meter begins at the amount the operator set, or the document's least initial or reset
amount, or $1,000.00. Each stake on its wager adds the rate of progression that was set, or the one the
document prints, or one twentieth of the stake; fractions of a cent are kept for the next round. A meter
that must hit is given away at an amount drawn beforehand between its reset and its maximum.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Final, TextIO

from cutcard.cards import Card
from cutcard.fair import draw, shuffle, shuffle_act
from cutcard.law import Refusal, Refused, RuleSet
from cutcard.money import Cents
from cutcard.shoe import By, Chore, Role, events as shoe_events
from cutcard.table import (
    NOTHING_DRAWN,
    Awaits,
    AwaitsChore,
    AwaitsDevice,
    Settings,
    Table,
    awaits,
    commands,
    game_of,
    new_table,
    step,
)
from cutcard.table.record import event_line, header_json, header_of, line_of
from cutcard.values import but
from cutcard.wagers.settlement import Growth, growths

USUAL_RESET: Final = Cents(100_000)
USUAL_RATE: Final = Fraction(1, 20)
SYSTEM: Final = By(Role.DEVICE, "meters")


@dataclass(slots=True)
class TerminalMeter:
    """One meter: how it grows, the parts of a cent that it carries, and where it must hit."""

    growth: Growth
    initial: Cents
    reset: Cents
    carried: int = 0
    hits_at: int = 0

    @property
    def name(self) -> str:
        """As the document has it."""
        return self.growth.name


@dataclass(slots=True)
class TerminalMeters:
    """Every meter of a table."""

    below: Below = secrets.randbelow
    every: list[TerminalMeter] = field(default_factory=list)

    @classmethod
    def of(cls, rules: RuleSet, *, below: Below = secrets.randbelow) -> TerminalMeters:
        """The meters that the wagers on offer pay from."""
        meters = cls(below)
        for offer in rules.offers.values():
            meters.every += [_meter(each) for each in growths(offer)]
        for each in meters.every:
            meters._set_hit(each)
        return meters

    def _set_hit(self, meter: TerminalMeter) -> None:
        if meter.growth.must_hit:
            points = meter.growth.hit_points
            meter.hits_at = points[self.below(len(points))]

    def opening(self) -> list[commands.ShowMeter]:
        """What the meters show when the table opens."""
        return [commands.ShowMeter(SYSTEM, each.name, each.initial, each.reset) for each in self.every]

    def growing(self, table: Table) -> list[commands.ShowMeter]:
        """What the meters show once the bets of a round are in."""
        shown = []
        for each in self.every:
            staked = sum(bet.stakes.get(each.growth.wager, 0) for bet in table.bets)
            if not staked:
                continue
            before = table.meters.get(each.name, each.initial)
            shows, each.carried = each.growth.grown(before, each.carried, staked)
            shown.append(commands.ShowMeter(SYSTEM, each.name, shows))
        return shown

    def must_hit(self, table: Table, name: str) -> bool:
        """Whether a meter has reached the amount at which it is given away."""
        shows = table.meters.get(name, Cents(0))
        return any(
            each.growth.must_hit and each.name == name and shows >= each.hits_at for each in self.every
        )

    def was_hit(self, name: str) -> None:
        """Draw anew where a meter is given away next."""
        for each in self.every:
            if each.name == name:
                self._set_hit(each)


def _meter(growth: Growth) -> TerminalMeter:
    """A meter with the usual amounts where neither the operator nor the document sets them."""
    reset = USUAL_RESET if growth.reset is None else growth.reset
    initial = reset if growth.initial is None else growth.initial
    rate = USUAL_RATE if growth.rate is None else growth.rate
    return TerminalMeter(replace(growth, initial=initial, reset=reset, rate=rate), initial, reset)


DEALER: Final = By(Role.DEALER, "Dee")
FLOOR: Final = By(Role.FLOORPERSON, "Flo")
COLLECT: Final = "collect_cards"

Happened = tuple[object, ...]
Watch = Callable[[Table, Happened], None]
Below = Callable[[int], int]


class TerminalHouse:
    """An automatic table with real chance."""

    def __init__(
        self,
        rules: RuleSet,
        *,
        asks_for_cut: bool,
        record: TextIO | None = None,
        below: Below = secrets.randbelow,
    ) -> None:
        settings = Settings(asks_for_cut=asks_for_cut, asks_for_draws=True, collects=False)
        self.table = new_table(rules, game_of(rules), settings)
        self.meters = TerminalMeters.of(rules, below=below)
        self.watch: Watch = nobody
        self.burned: list[Card] = []
        """Cards burned from the present shoe, which nobody has seen."""
        self.shoes: list[str] = []
        """The commitments revealed so far."""
        self._below = below
        self._record = record
        self._opened = time.monotonic()
        if record is not None:
            record.write(line_of(header_json(header_of(self.table, carried=True))) + "\n")

    @property
    def at(self) -> int:
        """Seconds since the table opened."""
        return int(time.monotonic() - self._opened)

    def awaits(self) -> Awaits:
        """What the table awaits."""
        return awaits(self.table, self.at)

    def do(self, command: commands.Command) -> Happened:
        """Carry a command out; `Refused`, and nothing has happened, where it may not be."""
        outcome = step(self.table, replace(command, at=self.at))
        if isinstance(outcome, Refusal):
            raise Refused(outcome.code, outcome.message, outcome.cite)
        self._happened(outcome[0], outcome[1])
        return outcome[1]

    def try_out(self, command: commands.Command) -> Refusal | None:
        """Why a command would be refused; None where it would not."""
        outcome = step(self.table, replace(command, at=self.at))
        return outcome if isinstance(outcome, Refusal) else None

    def _happened(self, after: Table, happened: Happened) -> None:
        before, self.table = self.table, after
        if self._record is not None:
            self._record.writelines(event_line(event) + "\n" for event in happened)
            self._record.flush()
        for event in happened:
            if isinstance(event, shoe_events.CardBurned):
                self.burned.append(event.drawn)
            elif isinstance(event, shoe_events.ShoeLoaded):
                self.burned.clear()
            elif isinstance(event, shoe_events.ShoeRevealed):
                self.shoes.append(event.commitment)
        self.watch(before, happened)

    def open(self) -> None:
        """The dealer takes the table, and the meters show their amounts."""
        self.do(commands.OpenTable(DEALER))
        for shown in self.meters.opening():
            self.do(shown)

    def start_round(self) -> None:
        """The meters take this round's share of the stakes, and the cards are dealt."""
        for shown in self.meters.growing(self.table):
            self.do(shown)
        self.do(commands.StartRound(DEALER))

    def collect(self) -> None:
        """The finished round leaves the layout."""
        self.do(commands.Perform(DEALER, COLLECT))

    def chance(self) -> bool:
        """Do what only chance can do, a shuffle or a device; false where nothing of it is awaited."""
        awaited = self.awaits()
        if isinstance(awaited, AwaitsChore) and awaited.chore == Chore.SHUFFLE:
            self._shuffle()
            return True
        if isinstance(awaited, AwaitsDevice):
            self._show(awaited)
            return True
        return False

    def _show(self, awaited: AwaitsDevice) -> None:
        """What a device shows; a system draws nothing unless a meter, or the table, says it must."""
        r = self.table.in_play()
        device, shows = draw(r, awaited, below=self._below)
        nothing = commands.ShowDevice(SYSTEM, device, NOTHING_DRAWN)
        is_hit = self.meters.must_hit(self.table, device)
        if is_hit or self.try_out(nothing) is not None:
            self.do(commands.ShowDevice(SYSTEM, device, shows))
        else:
            self.do(nothing)
        if is_hit:
            self.meters.was_hit(device)

    def _shuffle(self) -> None:
        made_by = partial(shuffle, below=self._below)
        self.do(shuffle_act(self.table, self.at, made_by=made_by))

    def close(self) -> None:
        """Between rounds: the cards leave the table, their orders are revealed, the table closes."""
        by_hand = replace(self.table.settings, chores="manual")  # nothing more follows by itself
        self.table = but(self.table, settings=by_hand)
        self.do(commands.CloseTable(DEALER))


def nobody(_before: Table, _happened: Happened) -> None:
    """Nobody watches."""
