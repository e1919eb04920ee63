"""Wagers on the dealer's hand: Bad Beat, Hit and Run, Buster, the third card, Upcard Luck 21."""

from __future__ import annotations

from typing import Final

from cutcard.rules import TWENTY_ONE, third_card_due, total
from cutcard.wagers.shapes import (
    has_dealer_blackjack,
    is_one_color,
    is_one_suit,
    satisfied,
)
from cutcard.wagers.view import Classifier, DecidedBy, Sees, View, amount_fixed


def _bad_beat(view: View) -> tuple[str, ...]:
    """Ch.13 §B. What the system drew comes in as `magic_card` and `lucky_player` (MD-A53).

    The 20 is the final hand's, or the first two cards' where the option says so (MD-A51). Rank and
    suit must match the magic card, which pays once; both bonuses are paid without a 20 too.
    """
    on_final = view.options.get("bad_beat_hand", "final") == "final"
    has_20 = (view.final_total if on_final else total(view.first_two)) == 20
    count = len(view.dealer) if has_20 and view.dealer_total == TWENTY_ONE else 0
    magic = view.options.get("magic_card", "")
    return satisfied(
        {
            "dealer_21_in_seven_or_more": count >= 7,
            "dealer_21_in_six": count == 6,
            "dealer_21_in_five": count == 5,
            "dealer_21_in_four": count == 4,
            "dealer_21_in_three": count == 3,
            "dealer_blackjack": has_20 and has_dealer_blackjack(view),
            "player_20": has_20,
            "magic_card": any(each.text == magic for each in view.first_two),
            "lucky_player": view.options.get("lucky_player", False) is True,
        }
    )


def _dealer_cards(view: View) -> tuple[str, ...]:
    """Ch.6 §G(10): a busted hand counts too, unless the option says no (MD-A54)."""
    counts_busts = view.options.get("hit_and_run_busts", "counted") == "counted"
    count = len(view.dealer) if counts_busts or not view.dealer_busted else 0
    return satisfied(
        {
            "eight_or_more_cards": count >= 8,
            "seven_cards": count == 7,
            "six_cards": count == 6,
            "five_cards": count == 5,
            "dealer_blackjack": has_dealer_blackjack(view),
        }
    )


def _upcard_luck(view: View) -> tuple[str, ...]:
    """Ch.6 §G(14), Ch.13 §N: every row needs a 2 to 7 up; soft totals count high (MD-A47)."""
    if not 2 <= view.up.value <= 7:
        return ()
    points = total(view.first_two)
    return satisfied(
        {
            "ace_and_jack_of_spades": {each.text for each in view.first_two} == {"As", "Js"},
            "blackjack": points == TWENTY_ONE,
            "total_9_10_or_11": 9 <= points <= 11,
            "total_18_19_or_20": 18 <= points <= 20,
        }
    )


def _dealer_bust(view: View) -> tuple[str, ...]:
    """Ch.6 §G(15), §27(d)-(g): by the number of cards in the busted hand."""
    count = len(view.dealer) if view.dealer_busted else 0
    return satisfied(
        {
            "bust_in_eight_or_more": count >= 8,
            "bust_in_seven": count == 7,
            "bust_in_six": count == 6,
            "bust_in_five": count == 5,
            "bust_in_four": count == 4,
            "bust_in_three": count == 3,
        }
    )


def _free_bonus(view: View) -> tuple[str, ...]:
    """Ch.6 §G(16), §27(h): a player blackjack and $5 on Buster, whose stake the view carries."""
    exactly = view.options.get("free_bonus_stake", "at_least_5") == "exactly_5"
    least = amount_fixed(view, "free_bonus_least")
    has_stake = view.stake == least if exactly else view.stake >= least
    if not (view.player_blackjack and has_stake and view.dealer_busted):
        return ()
    count = len(view.dealer)
    return satisfied({"bust_in_eight_or_more": count >= 8, "bust_in_seven": count == 7})


_THIRD_CARD: Final = {
    10: "third_card_ten",
    9: "third_card_nine",
    8: "third_card_eight",
    7: "third_card_seven",
    6: "third_card_six",
}


def _third_card(view: View) -> tuple[str, ...]:
    """§25(d)-(f): the third card busts a two-card total under 17; only 6 to 10 can (MA-A73).

    Three eights of a suit or a colour are paid in place of the eight, and a suit in place of the
    colour (MA-A75). The print lists the eight before them, so the answer names one row alone.
    """
    three = view.dealer[:3]
    if len(three) < 3 or not third_card_due(three[:2]) or total(three) <= TWENTY_ONE:
        return ()
    if all(each.rank == "8" for each in three) and is_one_color(three):
        return ("three_eights_same_suit" if is_one_suit(three) else "three_eights_same_color",)
    return (_THIRD_CARD[three[2].value],)


_BUSTS: Final = (
    "bust_in_eight_or_more",
    "bust_in_seven",
    "bust_in_six",
    "bust_in_five",
    "bust_in_four",
    "bust_in_three",
)

FAMILY: Final = (
    Classifier(
        "bad_beat",
        (
            "dealer_21_in_seven_or_more",
            "dealer_21_in_six",
            "dealer_21_in_five",
            "dealer_21_in_four",
            "dealer_21_in_three",
            "dealer_blackjack",
            "player_20",
            "magic_card",
            "lucky_player",
        ),
        Sees.DRAWN_HAND,
        _bad_beat,
        DecidedBy.CARDS_AND_DRAWS,
        depends_on_play=True,
        draws=("magic_card", "lucky_player"),
    ),
    Classifier(
        "dealer_cards",
        ("eight_or_more_cards", "seven_cards", "six_cards", "five_cards", "dealer_blackjack"),
        Sees.DRAWN_HAND,
        _dealer_cards,
    ),
    Classifier(
        "upcard_luck",
        ("ace_and_jack_of_spades", "blackjack", "total_9_10_or_11", "total_18_19_or_20"),
        Sees.FIRST_CARDS,
        _upcard_luck,
    ),
    Classifier("dealer_bust", _BUSTS, Sees.COMPLETED_HAND, _dealer_bust),
    Classifier("free_bonus", _BUSTS[:2], Sees.COMPLETED_HAND, _free_bonus),
    Classifier(
        "third_card",
        ("three_eights_same_suit", "three_eights_same_color", *_THIRD_CARD.values()),
        Sees.THIRD_CARD,
        _third_card,
        copies={"three_eights_same_suit": 3, "three_eights_same_color": 2},
    ),
)
