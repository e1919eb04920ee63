"""A meter as a value: what it shows, what it keeps back, who is in, and the hits that wait."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from cutcard.floor.meters.terms import Member, Terms, growth_of
from cutcard.money import Cents
from cutcard.wagers.settlement import Growth

LAST_HITS: Final = 25
ROUNDS_KEPT: Final = 32
"""So many rounds of each table are remembered, to take each only once."""


class Status(StrEnum):
    """How far a hit has come."""

    PENDING = "pending"
    CLAIMED = "claimed"
    VERIFIED = "verified"
    PAID = "paid"


@dataclass(frozen=True, slots=True)
class Win:
    """What one bettor won, as the table settles it."""

    box: int
    player: str
    outcome: str
    pays: str
    """As the line has it: "100% of star"."""
    cents: Cents
    """What the bettor is paid."""
    taken: Cents
    """What of it comes off the meter."""
    whole: bool
    """Whether it was all of the meter, or a part of all of it."""
    cite: str = ""

    @property
    def who(self) -> str:
        """The bettor on the box, who wins a meter once a round."""
        return f"{self.box} {self.player}"


@dataclass(frozen=True, slots=True)
class Jackpot:
    """A win of one round: its value is locked, whatever the meter does afterwards."""

    id: str
    table: str
    round: int
    wager: str
    wins: tuple[Win, ...]
    stood: Cents
    """What the meter showed."""
    taken: Cents
    """What was locked: what all winners get off the meter."""
    went_to: Cents
    """What the meter showed right after."""
    reset: Cents
    """What it started again at then, or would have."""
    from_house: Cents
    from_reserve: Cents
    needs: int
    """How many supervisors must verify it."""
    kept: Cents = Cents(0)
    """What of the meter went to the reserve."""
    at: int = 0
    status: Status = Status.PENDING
    claimed_by: str = ""
    verified_by: tuple[str, ...] = ()
    paid_at: int = 0


@dataclass(frozen=True, slots=True)
class MeterRound:
    """A round of a table whose stakes are on the meter, and who won in it."""

    number: int
    staked: Cents
    won: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Correction:
    """A change that somebody has asked for and somebody else must approve."""

    reason: str
    amount: Cents
    rises: bool
    why: str
    by: tuple[str, ...]


@dataclass(frozen=True)
class Meter:
    """One meter of the house at some moment."""

    name: str
    terms: Terms | None = None
    members: tuple[Member, ...] = ()
    live: bool = False
    opened: bool = False
    """Whether it has ever been live: its first amount is put on it once."""
    retired_to: str = ""
    began: Cents = Cents(0)
    """What the house last had it begin with: its first amount, then what it was reset to."""
    shares: tuple[tuple[str, Cents], ...] = ()
    """What shares of it have won since then, by hit; of hits that are paid together, under no name."""
    shown: Cents = Cents(0)
    carried: int = 0
    """Parts of a cent that are not shown yet."""
    reserve: Cents = Cents(0)
    """The hidden reset meter, with what a maximum or a payout limit kept off the meter."""
    reserve_carried: int = 0
    parts: int = 1
    """Into how many parts a cent is divided here."""
    rounds: Mapping[str, tuple[MeterRound, ...]] = field(default_factory=dict)
    """The latest rounds of each table, the oldest first."""
    commitment: str = ""
    point: Cents | None = None
    """Where it must hit; nobody is shown it before it did."""
    salt: str = ""
    due_table: str = ""
    """The table whose stakes brought it to its point, and the round."""
    due_round: int = 0
    overdue: bool = False
    """Whether it came to an earlier point that nobody won: the next round hits, before its new point."""
    hits: tuple[Jackpot, ...] = ()
    """Those that are not paid, the oldest first."""
    last: tuple[Jackpot, ...] = ()
    """Those that are, the latest first."""
    correction: Correction | None = None
    moved: int = 0
    """How often an amount left for another meter."""
    received: tuple[tuple[str, int], ...] = ()
    """From which meters, and up to which of their movements, amounts came in."""
    version: int = 0

    @property
    def growth(self) -> Growth:
        """How it moves by its own rate."""
        assert self.terms is not None
        return growth_of(self.name, self.terms)

    @property
    def resets_to(self) -> Cents:
        """What it goes back to when all of it is won: the reset amount, with the reserve on top."""
        return self.growth.restarts_at(self.reserve)

    def member(self, table: str) -> Member | None:
        """A table of the link."""
        return next((each for each in self.members if each.table == table), None)

    def hit(self, name: str) -> Jackpot | None:
        """A hit that is not paid."""
        return next((each for each in self.hits if each.id == name), None)

    def round(self, table: str, number: int) -> MeterRound | None:
        """A round whose stakes are on the meter, of those remembered."""
        rounds = self.rounds.get(table, ())
        return next((each for each in reversed(rounds) if each.number == number), None)

    def displayed(self, table: str) -> Cents:
        """What a table displays and pays from: a value that is locked for it, else what is shown."""
        locked = [each.stood for each in self.hits if each.table == table]
        return locked[0] if locked else self.shown

    def resets_at(self, table: str) -> Cents:
        """What a table sends the meter back to: as it was when a value was locked for it, else now."""
        locked = [each.reset for each in self.hits if each.table == table]
        return locked[0] if locked else self.resets_to

    @property
    def least(self) -> Cents:
        """The least it can show: what it began with, less what shares of it have won since.

        Where all of it is won and that hit is not paid yet, it began again with its reset amount.
        """
        whole = [each.id for each in self.hits if any(win.whole for win in each.wins)]
        began, shares = self.began, self.shares
        if whole:
            assert self.terms is not None
            began, shares = min(began, self.terms.reset), shares_since(shares, whole[-1])
        return Cents(max(0, began - sum(cents for _, cents in shares)))

    def is_due(self, table: str, number: int) -> bool:
        """Whether it must be given away in this round of this table."""
        return (self.due_table, self.due_round) == (table, number)


def shares_since(shares: tuple[tuple[str, Cents], ...], hit: str) -> tuple[tuple[str, Cents], ...]:
    """What shares have won in a hit that won all of the meter, once it was won, and after that hit."""
    names = [name for name, _ in shares]
    return shares[names.index(hit) :] if hit in names else ()


def new_meter(name: str) -> Meter:
    """A meter of the house before its first event."""
    return Meter(name)
