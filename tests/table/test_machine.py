"""Random legal and illegal commands at every document and variation: what must hold at any table.

Each example is a table set up at random from the law data (options, side wagers, chores done by
themselves or one by one, its own cards or scanned ones, several boxes, shared boxes where the
document has them) at which everybody does what is awaited, what is not, and what makes no sense.
After every command:

* no card appears twice and none is lost; no cent is made or lost, after every single event;
* nothing hidden is in any view before its event: with another hole card, another order of the shoe,
  another face-down card every view would be the same, and every refusal too;
* folding the events gives the table, and deciding and folding is what `step` does;
* the record of it all stands the check that `cutcard replay --check` makes;
* a refused command changes nothing, and the refusal has a code and a provision;
* the table awaits something or is closed, and what it awaits can be done;
* an automatic table awaits no chore that it could do by itself.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from cutcard.law.refusal import Refusal
from cutcard.money import Cents
from cutcard.shoe import By, Role
from cutcard.table import Table, awaits, commands as c, decide, evolve, fold, game_of, new_table, step
from cutcard.table.events import CardDealt, CardPlaced, HoleShown, RoundEnded, RoundStarted, Settled
from cutcard.table.play.bets import main_wagers
from cutcard.table.record.recheck import Recheck
from cutcard.table.round import AwaitsBets, AwaitsCard, AwaitsChore, Closed
from cutcard.wagers.settlement import meters_at
from later import one_in
from table.any_command import NAMES, any_command
from table.driver import DEALER, DEVICE, METER, Driver, rules_of
from table.invariants import (
    HOLE,
    MOMENTS,
    check_cards,
    check_hidden,
    check_money,
    check_refusal,
    check_unchanged,
    other_world,
)
from table.setups import GAMES, Game, all_settings, game_id, random_setup
from table.trouble import FLOOR, STAKE, mishap, order, visit

SETTINGS = tuple(all_settings())
ROLES = tuple(Role)
FROM_OUTSIDE = ("open_table", "shuffle", "repair_reader")
"""What even an automatic table waits for: a dealer, an order of the cards, a mended reader."""
BY_SCAN = ("burn", "draw_determinant")
"""What it waits for where cards are scanned."""


class Watched(Driver):
    """Everybody at a table, and somebody who checks after each command that all is in order."""

    def __init__(self, table: Table, rng: random.Random) -> None:
        super().__init__(table, rng, mishaps=0)
        self.opening = table
        self.folded = table
        self.down: frozenset[tuple[int, int]] = frozenset()

    def tried(self, command: c.Command) -> bool:
        """Give a command, whatever comes of it."""
        return self.do(command)

    def give(self, command: c.Command) -> None:
        """Give a command that the table must take."""
        assert self.do(command), (command, step(self.table, command))

    def do(self, command: c.Command) -> bool:
        """A command and all that must hold after it; whether the table took it."""
        before, written = self.table, repr(self.table)
        outcome = step(before, command)
        if isinstance(outcome, Refusal):
            check_refusal(before, outcome)
            check_unchanged(before, written, command)
            assert decide(before, command) == outcome
            assert self.folded == before, f"{command} was refused and left its mark"
            other = other_world(before, self.rng, self.down)
            assert step(other, command) == outcome, (command, outcome)
            return False
        self.table, happened = outcome
        self.commands.append(command)
        self.events += happened
        assert decide(before, command) == happened
        for event in happened:
            self._after(event)
        assert self.folded == self.table, command
        assert self.folded.game == self.table.game, command
        self._check_awaits()
        check_hidden(self.table, self.rng, self.down)
        return True

    def _after(self, event: object) -> None:
        self.folded = evolve(self.folded, event)
        match event:
            case CardDealt(box=0) | CardPlaced(box=0) if event.face == "down":
                self.down |= {HOLE}
            case CardDealt(why="play") | CardPlaced(why="play") if event.face == "down":
                self.down |= {(event.box, event.hand)}
            case HoleShown():
                self.down -= {HOLE}
            case Settled():
                self.down -= frozenset(event.hands)
                assert event.moment in MOMENTS
            case RoundEnded() | RoundStarted():
                self.down = frozenset()
        check_money(self.folded)
        check_cards(self.folded)

    def check_record(self) -> None:
        """Nothing in the record is other than the rules have it."""
        table, recheck = self.opening, Recheck(self.events)
        for event in self.events:
            assert recheck.next(table, event) == [], event
            table = evolve(table, event)

    def _check_awaits(self) -> None:
        awaited = awaits(self.table)
        settings_ = self.table.settings
        if settings_.chores != "automatic":
            return
        if isinstance(awaited, AwaitsCard):
            assert not settings_.virtual, awaited
        if isinstance(awaited, AwaitsChore):
            scanned = not settings_.virtual and awaited.chore in BY_SCAN
            cut = settings_.asks_for_cut and awaited.chore == "accept_cut"
            nobody = awaited.chore == "view_cards" and not self.table.arrived
            mended = awaited.chore == "inspect_reader" and self.table.shoe.desk.reader == "fails"
            left = not settings_.collects and awaited.chore == "collect_cards"
            word = not settings_.confirms and awaited.chore == "confirm_payout"
            known = (awaited.chore in FROM_OUTSIDE, scanned, cut, nobody, mended, left, word)
            assert any(known), awaited

    def go_on(self) -> None:
        """Do what is awaited; where somebody is needed for it, somebody comes."""
        awaited = awaits(self.table)
        if isinstance(awaited, Closed):
            return
        if not self.table.is_open:
            self.give(c.OpenTable(DEALER))
            return
        if self.table.round is None:
            self._make_ready()
        super().go_on()

    def _bet(self) -> None:
        """Everybody seated bets who may; where nobody may, somebody else comes."""
        for box, player in self.table.seated:
            by = By(Role.PLAYER, player)
            stakes = dict.fromkeys(main_wagers(self.table.game), STAKE)
            here = next((each for each in self.table.bets if each.box == box), None)
            if here is not None and here.player == player:
                stakes |= here.stakes
            if self.tried(c.PlaceBet(by, box, stakes)):
                self._bet_beside(by, box, stakes)
        self._back()

    def _bet_beside(self, by: By, box: int, stakes: dict[str, Cents]) -> None:
        for name, offer in self.table.rules.offers.items():
            if name not in stakes and self.rng.random() < 0.6:
                for stake in self._stakes(offer):
                    if self.tried(c.PlaceBet(by, box, {**stakes, name: stake})):
                        stakes[name] = stake
                        break

    def _make_ready(self) -> None:
        """Somebody to play, the house's word for who sat out, and an amount on every meter."""
        if not self.table.seated:
            self.give(c.Sit(By(Role.PLAYER, "player-1"), 1))
        if self.table.entitled is not None:
            for _, player in self.table.seated:
                if player not in (*self.table.entitled, *self.table.permitted):
                    self.give(c.PermitEntry(FLOOR, player))
        for meter in meters_at(self.table.rules):
            if meter not in self.table.meters:
                self.give(c.ShowMeter(DEVICE, meter, METER, METER))


