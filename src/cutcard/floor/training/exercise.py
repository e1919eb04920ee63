"""An exercise: a round on the felt, with errors that dealers make planted into its steps and payouts."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final

from cutcard.floor.console import Does, does
from cutcard.floor.demo import demo_games, demo_table
from cutcard.floor.training.deal import ExerciseRound, ProcedureStep, dealt
from cutcard.law import Code, Refused, RuleSet
from cutcard.money import Cents, Odds, Pays, dollars, parse_pays, round_to_chip
from cutcard.rules import Line
from cutcard.shoe import By, Role
from cutcard.table import Round, in_paying_order, round_view

BLACKJACK: Final = "blackjack_pays"
EVEN: Final = "1 to 1"


@dataclass(frozen=True, slots=True)
class PlantedError:
    """What is proposed in the place of the truth, and what kind of error that is."""

    kind: str
    does: Does
    cents: Cents


KINDS: Final = {
    "wrong_odds": "Paid at the wrong odds",
    "unpaid": "A winner was not paid",
    "taken": "A winner's wager was taken",
    "paid_loser": "A loser was paid",
    "left_loser": "A losing wager was left",
    "push_taken": "A push was taken",
    "push_paid": "A push was paid",
    "order": "Out of order",
}


def truth(line: Line) -> tuple[Does, Cents]:
    """What is right for a line: what the dealer does, and for how much beside the stake."""
    return does(line), Cents(abs(line.returned - line.stake))


def errors(rules: RuleSet, chip: Cents, line: Line) -> Iterator[PlantedError]:
    """Every typical error about a line; none of them is right."""
    act, cents = truth(line)
    for wrong in _errors(rules, chip, line, act):
        same = wrong.does == act and (act == "push" or wrong.cents == cents)
        if not same and (wrong.cents > 0 or wrong.does == "push"):
            yield wrong


def _errors(rules: RuleSet, chip: Cents, line: Line, act: Does) -> Iterator[PlantedError]:
    stake = line.stake
    if act == "take":
        yield PlantedError("paid_loser", "pay", stake)
        yield PlantedError("left_loser", "push", Cents(0))
    elif act == "push":
        yield PlantedError("push_taken", "take", stake)
        yield PlantedError("push_paid", "pay", stake)
    else:
        yield from _wrong_odds(rules, chip, line)
        yield PlantedError("unpaid", "push", Cents(0))
        if stake:
            yield PlantedError("taken", "take", stake)


def _wrong_odds(rules: RuleSet, chip: Cents, line: Line) -> Iterator[PlantedError]:
    for odds in _other_odds(rules, line):
        if isinstance(odds, Odds):
            gives = odds.winnings(line.stake) - (0 if odds.returns_stake else line.stake)
            cents = round_to_chip(gives, chip=chip, rule="down")
            yield PlantedError("wrong_odds", "pay", cents)


def _other_odds(rules: RuleSet, line: Line) -> list[Pays]:
    """What is paid by mistake: another row of the wager, or of a main wager another house's price."""
    offer = rules.offers.get(line.wager)
    prices = [] if offer is None else [row.pays for row in offer.paytable.rows]
    if line.wager.startswith("main") or not prices:
        laws = rules.document.effective_options(rules.variation)
        permitted = laws[BLACKJACK].permitted if BLACKJACK in laws else ()
        written = (*permitted, rules.options.get(BLACKJACK), EVEN)
        prices = [parse_pays(each) for each in written if isinstance(each, str)]
    return [each for each in prices if str(each) != line.pays]


def out_of_order(r: Round, moment: str, lines: Sequence[Line]) -> list[tuple[int, int]]:
    """Neighbours of a settlement that may not change places: the table would put them back."""
    pairs = []
    for at in range(len(lines) - 1):
        changed = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
        if in_paying_order(r, changed, moment) != changed:
            pairs.append((at, at + 1))
    return pairs


def chosen(chance: random.Random, possible: Sequence[PlantedError]) -> PlantedError:
    """One of the errors, the rarer kinds as likely as the others."""
    kinds = sorted({each.kind for each in possible})
    kind = chance.choice(kinds)
    return chance.choice([each for each in possible if each.kind == kind])


VIEWER: Final = By(Role.DEALER)
MOST_SEED: Final = 2**31
Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Stepped:
    """A step of the procedure, as the exercise claims it was done."""

    text: str


@dataclass(frozen=True, slots=True)
class Paid:
    """A wager, and what is proposed to be done with it."""

    box: int
    hand: int | None
    player: str
    wager: str
    stake: str
    to: str
    does: Does
    amount: str


@dataclass(frozen=True, slots=True)
class Exercise:
    """What the trainee sees; nothing of it says what is wrong."""

    document: str
    variation: str | None
    seed: int
    boxes: int
    round: Plain
    """The round as it lies on the felt, without what it came to."""
    steps: tuple[Stepped, ...]
    pays: tuple[Paid, ...]


