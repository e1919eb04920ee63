"""Table = simulator: random shoes through the round machine and through the table engine.

Every round must use exactly the same cards, each at its place, and come to the same cent.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from cutcard.automata.rounds.machine import CardRole
from cutcard.cards import Card, card, cards
from cutcard.law import document, document_ids
from cutcard.money import Cents, Odds
from cutcard.sim.replay.redeal import ParityError, check, through_table
from cutcard.sim.replay.trace import Taken, Traced
from later import one_in
from oracles.machine_walk import walk
from sim.played import Case, plain_rounds, shoes

ALL_PAYOUTS = {
    "optional_payouts": [
        "six_seven_eight_suited",
        "three_sevens",
        "designated_blackjack",
        "five_card_21",
    ],
    "designated_blackjack_cards": ["As", "Js"],
}
FOUR_HANDS = {"max_hands": 4, "max_hands_aces": 4}
EARLY = {"surrender": True, "surrender_asked": "before_check"}

FEW = (
    Case("md-blackjack"),
    Case("md-blackjack", None, {"soft_17": "hit", **EARLY}),
    Case("md-blackjack", "no_hole_card"),
    Case("md-blackjack", "hand_dealt", {"double_card": "face_down"}),
    Case("ma-blackjack"),
    Case("ma-blackjack", None, {"hole_card": "card_reader", **ALL_PAYOUTS}),
    Case("ma-blackjack", "six_to_five", {"double_after_split": False}),
    Case("ma-blackjack", "multiple_action"),
    Case("ma-blackjack", "hole_card_face_up"),
    Case("md-players-edge-21", None, {"max_hands": 3, "redouble": True}),
    Case("players-edge-21-brochure", None, {"double_on_21": True, "bonus_after_split": False}),
    Case("md-pontoon-21", None, {"max_hands": 2, "max_hands_aces": 2}),
    Case("md-blackjack", None, EARLY, wild=True),
    Case("md-blackjack", "no_hole_card", wild=True),
    Case("md-blackjack", None, {"double_card": "face_down"}, Cents(1050), wild=True),
    Case(
        "ma-blackjack",
        None,
        {"hole_card": "face_down", **FOUR_HANDS, "busted_extras": "returned", "surrender": True},
        wild=True,
    ),
    Case("ma-blackjack", None, {**ALL_PAYOUTS, "surrender": True}, wild=True),
    Case("ma-blackjack", "multiple_action", {"busted_extras": "returned"}, wild=True),
    Case("house-rules", None, {"charlie": 5, "double_cards": "any_number"}, wild=True),
    Case("house-rules", None, {"surrender": True, "surrender_time": "early"}, wild=True),
    Case("house-rules", None, {"hole_card": "none", "charlie": 6, **FOUR_HANDS}, wild=True),
)
"""Each document and variation, and the options that change most; some hundred rounds of each."""

MANY = (
    *FEW,
    Case("md-blackjack", "hand_dealt"),
    Case("ma-blackjack", "six_to_five", {"hole_card": "card_reader", **FOUR_HANDS}, Cents(1500)),
    Case("md-players-edge-21"),
    Case("players-edge-21-brochure"),
    Case("md-pontoon-21"),
    Case("players-edge-21-brochure", None, {"split_by": "rank"}),
    Case(
        "md-blackjack",
        None,
        {"smallest_chip": "0.50", "rounding": "nearest", "payout_limit": "15.00"},
        Cents(1050),
        wild=True,
    ),
    Case(
        "md-blackjack",
        None,
        {"maximum_wager": "11.00", "soft_17": "hit", "max_hands": 3, "max_hands_aces": 2},
        Cents(1075),
        wild=True,
    ),
    Case("md-blackjack", "no_hole_card", {"even_money": True, "blackjack_pays": "6 to 5"}, wild=True),
    Case(
        "ma-blackjack",
        None,
        {
            "hole_card": "face_down",
            "optional_payouts_on": "original_stake",
            "soft_17": "hit",
            "max_hands": 3,
            **ALL_PAYOUTS,
        },
        wild=True,
    ),
    Case(
        "ma-blackjack",
        None,
        {**EARLY, "hole_card": "card_reader", "even_money": True, "split_two_card_21": "push"},
        Cents(1025),
        wild=True,
    ),
    Case(
        "ma-blackjack",
        None,
        {**FOUR_HANDS, "insurance_asked": "before_own_decision", "original_loss_cap": "stake"},
        wild=True,
    ),
    Case("ma-blackjack", None, {**FOUR_HANDS, "busted_extras": "returned"}, wild=True),
    Case("ma-blackjack", "multiple_action", {"double_card": "face_down", **ALL_PAYOUTS}, wild=True),
    Case(
        "ma-blackjack",
        "hole_card_face_up",
        {"face_up_blackjack_v_21": "lose", **ALL_PAYOUTS, "face_up_designated_blackjack": False},
        wild=True,
    ),
    Case("ma-blackjack", "hole_card_face_up", {"soft_17": "hit", **ALL_PAYOUTS}, wild=True),
    Case(
        "md-players-edge-21",
        None,
        {
            "redouble": True,
            "rescue_after_redouble": "original_only",
            "double_on_21": True,
            "maximum_wager": "30.00",
            "double_for_less": "allowed",
        },
        wild=True,
    ),
    Case(
        "md-players-edge-21",
        None,
        {
            "redouble": True,
            "rescue_after_redouble": "not_allowed",
            "long_21": "exactly_seven",
            "split_two_card_21": "push",
        },
        wild=True,
    ),
    Case("players-edge-21-brochure", None, {"bonus_after_split": False}, wild=True),
    Case("house-rules"),
    Case("house-rules", None, {"surrender": True, "surrender_time": "early_not_ace", "charlie": 7}),
    Case(
        "house-rules",
        None,
        {
            **FOUR_HANDS,
            "hole_card": "face_down",
            "late_blackjack_takes": "original",
            "charlie": 5,
            "rescue": True,
            "redouble": True,
            "double_cards": "any_number",
        },
        wild=True,
    ),
    Case(
        "house-rules",
        None,
        {"ties": "lose", "dealer_22_pushes": True, "blackjack_v_blackjack": "lose", "deck_cards": 48},
        wild=True,
    ),
    Case("house-rules", None, {"double_totals": "10_11", "max_hands": 1, "split_by": "rank"}, wild=True),
    Case("md-pontoon-21", None, {"payout_limit": "25.00", "double_on_21": True}, wild=True),
)


def walked(case: Case, rounds: int) -> Iterator[Traced]:
    """So many rounds of a case's machine, from as many shoes as it takes."""
    machine, rng = case.machine(), random.Random(str(case))
    endless = (traced for shoe in shoes(case.game, rng) for traced in walk(machine, shoe))
    return islice(endless, rounds)


