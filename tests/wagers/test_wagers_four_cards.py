from __future__ import annotations

from cutcard.wagers.view import View
from wagers.views import answer, look, provisions

RED, BLACK = "four_red_cards same_color any_hand", "four_black_cards same_color any_hand"


@provisions(
    "four_with_dealer_blackjack",
    (
        "Ch.13 §H(1)(a) royal flush of diamonds, the chosen suit by default",
        look("Kd Jd", "Qd Ad"),
        "royal_flush_of_diamonds royal_flush_in_chosen_suit royal_flush straight flush"
        f" {RED} envy_royal_flush_in_chosen_suit",
    ),
    (
        "Ch.13 §H(1)(b) royal flush of clubs",
        look("Kc Jc", "Qc Ac"),
        f"royal_flush straight flush {BLACK} envy_royal_flush",
    ),
    (
        "§19(n) chosen_suit = c",
        look("Kc Jc", "Ac Qc", chosen_suit="c"),
        f"royal_flush_in_chosen_suit royal_flush straight flush {BLACK} envy_royal_flush_in_chosen_suit",
    ),
    (
        "§19(n) chosen_suit = c, diamonds",
        look("Kd Jd", "Qd Ad", chosen_suit="c"),
        f"royal_flush_of_diamonds royal_flush straight flush {RED} envy_royal_flush",
    ),
    ("§19(k) three of a kind", look("Kd Ks", "Kc Ad"), "three_of_a_kind any_hand"),
    (
        "§19(k) three of a kind, of a color",
        look("Ad Ah", "Kd Ad"),
        "three_of_a_kind four_red_cards same_color any_hand",
    ),
    ("MA-A67 a straight", look("Kd Js", "Ac Qd"), "straight any_hand"),
    ("MA-A67 K-Q-J-10 without the ace is none", look("Kd Qs", "Ac Td"), "any_hand"),
    ("MA-A67 A-K-Q-10 is none", look("Kd Qs", "Td Ac"), "any_hand"),
    ("MD-A45 a flush", look("2d 9d", "Ad Td"), f"flush {RED}"),
    ("§19(k) two pair", look("Ks Ac", "Ad Kh"), "two_pair pair any_hand"),
    ("Ch.13 §H(1)(g) four red cards", look("2d 9h", "Ad Th"), RED),
    ("Ch.13 §H(1)(h) four black cards", look("2c 9s", "As Tc"), BLACK),
    ("§19(k) a pair", look("Kc 2d", "As Kd"), "pair any_hand"),
    ("MD-A57 the player's own pair", look("2c 2d", "As Kd"), "pair any_hand"),
    ("§19(k) any hand", look("3c 2d", "As Kd"), "any_hand"),
    ("MA-A33 any hand with a ten up", look("3c 2d", "Ks Ad"), "any_hand"),
    (
        "MA-A66 the initial two cards",
        look("2c 2d", "As Kd", drawn="Kd Kh"),
        "pair any_hand",
    ),
    ("§19(l) an ace up, no blackjack", look("Ac Ad", "As 9d"), "dealer_ace_up"),
    ("§19(l) neither", look("Ac Ad", "Ks Kd"), "no_dealer_ace_up"),
    ("§19(l) the second card is not seen yet", look("Ac Ad", "As"), ""),
)
def test_four_with_dealer_blackjack(view: View, expected: str) -> None:
    assert answer("four_with_dealer_blackjack", view) == expected


@provisions(
    "four_with_dealer",
    (
        "Ch.12 §D(1)(a) four suited; BR-A17 of one color too",
        look("9d 9d", "9d 9d"),
        "four_of_a_kind_suited four_of_a_kind_same_color four_of_a_kind suited_pair",
    ),
    (
        "Ch.12 §D(1)(b) four of a color",
        look("9d 9h", "9d 9h"),
        "four_of_a_kind_same_color four_of_a_kind suited_pair",
    ),
    ("Ch.12 §D(1)(c) four", look("9d 9h", "9c 9s"), "four_of_a_kind"),
    (
        "PE-A34 three suited count as of a color",
        look("9d 9d", "9d Kc"),
        "three_of_a_kind_same_color three_of_a_kind suited_pair",
    ),
    (
        "Ch.12 §D(1)(d) three of a color, two of them alike",
        look("9d Kc", "9h 9d"),
        "three_of_a_kind_same_color three_of_a_kind suited_pair",
    ),
    ("Ch.12 §D(1)(e) three", look("9d Kc", "9h 9s"), "three_of_a_kind"),
    ("PE-A33 three with a suited pair", look("9d Kc", "9d 9s"), "three_of_a_kind suited_pair"),
    ("Ch.12 §D(1)(f) a suited pair", look("9d Kc", "9d 2s"), "suited_pair"),
    ("PE-A33 two suited pairs pay once", look("9d Kc", "9d Kc"), "suited_pair"),
    ("PE-A33 an unsuited two pair loses", look("9d Kc", "9h Kd"), ""),
    ("PE-A33 an unsuited pair loses", look("9d 9c", "2h Kd"), ""),
    ("PE-A33 a flush loses", look("9d 8d", "2d Kd"), ""),
    ("PE-A38 the hole card is not seen yet", look("9d 9d", "9d"), ""),
)
def test_four_with_dealer(view: View, expected: str) -> None:
    assert answer("four_with_dealer", view) == expected
