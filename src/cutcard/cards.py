"""Cards: 52 interned objects, their text form ("Qh", "As", "Td"), decks of 52 and of 48.

A card is one object per identity, so cards compare and hash by identity and cost nothing to copy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
RED_SUITS: Final = "dh"
SUIT_NAMES: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
SUIT_SYMBOLS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

ACE_HIGH: Final = 14
TEN: Final = 10
LONGEST_TEXT: Final = 40


class CardError(ValueError):
    """A text that names no card, or more copies of a card than the decks hold."""


class Card:
    """One of the 52 cards. Get one with `card("Qh")`; there is never a second object for it."""

    __slots__ = ("is_ace", "is_ten_valued", "order", "rank", "red", "suit", "text", "value")

    rank: str
    suit: str
    text: str
    value: int
    """Point value with the ace at 1."""
    order: int
    """Rank order, 2 to 14, with the ace high."""
    is_ace: bool
    is_ten_valued: bool
    red: bool

    def __init__(self, rank: str, suit: str) -> None:
        self.rank = rank
        self.suit = suit
        self.text = rank + suit
        self.value = min(RANKS.index(rank) + 1, TEN)
        self.order = ACE_HIGH if rank == "A" else RANKS.index(rank) + 1
        self.is_ace = rank == "A"
        self.is_ten_valued = self.value == TEN
        self.red = suit in RED_SUITS

    def __repr__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.text,)


_CARDS: Final[dict[str, Card]] = {r + s: Card(r, s) for s in SUITS for r in RANKS}

DECK_52: Final[tuple[Card, ...]] = tuple(_CARDS.values())
DECK_48: Final[tuple[Card, ...]] = tuple(c for c in DECK_52 if c.rank != "T")


def card(text: str) -> Card:
    """The card a text names; `10h` is taken for `Th`, and letter case does not matter."""
    found = _CARDS.get(text)
    if found is None:
        tidy = text.strip().replace("10", "T")
        found = _CARDS.get(tidy[:1].upper() + tidy[1:].lower())
    if found is None:
        raise CardError(
            f"{text[:LONGEST_TEXT]!r} is not a card; write rank then suit, like Qh, Td or As"
        )
    return found


def cards(texts: str | Iterable[str]) -> tuple[Card, ...]:
    """Cards from a list of texts, or from one text with spaces between them."""
    return tuple(card(t) for t in (texts.split() if isinstance(texts, str) else texts))


def text(hand: Iterable[Card]) -> str:
    """Cards as one text with spaces between them."""
    return " ".join(c.text for c in hand)


def deck(size: int) -> tuple[Card, ...]:
    """A deck of 52 cards, or of 48 (no tens)."""
    if size not in (48, 52):
        raise CardError(f"a deck has 52 or 48 cards, not {size}")
    return DECK_52 if size == len(DECK_52) else DECK_48


def first_excess(dealt: Sequence[Card], *, decks: int) -> tuple[int, Card] | None:
    """Where a card appears oftener than the decks hold it: its index and the card, or None."""
    seen: Counter[Card] = Counter()
    for index, each in enumerate(dealt):
        seen[each] += 1
        if seen[each] > decks:
            return index, each
    return None