def prove(case: Case, rounds: int) -> None:
    """Each round again through the table, and once more by the rules alone."""
    playing, stakes = case.playing(), {"main": case.stake}
    for traced in walked(case, rounds):
        redealt = through_table(case.rules, traced, case.choose, stakes)
        check(traced, redealt)
        order = _legal_order(traced, has_hole_card=case.game.has_hole_card)
        assert list(redealt.cards) == order
        (plain,) = plain_rounds(playing, [1], order)
        assert plain.net == traced.net
        assert [each.card for each in plain.taken] == order


def _legal_order(traced: Traced, *, has_hole_card: bool) -> list[Card]:
    """The cards of a round of one box with the hole card behind the player's second."""
    cards = [each.card for each in traced.taken]
    hole = next((at for at, each in enumerate(traced.taken) if each.role is CardRole.HOLE), None)
    if has_hole_card:
        assert hole is not None
        cards.insert(3, cards.pop(hole))
    return cards


@pytest.mark.parametrize("case", one_in(9, FEW), ids=str)
def test_a_simulated_round_is_the_same_at_the_table(case: Case) -> None:
    prove(case, rounds=100)


@pytest.mark.long
@pytest.mark.parametrize("case", MANY, ids=str)
def test_thousands_of_rounds_are_the_same_at_the_table(case: Case) -> None:
    """Twenty thousand of every document and variation played by its chart; fewer of wild play."""
    prove(case, rounds=5_000 if case.wild else 20_000)


