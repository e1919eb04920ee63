"""What a document orders of each act at each moment: ordered, impossible or silent (`moments.toml`)."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeVar

from cutcard.law import parse
from cutcard.law.model import Feature, Provision
from cutcard.law.moments import GROUPS, STEP_GROUPS, CardStep, Column, HandState, Moment
from cutcard.law.reader import TomlTable, collecting
from cutcard.law.vocabulary.procedures import ACTS

Stance = Literal["ordered", "impossible", "silent"]
STANCES: Final = ("ordered", "impossible", "silent")
Kind = Literal["irregularity", "round", "cards", "equipment", "people"]
KINDS: Final[Mapping[Kind, str]] = {
    "irregularity": "What goes wrong",
    "round": "The ordinary course of a round",
    "cards": "The cards: opening, shuffle, cut, shoe",
    "equipment": "Equipment: shuffler, reader, meters, devices, payouts",
    "people": "People: who comes, goes and deals",
}
"""Kinds of acts, each with its heading."""
C = TypeVar("C", Moment, HandState, CardStep)


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


Cells = tuple[MatrixCell, ...]


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One act, procedure or irregularity, and what is said of it at every moment."""

    act: str
    kind: Kind
    about: str
    cite: str
    provisions: tuple[str, ...]
    """The entries of `provisions.toml` that it is about."""
    moments: Mapping[Moment, Cells]
    hands: Mapping[HandState, Cells]
    """About a hand that is not the one to act; empty where the act is about no hand."""
    steps: Mapping[CardStep, Cells]
    """By what is due with the cards; empty where that makes no difference."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """Everything that it states something of."""
        return (*self.moments, *self.hands, *self.steps)

    def spans(self, columns: Mapping[C, Cells]) -> list[tuple[list[C], Cells]]:
        """Its cells in order, neighbours that say the same together."""
        spans: list[tuple[list[C], Cells]] = []
        for column, cells in columns.items():
            if spans and spans[-1][1] == cells:
                spans[-1][0].append(column)
            else:
                spans.append(([column], cells))
        return spans

    def cells(self, column: Column) -> Cells:
        """Everything said of a moment, of a hand's state, or of a step with the cards."""
        if isinstance(column, Moment):
            return self.moments[column]
        return self.steps[column] if isinstance(column, CardStep) else self.hands[column]


@dataclass(frozen=True, slots=True)
class Matrix:
    """Every act of a document against every moment that its rounds can have."""

    absent: Mapping[Column, str]
    """Moments, states of a hand, and steps, that no round under the document has; with the reason."""
    no_acts: Mapping[str, str]
    """Acts that other documents know and this one never permits; with the reason."""
    rows: Mapping[str, MatrixRow]

    def of_kind(self, kind: Kind) -> list[MatrixRow]:
        """The rows of one kind, in their order."""
        return [row for row in self.rows.values() if row.kind == kind]

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The moments that a round can have."""
        return tuple(each for each in Moment if each not in self.absent)

    @property
    def hands(self) -> tuple[HandState, ...]:
        """The states that a hand can have."""
        return tuple(each for each in HandState if each not in self.absent)

    @property
    def steps(self) -> tuple[CardStep, ...]:
        """What can be due with the cards."""
        return tuple(each for each in CardStep if each not in self.absent)


@dataclass(frozen=True, slots=True)
class Sources:
    """What the rows of a matrix may refer to."""

    provisions: Mapping[str, Provision]
    options: Mapping[str, str]
    """Option -> its citation."""
    readings: set[str]


def parse_matrix(table: TomlTable, sources: Sources) -> Matrix:
    """A document's matrix; every cell must be stated exactly once."""
    with table:
        absent: dict[Column, str] = {}
        absent.update(_left_out(table, "no_moments", Moment).items())
        absent.update(_left_out(table, "no_hands", HandState).items())
        absent.update(_left_out(table, "no_steps", CardStep).items())
        named = table.table("no_acts")
        no_acts = {} if named is None else named.texts()
        rows: dict[str, MatrixRow] = {}
        for act, each in table.named_tables():
            with collecting(table.faults):
                rows[act] = _row(act, each, sources, absent)
        for act in (*no_acts, *rows):
            if act not in ACTS:
                near = ", ".join(difflib.get_close_matches(act, ACTS))
                table.report(act, "no act at a table has this name", near)
        for act in sorted(no_acts.keys() & rows.keys()):
            table.report("no_acts", f"{act} has a row")
    return Matrix(absent, no_acts, rows)


def _left_out(table: TomlTable, key: str, kind: type[C]) -> dict[C, str]:
    """What no round of the document has, with the reason."""
    named = table.table(key)
    left_out = {} if named is None else named.texts()
    return {_member(table, key, kind, name): why for name, why in left_out.items()}


