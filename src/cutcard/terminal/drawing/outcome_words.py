"""Outcomes in plain words: short ones for a row of a list, and a sentence for what a wager came to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cutcard.cards import Card
from cutcard.rules import TWENTY_ONE, TWO_CARDS, Line, dealer_draws, total
from cutcard.table import Round, Table, spot_of
from cutcard.terminal.drawing.text import dealer_count, outcome

SUIT_NAMES: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
WORDS: Final = {
    "win": "win",
    "lose": "loss",
    "push": "tie",
    "bust": "over 21",
    "blackjack_push": "blackjack v blackjack",
    "blackjack_v_21": "blackjack v other 21",
    "blackjack_v_blackjack": "blackjack v blackjack",
    "dealer_22": "dealer has 22",
    "dealer_blackjack": "dealer has blackjack",
    "dealer_blackjack_suited": "dealer has suited blackjack",
    "designated_blackjack": "the house's own blackjack",
    "even_money": "even money taken",
    "five_card_21": "21 in five cards",
    "five_card_21_v_21": "21 in five cards v 21",
    "six_card_21": "21 in six cards",
    "seven_card_21": "21 in seven cards",
    "original_wager_only": "double/split v blackjack",
    "rescue": "double rescued",
    "rescue_after_redouble": "redouble rescued",
    "six_seven_eight_mixed": "6-7-8 of mixed suits",
    "six_seven_eight_suited": "6-7-8 of one suit",
    "six_seven_eight_premium": "6-7-8 of {premium}",
    "six_seven_eight": "6-7-8",
    "three_sevens": "7-7-7",
    "three_sevens_mixed": "7-7-7 of mixed suits",
    "three_sevens_suited": "7-7-7 of one suit",
    "three_sevens_premium": "7-7-7 of {premium}",
    "surrender": "surrendered",
    "surrender_after_check": "surrendered, no blackjack",
    "surrender_to_blackjack": "surrendered to blackjack",
    "switched_21_v_blackjack": "switched 21 v blackjack",
    "switched_21_v_21_or_22": "switched 21 v 21 or 22",
    "tie_loses": "tie, which loses here",
    # Side wagers whose printed name does not say what came.
    "advance": "won, rides on",
    "unchanged": "rides on",
    "dead_hand": "dead hand",
    "any_20": "any other 20",
    "matched_20": "20 of identical cards",
    "mini_royal": "suited ace-king-queen",
    "royal_match": "suited king and queen",
    "crown_treasure": "royal match at dealer too",
    "two_card_straight": "two cards in sequence",
    "two_card_straight_flush": "suited cards in sequence",
    "one_card_spread": "one rank in between",
    "two_card_spread": "two ranks in between",
    "three_card_spread": "three ranks in between",
    "other_spread": "any wider spread",
    "triple_match": "all three of one rank",
    "random_winner": "drawn by the system",
    "no_dealer_ace_up": "no ace up",
}
"""Short enough for a column of a settled round; everything else is its own name, blanks in it."""

_TIE: Final = "You and the dealer both have {yours}"
_HALF: Final = "You gave the hand up, so half of the wager comes back"
CAME: Final = {
    "lose": "Your {yours} is less than the dealer's {dealers}.",
    "push": f"{_TIE}: a tie, and the wager comes back.",
    "bust": "Your hand went over 21 with {yours}; it loses whatever the dealer has.",
    "blackjack": "Your first two cards are an ace and a ten-value card: a blackjack.",
    "blackjack_push": "You and the dealer both have a blackjack: a tie, and the wager comes back.",
    "blackjack_v_21": "Your blackjack beats the dealer's 21 of more cards, here at a lower price.",
    "blackjack_v_blackjack": "You and the dealer both have a blackjack.",
    "dealer_22": "The dealer's 22 does not lose here: the wager comes back.",
    "dealer_blackjack": "The dealer has a blackjack, which beats your {yours}.",
    "designated_blackjack": "Your blackjack is the one that the house gives a better price.",
    "even_money": "You took even money for your blackjack before the dealer's second card was known.",
    "five_card_21_v_21": f"{_TIE}; yours is of five cards, and the wager comes back.",
    "original_wager_only": "The dealer has a blackjack: only your first wager is at risk, and what a "
    "double or a split added comes back.",
    "rescue": "You rescued the double: what it added comes back, the first wager is lost.",
    "rescue_after_redouble": "You rescued the redouble: what it added comes back, the rest is lost.",
    "surrender": f"{_HALF}.",
    "surrender_after_check": f"{_HALF}: the dealer had no blackjack.",
    "surrender_to_blackjack": "You gave the hand up, but the dealer has a blackjack: all of it is lost.",
    "switched_21_v_blackjack": "An ace and a ten-value card that a switch brought together are a plain "
    "21, which loses to the dealer's blackjack.",
    "switched_21_v_21_or_22": "An ace and a ten-value card that a switch brought together are a plain "
    "21; against the dealer's {dealers} the wager comes back.",
    "tie_loses": f"{_TIE}: at this table that tie loses.",
    "dead_hand": "The hand was called dead, and the wager comes back.",
}
"""What a main wager came to; `win` and the better-priced hands of 21 are told by their cards."""
RODE: Final = {
    "advance": "Your hand won, and the wager rides on to your next hand.",
    "unchanged": "Your hand was neither won nor lost, and the wager rides on as it is.",
    "dead_hand": CAME["dead_hand"],
}


def words(table: Table, name: str) -> str:
    """An outcome's name, or several put together, in words."""
    parts = []
    for part in name.split("+"):
        times, _, one = part.rpartition(" x ")
        premium = SUIT_NAMES.get(table.game.premium_suit, "the premium suit")
        told = WORDS[one].format(premium=premium) if one in WORDS else outcome(one)
        parts.append(f"{times} × {told}" if times else told)
    return " + ".join(parts)


