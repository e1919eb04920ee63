"""A lesson that a trainer writes: a stacked shoe, boxes, what is planted; a file of plain values.

    {"cutcard": "lesson", "format": 1, "title": "A push that was paid", "document": "md-blackjack",
     "variation": null, "shoe": "Ts 9h Kd 7c 6h",
     "boxes": [{"box": 1, "player": "ann", "stakes": {"main": "10.00"}, "plays": ["stand"]}],
     "wrong": [{"line": 0, "does": "pay", "amount": "15.00"}], "swapped": null, "steps_swapped": null}

The table deals it by the rules, so that the truth of a lesson is never written down: only what is
claimed in its place. What is claimed must be wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from cutcard.cards import cards
from cutcard.floor.console import Does
from cutcard.floor.training.deal import ExerciseRound, LessonBox, dealt_lesson
from cutcard.floor.training.exercise import (
    KINDS,
    Exercise,
    Planted,
    PlantedError,
    chip_of,
    errors,
    exercise_of,
    rules_of,
    swaps_of,
    truth,
)
from cutcard.floor.training.marks import Marked, TraineeAnswer, mark_plan
from cutcard.law import Code, Refused
from cutcard.money import Cents, MoneyError, cents, dollars
from cutcard.rules import Action

FORMAT: Final = 1
MOST_CARDS: Final = 120
MOST_BOXES: Final = 7
LONGEST_TITLE: Final = 80
KEYS: Final = frozenset(
    {"cutcard", "format", "title", "document", "variation", "shoe", "boxes"}
    | {"wrong", "swapped", "steps_swapped"}
)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson as its trainer wrote it."""

    title: str
    document: str
    variation: str | None
    shoe: str
    boxes: tuple[LessonBox, ...]
    wrong: Mapping[int, tuple[Does, Cents]]
    swapped: int | None
    """The first of two neighbouring payouts that change places."""
    steps_swapped: int | None


@dataclass(frozen=True, slots=True)
class LessonPayout:
    """A payout as it is right, and the errors that dealers make there."""

    box: int
    hand: int | None
    player: str
    wager: str
    outcome: str
    stake: str
    does: Does
    amount: str
    cite: str
    errors: tuple[tuple[str, Does, str], ...]
    """What kind, what is done, for how much."""
    may_swap: bool
    """Whether it and the next one are out of order the other way round."""


@dataclass(frozen=True, slots=True)
class LessonTruth:
    """What a trainer sees of a lesson: how it is dealt and paid, and what can be planted."""

    steps: tuple[str, ...]
    pays: tuple[LessonPayout, ...]


def _refuse(where: str, why: str) -> Refused:
    return Refused(Code.BAD_REQUEST, f"{where}: {why}")


def parse_lesson(plain: Any) -> Lesson:
    """A lesson of plain values; refused in one line that says where it is none."""
    if not isinstance(plain, dict) or plain.get("cutcard") != "lesson":
        raise _refuse("lesson", "the file is no lesson")
    if plain.get("format") != FORMAT:
        raise _refuse("format", f"this house reads format {FORMAT}")
    if unknown := sorted(set(plain) - KEYS):
        raise _refuse(str(unknown[0])[:40], "no such key in a lesson")
    title, shoe = _text(plain, "title", LONGEST_TITLE), _text(plain, "shoe", 6 * MOST_CARDS)
    variation = plain.get("variation")
    if variation is not None and not isinstance(variation, str):
        raise _refuse("variation", "must be a text or null")
    return Lesson(
        title,
        _text(plain, "document", 60),
        variation or None,
        shoe,
        _boxes(plain.get("boxes")),
        _wrong(plain.get("wrong", [])),
        _place(plain, "swapped"),
        _place(plain, "steps_swapped"),
    )


def _text(plain: Mapping[str, Any], key: str, most: int) -> str:
    value = plain.get(key)
    if not isinstance(value, str) or len(value) > most:
        raise _refuse(key, f"must be a text of at most {most} characters")
    return value


def _place(plain: Mapping[str, Any], key: str) -> int | None:
    value = plain.get(key)
    if value is not None and (type(value) is not int or value < 0):
        raise _refuse(key, "must be a place from 0, or null")
    return value


def _boxes(plain: Any) -> tuple[LessonBox, ...]:
    if not isinstance(plain, list) or not 1 <= len(plain) <= MOST_BOXES:
        raise _refuse("boxes", f"must be a list of 1 to {MOST_BOXES} boxes")
    return tuple(_box(each, at) for at, each in enumerate(plain))


def _box(plain: Any, at: int) -> LessonBox:
    where = f"boxes[{at}]"
    if not isinstance(plain, dict) or type(plain.get("box")) is not int:
        raise _refuse(where, "must have the number of a box")
    stakes = plain.get("stakes")
    if not isinstance(stakes, dict) or not stakes:
        raise _refuse(f"{where}.stakes", "must have a stake for each wager")
    player = str(plain.get("player") or f"box{plain['box']}")[:32]
    plays = plain.get("plays", [])
    if not isinstance(plays, list) or len(plays) > MOST_CARDS:
        raise _refuse(f"{where}.plays", "must be a list of decisions")
    return LessonBox(
        plain["box"],
        player,
        {str(name): _cents(amount, f"{where}.stakes") for name, amount in stakes.items()},
        tuple(_action(each, f"{where}.plays") for each in plays),
    )