@dataclass(frozen=True, slots=True)
class Planted:
    """The truth of an exercise beside what it proposes."""

    of: ExerciseRound
    acts: tuple[ProcedureStep, ...]
    """The steps in the order shown."""
    acts_swapped: frozenset[int]
    lines: tuple[Line, ...]
    """The right payouts, in the order shown."""
    lines_swapped: frozenset[int]
    wrong: Mapping[int, PlantedError]
    """Place among the lines -> what is proposed there in the place of the truth."""


Key = tuple[str, str | None]


@cache
def training_games() -> dict[Key, str]:
    """Document and variation -> the table under whose rules its exercises are dealt."""
    return demo_games()


def rules_of(document: str, variation: str | None) -> RuleSet:
    """The rules of a game; refused where there is none to train with."""
    table = training_games().get((document, variation))
    if table is None:
        have = ", ".join(sorted({name for name, _ in training_games()}))
        named = f"{document} {variation}" if variation else document
        message = f"training: no exercises for {named[:60]}; choose from {have}"
        raise Refused(Code.UNKNOWN_DOCUMENT, message)
    return demo_table(table).rules


@lru_cache(maxsize=256)
def planted(document: str, variation: str | None, seed: int) -> Planted:
    """A round with some errors in it, one at least, chosen by the seed; the latest few are kept."""
    rules = rules_of(document, variation)
    of = dealt(rules, seed)
    chance = random.Random(f"plant:{rules.document.id}:{rules.variation}:{seed}")
    lines, lines_swapped = list(of.lines), frozenset[int]()
    swaps = swaps_of(of)
    if swaps and chance.random() < 0.4:
        first, second = chance.choice(swaps)
        lines[first], lines[second] = lines[second], lines[first]
        lines_swapped = frozenset({first, second})
    acts, acts_swapped = list(of.acts), frozenset[int]()
    if len(acts) > 3 and (chance.random() < 0.4):
        at = chance.randrange(len(acts) - 1)
        acts[at], acts[at + 1] = acts[at + 1], acts[at]
        acts_swapped = frozenset({at, at + 1})
    least = 0 if lines_swapped or acts_swapped else 1
    many = chance.randint(least, min(3, len(lines)))
    wrong: dict[int, PlantedError] = {}
    for at in _order(chance, lines):
        if len(wrong) == many:
            break
        possible = [] if at in lines_swapped else list(errors(rules, chip_of(of), lines[at]))
        if possible:
            wrong[at] = chosen(chance, possible)
    return Planted(of, tuple(acts), acts_swapped, tuple(lines), lines_swapped, wrong)


def chip_of(of: ExerciseRound) -> Cents:
    """The smallest chip of a round's table."""
    return Cents(of.round.game.smallest_chip)


def _order(chance: random.Random, lines: list[Line]) -> list[int]:
    """Places in the order in which errors are tried: wagers that are not lost are likelier first."""
    places = chance.sample(range(len(lines)), len(lines))
    return sorted(places, key=lambda at: truth(lines[at])[0] == "take" and chance.random() < 0.7)


def swaps_of(of: ExerciseRound) -> list[tuple[int, int]]:
    """Neighbouring payouts of a whole round that may not change places."""
    swaps, first = [], 0
    for moment, lines in of.settled:
        swaps += [(first + a, first + b) for a, b in out_of_order(of.round, moment, lines)]
        first += len(lines)
    return swaps


def exercise(document: str, variation: str | None, seed: int) -> Exercise:
    """The exercise of a game and a seed: always the same."""
    rules_of(document, variation)
    if not 0 <= seed < MOST_SEED:
        raise Refused(Code.BAD_REQUEST, f"seed: must be a whole number from 0 to {MOST_SEED - 1}")
    return exercise_of(planted(document, variation, seed), document, variation, seed)


def exercise_of(plan: Planted, document: str, variation: str | None, seed: int) -> Exercise:
    """What a trainee sees of a round with errors in it."""
    round_ = {**round_view(plan.of.table, plan.of.round, VIEWER), "lines": []}
    players = {box.bet.box: box.bet.player for box in plan.of.round.boxes}
    pays = tuple(
        _paid(line, plan.wrong.get(at), players[line.box]) for at, line in enumerate(plan.lines)
    )
    steps = tuple(Stepped(each.text) for each in plan.acts)
    boxes = len(plan.of.round.boxes)
    return Exercise(document, variation, seed, boxes, round_, steps, pays)


def _paid(line: Line, wrong: PlantedError | None, player: str) -> Paid:
    act, cents = (wrong.does, wrong.cents) if wrong is not None else truth(line)
    amount = dollars(cents) if act != "push" else "0.00"
    stake = dollars(line.stake)
    who = line.player or player
    return Paid(line.box, line.hand, who, line.wager, stake, line.paid_to, act, amount)
