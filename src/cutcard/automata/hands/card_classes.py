"""Cards as letters: those that no rule of the main game tells apart are one."""

from __future__ import annotations

from cutcard.cards import DECK_52
from cutcard.rules import Game, Prices


def alphabet(game: Game, rows: Prices) -> tuple[tuple[int, ...], ...]:
    """The cards of the deck sorted into those that no rule of the main game tells apart."""
    by_suit = {"6", "7", "8"} if any(name.endswith(("_suited", "_premium")) for name in rows) else set()
    named = set(game.designated_blackjack_cards) if "designated_blackjack" in rows else set()
    found: dict[object, list[int]] = {}
    for place, card in enumerate(DECK_52):
        if game.deck_cards != len(DECK_52) and card.rank == "T":
            continue
        look: tuple[object, ...] = (card.value,)
        if card.is_ten_valued and game.split_by == "rank":
            look = (card.rank,)
        if card.rank in by_suit:
            look += (card.suit,)
        if card.text in named:
            look += (card.text,)
        found.setdefault(look, []).append(place)
    return tuple(tuple(places) for _, places in sorted(found.items(), key=lambda each: each[1]))
