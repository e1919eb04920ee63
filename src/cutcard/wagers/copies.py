"""How many copies of one card an outcome needs: with fewer decks its row can never be paid.

A fact about each classifier, kept here in one table; a test confirms it by enumeration.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_MATCHES: Final = {"two_suited_matches": 3, "suited_and_unsuited_match": 2, "suited_match": 2}
_THREE_SEVENS: Final = {"three_sevens_suited": 3}

COPIES: Final[Mapping[str, Mapping[str, int]]] = {
    "twenty_points": {
        "queen_of_hearts_pair_and_dealer_blackjack": 2,
        "queen_of_hearts_pair": 2,
        "matched_20": 2,
    },
    "kings_bounty": {
        "king_of_spades_pair_and_dealer_blackjack": 2,
        "king_of_spades_pair": 2,
        "suited_kings": 2,
        "suited_queens_jacks_or_tens": 2,
    },
    "kk": {"king_of_diamonds_pair": 2, "matched_20": 2},
    "qq": {"queen_of_diamonds_pair": 2, "matched_20": 2},
    "jj": {"jack_of_diamonds_pair": 2, "matched_20": 2},
    "matches_up": _MATCHES,
    "matches_down": _MATCHES,
    "pairs": {"suited_pair": 2},
    "aces": {"three_aces_suited": 3, "two_aces_suited": 2},
    "drawn_aces": {"four_aces_of_one_color": 2, "three_aces_suited": 3, "two_aces_suited": 2},
    "three_cards": {
        "three_aces_in_chosen_suit": 3,
        "three_aces_suited": 3,
        "three_of_a_kind_suited": 3,
    },
    "three_card_total": _THREE_SEVENS,
    "sevens_in_order": _THREE_SEVENS | {"first_two_sevens_suited": 2},
    "sevens_drawn": _THREE_SEVENS | {"two_sevens_suited": 2},
    "blazing_sevens": _THREE_SEVENS | {"three_sevens_of_diamonds": 3, "three_sevens_same_color": 2},
    "four_with_dealer": {
        "four_of_a_kind_suited": 4,
        "four_of_a_kind_same_color": 2,
        "three_of_a_kind_same_color": 2,
        "suited_pair": 2,
    },
    "third_card": {"three_eights_same_suit": 3, "three_eights_same_color": 2},
}


def copies_needed(classifier: str, outcome: str) -> int:
    """How many copies of some card the outcome needs; 1 where none is repeated."""
    return COPIES.get(classifier, {}).get(outcome, 1)
