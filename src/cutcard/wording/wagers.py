"""Names of wagers, their meters and the variations of a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from cutcard.law import DOCUMENTS, document
from cutcard.wording.text import title_case

PROPER_NAMES: Final[Mapping[str, str]] = {
    "a_2": "A-2",
    "blazing_7s": "Blazing 7s",
    "jj": "JJ",
    "kings_bounty": "King's Bounty",
    "kk": "KK",
    "nineteen_plus": "19 Plus",
    "qq": "QQ",
    "trilux_bonus": "TriLux Bonus",
    "trilux_super_3": "TriLux Super 3",
    "twenty_one_plus_3_progressive": "21+3 Progressive",
    "twenty_one_plus_three": "21+3",
}
"""Names that the words of the id alone would get wrong."""
SHORT_NAMES: Final[Mapping[str, str]] = {
    "bet_the_set_21": "Bet the Set",
    "blackjack_bonus": "BJ Bonus",
    "bonus_spin_progressive": "Bonus Spin",
    "bonus_spin_xtreme_progressive": "Xtreme Spin",
    "buster_blackjack": "Buster",
    "buster_blackjack_free_bonus": "Free Bonus",
    "buster_free_bonus": "Free Bonus",
    "kings_bounty": "Bounty",
    "kings_bounty_for_dealer": "For dealer",
    "lucky_ladies_progressive": "Ladies Prog.",
    "match_super_bonus": "Match Bonus",
    "match_the_dealer": "Match Dealer",
    "monster_match_progressive": "Monster",
    "optional_bonus": "Third Card",
    "progressive_blackjack": "Progressive",
    "royal_match_21": "Royal Match",
    "super_4_progressive": "Super 4",
    "three_card_poker": "3 Card Poker",
    "trilux_bonus": "TriLux",
    "trilux_super_3": "Super 3",
    "twenty_one_plus_3_progressive": "21+3 Prog.",
    "twenty_point_bonus": "20 Points",
    "upcard_luck_21": "Upcard Luck",
}
"""What is printed in a betting area that is too small for the whole name."""


@cache
def wager_names() -> dict[str, str]:
    """Every wager of the documents -> its name."""
    ids = sorted({wager for law in DOCUMENTS for wager in document(law).wager_ids})
    return {wager: PROPER_NAMES.get(wager) or title_case(wager) for wager in ids}


def wager_name(wager: str) -> str:
    """A wager's name: `lucky_ladies` is Lucky Ladies."""
    return wager_names().get(wager) or title_case(wager)


def meter_name(meter: str) -> str:
    """A meter's name, without the link it is part of: `blazing_7s.mega@sevens` is Blazing 7s Mega."""
    wager, _, part = meter.partition("@")[0].partition(".")
    return f"{wager_name(wager)} {title_case(part)}" if part else wager_name(wager)


def variation_name(variation: str) -> str:
    """A variation's name: `multiple_action` is Multiple Action."""
    return title_case(variation)
