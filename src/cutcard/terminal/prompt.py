"""Asking a person: one line at a time, `?` for help, `quit` or the end of input to leave."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from contextlib import suppress

from rich.console import Console

from cutcard.law import Refusal
from cutcard.terminal.output import one_line, refusal_line

HELP_WORDS = ("?", "help")
LEAVING_WORDS = ("quit", "exit")
MOST_DIGITS = 9


def number(word: str) -> int | None:
    """A whole number as written; None where it is none, or absurdly long."""
    return int(word) if word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS else None


class Left(Exception):  # noqa: N818 - it is no error: the person has left
    """The person has left, or the input has ended."""


class Prompt:
    """A person at a terminal, or lines from a file that stand for one."""

    def __init__(self, to: Console) -> None:
        self.to = to
        self._is_person = sys.stdin is not None and sys.stdin.isatty()
        if self._is_person:
            with suppress(ImportError):
                import readline  # noqa: F401 - importing it gives input() its line editing
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")

    def say(self, line: str, style: str = "") -> None:
        """One line to the person."""
        self.to.print(one_line(line), style=style)

    def refuse(self, refusal: Refusal) -> None:
        """Why not, with the provision; the question is asked again."""
        self.say(f"No: {refusal_line(refusal)}", "yellow")

    def ask(self, question: str, guidance: str) -> str:
        """The answer to a question, blanks around it taken away; help is given on the way."""
        while True:
            answer = self.line(f"{question}> ").strip()
            if answer.lower() in LEAVING_WORDS:
                raise Left
            if answer.lower() not in HELP_WORDS:
                return answer
            self.to.print(guidance)
            self.say("At any prompt: ? for help, quit (or Ctrl-D) to leave.", "dim")

    def choose(self, question: str, listed: Sequence[tuple[str, str]], guidance: str) -> str:
        """One of a numbered list, by number or name; Enter takes the first."""
        for count, (name, about) in enumerate(listed, start=1):
            self.say(f"  {count}  {name}: {about}")
        while True:
            answer = self.ask(f"{question} [{listed[0][0]}]", guidance).lower()
            if not answer:
                return listed[0][0]
            place = number(answer)
            if place is not None and 1 <= place <= len(listed):
                return listed[place - 1][0]
            fitting = [name for name, _ in listed if name.startswith(answer)]
            if len(fitting) == 1 or answer in fitting:
                return answer if answer in fitting else fitting[0]
            self.say(f"No: {answer[:60]!r} is not in the list; give a number or a name", "yellow")

    def line(self, question: str) -> str:
        """A line as it is typed; `Left` where none comes any more."""
        try:
            answer = input(question)
        except (EOFError, KeyboardInterrupt, RuntimeError):  # the last: standard input is closed
            self.to.print()
            raise Left from None
        if not self._is_person:
            self.say(answer)
        return answer
