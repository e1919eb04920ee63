"""Checks a record of play against the shuffles committed to in it. This file stands alone.

It needs Python and nothing else: copy it anywhere and run `python verify.py RECORD`. It shares no code
with the program that shuffled and dealt. It makes the SHA-256 of every revealed stack itself, cuts the
stack where the record says it was cut, and follows the cards off it one by one.

A record is JSON lines. The first is a header, {"cutcard": 1, ...}; each other line is one event. Those
that matter here: cards_shuffled (batch, size, commitment; in a private record order and salt as well),
cards_cut (batch, position), recut_ordered (batch), shoe_loaded (batch, side), shoe_ended (batch, left),
shoe_revealed (commitment, order, salt), and every event with a card `drawn` off a `side`. A record that
is published while its shoe is in play leaves out the cards that nobody has seen; they prove nothing yet.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final, NoReturn

PROVEN, WRONG, UNPROVEN = "proven", "wrong", "unproven"
UNREVEALED, UNCOMMITTED, UNUSED = "unrevealed", "uncommitted", "unused"

MOST_LINE_BYTES: Final = 1_000_000
MOST_CARDS: Final = 1_000_000
ONE_CARD: Final = re.compile(r"[A2-9TJQK][cdhs]")
HEX_256: Final = re.compile(r"[0-9a-f]{64}")
DEALT, BURNED, DETERMINANT = "card_dealt", "card_burned", "determinant_drawn"
UNSEEN: Final = ""

Json = dict[str, Any]


class Unreadable(Exception):  # noqa: N818 - it says what the record is
    """What cannot be read as a record: the line and what is wrong with it, in one line."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """Something that is not as committed. The first event is 1; it stands in line 2."""

    event: int
    problem: str
    recorded: str = ""
    demanded: str = ""


@dataclass(slots=True)
class Stack:
    """One shuffled stack: what was committed, what was done with it, what came off it.

    `order` is known once it is revealed and gives the commitment. Cuts, cards drawn and the number left
    stand with the events that recorded them.
    """

    batch: int
    shuffled_at: int
    commitment: str = ""
    size: int = 0
    order: tuple[str, ...] | None = None
    side: str = ""
    cuts: list[tuple[int, int]] = field(default_factory=list)
    drawn: list[tuple[int, str]] = field(default_factory=list)
    left: tuple[int, int] | None = None
    revealed_at: int = 0
    wrong: Wrong | None = None

    @property
    def standing(self) -> str:
        """`unused` where no card came off it; else how far its cards are proven."""
        if self.wrong:
            return WRONG
        if not self.drawn:
            return UNUSED
        if not self.commitment:
            return UNCOMMITTED
        is_revealed = self.revealed_at and all(card != UNSEEN for _, card in self.drawn)
        return PROVEN if is_revealed else UNREVEALED

    def fail(self, event: int, problem: str, *, recorded: str = "", demanded: str = "") -> None:
        """Remember the earliest thing that is wrong."""
        if self.wrong is None or event < self.wrong.event:
            self.wrong = Wrong(event, problem, recorded, demanded)

    def is_touched(self, event: int, what: str) -> None:
        """Whatever is done with a stack is done before its order is known."""
        if self.revealed_at:
            self.fail(event, f"{what} after the order of the stack had been revealed")

    def follow(self) -> None:
        """Hold all that was done with it against the order, where that is known by now."""
        if self.order is None:
            return
        stack, count = self.order, len(self.order)
        if self.size not in (0, count):
            self.fail(self.shuffled_at, f"a stack of {self.size} cards; the order has {count}")
        for event, position in self.cuts:
            if position > count:
                self.fail(event, f"a cut after {position} of {count} cards")
            stack = stack[position:] + stack[:position]
        for place, (event, card) in enumerate(self.drawn):
            demanded = stack[place] if place < count else ""
            if card not in (UNSEEN, demanded):
                demands = f"the commitment demands {demanded}" if demanded else "no card was left"
                problem = f"{card} was recorded as card {place + 1} of the stack; {demands}"
                self.fail(event, problem, recorded=card, demanded=demanded)
                break
        if self.left and self.left[1] != count - len(self.drawn):
            problem = (
                f"{self.left[1]} cards are recorded as left; {len(self.drawn)} of {count} were drawn"
            )
            self.fail(self.left[0], problem)


@dataclass(frozen=True, slots=True)
class Verdict:
    """`proven`, `wrong` (and what), or `unproven`; and every stack of the record."""

    document: str
    events: int
    stacks: tuple[Stack, ...]

    @property
    def wrong(self) -> Wrong | None:
        """The first thing wrong in the whole record."""
        found = [each.wrong for each in self.stacks if each.wrong]
        return min(found, key=lambda each: each.event, default=None)

    @property
    def standing(self) -> str:
        """Proven only where cards were drawn, and each of them off a stack that proves it."""
        if self.wrong:
            return WRONG
        return PROVEN if {each.standing for each in self.stacks} - {UNUSED} == {PROVEN} else UNPROVEN

    def cards(self, standing: str) -> int:
        """How many cards came off the stacks of a standing."""
        return sum(len(each.drawn) for each in self.stacks if each.standing == standing)

    def describe(self) -> str:
        """The verdict in one line."""
        if wrong := self.wrong:
            return f"wrong: event {wrong.event} (line {wrong.event + 1}): {wrong.problem}"
        stacks = sum(each.standing == PROVEN for each in self.stacks)
        done = f"{_count(self.cards(PROVEN), 'card')} off {_count(stacks, 'committed stack')}"
        if self.standing == PROVEN:
            return f"proven: {done}, each as committed"
        reasons = []
        if some := self.cards(UNREVEALED):
            reasons.append(f"{_count(some, 'card')} off a stack that is not wholly revealed yet")
        if some := self.cards(UNCOMMITTED):
            reasons.append(f"{_count(some, 'card')} to whose order nobody had committed")
        if stacks:
            reasons.append(f"proven so far: {done}")
        return "not proven: " + ("; ".join(reasons) or "no card was drawn")


def verify(record: BinaryIO) -> Verdict:
    """Read a record to its end and judge it; `Unreadable` where it is none."""
    lines = _objects(record)
    if (header := next(lines, None)) is None:
        raise Unreadable("it is empty")
    if header.get("cutcard") != 1 or header["cutcard"] is True:
        raise Unreadable('line 1: not the header of a record, {"cutcard": 1, ...}')
    table = _Table()
    number = 0
    for number, fields in enumerate(lines, start=1):
        table.see(_Event(fields, number))
    for each in table.stacks:
        each.follow()
    return Verdict(str(header.get("document", "")), number, tuple(table.stacks))


class _Event:
    """One event, its fields read with care."""

    def __init__(self, fields: Json, number: int) -> None:
        self.fields = fields
        self.number = number
        self.name = self.text("event")
        if not self.name:
            self.refuse("an event without a name")

    def refuse(self, problem: str) -> NoReturn:
        raise Unreadable(f"line {self.number + 1}: {problem}")

    def text(self, key: str) -> str:
        """A text; one left out is empty."""
        found = self.fields.get(key, "")
        if not isinstance(found, str):
            self.refuse(f"{key} is not a text")
        return found

    def whole(self, key: str) -> int:
        """A whole number of 0 or more; one left out is 0."""
        found = self.fields.get(key, 0)
        if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found <= MOST_CARDS:
            self.refuse(f"{key} is not a whole number from 0 to {MOST_CARDS:,}")
        return found

    def card(self, key: str) -> str:
        """One card; `UNSEEN` where it is left out."""
        found = self.cards(key)
        if len(found) != 1 and key in self.fields:
            self.refuse(f"{key} is one card, written like Qh or Td")
        return found[0] if found else UNSEEN

    def cards(self, key: str) -> tuple[str, ...]:
        """Cards in a list, or in one text with blanks between them; none where it is left out."""
        found = self.fields.get(key, [])
        listed = found.split(" ") if isinstance(found, str) and found else found or []
        if not isinstance(listed, list) or not all(
            isinstance(each, str) and ONE_CARD.fullmatch(each) for each in listed
        ):
            self.refuse(f"{key}: cards are written like Qh or Td")
        return tuple(listed)

    def hexadecimal(self, key: str) -> str:
        """256 bits as 64 digits; empty where it is left out."""
        found = self.text(key)
        if found and not HEX_256.fullmatch(found):
            self.refuse(f"{key} is not 64 hexadecimal digits")
        return found


class _Table:
    """What lies where, as the events tell it."""

    def __init__(self) -> None:
        self.stacks: list[Stack] = []
        self.committed: dict[str, Stack] = {}
        self.outside: dict[int, Stack] = {}
        """By batch: a stack that is not in the shoe yet, or not any more."""
        self.in_shoe: dict[str, Stack] = {}
        self.waiting: dict[str, str] = {}
        """By side: a determinant card, off the stack already, to be dealt as the next one."""

    def see(self, event: _Event) -> None:
        """Take notice of one event; one that moves no card is passed over."""
        match event.name:
            case "cards_shuffled":
                self._shuffled(event)
            case "cards_cut":
                self._cut(event)
            case "recut_ordered":
                self._taken_out(event)
            case "shoe_loaded":
                self._loaded(event)
            case "shoe_revealed":
                self._revealed(event)
            case "shoe_ended" | "cards_received" | "cards_spread_idle" | "cards_withdrawn":
                self._gone(event)
            case "spread_requested" | "shuffler_failed":
                self._gone(event)
            case name if "drawn" in event.fields or name in (DEALT, BURNED):
                self._drawn(event)

    def _new(self, event: _Event, batch: int, **known: Any) -> Stack:
        self.stacks.append(Stack(batch, event.number, **known))
        return self.stacks[-1]

    def _gone(self, event: _Event) -> None:
        self.outside.pop(self._taken_out(event), None)

    def _taken_out(self, event: _Event) -> int:
        """What lies of a batch in the shoe comes out, to be cut again or because the shoe has ended."""
        batch = event.whole("batch")
        for side in [each for each, stack in self.in_shoe.items() if stack.batch == batch]:
            self.waiting.pop(side, None)
            stack = self.outside[batch] = self.in_shoe.pop(side)
            if "left" in event.fields:
                stack.left = (event.number, event.whole("left"))
        return batch

    def _shuffled(self, event: _Event) -> None:
        batch, commitment = self._taken_out(event), event.hexadecimal("commitment")
        if commitment in self.committed:
            event.refuse("a commitment that was made before")
        stack = self._new(event, batch, commitment=commitment, size=event.whole("size"))
        self.outside[batch] = stack
        if commitment:
            self.committed[commitment] = stack
            if event.fields.get("order") or event.fields.get("salt"):
                self._opened(stack, event)

    def _opened(self, stack: Stack, event: _Event) -> None:
        """An order and a salt are revealed: they must be what was committed to."""
        order, salt = event.cards("order"), event.hexadecimal("salt")
        written = salt + ":" + " ".join(order)
        if hashlib.sha256(written.encode()).hexdigest() == stack.commitment:
            stack.order = order
        else:
            stack.fail(event.number, "this order and this salt do not give the commitment")

    def _revealed(self, event: _Event) -> None:
        commitment = event.hexadecimal("commitment")
        stack = self.committed.get(commitment)
        if stack is None:
            stack = self._new(event, 0, commitment=commitment)
            stack.fail(event.number, "an order is revealed to which nobody had committed")
            return
        self._opened(stack, event)
        stack.revealed_at = stack.revealed_at or event.number

    def _cut(self, event: _Event) -> None:
        batch = event.whole("batch")
        stack = self.outside.get(batch)
        if stack is None:
            event.refuse(f"batch {batch} is cut without having been shuffled")
        stack.is_touched(event.number, "cut")
        if stack.drawn:
            stack.fail(event.number, "cut again after a card had been drawn")
        else:
            stack.cuts.append((event.number, event.whole("position")))

    def _loaded(self, event: _Event) -> None:
        batch, side = event.whole("batch"), event.text("side")
        stack = self.outside.pop(batch, None) or self._new(event, batch)
        stack.is_touched(event.number, "loaded")
        stack.side = side
        self.in_shoe[side] = stack
        self.waiting.pop(side, None)

    def _drawn(self, event: _Event) -> None:
        side = event.text("side")
        card, stack = event.card("drawn"), self.in_shoe.get(side)
        if stack is None:
            stack = self.in_shoe[side] = self._new(event, 0, side=side)
        stack.is_touched(event.number, "a card was drawn")
        # The card that waits left the stack before; a burn or another determinant still comes off it.
        if side in self.waiting and event.name not in (BURNED, DETERMINANT):
            demanded = self.waiting.pop(side)
            if card not in (UNSEEN, demanded):
                problem = f"{card} was recorded; the determinant card, {demanded}, is dealt first"
                stack.fail(event.number, problem, recorded=card, demanded=demanded)
            return
        stack.drawn.append((event.number, card))
        if event.name == DETERMINANT and event.text("deals_from") == side:
            self.waiting[side] = card


def _objects(record: BinaryIO) -> Iterator[Json]:
    """The lines of a record, each one JSON object."""
    lines = iter(lambda: record.readline(MOST_LINE_BYTES + 1), b"")
    for number, line in enumerate(lines, start=1):
        yield _object(line, f"line {number}", is_first=number == 1)


def _object(line: bytes, place: str, *, is_first: bool) -> Json:
    if len(line) > MOST_LINE_BYTES:
        raise Unreadable(f"{place}: longer than {MOST_LINE_BYTES:,} bytes")

    def no_constant(_: str) -> NoReturn:
        raise Unreadable(f"{place}: a number that JSON does not have")

    def no_duplicates(pairs: list[tuple[str, Any]]) -> Json:
        if len(found := dict(pairs)) != len(pairs):
            raise Unreadable(f"{place}: a key occurs twice in one object")
        return found

    try:
        text = line.decode("utf-8-sig" if is_first else "utf-8")
        found = json.loads(text, parse_constant=no_constant, object_pairs_hook=no_duplicates)
    except UnicodeDecodeError:
        raise Unreadable(f"{place}: not UTF-8") from None
    except json.JSONDecodeError as error:
        ending = "" if line.endswith(b"\n") else "; the record ends too early"
        raise Unreadable(f"{place}, column {error.colno}: not JSON{ending}") from None
    except RecursionError:
        raise Unreadable(f"{place}: nested too deeply") from None
    except ValueError:  # Python reads no integer of more than some thousands of digits
        raise Unreadable(f"{place}: a number with thousands of digits") from None
    if not isinstance(found, dict):
        raise Unreadable(f"{place}: not a JSON object")
    return found


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def main(arguments: list[str]) -> int:
    """Print the verdict on one record. 0: proven; 1: wrong or not proven; 2: not to be read."""
    if len(arguments) != 1 or arguments[0].startswith("--"):
        print("usage: verify.py RECORD   (- is standard input)", file=sys.stderr)
        return 2
    try:
        with open(0 if arguments[0] == "-" else arguments[0], "rb") as record:
            verdict = verify(record)
    except (OSError, ValueError, Unreadable) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else problem
        print(f"verify: {ascii(arguments[0])[1:-1]}: {reason}", file=sys.stderr)
        return 2
    print(verdict.describe())
    return 0 if verdict.standing == PROVEN else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
