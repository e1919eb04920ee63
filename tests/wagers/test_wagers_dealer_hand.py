from __future__ import annotations

from cutcard.money import Cents
from cutcard.wagers.view import View
from wagers.views import answer, look, provisions

FIVE, LESS, MORE = Cents(500), Cents(499), Cents(501)
SEVEN_CARD_BUST = "2c 2d 2h 3c 3d 3h 8c"
EIGHT_CARD_BUST = "2c 2d 2h 2s 2c 2d 4h 8c"


@provisions(
    "bad_beat",
    (
        "Ch.13 §B(1)(a) 21 in seven",
        look("Kd Qd", "2c 2d 2h 3c 3d 3h 6c"),
        "dealer_21_in_seven_or_more player_20",
    ),
    (
        "Ch.13 §B(1)(a) 21 in eight",
        look("Kd Qd", "2c 2d 2h 2s 2c 2d 2h 7c"),
        "dealer_21_in_seven_or_more player_20",
    ),
    (
        "Ch.13 §B(1)(b) 21 in six",
        look("Kd Qd", "2c 2d 2h 3c 3d 9h"),
        "dealer_21_in_six player_20",
    ),
    (
        "Ch.13 §B(1)(c) 21 in five",
        look("Kd Qd", "2c 2d 2h 5c Kd"),
        "dealer_21_in_five player_20",
    ),
    ("Ch.13 §B(1)(d) 21 in four", look("Kd Qd", "2c 2d 7h Kc"), "dealer_21_in_four player_20"),
    ("Ch.13 §B(1)(e) 21 in three", look("Kd Qd", "2c 9d Kh"), "dealer_21_in_three player_20"),
    ("Ch.13 §B(1)(f) blackjack", look("Kd Qd", "Ac Jd"), "dealer_blackjack player_20"),
    ("Ch.13 §B(2) a 20 alone", look("Kd Qd", "Kc Jd"), "player_20"),
    ("MD-A51 the final hand", look("5d 6d", "Ac Jd", drawn="9d"), "dealer_blackjack player_20"),
    ("MD-A51 nothing after a bust or surrender", look("Kd Qd", "Ac Jd", busted=True), ""),
    ("Ch.6 §G(8) 19 is no 20", look("Kd 9d", "Ac Jd"), ""),
    ("MD-A51 bad_beat_hand = final", look("Kd Qd", "Ac Jd", drawn="Ad", bad_beat_hand="final"), ""),
    (
        "MD-A51 bad_beat_hand = initial",
        look("Kd Qd", "Ac Jd", drawn="Ad", bad_beat_hand="initial"),
        "dealer_blackjack player_20",
    ),
    (
        "MD-A51 initial, a 20 drawn to",
        look("5d 6d", "Ac Jd", drawn="9d", bad_beat_hand="initial"),
        "",
    ),
    (
        "Ch.1 §B(12) the magic card adds, once",
        look("Qh Qh", "Ac Jd", magic_card="Qh"),
        "dealer_blackjack player_20 magic_card",
    ),
    ("MD-A53 without a 20 too", look("2h Qh", "9c Jd", magic_card="Qh"), "magic_card"),
    ("MD-A53 the rank alone is no match", look("2h Qd", "9c Jd", magic_card="Qh"), ""),
    ("Ch.1 §B(11) the lucky player", look("2h Qd", "9c Jd", lucky_player=True), "lucky_player"),
    ("Ch.1 §B(11) another is lucky", look("2h Qd", "9c Jd", lucky_player=False), ""),
)
def test_bad_beat(view: View, expected: str) -> None:
    assert answer("bad_beat", view) == expected


@provisions(
    "dealer_cards",
    (
        "Ch.13 §F eight cards",
        look("Kd 9d", "2c 2d 2h 2s 2c 2d 2h 7c"),
        "eight_or_more_cards",
    ),
    ("Ch.13 §F seven cards", look("Kd 9d", "2c 2d 2h 3c 3d 3h 6c"), "seven_cards"),
    ("Ch.13 §F six cards", look("Kd 9d", "2c 2d 2h 3c 3d 8h"), "six_cards"),
    ("Ch.13 §F five cards", look("Kd 9d", "2c 2d 2h 3c 9d"), "five_cards"),
    ("Ch.13 §F blackjack", look("Kd 9d", "Ac Jd"), "dealer_blackjack"),
    ("Ch.6 §G(10) four cards lose", look("Kd 9d", "2c 2d 4h Kd"), ""),
    ("MD-A54 a busted hand counts", look("Kd 9d", SEVEN_CARD_BUST), "seven_cards"),
    (
        "MD-A54 hit_and_run_busts = counted",
        look("Kd 9d", "2c 2d 2h Tc Kd", hit_and_run_busts="counted"),
        "five_cards",
    ),
    (
        "MD-A54 hit_and_run_busts = not_counted",
        look("Kd 9d", "2c 2d 2h Tc Kd", hit_and_run_busts="not_counted"),
        "",
    ),
    (
        "MD-A54 not_counted, no bust",
        look("Kd 9d", "2c 2d 2h Tc 3d", hit_and_run_busts="not_counted"),
        "five_cards",
    ),
    (
        "MD-A54 not_counted, blackjack",
        look("Kd 9d", "Kc Ad", hit_and_run_busts="not_counted"),
        "dealer_blackjack",
    ),
)
def test_dealer_cards(view: View, expected: str) -> None:
    assert answer("dealer_cards", view) == expected


