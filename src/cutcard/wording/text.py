"""What every label and sentence is made of: an id as words, capitals, lists, plurals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cutcard.cards import SUIT_SYMBOLS

SMALL_WORDS: Final = frozenset({"the", "a", "and", "of", "to", "for", "in", "or", "with"})
"""Words that a title writes small."""
_CARD: Final = re.compile(r"\b([A2-9TJQK])([cdhs])\b")
_DOLLARS: Final = re.compile(r"([+-]?)\$(\d+)(?:\.(\d\d))?\b")


def spaced(name: str) -> str:
    """An id as words: `suited_pair` is suited pair."""
    return re.sub(r"[._]", " ", name)


def title_case(name: str) -> str:
    """An id as a title: `hit_and_run` is Hit and Run."""
    words = re.split(r"[._-]", name)
    return " ".join(
        word if at and word in SMALL_WORDS else capitalized(word) for at, word in enumerate(words)
    )


def capitalized(text: str) -> str:
    """A text with a capital at its beginning, the rest as it is."""
    return text[:1].upper() + text[1:]


def uncapitalized(text: str) -> str:
    """A label as it stands inside a sentence."""
    return text[:1].lower() + text[1:]


def join_words(words: Sequence[str], joint: str = "and") -> str:
    """Several words in a sentence: a, b and c."""
    return f"{', '.join(words[:-1])} {joint} {words[-1]}" if len(words) > 1 else "".join(words)


def plural(number: int, thing: str, things: str = "") -> str:
    """1 card, 2 cards; a plural that takes more than an s is given."""
    return f"{number} {thing if number == 1 else things or f'{thing}s'}"


def with_card_faces(text: str) -> str:
    """A text with its cards as people write them: Td is 10♦."""
    return _CARD.sub(
        lambda found: f"{'10' if found[1] == 'T' else found[1]}{SUIT_SYMBOLS[found[2]]}", text
    )


def with_short_dollars(text: str) -> str:
    """A text with its amounts as people write them: $10001.00 is $10,001."""
    return _DOLLARS.sub(_short_dollars, text)


def _short_dollars(found: re.Match[str]) -> str:
    sign, whole, cents = found[1].replace("-", "−"), f"{int(found[2]):,}", found[3]
    return f"{sign}${whole}.{cents}" if cents and cents != "00" else f"{sign}${whole}"
