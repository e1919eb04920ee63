"""The two ways to talk to a person at the table: a whole screen with single keys, or plain lines.

Both ask the same questions through the same few methods, so that there is one game for both.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final, Protocol

from rich.console import Console
from rich.text import Text

from cutcard.terminal.drawing.keys import BACKSPACE, ENTER, ESCAPE, RESIZED, Keyboard, is_possible
from cutcard.terminal.drawing.text import FAINT, GOLD, WARNING, WITHOUT_UTF8
from cutcard.terminal.output import one_line
from cutcard.terminal.prompt import Left, Prompt
from cutcard.terminal.tables import console

FELT: Final = "#f4f4ee on #0d4a2f"
KEY: Final = "bold #0d4a2f on #f2c14e"
DIGITS: Final = ("$", *"0123456789")
LONGEST_TYPED: Final = 40
PLAIN_WIDTH: Final = 100

Paint = Callable[[int, int], list[Text]]
"""The lines to draw, for a width and a height (0: as many rows as it takes)."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key that does something: what it is called, and whether an amount may be typed with it."""

    key: str
    label: str
    takes_text: bool = False
    is_shown: bool = True
    is_legend: bool = False
    """Whether it only names several keys, a-f, and is none itself."""


@dataclass(frozen=True, slots=True)
class KeyAnswer:
    """The key chosen, and what was typed with it."""

    key: str
    text: str = ""


class Screen(Protocol):
    """A person at the table."""

    is_drawn: bool
    """Whether the table is drawn anew with each question, or everything is printed once, in lines."""

    def show(self, paint: Paint, seconds: float) -> None:
        """Let something be seen for a moment; plain lines have no moments."""

    def tell(self, line: str) -> None:
        """A sentence on what happens; the whole screen shows it with the table."""

    def choose(
        self, paint: Paint, keys: Sequence[Key], *, note: str = "", amounts_for: str = ""
    ) -> KeyAnswer:
        """One of some keys; an amount typed without one belongs to the key `amounts_for`."""

    def type_in(self, paint: Paint, question: str, *, begun: str = "") -> str | None:
        """A line of text; None where the person would rather not."""

    def is_sure(self, paint: Paint, yes: str, no: str) -> bool:
        """Whether a key was not pressed by mistake; whoever types a line is sure."""

    def read(self, title: str, text: Callable[[int], list[Text]]) -> None:
        """Something to read, page by page."""


def _labelled(keys: Sequence[Key], width: int) -> list[Text]:
    """The keys with their labels, in as many lines as they take."""
    lines = [Text()]
    for each in keys:
        if not each.is_shown:
            continue
        shown = Text().append(f" {each.key} ", KEY).append(f" {each.label}  ", "bold")
        if lines[-1].cell_len and lines[-1].cell_len + shown.cell_len > width - 1:
            lines.append(Text())
        lines[-1].append_text(shown)
    return [Text(" ").append_text(line) for line in lines]


class WholeScreen:
    """A terminal drawn on as a whole, with single keys."""

    is_drawn = True

    def __init__(self, keyboard: Keyboard, *, is_fast: bool) -> None:
        self._keyboard = keyboard
        self._to = console()
        self._is_fast = is_fast
        self._is_hurried = False
        self._utf8 = self._to.encoding.lower().startswith("utf")
        deep = self._to.color_system in ("256", "truecolor", "windows") and not self._to.no_color
        self._felt = FELT if deep else ""

    @property
    def _size(self) -> tuple[int, int]:
        size = os.get_terminal_size(sys.stdout.fileno())
        return max(size.columns, 1), max(size.lines, 1)

    def _draw(self, paint: Paint, foot: Callable[[int], list[Text]]) -> None:
        width, height = self._size
        below = foot(width)[-height:]
        above = paint(width, height - len(below))
        above = above[: height - len(below)]
        above += [Text()] * (height - len(below) - len(above))
        sys.stdout.write("\x1b[H" + "\n".join(self._row(line, width) for line in above + below))
        sys.stdout.flush()

    def _row(self, line: Text, width: int) -> str:
        line = line.copy()
        line.plain = one_line(line.plain)
        if not self._utf8:
            line.plain = line.plain.translate(WITHOUT_UTF8)
        line.truncate(width, overflow="ellipsis" if self._utf8 else "crop", pad=True)
        base = Text(style=self._felt).append_text(line)
        self._to.width = width + 1
        with self._to.capture() as drawn:
            self._to.print(base, end="", soft_wrap=True)
        return drawn.get()

    def show(self, paint: Paint, seconds: float) -> None:
        """Draw, and wait a little; any key goes on to the next question at once."""
        if self._is_fast or self._is_hurried:
            return
        self._draw(paint, lambda _: [Text(), Text()])
        self._is_hurried = bool(self._keyboard.waiting(seconds))

    def tell(self, line: str) -> None:
        """The table's own picture shows it."""

    def choose(
        self, paint: Paint, keys: Sequence[Key], *, note: str = "", amounts_for: str = ""
    ) -> KeyAnswer:
        """Wait for one of the keys; an upper-case one asks for the amount that goes with it."""
        self._is_hurried = False
        known = {each.key: each for each in keys if not each.is_legend}
        while True:
            hint = note

            def foot(width: int, hint: str = hint) -> list[Text]:
                return [Text(f" {hint}", WARNING), *_labelled(keys, width)]

            self._draw(paint, foot)
            pressed = self._keyboard.key()
            if pressed in known:
                return KeyAnswer(pressed)
            if pressed == RESIZED:
                continue
            is_amount = bool(amounts_for) and pressed in DIGITS
            wanted = known.get(amounts_for if is_amount else pressed.lower())
            if wanted is None:
                note = f"{pressed[:10]} does nothing here; use these keys:"
            elif not wanted.takes_text:
                return KeyAnswer(wanted.key)
            else:
                begun = pressed if is_amount else ""
                most = wanted.label.replace(f" ({wanted.key.upper()}: less)", " at most")
                typed = self.type_in(paint, f"{most}: how much?", begun=begun)
                if typed:
                    return KeyAnswer(wanted.key, typed)

    def type_in(self, paint: Paint, question: str, *, begun: str = "") -> str | None:
        """A line typed at the foot of the screen; Escape gives it up."""
        typed = begun
        while True:

            def foot(_: int, typed: str = typed) -> list[Text]:
                line = Text().append(f" {question} ", GOLD).append(typed).append(" ", "reverse")
                return [line, Text(" Enter takes it, Escape goes back.", FAINT)]

            self._draw(paint, foot)
            pressed = self._keyboard.key()
            if pressed == ENTER:
                return typed.strip()
            if pressed == ESCAPE:
                return None
            if pressed == BACKSPACE:
                typed = typed[:-1]
            elif pressed == "space":
                typed += " "
            elif len(pressed) == 1 and len(typed) < LONGEST_TYPED:
                typed += pressed

    def is_sure(self, paint: Paint, yes: str, no: str) -> bool:
        """Ask back."""
        return self.choose(paint, (Key("y", yes), Key("n", no))).key == "y"

    def read(self, title: str, text: Callable[[int], list[Text]]) -> None:
        """Pages of text; Enter and the arrows turn them, Escape or q closes."""
        first = 0
        while True:
            width, height = self._size
            lines = text(min(width - 2, PLAIN_WIDTH))
            room = max(1, height - 4)
            first = max(0, min(first, len(lines) - room))
            more = first + room < len(lines)
            shown = [Text(), Text(f" {title}", GOLD), Text(), *lines[first : first + room]]
            turn = "Enter for more, b back, q close" if more else "Enter goes back"
            turn += ", b to the page before" if first and not more else ""
            self._draw(lambda _w, _h, s=shown: s, lambda _w, t=turn: [Text(f" {t}", FAINT)])  # type: ignore[misc]
            pressed = self._keyboard.key()
            if pressed in (ESCAPE, "q", "Q") or (pressed in (ENTER, "space") and not more):
                return
            if pressed in (ENTER, "space", "down", "right"):
                first += room if pressed != "down" else 1
            elif pressed in ("b", "B", "up", "left"):
                first -= room if pressed != "up" else 1


