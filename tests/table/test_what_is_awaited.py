"""What a table awaits says who may do what, who may not and why; what a refusal misses it names."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cutcard.cards import cards
from cutcard.law import Refusal, Refused
from cutcard.rules import Action
from cutcard.shoe import By, Role
from cutcard.table import (
    AwaitsCard,
    AwaitsChore,
    AwaitsDecision,
    AwaitsDevice,
    Settings,
    Table,
    awaits,
    commands as c,
    decide,
    events as e,
    game_of,
    legal,
    new_table,
    parse_command,
    stacked_shoe,
    step,
    view,
)
from cutcard.table.moments import hand_to_act
from table.driver import Driver, rules_of
from table.setups import GAMES, Game, game_id, random_setup

ANN = By(Role.PLAYER, "ann")
DEALER = By(Role.DEALER, "dee")


def after(table: Table, *commands: dict[str, Any]) -> Table:
    for each in commands:
        outcome = step(table, parse_command(each))
        assert not isinstance(outcome, Refusal), (each, outcome)
        table = outcome[0]
    return table


def dealt(document: str, shoe: str, stakes: dict[str, str], **setup: Any) -> Table:
    """A round at box 1, its first cards dealt from a stacked shoe."""
    rules = rules_of(document, setup.get("variation"), setup.get("options"), setup.get("wagers"))
    table = new_table(rules, game_of(rules), shoe=stacked_shoe(rules, cards(shoe)))
    return after(
        table,
        {"by": "dealer dee", "do": "open_table"},
        {"by": "player ann", "do": "sit", "box": 1},
        {"by": "player ann", "do": "place_bet", "box": 1, "stakes": stakes},
        {"by": "dealer dee", "do": "start_round"},
    )


def refusal(table: Table, command: dict[str, Any]) -> Refusal:
    outcome = decide(table, parse_command(command))
    assert isinstance(outcome, Refusal), outcome
    return outcome


def test_a_required_decision_has_its_actions_and_the_reasons_for_the_others() -> None:
    asked = awaits(dealt("md-blackjack", "8s 6h 8d Td", {"main": "10"}))
    assert isinstance(asked, AwaitsDecision)
    may = (Action.STAND, Action.HIT, Action.DOUBLE, Action.SPLIT, Action.SURRENDER)
    assert (asked.offers, asked.is_offer, asked.hand) == ({1: may}, False, 1)
    assert set(asked.refused[1]) == set(Action) - set(may)
    assert len(asked.refused[1]) == len(Action) - len(may)
    assert asked.refused[1][Action.INSURE].cite == "Ch.8 §B"


@pytest.mark.parametrize("game", GAMES, ids=game_id)
def test_what_is_awaited_is_what_is_taken_and_refused(game: Game) -> None:
    rng = random.Random(5)
    setup = random_setup(game, rng)
    rules = rules_of(*game, setup.options, setup.wagers)
    driver = Driver(new_table(rules, game_of(rules), Settings()), rng)
    driver.open(2)
    seen = 0
    while driver.table.rounds < 4 or driver.table.round is not None:
        asked = awaits(driver.table)
        if isinstance(asked, AwaitsDecision):
            for box, may in asked.offers.items():
                assert may == legal(driver.table, box)
                by = By(Role.PLAYER, driver.table.box(box).bet.player)
                for do in Action:
                    outcome = decide(driver.table, c.Decide(by, box, do))
                    assert isinstance(outcome, Refusal) == (do not in may), (do, may, outcome)
                    if do not in may:
                        assert asked.refused[box][do] == outcome
                seen += 1
        driver.go_on()
    assert seen


def test_a_device_is_awaited_for_a_box() -> None:
    wagers = {"bonus_spin_progressive": "B"}
    rules = rules_of("md-pontoon-21", None, {}, wagers)
    table = new_table(rules, game_of(rules), shoe=stacked_shoe(rules, cards("As 6h Kd 9d 8c")))
    table = after(
        table,
        {"by": "dealer dee", "do": "open_table"},
        {"by": "player ann", "do": "sit", "box": 3},
        {
            "do": "show_meter",
            "meter": min(rules.offers["bonus_spin_progressive"].law.meters),
            "amount": "5000",
        },
        {
            "by": "player ann",
            "do": "place_bet",
            "box": 3,
            "stakes": {"main": "10", "bonus_spin_progressive": "1.10"},
        },
        {"by": "dealer dee", "do": "start_round"},
    )
    asked = awaits(table)
    assert isinstance(asked, AwaitsDevice)
    assert (asked.device, asked.box) == ("bonus_spin_progressive", 3)
    shown = view(table, DEALER)["awaits"]
    assert isinstance(shown, dict)
    assert shown["box"] == 3


def test_insurance_names_a_hand_at_switch_and_a_spot_elsewhere() -> None:
    stakes = {"main": "10", "main_2": "10"}
    switch = dealt("md-blackjack", "9s 8s Ah 9c 8c 5d", stakes, variation="switch")
    insure = {"by": "player ann", "do": "insure", "box": 1}
    assert "hand" in refusal(switch, {**insure, "spot": 2}).message
    outcome = step(switch, parse_command({**insure, "hand": 2}))
    assert not isinstance(outcome, Refusal)
    assert outcome[0].box(1).insured(1) == 500
    plain = dealt("md-blackjack", "9s Ah 8s 5d", {"main": "10"})
    assert "spot" in refusal(plain, {**insure, "hand": 2}).message
    assert "spot: 1 to 1, not 2" in refusal(plain, {**insure, "spot": 2}).message
    assert "hand: 1 to 2, not 3" in refusal(switch, {**insure, "hand": 3}).message
    assert "hand: 1 to 2, not 0" in refusal(switch, {**insure, "hand": 0}).message


def test_insurance_above_half_says_half_of_what() -> None:
    table = dealt("md-blackjack", "9s Ah 8s 5d", {"main": "25"}, options={"smallest_chip": "1.00"})
    refused = refusal(table, {"by": "player ann", "do": "insure", "box": 1, "amount": "14"})
    assert refused.message == (
        "box 1: insurance: amount: at most $13.00, half of $25.00, "
        "made up to the next unit that chips can make"
    )


def test_a_dealer_who_was_relieved_is_told_which_act_is_anothers() -> None:
    table = dealt("md-blackjack", "9s 6h 8s 5d", {"main": "10"})
    burn = {"by": "dealer dan", "do": "burn"}
    assert refusal(table, burn).message == "burn: dealer dee is at the table, not dealer dan"


def test_no_side_is_asked_for_where_the_shoe_has_one() -> None:
    table = dealt("md-blackjack", "9s 6h 8s 5d", {"main": "10"})
    report = {"do": "report", "what": "wrong_side", "side": "left"}
    refused = refusal(table, report)
    assert (refused.message, refused.cite) == ("wrong_side: the shoe has one side", "Ch.14 §I")


@pytest.mark.parametrize("split_by", ["value", "rank"])
def test_a_refused_split_says_what_the_two_cards_must_have_alike(split_by: str) -> None:
    """The brochure's SPLITTING PAIRS, BR-A09."""
    options = {"split_by": split_by}
    table = dealt("players-edge-21-brochure", "Kh 6h 9s 9c", {"main": "10"}, options=options)
    refused = refusal(table, {"by": "player ann", "do": "split", "box": 1})
    assert refused.message.endswith(f"only two cards of one {split_by} may be split")


