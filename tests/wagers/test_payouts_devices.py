"""What devices decide: the bonus button, Bad Beat's bonuses, Must Hit; streaks; Buster's completion."""

from __future__ import annotations

import pytest

from cutcard.law.model import OptionValue
from cutcard.law.refusal import Code
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.wagers.settlement.seat import Seat
from wagers.payout_rounds import MA, MD, at, house, lines, meter, offering, refused, settled

BUTTON = "blackjack_bonus"
ONE_DOLLAR = "§20(j) table, $1.00 minimum; §20(j) table, $1.00 maximum"
FIVE_DOLLARS = "§20(j) table, $5.00 minimum; §20(j) table, $5.00 maximum"

# The bonus button


def button(**options: OptionValue) -> RuleSet:
    return offering(MA, {BUTTON: "standard"}, decks=6, **options)


def bonus(box: int, hand: str = "As Ks", stake: str = "1") -> Seat:
    return at(box, hand, "9c", blackjack_bonus=stake)


def test_winners_press_the_button_in_seat_order() -> None:
    side = house({BUTTON: ["25.00", "$5,000"]})
    assert settled(button(), [bonus(4, stake="5"), bonus(1), bonus(2, "9s 8s")], side) == [
        f"4 {BUTTON} blackjack | 5.00 at $5000 | 5000.00 | {FIVE_DOLLARS}",
        f"1 {BUTTON} blackjack | 1.00 at $25 | 25.00 | {ONE_DOLLAR}",
        f"2 {BUTTON} lose | 1.00 at lose | 0.00 | §20(d); §20(e)(1)",
    ]


@pytest.mark.parametrize(("value", "returned"), [(False, 2500), (True, 2600)])
def test_the_award_and_the_stake(value: bool, returned: int) -> None:
    rules = button(fixed_awards_return_stake=value)
    (line,) = lines(rules, [bonus(1)], house({BUTTON: [25]}))
    assert line.returned == returned


def test_a_failed_button_pays_21_to_1() -> None:
    assert settled(button(), [bonus(1, stake="5")], house({BUTTON: ["failure"]})) == [
        f"1 {BUTTON} device_failure | 5.00 at 21 to 1 | 110.00 | §15(p)"
    ]


@pytest.mark.parametrize(
    ("stake", "amount", "cite"),
    [
        ("1", "4.99", "§20(j) table, $1.00 minimum"),
        ("1", "1000.01", "§20(j) table, $1.00 maximum"),
        ("5", "49.99", "§20(j) table, $5.00 minimum"),
        ("5", "5000.01", "§20(j) table, $5.00 maximum"),
    ],
)
def test_an_award_out_of_range(stake: str, amount: str, cite: str) -> None:
    refusal = refused(button(), [bonus(1, stake=stake)], house({BUTTON: [amount]}))
    assert (refusal.code, refusal.cite) == (Code.AMOUNT_NOT_PERMITTED, cite)


@pytest.mark.parametrize("amount", ["5", "1000"])
def test_the_ends_of_the_range_are_in_it(amount: str) -> None:
    assert len(lines(button(), [bonus(1)], house({BUTTON: [amount]}))) == 1


@pytest.mark.parametrize("entry", ["much", None, True, "1.005", []])
def test_an_unreadable_award(entry: object) -> None:
    refusal = refused(button(), [bonus(1)], house({BUTTON: [entry]}))
    assert refusal.code == Code.BAD_AMOUNT
    assert refusal.message.startswith(f"devices.{BUTTON}[0]: ")


def test_filed_awards() -> None:
    rules = button(bonus_button_awards=("25.00=3", "$100=1"))
    for amount in ("$25", 100):
        assert len(lines(rules, [bonus(1)], house({BUTTON: [amount]}))) == 1
    refusal = refused(rules, [bonus(1)], house({BUTTON: ["26"]}))
    assert (refusal.code, refusal.cite) == (Code.AMOUNT_NOT_PERMITTED, "§20(j)")


