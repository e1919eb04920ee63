"""What `cutcard play` draws: cards, the picture of the table, estimates and meters."""

from __future__ import annotations

import pytest

from cutcard.cards import cards
from cutcard.law import RuleSet, document, resolve
from cutcard.money import Cents
from cutcard.rules.actions import Action
from cutcard.rules.main import Line
from cutcard.shoe import By, Role
from cutcard.table import commands
from cutcard.table.round import AwaitsDecision
from cutcard.terminal.drawing.picture import LOW, SHORT, TALL, fan, fan_width
from cutcard.terminal.drawing.screen import PlainScreen
from cutcard.terminal.drawing.text import WITHOUT_UTF8, count, money
from cutcard.terminal.game import house as play_house
from cutcard.terminal.game.advice import estimate, unseen_cards
from cutcard.terminal.game.driver import NAMES
from cutcard.terminal.game.house import TerminalHouse, TerminalMeters
from cutcard.terminal.game.player import Player, fixed_answer
from cutcard.terminal.game.seat import TerminalSeat
from cutcard.terminal.tables import console
from terminal import picture
from terminal.stacked import stacked


@pytest.mark.parametrize("height", [SHORT, LOW, TALL])
def test_cards_are_as_wide_as_they_are_said_to_be(height: int) -> None:
    lying = [*cards("Th As 2c"), None]
    drawn = fan(lying, height)
    assert len(drawn) == height
    assert {line.cell_len for line in drawn} <= {fan_width(4, height), fan_width(4, height) - 1}
    text = "\n".join(line.plain for line in drawn)
    assert "10♥" in text
    assert text.translate(WITHOUT_UTF8).isascii()


def test_words_and_money() -> None:
    assert money(123456789) == "$1,234,567.89"
    assert money(-5) == "-$0.05"
    assert [count(cards(each)) for each in ("As 6h", "Th 7h", "Th 7h 9c", "As Kh", "As")] == [
        "soft 17", "hard 17", "bust, 26", "21", "ace",
    ]  # fmt: skip


def rules_of(name: str, variation: str | None = None, **wagers: str) -> RuleSet:
    rules, findings = resolve(document(name), variation=variation, wagers=wagers)
    assert rules is not None
    assert not [each for each in findings if each.severity == "violation"]
    return rules


def seated(
    rules: RuleSet, monkeypatch: pytest.MonkeyPatch, dealt: str, *, boxes: int = 1, **sides: Cents
) -> TerminalSeat:
    """A table with a round on it, the player at box 1 and neighbours at the others."""
    monkeypatch.setattr(play_house, "shuffle", stacked(dealt))
    house = TerminalHouse(rules, asks_for_cut=False)
    seat = TerminalSeat(house, Player(Cents(100_000)), PlainScreen(console()), "a table")
    house.open()
    for box, name in enumerate(("you", *NAMES)[:boxes], start=1):
        house.do(commands.Sit(By(Role.PLAYER, name), box))
    while house.chance():
        pass
    for box, name in house.table.seated:
        house.do(commands.PlaceBet(By(Role.PLAYER, name), box, {"main": Cents(1000), **sides}))
    house.start_round()
    return seat


