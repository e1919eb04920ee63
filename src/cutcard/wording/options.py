"""Labels of options, of their values, and of the places of a submission."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cutcard.law import OptionValue
from cutcard.wording.text import capitalized, spaced, uncapitalized, with_card_faces
from cutcard.wording.wagers import wager_name

OPTIONS: Final[Mapping[str, str]] = {
    "adjacent_boxes": "Adjacent boxes for one player",
    "blackjack_v_blackjack": "Blackjack against blackjack",
    "boxes_together": "Boxes of one player adjacent",
    "burn_excused_by": "Burn may be excused by",
    "burn_shown": "Burned card shown on request",
    "card_age_hours": "Hours before cards are changed",
    "charlie": "Cards that win at once (Charlie)",
    "deck_cards": "Cards in a deck",
    "double_card": "Card of a double",
    "double_cards": "Double on how many cards",
    "double_totals": "Double on which totals",
    "down_requires_up": "Down wager only with the up wager",
    "envy_per": "Envy payout for each",
    "face_up_blackjack_v_21": "Face-up blackjack against 21",
    "insurance_asked": "When insurance is offered",
    "kings_bounty_dealer_bet": "King's Bounty bet for the dealer",
    "kings_bounty_suited_pair": "King's Bounty suited pair",
    "kings_bounty_with_progressive": "King's Bounty with progressive",
    "late_blackjack_takes": "What a late blackjack takes",
    "late_blackjack_v_21": "Late blackjack against 21",
    "late_blackjack_v_double": "Late blackjack against a double",
    "late_blackjack_v_split": "Late blackjack against a split",
    "long_21": "Hands paid as a seven-card 21",
    "lucky_george_recipient": "Lucky George recipient",
    "match_max_multiple": "Match wagers at most, times the main wager",
    "max_hands": "Maximum hands after splits",
    "max_hands_aces": "Maximum hands after splitting aces",
    "maximum_wager": "Table maximum",
    "mid_shoe_entry": "Mid-shoe entry",
    "minimum_wager": "Table minimum",
    "most_doublings": "Maximum doublings",
    "payout_limit": "Maximum payout of a hand",
    "payout_limit_scope": "What the maximum payout covers",
    "settle_blackjack_v_high": "Blackjack against an ace or a ten-value card paid",
    "settle_blackjack_v_low": "Blackjack against a low card paid",
    "settle_bust": "Busted hand settled",
    "settle_dead_hand": "Dead hand settled",
    "settle_even_money": "Even money paid",
    "settle_held_surrender": "Surrender held for the check settled",
    "settle_rescue": "Rescued double settled",
    "settle_surrender": "Surrender settled",
    "shared_box_players": "Players on one box",
    "soft_17": "Dealer on soft 17",
    "split_aces_draw": "Draw to split aces",
    "split_two_card_21": "Two-card 21 after a split",
    "super4_counts_as_progressive": "Super 4 counts as progressive",
    "super4_envy": "Super 4 envy",
    "super4_sharing": "Super 4 sharing",
    "super4_stake": "Super 4 stake",
    "surrender_asked": "When surrender is offered",
    "surrender_time": "Early or late surrender",
    "switch_natural_v_22": "Dealt blackjack against 22",
    "trilux_single_deck": "TriLux with a single deck",
    "trilux_with_face_up": "TriLux with the hole card face up",
    "twenty_point_with_face_up": "Twenty point bonus with the hole card face up",
}
"""Options whose id is not yet the words for them."""
VALUES: Final[Mapping[str, str]] = {
    "": "none",
    "10_11": "10 or 11",
    "9_10_11": "9, 10 or 11",
    "as_ties": "as other ties",
    "early_not_ace": "early, late against an ace",
    "false": "no",
    "five_card_21": "five-card 21",
    "held": "those held until later",
    "multiple_decks": "several decks",
    "six_seven_eight_suited": "6-7-8, suited",
    "true": "yes",
    "two_or_three": "the player's choice",
}
"""The same of values, and of paytables."""
NO_LIMIT: Final = ("card_age_hours", "match_max_multiple")
"""Options of which 0 says that there is no limit."""


def option_label(option: str) -> str:
    """An option as a form or a table of rules names it: `max_hands` is Maximum hands after splits."""
    return OPTIONS.get(option) or capitalized(spaced(option))


def value_label(value: OptionValue) -> str:
    """A value of an option: yes, 6, before check, none."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(value_label, value)) or "none"
    text = str(value)
    # Cards first: the seven of `blazing_7s` is of no suit.
    return VALUES.get(text) or with_card_faces(text).replace("_", " ")


def paytable_label(paytable: str) -> str:
    """A paytable as a caption names it: A, 6 decks, several decks."""
    return value_label(paytable)


def submission_path_label(path: str) -> str:
    """A place in a submission: `wagers.lucky_ladies.paytable` is Lucky Ladies, paytable."""
    room, _, rest = path.partition(".")
    if room == "wagers" and rest:
        wager, *keys = rest.split(".")
        labels = (uncapitalized(option_label(key)) for key in keys if key != "meters")
        return ", ".join((wager_name(wager), *labels))
    return option_label(rest if room == "options" and rest else path)
