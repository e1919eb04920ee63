"""A record to replay, and the same one tampered with."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cutcard.table.record.record import header_of, write_record
from cutcard.table.record.text.record_text import render_record
from table.driver import play_rounds

PLAYED = play_rounds(
    "md-blackjack", None, {}, {"lucky_ladies": "A"}, rounds=6, seed=4, boxes=2, mishaps=3
)
LINES = tuple(write_record(PLAYED.opening, PLAYED.events))
TEXT = render_record(PLAYED.events, header_of(PLAYED.opening))


def rewritten(tmp_path: Path, lines: Sequence[str]) -> str:
    """A file of lines; its name."""
    file = tmp_path / "rewritten.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(file)


def tampered(tmp_path: Path, number: int, plain: dict[str, Any]) -> str:
    """The record with another line at a number."""
    return rewritten(tmp_path, [*LINES[: number - 1], json.dumps(plain), *LINES[number:]])


def line_of(event: str) -> int:
    """The first line with such an event, counted from 0."""
    return next(at for at, line in enumerate(LINES) if json.loads(line).get("event") == event)
