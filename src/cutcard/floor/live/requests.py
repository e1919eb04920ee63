"""What is asked of a live table, and what comes of it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeVar

from cutcard.law import Code, Refusal, Refused
from cutcard.shoe import By

Plain = dict[str, Any]
Read = TypeVar("Read")
Status = Literal["done", "refused", "stale", "repeated"]

KEY: Final = re.compile(r"[A-Za-z0-9._:@-]{1,80}")
_sorted: Final = json.JSONEncoder(sort_keys=True, default=str).encode
_short: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
CLOCK: Final = "clock:"
"""What the keys of the automatic dealer's clock begin with."""


@dataclass(frozen=True, slots=True)
class CommandRequest:
    """One command: who asks it, in which role, under which key, decided on which version."""

    by: By
    body: Mapping[str, object]
    """What was asked, in plain values: what the key stands for."""
    key: str
    expected: int | None = None
    signed: tuple[By, ...] = ()
    """Who signed it in person, where two must."""
    by_clock: bool = False
    """Whether the automatic dealer's clock asks; nobody else uses its keys."""
    command: Any = None
    """What `body` says, where it came in as a command already, as those of the API do."""

    def read(self, reader: Callable[[Mapping[str, object], By], Read]) -> Read:
        """The command itself; `reader` reads it from plain values where nobody has."""
        found: Read = reader(self.body, self.by) if self.command is None else self.command
        return found

    @property
    def fingerprint(self) -> str:
        """What another command under the same key would differ in."""
        said: list[object] = [str(self.by), self.body]
        if self.signed:
            said.append(sorted(map(str, self.signed)))
        told = _sorted(said)
        return hashlib.sha256(told.encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class CommandAnswer:
    """What became of a command. `version` is the table's after it."""

    status: Status
    version: int
    refusal: Refusal | None = None
    happened: Sequence[Plain] = field(default=())
    """What everybody may see of the events it made; not told again to whoever asks again."""


def check_key(asked: CommandRequest) -> None:
    """Refuse a key that cannot name a command, or that would take one of the house's."""
    if asked.key.startswith(CLOCK) is not asked.by_clock:
        raise Refused(
            Code.BAD_REQUEST, f"key: keys that begin with {CLOCK} are reserved; choose another"
        )
    if not KEY.fullmatch(asked.key):
        raise Refused(
            Code.BAD_REQUEST,
            "key: must be 1 to 80 letters, digits or . _ : @ -, and new for each command",
        )


def answer_text(answer: CommandAnswer) -> str:
    """An answer as it is kept, for whoever asks again under the same key."""
    told: Plain = {"status": answer.status, "version": answer.version}
    if answer.refusal is not None:
        found = answer.refusal
        told["refusal"] = {"code": str(found.code), "message": found.message, "cite": found.cite}
    return _short(told)


def answer_of(text: str) -> CommandAnswer:
    """An answer that was kept, as a repeated one."""
    told = json.loads(text)
    found = told.get("refusal")
    refusal = None if found is None else Refusal(Code(found["code"]), found["message"], found["cite"])
    status: Status = "repeated" if refusal is None else "refused"
    return CommandAnswer(status, told["version"], refusal)
