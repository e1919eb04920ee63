"""A strict reader of TOML tables: every key is asked for by name and type; a leftover is an error."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from datetime import date, datetime
from typing import TypeVar

from cutcard.money import Cents, MoneyError, cents

T = TypeVar("T")
_MISSING = object()


class LawError(Exception):
    """The law data is wrong: the message names the file and the key."""


def parse_toml(content: bytes, file: str) -> TomlTable:
    """A TOML file's content as a strict table; `file` is what messages call it."""
    try:
        return TomlTable(tomllib.loads(content.decode("utf-8")), file, "")
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise LawError(f"{file}: {error}") from None


class TomlTable:
    """One TOML table that knows where it stands and which of its keys were asked for."""

    def __init__(self, content: dict[str, object], file: str, key: str) -> None:
        self._left = dict(content)
        self._file = file
        self._key = key

    def __enter__(self) -> TomlTable:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None and self._left:
            raise self.error(next(iter(self._left)), "unknown key")

    def error(self, key: str, problem: str) -> LawError:
        """An error at a key of this table."""
        return LawError(f"{self._file}: {self._path(key)}: {problem}")

    def _path(self, key: str) -> str:
        return f"{self._key}.{key}" if self._key else key

    def has(self, key: str) -> bool:
        """Whether a key is there and not yet taken."""
        return key in self._left

    def _take(self, key: str, kind: type[T], default: object) -> T:
        found = self._left.pop(key, _MISSING)
        if found is _MISSING:
            if default is _MISSING:
                raise self.error(key, "missing")
            return default  # type: ignore[return-value]
        if not isinstance(found, kind) or (kind is int and isinstance(found, bool)):
            raise self.error(key, f"{found!r} is not of type {kind.__name__}")
        return found

    def text(self, key: str, default: object = _MISSING) -> str:
        """A non-empty string."""
        found = self._take(key, str, default)
        if found == "" and default is _MISSING:
            raise self.error(key, "empty")
        return found

    def flag(self, key: str) -> bool:
        """A boolean that is false when left out."""
        return self._take(key, bool, False)

    def number(self, key: str) -> int | None:
        """An integer, or None when left out."""
        return self._take(key, int, None)

    def day(self, key: str) -> date | None:
        """A date, or None when left out."""
        found = self._take(key, date, None)
        if isinstance(found, datetime):
            raise self.error(key, f"{found} is a time; write the date alone")
        return found

    def amount(self, key: str) -> Cents | None:
        """Dollars as cents, or None when left out."""
        written = self._take(key, str, None)
        return None if written is None else self.parse(key, cents, written)

    def parse(self, key: str, parser: Callable[[str], T], written: str) -> T:
        """A value put through a parser, its complaint told with file and key."""
        try:
            return parser(written)
        except MoneyError as problem:
            raise self.error(key, str(problem)) from None

    def value(self, key: str, default: object = None) -> object:
        """Whatever stands there."""
        return self._left.pop(key, default)

    def items(self, key: str, kind: type[T]) -> tuple[T, ...]:
        """A list of one type; empty when left out."""
        found = self._take(key, list, [])
        for each in found:
            if not isinstance(each, kind):
                raise self.error(key, f"{each!r} is not of type {kind.__name__}")
        return tuple(found)

    def table(self, key: str) -> TomlTable | None:
        """A sub-table, or None when left out."""
        found = self._take(key, dict, None)
        return None if found is None else TomlTable(found, self._file, self._path(key))

    def tables(self, key: str) -> Iterator[TomlTable]:
        """The tables of an array of tables; none when left out."""
        for index, each in enumerate(self.items(key, dict)):
            yield TomlTable(each, self._file, f"{self._path(key)}[{index}]")

    def named_tables(self) -> Iterator[tuple[str, TomlTable]]:
        """Every remaining key as a sub-table."""
        for key in list(self._left):
            found = self._take(key, dict, _MISSING)
            yield key, TomlTable(found, self._file, self._path(key))

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that are not yet taken."""
        return tuple(self._left)

    def rest(self) -> dict[str, object]:
        """Everything not yet taken."""
        left, self._left = self._left, {}
        return left
