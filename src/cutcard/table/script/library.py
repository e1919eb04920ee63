"""`cutcard.settle`: a round dealt exactly as written, as a result that shows itself."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cutcard.law import Refusal, Refused
from cutcard.results import Record, Result
from cutcard.table.script import scripted_round
from cutcard.table.script.scripted_round import SettledRound, as_json


@dataclass(frozen=True, repr=False)
class SettledResult(Result):
    """A round played to its end, and what everyone is paid, with the provision of every payout."""

    request: Mapping[str, Any]
    round: SettledRound

    @property
    def _answer(self) -> dict[str, Any]:
        answer = as_json(self.round)
        assert isinstance(answer, dict)
        return answer

    @property
    def dealer(self) -> Any:
        """The dealer's hand; a list of them at multiple action."""
        return self._answer["dealer"]

    @property
    def hands(self) -> list[dict[str, Any]]:
        """Every hand of the round."""
        return list(self._answer["hands"])

    @property
    def settlements(self) -> list[dict[str, Any]]:
        """What each stake came to, with its provision."""
        return list(self._answer["settlements"])

    @property
    def meters(self) -> dict[str, str]:
        """What the meters show afterwards."""
        return dict(self._answer["meters"])

    @property
    def net(self) -> dict[str, str]:
        """By box: what the round brought, in dollars."""
        return dict(self._answer["net"])

    @property
    def digest(self) -> str:
        """Of the law and of the round as it was asked for."""
        asked = json.dumps(
            self.request, sort_keys=True, default=str
        )  # cards and amounts as they are written
        return hashlib.sha256(f"{self.law['digest']}\n{asked}".encode()).hexdigest()

    @property
    def law(self) -> Mapping[str, str]:
        """The law data it stands on: document, version, digest."""
        return self.round.round.rules.document.names

    @property
    def method(self) -> str:
        """The table engine dealt it."""
        return "dealt"

    @property
    def citations(self) -> tuple[str, ...]:
        """The provision of every payout."""
        return tuple(dict.fromkeys(line["cite"] for line in self.settlements))

    def to_dict(self) -> dict[str, Any]:
        """The answer, as `cutcard settle --json` prints it."""
        return {**self._answer, **self._basis()}

    def records(self) -> list[Record]:
        """A row for each stake."""
        return [*self.settlements]

    def headline(self) -> list[str]:
        """What each box won or lost."""
        net = ", ".join(f"box {box} {amount}" for box, amount in self.net.items())
        return [f"{self.law['document']}: net {net or 'nothing'}; {len(self.settlements)} settlements"]


def settle(request: object) -> SettledResult:
    """Deal one round exactly as written; `RequestError` with its citation where the law refuses it.

    >>> settle({"document": "md-blackjack", "boxes": [{"box": 1, "stakes": {"main": "25"}}],
    ...         "cards": ["Ah", "9c", "Kh", "Kd"]}).net
    """
    answer = scripted_round.settle(request)
    if isinstance(answer, Refusal):
        raise Refused(answer.code, answer.message, answer.cite)
    assert isinstance(request, Mapping)  # anything else was refused
    return SettledResult(request, answer)