def test_every_press_is_given_and_used() -> None:
    assert refused(button(), [bonus(1)]).message == f"devices.{BUTTON}: no entry for box 1"
    assert refused(button(), [bonus(1)]).code == Code.DEVICE_MISSING
    unused = refused(button(), [bonus(1, "9s 8s")], house({BUTTON: ["25"]}))
    assert unused.code == Code.DEVICE_UNUSED


def test_an_empty_device_is_no_device() -> None:
    assert len(lines(button(), [bonus(1, "9s 8s")], house({BUTTON: [], "wheel": None}))) == 1


@pytest.mark.parametrize("name", ["bonus_spin", "must_hit", "lucky_player", "x" * 200, "a\nb"])
def test_a_device_that_nothing_uses(name: str) -> None:
    refusal = refused(button(), [bonus(1, "9s 8s")], house({name: 1}))
    assert refusal.code == Code.DEVICE_UNUSED
    assert refusal.message.startswith("devices.")
    assert len(refusal.message) < 150
    assert "\n" not in refusal.message


# Bad Beat


def bad_beat(**options: OptionValue) -> RuleSet:
    return offering(MD, {"bad_beat": "standard"}, **options)


def beaten(box: int, hand: str = "Ts Jd", dealer: str = "9c 9d") -> Seat:
    return at(box, hand, dealer, bad_beat="5")


def test_twenty_against_a_dealers_twenty_one() -> None:
    assert settled(bad_beat(), [beaten(1, dealer="9c 5d 7h"), beaten(2)]) == [
        "1 bad_beat dealer_21_in_three | 5.00 at 25 for 1 | 125.00 | Ch.13 §B(1)(e)",
        "2 bad_beat player_20 | 5.00 at 1 to 1 | 10.00 | Ch.13 §B(2)",
    ]


def test_the_magic_card_and_the_lucky_player() -> None:
    side = house({"magic_card": "10s", "lucky_player": 2})
    assert settled(bad_beat(), [beaten(1), beaten(2, "2s 3d"), beaten(3, "Ts Ts")], side) == [
        "1 bad_beat player_20 | 5.00 at 1 to 1 | 10.00 | Ch.13 §B(2)",
        "1 bad_beat magic_card | 0.00 at 20 for 1 | 100.00 | Ch.13 §B(3)",
        "2 bad_beat lose | 5.00 at lose | 0.00 | Ch.6 §G(8)",
        "2 bad_beat lucky_player | 0.00 at 5 for 1 | 25.00 | Ch.13 §B(4)",
        "3 bad_beat player_20 | 5.00 at 1 to 1 | 10.00 | Ch.13 §B(2)",
        "3 bad_beat magic_card | 0.00 at 20 for 1 | 100.00 | Ch.13 §B(3)",
    ]


def test_a_lucky_player_without_the_wager_gets_nothing() -> None:
    seats = [beaten(1, "2s 3d"), at(2, "2s 3d", "9c 9d", main="5")]
    assert [each.outcome for each in lines(bad_beat(), seats, house({"lucky_player": 2}))] == ["lose"]


@pytest.mark.parametrize("name", ["magic_card", "lucky_player"])
def test_bonuses_without_any_bad_beat_stake(name: str) -> None:
    refusal = refused(bad_beat(), [at(1, "2s 3d", "9c", main="5")], house({name: 1}))
    assert refusal.code == Code.DEVICE_UNUSED
    assert refusal.message == f"devices.{name}: not used in this round"


@pytest.mark.parametrize("missing", ["magic_card", "lucky_player"])
def test_bonuses_every_round_must_be_given(missing: str) -> None:
    rules = bad_beat(bad_beat_bonuses="every_round")
    given: dict[str, object] = {"magic_card": "2s", "lucky_player": 1}
    assert len(lines(rules, [beaten(1)], house(given))) == 2
    del given[missing]
    refusal = refused(rules, [beaten(1)], house(given))
    assert (refusal.code, refusal.cite) == (Code.DEVICE_MISSING, "Ch.1 §B(11), (12); MD-A53")
    assert refusal.message.startswith(f"devices.{missing} is required")
    assert lines(rules, [at(1, "2s 3d", "9c", main="5")]) == []