def _cents(written: Any, where: str) -> Cents:
    try:
        return cents(str(written))
    except MoneyError as problem:
        raise _refuse(where, str(problem)[:80]) from None


def _action(written: Any, where: str) -> Action:
    try:
        return Action(written)
    except ValueError:
        may = ", ".join(Action)
        raise _refuse(where, f"{str(written)[:20]!r} is no decision; choose from {may}") from None


def _wrong(plain: Any) -> dict[int, tuple[Does, Cents]]:
    if not isinstance(plain, list):
        raise _refuse("wrong", "must be a list")
    found: dict[int, tuple[Does, Cents]] = {}
    for each in plain:
        does = each.get("does") if isinstance(each, dict) else None
        if does not in ("take", "pay", "push") or type(each.get("line")) is not int:
            raise _refuse("wrong", "each names a line and does: take, pay or push")
        found[each["line"]] = (does, _cents(each.get("amount") or "0.00", "wrong.amount"))
    return found


def _dealt(lesson: Lesson) -> ExerciseRound:
    rules = rules_of(lesson.document, lesson.variation)
    try:
        order = cards(lesson.shoe)
    except ValueError as problem:
        raise _refuse("shoe", str(problem)[:100]) from None
    if len(order) > MOST_CARDS:
        raise _refuse("shoe", f"more than {MOST_CARDS} cards")
    return dealt_lesson(rules, order, lesson.boxes)


def lesson_truth(lesson: Lesson) -> LessonTruth:
    """What a lesson deals and pays, for whoever writes it."""
    of = _dealt(lesson)
    rules, chip = of.table.rules, chip_of(of)
    swaps = {first for first, _ in swaps_of(of)}
    players = {box.bet.box: box.bet.player for box in of.round.boxes}
    pays = []
    for at, line in enumerate(of.lines):
        act, due = truth(line)
        known = [(each.kind, each.does, dollars(each.cents)) for each in errors(rules, chip, line)]
        typical = tuple((KINDS[kind], does, amount) for kind, does, amount in dict.fromkeys(known))
        pays.append(
            LessonPayout(
                line.box,
                line.hand,
                line.player or players[line.box],
                line.wager,
                line.outcome,
                dollars(line.stake),
                act,
                dollars(due),
                line.cite,
                typical,
                at in swaps,
            )
        )
    return LessonTruth(tuple(each.text for each in of.acts), tuple(pays))


def _plan(lesson: Lesson) -> Planted:
    of = _dealt(lesson)
    rules, chip = of.table.rules, chip_of(of)
    lines, acts = list(of.lines), list(of.acts)
    wrong: dict[int, PlantedError] = {}
    for at, (does, amount) in lesson.wrong.items():
        if not 0 <= at < len(lines):
            raise _refuse("wrong", f"line {at}: this lesson pays {len(lines)} lines")
        act, due = truth(lines[at])
        if does == act and (does == "push" or amount == due):
            raise _refuse("wrong", f"line {at}: that is what is right")
        kinds = {(each.does, each.cents): each.kind for each in errors(rules, chip, lines[at])}
        wrong[at] = PlantedError(kinds.get((does, amount), "wrong_odds"), does, amount)
    lines_swapped = frozenset[int]()
    if lesson.swapped is not None:
        at = lesson.swapped
        if (at, at + 1) not in swaps_of(of):
            raise _refuse("swapped", f"line {at} may change places with the next")
        if wrong.keys() & {at, at + 1}:
            raise _refuse("swapped", f"line {at}: it or the next has another error already")
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
        lines_swapped = frozenset({at, at + 1})
    acts_swapped = frozenset[int]()
    if lesson.steps_swapped is not None:
        at = lesson.steps_swapped
        if not 0 <= at < len(acts) - 1:
            raise _refuse("steps_swapped", f"step {at}: this lesson has {len(acts)} steps")
        acts[at], acts[at + 1] = acts[at + 1], acts[at]
        acts_swapped = frozenset({at, at + 1})
    return Planted(of, tuple(acts), acts_swapped, tuple(lines), lines_swapped, wrong)


def lesson_exercise(lesson: Lesson) -> Exercise:
    """What a trainee sees of a lesson; nothing of it says what is wrong."""
    return exercise_of(_plan(lesson), lesson.document, lesson.variation, 0)


def mark_lesson(
    lesson: Lesson, *, steps: Mapping[int, TraineeAnswer], pays: Mapping[int, TraineeAnswer]
) -> Marked:
    """Points for a lesson, as for any exercise."""
    return mark_plan(_plan(lesson), steps=steps, pays=pays)
