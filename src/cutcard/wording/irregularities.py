"""Irregularities: what happened, what the document orders, and what a report chooses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cutcard.wording.text import capitalized, spaced

IRREGULARITIES: Final[Mapping[str, str]] = {
    "card_face_up": "Card found face up in the shoe",
    "ten_found": "Ten found in a shoe without tens",
    "drawn_unseen": "Card drawn too early, not exposed",
    "drawn_exposed": "Card drawn too early and exposed",
    "exposed_refused": "Player refuses the exposed card",
    "overdraw": "Dealer drew to a standing hand",
    "dealer_missed": "Dealer's own card left out",
    "hand_undealt": "Hand passed over in the deal",
    "hand_one_card": "Hand got only one card",
    "missed_card": "Requested card not dealt",
    "wrong_side": "Dealt from the wrong side",
    "reader_misused": "Card reader used without need",
    "reader_failed": "Card reader out of order",
    "check_missed": "Hole card not checked",
    "misdelivered": "Card dealt to the wrong place",
    "players_let_out": "Player excused from the round",
    "up_card_not_moved": "Up card not moved",
    "up_card_discarded": "Up card picked up",
    "light_failed": "Light of a box out of order",
    "double_card_up": "Double card dealt face up",
    "irregular_double": "Double not made correctly",
    "cover_card_out": "Cover card came out",
    "too_few_cards": "No cards left",
}
"""What happened, as a list of irregularities names it."""
ORDERS: Final[Mapping[str, str]] = {
    "surrender_double_split": "A surrender, a double and a split.",
    "split": "A split alone.",
    "set_aside": "The card is not used.",
    "original_only": "A dealer blackjack found late takes only the original wagers.",
    "finish_round": "The round is finished, then the cards are shuffled.",
    "after_players": "The players' cards are dealt first, then the dealer's.",
    "stands": "The deal stands, and play continues.",
    "next_card": "The card is used as the next card.",
    "no_more_cards": "That player gets no more cards this round.",
    "late_card": "The hand gets the card after everybody else, or is dead if the player so chooses.",
    "dead": "The hand is dead, and its wagers are returned.",
    "floor_decides": "The floor voids the hand or lets play continue.",
    "no_wager": "No progressive wager is accepted there until it works.",
    "forward": "The card never goes back: it is the next card, or it is burned.",
    "discard": "The card is discarded.",
    "let_out": "The wagers of that box are returned.",
    "no_reader": "Play continues as without a reader.",
    "stop": "No card is dealt until it is repaired or replaced.",
    "by_device": "What follows depends on whether this reader could show the card.",
    "floorperson_told": "A floorperson is informed first.",
    "supervisor_told": "A supervisor is informed first.",
    "remove": "The card is torn up; a second one voids the round.",
    "refill": "The discard rack is shuffled to finish the round, or the round is void.",
    "rebuild": "The hand is reconstructed with a supervisor.",
}
"""What the document orders."""
CHOICES: Final[Mapping[str, str]] = {
    "card": "deal the card later",
    "dead": "void the hand",
    "next": "use it as the next card",
    "burn": "burn it",
    "void": "void the hand",
    "continue": "continue play",
    "repaired": "repaired or replaced",
    "face_up": "it lay face up",
}
"""What whoever reports it chooses to do about it."""


def irregularity_label(irregularity: str) -> str:
    """What happened: Dealt from the wrong side."""
    return IRREGULARITIES.get(irregularity) or capitalized(spaced(irregularity))


def irregularity_order(effect: str) -> str:
    """What the document orders, by the effect of its provision."""
    return ORDERS[effect]


def irregularity_choice(choice: str) -> str:
    """What is done about it, as the end of a button: void the hand."""
    return CHOICES[choice]
