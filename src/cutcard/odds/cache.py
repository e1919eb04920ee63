"""Answers kept by digest in the user's cache folder, and the digest itself.

A digest is the SHA-256 of the law's own digest, the question, and the source of everything that takes
part in an answer; a changed rule, question or method is another digest. The folder may be deleted at
any time. A file that cannot be read, or is not whole, is computed anew; one that cannot be written is
done without. What was not asked for longest goes when the folder grows too large.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

from cutcard.odds.answer import Answer, MeterOdds, RowOdds
from cutcard.odds.question import Question

FOLDER_VARIABLE: Final = "CUTCARD_CACHE"
SOURCES: Final = ("law", "rules", "wagers", "automata", "odds", "cards.py", "money.py", "values.py")
"""What takes part in an answer, beside the law data, which has its own digest."""
SHOWN: Final = ("sheet", "chart_", "figures", "plots", "progress")
"""How modules of this room are called that only show answers: they change none."""
FRACTION: Final = "$fraction"
HEX: Final = 16
MOST_BYTES: Final = 200_000_000
"""What the folder may hold when a program begins to add to it; all five documents take a tenth."""
OURS: Final = re.compile(r"[0-9a-f]{64}\.json|\..*\.part")
"""How files are called that were made here."""


@cache
def analyser_version() -> str:
    """SHA-256 over the source of everything that takes part in an answer."""
    home = Path(__file__).parents[1]
    total = hashlib.sha256()
    for name in SOURCES:
        place = home / name
        for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
            if path.parent.name == "odds" and path.stem.startswith(SHOWN):
                continue
            content = path.read_bytes()
            total.update(f"{path.relative_to(home).as_posix()}\0{len(content)}\0".encode())
            total.update(content)
    return total.hexdigest()


def digest(*parts: object) -> str:
    """SHA-256 of some parts and of the analyser; parts that are equal must print equal."""
    return hashlib.sha256(repr((analyser_version(), *parts)).encode()).hexdigest()


def digest_of(question: Question) -> str:
    """The name of a question's answer: the law, everything asked, the analyser."""
    rules = question.rules
    return digest(
        rules.document.digest,
        rules.variation,
        sorted(rules.options.items()),
        question.offer.law.id,
        [(name, each.paytable, sorted(each.settings.items())) for name, each in rules.offers.items()],
        question.composition.counts,
        (question.stake, question.stake_is_fixed),
        sorted(question.meters.items()),
        question.seats,
        question.assumptions,
    )


def folder() -> Path:
    """Where answers are kept: `CUTCARD_CACHE`, else the user's cache folder."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("cutcard", appauthor=False) / "odds"


def read(name: str) -> Any:
    """What was kept under a digest; None where nothing whole was."""
    try:
        path = folder() / f"{name}.json"
        text = path.read_text(encoding="utf-8")
        mark, _, content = text.partition("\n")
        if mark != _mark(name, content):
            return None
        with suppress(OSError):
            os.utime(path)  # asked for now: among the last to go
        return _decoded(json.loads(content))
    except (OSError, ValueError, RecursionError, RuntimeError):  # no home, for the last
        return None


def write(name: str, kept: object) -> None:
    """Keep plain values under a digest, whole or not at all."""
    content = json.dumps(_encoded(kept), ensure_ascii=False, separators=(",", ":"))
    with suppress(OSError, RuntimeError):
        place = folder()
        place.mkdir(parents=True, exist_ok=True)
        _make_room(place)
        descriptor, made = tempfile.mkstemp(prefix=".", suffix=".part", dir=place)
        try:
            with open(descriptor, "w", encoding="utf-8") as stream:
                stream.write(f"{_mark(name, content)}\n{content}")
            os.replace(made, place / f"{name}.json")
        except OSError:
            os.unlink(made)


@cache
def _make_room(place: Path) -> None:
    """Let go of what was not asked for longest, until the rest is not too much; once a program."""
    found = []
    for each in os.scandir(place):
        if OURS.fullmatch(each.name) and each.is_file(follow_symlinks=False):
            seen = each.stat(follow_symlinks=False)
            found.append((seen.st_mtime, seen.st_size, each.path))
    kept = sum(size for _, size, _ in found)
    for _, size, path in sorted(found):
        if kept <= MOST_BYTES:
            break
        os.unlink(path)
        kept -= size


def _mark(name: str, content: str) -> str:
    return hashlib.sha256(f"{name}\n{content}".encode()).hexdigest()


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
        from cutcard.odds import registry

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


def plain(value: Any) -> Any:
    """A value made of texts, numbers, fractions, tuples and mappings alone."""
    if value is None or isinstance(value, bool | str | Fraction):
        return value
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, int | float):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    if isinstance(value, Sequence):
        return tuple(plain(each) for each in value)
    if hasattr(value, "tolist"):  # numpy's numbers and arrays
        return plain(value.tolist())
    raise TypeError(f"{type(value).__name__} has no plain form")


def _encoded(value: Any) -> Any:
    if isinstance(value, Fraction):
        return {FRACTION: f"{value.numerator:x}/{value.denominator:x}"}
    if isinstance(value, Mapping):
        return {key: _encoded(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [_encoded(each) for each in value]
    return value


def _decoded(value: Any) -> Any:
    if isinstance(value, dict):
        if (written := value.get(FRACTION)) is not None:
            above, _, below = written.partition("/")
            return Fraction(int(above, HEX), int(below, HEX))
        return {key: _decoded(each) for key, each in value.items()}
    if isinstance(value, list):
        return tuple(_decoded(each) for each in value)
    return value
