"""What a document orders of each act at each moment: ordered, impossible or silent (`moments.toml`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeVar

from cutcard.law import parse
from cutcard.law.model import Feature, Provision
from cutcard.law.moments import GROUPS, Column, HandState, Moment
from cutcard.law.reader import TomlTable

Stance = Literal["ordered", "impossible", "silent"]
STANCES: Final = ("ordered", "impossible", "silent")
C = TypeVar("C", Moment, HandState)


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """What the text says of one act at one moment."""

    stance: Stance
    says: str
    """What is ordered, why it cannot be, or how the silence is read; in our words."""
    cite: str
    cases: tuple[str, ...] = ()
    """Of an ordered cell: the sessions that show it, by name."""
    reading: str = ""
    """Of a silent cell: the reading taken; its options offer the others."""
    where: Feature | None = None
    """The tables it holds for; None where it holds for all others."""


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One act, procedure or irregularity, and what is said of it at every moment."""

    act: str
    about: str
    cite: str
    provisions: tuple[str, ...]
    """The entries of `provisions.toml` that it is about."""
    moments: Mapping[Moment, tuple[MatrixCell, ...]]
    hands: Mapping[HandState, tuple[MatrixCell, ...]]
    """About a hand that is not the one to act; empty where the act is about no hand."""

    def spans(
        self, columns: Mapping[C, tuple[MatrixCell, ...]]
    ) -> list[tuple[list[C], tuple[MatrixCell, ...]]]:
        """Its cells in order, neighbours that say the same together."""
        spans: list[tuple[list[C], tuple[MatrixCell, ...]]] = []
        for column, cells in columns.items():
            if spans and spans[-1][1] == cells:
                spans[-1][0].append(column)
            else:
                spans.append(([column], cells))
        return spans

    def cells(self, column: Column) -> tuple[MatrixCell, ...]:
        """Everything said of a moment, or of a hand's state."""
        return self.moments[column] if isinstance(column, Moment) else self.hands[column]


@dataclass(frozen=True, slots=True)
class Matrix:
    """Every act of a document against every moment that its rounds can have."""

    absent: Mapping[Column, str]
    """Moments, and states of a hand, that no round under the document has; with the reason."""
    rows: Mapping[str, MatrixRow]

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The moments that a round can have."""
        return tuple(each for each in Moment if each not in self.absent)

    @property
    def hands(self) -> tuple[HandState, ...]:
        """The states that a hand can have."""
        return tuple(each for each in HandState if each not in self.absent)


def parse_matrix(table: TomlTable, provisions: Mapping[str, Provision], readings: set[str]) -> Matrix:
    """A document's matrix; every cell must be stated exactly once."""
    with table:
        absent: dict[Column, str] = {}
        absent.update(_left_out(table, "no_moments", Moment).items())
        absent.update(_left_out(table, "no_hands", HandState).items())
        rows = {act: _row(act, each, provisions, readings, absent) for act, each in table.named_tables()}
    return Matrix(absent, rows)


def _left_out(table: TomlTable, key: str, kind: type[C]) -> dict[C, str]:
    """What no round of the document has, with the reason."""
    named = table.table(key)
    left_out = {} if named is None else named.rest()
    return {_member(table, key, kind, name): str(why) for name, why in left_out.items()}


def _row(
    act: str,
    table: TomlTable,
    known: Mapping[str, Provision],
    readings: set[str],
    absent: Mapping[Column, str],
) -> MatrixRow:
    with table:
        provisions = table.items("provisions", str) or ((act,) if act in known else ())
        for name in provisions:
            if name not in known:
                raise table.error("provisions", f"{name!r} is not in provisions.toml")
        first = known[provisions[0]] if provisions else None
        cite = table.text("cite") if first is None or table.has("cite") else first.cite
        about = table.text("about") if first is None or table.has("about") else first.about
        moments: dict[Moment, tuple[MatrixCell, ...]] = {}
        hands: dict[HandState, tuple[MatrixCell, ...]] = {}
        for each in table.tables("cells"):
            _statement(each, cite, readings, moments, hands)
        moments = _checked(table, "moments", Moment, moments, absent)
        hands = _checked(table, "hands", HandState, hands, absent) if hands else hands
        return MatrixRow(act, about, cite, provisions, moments, hands)


def _statement(
    table: TomlTable,
    cite: str,
    readings: set[str],
    moments: dict[Moment, tuple[MatrixCell, ...]],
    hands: dict[HandState, tuple[MatrixCell, ...]],
) -> None:
    with table:
        at = _moments(table)
        of = tuple(_member(table, "hands", HandState, each) for each in table.items("hands", str))
        if not at and not of:
            raise table.error("moments", "name moments or hands")
        cell = _cell(table, cite, readings)
        for moment in at:
            moments[moment] = _joined(table, "moments", moment, moments.get(moment, ()), cell)
        for state in of:
            hands[state] = _joined(table, "hands", state, hands.get(state, ()), cell)


def _moments(table: TomlTable) -> tuple[Moment, ...]:
    left = {_member(table, "except", Moment, each) for each in table.items("except", str)}
    found: dict[Moment, None] = {}
    for name in table.items("moments", str):
        for each in GROUPS.get(name) or (_member(table, "moments", Moment, name),):
            found[each] = None
    if missing := sorted(left - found.keys()):
        raise table.error("except", f"{missing[0]!s} is not among the moments named")
    return tuple(each for each in found if each not in left)


def _member(table: TomlTable, key: str, kind: type[C], name: str) -> C:
    members = {str(each): each for each in kind}
    if name not in members:
        raise table.error(key, f"{name!r} is not one of {', '.join(members)}")
    return members[name]


def _cell(table: TomlTable, cite: str, readings: set[str]) -> MatrixCell:
    stance = table.text("is")
    if stance not in STANCES:
        raise table.error("is", f"{stance!r} is not one of {', '.join(STANCES)}")
    where = table.table("where")
    cell = MatrixCell(
        stance=stance,  # type: ignore[arg-type]  # one of STANCES
        says=table.text("says"),
        cite=table.text("cite") if table.has("cite") else cite,
        cases=table.items("cases", str),
        reading=table.text("reading") if stance == "silent" else "",
        where=None if where is None else parse.feature("", where),
    )
    if bool(cell.cases) != (stance == "ordered"):
        raise table.error("cases", "an ordered cell, and no other, names the sessions that show it")
    if cell.reading and cell.reading not in readings:
        raise table.error("reading", f"{cell.reading!r} is not a reading of this document")
    return cell


def _joined(
    table: TomlTable, key: str, column: Column, stated: tuple[MatrixCell, ...], cell: MatrixCell
) -> tuple[MatrixCell, ...]:
    if any(each.where == cell.where for each in stated):
        raise table.error(key, f"{column!s} is stated twice")
    return (*stated, cell)


def _checked(
    table: TomlTable,
    key: str,
    columns: type[C],
    stated: Mapping[C, tuple[MatrixCell, ...]],
    absent: Mapping[Column, str],
) -> dict[C, tuple[MatrixCell, ...]]:
    """The cells in the order of the columns, those that the document has; none may be missing."""
    full = {column: stated.get(column, ()) for column in columns if column not in absent}
    for column, cells in full.items():
        if all(each.where is not None for each in cells):
            raise table.error(f"cells.{key}", f"{column!s} is not stated")
    return full
