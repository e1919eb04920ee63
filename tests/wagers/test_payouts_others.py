"""What goes to somebody else: Super 4 envy, the super bonus and its envy, Lucky George."""

from __future__ import annotations

import pytest

from cutcard.law.model import OptionValue
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.wagers.settlement.seat import Seat
from wagers.payout_rounds import BR, MA, MD, PE, PO, at, house, lines, offering, settled

SUPER_4 = "super_4_progressive"
ENVY = "§19(n) Envy Pay, Royal Flush"

# Super 4, the eight-deck table


def eight_decks(**options: OptionValue) -> RuleSet:
    return offering(MA, {SUPER_4: "8_decks"}, decks=8, **options)


def four(box: int, hand: str, player: str = "", dealer: str = "As Ks") -> Seat:
    return at(box, hand, dealer, player=player, super_4_progressive="5")


def test_a_royal_flush_pays_the_other_bettors() -> None:
    seats = [four(1, "2d 3c"), four(2, "Qs Js"), at(3, "2d 3c", "As Ks", main="5")]
    side = house(super_4_progressive="20000")
    assert settled(eight_decks(), seats, side) == [
        f"1 {SUPER_4} any_hand | 5.00 at $25 | 25.00 | §19(n) Standard Pay, Any Hand (nothing)",
        f"1 {SUPER_4} envy_royal_flush | 0.00 at $1000 | 1000.00 | {ENVY} (Any other suit)",
        f"2 {SUPER_4} royal_flush | 5.00 at 10% of {SUPER_4} | 2000.00 | "
        "§19(n) Standard Pay, Royal Flush (Any other suit)",
    ]


def test_envy_in_the_chosen_suit() -> None:
    side = house(super_4_progressive="20000")
    found = lines(eight_decks(chosen_suit="s"), [four(1, "2d 3c"), four(2, "Qs Js")], side)
    envy = next(each for each in found if each.outcome.startswith("envy"))
    assert (envy.outcome, envy.returned) == ("envy_royal_flush_in_chosen_suit", 300000)
    assert envy.cite == f"{ENVY} in Chosen Suit"


def test_envy_once_per_winning_hand_and_between_winners() -> None:
    side = house(super_4_progressive="20000")
    found = lines(eight_decks(), [four(1, "2d 3c"), four(2, "Qs Js"), four(3, "Js Qs")], side)
    envied = [each.box for each in found if each.outcome == "envy_royal_flush"]
    assert envied == [1, 1, 2, 3]


def test_a_winners_own_boxes_get_no_envy() -> None:
    side = house(super_4_progressive="20000")
    seats = [four(1, "2d 3c", "Ann"), four(2, "Qs Js", "Ann"), four(3, "2d 3c")]
    found = lines(eight_decks(), seats, side)
    assert [each.box for each in found if each.outcome == "envy_royal_flush"] == [3]


@pytest.mark.parametrize(("recipients", "boxes"), [("other_bettors", [1]), ("all_players", [1, 3])])
def test_super4_envy(recipients: str, boxes: list[int]) -> None:
    side = house(super_4_progressive="20000")
    seats = [four(1, "2d 3c"), four(2, "Qs Js"), at(3, "2d 3c", "As Ks", main="5")]
    found = lines(eight_decks(super4_envy=recipients), seats, side)
    assert [each.box for each in found if each.outcome == "envy_royal_flush"] == boxes


def test_no_envy_for_less_than_a_royal_flush() -> None:
    found = lines(eight_decks(), [four(1, "Kd Kc"), four(2, "2d 3c")])
    assert [each.outcome for each in found] == ["three_of_a_kind", "any_hand"]


def test_the_printed_loss_has_its_own_row() -> None:
    assert settled(eight_decks(), [four(1, "2d 3c", dealer="9s Ks")]) == [
        f"1 {SUPER_4} no_dealer_ace_up | 5.00 at lose | 0.00 | "
        "§19(n) Standard Pay, Dealer Does Not Have Face Up Ace"
    ]


# The super bonus


def sevens(box: int, stake: str = "10", player: str = "", hand: int = 1) -> Seat:
    return at(box, "7s 7s", "7d", drawn="7s", player=player, bonus_hand=hand, main=stake)


def other(box: int, hand: str = "2s 3d", player: str = "") -> Seat:
    return at(box, hand, "7d", player=player, main="5")


@pytest.mark.parametrize(
    ("stake", "expected"),
    [
        ("5", ["1.2 super_bonus wager_under_25 | 0.00 at $1000 | 1000.00 | Ch.12 §C(1)"]),
        ("24.99", ["1.2 super_bonus wager_under_25 | 0.00 at $1000 | 1000.00 | Ch.12 §C(1)"]),
        ("25", ["1.2 super_bonus wager_25_or_more | 0.00 at $5000 | 5000.00 | Ch.12 §C(2)"]),
        ("4.99", []),
    ],
)
@pytest.mark.parametrize("document", [PE, PO])
def test_the_super_bonus_by_the_main_stake(document: str, stake: str, expected: list[str]) -> None:
    assert settled(offering(document, {}), [sevens(1, stake, hand=2)]) == expected


