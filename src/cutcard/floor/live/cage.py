"""The cage: what people bring to the house and take away, in a stream of its own.

A deposit goes from the cage to the person's wallet, a withdrawal back. Each is asked for under a key and
happens once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from cutcard.floor.ledger import CAGE, wallet_account
from cutcard.floor.live.commands import (
    CASH_COMMANDS,
    CashCommand,
    CommandAnswer,
    CommandRequest,
    Deposit,
    answer_text,
    repeated,
)
from cutcard.floor.store import Database, Head, Movement, New, ReadUnit, WriteUnit
from cutcard.law import Code, Refused
from cutcard.money import Cents, dollars
from cutcard.shoe import FLOOR, By
from cutcard.table.record import line_of
from cutcard.table.script import amount

CAGE_STREAM: Final = "cage"
HEADER: Final = '{"cage":1}'
MOST: Final = Cents(10_000_000_000)
DAY_MS: Final = 86_400_000
LONGEST_NAME: Final = 80


class Trial(Exception):  # noqa: N818 - it ends a transaction of which nothing is to be kept
    """What was tried is undone."""


class Cage:
    """Deposits and withdrawals of one store."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self._database = database
        self._now = now

    def submit(
        self, request: CommandRequest, *, alone_below: int | None = None, trial: bool = False
    ) -> CommandAnswer:
        """Carry a deposit or a withdrawal out; it is durable then. On `trial` nothing is kept.

        `alone_below` is what one person of the house may not move of a player's in a day, even in parts.
        """
        with suppress(Trial), self._database.writing() as unit:
            answer = self._submitted(unit, request, alone_below)
            if trial:
                raise Trial
        return answer

    def moved_lately(self, do: str, player: str) -> int:
        """The cents of a player's deposits, or of their withdrawals, in the last day."""
        with self._database.reading() as unit:
            return self._moved_lately(unit, do, player)

    def _moved_lately(self, unit: ReadUnit, do: str, player: str) -> int:
        moved = 0
        for stored in unit.proven_since(CAGE_STREAM, self._now() - DAY_MS):
            event = json.loads(stored.line)
            if (event["event"], event["player"]) == (do, player):
                moved += amount(event["amount"], "amount")
        return moved

    def _submitted(
        self, unit: WriteUnit, request: CommandRequest, alone_below: int | None
    ) -> CommandAnswer:
        head = unit.heads([CAGE_STREAM]).get(CAGE_STREAM) or unit.create(CAGE_STREAM, HEADER)
        try:
            before = repeated(request, unit.answered(CAGE_STREAM, request.key))
            if before is not None:
                return before
            answer = self._carried_out(unit, head, request, alone_below)
        except Refused as refused:
            return CommandAnswer("refused", head.version, refused.refusal)
        body = answer_text(answer)
        unit.answer(CAGE_STREAM, request.key, request.fingerprint, answer.version, body)
        return answer

    def _carried_out(
        self, unit: WriteUnit, head: Head, request: CommandRequest, alone_below: int | None
    ) -> CommandAnswer:
        if request.by.role not in FLOOR:
            message = f"cage: only a floorperson or above may do this, not a {request.by.role}"
            raise Refused(Code.WRONG_ROLE, message)
        command = request.read(_read)
        player, cents = command.player, command.amount
        if not 0 < cents <= MOST:
            message = f"amount: must be more than zero and at most ${dollars(MOST)}"
            raise Refused(Code.BAD_AMOUNT, message)
        if alone_below is not None:
            self._check_day(unit, command, alone_below)
        wallet, brings = wallet_account(player), isinstance(command, Deposit)
        if not brings and (balance := unit.hold([wallet])[wallet]) < cents:
            message = f"withdraw: {player} has ${dollars(balance)} on deposit, not ${dollars(cents)}"
            raise Refused(Code.BAD_AMOUNT, message)
        kind = "deposit" if brings else "withdraw"
        event: dict[str, object] = {"event": kind, "player": player, "amount": dollars(cents)}
        event["by"] = str(request.by)
        if request.signed:
            event["signed"] = [str(each) for each in request.signed if each != request.by]
        after = unit.append(head, [New(line_of(event), str(request.by), request.key, self._now())])
        debit, credit = (CAGE, wallet) if brings else (wallet, CAGE)
        unit.move([Movement(f"{CAGE_STREAM}:{after.version}:0", debit, credit, cents, kind)])
        return CommandAnswer("done", after.version, None, (event,))

    def _check_day(self, unit: WriteUnit, command: CashCommand, alone_below: int) -> None:
        """Refuse what one person may not move: many small sums of a day are a large one."""
        do = "deposit" if isinstance(command, Deposit) else "withdraw"
        before = self._moved_lately(unit, do, command.player)
        if before + command.amount >= alone_below:
            message = (
                f"{do}: with ${dollars(before)} of {command.player}'s in the last 24 hours it needs a"
                f" second person, as all from ${dollars(alone_below)}; ask for it again"
            )
            raise Refused(Code.BAD_AMOUNT, message)


def _read(body: Mapping[str, object], by: By) -> CashCommand:
    kind, player = body.get("do"), body.get("player")
    if not isinstance(kind, str) or kind not in CASH_COMMANDS:
        raise Refused(Code.BAD_REQUEST, f"do: the cage only knows {' and '.join(CASH_COMMANDS)}")
    if not (isinstance(player, str) and 0 < len(player) <= LONGEST_NAME and player.isprintable()):
        raise Refused(Code.BAD_REQUEST, "player: name the player")
    if ":" in player:
        raise Refused(Code.BAD_REQUEST, "player: a name has no colon")
    if "amount" not in body:
        raise Refused(Code.BAD_REQUEST, f"amount: required by {kind}")
    cents = amount(body["amount"], "amount")
    unknown = body.keys() - {"do", "player", "amount"}
    if unknown:
        raise Refused(Code.BAD_REQUEST, f"{json.dumps(min(unknown))}: unknown key")
    return CASH_COMMANDS[kind](by, player, cents)
