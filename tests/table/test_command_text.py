"""Commands as plain values: every command both ways, and what is wrong in one line."""

from __future__ import annotations

from typing import Any

import pytest

from cutcard.cards import card, cards
from cutcard.law.refusal import Refused
from cutcard.money import Cents
from cutcard.rules.actions import Action
from cutcard.shoe import Act, By, Chore, Role
from cutcard.table import Settings, commands as c
from cutcard.table.script.command_text import (
    FORMS,
    command_json,
    parse_by,
    parse_command,
    parse_commands,
)
from table.driver import play_rounds

ANN = By(Role.PLAYER, "ann")
DEE = By(Role.DEALER, "dee")


@pytest.mark.parametrize(
    ("said", "command"),
    [
        ({"by": "dealer dee", "do": "start_round"}, c.StartRound(DEE)),
        ({"do": "start_round", "at": 60}, c.StartRound(By(Role.DEALER), 60)),
        ({"by": "player ann lee", "do": "sit", "box": 2}, c.Sit(By(Role.PLAYER, "ann lee"), 2)),
        (
            {"by": "player ann", "do": "place_bet", "box": 1, "stakes": {"main": "25", "pair": 2.5}},
            c.PlaceBet(ANN, 1, {"main": Cents(2500), "pair": Cents(250)}),
        ),
        (
            {"by": "player ann", "do": "place_bet", "box": 1, "stakes": {}, "confirmed": "dealer"},
            c.PlaceBet(ANN, 1, {}, confirmed=("dealer",)),
        ),
        ({"by": "player ann", "do": "hit", "box": 1}, c.Decide(ANN, 1, Action.HIT)),
        (
            {"by": "player ann", "do": "double", "box": 1, "amount": "12.50", "hand": 2},
            c.Decide(ANN, 1, Action.DOUBLE, Cents(1250), hand=2),
        ),
        (
            {"do": "report", "what": "card_face_up", "cards": "5c"},
            c.Report(By(Role.DEALER), "card_face_up", cards=cards("5c")),
        ),
        ({"do": "deal"}, c.DealCard(By(Role.DEALER))),
        ({"do": "deal", "card": "Qh"}, c.DealCard(By(Role.DEALER), card("Qh"))),
        ({"do": "deal", "cards": "Qh"}, c.DealCard(By(Role.DEALER), card("Qh"))),
        ({"do": "perform", "chore": "settle"}, c.Perform(By(Role.DEALER), "settle")),
        (
            {"do": "show_meter", "meter": "star", "amount": "100", "reset": 50},
            c.ShowMeter(By(Role.DEVICE), "star", Cents(10_000), Cents(5_000)),
        ),
        (
            {"by": "player ann", "do": "accept_cut", "position": 60},
            Act(Chore.ACCEPT_CUT, ANN, position=60),
        ),
        (
            {"do": "shuffle", "steps": "riffle strip", "order": ["Qh", "9c"]},
            Act(Chore.SHUFFLE, By(Role.DEALER), steps=("riffle", "strip"), order=cards("Qh 9c")),
        ),
        (
            {"by": "floorperson", "do": "inspect_reader", "works": False},
            Act(Chore.INSPECT_READER, By(Role.FLOORPERSON), works=False),
        ),
    ],
)
def test_commands_as_they_are_written(said: dict[str, Any], command: c.Command) -> None:
    assert parse_command(said) == command
    assert parse_command(command_json(command)) == command


def test_several_cards_are_several_commands() -> None:
    deal = parse_commands({"do": "deal", "cards": "Qh 9c", "at": 7})
    assert deal == tuple(c.DealCard(By(Role.DEALER), each, 7) for each in cards("Qh 9c"))
    with pytest.raises(Refused, match=r"steps\[2\]\.cards: one card for each command, not 2"):
        parse_command({"do": "deal", "cards": "Qh 9c"}, "steps[2]")


def test_every_command_action_and_chore_can_be_written() -> None:
    assert {str(each) for each in (*Action, *Chore)} < set(FORMS)
    others = {"open_table", "close_table", "deal", "place_bet", "report", "show_device", "confirm"}
    assert others < set(FORMS)


