"""A way to play written as a chart: what is done with a total against each thing the dealer shows.

A cell is a code: letters in the order in which they are wanted, the first that the rules allow being
taken (`Dh` doubles, else hits; a hand that may do none of it stands). A number of cards turns the code
from there on: `S5` stands, and hits with five cards or more; `Dh4s` stands from four cards on.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from cutcard.automata.hands import VALUES, SeenHand, cards_of
from cutcard.cards import Card
from cutcard.law.vocabulary import VOCABULARY
from cutcard.odds.charts.legend import DIGITS, FROM_A_SWITCH, LABELS, label
from cutcard.odds.main.decisions import TWO_CARD_HANDS
from cutcard.rules import MANY_CARDS, TWENTY_ONE, TWO_CARDS, Action, is_natural, is_soft, total

HARD_TOTALS: Final = range(4, TWENTY_ONE + 1)
SOFT_TOTALS: Final = range(12, TWENTY_ONE + 1)
DOUBLED_HARD: Final = range(6, TWENTY_ONE + 1)
"""Totals of three cards or more, as a double makes them."""
DOUBLED_SOFT: Final = range(13, TWENTY_ONE + 1)
COUNTS: Final = range(TWO_CARDS, MANY_CARDS + 1)
"""Numbers of cards that a cell may tell apart; the last stands for all above it too."""

Wanted = tuple[Action, ...]
"""What is wanted, first to last; then standing."""
Cell = tuple[Wanted, ...]
"""By the number of cards, from two on."""
Row = tuple[Cell, ...]
"""By column."""

Worth = Mapping[str, tuple[int, ...]]
"""What two cards are worth against the dealer's, in thousandths of a wager: by their name and by column.

