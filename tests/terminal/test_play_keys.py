"""`cutcard play` on a real terminal: single keys, any size, and the terminal left as it was found."""

from __future__ import annotations

import re
import signal
import time
from typing import Any, cast

import pytest
from rich.text import Text

from cutcard.terminal.drawing.keys import OFF, RESIZED, split
from cutcard.terminal.drawing.screen import Key, KeyAnswer, WholeScreen
from terminal.terminals import terminal


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
    assert screen.choose(nothing, keys) == KeyAnswer("d", "5 0")
    assert screen.choose(nothing, keys, amounts_for="d") == KeyAnswer("d", "3")
    assert screen.choose(nothing, keys) == KeyAnswer("h")
    assert screen.choose(nothing, keys) == KeyAnswer("enter")
    drawn = capsys.readouterr().out
    assert "x does nothing here; use these keys:" in drawn
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
    assert screen.choose(nothing, (Key("h", "hit"),)) == KeyAnswer("h")
