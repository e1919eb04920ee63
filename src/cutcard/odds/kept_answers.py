"""Answers of the analyser, kept by digest: computed once, read from the cache folder from then on."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

from cutcard.compute import plain, read, write
from cutcard.odds import registry
from cutcard.odds.answers import Answer, MeterOdds, RowOdds
from cutcard.odds.digests import digest_of
from cutcard.odds.question import Question


@dataclass(frozen=True)
class Timed:
    """An answer and how many seconds it took when it was computed."""

    answer: Answer
    seconds: float


def answered(question: Question) -> Timed:
    """The answer as it was kept, else as it is computed now and kept for the next time.

    Either way what stands in `extra` is plain values: texts, numbers, fractions, tuples, mappings.
    """
    name = digest_of(question)
    kept = read(name)
    try:
        timed = timed_of(kept)
    except (TypeError, KeyError):
        timed = None
    if timed is None:
        started = time.perf_counter()
        found = registry.answer(question)
        timed = Timed(replace(found, extra=plain(found.extra)), time.perf_counter() - started)
        write(name, plain_timed(timed))
    return Timed(replace(timed.answer, options=question.chosen), timed.seconds)


def plain_timed(timed: Timed) -> dict[str, object]:
    """An answer as plain values, to be kept."""
    return {"answer": plain(timed.answer), "seconds": timed.seconds}


def timed_of(kept: Any) -> Timed | None:
    """The answer again; None from nothing."""
    if kept is None:
        return None
    parts = dict(kept["answer"])
    parts["rows"] = tuple(RowOdds(**each) for each in parts["rows"])
    parts["meters"] = tuple(MeterOdds(**each) for each in parts["meters"])
    return Timed(Answer(**parts), kept["seconds"])