class PlainScreen:
    """Lines: a pipe, a terminal that cannot be drawn on, or a person who wants it so."""

    is_drawn = False

    def __init__(self, to: Console) -> None:
        self._to = to
        self._prompt = Prompt(to)
        self._width = min(to.width, PLAIN_WIDTH)
        self._seen: list[str] = []
        self._utf8 = to.encoding.lower().startswith("utf")

    def _print(self, lines: Sequence[Text]) -> None:
        for line in lines:
            shown = line.copy()
            shown.rstrip()
            shown.plain = one_line(shown.plain)
            if not self._utf8:
                shown.plain = shown.plain.translate(WITHOUT_UTF8)
            self._to.print(shown, soft_wrap=True)

    def show(self, paint: Paint, seconds: float) -> None:
        """Sentences say what happens; the table itself is printed with the next question."""

    def tell(self, line: str) -> None:
        """One line."""
        self._print([Text(line)])

    def choose(
        self, paint: Paint, keys: Sequence[Key], *, note: str = "", amounts_for: str = ""
    ) -> KeyAnswer:
        """A line that begins with one of the keys, or with its name; an amount may follow it."""
        shown = paint(self._width, 0)
        if (seen := [line.plain for line in shown]) != self._seen:  # not again after a page or a slip
            self._print(shown)
        self._seen = seen
        listed = ", ".join(f"{each.key} {each.label}" for each in keys if each.is_shown)
        while True:
            if note:
                self._print([Text(note, "yellow")])
            typed = self._prompt.line(f"{listed}> ").strip()
            if amounts_for and typed[:1] in DIGITS and typed:
                return KeyAnswer(amounts_for, typed)
            chosen = self._chosen(typed, keys)
            if chosen is not None:
                return chosen
            note = f"No: {typed[:40]!r} is not one of these"

    @staticmethod
    def _chosen(typed: str, keys: Sequence[Key]) -> KeyAnswer | None:
        first, _, rest = typed.partition(" ")
        word = first.lower() or ENTER
        known = [each for each in keys if not each.is_legend]
        for each in known:
            if each.key == word:
                return KeyAnswer(each.key, rest.strip())
        named = [each for each in known if each.label.lower().split(" ")[0].startswith(word)]
        if len(named) == 1 and len(word) > 1:
            return KeyAnswer(named[0].key, rest.strip())
        return None

    def type_in(self, paint: Paint, question: str, *, begun: str = "") -> str | None:  # noqa: ARG002
        """The answer to a question."""
        return self._prompt.line(f"{question} ").strip()

    def is_sure(self, paint: Paint, yes: str, no: str) -> bool:  # noqa: ARG002 - one shape for both
        """A line ends with Enter, which is sure enough."""
        return True

    def read(self, title: str, text: Callable[[int], list[Text]]) -> None:
        """All of it at once."""
        self._print([Text(title, "bold"), *text(self._width)])


def screen(stack: ExitStack, *, is_plain: bool, is_fast: bool) -> Screen:
    """The screen that this terminal allows and the person wants; `stack` gives it back at the end."""
    if is_plain or not is_possible():
        return PlainScreen(console())
    return WholeScreen(stack.enter_context(Keyboard()), is_fast=is_fast)


__all__ = ["Key", "KeyAnswer", "Left", "Paint", "PlainScreen", "Screen", "WholeScreen", "screen"]