def test_every_document_and_variation_is_proved() -> None:
    for name in document_ids():
        played = {case.variation for case in MANY if case.document == name and not case.wild}
        assert played == {None, *document(name).variations} - {"switch"}


def test_a_pair_of_two_suits_is_split_in_the_order_of_its_cards() -> None:
    """Where 6-7-8 of one suit pays more, the two eights are not alike."""
    case = Case("ma-blackjack", None, {"hole_card": "card_reader", **ALL_PAYOUTS})
    dealt = cards("8s Td 8c 9h 7s 6s Ts")
    (traced,) = walk(case.machine(), dealt)
    assert traced.net == {(1, "main"): 1000 * 2 - 1000}
    redealt = through_table(case.rules, traced, case.choose, {"main": case.stake})
    check(traced, redealt)
    assert redealt.cards == dealt


SEVERAL = (
    Case("md-blackjack", None, EARLY),
    Case("md-blackjack", "no_hole_card", wild=True),
    Case("ma-blackjack", None, {"hole_card": "face_down", **FOUR_HANDS}, wild=True),
    Case("ma-blackjack", "multiple_action", wild=True),
    Case("ma-blackjack", "hole_card_face_up", ALL_PAYOUTS, wild=True),
    Case("md-players-edge-21", None, {"redouble": True}, wild=True),
    Case("md-pontoon-21", wild=True),
)


def several_boxes(case: Case, rounds: int) -> Iterator[Traced]:
    rng, playing = random.Random(str(case)), case.playing()
    for shoe in islice(shoes(case.game, rng), rounds):
        boxes = sorted(rng.sample(range(1, case.game.boxes + 1), rng.randint(2, 5)))
        yield from islice(plain_rounds(playing, boxes, shoe), 3)


@pytest.mark.parametrize("case", one_in(4, SEVERAL), ids=str)
def test_several_boxes_are_dealt_again_each_with_its_own_cards(case: Case) -> None:
    for traced in several_boxes(case, rounds=20):
        check(traced, through_table(case.rules, traced, case.choose, {"main": case.stake}))


@pytest.mark.long
@pytest.mark.parametrize("case", SEVERAL, ids=str)
def test_thousands_of_rounds_of_several_boxes(case: Case) -> None:
    for traced in several_boxes(case, rounds=2_000):
        check(traced, through_table(case.rules, traced, case.choose, {"main": case.stake}))


# What does not agree is found.

PLAIN = Case("ma-blackjack")


def a_round(*taken: tuple[str, CardRole, int], net: int) -> Traced:
    return Traced(
        7,
        tuple(Taken(card(text), role, box) for text, role, box in taken),
        {(1, "main"): net},
    )


TWENTY = a_round(
    ("Kc", CardRole.FIRST, 1),
    ("9d", CardRole.UP, 0),
    ("Qh", CardRole.SECOND, 1),
    ("8d", CardRole.HOLE, 0),
    net=1000,
)
"""A twenty against a nine: the player stands, the dealer has seventeen."""


def again(traced: Traced) -> None:
    check(traced, through_table(PLAIN.rules, traced, PLAIN.choose, {"main": PLAIN.stake}))


def test_a_round_that_agrees() -> None:
    again(TWENTY)
    dealt = through_table(PLAIN.rules, TWENTY, PLAIN.choose, {"main": PLAIN.stake})
    assert [each.text for each in dealt.cards] == ["Kc", "9d", "Qh", "8d"]
    assert [str(each.do) for each in dealt.decisions] == ["stand"]
    assert all(line.cite for line in dealt.settled.lines)


