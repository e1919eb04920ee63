"""Names for what is kept of a game: by all that its rules say."""

from __future__ import annotations

from cutcard.rules import Game, Prices


def told(game: Game, rows: Prices) -> tuple[object, ...]:
    """All that the rules of play and the prices say, without where they say it."""
    says = repr({name: getattr(game, name) for name in game.__slots__ if name != "cites"})
    return says, sorted((name, str(row.pays)) for name, row in rows.items())
