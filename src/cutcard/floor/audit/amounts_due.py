"""What a round should have paid: every line figured again beside what was paid, and asked otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cutcard.cards import Card
from cutcard.floor.audit.walk import Walk
from cutcard.law import Cited, Code, Document, Refusal, Refused, shelf
from cutcard.money import dollars
from cutcard.rules import Action, Line
from cutcard.table import (
    DEALER,
    CardDealt,
    CardPlaced,
    Decided,
    RoundStarted,
    line_view,
    provisions_behind,
)
from cutcard.table.script import settle
from cutcard.wording import outcome_name, price_name

Plain = dict[str, Any]
DIFFERENT: Final = ("outcome", "stake", "pays", "returned", "cite")


@dataclass(frozen=True, slots=True)
class Compared:
    """A line as it was paid and as it is owed; None where there is no such line."""

    paid: Line | None
    owed: Line | None
    says: tuple[Cited, ...]

    @property
    def same(self) -> bool:
        """Whether it was paid correctly."""
        return self.paid == self.owed

    def plain(self) -> Plain:
        """In plain values, the difference named."""
        line = self.owed or self.paid
        assert line is not None
        return {
            "paid": None if self.paid is None else line_view(self.paid),
            "owed": None if self.owed is None else line_view(self.owed),
            "same": self.same,
            "difference": self._difference(),
            "says": [_statement(each) for each in self.says],
        }

    def _difference(self) -> str:
        if self.same:
            return ""
        if self.paid is None or self.owed is None:
            missing = "paid" if self.paid is None else "due"
            return f"no such line was {missing}"
        cents = self.owed.returned - self.paid.returned
        if cents:
            return f"${dollars(abs(cents))} {'too little' if cents > 0 else 'too much'} was paid"
        paid, owed = line_view(self.paid), line_view(self.owed)
        other = [name for name in DIFFERENT if paid[name] != owed[name]]
        return f"different {' and '.join(other) or 'line'}, same amount"


def _statement(cited: Cited) -> Plain:
    says = cited.says
    if cited.kind == "row":
        says = f"{outcome_name(str(cited.facts['outcome']))} pays {price_name(str(cited.facts['pays']))}"
    return {"kind": cited.kind, "name": cited.name, "cite": cited.cite, "says": says}


def _place(line: Line) -> tuple[object, ...]:
    return line.box, line.hand, line.wager, line.player, line.paid_to


def compared(law: Document, paid: Iterable[Line], owed: Iterable[Line]) -> list[Compared]:
    """Lines side by side, in the order in which they were paid."""
    left, pairs = list(owed), list[tuple[Line | None, Line | None]]()
    for line in paid:
        same = next((each for each in left if each == line), None)
        same = same or next((each for each in left if _place(each) == _place(line)), None)
        if same is not None:
            left.remove(same)
        pairs.append((line, same))
    pairs += [(None, each) for each in left]
    return [Compared(a, b, _says(law, b or a)) for a, b in pairs]


def _says(law: Document, line: Line | None) -> tuple[Cited, ...]:
    return () if line is None else tuple(provisions_behind(law, line))


def owed(walk: Walk) -> list[Compared]:
    """The recorded round settled again, in every moment in which it was."""
    law, lines = walk.live.table.rules.document, list[Compared]()
    for recorded, figured in walk.settlements():
        lines += compared(law, recorded.lines, () if figured is None else figured.lines)
    return lines


@dataclass(frozen=True, slots=True)
class CardDealtTo:
    """A card of a round and the place it went to."""

    card: Card
    place: str


def dealt(walk: Walk) -> list[CardDealtTo]:
    """The cards in the order in which they were laid."""
    cards = []
    for event in walk.shown.events:
        if isinstance(event, CardDealt | CardPlaced):
            card = event.drawn if isinstance(event, CardDealt) else event.card
            place = "dealer" if event.box == DEALER else f"box {event.box}, hand {event.hand}"
            cards.append(CardDealtTo(card, place))
    return cards


def request_of(walk: Walk) -> Plain:
    """The round as `settle` is asked about it."""
    header, r = walk.shown.header, walk.last
    started = next(each for each in walk.shown.events if isinstance(each, RoundStarted))
    return {
        "document": shelf().reference(walk.live.table.rules.document),
        "variation": header.variation,
        "options": dict(header.options),
        "wagers": dict(header.wagers),
        "boxes": [
            {
                "box": bet.box,
                "player": bet.player,
                "stakes": {name: dollars(stake) for name, stake in bet.stakes.items()},
                "streak": bet.streak,
            }
            for bet in started.bets
        ],
        "cards": [each.card.text for each in dealt(walk)],
        "decisions": [_decision(each) for each in walk.shown.events if isinstance(each, Decided)],
        "meters": {name: dollars(each) for name, each in walk.meters.items()},
        "resets": {name: dollars(each) for name, each in walk.resets.items()},
        "devices": {name: _entries(each) for name, each in r.devices.items()},
    }


def _entries(shown: object) -> object:
    return list(shown) if isinstance(shown, tuple) else shown


def _decision(event: Decided) -> Plain:
    decision: Plain = {"box": event.box, "do": event.do}
    if event.do == Action.INSURE:
        at = event.index + 1
        return {**decision, "amount": dollars(event.amounts[0]), "spot": at, "hand": at}
    if event.do == Action.DOUBLE and event.amounts:
        decision["amount"] = dollars(max(event.amounts))
    return {**decision, "hand": event.hand} if event.hand else decision


def settle_otherwise(walk: Walk, changes: Mapping[str, Any]) -> list[Compared]:
    """The round settled with other cards, stakes or decisions; `Refused` where it cannot be so."""
    request = request_of(walk)
    for key in ("cards", "decisions"):
        if changes.get(key) is not None:
            request[key] = changes[key]
    for box, stakes in (changes.get("stakes") or {}).items():
        _restake(request["boxes"], box, stakes)
    answer = settle(request)
    if isinstance(answer, Refusal):
        raise Refused(answer.code, answer.message, answer.cite)
    return compared(walk.live.table.rules.document, walk.shown.lines, answer.lines)


def _restake(boxes: Sequence[Plain], box: str, stakes: Mapping[str, str]) -> None:
    for each in boxes:
        if str(each["box"]) == box:
            each["stakes"] = {name: stake for name, stake in stakes.items() if stake}
            return
    raise Refused(Code.BAD_REQUEST, f"stakes: no box {box} in this round")
