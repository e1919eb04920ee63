"""Every wager of a document with every paytable and every permitted number of decks, without gaps.

Where no figure can be given there is an entry all the same, with the reason in one line and what is
known without it. The work is shared out among processes where it helps; the whole list is kept by its
digest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import active_children, get_context
from signal import SIG_DFL, SIGINT, signal
from typing import Any, Final

from cutcard.compute import cache, report_progress
from cutcard.law import Document, Refused, document
from cutcard.odds.answers import Answer
from cutcard.odds.problem import OddsError, UnfiledError, UnprovenError
from cutcard.odds.question import MAIN, BarredDecksError, Question, permitted_decks, question
from cutcard.odds.registry import analyser_digest, answered, digest_of, timed_of
from cutcard.odds.sides import devices
from cutcard.odds.sides.progressives import unfiled_must_hit
from cutcard.wagers import DecidedBy, decided_by, depends_on_play

WORKERS: Final = 2
MANY_LINES: Final = 100
UNPROVEN: Final = "unproven"
BESIDE: Final = "a paytable that pays only the other players is listed with the one that it belongs to"


@dataclass(frozen=True)
class CatalogueRequest:
    """What to list: a document, a way to play it, and if wanted one number of decks."""

    document: str
    variation: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    decks: int | None = None
    by_play: bool = True
    """Whether what depends on the play of the main game is among it."""


@dataclass(frozen=True)
class CatalogueQuestion:
    """One line of a list."""

    wager: str
    paytable: str
    decks: int


@dataclass(frozen=True)
class Unanswered:
    """What stands in the place of an answer to a question that has no figure."""

    method: str
    """`unfiled`: a device waits for its weights, or Must Hit for its rate; `beside`: listed with
    another paytable; `barred`: not permitted; `unproven`: a figure failed its own proof; otherwise
    `none`."""
    assumptions: tuple[str, ...]
    digest: str
    known: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class CatalogueEntry:
    """A wager with one paytable and one number of decks: its odds, or why there are none."""

    wager: str
    paytable: str
    decks: int | None
    cite: str
    answer: Answer | None = None
    reason: str = ""
    seconds: float = 0.0
    unanswered: Unanswered | None = None
    """Beside the reason."""


class ListingInterrupted(KeyboardInterrupt):
    """Lists were interrupted; each answer in them is kept, and the same lists go on from there."""

    def __init__(self, lists: Sequence[tuple[CatalogueEntry, ...]], left: int) -> None:
        super().__init__()
        self.lists = lists
        """What there is of each list."""
        self.left = left
        """How many lines had no answer yet."""


def listing(
    wanted: Sequence[CatalogueRequest], *, workers: int = 1
) -> tuple[tuple[CatalogueEntry, ...], ...]:
    """The lists, from the cache where they are kept; more than one worker are other processes.

    `ListingInterrupted`, where it is interrupted, has what there is by then.
    """
    names = [_digest(each) for each in wanted]
    found = [_cached(name) for name in names]
    missing = [number for number, entries in enumerate(found) if entries is None]
    computed, left = _computed([wanted[n] for n in missing], workers)
    for number, entries in zip(missing, computed, strict=True):
        found[number] = entries
        if not left:
            cache.write(names[number], [cache.plain(each) for each in entries])
    lists = tuple(entries for entries in found if entries is not None)
    if left:
        raise ListingInterrupted(lists, left)
    return lists


def lines_of(wanted: CatalogueRequest) -> Iterator[CatalogueQuestion | CatalogueEntry]:
    """Every line of a list; an entry at once where no number of decks is permitted."""
    law_book = _document(wanted.document)
    played = [
        decks for decks in permitted_decks(law_book, law_book.wager(MAIN)) if _plays(wanted, decks)
    ]
    for wager in law_book.wager_ids:
        law = law_book.wager(wager)
        if depends_on_play(law) and not wanted.by_play:
            continue
        for table in dict.fromkeys(table.id for table in law.paytables):
            decks = [each for each in permitted_decks(law_book, law, table) if each in played]
            yield from (CatalogueQuestion(wager, table, each) for each in decks)
            if not decks:
                which = "any number of" if wanted.decks is None else wanted.decks
                at = f" at {wanted.variation}" if wanted.variation else ""
                reason = f"{wager}: paytable {table} may not be offered with {which} decks{at}"
                barred = _barred(wanted, wager, table, wanted.decks)
                yield CatalogueEntry(
                    wager, table, wanted.decks, law.cite, reason=reason, unanswered=barred
                )


def _plays(wanted: CatalogueRequest, decks: int) -> bool:
    """Whether the main game of a list is played with so many decks."""
    if wanted.decks not in (None, decks):
        return False
    try:
        _question(wanted, CatalogueQuestion(MAIN, "", decks))
    except BarredDecksError:
        return False
    return True


def _barred(wanted: CatalogueRequest, wager: str, paytable: str, decks: int | None) -> Unanswered:
    options = sorted((name, repr(value)) for name, value in wanted.options.items())
    law = _document(wanted.document).digest
    name = analyser_digest("barred", law, wanted.variation, options, wager, paytable, decks)
    return Unanswered("barred", (), name)


def _question(wanted: CatalogueRequest, ask: CatalogueQuestion) -> Question:
    return question(
        wanted.document,
        ask.wager,
        paytable=None if _stands_beside(wanted, ask) else ask.paytable or None,
        decks=ask.decks,
        variation=wanted.variation,
        options=wanted.options,
        unset_meters="zero",
    )


def _stands_beside(wanted: CatalogueRequest, ask: CatalogueQuestion) -> bool:
    """Whether a paytable only pays the other players, beside one that is the player's own."""
    own = document(wanted.document).wager(ask.wager).choosable
    return bool(own) and ask.paytable not in {table.id for table in own}


