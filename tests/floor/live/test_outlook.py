"""What an offer would leave its player with is what they then have."""

from __future__ import annotations

from typing import Any

from cutcard.floor.live.view import offer_results
from cutcard.rules.actions import Action
from cutcard.shoe import By, Role
from cutcard.table import commands, settle, step
from cutcard.table.round import Box, Round
from cutcard.table.script.request import parse_request
from cutcard.table.script.scripted_round import begun, rule_set
from cutcard.table.table import Table, game_of, scripted_table
from cutcard.wagers.settlement.seat import HouseSide
from law.cases import all_cases

DEALER, PLAYER = By(Role.DEALER, "dee"), By(Role.PLAYER, "box 1")


def request_of(name: str) -> dict[str, Any]:
    (case,) = [
        each for each in all_cases() if each.content["name"] == name and each.document.startswith("md")
    ]
    return case.request()


def played(request: dict[str, Any], acts: tuple[Action, ...]) -> Table:
    """The round of a case after its player's first acts."""
    asked = parse_request(request)
    rules = rule_set(asked)
    table = scripted_table(rules, game_of(rules), asked.cards)
    table = begun(table, asked.bets, HouseSide({}, {}, {}), by=DEALER)
    for act in acts:
        answer = step(table, commands.Decide(PLAYER, 1, act))
        assert isinstance(answer, tuple), answer
        table = answer[0]
    return table


def told(table: Table, may: list[str]) -> tuple[Round, Box, dict[str, Any]]:
    r = table.in_play()
    box = r.box(1)
    assert box is not None
    return r, box, offer_results(r, box, 1, may)


def test_a_rescue_hands_back_what_was_told() -> None:
    for name, doubles in (
        ("After one redouble a rescue returns the last doubling", 2),
        ("After one redouble a rescue gives up the original wager only", 2),
        ("After the third doubling a rescue returns the last doubling", 3),
    ):
        request = request_of(name)
        _, _, found = told(played(request, (Action.DOUBLE,) * doubles), ["rescue", "decline"])
        answer = settle(request)
        (line,) = [each for each in answer.lines if each.wager == "main"]  # type: ignore[union-attr]
        assert found == {"rescue": f"{line.to_player / 100:.2f}"}


def test_a_switch_leaves_the_hands_that_were_told() -> None:
    request = request_of("The second cards of the two hands change places")
    _, _, found = told(played(request, ()), ["switch"])
    _, box, _ = told(played(request, (Action.SWITCH,)), [])
    assert [each["total"] for each in found["switch"]] == [hand.total for hand in box.hands()]


def test_other_offers_say_nothing() -> None:
    request = request_of("The second cards of the two hands change places")
    assert told(played(request, ()), ["stand", "hit"])[2] == {}
