"""A strict reader of TOML tables: every key is asked for by name and type; a leftover is an error.

What is wrong is reported where it is seen. As a rule the report is an exception, `LawError`, at the
first fault. `law lint` wants all of them: it hands a list down with the tables, the reports go there,
and whoever reported goes on with a blank of the right type. What is valid is stated once, for both.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, TypeVar

from cutcard.law.findings import shown
from cutcard.money import Cents, MoneyError, cents

T = TypeVar("T")
_MISSING = object()
_BLANKS: Final[dict[type, object]] = {str: "", int: 0, bool: False, list: [], dict: {}, date: None}
"""What stands for a value that could not be read."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong in a document's files: where, what, and what is possible there."""

    file: str
    key: str
    message: str
    possible: str = ""

    def __str__(self) -> str:
        place = f"{self.file}: {self.key}" if self.key else self.file
        hint = f"; possible: {self.possible}" if self.possible else ""
        return f"{place}: {self.message}{hint}"


Faults = list[Fault]


class LawError(Exception):
    """The law data is wrong: the message names the file and the key."""

    def __init__(self, problem: str | Fault) -> None:
        super().__init__(str(problem))
        self.fault: Final = problem if isinstance(problem, Fault) else None


def report(fault: Fault, faults: Faults | None) -> None:
    """Add a fault to a list of them; where there is no list, it is an error at once."""
    if faults is None:
        raise LawError(fault)
    faults.append(fault)


@contextmanager
def collecting(faults: Faults | None) -> Iterator[None]:
    """Within this an error is one more fault of the list, and what follows it is left out."""
    try:
        yield
    except LawError as error:
        if faults is None:
            raise
        faults.append(error.fault or Fault("", "", str(error)))


def parse_toml(content: bytes, file: str, faults: Faults | None = None) -> TomlTable:
    """A TOML file's content as a strict table; `file` is what messages call it."""
    try:
        return TomlTable(tomllib.loads(content.decode("utf-8")), file, "", faults)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise LawError(Fault(file, "", str(error))) from None


class TomlTable:
    """One TOML table that knows where it stands and which of its keys were asked for."""

    def __init__(
        self, content: dict[str, object], file: str, key: str, faults: Faults | None = None
    ) -> None:
        self._left = dict(content)
        self._asked: list[str] = []
        self._bad: set[str] = set()
        self._file = file
        self._key = key
        self.faults: Final = faults
        """Where faults are collected; None where the first is an error."""

    def __enter__(self) -> TomlTable:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None and self._left:
            possible = ", ".join(sorted(set(self._asked)))
            for key in list(self._left):
                self.report(key, "unknown key", possible)

    def report(self, key: str, problem: str, possible: str = "") -> None:
        """A fault at a key of this table: an error, or one of the list."""
        self._bad.add(key)
        report(Fault(self._file, self._path(key), problem, possible), self.faults)

    def error_at(self, key: str, problem: str, possible: str = "") -> LawError:
        """An error at a key of this table, for whoever cannot go on without the value."""
        return LawError(Fault(self._file, self._path(key), problem, possible))

    def _path(self, key: str) -> str:
        return f"{self._key}.{key}" if self._key and key else self._key or key

    def has(self, key: str) -> bool:
        """Whether a key is there and not yet taken."""
        self._asked.append(key)
        return key in self._left

    def knows(self, key: str) -> bool:
        """Whether a key could be read: what is reported of it is not reported twice."""
        return key not in self._bad

    def _take(self, key: str, kind: type[T], default: object) -> T:
        self._asked.append(key)
        found = self._left.pop(key, _MISSING)
        if found is _MISSING:
            if default is not _MISSING:
                return default  # type: ignore[return-value]
            self.report(key, "missing")
        elif not isinstance(found, kind) or (kind is int and isinstance(found, bool)):
            self.report(key, f"{shown(found)} is not of type {kind.__name__}")
        else:
            return found
        return _BLANKS[kind]  # type: ignore[return-value]

    def text(self, key: str, default: object = _MISSING) -> str:
        """A non-empty string."""
        if default is _MISSING and self._left.get(key) == "":
            self._take(key, str, default)
            self.report(key, "empty")
            return ""
        return self._take(key, str, default)

    def one_of(self, key: str, allowed: tuple[str, ...], default: str) -> str:
        """One word of a closed list."""
        found = self._take(key, str, default)
        if found not in allowed:
            known = ", ".join(each for each in allowed if each)
            self.report(key, f"{shown(found)} is not known" if found else "missing", known)
            return default
        return found

    def flag(self, key: str, *, default: bool = False) -> bool:
        """A boolean that may be left out."""
        return self._take(key, bool, default)

    def number(self, key: str) -> int | None:
        """An integer, or None when left out."""
        return self._take(key, int, None)

    def day(self, key: str) -> date | None:
        """A date, or None when left out."""
        found = self._take(key, date, None)
        if isinstance(found, datetime):
            self.report(key, f"{found} is a time; write the date alone")
        return found

    def amount(self, key: str) -> Cents | None:
        """Dollars as cents, or None when left out."""
        written = self._take(key, str, None)
        return None if written is None else self.parse(key, cents, written, Cents(0))

    def parse(self, key: str, parser: Callable[[str], T], written: str, blank: T) -> T:
        """A value put through a parser, its complaint reported with file and key."""
        try:
            return parser(written)
        except MoneyError as problem:
            if written:  # else it is missing, which is reported already
                self.report(key, str(problem))
            return blank

    def value(self, key: str, default: object = None) -> object:
        """Whatever stands there."""
        self._asked.append(key)
        return self._left.pop(key, default)

    def items(self, key: str, kind: type[T]) -> tuple[T, ...]:
        """A list of one type; empty when left out."""
        found: list[T] = []
        for each in self._take(key, list, []):
            if isinstance(each, kind) and not (kind is int and isinstance(each, bool)):
                found.append(each)
            else:
                self.report(key, f"{shown(each)} is not of type {kind.__name__}")
        return tuple(found)

    def table(self, key: str) -> TomlTable | None:
        """A sub-table, or None when left out."""
        found = self._take(key, dict, None)
        return None if found is None else self._within(found, self._path(key))

    def tables(self, key: str) -> Iterator[TomlTable]:
        """The tables of an array of tables; none when left out."""
        for index, each in enumerate(self.items(key, dict)):
            yield self._within(each, f"{self._path(key)}[{index}]")

    def named_tables(self) -> Iterator[tuple[str, TomlTable]]:
        """Every remaining key as a sub-table."""
        for key in list(self._left):
            is_table = isinstance(self._left[key], dict)
            found = self._take(key, dict, _MISSING)
            if is_table:
                yield key, self._within(found, self._path(key))

    def texts(self) -> dict[str, str]:
        """Every remaining key with its text."""
        return {key: self.text(key) for key in list(self._left)}

    def _within(self, content: dict[str, object], key: str) -> TomlTable:
        return TomlTable(content, self._file, key, self.faults)

    def with_default(self, key: str, value: object) -> TomlTable:
        """The same table, with a value for a key that it leaves out."""
        return TomlTable({key: value, **self.rest()}, self._file, self._key, self.faults)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that are not yet taken."""
        return tuple(self._left)

    def rest(self) -> dict[str, object]:
        """Everything not yet taken."""
        left, self._left = self._left, {}
        return left
