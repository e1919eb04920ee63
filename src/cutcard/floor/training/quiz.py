"""A dealer's quiz: what comes next, what does this pay, what is done now; the answer stays hidden.

Questions follow from document, variation and seed alone, so that an answer is marked by making the
question again. Rounds are those of the exercises, dealt by the table; the truth is the table's own.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from cutcard.cards import Card, text as cards_text
from cutcard.floor.training.deal import FIRST_CARDS, ProcedureStep
from cutcard.floor.training.exercise import Planted, errors, planted, truth
from cutcard.law import Document, Provision, document, document_ids
from cutcard.money import Cents, dollars
from cutcard.rules import Line, total
from cutcard.table import Round
from cutcard.wording import (
    IRREGULARITIES,
    irregularity_label,
    irregularity_order,
    outcome_label,
    wager_name,
    with_card_faces,
    with_short_dollars,
)

QUESTIONS: Final = 12
PASS_PERCENT: Final = 80
CHOICES: Final = 4
ROUNDS_APART: Final = 7919
"""From a quiz's seed to the seeds of its rounds."""


@dataclass(frozen=True, slots=True)
class QuizQuestion:
    """A question with its choices; which of them is right, and which provision says so."""

    kind: str
    asks: str
    facts: tuple[str, ...]
    choices: tuple[str, ...]
    right: int
    cite: str
    chapter: str
    """The division of the document that the answer stands in."""


def quiz(name: str, variation: str | None, seed: int) -> tuple[QuizQuestion, ...]:
    """Twelve questions in turn of every kind that the document has."""
    chance = random.Random(f"quiz:{name}:{variation}:{seed}")
    law = document(name)
    kinds: list[Callable[[int], QuizQuestion | None]] = [
        lambda at: _pays(_round(name, variation, seed, at), chance),
        lambda at: _next(_round(name, variation, seed, at), chance),
        lambda _: _now(law, chance),
        lambda _: _which(law, chance),
    ]
    found: list[QuizQuestion] = []
    for at in range(QUESTIONS * CHOICES):
        question = kinds[at % len(kinds)](at)
        if question is not None and not any(_gives_away(question, each) for each in found):
            found.append(question)
        if len(found) == QUESTIONS:
            break
    return tuple(found)


def _gives_away(one: QuizQuestion, other: QuizQuestion) -> bool:
    """Whether two questions ask the same, or one says what the other asks."""
    return one.facts == other.facts or bool(set(one.facts) & set(other.facts) & _stories())


@cache
def _stories() -> frozenset[str]:
    """What happens in the irregularities of all documents, as questions say it."""
    return frozenset(each.about for name in document_ids() for each in _ordered(document(name)))


def chapter_of(law: Document, cite: str) -> str:
    """The division that a citation names first; of a reading, the one that it reads.

    A reading that another document has too reads that one's divisions: those count together.
    """
    parts = cite.split("; ")
    of_readings = {*law.readings, *law.shared_readings}
    printed = next((each for each in parts if each not in of_readings), "")
    if not printed:
        printed = law.readings[parts[0]].cite if parts[0] in law.readings else "Readings"
    return printed.partition(" ")[0].partition("(")[0].rstrip(";:,")


def _round(name: str, variation: str | None, seed: int, at: int) -> Planted:
    return planted(name, variation, (seed * ROUNDS_APART + at) % 2**31)


def _shuffled(right: str, others: Sequence[str], chance: random.Random) -> tuple[tuple[str, ...], int]:
    """The right choice among others, each once, and where it is."""
    wrong = [each for each in dict.fromkeys(others) if each != right]
    choices = [right, *chance.sample(wrong, min(len(wrong), CHOICES - 1))]
    chance.shuffle(choices)
    return tuple(choices), choices.index(right)


def _act(does: str, cents: Cents, stake: Cents) -> str:
    words = {
        "take": f"Take {_money(stake)}",
        "push": "Nothing: it is a push",
        "pay": f"Pay {_money(cents)}",
    }
    return words[does]


def _money(cents: Cents) -> str:
    return with_short_dollars(f"${dollars(cents)}")