@provisions(
    "upcard_luck",
    ("Ch.13 §N(1)(a)", look("Js As", "2c"), "ace_and_jack_of_spades blackjack"),
    ("Ch.13 §N(1)(b)", look("Jd As", "7c"), "blackjack"),
    ("Ch.13 §N(1)(c) nine", look("4d 5s", "7c"), "total_9_10_or_11"),
    ("Ch.13 §N(1)(c) eleven", look("6d 5s", "7c"), "total_9_10_or_11"),
    ("Ch.13 §N(1)(d) eighteen", look("Kd 8s", "7c"), "total_18_19_or_20"),
    ("MD-A47 soft totals count high", look("Ad 8s", "7c"), "total_18_19_or_20"),
    ("Ch.13 §N(1)(d) twenty", look("Kd Ts", "7c"), "total_18_19_or_20"),
    ("Ch.6 §G(14) eight", look("4d 4s", "7c"), ""),
    ("Ch.6 §G(14) twelve", look("Ad As", "7c"), ""),
    ("Ch.6 §G(14) seventeen", look("Kd 7s", "7c"), ""),
    ("MD-A47 an eight up", look("Js As", "8c"), ""),
    ("MD-A47 an ace up", look("Js As", "Ac"), ""),
)
def test_upcard_luck(view: View, expected: str) -> None:
    assert answer("upcard_luck", view) == expected


@provisions(
    "dealer_bust",
    ("§27(g) eight cards", look("Kd 9d", EIGHT_CARD_BUST), "bust_in_eight_or_more"),
    (
        "§27(g) nine cards",
        look("Kd 9d", "2c 2d 2h 2s 2c 2d 2h 2s 7c"),
        "bust_in_eight_or_more",
    ),
    ("§27(g) seven cards", look("Kd 9d", SEVEN_CARD_BUST), "bust_in_seven"),
    ("§27(g) six cards", look("Kd 9d", "2c 2d 2h 3c 3d Th"), "bust_in_six"),
    ("§27(g) five cards", look("Kd 9d", "2c 2d 2h Tc Kd"), "bust_in_five"),
    ("§27(g) four cards", look("Kd 9d", "2c 2d Th Kc"), "bust_in_four"),
    ("§27(g) three cards", look("Kd 9d", "2c Td Kh"), "bust_in_three"),
    ("§27(d)(2) 21 is no bust", look("Kd 9d", "2c 9d Kh"), ""),
    ("§27(d)(1) a blackjack loses", look("Kd 9d", "Ac Kd"), ""),
)
def test_dealer_bust(view: View, expected: str) -> None:
    assert answer("dealer_bust", view) == expected


@provisions(
    "free_bonus",
    ("§27(i) eight cards", look("Kd Ad", EIGHT_CARD_BUST, stake=FIVE), "bust_in_eight_or_more"),
    ("§27(i) seven cards", look("Kd Ad", SEVEN_CARD_BUST, stake=MORE), "bust_in_seven"),
    ("§27(h) six cards are too few", look("Kd Ad", "2c 2d 2h 3c 3d Th", stake=FIVE), ""),
    ("§27(h) no blackjack", look("Kd 9d", SEVEN_CARD_BUST, stake=FIVE), ""),
    ("§27(h) less than $5", look("Kd Ad", SEVEN_CARD_BUST, stake=LESS), ""),
    ("§27(h) no bust", look("Kd Ad", "2c 2d 2h 3c 3d 3h 6c", stake=FIVE), ""),
    (
        "MD-A56 free_bonus_stake = at_least_5",
        look("Kd Ad", SEVEN_CARD_BUST, stake=MORE, free_bonus_stake="at_least_5"),
        "bust_in_seven",
    ),
    (
        "MD-A56 free_bonus_stake = exactly_5, $5",
        look("Kd Ad", SEVEN_CARD_BUST, stake=FIVE, free_bonus_stake="exactly_5"),
        "bust_in_seven",
    ),
    (
        "MD-A56 free_bonus_stake = exactly_5, more",
        look("Kd Ad", SEVEN_CARD_BUST, stake=MORE, free_bonus_stake="exactly_5"),
        "",
    ),
)
def test_free_bonus(view: View, expected: str) -> None:
    assert answer("free_bonus", view) == expected


@provisions(
    "third_card",
    ("§25(e) ten", look("Kd 9d", "6c Td Tc"), "third_card_ten"),
    ("MA-A73 a queen is a ten", look("Kd 9d", "6c Td Qc"), "third_card_ten"),
    ("§25(e) nine", look("Kd 9d", "6c Td 9c"), "third_card_nine"),
    ("§25(e) eight", look("Kd 9d", "6c Td 8c"), "third_card_eight"),
    ("§25(e) seven", look("Kd 9d", "6c 9d 7c"), "third_card_seven"),
    ("MA-A73 six, on sixteen only", look("Kd 9d", "6c Td 6c"), "third_card_six"),
    ("§25(f) eights of a suit", look("Kd 9d", "8c 8c 8c"), "three_eights_same_suit"),
    ("MA-A75 eights of a color only", look("Kd 9d", "8c 8s 8c"), "three_eights_same_color"),
    ("§25(f) eights of two colors", look("Kd 9d", "8c 8d 8c"), "third_card_eight"),
    ("§25(e) an eight of the color on other cards", look("Kd 9d", "6c Ts 8c"), "third_card_eight"),
    ("§25(d) 17 takes no third card", look("Kd 9d", "7c Td Tc"), ""),
    ("MA-A74 soft 17 takes none", look("Kd 9d", "6c Ad Tc"), ""),
    ("§25(d) three cards at 21", look("Kd 9d", "6c Td 5c"), ""),
    ("§25(d) a soft 16 cannot bust", look("Kd 9d", "5c Ad Tc"), ""),
    ("§25(a) no third card", look("Kd 9d", "6c Td"), ""),
    ("§25(a) later cards do not count", look("Kd 9d", "2c 2d Tc Td"), ""),
)
def test_third_card(view: View, expected: str) -> None:
    assert answer("third_card", view) == expected
