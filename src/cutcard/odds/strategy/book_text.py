"""A chart to play by as a TOML file: read strictly, and written so that it reads back the same.

    name = "mine"
    columns = "2 3 4 5 6 7 8 9 T A"

    [hard]
    4-8 = "H"
    9 = "H Dh Dh Dh Dh H H H H H"

A row has a code for each column, or one code for all. Every total that can come up has its row, in
`hard` and in `soft`, and every pair in `pairs`; a pair that may not be split goes by its total, and 21
stands unless it has a row. `doubled` (with `hard` and `soft` in it) is for hands just doubled: S leaves
them, D doubles again, R rescues; `doubled_2` and `doubled_3` are for the second and third doubling.
`switch` says what any two cards are worth, by which they are switched; or it is "never".
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Final, TypedDict, TypeVar

from cutcard.automata.hands import cards_of, starts
from cutcard.odds.problem import OddsError
from cutcard.odds.strategy.book import (
    DOUBLED_HARD,
    DOUBLED_LETTERS,
    DOUBLED_SOFT,
    HARD_TOTALS,
    LETTERS,
    PAIRS,
    SOFT_TOTALS,
    STANDS,
    WORTH_ROWS,
    Cell,
    CodeError,
    Row,
    StrategyBook,
    Worth,
    column_of,
    most_doublings,
    pair_name,
    read_code,
    read_worth,
    write_code,
    write_worth,
)
from cutcard.odds.strategy.toml_file import MOST_SHOWN, content_of, parsed, short
from cutcard.rules import TWENTY_ONE, Action, Game, is_natural

BASIC: Final = "basic"
"""No file is called so: it is the chart that is worked out."""
MOST_NAME: Final = 80
SECTIONS: Final = ("hard", "soft", "pairs")
NO_PAIRS: Final = {letter: action for letter, action in LETTERS.items() if action is not Action.SPLIT}
TOTALS: Final = {"hard": HARD_TOTALS, "soft": SOFT_TOTALS}
DOUBLED_TOTALS: Final = {"hard": DOUBLED_HARD, "soft": DOUBLED_SOFT}
SWITCH: Final = "switch"
NEVER: Final = "never"
T = TypeVar("T")


class StrategyNeeds(TypedDict):
    """What a chart must have: columns for one of the dealer's cards or two, a table for switching."""

    shown: int
    can_switch: bool


def needs_of(game: Game) -> StrategyNeeds:
    """What a chart for a game must have."""
    return {"shown": 2 if game.hole_card == "face_up" else 1, "can_switch": game.switch}


def doubled_sections() -> tuple[str, ...]:
    """The sections about a doubled hand, one for each number of doublings made."""
    return ("doubled", *(f"doubled_{doublings}" for doublings in range(2, most_doublings() + 1)))


def columns(shown: int) -> tuple[str, ...]:
    """The columns of a chart, in order: the ace last, or totals where two cards lie face up.

    Against a blackjack in sight nobody plays.
    """
    seen = map(cards_of, starts(shown))
    labels = dict.fromkeys(column_of(cards) for cards in seen if not is_natural(cards))
    if shown == 1:
        ace, *others = labels
        return (*others, ace)
    return tuple(sorted(labels, key=lambda label: (label[0] == "s", int(label.removeprefix("s")))))


# Reading.


def read_book(path: str | Path, *, shown: int, can_switch: bool = False) -> tuple[str, StrategyBook]:
    """The name and the chart in a file."""
    file = str(path)
    return book_in(file, content_of(file), shown=shown, can_switch=can_switch)


def book_in(
    file: str, content_bytes: bytes, *, shown: int, can_switch: bool = False
) -> tuple[str, StrategyBook]:
    """The name and the chart in a file's content."""
    content = parsed(file, content_bytes, what="strategy")
    unknown = set(content) - {"name", "columns", *SECTIONS, *doubled_sections(), SWITCH}
    if unknown:
        raise OddsError(f"{file}: {short(min(unknown))}: not a part of a strategy")
    if can_switch and SWITCH not in content:
        raise OddsError(
            f'{file}: {SWITCH}: missing; what two cards are worth stands there, or "{NEVER}"'
        )
    reading = _Reading(file, columns(shown), content)
    return reading.name(), reading.book()