def _row(act: str, table: TomlTable, sources: Sources, absent: Mapping[Column, str]) -> MatrixRow:
    with table:
        known = sources.provisions
        kind = table.text("kind")
        if kind not in KINDS:
            raise table.error_at("kind", f"{kind!r} is not one of {', '.join(KINDS)}")
        provisions = table.items("provisions", str) or ((act,) if act in known else ())
        for name in provisions:
            if name not in known:
                raise table.error_at("provisions", f"{name!r} is not in provisions.toml")
        first = known[provisions[0]] if provisions else None
        cite = _cite(table, sources) or (table.text("cite") if first is None else first.cite)
        about = table.text("about") if first is None or table.has("about") else first.about
        stated = StatedCells({}, {}, {})
        for each in table.tables("cells"):
            _statement(each, cite, sources, stated)
        return MatrixRow(
            act=act,
            kind=kind,  # type: ignore[arg-type]  # one of KINDS
            about=about,
            cite=cite,
            provisions=provisions,
            moments=_checked(table, "moments", Moment, stated.moments, absent),
            hands=_checked(table, "hands", HandState, stated.hands, absent) if stated.hands else {},
            steps=_checked(table, "steps", CardStep, stated.steps, absent) if stated.steps else {},
        )


def _cite(table: TomlTable, sources: Sources) -> str:
    """A citation as it is written, or that of an option; empty where there is neither."""
    option = table.text("option", "")
    if option and option not in sources.options:
        raise table.error_at("option", f"{option!r} is not in options.toml")
    if option and table.has("cite"):
        raise table.error_at("cite", "the option has a citation")
    return sources.options[option] if option else table.text("cite", "")


class StatedCells(NamedTuple):
    """The cells that a row has stated so far."""

    moments: dict[Moment, Cells]
    hands: dict[HandState, Cells]
    steps: dict[CardStep, Cells]


def _statement(table: TomlTable, cite: str, sources: Sources, stated: StatedCells) -> None:
    with table:
        left = set(table.items("except", str))
        at = _named(table, "moments", Moment, GROUPS, left)
        of = _named(table, "hands", HandState, {}, left)
        due = _named(table, "steps", CardStep, STEP_GROUPS, left)
        if left:
            raise table.error_at("except", f"{min(left)} is not among what is named")
        if not at and not of and not due:
            raise table.error_at("moments", "name moments, hands or steps")
        cell = _cell(table, cite, sources)
        _join(table, "moments", at, stated.moments, cell)
        _join(table, "hands", of, stated.hands, cell)
        _join(table, "steps", due, stated.steps, cell)


def _named(
    table: TomlTable, key: str, kind: type[C], groups: Mapping[str, tuple[C, ...]], left: set[str]
) -> tuple[C, ...]:
    """The columns that a statement names, by themselves or by their group; `left` loses its own."""
    found: dict[C, None] = {}
    for name in table.items(key, str):
        for each in groups.get(name) or (_member(table, key, kind, name),):
            found[each] = None
    out = {str(each) for each in found} & left
    left -= out
    return tuple(each for each in found if str(each) not in out)


def _member(table: TomlTable, key: str, kind: type[C], name: str) -> C:
    members = {str(each): each for each in kind}
    if name not in members:
        raise table.error_at(key, f"{name!r} is not one of {', '.join(members)}")
    return members[name]


def _cell(table: TomlTable, cite: str, sources: Sources) -> MatrixCell:
    stance = table.text("is")
    if stance not in STANCES:
        raise table.error_at("is", f"{stance!r} is not one of {', '.join(STANCES)}")
    where = table.table("where")
    cell = MatrixCell(
        stance=stance,  # type: ignore[arg-type]  # one of STANCES
        says=table.text("says"),
        cite=_cite(table, sources) or cite,
        cases=table.items("cases", str),
        reading=table.text("reading") if stance == "silent" else "",
        where=None if where is None else parse.feature("", where),
    )
    if bool(cell.cases) != (stance == "ordered"):
        raise table.error_at("cases", "an ordered cell, and no other, names the sessions that show it")
    if cell.reading and cell.reading not in sources.readings:
        raise table.error_at("reading", f"{cell.reading!r} is not a reading of this document")
    return cell


def _join(
    table: TomlTable, key: str, columns: tuple[C, ...], stated: dict[C, Cells], cell: MatrixCell
) -> None:
    for column in columns:
        cells: Cells = stated.get(column, ())
        if any(each.where == cell.where for each in cells):
            raise table.error_at(key, f"{column!s} is stated twice")
        stated[column] = (*cells, cell)


def _checked(
    table: TomlTable,
    key: str,
    columns: type[C],
    stated: Mapping[C, Cells],
    absent: Mapping[Column, str],
) -> dict[C, Cells]:
    """The cells in the order of the columns, those that the document has; none may be missing."""
    full = {column: stated.get(column, ()) for column in columns if column not in absent}
    for column, cells in full.items():
        if all(each.where is not None for each in cells):
            raise table.error_at(f"cells.{key}", f"{column!s} is not stated")
    return full