def test_an_insurance_of_nothing_is_too_little_and_not_too_much() -> None:
    table = dealt("md-blackjack", "9s Ah 8s 5d", {"main": "10"})
    refused = refusal(table, {"by": "player ann", "do": "insure", "box": 1, "amount": "0"})
    assert "amount: above $0.00 and at most $5.00" in refused.message


def test_a_refused_choice_is_not_told_that_it_is_one() -> None:
    """A reader that was replaced is reported as repaired (Ch.14 §L)."""
    table = after(
        dealt("md-blackjack", "9s 6h 8s 5d", {"main": "10"}),
        {"by": "floorperson flo", "do": "report", "what": "reader_failed"},
    )
    replaced = {"by": "floorperson flo", "do": "report", "what": "reader_failed", "choice": "replaced"}
    assert (
        refusal(table, replaced).message == "reader_failed: choice: repaired, also where it was replaced"
    )
    outcome = step(table, parse_command({**replaced, "choice": "repaired"}))
    assert not isinstance(outcome, Refusal)


@pytest.mark.parametrize(
    ("command", "field"),
    [
        ({"by": "floorperson flo", "do": "order_recut"}, "why"),
        ({"by": "floorperson flo", "do": "report_shuffler"}, "why"),
        ({"by": "floorperson flo", "do": "withdraw_cards", "batch": 7}, "batch"),
        ({"do": "spread_idle"}, "face"),
        ({"do": "cut", "position": 1}, "position"),
    ],
)
def test_a_refusal_names_the_field_it_wants(command: dict[str, Any], field: str) -> None:
    options = {"shuffler": "two_batch"} if command["do"] == "report_shuffler" else {}
    rules = rules_of("md-blackjack", None, options)
    driver = Driver(new_table(rules, game_of(rules), Settings(chores="manual")), random.Random(1))
    driver.open(1)
    wanted = command["do"]
    for _ in range(60):
        outcome = decide(driver.table, parse_command(command))
        assert isinstance(outcome, Refusal)
        if outcome.message.startswith((f"{wanted}: {field}: ", f"{field}: ")):
            return
        driver.go_on()
    raise AssertionError(f"{wanted} never asked for {field}")


