from __future__ import annotations

from cutcard.wagers.view import View
from wagers.views import answer, look, provisions


@provisions(
    "suited_two",
    ("Ch.1 §B(15) king and queen suited", look("Kd Qd", "Kc Qs"), "royal_match"),
    ("MA-A60 queen first", look("Qd Kd"), "royal_match"),
    (
        "Ch.1 §B(4) the dealer has one too, of another suit (MD-A38)",
        look("Kd Qd", "Qs Ks"),
        "royal_match crown_treasure",
    ),
    ("MD-A38 the second card is not seen yet", look("Kd Qd", "Qs"), "royal_match"),
    ("MD-A38 the dealer's suits differ", look("Kd Qd", "Qs Kh"), "royal_match"),
    ("MD-A38 a dealer pair of kings", look("Kd Qd", "Ks Ks"), "royal_match"),
    ("Ch.1 §B(4) the dealer's alone is nothing", look("Kd Jd", "Qs Ks"), "suited_match"),
    ("Ch.1 §B(19) a suited match", look("2c 9c"), "suited_match"),
    ("Ch.1 §B(19) suited kings", look("Kc Kc"), "suited_match"),
    ("MA-A60 king and queen of two suits", look("Kd Qh", "Qs Ks"), ""),
)
def test_suited_two(view: View, expected: str) -> None:
    assert answer("suited_two", view) == expected


@provisions(
    "pairs",
    ("Ch.1 §B(20) a suited pair", look("8h 8h"), "suited_pair pair"),
    ("Ch.1 §B(14) a pair", look("8h 8s"), "pair"),
    ("MD-A50 king and queen are no pair", look("Kh Qh"), ""),
)
def test_pairs(view: View, expected: str) -> None:
    assert answer("pairs", view) == expected


@provisions(
    "four_cards",
    ("Ch.13 §A(10)(a)(i) four", look("8h 8s", second_pair="8h 8c"), "four_of_a_kind"),
    ("Ch.13 §A(10)(a)(ii) two pair", look("8h 9s", second_pair="9h 8c"), "two_pair"),
    ("Ch.13 §A(10)(a)(iii) three", look("8h 8s", second_pair="9h 8c"), "three_of_a_kind"),
    ("Ch.13 §A(10)(a)(iv) a pair", look("8h 9s", second_pair="Th 8c"), "pair"),
    ("Ch.6 §G(7) ten-values are no pair", look("Kh Qs", second_pair="Jh Tc"), ""),
    ("Ch.6 §G(7) no second hand", look("8h 8s"), ""),
)
def test_four_cards(view: View, expected: str) -> None:
    assert answer("four_cards", view) == expected


@provisions(
    "house_money",
    (
        "Ch.13 §A(11) ace and king suited",
        look("Kd Ad"),
        "ace_king_suited two_card_straight_flush two_card_straight",
    ),
    (
        "Ch.13 §A(11) a straight flush",
        look("9d Td"),
        "two_card_straight_flush two_card_straight",
    ),
    ("Ch.13 §A(11) a pair", look("9d 9d"), "pair"),
    ("Ch.13 §A(11) a straight", look("9d Ts"), "two_card_straight"),
    ("MD-A41 ace and king of two suits", look("Ad Ks"), "two_card_straight"),
    ("MD-A41 ace and two", look("Ad 2s"), "two_card_straight"),
    (
        "MD-A41 house_money_ace_two = true, suited",
        look("2d Ad", house_money_ace_two=True),
        "two_card_straight_flush two_card_straight",
    ),
    ("MD-A41 house_money_ace_two = false", look("2d Ad", house_money_ace_two=False), ""),
    (
        "MD-A41 house_money_ace_two = false leaves two and three",
        look("2d 3s", house_money_ace_two=False),
        "two_card_straight",
    ),
    ("MD-A41 king and two do not meet", look("Kd 2d"), ""),
    ("Ch.6 §G(11) a gap", look("9d Jd"), ""),
)
def test_house_money(view: View, expected: str) -> None:
    assert answer("house_money", view) == expected