def _document(name: str) -> Document:
    try:
        return document(name)
    except Refused as refused:
        raise OddsError(refused.refusal.message) from None


def entry(wanted: CatalogueRequest, ask: CatalogueQuestion) -> CatalogueEntry:
    """One line answered."""
    law = document(wanted.document).wager(ask.wager)
    table = next(table for table in law.paytables if table.id == ask.paytable)
    place = (ask.wager, ask.paytable, ask.decks)
    try:
        asked = _question(wanted, ask)
    except OddsError as problem:
        return CatalogueEntry(*place, law.cite, reason=str(problem), unanswered=_barred(wanted, *place))
    try:
        if _stands_beside(wanted, ask):
            raise OddsError(f"{ask.wager}: {BESIDE}")
        timed = answered(asked)
    except OddsError as problem:
        without = _unanswered(asked, ask, problem)
        return CatalogueEntry(*place, table.cite or law.cite, reason=str(problem), unanswered=without)
    return CatalogueEntry(*place, timed.answer.cite, timed.answer, seconds=timed.seconds)


def _unanswered(asked: Question, ask: CatalogueQuestion, problem: OddsError) -> Unanswered:
    assumptions = [f"Dealt from {asked.composition.size} cards, every order equally likely."]
    name = analyser_digest("unanswered", digest_of(asked), ask.paytable)
    method = "none" if ask.paytable == asked.offer.paytable.id else "beside"
    known: Mapping[str, object] = {}
    if isinstance(problem, UnprovenError):
        method = UNPROVEN
    if isinstance(problem, UnfiledError):
        method = "unfiled"
        drawn = decided_by(asked.offer.law) is DecidedBy.RANDOM_WINNER
        known, note = (unfiled_must_hit if drawn else devices.unfiled_facts)(asked)
        assumptions.append(note)
    return Unanswered(method, (*asked.assumptions, *assumptions), name, known)


Line = tuple[int, CatalogueRequest, CatalogueQuestion]
"""A line and the number of the list that it belongs to."""


