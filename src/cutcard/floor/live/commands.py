"""Commands to a live table (to the table, its books, about a jackpot, who deals it), and their answers.

    {"do": "hit", "box": 1}
    {"do": "buy_in", "amount": "200"}
    {"do": "claim", "hit": "bj-1.204.3"}
    {"do": "deal_by", "hands": "house"}

Who asks is never read from the text.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeVar, cast

from cutcard.floor import ledger
from cutcard.floor.live.events import HANDS, DealingChanged, Hands
from cutcard.floor.meters import SYSTEM, commands as meters
from cutcard.floor.store import StoredAnswer
from cutcard.law import Code, Refusal, Refused, shown
from cutcard.shoe import CREW, By, Role
from cutcard.table import Table, commands
from cutcard.table.script import parse_command

Plain = dict[str, Any]
Read = TypeVar("Read")
Accepted = TypeVar("Accepted")
Status = Literal["done", "refused", "stale", "repeated"]

KEY: Final = re.compile(r"[A-Za-z0-9._:@-]{1,80}")
CLOCK: Final = "clock:"
"""The start of the keys of the automatic dealer's clock."""
DEAL_BY: Final = "deal_by"
_sorted: Final = json.JSONEncoder(sort_keys=True, default=str).encode
_short: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class CommandRequest:
    """One command: by whom, in which role, under which key, decided on which version."""

    by: By
    body: Mapping[str, object]
    """The command in plain values: what the key stands for."""
    key: str
    expected: int | None = None
    signed: tuple[By, ...] = ()
    """Who signed it in person, where two must."""
    by_clock: bool = False
    """Whether the automatic dealer's clock asks; nobody else uses its keys."""
    command: Any = None
    """The command itself, where `body` was read already, as by the API."""

    def read(self, reader: Callable[[Mapping[str, object], By], Read]) -> Read:
        """The command itself, by `reader` where it was not read already."""
        command: Read = reader(self.body, self.by) if self.command is None else self.command
        return command

    @property
    def fingerprint(self) -> str:
        """A digest in which another command under the same key would differ."""
        parts: list[object] = [str(self.by), self.body]
        if self.signed:
            parts.append(sorted(map(str, self.signed)))
        return hashlib.sha256(_sorted(parts).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class CommandAnswer:
    """The result of a command. `version` is the table's after it."""

    status: Status
    version: int
    refusal: Refusal | None = None
    happened: Sequence[Plain] = field(default=())
    """Its events as everybody may see them; a repeated answer has none."""


def repeated(request: CommandRequest, stored: StoredAnswer | None) -> CommandAnswer | None:
    """The stored answer to a request that was sent before; None for a new one.

    Refused: a key that cannot name a command, is the clock's, or was used for another command.
    """
    if request.key.startswith(CLOCK) is not request.by_clock:
        message = f"key: keys that begin with {CLOCK} are reserved; choose another"
        raise Refused(Code.BAD_REQUEST, message)
    if not KEY.fullmatch(request.key):
        message = "key: must be 1 to 80 letters, digits or . _ : @ -, and new for each command"
        raise Refused(Code.BAD_REQUEST, message)
    if stored is None:
        return None
    if stored.fingerprint != request.fingerprint:
        raise Refused(Code.BAD_REQUEST, "key: already used for another command")
    return answer_of(stored.body)


def accepted(outcome: Accepted | Refusal) -> Accepted:
    """The outcome of a decision; `Refused` where it is a refusal."""
    if isinstance(outcome, Refusal):
        raise Refused(outcome.code, outcome.message, outcome.cite)
    return outcome


def answer_text(answer: CommandAnswer) -> str:
    """An answer as it is stored, to be given again under the same key."""
    plain: Plain = {"status": answer.status, "version": answer.version}
    if answer.refusal is not None:
        refusal = answer.refusal
        plain["refusal"] = {
            "code": str(refusal.code),
            "message": refusal.message,
            "cite": refusal.cite,
        }
    return _short(plain)


def answer_of(text: str) -> CommandAnswer:
    """A stored answer, as a repeated one."""
    plain = json.loads(text)
    given = plain.get("refusal")
    refusal = None if given is None else Refusal(Code(given["code"]), given["message"], given["cite"])
    status: Status = "repeated" if refusal is None else "refused"
    return CommandAnswer(status, plain["version"], refusal)


@dataclass(frozen=True, slots=True)
class DealBy:
    """From the next round on the house deals by itself, or a dealer by hand."""

    by: By
    hands: Hands


OF_HITS: Final[Mapping[str, type[meters.Claim | meters.Verify]]] = {
    "claim": meters.Claim,
    "verify": meters.Verify,
}
LiveCommand = commands.Command | ledger.Command | meters.Claim | meters.Verify | DealBy


def read_command(body: Mapping[str, object], by: By) -> LiveCommand:
    """The command that plain values stand for; refused in one line where they stand for none."""
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
    values = {key: value for key, value in body.items() if key not in ("by", "at")}
    return parse_command({**values, "by": str(by)})


def read_deal_by(body: Mapping[str, object], by: By) -> DealBy:
    """A change of who deals, from plain values."""
    hands = body.get("hands")
    if body.keys() != {"do", "hands"} or hands not in HANDS:
        message = f"{DEAL_BY}: hands: {shown(hands)}: say dealer or house, and nothing else"
        raise Refused(Code.BAD_REQUEST, message)
    return DealBy(by, cast(Hands, hands))


def decide_deal_by(table: Table, command: DealBy, *, may_change: bool) -> DealingChanged:
    """The change of who deals a table, between rounds; `Refused` where it may not be."""
    by, hands = command.by, command.hands
    if by.role not in CREW:
        message = f"{DEAL_BY}: only the dealer or the floor may do this, not a {by.role}"
        raise Refused(Code.WRONG_ROLE, message)
    if by.role is Role.DEALER and table.dealer not in ("", by.name):
        message = f"{DEAL_BY}: dealer {table.dealer} is at the table; take over first"
        raise Refused(Code.WRONG_ROLE, message, table.game.cite("new_dealer"))
    if not may_change:
        message = f"{DEAL_BY}: this table cannot change who deals; set up another"
        raise Refused(Code.NOT_DUE, message)
    if not table.is_open or table.is_closed or table.round is not None:
        message = f"{DEAL_BY}: only between rounds of an open table; wait for the end of the round"
        raise Refused(Code.NOT_DUE, message, table.cite("bets_close"))
    if HANDS[hands] == table.settings.chores:
        raise Refused(Code.NOT_DUE, f"{DEAL_BY}: the {hands} already deals")
    if hands == "house" and not table.settings.virtual:
        message = f"{DEAL_BY}: a physical shoe needs a dealer; deal by hand"
        raise Refused(Code.NOT_DUE, message)
    return DealingChanged(hands, str(by))
