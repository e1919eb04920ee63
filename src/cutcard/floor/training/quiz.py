"""A dealer's quiz: what comes next, what does this pay, what is done now; the answer stays hidden.

Questions follow from document, variation and seed alone, so that an answer is marked by making the
question again. Rounds are those of the exercises, dealt by the table; the truth is the table's own.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cutcard.cards import text as cards_text
from cutcard.floor.training.exercise import Planted, errors, planted, truth
from cutcard.law import Document, Provision, document
from cutcard.money import Cents, dollars
from cutcard.rules import Line
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

    @property
    def chapter(self) -> str:
        """The division of the document that the answer stands in."""
        return self.cite.partition(" ")[0].partition("(")[0]


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
        if question is not None and all(question.facts != each.facts for each in found):
            found.append(question)
        if len(found) == QUESTIONS:
            break
    return tuple(found)


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
    return QuizQuestion("What does this pay", asks, _felt(of.of.round, line), choices, right, line.cite)


def _felt(round_: Round, line: Line) -> tuple[str, ...]:
    """What lies on the felt for a line, and what it came to in words."""
    facts = [f"Dealer: {cards_text(cards)}" for cards in round_.dealer]
    box = round_.box(line.box)
    if box is not None:
        facts += [f"Box {line.box}: {cards_text(hand.cards)}" for hand in box.hands()]
    return (*map(with_card_faces, facts), f"It is: {outcome_label(line.outcome)}")


def _next(of: Planted, chance: random.Random) -> QuizQuestion | None:
    """Steps of a round in their order, and what follows."""
    acts = of.of.acts
    if len(acts) < CHOICES:
        return None
    at = chance.randrange(1, len(acts) - 1)
    right = acts[at]
    others = [each.text for place, each in enumerate(acts) if abs(place - at) > 1]
    choices, place = _shuffled(right.text, others, chance)
    if len(choices) < 2:
        return None
    done = tuple(each.text for each in acts[max(0, at - 3) : at])
    return QuizQuestion(
        "What comes next",
        "These were the last steps. What comes next?",
        done,
        choices,
        place,
        right.cite,
    )


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
        "What is done now", "This happens at your table. What now?", facts, choices, right, asked.cite
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
    )


def _ordered(law: Document) -> Iterator[Provision]:
    """The irregularities about which the document orders something that can be said in one line."""
    for name, provision in law.provisions.items():
        if name in IRREGULARITIES:
            yield provision