@pytest.mark.parametrize(
    ("name", "entry", "code"),
    [
        ("magic_card", "1s", Code.BAD_CARD),
        ("magic_card", 7, Code.BAD_CARD),
        ("magic_card", ["2s", "3s"], Code.BAD_CARD),
        ("lucky_player", "two", Code.BAD_REQUEST),
        ("lucky_player", True, Code.BAD_REQUEST),
        ("lucky_player", [1, 2], Code.BAD_REQUEST),
    ],
)
def test_unreadable_bonuses(name: str, entry: object, code: Code) -> None:
    refusal = refused(bad_beat(), [beaten(1)], house({name: entry}))
    assert refusal.code == code
    assert refusal.message.startswith(f"devices.{name}: ")


# Must Hit


def super_4(document: str) -> tuple[RuleSet, str]:
    if document == MD:
        return offering(MD, {"super_4": "A", "must_hit": "A"}), "super_4"
    wagers = {"super_4_progressive": "1", "must_hit": "2"}
    return offering(MA, wagers, decks=6), "super_4_progressive"


@pytest.mark.parametrize(
    ("document", "cite"), [(MD, "Ch.13 §T(1)(a)"), (MA, "§19(m) Table 1, configuration 2")]
)
def test_must_hit_pays_the_box_drawn(document: str, cite: str) -> None:
    rules, wager = super_4(document)
    seats = [at(box, "2s 3d", "9c 8d", on={wager: "5"}) for box in (1, 2)]
    side = house({"must_hit": 2}, must_hit="431.20", reset_of_must_hit="100")
    found = settled(rules, seats, side)
    assert [each for each in found if "must_hit" in each] == [
        f"2 must_hit random_winner | 0.00 at 100% of must_hit | 431.20 | {cite}"
    ]
    assert meter(side, "must_hit") == "100.00"


@pytest.mark.parametrize(("document", "cite"), [(MD, "Ch.6 §G(13)(a); Ch.13 §T"), (MA, "§19(m)")])
def test_must_hit_needs_the_super_4_stake(document: str, cite: str) -> None:
    rules, wager = super_4(document)
    seats = [at(1, "2s 3d", "9c 8d", on={wager: "5"}), at(2, "2s 3d", "9c 8d", main="5")]
    refusal = refused(rules, seats, house({"must_hit": 2}, must_hit="431.20"))
    assert (refusal.code, refusal.cite) == (Code.NEEDS_WAGER, cite)
    assert refusal.message == f"devices.must_hit: box 2 has no {wager} stake"


def test_must_hit_may_hit_nobody() -> None:
    rules, wager = super_4(MD)
    side = house(must_hit="431.20")
    assert len(lines(rules, [at(1, "2s 3d", "9c 8d", on={wager: "5"})], side)) == 1
    assert meter(side, "must_hit") == "431.20"


# Streaks


def streak(number: int, **options: OptionValue) -> RuleSet:
    return offering(MA, {f"streak_{number}": "standard"}, decks=6, **options)


@pytest.mark.parametrize(
    ("number", "row", "expected"),
    [
        (2, "Two", "two_wins | 5.00 at 3 to 1 | 20.00"),
        (3, "Three", "three_wins | 5.00 at 7 to 1 | 40.00"),
        (4, "Four", "four_wins | 5.00 at 17 to 1 | 90.00"),
        (5, "Five", "five_wins | 5.00 at 37 to 1 | 190.00"),
    ],
)
def test_the_last_win_of_a_streak_pays(number: int, row: str, expected: str) -> None:
    seat = at(1, "2s 3d", "9c", won=1, streak=number - 1, on={f"streak_{number}": "5"})
    cite = f"§22(j) table, {row} consecutive winning hands"
    assert settled(streak(number), [seat]) == [f"1 streak_{number} {expected} | {cite}"]


