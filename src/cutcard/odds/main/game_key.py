"""A name for the rules of a main game and its prices, to keep by it what was made of them."""

from __future__ import annotations

from dataclasses import dataclass

from cutcard.rules import Game, Prices


@dataclass(frozen=True, eq=False)
class GameKey:
    """A game and its prices, told apart by their values."""

    game: Game
    rows: Prices

    def __hash__(self) -> int:
        return hash((self._text,))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameKey) and self._text == other._text

    @property
    def _text(self) -> str:
        return f"{self.game!r} {sorted((name, str(row.pays)) for name, row in self.rows.items())}"