class _Reading:
    """One file being read."""

    def __init__(self, file: str, labels: tuple[str, ...], content: Mapping[str, object]) -> None:
        self.file, self.labels, self.content = file, labels, content
        self.order = self._columns()

    def wrong(self, where: str, problem: str) -> OddsError:
        """What is wrong, and where."""
        return OddsError(f"{self.file}: {where}: {problem}")

    def name(self) -> str:
        """The name given in the file, or the file's own where it is none or `basic`."""
        name = self.content.get("name", BASIC)
        if name == BASIC:
            path = Path(self.file)
            names = (each for each in (path.stem, path.name) if each != BASIC)
            name = next(names, self.file)[:MOST_NAME]
        if not isinstance(name, str) or not 0 < len(name) <= MOST_NAME or not name.isprintable():
            raise self.wrong("name", f"a text of 1 to {MOST_NAME} characters, not {short(name)}")
        return name

    def _columns(self) -> tuple[str, ...]:
        written = self.content.get("columns", " ".join(self.labels))
        if not isinstance(written, str):
            raise self.wrong("columns", f"a text, not {short(written)}")
        order = tuple(written.split())
        for label in order:
            if label not in self.labels:
                raise self.wrong("columns", f"{short(label)}: the dealer never shows that here")
            if order.count(label) > 1:
                raise self.wrong("columns", f"{label} is given twice")
        for label in self.labels:
            if label not in order:
                raise self.wrong("columns", f"no column for {label}")
        return order

    def book(self) -> StrategyBook:
        """The chart."""
        hard, soft = (
            self._totals((kind,), self.content, totals, lambda code: read_code(code, NO_PAIRS))
            for kind, totals in TOTALS.items()
        )
        return StrategyBook(self.labels, hard, soft, self._pairs(), self._doubled(), self._worth())

    def _section(self, path: tuple[str, ...], within: Mapping[str, object]) -> Mapping[str, object]:
        where = ".".join(path)
        section = within.get(path[-1])
        if section is None:
            raise self.wrong(where, "missing")
        if not isinstance(section, dict):
            raise self.wrong(where, f"a table of rows, not {short(section)}")
        return section

    def _totals(
        self,
        path: tuple[str, ...],
        within: Mapping[str, object],
        totals: range,
        read: Callable[[str], Cell],
    ) -> dict[int, Row]:
        """Rows by total; one key may stand for several of them."""
        where = " ".join(path)
        by_total: dict[int, Row] = {}
        stands: dict[int, str] = {}
        for key, codes in self._section(path, within).items():
            row = None
            for points in self._points(where, key, totals):
                if points in stands:
                    problem = f"is given twice, in {short(stands[points])} and in {short(key)}"
                    raise self.wrong(f"{where} {points}", problem)
                row = row or self._row(f"{where} {key}", codes, read)
                by_total[points], stands[points] = row, key
        for points in totals:
            if points not in by_total and points < TWENTY_ONE:
                raise self.wrong(f"{where} {points}", "no row")
        by_total.setdefault(TWENTY_ONE, (STANDS,) * len(self.labels))
        return by_total

    def _points(self, where: str, key: str, totals: range) -> range:
        first, _, last = key.partition("-")
        ends = {str(points): points for points in totals}
        span = range(0)
        if first in ends and (last or first) in ends:
            span = range(ends[first], ends[last or first] + 1)
        if not span or (not last and "-" in key):
            allowed = f"{totals[0]} to {totals[-1]}, or some of them as {totals[1]}-{totals[3]}"
            raise self.wrong(f"{where} {short(key)}", f"no total; rows are {allowed}")
        return span

    def _row(self, where: str, codes: object, read: Callable[[str], T]) -> tuple[T, ...]:
        if not isinstance(codes, str):
            raise self.wrong(where, f"a text of codes, not {short(codes)}")
        cells = codes.split()
        if len(cells) == 1:
            cells *= len(self.order)
        if len(cells) < len(self.order):
            raise self.wrong(f"{where} against {self.order[len(cells)]}", "no code")
        if len(cells) > len(self.order):
            raise self.wrong(where, f"{len(cells)} codes for {len(self.order)} columns")
        by_label = {}
        for label, code in zip(self.order, cells, strict=True):
            try:
                by_label[label] = read(code[: MOST_SHOWN + 1])
            except ValueError as problem:
                raise self.wrong(f"{where} against {label}", str(problem)) from None
        return tuple(by_label[label] for label in self.labels)

    def _pairs(self) -> dict[int, Row]:
        rows = self._named("pairs", PAIRS, "no pair")
        return {
            value: self._row(f"pairs {name}", rows[name], read_code) for name, value in PAIRS.items()
        }

    def _named(self, section: str, names: Collection[str], unknown: str) -> Mapping[str, object]:
        """A section that has a row for each of these names and no other."""
        rows = self._section((section,), self.content)
        for key in rows:
            if key not in names:
                raise self.wrong(f"{section} {short(key)}", f"{unknown}; rows are {', '.join(names)}")
        for name in names:
            if name not in rows:
                raise self.wrong(f"{section} {name}", "no row")
        return rows

    def _worth(self) -> Worth | None:
        """What two cards are worth; empty where they are never switched."""
        if self.content.get(SWITCH, NEVER) == NEVER:
            return {} if SWITCH in self.content else None
        rows = self._named(SWITCH, WORTH_ROWS, "not two cards")
        return {name: self._row(f"{SWITCH} {name}", rows[name], read_worth) for name in WORTH_ROWS}

    def _doubled(self) -> dict[tuple[int, bool, int], Row]:
        """Rows that do not just leave the hand; a section not there is as the doubling before."""
        doubled: dict[tuple[int, bool, int], Row] = {}
        rows: dict[str, dict[int, Row]] = {}
        for doublings, section in enumerate(doubled_sections(), 1):
            if section in self.content:
                within = self._section((section,), self.content)
                if unknown := set(within) - set(TOTALS):
                    raise self.wrong(f"{section} {short(min(unknown))}", "hard and soft are both there")
                rows = {
                    kind: self._totals((section, kind), within, totals, _read_doubled)
                    for kind, totals in DOUBLED_TOTALS.items()
                }
            for kind, by_total in rows.items():
                for points, row in by_total.items():
                    if set(row) != {STANDS}:
                        doubled[doublings, kind == "soft", points] = row
        return doubled


