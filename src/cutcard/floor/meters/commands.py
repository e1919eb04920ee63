"""The commands of a meter. Each says who asks, in which role, and when.

Tables speak through the house's own device: what they stake, and what they settle. The dealer claims a
hit, supervisors verify it; nobody does both.

People ask in plain values, which `parse` reads:

    {"do": "claim", "hit": "bj-1.204.3"}
    {"do": "adjust", "reason": "malfunction", "amount": "12.50", "rises": true, "why": "power lost"}
    {"do": "configure", "initial": "5000", "reset": "5000", "rate": "0.07"}

Amounts are dollars, as everywhere in texts. Who asks is never read from the text, nor what only the
house's own devices say: stakes, wins, and where a meter must hit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from cutcard.floor.ledger import from_meters, meter_of, read_fields
from cutcard.floor.meters.must_hit import Secret, draw_point
from cutcard.floor.meters.state import Meter, Win
from cutcard.floor.meters.terms import LONGEST_NAME, Filed, Member, Terms
from cutcard.law import did_you_mean, shown
from cutcard.money import Cents
from cutcard.rules import Line
from cutcard.shoe import By, Role
from cutcard.table import Round, Table
from cutcard.table.script import amount, bad, mapping, printable, truth
from cutcard.wagers.settlement import plays_for_meter, splits

SYSTEM: Final = By(Role.DEVICE, "house")
"""The house's own device, by which tables ask."""


@dataclass(frozen=True, slots=True)
class Configure:
    """The meter is to be run by these terms."""

    by: By
    terms: Terms
    at: int = 0
    in_play: tuple[str, ...] = ()
    """Tables in whose round there are stakes on it."""
    filed: tuple[Filed, ...] = ()
    """What the tables that play for it state in their submissions."""


@dataclass(frozen=True, slots=True)
class Join:
    """A table is to play for the meter."""

    by: By
    member: Member
    at: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """A table plays for it no longer."""

    by: By
    table: str
    at: int = 0
    in_play: tuple[str, ...] = ()
    """Tables in whose round there are stakes on it."""


@dataclass(frozen=True, slots=True)
class Rejoin:
    """A table that has parted from the meter plays for it again."""

    by: By
    table: str
    at: int = 0
    member: Member | None = None
    """As its submission has it, which the house itself reads; None where it never played for it."""


@dataclass(frozen=True, slots=True)
class Start:
    """The meter goes live; one that must hit with a point drawn for it."""

    by: By
    secret: Secret | None = None
    at: int = 0


@dataclass(frozen=True, slots=True)
class Stop:
    """The meter is taken out of play; what it shows stays."""

    by: By
    at: int = 0


@dataclass(frozen=True, slots=True)
class Contribute:
    """The stakes of a round; the same round again changes nothing."""

    by: By
    table: str
    round: int
    staked: Cents
    at: int = 0


@dataclass(frozen=True, slots=True)
class Hit:
    """A table's round has won from the meter, as its settlement says; again, it changes nothing."""

    by: By
    table: str
    round: int
    wager: str
    wins: tuple[Win, ...]
    stood: Cents
    """What the table paid from."""
    after: Cents
    """What the settlement leaves on the meter."""
    secret: Secret | None = None
    """Where it must hit next."""
    checked: bool = True
    """Whether people check it before it is paid; its document does not always ask for that."""
    resets: int = 1
    """How often it is reset in that settlement: after each who wins all of it in turn."""
    at: int = 0


@dataclass(frozen=True, slots=True)
class EndRound:
    """A round of a table is over; one in which the meter had to hit and did not leaves it to others."""

    by: By
    table: str
    round: int
    at: int = 0


@dataclass(frozen=True, slots=True)
class Claim:
    """The dealer claims a hit for its winners."""

    by: By
    hit: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Verify:
    """A supervisor verifies a hit that was claimed."""

    by: By
    hit: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Pay:
    """A verified hit is paid: the table has settled it."""

    by: By
    hit: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Void:
    """A hit is void: its round was voided, or its cards did not win."""

    by: By
    hit: str
    why: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Adjust:
    """The meter is to be changed for a listed reason; somebody else's same words approve it."""

    by: By
    reason: str
    amount: Cents
    why: str
    rises: bool = False
    at: int = 0


@dataclass(frozen=True, slots=True)
class Retire:
    """The meter ends, and all that is on it goes to another."""

    by: By
    to: str
    why: str
    at: int = 0
    in_play: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Receive:
    """What another meter gave up comes in; the same again changes nothing."""

    by: By
    source: str
    number: int
    cents: Cents
    reserve: Cents = Cents(0)
    carried: int = 0
    reserve_carried: int = 0
    parts: int = 1
    at: int = 0


