"""What a finished hand comes to, remembered by what the settlement looked at.

Two rule sets differ in a few options, and most hands are settled without a look at these: a hand of 18
is paid alike whatever a blackjack pays and however many decks there are. So each hand is settled once
under a game and prices that note what is read of them. Whoever asks later with the same values of just
these gets the same answer, as the settlement would take every turn again that it took. For example, that
of a standing 18 reads the rows `win`, `push` and `lose` and not one option that a sweep changes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import fields
from typing import Any, Final, TypeVar

from cutcard.law import Row
from cutcard.rules import Game, Prices

Settled = TypeVar("Settled")
FIELDS: Final = frozenset(each.name for each in fields(Game))
MOST_KEPT: Final = 200_000
"""Results; beyond them all are forgotten and made anew."""

Read = tuple[tuple[str, ...], tuple[str, ...]]
"""The fields of a game and the rows of its prices that were read."""


class NotedGame(Game):
    """A game that notes which of its fields are read."""

    __slots__ = ("noted",)
    noted: set[str]

    def __getattribute__(self, name: str) -> Any:
        if name in FIELDS:
            object.__getattribute__(self, "noted").add(name)
        return object.__getattribute__(self, name)


def noted_game(game: Game) -> NotedGame:
    """The same game, noting what is read of it."""
    made = object.__new__(NotedGame)
    object.__setattr__(made, "noted", set())
    for name in FIELDS:
        object.__setattr__(made, name, getattr(game, name))
    return made


class NotedPrices(Mapping[str, Row]):
    """Prices that note which rows are asked for, those that are not there too."""

    def __init__(self, rows: Prices) -> None:
        self._rows, self.noted = rows, set[str]()

    def __getitem__(self, name: str) -> Row:
        self.noted.add(name)
        return self._rows[name]

    def __contains__(self, name: object) -> bool:
        self.noted.add(str(name))
        return name in self._rows

    def __iter__(self) -> Iterator[str]:
        self.noted.update(ALL)
        return iter(self._rows)

    def __len__(self) -> int:
        self.noted.update(ALL)
        return len(self._rows)


ALL: Final = ("*",)
"""Noted where all rows were gone through."""
_remembered: Final[dict[Hashable, dict[Read, dict[Hashable, Any]]]] = {}


class SettledHands:
    """The settlements of one game, from memory where nothing that was read has changed."""

    def __init__(self, game: Game, rows: Prices) -> None:
        self._game, self._rows = game, rows
        self._noted_game, self._noted_rows = noted_game(game), NotedPrices(rows)
        self._values: dict[Read, Hashable] = {}

    def of(self, hand: Hashable, settle: Callable[[Game, Prices], Settled]) -> Settled:
        """What a hand comes to; `hand` is all that the settlement can see of it."""
        known = _remembered.setdefault(hand, {})
        for read, by_values in known.items():
            if (found := by_values.get(self._values_of(read))) is not None:
                settled: Settled = found
                return settled
        game, rows = self._noted_game, self._noted_rows
        object.__getattribute__(game, "noted").clear()
        rows.noted.clear()
        settled = settle(game, rows)
        read = tuple(sorted(object.__getattribute__(game, "noted"))), tuple(sorted(rows.noted))
        if len(_remembered) > MOST_KEPT:
            _remembered.clear()
            known = _remembered.setdefault(hand, {})
        known.setdefault(read, {})[self._values_of(read)] = settled
        return settled

    def _values_of(self, read: Read) -> Hashable:
        """The values of what was read, in this game."""
        if read not in self._values:
            names, rows = read
            of_rows: tuple[object, ...] = tuple(_text(self._rows.get(name)) for name in rows)
            if ALL[0] in rows:
                of_rows += tuple(f"{name} {_text(row)}" for name, row in self._rows.items())
            self._values[read] = tuple(repr(getattr(self._game, name)) for name in names), of_rows
        return self._values[read]


def _text(row: Row | None) -> str:
    return "" if row is None else repr(row)
