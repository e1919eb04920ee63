"""Wagers that a player's first card has the rank of the dealer's up card, or of the down card.

A match is by rank, a king never matching a ten (§23(a), BR-A12); it is suited when the suit agrees
too (MD-A32). The answer names the two-card row and, for tables that pay each card, the cards' own.
"""

from __future__ import annotations

from typing import Final

from cutcard.cards import Card
from cutcard.wagers.view import Classifier, Sees, View

_ANSWERS: Final[dict[tuple[int, int], tuple[str, ...]]] = {
    (2, 0): ("two_suited_matches", "suited_match", "suited_match"),
    (1, 1): ("suited_and_unsuited_match", "suited_match", "unsuited_match"),
    (1, 0): ("suited_match",),
    (0, 2): ("two_unsuited_matches", "unsuited_match", "unsuited_match"),
    (0, 1): ("unsuited_match",),
    (0, 0): ("no_match",),
}
"""By the number of suited and of unsuited matches."""


def _matches(first_two: tuple[Card, ...], target: Card) -> tuple[str, ...]:
    suited = sum(each is target for each in first_two)
    alike = sum(each.rank == target.rank for each in first_two)
    return _ANSWERS[suited, alike - suited]


def _matches_up(view: View) -> tuple[str, ...]:
    return _matches(view.first_two, view.up)


def _matches_down(view: View) -> tuple[str, ...]:
    return () if view.second is None else _matches(view.first_two, view.second)


_OUTCOMES: Final = (
    "two_suited_matches",
    "suited_and_unsuited_match",
    "suited_match",
    "two_unsuited_matches",
    "unsuited_match",
    "no_match",
)

_COPIES: Final = {"two_suited_matches": 3, "suited_and_unsuited_match": 2, "suited_match": 2}

FAMILY: Final = (
    Classifier(
        "matches_up",
        _OUTCOMES,
        Sees.FIRST_CARDS,
        _matches_up,
        optional_outcomes=("no_match",),
        copies=_COPIES,
    ),
    Classifier(
        "matches_down",
        _OUTCOMES,
        Sees.SECOND_CARD,
        _matches_down,
        optional_outcomes=("no_match",),
        copies=_COPIES,
    ),
)
