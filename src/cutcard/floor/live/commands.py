"""Commands to a live table (itself, its books, a jackpot, its dealer, its law), and to the cage.

    {"do": "hit", "box": 1}
    {"do": "buy_in", "amount": "200"}
    {"do": "claim", "hit": "bj-1.204.3"}
    {"do": "deal_by", "hands": "house"}
    {"do": "change_law", "to": "md-blackjack@1.16"}

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
from cutcard.law import (
    Code,
    Document,
    Refusal,
    Refused,
    RuleSet,
    diff,
    document,
    lint,
    resolve,
    shown,
    unpack,
)
from cutcard.money import Cents
from cutcard.shoe import CREW, FLOOR, SUPERVISORS, By, Role
from cutcard.table import LawChanged, LawDifference, Table, commands, game_of, new_table
from cutcard.table.record import header_json, header_of, line_of, wagers_of
from cutcard.table.script import parse_command
from cutcard.wagers.settlement import growths

Plain = dict[str, Any]
Read = TypeVar("Read")
Accepted = TypeVar("Accepted")
Status = Literal["done", "refused", "stale", "repeated"]

KEY: Final = re.compile(r"[A-Za-z0-9._:@-]{1,80}")
CLOCK: Final = "clock:"
"""The start of the keys of the automatic dealer's clock."""
DEAL_BY: Final = "deal_by"
CHANGE_LAW: Final = "change_law"
_sorted: Final = json.JSONEncoder(sort_keys=True, default=str).encode
_short: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class Deposit:
    """Money that a person brings to the house."""

    by: By
    player: str
    amount: Cents


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Money that a person takes away from the house."""

    by: By
    player: str
    amount: Cents


CashCommand = Deposit | Withdraw
CASH_COMMANDS: Final[Mapping[str, type[CashCommand]]] = {"deposit": Deposit, "withdraw": Withdraw}


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


@dataclass(frozen=True, slots=True)
class ChangeLaw:
    """From the next round on the table plays by another version of its document."""

    by: By
    to: str
    """A version of the same document: md-blackjack@1.16."""


OF_HITS: Final[Mapping[str, type[meters.Claim | meters.Verify]]] = {
    "claim": meters.Claim,
    "verify": meters.Verify,
}
LiveCommand = commands.Command | ledger.Command | meters.Claim | meters.Verify | DealBy | ChangeLaw


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
    if do == CHANGE_LAW:
        to = body.get("to")
        if body.keys() != {"do", "to"} or not isinstance(to, str):
            message = f"{CHANGE_LAW}: to: {shown(to)}: name a version, as md-blackjack@1.16"
            raise Refused(Code.BAD_REQUEST, message)
        return ChangeLaw(by, to)
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


def decide_change_law(table: Table, command: ChangeLaw, signed: Sequence[By]) -> LawChanged:
    """The move of a table to another version of its document; `Refused` with all that is against it.

    A floorperson asks and a supervisor signs, between rounds. What the operator chose stays as it is:
    the new version must permit all of it. What the old one fixed is as the new one has it.
    """
    by = command.by
    if by.role not in FLOOR:
        raise Refused(Code.WRONG_ROLE, f"{CHANGE_LAW}: only the floor may ask for it, not a {by.role}")
    signers = [each for each in signed if each.role in SUPERVISORS and each.name != by.name]
    if not signers:
        message = f"{CHANGE_LAW}: a supervisor other than {by.name or 'the floorperson'} must sign it"
        raise Refused(Code.WRONG_ROLE, message)
    _check_between_rounds(table)
    before, after = table.rules.document, document(command.to)
    if after.id != before.id:
        message = f"{CHANGE_LAW}: {after.name} is another document; set up another table for it"
        raise Refused(Code.UNKNOWN_DOCUMENT, message)
    if after.digest == before.digest:
        raise Refused(Code.NOT_DUE, f"{CHANGE_LAW}: the table plays by {after.name} already")
    _, faults = lint(unpack(after.files.packed))
    if faults:
        message = (
            f"{CHANGE_LAW}: {after.name} has faults in its data; see `cutcard law lint`: {faults[0]}"
        )
        raise Refused(Code.UNKNOWN_DOCUMENT, message)
    under = _resolved(table.rules, after)
    moved = new_table(under, game_of(under), table.settings)
    _check_fits(table, moved)
    return LawChanged(
        before.name,
        after.name,
        before.digest,
        after.digest,
        line_of(header_json(header_of(moved))),
        law_differences(before, after),
        str(by),
        str(signers[0]),
    )


def _check_between_rounds(table: Table) -> None:
    if table.is_closed:
        raise Refused(Code.TABLE_NOT_OPEN, f"{CHANGE_LAW}: the table is closed; set up another")
    if table.round is not None:
        message = f"{CHANGE_LAW}: only between rounds; wait for the end of the round"
        raise Refused(Code.NOT_DUE, message, table.cite("bets_close"))
    if table.bets:
        message = f"{CHANGE_LAW}: bets are on the layout; wait until the round they are for is over"
        raise Refused(Code.NOT_DUE, message, table.cite("bets_close"))


def _resolved(rules: RuleSet, law: Document) -> RuleSet:
    """A table's choices under another version; refused with every finding where it permits not all."""
    fixed = rules.document.effective_options(rules.variation)
    chosen = {name: value for name, value in rules.options.items() if not fixed[name].is_fixed}
    options = {key: list(each) if isinstance(each, tuple) else each for key, each in chosen.items()}
    wagers = wagers_of(rules)
    under, findings = resolve(law, variation=rules.variation, options=options, wagers=wagers)
    wrong = [each for each in findings if each.severity == "violation"]
    if under is None or wrong:
        why = "; ".join(f"{each.path}: {each.message}" for each in wrong)
        cites = "; ".join(dict.fromkeys(each.cite for each in wrong if each.cite))
        message = f"{CHANGE_LAW}: {law.name} does not permit this table: {why}"
        raise Refused(Code.OPTION_NOT_PERMITTED, message, cites)
    return under


def _check_fits(table: Table, moved: Table) -> None:
    """Refuse a version under which the table's cards or meters would be others."""
    now, then = table.shoe.law, moved.shoe.law
    if (now.shoe, now.shuffler, now.pack) != (then.shoe, then.shuffler, then.pack):
        message = f"{CHANGE_LAW}: its cards, shoe or shuffler would be others; set up another table"
        raise Refused(Code.OPTION_NOT_PERMITTED, message, then.cite("decks"))
    if (have := _meters(table.rules)) != (would := _meters(moved.rules)):
        message = f"{CHANGE_LAW}: its meters would be {_listed(would)}, not {_listed(have)}"
        raise Refused(Code.OPTION_NOT_PERMITTED, f"{message}; set up another table")


def _meters(rules: RuleSet) -> set[str]:
    return {each.name for offer in rules.offers.values() for each in growths(offer)}


def _listed(names: set[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def law_differences(before: Document, after: Document) -> tuple[LawDifference, ...]:
    """In what two versions differ, for the record of a move."""
    return tuple(
        LawDifference(each.kind, each.path, _plain_text(each.before), _plain_text(each.after))
        for each in diff(before, after)
    )


def _plain_text(value: object) -> str:
    """A value of the law as the record of a move has it; empty where a version has no such thing."""
    if value is None:
        return ""
    return value if isinstance(value, str) else _short(value)