def _read_doubled(code: str) -> Cell:
    cell = read_code(code, DOUBLED_LETTERS)
    if len(set(cell)) > 1:
        raise CodeError(f"{code!r}: cards are not counted after a double")
    return cell


# Writing.


def write_book(book: StrategyBook, name: str) -> str:
    """A file of the chart; rows that are alike and follow each other are one."""
    lines = [
        "# A strategy: codes by hand and by what the dealer shows; the first letter allowed is taken.",
        "# H hit, S stand, D double, P split, R surrender; S5: stand, and hit from five cards on.",
        f"name = {json.dumps(name, ensure_ascii=False)}",  # such a text is TOML too
        f'columns = "{_line(book.columns, _width(book))}"',
        *([f'{SWITCH} = "{NEVER}"'] if book.worth == {} else ()),
    ]
    for kind, rows in (("hard", book.hard), ("soft", book.soft)):
        lines += _section(kind, _together(rows, TOTALS[kind]), book, LETTERS)
    pairs = {pair_name(value): book.pairs[value] for value in (*range(1, len(PAIRS)), 0)}
    lines += _section("pairs", pairs, book, LETTERS)
    before: dict[str, dict[int, Row]] = {kind: {} for kind in TOTALS}
    for doublings, section in enumerate(doubled_sections(), 1):
        after = {kind: _doubled(book, doublings, kind) for kind in TOTALS}
        if after != before:
            for kind, rows in after.items():
                merged = _together(rows, DOUBLED_TOTALS[kind])
                lines += _section(f"{section}.{kind}", merged, book, DOUBLED_LETTERS)
        before = after
    if book.worth:
        lines += ["", f"[{SWITCH}]"]
        lines += [f'"{name}" = "{" ".join(map(write_worth, row))}"' for name, row in book.worth.items()]
    return "\n".join(lines) + "\n"


def _doubled(book: StrategyBook, doublings_made: int, kind: str) -> dict[int, Row]:
    return {
        points: row
        for (doublings, is_soft, points), row in book.doubled.items()
        if doublings == doublings_made and is_soft == (kind == "soft")
    }


def _together(rows: Mapping[int, Row], totals: range) -> dict[str, Row]:
    """Rows by their keys in a file; a 21 that stands needs none."""
    nothing: Row = (STANDS,) * len(next(iter(rows.values()), ()))
    merged: dict[str, Row] = {}
    first = totals[0]
    for points in totals:
        row, following = rows.get(points, nothing), rows.get(points + 1, nothing)
        if points == TWENTY_ONE and set(row) <= {STANDS}:
            break
        ends = points + 1 not in totals or following != row
        if ends or (points + 1 == TWENTY_ONE and set(following) <= {STANDS}):
            merged[str(first) if first == points else f"{first}-{points}"] = row
            first = points + 1
    return merged


def _section(
    title: str, rows: Mapping[str, Row], book: StrategyBook, letters: Mapping[str, Action]
) -> list[str]:
    wide = max(len(key) for key in rows)
    lines = ["", f"[{title}]"]
    for key, row in rows.items():
        codes = [write_code(cell, letters) for cell in row or (STANDS,)]
        lines.append(f'{key:<{wide}} = "{_line(codes, _width(book))}"')
    return lines


def _line(codes: Sequence[str], wide: int) -> str:
    return " ".join(f"{code:<{wide}}" for code in codes).rstrip()


def _width(book: StrategyBook) -> int:
    rows = (*book.hard.values(), *book.soft.values(), *book.pairs.values())
    return max(*map(len, book.columns), *(len(write_code(cell)) for row in rows for cell in row))
