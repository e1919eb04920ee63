"""Between a table and a meter: what a round stakes, and what a settlement takes off a meter.

Who wins which share is what the table's own lines say; here it is only read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cutcard.floor.ledger import from_meters, meter_of
from cutcard.floor.meters.commands import Contribute, Hit
from cutcard.floor.meters.decide import SYSTEM
from cutcard.floor.meters.must_hit import Secret
from cutcard.floor.meters.state import Meter, Win
from cutcard.floor.meters.terms import Member
from cutcard.money import Cents
from cutcard.rules import Line
from cutcard.table import Round, Table

WHOLE = "100%"


def contribution(member: Member, table: Table, at: int = 0) -> Contribute | None:
    """What the bets on the layout stake on a meter in the next round; None where it is nothing."""
    staked = sum(bet.stakes.get(member.wager, 0) for bet in table.bets if "main" in bet.stakes)
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
    return Hit(SYSTEM, member.table, before.rounds, member.offer, wins, stood, left, secret, checked, at)


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
    found = None if r is None else r.box(box)
    return "" if found is None else found.bet.player


def is_held(meter: Meter, table: str, number: int) -> bool:
    """Whether a round of a table has a hit on the meter that is not paid."""
    return any(each.table == table and each.round == number for each in meter.hits)
