"""Answers without rich: one JSON document on standard output, one line of complaint on standard error.

Exit codes: 0 done, 1 the answer is no, 2 the request was wrong, 130 interrupted.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NoReturn

import typer

from cutcard import law

DONE: Final = 0
NO: Final = 1
WRONG: Final = 2
INTERRUPTED: Final = 130
"""Of a computation that Ctrl-C or a request to terminate ended: what it has is kept, and printed."""


def prepare() -> None:
    """Set the standard streams up: a character that the terminal cannot show is written as an escape.

    What is written to a standard output or error that the caller closed goes nowhere.
    """
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open to the end
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open to the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def one_line(text: str) -> str:
    """A text fit for one line of a terminal: what is not printable is written as an escape."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def complain(message: str) -> None:
    """Print one line on standard error."""
    typer.echo(f"cutcard: {one_line(message)}", err=True)


def leave(code: int) -> NoReturn:
    """End the command with an exit code."""
    raise typer.Exit(code)


def print_json(value: object) -> None:
    """Print one JSON document, as UTF-8 whatever the terminal; of a list one item per line."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A lone surrogate becomes \\udXXX, which is how JSON writes it too.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    if isinstance(value, list):
        lines = ",\n".join(json.dumps(item, ensure_ascii=False) for item in value)
        sys.stdout.write(f"[\n{lines}\n]\n" if value else "[]\n")
    else:
        sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def refusal_line(refusal: law.Refusal) -> str:
    """A refusal as one line, its provision at the end."""
    return refusal.message + (f" [{refusal.cite}]" if refusal.cite else "")


def refuse(refusal: law.Refusal, *, as_json: bool) -> NoReturn:
    """Answer with a refusal: one line on standard error, its JSON where that is wanted."""
    if as_json:
        plain = {"code": str(refusal.code), "message": refusal.message, "cite": refusal.cite or None}
        print_json({"refused": plain})
    complain(refusal_line(refusal))
    leave(WRONG)


@contextmanager
def refusing(*, as_json: bool) -> Iterator[None]:
    """A context in which a refusal that is raised becomes the command's answer."""
    try:
        yield
    except law.Refused as refused:
        refuse(refused.refusal, as_json=as_json)


def provision(cite: str) -> str:
    """A citation for people: an id of ours is marked, as no numbering of the document's."""
    return re.sub(r"\b[A-Z]{2}-A[0-9]{2}\b", r"reading \g<0>", cite)