@pytest.mark.parametrize(
    ("traced", "said"),
    [
        (replace(TWENTY, net={(1, "main"): 999}), "box 1, main: 999 cents simulated, 1000 at the table"),
        (replace(TWENTY, net={}), "box 1, main: 0 cents simulated, 1000 at the table"),
        (
            replace(TWENTY, taken=TWENTY.taken[:3]),
            "the dealer's second card needs a card, and the simulator took none",
        ),
        (
            replace(TWENTY, taken=(*TWENTY.taken, Taken(card("2s"), CardRole.DRAW, 0))),
            "the table ends the round before 2s (the dealer's draw)",
        ),
        (
            replace(TWENTY, taken=(*TWENTY.taken, Taken(card("2s"), CardRole.PLAY, 1))),
            "the table ends the round before 2s (box 1's play)",
        ),
        (
            replace(TWENTY, taken=(*TWENTY.taken[:3], Taken(card("8d"), CardRole.DRAW, 0))),
            "the dealer's second card needs a card; the simulator has the dealer's draw",
        ),
        (
            a_round(
                ("8c", CardRole.FIRST, 1),
                ("9d", CardRole.UP, 0),
                ("8h", CardRole.SECOND, 1),
                ("Kd", CardRole.SPLIT_FIRST, 1),
                ("Ks", CardRole.SPLIT_FIRST, 1),
                ("8d", CardRole.HOLE, 0),
                net=2000,
            ),
            "box 1, hand 2 needs a card; the simulator has box 1's split first",
        ),
    ],
)
def test_what_does_not_agree_is_told_with_its_round_and_place(traced: Traced, said: str) -> None:
    with pytest.raises(ParityError) as problem:
        again(traced)
    assert str(problem.value).startswith("round 7: ")
    assert said in str(problem.value)
    assert "\n" not in str(problem.value)


def test_a_round_left_unfinished_is_no_round() -> None:
    machine = PLAIN.machine()
    cards = [each.card for each in TWENTY.taken]
    assert [each.net for each in walk(machine, [*cards, *cards[:3]])] == [{(1, "main"): 1000}]


# Side wagers.

LADIES = Case("md-blackjack", wagers={"lucky_ladies": {"paytable": "A"}})
LADIES_STAKES = {"main": Cents(1000), "lucky_ladies": Cents(500)}


def ladies(net: dict[tuple[int, str], int]) -> Traced:
    taken = (
        ("Qh", CardRole.FIRST),
        ("6d", CardRole.UP),
        ("Qh", CardRole.SECOND),
        ("Td", CardRole.HOLE),
        ("9s", CardRole.DRAW),
    )
    return Traced(
        3,
        tuple(
            Taken(card(text), role, 0 if role in (CardRole.UP, CardRole.HOLE, CardRole.DRAW) else 1)
            for text, role in taken
        ),
        net,
    )


def test_lines_of_side_wagers_are_held_against_the_simulator_too() -> None:
    row = next(
        each
        for each in LADIES.rules.offers["lucky_ladies"].paytable.rows
        if each.outcome == "queen_of_hearts_pair"
    )
    assert isinstance(row.pays, Odds)
    won = int(row.pays.winnings(LADIES_STAKES["lucky_ladies"]))
    right = ladies({(1, "main"): 1000, (1, "lucky_ladies"): won})
    dealt = through_table(LADIES.rules, right, LADIES.choose, LADIES_STAKES)
    check(right, dealt)
    for wrong in ({}, {(1, "lucky_ladies"): won + 1}):
        with pytest.raises(ParityError, match="box 1, lucky_ladies"):
            check(ladies({(1, "main"): 1000, **wrong}), dealt)


def test_cards_drawn_for_a_side_wager_are_missed_where_the_simulator_has_none() -> None:
    case = Case("md-blackjack", wagers={"buster_blackjack": {"paytable": "A"}})
    bust = Traced(
        0,
        (
            Taken(card("Kc"), CardRole.FIRST, 1),
            Taken(card("6d"), CardRole.UP),
            Taken(card("Ac"), CardRole.SECOND, 1),
            Taken(card("Td"), CardRole.HOLE),
        ),
        {(1, "main"): 1500},
    )
    check(bust, through_table(case.rules, bust, case.choose, {"main": Cents(1000)}))
    with pytest.raises(ParityError, match="for the Buster wager needs a card"):
        through_table(
            case.rules, bust, case.choose, {"main": Cents(1000), "buster_blackjack": Cents(500)}
        )
