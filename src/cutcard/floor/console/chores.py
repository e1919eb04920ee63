"""Every chore in words: what is to be done, and what its button says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cutcard.shoe import Chore

CHORES: Final[Mapping[str, tuple[str, str]]] = {
    "open_table": ("Open the table", "Open the table"),
    "check_hole_card": ("Check the hole card with the reader", "Check the hole card"),
    "show_hole_card": ("Turn the hole card up", "Turn it up"),
    "settle": ("Take and pay", "Take and pay"),
    "collect_cards": ("Pick the cards up, from the right", "Collect the cards"),
    "confirm_payout": ("A payout waits to be confirmed", "Confirm the payout"),
    "repair_reader": ("The card reader is to be repaired or replaced", "The reader works again"),
    "too_few_cards": ("No card is left to finish the round with", "Call the round void"),
    Chore.BEGIN_GAMING_DAY: ("A gaming day begins", "Begin the gaming day"),
    Chore.INSPECT_READER: ("Inspect the card reader", "The reader is in order"),
    Chore.RECEIVE_CARDS: ("Receive the cards", "Receive new cards"),
    Chore.INSPECT_CARDS: ("Inspect the cards", "Inspected"),
    Chore.REMOVE_TENS: ("Take the tens out", "The tens are out"),
    Chore.VERIFY_INSPECTION: ("Verify the dealer's inspection", "Verified"),
    Chore.SPREAD: ("Spread the cards for all to see", "Spread them"),
    Chore.TURN_UP: ("Turn the spread cards up", "Turn them up"),
    Chore.VIEW_CARDS: ("Let the first player look the cards over", "The player has seen them"),
    Chore.TURN_DOWN: ("Turn the cards face down", "Turn them down"),
    Chore.WASH: ("Wash the cards", "Washed"),
    Chore.STACK: ("Stack the cards", "Stacked"),
    Chore.SHUFFLE: ("Shuffle", "Shuffle"),
    Chore.OFFER_CUT: ("Offer the cut", "Offer the cut"),
    Chore.ACCEPT_CUT: ("The player cuts, or refuses", "Cut"),
    Chore.REFUSE_CUT: ("The player refuses the cut", "Refuse the cut"),
    Chore.CUT: ("Cut the cards", "Cut"),
    Chore.ORDER_RECUT: ("Order another cut", "Order another cut"),
    Chore.PLACE_COVER: ("Place the cover card", "Place the cover card"),
    Chore.COVER_BASE: ("Lay the pack on a cover card", "Lay it on a cover card"),
    Chore.LOAD: ("Load the shoe", "Load the shoe"),
    Chore.BURN: ("Burn a card", "Burn a card"),
    Chore.EXCUSE_BURN: ("Let the burn be", "Excuse the burn"),
    Chore.SHOW_BURN: ("Show the burned card", "Show the burned card"),
    Chore.DRAW_DETERMINANT: ("Draw the determinant card", "Draw it"),
    Chore.ORDER_RESHUFFLE: ("Order a shuffle", "Order a shuffle"),
    Chore.END_SHOE: ("Count the cards: the shoe is at its end", "End the shoe"),
    Chore.SPREAD_IDLE: ("Spread the cards at the idle table", "Spread the cards"),
    Chore.REQUEST_SPREAD: ("Ask for the cards to be spread", "Ask for a spread"),
    Chore.REPORT_SHUFFLER: ("Report the shuffler", "The shuffler fails"),
    Chore.COVER_SHUFFLER: ("Cover the broken shuffler", "Cover it"),
    Chore.REPAIR_SHUFFLER: ("The shuffler is to be repaired", "The shuffler works again"),
    Chore.WITHDRAW_CARDS: ("Withdraw the cards", "Withdraw the cards"),
}
"""Chore -> what is to be done, and the words on its button."""

TWO: Final = 2
MOMENTS: Final[Mapping[str, str]] = {
    "first_cards": "Take and pay what the first cards decide",
    "at_once": "Settle the hand that is decided",
    "insurance": "Take or pay insurance",
    "check": "Take and pay what the check decides",
    "before_turns": "Pay the blackjacks that nothing can beat",
    "turn": "Settle the hand that is over",
    "end": "Take and pay",
}
"""Moment of a settlement -> what is to be done."""


PROCEDURES: Final[Mapping[str, str]] = {
    "collect_then_pay": "From the right: all that is lost first, then what is won.",
    "seat_by_seat": "From the right, seat by seat.",
}
"""The house's way to settle -> in words."""


def listed(names: list[str], joint: str = "and") -> str:
    """Several of them in a sentence."""
    return "".join(names) if len(names) < TWO else f"{', '.join(names[:-1])} {joint} {names[-1]}"
