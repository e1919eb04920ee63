"""Rows of rounds as they end, folded from what the writer appends anyway."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutcard.floor.store import NOTICED, SEEN, STARTED, Folding, Head, Stored, WriteUnit, name_in


class RoundsTold:
    """The rounds on the tables of this process, as far as their events are stored.

    What is remembered of a table counts only where its stream still ends where it was left: after a
    unit that failed, or another process's events, it is folded again from where its round began.
    """

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, Folding]] = {}

    def grow(
        self,
        unit: WriteUnit,
        head: Head,
        at: int,
        told: Sequence[dict[str, Any]],
        events: Sequence[object],
        *,
        playing: bool,
    ) -> None:
        """Events that come after `head`; rows of the rounds that they end go into the unit.

        `playing`: a round is under way at `head`.
        """
        stream, folding = head.stream, self._at(unit, head, playing=playing)
        for version, (event, made) in enumerate(zip(told, events, strict=True), head.version + 1):
            row = folding.take(version, at, event, made)
            if row is not None:
                unit.end_rounds([row.values()])
        self._known[stream] = "", folding

    def left_at(self, head: Head) -> None:
        """Where the stream ends by now."""
        self._known[head.stream] = head.digest, self._known[head.stream][1]

    def _at(self, unit: WriteUnit, head: Head, *, playing: bool) -> Folding:
        digest, folding = self._known.get(head.stream, ("", None))
        if folding is not None and digest == head.digest:
            return folding
        folding = Folding(head.stream)
        for each in reversed(_needed(unit, head, playing=playing)):
            folding.see(each.version, each.at, each.line)
        return folding


def _needed(unit: WriteUnit, head: Head, *, playing: bool) -> list[Stored]:
    """What a round's row is folded from, newest first: back to where the round began, no further."""
    found: list[Stored] = []
    for each in unit.back(head.stream, head.version):
        name = name_in(each.line)
        if not playing and name != NOTICED:
            break
        if name in SEEN:
            found.append(each)
        playing = playing and name != STARTED
    return found