def test_a_report_names_the_hand_that_it_misses() -> None:
    table = dealt("md-blackjack", "9s 6h 8s 5d", {"main": "10"})
    report = {"by": "dealer dee", "do": "report", "what": "missed_card", "box": 1}
    assert refusal(table, report).message == "missed_card: hand: box 1 has 1 to 1, not 0"


def test_a_stacked_shoe_deals_its_cards_and_no_others() -> None:
    table = dealt("md-blackjack", "9s 6h 7d Td 5c", {"main": "10"})
    table = after(table, {"by": "player ann", "do": "hit", "box": 1})
    assert isinstance(awaits(table), AwaitsCard) or table.round is not None
    assert refusal(table, {"do": "deal"}).code == "shoe_empty"


@pytest.mark.parametrize(
    ("document", "order", "message"),
    [
        ("md-players-edge-21", cards("9s Th"), "cards[1]: Th: the decks have no tens"),
        ("md-blackjack", cards("9s " * 7), "cards[6]: 9s occurs more often than in 6 deck(s)"),
        (
            "md-blackjack",
            ["9s", "Td"],
            "cards[0]: '9s' is no Card; cutcard.cards.cards reads text",
        ),
        ("md-blackjack", (), "cards: none is given; a stacked shoe deals those that it is given"),
    ],
)
def test_a_shoe_is_stacked_with_cards_of_its_decks(document: str, order: Any, message: str) -> None:
    with pytest.raises(Refused) as refused:
        stacked_shoe(rules_of(document, None, {}, {}), order)
    assert refused.value.refusal.message == message


@pytest.mark.parametrize("document", ["ma-blackjack", "md-blackjack", "md-pontoon-21"])
def test_a_stacked_shoe_that_ends_leaves_the_round_to_be_voided(document: str) -> None:
    """Its cards are those that were given: none is shuffled again, whatever lies in the rack."""
    stakes = {"main": "10"}
    table = dealt(document, "9s 6h 7d 9d 5c 8h 9h", stakes)
    again = (
        {"by": "player ann", "do": "place_bet", "box": 1, "stakes": stakes},
        {"by": "dealer dee", "do": "start_round"},
    )
    table = after(table, {"by": "player ann", "do": "stand", "box": 1}, *again)
    awaited = awaits(table)
    assert isinstance(awaited, AwaitsChore)
    assert awaited.chore == "too_few_cards"
    table = after(table, {"by": "dealer dee", "do": "report", "what": "too_few_cards"})
    assert table.round is None
    assert table.rounds == 2


def test_a_stacked_shoe_has_one_side_where_the_rules_have_two() -> None:
    double = {"shoe": "double", "decks": 6}
    table = dealt("md-blackjack", "9s 6h 7d Td Kc Ks", {"main": "10"}, options=double)
    report = {"by": "dealer dee", "do": "report"}
    assert refusal(table, {**report, "what": "card_face_up", "side": "left"}).message == (
        "card_face_up: side: the shoe has no 'left'"
    )
    assert refusal(table, {**report, "what": "wrong_side", "side": "left"}).cite == "Ch.14 §I"
    table = after(table, {**report, "what": "card_face_up"})
    assert table.shoe.side.pile.rack == tuple(cards("Kc"))
    assert after(table, {"by": "player ann", "do": "stand", "box": 1}).purses == {"ann": 1000}


def test_a_round_from_a_stacked_shoe_needs_the_meters_of_its_wagers_too() -> None:
    rules = rules_of("md-blackjack", None, {}, {"bad_beat": "standard"})
    table = new_table(rules, game_of(rules), shoe=stacked_shoe(rules, cards("Ts 9s Td 8d")))
    table = after(
        table,
        {"by": "dealer dee", "do": "open_table"},
        {"by": "player ann", "do": "sit", "box": 1},
        {"by": "player ann", "do": "place_bet", "box": 1, "stakes": {"main": "10", "bad_beat": "1"}},
    )
    start = {"by": "dealer dee", "do": "start_round"}
    assert refusal(table, start).message == "box 1: bad_beat: the meter bad_beat shows no amount"
    shown = after(table, {"do": "show_meter", "meter": "bad_beat", "amount": "5000"}, start)
    assert shown.round is not None