class Fork(Watched):
    """The same people at a copy of the table: to see whether what is awaited can be done."""

    def do(self, command: c.Command) -> bool:
        """A command; whether the table took it."""
        outcome = step(self.table, command)
        if isinstance(outcome, Refusal):
            return False
        self.table = outcome[0]
        self.commands.append(command)
        return True


class Machine(RuleBasedStateMachine):
    """One table of a game under random hands."""

    game: Game

    @initialize(seed=st.integers(0, 10_000), how=st.sampled_from(SETTINGS), people=st.integers(0, 3))
    def table(self, seed: int, how: Any, people: int) -> None:
        rng = random.Random(seed)
        setup = random_setup(self.game, rng)
        rules = rules_of(*self.game, options=setup.options, wagers=setup.wagers)
        self.floor = Watched(new_table(rules, game_of(rules), how), rng)
        if people:
            self.floor.open(people)

    def can_go_on(self) -> None:
        """What the table awaits can be done: on a copy it is."""
        copy = Fork(self.floor.table, random.Random(len(self.floor.events)))
        copy.go_on()
        is_over = isinstance(awaits(self.floor.table), Closed)
        assert is_over or copy.table.version > self.floor.table.version

    @rule(times=st.integers(1, 12))
    def what_is_awaited(self, times: int) -> None:
        for _ in range(times):
            self.floor.go_on()
        self.can_go_on()

    @rule(data=st.data())
    def anything(self, data: st.DataObject) -> None:
        self.floor.do(data.draw(any_command(self.game[0])))
        self.can_go_on()

    @rule(role=st.sampled_from(ROLES), name=st.sampled_from(NAMES))
    def what_is_awaited_by_somebody_else(self, role: Role, name: str) -> None:
        copy = Fork(self.floor.table, random.Random(len(self.floor.events)))
        copy.go_on()
        if copy.commands:
            self.floor.do(replace(copy.commands[0], by=By(role, name)))
            self.can_go_on()

    @precondition(lambda self: self.floor.table.is_open)
    @rule(happens=st.sampled_from((mishap, mishap, order, visit)), times=st.integers(1, 4))
    def something_goes_wrong(self, happens: Callable[[Driver], None], times: int) -> None:
        for _ in range(times):
            happens(self.floor)
        self.can_go_on()

    @rule()
    def the_round_is_over(self) -> None:
        if self.floor.table.round is None:
            self.floor.go_on()
        while self.floor.table.round is not None:
            self.floor.go_on()
        self.can_go_on()

    def teardown(self) -> None:
        """The whole session folded again is the table, and its record stands the check."""
        if hasattr(self, "floor"):
            assert fold(self.floor.opening, self.floor.events) == self.floor.table
            self.floor.check_record()
            assert not isinstance(awaits(self.floor.table), AwaitsBets) or self.floor.table.is_open


MANY = 100


def play_at(game: Game, examples: int, steps: int) -> None:
    """So many random tables of a game."""
    kind = type("At", (Machine,), {"game": game})
    run_state_machine_as_test(
        kind,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=examples < MANY,  # the ordinary suite plays the same tables every time
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.parametrize("game", one_in(4, GAMES, whole=True), ids=game_id)
def test_random_commands(game: Game) -> None:
    play_at(game, 4, 20)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=game_id)
def test_many_random_commands(game: Game) -> None:
    play_at(game, 120, 40)
