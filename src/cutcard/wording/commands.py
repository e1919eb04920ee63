"""What people do at a table: decisions and offers, commands of the house, chores and their buttons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cutcard.rules import Action
from cutcard.wording.text import capitalized, spaced

VERBS: Final[Mapping[str, tuple[str, str]]] = {
    Action.STAND: ("stand", "stands"),
    Action.HIT: ("hit", "hits"),
    Action.DOUBLE: ("double", "doubles"),
    Action.SPLIT: ("split", "splits"),
    Action.SURRENDER: ("surrender", "surrenders"),
    Action.INSURE: ("insure", "insures"),
    Action.EVEN_MONEY: ("take even money", "takes even money"),
    Action.SWITCH: ("switch", "switches"),
    Action.RESCUE: ("rescue the double", "rescues the double"),
    Action.THIRD_CARD: ("take a third card", "takes a third card"),
}
"""Decision -> what you do, what somebody else does."""
NAMES: Final[Mapping[str, str]] = {Action.INSURE: "insurance"}
"""Decisions whose id is not yet the word for them."""
BUTTONS: Final[Mapping[str, str]] = {
    Action.SWITCH: "Switch second cards",
    "decline": "No, thanks",
}
"""Decisions whose button says more than their name."""
OFFERS: Final[Mapping[str, str]] = {
    Action.DOUBLE: "Double again?",
    Action.EVEN_MONEY: "Even money for your blackjack?",
    Action.INSURE: "Insurance?",
    Action.RESCUE: "Rescue your double?",
    Action.SURRENDER: "Surrender half?",
    Action.SWITCH: "Switch your second cards?",
    Action.THIRD_CARD: "A third card?",
}
"""Decision -> the question that offers it."""
COMMANDS: Final[Mapping[str, str]] = {
    "change_law": "Move to another version of the rules",
    "place_bet": "Bet",
    "take_back": "Take back a bet",
    "take_drop": "Take the drop box",
    "take_tips": "Empty the dealers' tip box",
}
"""Commands at a table whose id is not yet the words for them."""
METER_COMMANDS: Final[Mapping[str, str]] = {
    "adjust": "Correct the amount shown",
    "configure": "Terms",
    "part": "Unlink a table",
    "rejoin": "Relink a table",
    "retire": "Retire the meter",
}
"""Commands at the meter desk, likewise."""


def decision_name(decision: str) -> str:
    """A decision inside a sentence: `third_card` is third card."""
    return NAMES.get(decision) or spaced(decision)


def decision_label(decision: str) -> str:
    """A decision as a button names it: Third card."""
    return BUTTONS.get(decision) or capitalized(decision_name(decision))


def decision_verb(decision: str, *, you: bool = False) -> str:
    """What somebody does who decides so: stands, takes even money; or what you do."""
    return VERBS[decision][0 if you else 1]


def command_label(command: str) -> str:
    """A command as a button or a list names it: Take the drop box."""
    return COMMANDS.get(command) or capitalized(spaced(command))


def meter_command_label(command: str) -> str:
    """A command at the meter desk: Unlink a table."""
    return METER_COMMANDS.get(command) or capitalized(spaced(command))


CHORES: Final[Mapping[str, tuple[str, str]]] = {
    "open_table": ("Open the table", "Open the table"),
    "check_hole_card": ("Check the hole card with the reader", "Check the hole card"),
    "show_hole_card": ("Turn over the hole card", "Turn it over"),
    "settle": ("Take and pay", "Take and pay"),
    "collect_cards": ("Collect the cards, from the right", "Collect the cards"),
    "confirm_payout": ("A payout has to be confirmed", "Confirm the payout"),
    "repair_reader": ("Repair or replace the card reader", "The reader works again"),
    "too_few_cards": ("No cards left to finish the round", "Void the round"),
    "begin_gaming_day": ("Begin the gaming day", "Begin the gaming day"),
    "inspect_reader": ("Inspect the card reader", "The reader is in order"),
    "receive_cards": ("Receive the cards", "Receive new cards"),
    "inspect_cards": ("Inspect the cards", "Inspected"),
    "remove_tens": ("Remove the tens", "Tens removed"),
    "verify_inspection": ("Verify the dealer's inspection", "Verified"),
    "spread": ("Spread the cards for everybody to see", "Spread them"),
    "turn_up": ("Turn the spread cards face up", "Turn them up"),
    "view_cards": ("Let the first player view the cards", "Viewed by the player"),
    "turn_down": ("Turn the cards face down", "Turn them down"),
    "wash": ("Wash the cards", "Washed"),
    "stack": ("Stack the cards", "Stacked"),
    "shuffle": ("Shuffle", "Shuffle"),
    "offer_cut": ("Offer the cut", "Offer the cut"),
    "accept_cut": ("The player cuts or declines", "Cut"),
    "refuse_cut": ("The player declines the cut", "Decline the cut"),
    "cut": ("Cut the cards", "Cut"),
    "order_recut": ("Order another cut", "Order another cut"),
    "place_cover": ("Place the cover card", "Place the cover card"),
    "cover_base": ("Put a cover card under the pack", "Put it under the pack"),
    "load": ("Load the shoe", "Load the shoe"),
    "burn": ("Burn a card", "Burn a card"),
    "excuse_burn": ("Excuse the burn", "Excuse the burn"),
    "show_burn": ("Show the burned card", "Show the burned card"),
    "draw_determinant": ("Draw the determinant card", "Draw it"),
    "order_reshuffle": ("Order a shuffle", "Order a shuffle"),
    "end_shoe": ("End of the shoe: count the cards", "End the shoe"),
    "spread_idle": ("Spread the cards at the idle table", "Spread the cards"),
    "request_spread": ("Ask for the cards to be spread", "Ask for a spread"),
    "report_shuffler": ("Report the shuffler out of order", "The shuffler fails"),
    "cover_shuffler": ("Cover the broken shuffler", "Cover it"),
    "repair_shuffler": ("Repair the shuffler", "The shuffler works again"),
    "withdraw_cards": ("Withdraw the cards", "Withdraw the cards"),
}
"""Chore -> what is to be done, and what its button says."""
SETTLEMENTS: Final[Mapping[str, tuple[str, str]]] = {
    "first_cards": ("Settle what the first cards decide", "after the first cards"),
    "check": ("Settle what the hole card check decides", "after the check"),
    "insurance": ("Settle insurance", "insurance"),
    "at_once": ("Settle the decided hand", "at once"),
    "before_turns": ("Pay the blackjacks that cannot be beaten", "before the turns"),
    "second_card": ("Settle what the dealer's second card decides", "second card"),
    "election": ("Settle what the player's choice decides", "election"),
    "turn": ("Settle the finished hand", "in turn"),
    "third_card": ("Settle what the third card decides", "third card"),
    "hand_1": ("Settle against the dealer's first hand", "the dealer's first hand"),
    "hand_2": ("Settle against the dealer's second hand", "the dealer's second hand"),
    "before_buster": ("Settle the main wagers, then draw for Buster", "before Buster"),
    "before_button": ("Settle everything but the bonus button", "before button"),
    "end": ("Take and pay", "at the end"),
}
"""Moment of a settlement -> what is to be done, and when that is, as a record writes it."""
PROCEDURES: Final[Mapping[str, str]] = {
    "collect_then_pay": "From the right: collect all losing wagers first, then pay the winners.",
    "seat_by_seat": "From the right, seat by seat.",
}
"""Settlement procedure of a house -> how it goes."""


def chore_title(chore: str) -> str:
    """What is to be done: Check the hole card with the reader."""
    return CHORES[chore][0] if chore in CHORES else capitalized(spaced(chore))


def chore_button(chore: str) -> str:
    """What the button says that does it."""
    return CHORES[chore][1]


def settlement_title(moment: str) -> str:
    """What is settled at a moment of the round."""
    return SETTLEMENTS[moment][0]


def settlement_moment(moment: str) -> str:
    """When a settlement is, as a record writes it: after the first cards."""
    return SETTLEMENTS[moment][1] if moment in SETTLEMENTS else spaced(moment)


def settlement_order(procedure: str) -> str:
    """In which order wagers are settled by a house's procedure."""
    return PROCEDURES.get(procedure, "")
