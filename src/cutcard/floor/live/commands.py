"""What can be asked of a live table: of the table, of its books, about a jackpot, and who deals it.

    {"do": "hit", "box": 1}
    {"do": "buy_in", "amount": "200"}
    {"do": "claim", "hit": "bj-1.204.3"}
    {"do": "deal_by", "hands": "house"}

Who asks is never read from the text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, cast

from cutcard.floor import ledger
from cutcard.floor.meters import SYSTEM, commands as meters
from cutcard.law import Code, Refused, shown
from cutcard.shoe import By, Role
from cutcard.table import Chores, commands
from cutcard.table.script import parse_command

CLAIM: Final = "claim"
VERIFY: Final = "verify"
DEAL_BY: Final = "deal_by"
Hands = Literal["dealer", "house"]
HANDS: Final[Mapping[Hands, Chores]] = {"dealer": "manual", "house": "automatic"}
"""Whose hands deal -> how the table's chores are done."""


@dataclass(frozen=True, slots=True)
class DealBy:
    """From the next round on the house deals by itself, or a dealer by hand."""

    by: By
    hands: Hands


OF_HITS: Final[Mapping[str, type[meters.Claim | meters.Verify]]] = {
    CLAIM: meters.Claim,
    VERIFY: meters.Verify,
}
LiveCommand = commands.Command | ledger.Command | meters.Claim | meters.Verify | DealBy


def read_command(body: Mapping[str, object], by: By) -> LiveCommand:
    """The command that plain values stand for, asked by somebody; refused in one line where none."""
    do = body.get("do")
    if isinstance(do, str) and do in ledger.COMMANDS:
        if "signed" in body:
            raise Refused(Code.BAD_REQUEST, "signed: signatures are given in person")
        return ledger.parse(body, by)
    if isinstance(do, str) and do in OF_HITS:
        hit = body.get("hit")
        if not isinstance(hit, str) or body.keys() != {"do", "hit"}:
            raise Refused(Code.BAD_REQUEST, "hit: say which, and nothing else")
        return OF_HITS[do](by, hit)
    if do == DEAL_BY:
        return read_deal_by(body, by)
    if by.role is Role.DEVICE and by != SYSTEM:
        raise Refused(Code.WRONG_ROLE, "by: nobody speaks for a device of the house")
    said = {key: value for key, value in body.items() if key not in ("by", "at")}
    return parse_command({**said, "by": str(by)})


def read_deal_by(body: Mapping[str, object], by: By) -> DealBy:
    """Other hands for a table."""
    hands = body.get("hands")
    if body.keys() != {"do", "hands"} or hands not in HANDS:
        message = f"{DEAL_BY}: hands: {shown(hands)}: say dealer or house, and nothing else"
        raise Refused(Code.BAD_REQUEST, message)
    return DealBy(by, cast(Hands, hands))