def test_no_super_bonus_hand_or_no_such_document() -> None:
    assert settled(offering(PE, {}), [other(1)]) == []
    assert settled(offering(MD, {}), [sevens(1)]) == []


def test_envy_by_the_recipients_first_two_cards() -> None:
    assert settled(offering(PE, {}), [other(1), sevens(2), other(3, "7c 2d")]) == [
        "1 envy_bonus no_seven | 0.00 at $50 | 50.00 | Ch.12 §C(3)",
        "2.1 super_bonus wager_under_25 | 0.00 at $1000 | 1000.00 | Ch.12 §C(1)",
        "3 envy_bonus with_seven | 0.00 at $100 | 100.00 | Ch.12 §C(4)",
    ]


def test_pontoon_makes_no_test_for_a_seven() -> None:
    found = settled(offering(PO, {}), [sevens(2), other(3, "7c 2d")])
    assert found[1] == "3 envy_bonus super_bonus_of_another | 0.00 at $50 | 50.00 | Ch.12 §C(3)"


@pytest.mark.parametrize(("stake", "bet"), [("10", "$5 - $24 bet"), ("25", "$25+ bet")])
def test_the_brochures_envy_cites_the_winners_line(stake: str, bet: str) -> None:
    found = settled(offering(BR, {}), [sevens(1, stake), other(2, "7c 2d")])
    cite = f"Brochure: SUPER BONUS PAYOUTS, {bet}"
    assert found[0].endswith(cite)
    assert found[1] == f"2 envy_bonus super_bonus_of_another | 0.00 at $50 | 50.00 | {cite}, Envy Bonus"


def envied(rules: RuleSet, seats: list[Seat]) -> list[tuple[int, str]]:
    return [(e.box, e.outcome) for e in lines(rules, seats) if e.wager == "envy_bonus"]


@pytest.mark.parametrize(
    ("per", "expected"),
    [
        ("player", [(2, "with_seven"), (5, "no_seven")]),
        ("box", [(4, "with_seven"), (2, "no_seven"), (5, "no_seven")]),
    ],
)
def test_envy_per_player_or_box(per: str, expected: list[tuple[int, str]]) -> None:
    seats = [
        sevens(1, player="Ann"),
        other(4, "7c 2d", "Bob"),
        other(2, player="Bob"),
        other(3, player="Ann"),
        other(5),
    ]
    assert envied(offering(PE, {}, envy_per=per), seats) == expected


@pytest.mark.parametrize(("value", "boxes"), [(False, [2]), (True, [])])
def test_envy_of_a_hand_under_five_dollars(value: bool, boxes: list[int]) -> None:
    rules = offering(PE, {}, envy_requires_paid_super_bonus=value)
    assert [box for box, _ in envied(rules, [sevens(1, "4"), other(2)])] == boxes


@pytest.mark.parametrize(("value", "boxes"), [(True, [1, 2, 3, 3]), (False, [3, 3])])
def test_envy_between_winners(value: bool, boxes: list[int]) -> None:
    rules = offering(PE, {}, envy_between_winners=value)
    assert [box for box, _ in envied(rules, [sevens(1), sevens(2), other(3)])] == boxes


def test_an_unpaid_hand_is_no_winner_where_the_bonus_must_be_paid() -> None:
    # The brochure: box 2 won no Super Bonus with $4, so it receives box 1's envy and causes none.
    assert [box for box, _ in envied(offering(BR, {}), [sevens(1), sevens(2, "4")])] == [2]


def test_named_among_the_wagers_it_is_paid_once() -> None:
    rules = offering(PE, {"super_bonus": "standard", "envy_bonus": "standard"})
    assert len(lines(rules, [sevens(1), other(2)])) == 2


def test_a_payout_limit_on_all_cuts_the_super_bonus() -> None:
    rules = offering(PE, {}, payout_limit="600", payout_limit_scope="all")
    (line,) = lines(rules, [sevens(1)])
    assert (line.returned, line.cite) == (60000, "Ch.12 §C(1); Ch.2 §B(5)(b)")


# Lucky George


@pytest.mark.parametrize(
    ("recipient", "money"), [("dealer", "10.00 to the dealer"), ("player", "10.00")]
)
def test_lucky_george(recipient: str, money: str) -> None:
    wagers = {"trilux_bonus": "2", "lucky_george": "2"}
    rules = offering(MA, wagers, decks=6, lucky_george_recipient=recipient)
    seats = [
        at(1, "7s 8s", "9s", trilux_bonus="5"),
        at(2, "2s 8d", "9s", trilux_bonus="5"),
        at(3, "7s 8s", "9s", main="5"),
    ]
    found = settled(rules, seats)
    assert [each for each in found if "lucky_george" in each] == [
        f"1 lucky_george straight_flush | 0.00 at $10 | {money} | §30 paytable 2 LkyGrg, Straight Flush"
    ]
    assert len(found) == 3


def test_lucky_george_has_rows_of_its_own() -> None:
    rules = offering(MA, {"trilux_bonus": "3", "lucky_george": "3"}, decks=6)
    found = lines(rules, [at(1, "2s 7s", "9s", trilux_bonus="5")])
    assert [(each.wager, each.outcome) for each in found] == [("trilux_bonus", "flush")]