An ace and a ten that a switch brings together have a row of their own. Cards are switched where the two
hands that come of it are worth more together; with no rows they never are.
"""

WORTH_PARTS: Final = 10**DIGITS
TWO_CARD_NAMES: Final = {
    tuple(sorted(card.value for card in cards_of(hand))): label(hand) for hand in TWO_CARD_HANDS
}
"""By the values of two cards: what the row is called."""
WORTH_ROWS: Final = (*TWO_CARD_NAMES.values(), FROM_A_SWITCH)
_NUMBER: Final = re.compile(rf"([+-]?)(\d{{1,3}})(?:\.(\d{{1,{DIGITS}}}))?", re.ASCII)

LETTERS: Final = {
    "H": Action.HIT,
    "S": Action.STAND,
    "D": Action.DOUBLE,
    "P": Action.SPLIT,
    "R": Action.SURRENDER,
}
DOUBLED_LETTERS: Final = {"S": Action.STAND, "D": Action.DOUBLE, "R": Action.RESCUE}
"""After a double: leave it, double again, rescue."""
LAST: Final = (Action.HIT, Action.STAND)
"""Always allowed where there is a choice, so that nothing can be wanted after it."""
WITH_TWO: Final = (Action.SURRENDER, Action.SPLIT)
"""What only a hand of two cards can do."""

_PART: Final = re.compile(r"([0-9]?)([A-Za-z]*)")
STANDS: Final[Cell] = ((),) * len(COUNTS)


class CodeError(ValueError):
    """A code that means nothing: what is wrong with it."""


def read_code(code: str, letters: Mapping[str, Action] = LETTERS) -> Cell:
    """What a code wants, by the number of cards."""
    by_count: dict[int, Wanted] = {}
    for at, part in enumerate(_PART.finditer(code)):
        if part.start() == len(code):
            break
        count, wanted = part[1], part[2]
        if part.end() == part.start() or bool(count) != bool(at):
            raise CodeError(f"{code!r} is not a code")
        first = _count(code, count, by_count) if count else TWO_CARDS
        by_count[first] = _wanted(code, wanted, letters, is_first=not at)
    if not by_count:
        raise CodeError("an empty code")
    cell, wanted_now = [], by_count[TWO_CARDS]
    for count_of_cards in COUNTS:
        wanted_now = by_count.get(count_of_cards, wanted_now)
        cell.append(_possible(wanted_now, count_of_cards))
    return tuple(cell)


def _count(code: str, count: str, before: Mapping[int, Wanted]) -> int:
    if int(count) not in COUNTS or int(count) <= max(before):
        raise CodeError(f"{code!r}: {count} cards; a code turns at 3 to {MANY_CARDS} cards, in order")
    return int(count)


def _wanted(
    code: str, letters: str, actions_by_letter: Mapping[str, Action], *, is_first: bool
) -> Wanted:
    if not letters and not is_first and "H" in actions_by_letter:
        return (Action.HIT,)
    actions: list[Action] = []
    for place, letter in enumerate(letters):
        should_be_large = is_first and place == 0
        if letter.upper() not in actions_by_letter or letter.isupper() != should_be_large:
            allowed = ", ".join(actions_by_letter)
            raise CodeError(f"{code!r}: {letter!r}; a code begins with {allowed}, small letters follow")
        action = actions_by_letter[letter.upper()]
        if action in actions or (actions and actions[-1] in LAST):
            raise CodeError(f"{code!r}: {letter!r} comes too late to be wanted")
        actions.append(action)
    if not actions:
        raise CodeError(f"{code!r} is not a code")
    if "H" in actions_by_letter and actions[-1] in (Action.DOUBLE, Action.SURRENDER):
        actions.append(Action.HIT)  # as charts are read: D and R hit where they are not allowed
    return tuple(actions)


def _possible(wanted: Wanted, cards: int) -> Wanted:
    """Without what that many cards cannot do, and without standing, which is the default."""
    never = (*WITH_TWO, Action.STAND) if cards > TWO_CARDS else (Action.STAND,)
    return tuple(action for action in wanted if action not in never)


def write_code(cell: Cell, letters: Mapping[str, Action] = LETTERS) -> str:
    """The code of a cell; read back it is the same cell."""
    by_action = {action: letter for letter, action in letters.items()}

    def write(wanted: Wanted) -> str:
        full = wanted if wanted and wanted[-1] in (*LAST, Action.SPLIT) else (*wanted, Action.STAND)
        if "H" not in letters and wanted:
            full = wanted
        return "".join(by_action[action] for action in full).lower()

    code = write(cell[0]).capitalize()
    before = _possible(cell[0], TWO_CARDS + 1)
    for count, wanted in zip(COUNTS[1:], cell[1:], strict=True):
        if wanted != before:
            code += f"{count}{write(wanted)}"
        before = wanted
    return re.sub(r"(\d)h$", r"\1", code)


def column_of(shown: Sequence[Card]) -> str:
    """The column of what the dealer shows: a card, or the total of two that lie face up."""
    if len(shown) == 1:
        return LABELS[shown[0].value - 1]
    return f"{'s' if is_soft(shown) else ''}{total(shown)}"


def switches(worth: Worth, column: int, cards: Sequence[Card]) -> bool:
    """Whether the two cards of one hand and the two of the other are worth more switched."""
    if not worth:
        return False
    one, two, three, four = cards
    as_dealt = sum(worth[_name(*pair)][column] for pair in ((one, two), (three, four)))
    switched = ((one, four), (three, two))
    names = (FROM_A_SWITCH if is_natural(pair) else _name(*pair) for pair in switched)
    return sum(worth[name][column] for name in names) > as_dealt


def _name(one: Card, two: Card) -> str:
    return TWO_CARD_NAMES[min(one.value, two.value), max(one.value, two.value)]


def worth_in_parts(worth: Mapping[str, Sequence[float]]) -> Worth:
    """A table of values from `odds`, in thousandths."""
    return {name: tuple(round(each * WORTH_PARTS) for each in worth[name]) for name in WORTH_ROWS}


def read_worth(text: str) -> int:
    """A worth as written in a file; `ValueError` where it is not one."""
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a number of at most {DIGITS} decimals")
    sign, whole, parts = match.groups()
    number = int(whole) * WORTH_PARTS + int((parts or "").ljust(DIGITS, "0"))
    return -number if sign == "-" else number


def write_worth(number: int) -> str:
    """A worth as a file has it."""
    whole, parts = divmod(abs(number), WORTH_PARTS)
    return f"{'-' if number < 0 else ''}{whole}.{parts:0{DIGITS}}"


@dataclass(frozen=True)
class StrategyBook:
    """A chart to play by."""

    columns: tuple[str, ...]
    hard: Mapping[int, Row]
    soft: Mapping[int, Row]
    pairs: Mapping[int, Row]
    """By value, counted from 0; used only where the pair may be split."""
    doubled: Mapping[tuple[int, bool, int], Row]
    """By doublings made, whether the total is soft, and the total; a missing row leaves the hand."""
    worth: Worth | None = None
    """At Switch: what two cards are worth, by which they are switched."""

    @cached_property
    def _column(self) -> Mapping[str, int]:
        return {label: place for place, label in enumerate(self.columns)}

    def choose(self, seen: SeenHand) -> Action:
        """What is done with a hand: the first thing wanted that may be done."""
        if Action.SWITCH in seen.may:
            column = self._column[column_of(seen.shown)]
            return Action.SWITCH if switches(self.worth or {}, column, seen.cards) else Action.STAND
        for action in self._wanted(seen):
            if action in seen.may:
                return action
        return Action.STAND

    def _wanted(self, seen: SeenHand) -> Wanted:
        pair = seen.cards[0].value - 1 if Action.SPLIT in seen.may else None
        key = total(seen.cards), is_soft(seen.cards)
        row = self.row(*key, doublings=seen.doublings, pair=pair)
        if row is None:
            return ()
        return row[self._column[column_of(seen.shown)]][
            self.place(len(seen.cards), doublings=seen.doublings, pair=pair)
        ]

    def row(self, points: int, is_soft: bool, *, doublings: int, pair: int | None) -> Row | None:
        """The row of a hand: after a doubling its own, of a pair that may be split the pair's."""
        if doublings:
            return self.doubled.get((doublings, is_soft, points))
        if pair is not None:
            return self.pairs[pair]
        return (self.soft if is_soft else self.hard)[points]

    @staticmethod
    def place(count: int, *, doublings: int, pair: int | None) -> int:
        """The place within a cell of what is wanted with so many cards."""
        return 0 if doublings or pair is not None else min(count, MANY_CARDS) - TWO_CARDS

    @cached_property
    def digest(self) -> str:
        """A name for its decisions."""
        rows = [
            (name, sorted((key, _action_names(row)) for key, row in section.items()))
            for name, section in (("hard", self.hard), ("soft", self.soft), ("pairs", self.pairs))
        ]
        after = sorted((key, _action_names(row)) for key, row in self.doubled.items())
        more = () if self.worth is None else (sorted(self.worth.items()),)
        return hashlib.sha256(repr((self.columns, rows, after, *more)).encode()).hexdigest()


def _action_names(row: Row) -> tuple[tuple[tuple[str, ...], ...], ...]:
    return tuple(tuple(tuple(str(each) for each in wanted) for wanted in cell) for cell in row)


def most_doublings() -> int:
    """The most doublings of one hand that a document can permit: a chart has rows for each."""
    most = VOCABULARY["most_doublings"].most
    assert most is not None
    return most


def pair_name(value: int) -> str:
    """A pair as a chart names it."""
    return f"{LABELS[value]}-{LABELS[value]}"


PAIRS: Final = {pair_name(value): value for value in range(len(VALUES))}