def _pays(of: Planted, chance: random.Random) -> QuizQuestion | None:
    """A wager of a round on the felt: what is done with it."""
    rules, chip = of.of.table.rules, of.of.round.game.smallest_chip
    lines = [line for line in of.lines if line.net > 0] or list(of.lines)
    line = chance.choice(lines)
    does, cents = truth(line)
    wrong = [_act(each.does, each.cents, line.stake) for each in errors(rules, chip, line)]
    near = [_act("pay", Cents(round(line.stake * part)), line.stake) for part in (0.5, 1, 1.5, 2, 3)]
    choices, right = _shuffled(_act(does, cents, line.stake), [*wrong, *near], chance)
    if len(choices) < 2:
        return None
    asks = f"{wager_name(line.wager)}: {_money(line.stake)}. What do you do?"
    chapter = chapter_of(rules.document, line.cite)
    facts = _felt(of.of.round, line)
    return QuizQuestion("What does this pay", asks, facts, choices, right, line.cite, chapter)


def _felt(round_: Round, line: Line) -> tuple[str, ...]:
    """What lies on the felt for a line, and what it came to in words."""
    facts = [f"Dealer: {cards_text(cards)}" for cards in round_.dealer]
    box = round_.box(line.box)
    if box is not None:
        hands = list(enumerate(box.hands(), 1))
        asked = [each for each in hands if each[0] == line.hand] or hands
        several = len(asked) > 1 or len(hands) > 1
        facts += [
            f"Box {line.box}{f', hand {number}' if several else ''}: {cards_text(hand.cards)}"
            for number, hand in asked
        ]
    return (*map(with_card_faces, facts), f"It is: {outcome_label(line.outcome)}")


def _next(of: Planted, chance: random.Random) -> QuizQuestion | None:
    """Steps of a round in their order, and what follows."""
    acts = of.of.acts
    if len(acts) < CHOICES:
        return None
    may_ask = [at for at in range(1, len(acts) - 1) if _foreseeable(acts[at - 1], acts[at])]
    at = chance.choice(may_ask)
    right = acts[at]
    others = [each.text for place, each in enumerate(acts) if abs(place - at) > 1]
    choices, place = _shuffled(right.text, others, chance)
    if len(choices) < 2:
        return None
    done = tuple(_done(of.of.round, each) for each in acts[max(0, at - 3) : at])
    return QuizQuestion(
        "What comes next",
        "These were the last steps. What comes next?",
        done,
        choices,
        place,
        right.cite,
        chapter_of(of.of.table.rules.document, right.cite),
    )


def _foreseeable(before: ProcedureStep, right: ProcedureStep) -> bool:
    """Whether what is shown of the steps before says that this one follows: cards are shown with a hand
    that was played, and nothing is shown of those that were only dealt."""
    return right.moment not in ("before_turns", "at_once", "turn") or before.box > 0


def _done(round_: Round, step: ProcedureStep) -> str:
    """A step that was done, with the cards of the hand that it played or showed."""
    box = round_.box(step.box) if step.box else None
    if box is not None:
        hands = "; ".join(_hand(hand.cards) for hand in box.hands())
        return with_card_faces(f"{step.text}: {hands}")
    if step.text == FIRST_CARDS:
        return with_card_faces(f"{step.text}; the dealer shows {round_.dealer[0][0].text}")
    return step.text


def _hand(cards: Sequence[Card]) -> str:
    return f"{cards_text(cards)}, {total(cards)}"


def _now(law: Document, chance: random.Random) -> QuizQuestion | None:
    """Something goes wrong: what the document orders."""
    known = list(_ordered(law))
    if len(known) < 2:
        return None
    asked = chance.choice(known)
    orders = [irregularity_order(each.effect) for each in known]
    choices, right = _shuffled(irregularity_order(asked.effect), orders, chance)
    facts = (irregularity_label(asked.name), asked.about)
    return QuizQuestion(
        "What is done now",
        "This happens at your table. What now?",
        facts,
        choices,
        right,
        asked.cite,
        chapter_of(law, asked.cite),
    )


def _which(law: Document, chance: random.Random) -> QuizQuestion | None:
    """Something has gone wrong: which irregularity that is."""
    known = list(_ordered(law))
    if len(known) < 2:
        return None
    asked = chance.choice(known)
    labels = [irregularity_label(each.name) for each in known if each.about != asked.about]
    choices, right = _shuffled(irregularity_label(asked.name), labels, chance)
    return QuizQuestion(
        "Which irregularity is this",
        "What do you report?",
        (asked.about,),
        choices,
        right,
        asked.cite,
        chapter_of(law, asked.cite),
    )


def _ordered(law: Document) -> Iterator[Provision]:
    """The irregularities about which the document orders something that can be said in one line."""
    for name, provision in law.provisions.items():
        if name in IRREGULARITIES:
            yield provision
