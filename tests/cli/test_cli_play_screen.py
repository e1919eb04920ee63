"""`cutcard play` on a terminal: drawn in any size, played with single keys, left as it was found."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from rich.text import Text

from cli.stacked import program, stacked
from cli.support import SOURCE
from cutcard.cards import cards
from cutcard.cli import play_house
from cutcard.cli.output import console
from cutcard.cli.play_advice import estimate, unseen_cards
from cutcard.cli.play_cards import LOW, SHORT, TALL, fan, fan_width
from cutcard.cli.play_driver import NAMES
from cutcard.cli.play_house import House
from cutcard.cli.play_keys import OFF, RESIZED, split
from cutcard.cli.play_meters import Meters
from cutcard.cli.play_player import Player
from cutcard.cli.play_policy import fixed_answer
from cutcard.cli.play_seat import Seat
from cutcard.cli.play_terminal import Answer, Key, PlainScreen, WholeScreen
from cutcard.cli.play_text import WITHOUT_UTF8, count, money
from cutcard.law import RuleSet, document, resolve
from cutcard.money import Cents
from cutcard.rules.actions import Action
from cutcard.rules.lines import Line
from cutcard.shoe import By, Role
from cutcard.table import commands
from cutcard.table.awaits import AwaitsDecision

TESTS = str(Path(__file__).parents[1])
PATIENCE = 20.0
ROUND = "Th 7c 9s Kd"


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, *arguments: str, size: tuple[int, int] = (100, 30), **env: str):
        self.at, there = pty.openpty()
        self.resize(*size)
        self.before = termios.tcgetattr(there)
        ours = {"PYTHONPATH": f"{SOURCE}:{TESTS}", "TERM": "xterm-256color", **env}
        rest = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
        settings = {**rest, **ours}
        self.program = subprocess.Popen(
            [sys.executable, "-c", program(ROUND), "play", *arguments],
            stdin=there, stdout=there, stderr=there, env=settings, start_new_session=True,
        )  # fmt: skip
        self.there = there
        self.seen = ""

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.at, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def until(self, wanted: str) -> str:
        """What is drawn until something is seen; it is then forgotten."""
        limit = time.monotonic() + PATIENCE
        while not re.search(wanted, self.seen):
            assert time.monotonic() < limit, (wanted, self.seen[-3000:])
            self._read(0.05)
        found, self.seen = self.seen, ""
        return found

    def _read(self, seconds: float) -> None:
        if select.select([self.at], [], [], seconds)[0]:
            self.seen += os.read(self.at, 65536).decode("utf-8", "replace")

    def press(self, keys: str) -> None:
        os.write(self.at, keys.encode())

    def end(self) -> str:
        """Wait for the program's end; the rest of what it wrote."""
        limit = time.monotonic() + PATIENCE
        while self.program.poll() is None:
            assert time.monotonic() < limit, self.seen[-3000:]
            self._read(0.05)
        while select.select([self.at], [], [], 0.05)[0]:
            self._read(0)
        return self.seen

    @property
    def is_as_before(self) -> bool:
        """Whether the terminal is in the mode in which it was found."""
        return termios.tcgetattr(self.there) == self.before

    def close(self) -> None:
        if self.program.poll() is None:
            self.program.kill()
            self.program.wait()
        os.close(self.there)
        os.close(self.at)


@contextmanager
def terminal(*arguments: str, **given: Any) -> Iterator[Terminal]:
    found = Terminal(*arguments, **given)
    try:
        yield found
    finally:
        found.close()


def test_a_visit_with_single_keys() -> None:
    with terminal("--fast") as at:
        assert "Blackjack Switch" in at.until("a game")
        at.press("1")
        at.until("go to the table")
        at.press("a\r")
        assert "committed to" in at.until("let the dealer cut")
        at.press("\r")
        at.until("Your bet")
        at.press("x25\x7f0\rA2.50\r")
        at.until(r"\$2\.50")
        at.press("\r")
        assert "10♥" in at.until("hard 19 against")
        at.press("s")
        at.until("This round: ")
        at.press("c")
        at.until("What was paid")
        at.press("q\r")
        assert "$1,017.50" in at.until("Your bet")
        at.press("qnqy")
        last = at.end()
        assert at.program.returncode == 0
        assert at.is_as_before
        assert OFF in last
        assert "You played 1 round: +$17.50, $1,017.50 in chips." in re.sub(r"\x1b\[[0-9;]*m", "", last)


@pytest.mark.parametrize(
    ("key", "pace"), [("\x03", ()), ("\x04", ("--fast",))], ids=["interrupt", "end of input"]
)
def test_leaving_at_once_in_the_middle_of_a_round(key: str, pace: tuple[str, ...]) -> None:
    with terminal("md-blackjack", "--no-cut", *pace) as at:
        at.until("Your bet")
        at.press("\r")
        at.until("hard 19 against")
        at.press(key)
        last = at.end()
        assert at.program.returncode == 0
        assert at.is_as_before
        assert "your hands stood" in last
        assert "Traceback" not in last


def test_a_request_to_end_leaves_the_terminal_sane() -> None:
    with terminal("md-blackjack", "--no-cut", "--fast") as at:
        at.until("Your bet")
        at.program.send_signal(signal.SIGTERM)
        last = at.end()
        assert at.is_as_before
        assert "Shoe revealed: " in last