def test_the_result_counts_what_is_settled_during_the_round(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of("md-players-edge-21", match_up="A")
    seat = seated(rules, monkeypatch, "Kh 5h Ac 9s 8s 7d", boxes=2, match_up=Cents(500))
    you = seat.player.by
    assert seat.player.result(seat.table) == -500  # no match; the neighbour's is not counted
    seat.house.do(commands.Decide(you, 1, Action.INSURE))
    seat.house.do(commands.Decline(By(Role.PLAYER, NAMES[0]), 2))
    assert seat.player.result(seat.table) == -1000  # and no blackjack
    drawn = [line.plain for line in seat.paint()(100, 40)]
    assert "result -$10.00" in drawn[1]
    assert any("$10.00, insurance -$5.00" in line for line in drawn)
    seat.house.do(commands.Decide(By(Role.PLAYER, NAMES[0]), 2, Action.STAND))
    seat.house.do(commands.Decide(you, 1, Action.STAND))
    assert seat.table.in_play().finished
    own = [line.net for line in seat.table.in_play().lines if line.box == 1]
    assert seat.player.result(seat.table) == sum(own)
    assert seat.player.result(seat.table) == seat.player.won(seat.table)


def test_the_story_runs_on_in_as_much_room_as_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = seated(rules_of("md-blackjack"), monkeypatch, "Th 7c 9s Kd")
    for number in range(20):
        seat.say(f"Sentence {number} is told.")
    short = [line.plain for line in seat.paint()(60, 26)]
    text = " ".join(" ".join(short).split())
    assert "Sentence 18 is told. Sentence 19 is told." in text
    assert "Sentence 0 " not in text
    tall = " ".join(" ".join(line.plain for line in seat.paint()(100, 50)).split())
    assert "Sentence 0 is told. Sentence 1 is told." in tall
    seat.say("Words without an end")
    assert seat.paint()(100, 50)[-1].plain.strip() == "Words without an end"


@pytest.mark.parametrize("boxes", [1, 7])
def test_the_picture_keeps_to_its_size(boxes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = " ".join(["8h 5c 8d 5s 8c 5d 8s 5h"[: 3 * boxes - 1], "6c"])
    seat = seated(rules_of("md-blackjack"), monkeypatch, dealt, boxes=boxes)
    for width in (1, 10, 40, 60, 80, 100, 200):
        for height in (1, 2, 5, 9, 20, 25, 35, 60):
            lines = seat.paint()(width, height)
            assert len(lines) <= height, (width, height)
    tall = seat.paint()(100, 60)
    assert any("╭───" in line.plain for line in tall)


def test_the_readme_shows_what_is_drawn() -> None:
    """Where it does not: `PYTHONPATH=src:tests python -m terminal.picture`."""
    assert picture.words(picture.FILE.read_text(encoding="utf-8")) == picture.words(picture.svg())


def test_what_cannot_be_seen_is_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = seated(rules_of("md-blackjack", "hand_dealt"), monkeypatch, "Th 9h 7c 9s 4s Kd", boxes=2)
    drawn = "\n".join(line.plain for line in seat.paint()(100, 40))
    assert "K♦" not in drawn
    assert "4♠" not in drawn
    assert drawn.count("▒") >= 9


def test_estimates_look_at_no_hidden_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the hole card and the whole shoe in another order the estimate is the same."""
    found = []
    for hole, rest in (("Kd", "5h 6h 7h"), ("6h", "7h Kd 5h")):
        seat = seated(rules_of("md-blackjack"), monkeypatch, f"Th 6c 6s {hole} {rest}")
        you = seat.player.by
        assert len(unseen_cards(seat.table, you, seat.house.burned)) == 312 - 3
        choices = [
            (str(each), commands.Decide(you, 1, each))
            for each in (Action.STAND, Action.HIT, Action.DOUBLE)
        ]
        burned = tuple(seat.house.burned)
        found.append(estimate(seat.table, you, 1, choices, burned=burned, seconds=0.2))
    for each in found:
        assert each.deals >= 20
        assert all(one.error > 0 for one in each.actions)
    averages = [{one.action: one.average for one in each.actions} for each in found]
    for action in averages[0]:
        assert abs(averages[0][action] - averages[1][action]) < 1500


def test_a_checked_dealer_has_no_blackjack_in_any_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = seated(rules_of("md-blackjack"), monkeypatch, "Th Ac 9s 9d")
    you = seat.player.by
    seat.house.do(commands.Decline(you, 1))
    stand = [("stand", commands.Decide(you, 1, Action.STAND))]
    assert estimate(seat.table, you, 1, stand, seconds=0.1).deals >= 20


def test_meters_begin_grow_and_must_hit() -> None:
    rules = rules_of("md-blackjack", super_4="A", must_hit="A")
    meters = TerminalMeters.of(rules, below=lambda _: 0)
    shown = {each.meter: each for each in meters.opening()}
    assert shown["super_4"].amount == 1_000_000
    assert shown["must_hit"].reset == 25_000
    house = TerminalHouse(rules, asks_for_cut=False, below=lambda n: n - 1)
    house.meters = meters
    house.open()
    you = By(Role.PLAYER, "you")
    house.do(commands.Sit(you, 1))
    while house.chance():
        pass
    stakes = {"main": Cents(1000), "super_4": Cents(500)}
    for hits in (True, False):  # the next time it is given away later
        meters.below = lambda n: n - 1
        house.do(commands.PlaceBet(you, 1, stakes))
        house.start_round()
        won = [line.returned for line in _lines(house) if line.wager == "must_hit"]
        assert won == ([25_025] if hits else [])
        assert house.table.meters["must_hit"] == (25_000 if hits else 25_025)
    assert house.table.meters["super_4"] > 1_000_000


def _lines(house: TerminalHouse) -> tuple[Line, ...]:
    """A round played to its end in the fixed way."""
    while (r := house.table.round) is not None and not r.finished:
        if not house.chance():
            awaited = house.awaits()
            assert isinstance(awaited, AwaitsDecision)
            house.do(fixed_answer(house.table, awaited, 1))
    house.collect()
    return house.table.last_lines