@pytest.mark.parametrize(
    ("won", "lost", "hands", "expected"),
    [
        (1, 0, 1, "advance | 5.00 at push | 5.00 | §22(d)"),
        (0, 1, 1, "lose | 5.00 at lose | 0.00 | §22(e)"),
        (0, 0, 1, "unchanged | 5.00 at push | 5.00 | §22(g)"),
        (1, 1, 2, "unchanged | 5.00 at push | 5.00 | §22(h)"),
        (2, 1, 3, "advance | 5.00 at push | 5.00 | §22(d)"),
        (1, 0, 3, "advance | 5.00 at push | 5.00 | §22(d)"),
    ],
)
def test_a_streak_that_is_not_over(won: int, lost: int, hands: int, expected: str) -> None:
    seat = at(1, "2s 3d", "9c", won=won, lost=lost, hands=hands, streak=1, streak_3="5")
    assert settled(streak(3), [seat]) == [f"1 streak_3 {expected}"]


def test_a_majority_of_all_split_hands() -> None:
    seat = at(1, "2s 2d", "9c", won=1, hands=3, streak=1, streak_3="5")
    (line,) = lines(streak(3, streak_split="majority_of_all"), [seat])
    assert line.outcome == "lose"


@pytest.mark.parametrize(("rule", "outcome"), [("lose", "lose"), ("push", "unchanged")])
def test_a_surrendered_hand(rule: str, outcome: str) -> None:
    for lost in (0, 1):
        seat = at(1, "2s 2d", "9c", lost=lost, surrendered=True, streak=1, streak_3="5")
        (line,) = lines(streak(3, streak_surrender=rule), [seat])
        assert line.outcome == outcome


# Buster and its Free Bonus


def test_buster_sees_the_completed_hand() -> None:
    rules = offering(MD, {"buster_blackjack": "A"})
    seat = at(1, "Ts 9d", "9c 8d", completed="2c 3c 2d 3d 4c Kd", buster_blackjack="2")
    assert settled(rules, [seat]) == [
        "1 buster_blackjack bust_in_six | 2.00 at 15 to 1 | 32.00 | Ch.13 §O(1)(c)"
    ]


@pytest.mark.parametrize(
    ("document", "wagers", "free", "cite"),
    [
        (
            MD,
            {"buster_blackjack": "A", "buster_blackjack_free_bonus": "A"},
            "buster_blackjack_free_bonus",
            "Ch.13 §P(1)(b)",
        ),
        (
            MA,
            {"buster_blackjack": "A", "buster_free_bonus": "B3"},
            "buster_free_bonus",
            "§27(i) paytable B3, 7 cards",
        ),
    ],
)
def test_the_free_bonus_is_paid_beside_buster(
    document: str, wagers: dict[str, str], free: str, cite: str
) -> None:
    rules = offering(document, wagers)
    seven = "2c 2d 2h 2s 3c 3d Kd"
    seats = [
        at(1, "As Ks", "9c 8d", completed=seven, buster_blackjack="5"),
        at(2, "As Ks", "9c 8d", completed=seven, buster_blackjack="4"),
        at(3, "Ts 9s", "9c 8d", completed=seven, buster_blackjack="5"),
        at(4, "As Ks", "9c 8d", completed="9c 8d", buster_blackjack="5"),
        at(5, "As Ks", "9c 8d", completed=seven, main="5"),
    ]
    found = settled(rules, seats)
    assert [each for each in found if each.split()[1] == free] == [
        f"1 {free} bust_in_seven | 0.00 at $1000 | 1000.00 | {cite}"
    ]
    assert sum(each.split()[1] == "buster_blackjack" for each in found) == 4