def test_small_sizes_odd_keys_and_a_suspension() -> None:
    with terminal(
        "md-blackjack", "--no-cut", "--fast", "--seats", "7", size=(60, 20), NO_COLOR="1"
    ) as at:
        seen = at.until("Your bet")
        assert "\x1b[38;" not in seen
        assert "\x1b[48;" not in seen
        at.press("\x1b[A\x1bOB\x1b[200~\x1b💥\x00\x07é?")
        at.until("Enter for more|Enter goes back")
        at.press("\x1b\r")
        at.until("against")
        for size in ((100, 40), (34, 9), (8, 3), (1, 1), (60, 20)):
            at.resize(*size)
            time.sleep(0.3)
        at.press("\x1a")
        at.until("against")
        at.press("zZ9\x7fs")
        at.until("This round: ")
        at.press("qy")
        assert "Traceback" not in at.end()
        assert at.program.returncode == 0
        assert at.is_as_before


def test_a_terminal_without_utf8() -> None:
    plain = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    with terminal("md-blackjack", "--no-cut", "--fast", **plain) as at:
        at.until("Your bet")
        at.press("\r")
        seen = at.until("against")
        assert "|" in seen
        assert "Th" in seen or "10h" in seen
        assert seen.isascii()
        at.press("qy")
        at.end()
        assert at.program.returncode == 0


def test_keys_as_a_terminal_sends_them() -> None:
    assert split("hS\r\n\x7f\t ") == ["h", "S", "enter", "enter", "backspace", "tab", "space"]
    assert split("\x1b[A\x1bOB\x1b[15~\x1bOz") == ["up", "down"]
    assert split("\x1b") == ["escape"]
    assert split("\x1b[1;5") == []
    assert split("\x00\x07é\x03") == ["é", "\x03"]


class Keys:
    """A keyboard whose keys are known."""

    def __init__(self, *keys: str) -> None:
        self.left = list(keys)

    def key(self) -> str:
        return self.left.pop(0)

    def waiting(self, _seconds: float) -> str:
        return self.left.pop(0) if self.left else ""


def whole_screen(monkeypatch: pytest.MonkeyPatch, *keys: str, is_fast: bool = True) -> WholeScreen:
    monkeypatch.setattr(WholeScreen, "_size", property(lambda _: (60, 12)))
    return WholeScreen(cast(Any, Keys(*keys)), is_fast=is_fast)


def nothing(_width: int, height: int) -> list[Text]:
    return [Text("something to see")] * min(3, height)


def test_choosing_by_a_single_key(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = (Key("h", "hit"), Key("d", "double", takes_text=True), Key("enter", "deal"))
    typed = ("x", RESIZED, "up", "D", "escape", "D", "5", "x", "backspace", "space", "0", "enter")
    screen = whole_screen(monkeypatch, *typed, "3", "enter", "H", "enter")
    assert screen.choose(nothing, keys) == Answer("d", "5 0")
    assert screen.choose(nothing, keys, amounts_for="d") == Answer("d", "3")
    assert screen.choose(nothing, keys) == Answer("h")
    assert screen.choose(nothing, keys) == Answer("enter")
    drawn = capsys.readouterr().out
    assert "x does nothing here; these keys do:" in drawn
    assert drawn.count("double: how much?") >= 3


def test_reading_page_by_page(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def text(_width: int) -> list[Text]:
        return [Text(f"line {number}") for number in range(20)]

    keys = ("down", "up", "b", "enter", RESIZED, "left", "space", "space", "space")
    screen = whole_screen(monkeypatch, *keys, "q")
    screen.read("a page", text)
    screen.read("a page", text)
    drawn = capsys.readouterr().out
    assert "line 19" in drawn
    assert "Enter for more, b back, q close" in drawn


def test_a_key_hurries_the_deal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = whole_screen(monkeypatch, "h", "h", is_fast=False)
    screen.show(nothing, 0)
    screen.show(nothing, 0)  # not drawn: a key was pressed
    assert capsys.readouterr().out.count("\x1b[H") == 1
    assert screen.choose(nothing, (Key("h", "hit"),)) == Answer("h")


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
) -> Seat:
    """A table with a round on it, the player at box 1 and neighbours at the others."""
    monkeypatch.setattr(play_house, "shuffle", stacked(dealt))
    house = House(rules, asks_for_cut=False)
    seat = Seat(house, Player(Cents(100_000)), PlainScreen(console()), "a table")
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
        assert all(one.error > 0 for one in each.found)
    averages = [{one.action: one.average for one in each.found} for each in found]
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
    meters = Meters.of(rules, below=lambda _: 0)
    shown = {each.meter: each for each in meters.opening()}
    assert shown["super_4"].amount == 1_000_000
    assert shown["must_hit"].reset == 25_000
    house = House(rules, asks_for_cut=False, below=lambda n: n - 1)
    house.meters = meters
    house.open()
    you = By(Role.PLAYER, "you")
    house.do(commands.Sit(you, 1))
    while house.chance():
        pass
    stakes = {"main": Cents(1000), "super_4": Cents(500)}
    won: list[Line] = []
    for _ in range(5):  # a round without a decision is over before the system can draw
        house.do(commands.PlaceBet(you, 1, stakes))
        house.start_round()
        won += [line for line in _lines(house) if line.wager == "must_hit"]
        if won:
            break
    assert [line.returned for line in won] == [25_025]
    assert house.table.meters["super_4"] > 1_000_000
    assert house.table.meters["must_hit"] == 25_000


def _lines(house: House) -> tuple[Line, ...]:
    """A round played to its end in the fixed way."""
    while (r := house.table.round) is not None and not r.finished:
        if not house.chance():
            awaited = house.awaits()
            assert isinstance(awaited, AwaitsDecision)
            house.do(fixed_answer(house.table, awaited, 1))
    house.collect()
    return house.table.last_lines
