"""Somebody who watches the books of a table and keeps accounts of their own beside them.

After every event: every movement is of more than nothing and has an id of its own; all accounts add up
to zero; the players' chips, the inventory and the dealers' box moved as the table's purses, house and
tokes did; what lies on the layout is what the table's own state says; nobody's winnings came out of
anybody's stake.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cutcard.floor.ledger import Books, booked, codec
from cutcard.floor.store import Movement
from cutcard.rules.main import Line
from cutcard.table import Table
from cutcard.table.events import Settled
from table.invariants import on_layout

OWN = ("layout", "inventory", "drop", "tips")


class Witness:
    """The books of one table, and the accounts of the whole house as its movements make them."""

    def __init__(self, name: str = "T1") -> None:
        self.name = name
        self.books = Books.of(name)
        self.accounts: Counter[str] = Counter()
        self.ids: set[str] = set()
        self.version = 0

    def see(self, before: Table, event: object, after: Table) -> list[Movement]:
        """One event, booked and checked."""
        self.version += 1
        where = f"table:{self.name}:{self.version}"
        self.books, made = booked(self.books, event, before, after, where)
        if not made:
            self._check_still(before, event, after)
            return made
        held = Counter(self.accounts)
        for at, each in enumerate(made, 1):
            assert each.id == f"{where}:{at}"
            assert each.id not in self.ids
            assert type(each.cents) is int
            assert each.cents > 0, each
            assert each.debit != each.credit, each
            assert each.why, each
            self.ids.add(each.id)
            self.accounts[each.debit] -= each.cents
            self.accounts[each.credit] += each.cents
        self._check_sums()
        if type(event) not in codec.names:
            self._check_against_table(held, before, after)
        if isinstance(event, Settled):
            self._check_settled(event, made, before)
        return made

    def _check_still(self, before: Table, event: object, after: Table) -> None:
        """An event without a movement changed nothing at the table either."""
        was = before.purses, before.house, before.tokes
        assert was == (after.purses, after.house, after.tokes), event
        assert self.books.layout == on_layout(after), event

    def _check_sums(self) -> None:
        assert sum(self.accounts.values()) == 0
        for name in OWN:
            account = f"{name}:{self.name}"
            assert self.books.balances[account] == self.accounts[account], account
        chips = {
            name.split(":", 2)[2]: cents
            for name, cents in self.accounts.items()
            if name.startswith(f"chips:{self.name}:") and cents
        }
        assert self.books.players() == chips

    def _check_against_table(self, held: Counter[str], before: Table, after: Table) -> None:
        def moved(account: str) -> int:
            return self.accounts[account] - held[account]

        for player in {*before.purses, *after.purses}:
            change = after.purses.get(player, 0) - before.purses.get(player, 0)
            assert moved(f"chips:{self.name}:{player}") == change, player
        meters = sum(moved(name) for name in self.accounts if name.startswith("meter:"))
        assert meters <= 0
        assert moved(f"inventory:{self.name}") + meters == after.house - before.house
        assert moved(f"tips:{self.name}") == after.tokes - before.tokes
        assert moved(f"drop:{self.name}") == 0
        assert self.books.layout == on_layout(after)

    def _check_settled(self, event: Settled, made: Sequence[Movement], before: Table) -> None:
        """Stakes go back to those who staked them or into the inventory, and nowhere else."""
        layout, inventory = f"layout:{self.name}", f"inventory:{self.name}"
        staked, lost, back, taken = Counter[str](), 0, Counter[str](), 0
        for line in event.lines:
            staked[self._whose(line, before)] += line.stake
            lost += 0 if line.returned else line.stake
        for each in made:
            assert each.credit != layout, each
            assert each.cite, each
            if each.debit == layout and each.credit == inventory:
                taken += each.cents
            elif each.debit == layout:
                back[each.credit] += each.cents
            else:
                assert each.debit == inventory or each.debit.startswith("meter:"), each
        assert taken >= lost
        assert taken + sum(back.values()) == sum(staked.values())
        for account, cents in back.items():
            assert cents <= staked[account], account
        self._check_meters(event, made, before)

    def _check_meters(self, event: Settled, made: Sequence[Movement], before: Table) -> None:
        """A meter that nobody takes whole falls by just what it pays."""
        for meter, shows in event.meters.items():
            account = f"meter:{meter}@{self.name}"
            paid = sum(each.cents for each in made if each.debit == account)
            if not any(line.pays == f"100% of {meter}" for line in event.lines):
                assert before.meters[meter] - shows == paid, meter

    def _whose(self, line: Line, before: Table) -> str:
        if line.paid_to != "player":
            return f"tips:{self.name}"
        assert before.round is not None
        box = before.round.box(line.box)
        assert box is not None
        return f"chips:{self.name}:{line.player or box.bet.player}"