Command = (
    Configure
    | Join
    | Part
    | Rejoin
    | Start
    | Stop
    | Contribute
    | Hit
    | EndRound
    | Claim
    | Verify
    | Pay
    | Void
    | Adjust
    | Retire
    | Receive
)

Reads = Callable[[object, str], object]
NOT_SAID: Final = frozenset({"by", "at", "secret", "in_play", "member"})
COMMANDS: Final[Mapping[str, type]] = {
    "configure": Terms,
    "join": Member,
    "part": Part,
    "rejoin": Rejoin,
    "start": Start,
    "stop": Stop,
    "claim": Claim,
    "verify": Verify,
    "pay": Pay,
    "void": Void,
    "adjust": Adjust,
    "retire": Retire,
}
"""What people may ask, each with the class whose fields it has, those of `NOT_SAID` left out."""


def _text(value: object, where: str) -> str:
    return printable(value, where, LONGEST_NAME)


_READS: Final[Mapping[Any, Reads]] = {
    str: _text,
    bool: truth,
    Cents: amount,
    Cents | None: amount,
}


def parse(plain: object, by: By, at: int = 0) -> Command:
    """The command that plain values stand for; refused in one line where they stand for none."""
    body = mapping(plain, "the command")
    do = body.get("do")
    kind = COMMANDS.get(do) if isinstance(do, str) else None
    if kind is None or not isinstance(do, str):
        hint = did_you_mean(do, COMMANDS) if isinstance(do, str) else ""
        raise bad(
            f"do: {shown(do)} is not a command of a meter{hint}; choose from {', '.join(COMMANDS)}"
        )
    rest = {key: value for key, value in body.items() if key != "do"}
    values = read_fields(rest, kind, do, _READS, without=NOT_SAID)
    return replace(command_of(do, by, values), at=at)


def command_of(do: str, by: By, values: Mapping[str, object]) -> Command:
    """The command of a name, with these values in its fields."""
    kind = COMMANDS[do]
    if kind is Terms:
        return Configure(by, Terms(**cast(Any, values)))
    if kind is Member:
        return Join(by, Member(**cast(Any, values)))
    return cast(Command, kind(by=by, **values))


def with_chance(meter: Meter, command: Command, drawn: Callable[..., Secret] = draw_point) -> Command:
    """The command with what only the house's own chance supplies: a point for one that must hit."""
    if not isinstance(command, Start) or meter.terms is None or meter.commitment:
        return command
    if not meter.terms.must_hit:
        return command
    shows = meter.shown if meter.opened else meter.terms.initial
    return replace(command, secret=drawn(meter.growth, shows))


# What a table asks. Who wins which share is what its own lines say; here it is only read.

WHOLE: Final = "100%"


def contribution(member: Member, table: Table, at: int = 0) -> Contribute | None:
    """What the bets on the layout stake on a meter in the next round; None where it is nothing."""
    offer = table.rules.offers[member.wager]
    bets = [bet for bet in table.bets if "main" in bet.stakes and member.wager in bet.stakes]
    staked = sum(
        bet.stakes[member.wager]
        for bet in bets
        if plays_for_meter(table.rules, offer, bet.stakes[member.wager], bet.box)
    )
    if not staked:
        return None
    return Contribute(SYSTEM, member.table, table.rounds + 1, Cents(staked), at)


def hit_in(
    member: Member,
    before: Table,
    lines: Sequence[Line],
    after: Mapping[str, Cents],
    *,
    secret: Secret | None = None,
    checked: bool = True,
    at: int = 0,
) -> Hit | None:
    """The hit in lines that a table settles, or will when they are confirmed; None where there is none.

    `after` are the meters as the settlement leaves them; one that it does not name stays.
    """
    off = from_meters(before.rules, lines)
    wins = tuple(
        _win(before, line, off[at_line][1] if at_line in off else 0)
        for at_line, line in enumerate(lines)
        if line.wager == member.offer and meter_of(line) == member.meter and line.returned
    )
    if not any(each.taken for each in wins):
        return None
    stood = before.meters[member.meter]
    left = after.get(member.meter, stood)
    takes = sum(each.whole and each.taken > 0 for each in wins)
    in_turn = not splits(before.rules, before.rules.offers[member.offer].law.meters[member.meter])
    resets = max(1, takes) if in_turn else 1
    where = SYSTEM, member.table, before.rounds, member.offer
    return Hit(*where, wins, stood, left, secret, checked, resets, at)


def _win(before: Table, line: Line, taken: int) -> Win:
    return Win(
        line.box,
        line.player or _caller(before.round, line.box),
        line.outcome,
        line.pays,
        Cents(line.returned),
        Cents(taken),
        whole=line.pays.startswith(WHOLE),
        cite=line.cite,
    )


def _caller(r: Round | None, box: int) -> str:
    round_box = None if r is None else r.box(box)
    return "" if round_box is None else round_box.bet.player
