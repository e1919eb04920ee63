from __future__ import annotations

from cutcard.wagers.view import View
from wagers.views import answer, look, provisions


@provisions(
    "twenty_points",
    (
        "Ch.13 §A(4)(a)(i) queens of hearts and a dealer blackjack, ace up",
        look("Qh Qh", "As Kd"),
        "queen_of_hearts_pair_and_dealer_blackjack queen_of_hearts_pair suited_20",
    ),
    (
        "§24(e) queens of hearts and a dealer blackjack, ten up",
        look("Qh Qh", "Td Ac"),
        "queen_of_hearts_pair_and_dealer_blackjack queen_of_hearts_pair suited_20",
    ),
    (
        "§24(e) the dealer's second card is not seen yet",
        look("Qh Qh", "As"),
        "queen_of_hearts_pair suited_20",
    ),
    (
        "Ch.13 §A(4)(a)(ii) queens of hearts, no dealer blackjack",
        look("Qh Qh", "As 9d"),
        "queen_of_hearts_pair suited_20",
    ),
    ("Ch.1 §B(13) a matched 20", look("Kd Kd", "As Kd"), "matched_20 suited_20"),
    ("§24(g)(1) queens of spades are matched", look("Qs Qs"), "matched_20 suited_20"),
    ("Ch.1 §B(21) a suited 20", look("Kd Jd"), "suited_20"),
    ("MA-A70 a suited soft 20", look("Ac 9c"), "suited_20"),
    ("Ch.1 §B(1) any 20 is of different suits", look("Kd Kh"), "any_20"),
    ("MA-A70 a soft 20", look("9c Ah"), "any_20"),
    ("Ch.6 §G(1) 19 is no 20", look("Kh 9h"), ""),
    ("Ch.6 §G(1) 21 is no 20", look("Ah Kh"), ""),
    ("Ch.6 §G(1) a pair of aces is 12", look("Ah Ah"), ""),
)
def test_twenty_points(view: View, expected: str) -> None:
    assert answer("twenty_points", view) == expected


@provisions(
    "kings_bounty",
    (
        "Ch.13 §A(9)(a) kings of spades and a dealer blackjack",
        look("Ks Ks", "Kd As"),
        "king_of_spades_pair_and_dealer_blackjack king_of_spades_pair suited_kings"
        " suited_20 pair_of_kings",
    ),
    (
        "§29(g) the dealer's second card is not seen yet",
        look("Ks Ks", "Kd"),
        "king_of_spades_pair suited_kings suited_20 pair_of_kings",
    ),
    (
        "§29(h) kings of spades, no dealer blackjack",
        look("Ks Ks", "Kd Kd"),
        "king_of_spades_pair suited_kings suited_20 pair_of_kings",
    ),
    ("§29(h) suited kings", look("Kd Kd", "Kd As"), "suited_kings suited_20 pair_of_kings"),
    (
        "MA-A80 queens of one suit",
        look("Qd Qd"),
        "suited_queens_jacks_or_tens suited_20",
    ),
    ("MA-A80 jacks of one suit", look("Jh Jh"), "suited_queens_jacks_or_tens suited_20"),
    ("MA-A80 tens of one suit", look("Tc Tc"), "suited_queens_jacks_or_tens suited_20"),
    ("MA-A80 queen and jack of one suit", look("Qd Jd"), "suited_20"),
    (
        "MA-A80 kings_bounty_suited_pair = pair",
        look("Qd Jd", kings_bounty_suited_pair="pair"),
        "suited_20",
    ),
    (
        "MA-A80 kings_bounty_suited_pair = any_two",
        look("Qd Jd", kings_bounty_suited_pair="any_two"),
        "suited_queens_jacks_or_tens suited_20",
    ),
    (
        "MA-A80 any_two is not for a king",
        look("Kd Jd", kings_bounty_suited_pair="any_two"),
        "suited_20",
    ),
    (
        "MA-A80 any_two must be suited",
        look("Qd Jh", kings_bounty_suited_pair="any_two"),
        "any_20",
    ),
    ("§29(h) suited 20", look("Kd Td"), "suited_20"),
    ("MA-A70 suited soft 20", look("Ad 9d"), "suited_20"),
    ("§29(h) two kings", look("Kd Ks", "Kd As"), "pair_of_kings any_20"),
    ("§29(h) unsuited 20", look("Qd Qh"), "any_20"),
    ("§29(e) 21 is no 20", look("As Ks"), ""),
)
def test_kings_bounty(view: View, expected: str) -> None:
    assert answer("kings_bounty", view) == expected


@provisions(
    "kk",
    (
        "Ch.13 §A(17)(a) kings of diamonds",
        look("Kd Kd"),
        "king_of_diamonds_pair matched_20 any_20 one_king",
    ),
    ("Ch.13 §A(17)(b) matched kings", look("Ks Ks"), "matched_20 any_20 one_king"),
    ("MD-A34 queens of hearts are matched", look("Qh Qh"), "matched_20 any_20"),
    ("MD-A33 a suited 20 is any 20", look("Ts Js"), "any_20"),
    ("MD-A33 a soft 20 is any 20", look("As 9d"), "any_20"),
    ("Ch.13 §A(17)(c) kings of two suits", look("Kd Ks"), "any_20 one_king"),
    ("Ch.13 §A(17)(d) one king first", look("Kd 9s"), "one_king"),
    ("Ch.13 §A(17)(d) one king second", look("Ad Kd"), "one_king"),
    ("Ch.6 §G(28) neither a king nor 20", look("Qd 9d"), ""),
)
def test_kk(view: View, expected: str) -> None:
    assert answer("kk", view) == expected


@provisions(
    "qq",
    (
        "Ch.13 §A(18)(a) queens of diamonds",
        look("Qd Qd"),
        "queen_of_diamonds_pair matched_20 any_20 one_queen",
    ),
    ("MD-A34 queens of hearts are matched", look("Qh Qh"), "matched_20 any_20 one_queen"),
    ("Ch.13 §A(18)(b) kings of diamonds are matched", look("Kd Kd"), "matched_20 any_20"),
    ("Ch.13 §A(18)(d) one queen", look("Qd 2s"), "one_queen"),
    ("Ch.6 §G(29) neither a queen nor 20", look("Kd 9d"), ""),
)
def test_qq(view: View, expected: str) -> None:
    assert answer("qq", view) == expected


@provisions(
    "jj",
    (
        "Ch.13 §A(19)(a) jacks of diamonds",
        look("Jd Jd"),
        "jack_of_diamonds_pair matched_20 any_20 one_jack",
    ),
    ("Ch.13 §A(19)(b) matched jacks", look("Jc Jc"), "matched_20 any_20 one_jack"),
    ("Ch.13 §A(19)(c) any 20", look("Qc Tc"), "any_20"),
    ("Ch.13 §A(19)(d) one jack", look("5d Js"), "one_jack"),
    ("Ch.6 §G(30) neither a jack nor 20", look("Td 9d"), ""),
)
def test_jj(view: View, expected: str) -> None:
    assert answer("jj", view) == expected