def test_what_is_wrong_with_a_double_a_split_or_a_bet_is_named() -> None:
    table = dealt("md-blackjack", "8s 6h 8d Td", {"main": "10"}, options={"smallest_chip": "1"})
    ann = {"by": "player ann", "box": 1}
    wrong = {
        ("double", "11"): "box 1: double: amount: above $0.00 and at most $10.00",
        ("double", "0"): "box 1: double: amount: above $0.00 and at most $10.00",
        ("double", "2.50"): "box 1: double: amount: in whole chips of $1.00",
        ("split", "5"): "box 1: split: amount: exactly $10.00",
    }
    for (do, amount), message in wrong.items():
        assert refusal(table, {**ann, "do": do, "amount": amount}).message == message
    rules = rules_of("md-blackjack", None, {}, {})
    opened = after(new_table(rules, game_of(rules)), {"by": "dealer dee", "do": "open_table"})
    bet = {**ann, "do": "place_bet", "stakes": {"main": "10"}}
    seated = after(opened, {**ann, "do": "sit"})
    assert refusal(seated, {**bet, "instrument": "cash"}).message == (
        "box 1: instrument: chips, plaques, coupon or verbal, not 'cash'"
    )
    assert refusal(seated, {**bet, "instrument": "verbal"}).message == (
        "box 1: confirmed: the dealer must confirm a verbal wager"
    )


def test_a_table_that_is_closed_is_not_called_open() -> None:
    rules = rules_of("md-blackjack", None, {}, {})
    dealer = {"by": "dealer dee"}
    opened = after(new_table(rules, game_of(rules)), {**dealer, "do": "open_table"})
    again = refusal(opened, {**dealer, "do": "open_table"})
    assert (again.code, again.message) == ("not_awaited", "the table is already open")
    closed = after(opened, {**dealer, "do": "close_table"})
    again = refusal(closed, {**dealer, "do": "open_table"})
    assert (again.code, again.message) == ("table_not_open", "the table is closed")


def test_the_hand_to_act_is_the_one_that_its_box_is_asked_about() -> None:
    split = {"by": "player ann", "do": "split", "box": 1}
    stand = {"by": "player ann", "do": "stand", "box": 1}
    table = after(dealt("md-blackjack", "8s 9h 8d 7c 3c 2c 9c", {"main": "10"}), split)
    assert hand_to_act(table) == (1, 1)
    assert hand_to_act(after(table, stand)) == (1, 2)
    stakes = {"main": "10", "main_2": "10"}
    assert hand_to_act(dealt("md-blackjack", "Ts 9s 9h 6c Tc 8d", stakes, variation="switch")) == (1, 1)
    assert hand_to_act(dealt("md-blackjack", "Ts Ah 9s 8d", {"main": "10"})) is None  # offers to all


def test_a_decision_may_name_the_one_wager_of_its_hand_and_no_other() -> None:
    table = dealt("md-blackjack", "Ts 6h 8d Td", {"main": "10"})
    stand = {"by": "player ann", "do": "stand", "box": 1}
    assert refusal(table, {**stand, "spot": 2}).message == (
        "box 1: stand: spot: it covers every wager on the hand"
    )
    assert after(table, {**stand, "spot": 1}) == after(table, stand)


def test_what_is_taken_on_a_box_of_one_person_is_not_taken_alone() -> None:
    table = dealt("ma-blackjack", "As Ah Kd Td", {"main": "10"}, options={"even_money": True})
    outcome = step(table, parse_command({"by": "player ann", "do": "even_money", "box": 1}))
    assert not isinstance(outcome, Refusal)
    assert outcome[1][0] == e.Decided(1, 1, "even_money", "ann")


def test_a_device_that_speaks_too_early_is_told_so() -> None:
    """It is one of the round's, so the refusal does not say that the round has others."""
    stakes = {"main": "10", "blackjack_bonus": "5"}
    table = dealt("ma-blackjack", "9c 6d 8h Jd 5s", stakes, wagers={"blackjack_bonus": "standard"})
    assert isinstance(awaits(table), AwaitsDecision)
    for device, told in (
        ("blackjack_bonus", "not awaited now"),
        ("wheel", "not awaited in this round, which has blackjack_bonus"),
    ):
        early = decide(table, c.ShowDevice(By(Role.DEVICE), device, "$120"))
        assert isinstance(early, Refusal)
        assert early.message == f"devices.{device}: {told}"
