"""Outcomes of wagers and the prices paid for them: a name for a row, a sentence for a player."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from cutcard.cards import SUIT_NAMES
from cutcard.wording.text import capitalized, spaced, with_short_dollars
from cutcard.wording.wagers import meter_name

PREMIUM: Final = "the premium suit"
HAND_STATES: Final[Mapping[str, str]] = {
    "busted": "bust",
    "surrendered": "surrendered",
    "rescued": "rescued",
    "even_money": "even money",
    "dead": "dead",
}
"""State of a hand -> the word beside its cards; a state without one is seen from the cards."""
OUTCOMES: Final[Mapping[str, str]] = {
    "ace_king_suited": "suited ace and king",
    "advance": "won, rides on",
    "blackjack_v_21": "blackjack against 21",
    "blackjack_v_blackjack": "blackjack against blackjack",
    "bust_in_eight_or_more": "bust in eight or more cards",
    "bust_in_five": "bust in five cards",
    "bust_in_four": "bust in four cards",
    "bust_in_seven": "bust in seven cards",
    "bust_in_six": "bust in six cards",
    "bust_in_three": "bust in three cards",
    "crown_treasure": "crown treasure (dealer too)",
    "dealer_21_in_five": "dealer's five-card 21",
    "dealer_21_in_four": "dealer's four-card 21",
    "dealer_21_in_seven_or_more": "dealer's 21 in seven or more cards",
    "dealer_21_in_six": "dealer's six-card 21",
    "dealer_21_in_three": "dealer's three-card 21",
    "dealer_22": "dealer has 22",
    "dealer_blackjack": "dealer has blackjack",
    "dealer_blackjack_suited": "dealer has suited blackjack",
    "five_card_21": "five-card 21",
    "five_card_21_v_21": "five-card 21 against 21",
    "four_aces_of_one_color": "four aces of one color",
    "lose": "lost",
    "matched_20": "matched 20 (identical cards)",
    "mini_royal": "mini royal (suited A-K-Q)",
    "one_card_spread": "one-card spread",
    "other_spread": "any wider spread",
    "royal_match": "royal match (suited K-Q)",
    "seven_card_21": "seven-card 21",
    "six_card_21": "six-card 21",
    "six_seven_eight": "6-7-8",
    "six_seven_eight_mixed": "6-7-8, mixed suits",
    "six_seven_eight_premium": "6-7-8 of {premium}",
    "six_seven_eight_suited": "6-7-8, suited",
    "suited_queens_jacks_or_tens": "suited queens, jacks or tens",
    "super_bonus_of_another": "another player's super bonus",
    "surrender_after_check": "surrender, no blackjack",
    "switched_21_v_21_or_22": "switched 21 against 21 or 22",
    "switched_21_v_blackjack": "switched 21 against blackjack",
    "three_card_spread": "three-card spread",
    "three_sevens_mixed": "three sevens, mixed suits",
    "three_sevens_premium": "three sevens of {premium}",
    "tie_loses": "tie, dealer wins",
    "total_18_19_or_20": "total of 18, 19 or 20",
    "total_9_10_or_11": "total of 9, 10 or 11",
    "two_card_spread": "two-card spread",
    "two_card_straight": "two-card straight",
    "two_card_straight_flush": "two-card straight flush",
    "unchanged": "rides on",
    "wager_25_or_more": "wager of $25 or more",
    "wager_under_25": "wager under $25",
    "win": "won",
}
"""Outcomes whose id is not yet the words for them."""
_SUFFIXES: Final = ("_suited", "_same_color", "_same_suit")
"""What an id says last about the suits, behind a comma."""
_SHARE: Final = re.compile(r"% of ([a-z0-9_.@-]+)")

_TIE: Final = "You and the dealer both have {player}"
_SURRENDER: Final = "You surrendered, so half of the wager is returned"
_SWITCHED: Final = "An ace and a ten-value card brought together by a switch are a plain 21"
_DEAD_HAND: Final = "The hand was declared dead, and the wager is returned."
MAIN_SENTENCES: Final[Mapping[str, str]] = {
    "lose": "Your {player} is less than the dealer's {dealer}.",
    "push": f"{_TIE}: a push, and the wager is returned.",
    "bust": "Your hand busted with {player}; it loses whatever the dealer has.",
    "blackjack": "Your first two cards are an ace and a ten-value card: a blackjack.",
    "blackjack_push": "You and the dealer both have a blackjack: a push, and the wager is returned.",
    "blackjack_v_21": "Your blackjack beats the dealer's 21 of more cards, here at a lower price.",
    "blackjack_v_blackjack": "You and the dealer both have a blackjack.",
    "dealer_22": "A dealer's 22 is a push here: the wager is returned.",
    "dealer_blackjack": "The dealer has a blackjack, which beats your {player}.",
    "designated_blackjack": "Your blackjack is the one that the house pays a better price for.",
    "charlie": "Your hand has so many cards without going over 21 that it wins at once.",
    "even_money": "You took even money for your blackjack before the dealer's second card was known.",
    "five_card_21_v_21": f"{_TIE}; yours is of five cards, and the wager is returned.",
    "original_wager_only": "The dealer has a blackjack: only your original wager is lost, and what a "
    "double or a split added is returned.",
    "rescue": "You rescued the double: what it added is returned, the original wager is lost.",
    "rescue_after_redouble": "You rescued the redouble: what it added is returned, the rest is lost.",
    "surrender": f"{_SURRENDER}.",
    "surrender_after_check": f"{_SURRENDER}: the dealer had no blackjack.",
    "surrender_to_blackjack": "You surrendered, but the dealer has a blackjack: the wager is lost.",
    "switched_21_v_blackjack": f"{_SWITCHED}, which loses to the dealer's blackjack.",
    "switched_21_v_21_or_22": f"{_SWITCHED}; against the dealer's {{dealer}} the wager is returned.",
    "tie_loses": f"{_TIE}: at this table ties lose.",
    "dead_hand": _DEAD_HAND,
}
"""How a main wager came out; a plain win and the bonus hands of 21 are explained by their cards."""
CARRIED_SENTENCES: Final[Mapping[str, str]] = {
    "advance": "Your hand won, and the wager rides on to your next hand.",
    "unchanged": "Your hand neither won nor lost, and the wager rides on as it is.",
    "dead_hand": _DEAD_HAND,
}
"""Wagers that are neither paid nor lost this round."""
INSURANCE_WON: Final = "The dealer has a blackjack, which is what insurance pays for."
INSURANCE_LOST: Final = (
    "Insurance pays when the dealer has a blackjack; the dealer had none, so it is lost."
)


def outcome_name(outcome: str, premium_suit: str = "") -> str:
    """An outcome inside a sentence or a column: `suited_pair` is suited pair.

    Several outcomes of one wager are written `2 x suited_match+unsuited_match`. Outcomes that depend on
    the table's premium suit name it where it is known.
    """
    return " + ".join(_one_outcome(part.strip(), premium_suit) for part in outcome.split("+"))


def outcome_label(outcome: str, premium_suit: str = "") -> str:
    """The same as a label of its own: Suited pair."""
    return capitalized(outcome_name(outcome, premium_suit))


def _one_outcome(outcome: str, premium_suit: str) -> str:
    times, _, name = outcome.rpartition(" x ")
    suit = SUIT_NAMES.get(premium_suit, PREMIUM)
    words = OUTCOMES[name].format(premium=suit) if name in OUTCOMES else _suits_last(name)
    return f"{times} × {words}" if times else words


def _suits_last(name: str) -> str:
    for suffix in _SUFFIXES:
        if name.endswith(suffix):
            return f"{spaced(name.removesuffix(suffix))}, {spaced(suffix).strip()}"
    return with_short_dollars(spaced(name))


def price_name(pays: str) -> str:
    """A price inside a sentence or a column: 3 to 2, $5,000, 10% of Super 4 Star, push."""
    return OUTCOMES.get(pays) or with_short_dollars(
        _SHARE.sub(lambda found: f"% of {meter_name(found[1])}", pays)
    )


def price_label(pays: str) -> str:
    """The same as a label of its own."""
    return capitalized(price_name(pays))


def main_outcome_sentence(outcome: str, *, player: str, dealer: str) -> str:
    """How a main wager came out, with both totals; empty where its cards explain it."""
    return MAIN_SENTENCES.get(outcome, "").format(player=player, dealer=dealer)