@pytest.mark.parametrize("document", ["md-blackjack", "ma-blackjack", "md-pontoon-21"])
def test_every_command_of_a_session_survives(document: str) -> None:
    for virtual in (True, False):
        played = play_rounds(
            document,
            rounds=10,
            seed=4,
            boxes=5,
            mishaps=15,
            settings=Settings(chores="manual", virtual=virtual, asks_for_cut=True),
        )
        assert len({type(each) for each in played.commands}) > 7
        for command in played.commands:
            assert parse_command(command_json(command)) == command


HIT = {"do": "hit", "by": "player ann", "box": 1}
HUGE = 1 << 40_000


@pytest.mark.parametrize(
    ("said", "code", "message"),
    [
        (None, "bad_request", "the command: must be a table"),
        ([], "bad_request", "the command: must be a table"),
        ({1: 2}, "bad_request", "the command: must be a table"),
        ({}, "bad_request", "do: '' is not a command"),
        ({"do": 7}, "bad_request", "do: must be a text, not 7"),
        ({"do": "hti"}, "bad_request", "do: 'hti' is not a command; did you mean hit?"),
        ({"do": "x" * 10**6}, "bad_request", "do: "),
        ({"do": "hit", "box": 1}, "bad_request", "by: hit needs a player"),
        ({"do": "hit", "by": "player ann"}, "bad_request", "box: required by hit"),
        ({**HIT, "by": "king ann"}, "bad_request", "by: 'king' is not one of player"),
        ({**HIT, "by": ""}, "bad_request", "by: '' is not one of player"),
        ({**HIT, "by": "player a\nb"}, "bad_request", "cannot be printed"),
        ({**HIT, "box": "1"}, "bad_request", "box: must be a whole number"),
        ({**HIT, "box": True}, "bad_request", "box: must be a whole number"),
        ({**HIT, "box": 1.5}, "bad_request", "box: must be a whole number"),
        ({**HIT, "box": HUGE}, "bad_request", "box: "),
        ({**HIT, "mood": 1}, "bad_request", "mood: unknown key of hit"),
        ({**HIT, "k" * 10**6: 1}, "bad_request", "unknown key of hit"),
        ({**HIT, "amount": "x"}, "bad_amount", "amount: 'x' is not an amount"),
        ({**HIT, "amount": float("nan")}, "bad_amount", "amount: nan"),
        ({**HIT, "amount": -5}, "bad_amount", "amount: -5 is negative"),
        ({**HIT, "face_down": 1}, "bad_request", "face_down: must be true or false"),
        ({"do": "deal", "card": "Xx"}, "bad_card", "card: 'Xx' is not a card"),
        ({"do": "deal", "card": ["Qh"]}, "bad_request", "card: must be a text"),
        ({"do": "deal", "cards": ""}, "bad_request", "cards: empty"),
        ({"do": "deal", "cards": "Qh", "card": "Qh"}, "bad_request", "cards: give card or cards"),
        ({"do": "deal", "cards": 7}, "bad_request", "cards: must be a list"),
        ({"do": "deal", "cards": ["Qh", 7]}, "bad_request", "cards[1]: must be a text"),
        ({"do": "shuffle", "order": ["Qh"] * 3000}, "bad_request", "order: 3000 entries"),
        (
            {"do": "place_bet", "by": "player a", "box": 1, "stakes": []},
            "bad_request",
            "stakes: must be a table",
        ),
        (
            {"do": "place_bet", "by": "player a", "box": 1, "stakes": {"main": "x"}},
            "bad_amount",
            "stakes.main: 'x'",
        ),
    ],
)
def test_wrong_commands(said: object, code: str, message: str) -> None:
    with pytest.raises(Refused) as caught:
        parse_commands(said)
    refusal = caught.value.refusal
    assert (str(refusal.code), message in refusal.message) == (code, True), refusal
    assert "\n" not in refusal.message
    assert len(refusal.message) < 500
    with pytest.raises(Refused) as placed:
        parse_commands(said, "steps[3]")
    assert "steps[3]" in placed.value.refusal.message


def test_a_name_keeps_its_blanks() -> None:
    for by in (ANN, By(Role.DEALER), By(Role.PLAYER, "ann  lee "), By(Role.PLAYER, " x")):
        assert parse_by(str(by)) == by
