"""Running the command line in tests: in this process with typer's runner, or as a real program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

import cutcard
from cutcard.cli import app

SOURCE = str(Path(cutcard.__file__).parents[1])
LUCKY: dict[str, Any] = {
    "document": "md-blackjack",
    "variation": None,
    "options": {"decks": 6, "soft_17": "hit"},
    "wagers": {"lucky_ladies": "A"},
    "meters": {},
    "boxes": [{"box": 1, "stakes": {"main": "25", "lucky_ladies": "5"}}],
    "cards": ["Qh", "9c", "Qh", "Kd"],
    "decisions": [{"box": 1, "do": "stand"}],
}


def invoke(*arguments: str, typed: str | bytes | None = None) -> Result:
    """A command, run in this process."""
    return CliRunner().invoke(app, list(arguments), input=typed)


def answer(result: Result) -> Any:
    """The one JSON document on standard output."""
    return json.loads(result.stdout)


def one_line(result: Result) -> str:
    """The one line of complaint on standard error."""
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("cutcard: ")
    return lines[0]


def program(
    *arguments: str, typed: bytes = b"", environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """The real program, as a shell would start it."""
    settings = {**os.environ, "PYTHONPATH": SOURCE, **(environment or {})}
    return subprocess.run(
        [sys.executable, "-m", "cutcard", *arguments],
        input=typed,
        capture_output=True,
        env=settings,
        check=False,
        timeout=60,
    )


def in_bash(line: str) -> subprocess.CompletedProcess[str]:
    """The real program in a line of bash, for what only a shell does to its streams."""
    return subprocess.run(
        ["bash", "-c", f"{sys.executable} -m cutcard {line}"],
        env={"PYTHONPATH": SOURCE, "PATH": "/usr/bin:/bin"},
        capture_output=True,
        check=False,
        text=True,
    )