def _computed(
    wanted: Sequence[CatalogueRequest], workers: int
) -> tuple[list[tuple[CatalogueEntry, ...]], int]:
    """The lists, and how many lines of them an interruption has left without an answer."""
    lists = [list(lines_of(each)) for each in wanted]
    lines = [
        (number, wanted[number], line)
        for number, each in enumerate(lists)
        for line in each
        if isinstance(line, CatalogueQuestion)
    ]
    answers: dict[tuple[int, CatalogueQuestion], CatalogueEntry] = {}
    tasks = _tasks(lines)
    report_progress("odds", 0, len(lines))
    with suppress(KeyboardInterrupt):
        for task, entries in _run_tasks(tasks, workers if _is_long(lines) else 1):
            answers.update(
                ((number, ask), made) for (number, _, ask), made in zip(task, entries, strict=True)
            )
            report_progress("odds", len(answers), len(lines))
    found = [
        [line if isinstance(line, CatalogueEntry) else answers.get((number, line)) for line in each]
        for number, each in enumerate(lists)
    ]
    answered_lines = [tuple(line for line in each if line is not None) for each in found]
    return answered_lines, len(lines) - len(answers)


def _is_long(lines: Sequence[Line]) -> bool:
    """Whether other processes are worth their start."""
    return len(lines) >= MANY_LINES or any(
        depends_on_play(document(wanted.document).wager(ask.wager)) for _, wanted, ask in lines
    )


def _tasks(lines: Iterable[Line]) -> list[list[Line]]:
    """Lines that share what they are computed from, for one process to answer together.

    These are the lines of one classifier; what the main game decides goes by document and decks. That
    is slow and goes first, then the classifiers with the most lines.
    """
    groups: dict[tuple[bool, object], list[Line]] = {}
    for number, wanted, ask in lines:
        law = document(wanted.document).wager(ask.wager)
        is_side = not depends_on_play(law)
        key = law.classifier if is_side else (number, ask.decks)
        groups.setdefault((is_side, key), []).append((number, wanted, ask))
    ordered = sorted(groups.items(), key=lambda group: (group[0][0], -len(group[1])))
    return [group for _, group in ordered]


def _entries(task: Sequence[Line]) -> list[CatalogueEntry]:
    return [entry(wanted, ask) for _, wanted, ask in task]


def _run_tasks(
    tasks: Sequence[list[Line]], workers: int
) -> Iterator[tuple[list[Line], list[CatalogueEntry]]]:
    """The tasks as they are done, by other processes if several may work; the rest here if one dies."""
    left = dict(enumerate(tasks))
    if workers > 1 and len(tasks) > 1:
        try:
            for number, entries in _run_in_processes(left, workers):
                yield left.pop(number), entries
        except BrokenProcessPool:
            pass
    for task in left.values():
        yield task, _entries(task)


def _run_in_processes(
    tasks: Mapping[int, list[Line]], workers: int
) -> Iterator[tuple[int, list[CatalogueEntry]]]:
    """The tasks by number, as other processes do them; these end with us when we are interrupted."""
    others = set(active_children())
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_interruptible)
    try:
        begun = {pool.submit(_entries, task): number for number, task in tasks.items()}
        for done in as_completed(begun):
            yield begun[done], done.result()
    except BaseException:
        for worker in set(active_children()) - others:
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _interruptible() -> None:
    """A worker that is interrupted at the keyboard ends silently."""
    signal(SIGINT, SIG_DFL)


def _digest(wanted: CatalogueRequest) -> str:
    law_book = _document(wanted.document)
    options = sorted((name, repr(value)) for name, value in wanted.options.items())
    return analyser_digest(
        "listing", law_book.digest, wanted.variation, options, wanted.decks, wanted.by_play
    )


def _cached(name: str) -> tuple[CatalogueEntry, ...] | None:
    try:
        return tuple(_entry_of(each) for each in cache.read(name))
    except (TypeError, KeyError):
        return None


def _entry_of(kept: Any) -> CatalogueEntry:
    timed = None if kept["answer"] is None else timed_of(kept)
    without = None if kept["unanswered"] is None else Unanswered(**kept["unanswered"])
    answer = None if timed is None else timed.answer
    return CatalogueEntry(**{**kept, "answer": answer, "unanswered": without})
