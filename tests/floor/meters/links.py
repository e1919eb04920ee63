"""Meters set up for tests: one table's own, links of several, and the people around them."""

from __future__ import annotations

from dataclasses import replace

from cutcard.floor import meters
from cutcard.floor.meters import Member, Meter, Secret, Terms, Win, commands as c, events as e, new_meter
from cutcard.floor.meters.must_hit import commitment_to
from cutcard.law.refusal import Refusal
from cutcard.money import Cents
from cutcard.shoe import By, Role

DEVICE = By(Role.DEVICE, "house")
DEE = By(Role.DEALER, "dee")
SUE = By(Role.SUPERVISOR, "sue")
SAM = By(Role.SUPERVISOR, "sam")
SAL = By(Role.SUPERVISOR, "sal")
RESET = Cents(500_000)
MATCH = "monster_match_progressive"
TERMS = Terms(RESET, RESET, "0.07")
ACES = Terms(RESET, RESET, "0.60", reserve_rate="0.10")
MUST = Terms(Cents(25_000), Cents(25_000), "0.05", Cents(100_000), must_hit=True)


def edge(table: str, **but: str) -> Member:
    """A Player's Edge table with its Monster Match meter."""
    return replace(Member(table, "md-players-edge-21", MATCH, MATCH, MATCH, "A"), **but)


def aces(table: str) -> Member:
    """A Massachusetts table with the progressive blackjack wager of §19(a)."""
    bets = "progressive_blackjack"
    return Member(table, "ma-blackjack", bets, bets, bets, "standard")


def super_4(table: str, document: str = "ma-blackjack") -> Member:
    """A table that gives away a Must Hit meter among its Super 4 bettors."""
    stakes = "super_4_progressive" if document == "ma-blackjack" else "super_4"
    paytable = "1" if document == "ma-blackjack" else "A"
    return Member(table, document, "must_hit", "must_hit", stakes, paytable)


def secret(point: int, salt: str = "ab") -> Secret:
    """A point with its commitment."""
    return Secret(Cents(point), salt, commitment_to(point, salt))


def after(meter: Meter, *commands: c.Command) -> Meter:
    """The meter after commands that are permitted."""
    for command in commands:
        meter = meters.fold(meter, happened(meter, command))
    return meter


def happened(meter: Meter, command: c.Command) -> tuple[e.MeterEvent, ...]:
    """The events of a command that is permitted."""
    made = meters.decide(meter, command)
    assert not isinstance(made, Refusal), (command, made)
    return made


def refused(meter: Meter, command: c.Command) -> Refusal:
    """Why a command is refused; it says so in one line."""
    made = meters.decide(meter, command)
    assert isinstance(made, Refusal), made
    assert "\n" not in made.message
    assert ": " in made.message
    return made


def running(*members: Member, terms: Terms = TERMS, point: Secret | None = None) -> Meter:
    """A live meter for which tables play."""
    meter = after(new_meter("match@floor"), c.Configure(SUE, terms))
    for member in members or (edge("t1"),):
        meter = after(meter, c.Join(SUE, member))
    return after(meter, c.Start(SUE, point))


def staked(table: str, number: int, cents: int) -> c.Contribute:
    """What a round of a table stakes."""
    return c.Contribute(DEVICE, table, number, Cents(cents))


def won(box: int, cents: int, *, whole: bool = True, taken: int | None = None) -> Win:
    """What a box wins."""
    share = "100% of it" if whole else "10% of it"
    off = Cents(cents if taken is None else taken)
    return Win(box, f"player-{box}", "four", share, Cents(cents), off, whole, "Ch.12 §D(1)(a)")


def whole(meter: Meter, table: str, number: int, box: int = 1, point: Secret | None = None) -> c.Hit:
    """One box wins all of the meter."""
    wins = (won(box, meter.shown),)
    return c.Hit(DEVICE, table, number, MATCH, wins, meter.shown, meter.resets_to, point)


def share(meter: Meter, table: str, number: int, box: int = 1) -> c.Hit:
    """One box wins a tenth of the meter."""
    cents = meter.shown // 10
    wins = (won(box, cents, whole=False),)
    return c.Hit(DEVICE, table, number, MATCH, wins, meter.shown, Cents(meter.shown - cents))


def paid(meter: Meter, hit: str) -> Meter:
    """The meter after a hit went all its way."""
    return after(meter, c.Claim(DEE, hit), c.Verify(SUE, hit), c.Pay(DEVICE, hit))