def wager_words(table: Table, line: Line) -> str:
    """A line's wager in words; of several main wagers or insurances, which dealer's hand it faces."""
    name, spot = spot_of(line)
    if table.game.dealer_hands > 1 and name in ("main", "insurance"):
        return f"{name} v dealer hand {spot + 1}"
    return outcome(name)


def came(table: Table, line: Line) -> str:
    """What a wager came to and why, in a sentence or two."""
    name, spot = spot_of(line)
    if name == "main":
        return _main(table, line, spot)
    if name == "insurance":
        return _insurance(line)
    if line.outcome in RODE:
        return RODE[line.outcome]
    law = table.rules.document.wager(name)
    if not line.returned:
        return f"{law.title}: {law.about} Nothing that it pays for came, so the stake is lost."
    return f"{law.title}: {law.about} What came: {words(table, line.outcome)}."


def _insurance(line: Line) -> str:
    if line.outcome == "lose":
        return "Insurance wins when the dealer has a blackjack; the dealer had none, so it is lost."
    if line.outcome in RODE:
        return RODE[line.outcome]
    return "The dealer has a blackjack, which is what insurance is for."


def _main(table: Table, line: Line, spot: int) -> str:
    r = table.in_play()
    yours, dealers = _hand(r, line), _dealer(r, spot)
    facts = {"yours": str(total(yours)), "dealers": dealer_count(dealers) if dealers else "hand"}
    if line.outcome in CAME:
        return CAME[line.outcome].format(**facts)
    special = (
        "" if line.outcome == "win" else f" It has a price of its own: {words(table, line.outcome)}."
    )
    if len(dealers) < TWO_CARDS or dealer_draws(table.game, dealers):
        return f"Your {facts['yours']} wins whatever the dealer would have drawn.{special}"
    if total(dealers) > TWENTY_ONE:
        return f"The dealer went over 21 with {total(dealers)}, so your {facts['yours']} wins.{special}"
    if total(dealers) == total(yours):
        return f"Your {facts['yours']} wins against the dealer's {facts['dealers']} here.{special}"
    return f"Your {facts['yours']} beats the dealer's {facts['dealers']}.{special}"


def _hand(r: Round, line: Line) -> Sequence[Card]:
    box = r.box(line.box)
    if box is None or line.hand is None:
        return ()
    group, place = box.find(line.hand)
    return box.groups[group][place].cards


def _dealer(r: Round, spot: int) -> Sequence[Card]:
    """The dealer's hand that a main wager faced; empty where it was never dealt."""
    if spot and r.game.dealer_hands > 1:
        return r.dealer[spot] if spot < len(r.dealer) else ()
    return r.main_dealer
