"""A round dealt by the table for an exercise: seeded cards, players who bet beside the main wager."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cutcard.cards import Card
from cutcard.fair import draw
from cutcard.floor.console import awaited
from cutcard.law import Code, Refusal, Refused, RuleSet
from cutcard.money import Cents
from cutcard.rules import Action, Line, simple_play
from cutcard.shoe import By, Role
from cutcard.table import (
    AwaitsCard,
    AwaitsChore,
    AwaitsDecision,
    AwaitsDevice,
    Round,
    RoundAwaits,
    Settings,
    Settled,
    Table,
    awaits,
    commands,
    game_of,
    legal,
    main_wagers,
    scripted_table,
    shoe_law,
    step,
)
from cutcard.table.script import parse_command
from cutcard.values import but
from cutcard.wording import decision_name, join_words

Happened = tuple[object, ...]
PLAYERS: Final = ("ann", "bob", "cat", "dan")
STAKES: Final = (1000, 1500, 2500, 5000)
SIDE: Final = (500, 100, 1000)
FIRST_CARDS: Final = "Deal the first cards"
BY_HAND: Final = Settings(chores="manual")
DEALER: Final = By(Role.DEALER)
TRIES: Final = 8
MOST_ACTS: Final = 400


@dataclass(frozen=True, slots=True)
class ProcedureStep:
    """A step of the procedure, as a dealer would name it."""

    text: str
    cite: str
    box: int = 0
    """Whose hand it plays; 0 for the dealer's own acts."""
    moment: str = ""
    """What it settles, where it settles something."""


@dataclass(frozen=True, slots=True)
class ExerciseRound:
    """A round that is over, how it was dealt, and what was settled at each moment."""

    round: Round
    table: Table
    acts: tuple[ProcedureStep, ...]
    settled: tuple[tuple[str, tuple[Line, ...]], ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """Everything that was taken and paid, in its order."""
        return tuple(line for _, lines in self.settled for line in lines)


def dealt(rules: RuleSet, seed: int) -> ExerciseRound:
    """A round worth looking at: several wagers, and not all of them lost."""
    rounds = [
        _dealt(rules, random.Random(f"{rules.document.id}:{rules.variation}:{seed}:{each}"))
        for each in range(TRIES)
    ]
    return max(rounds, key=_interest)


def _interest(of: ExerciseRound) -> int:
    kinds = {(line.net > 0) - (line.net < 0) for line in of.lines}
    odds = {line.pays for line in of.lines if line.net > 0}
    return 10 * len(kinds) + 3 * min(len(odds), 3) - max(0, len(of.lines) - 12) - 2 * (len(of.acts) > 14)


def _dealt(rules: RuleSet, chance: random.Random) -> ExerciseRound:
    cards = list(shoe_law(rules).pack)
    chance.shuffle(cards)
    table = but(scripted_table(rules, game_of(rules), tuple(cards)), settings=BY_HAND)
    many = chance.randint(3, min(4, table.game.boxes))
    for box, player in enumerate(PLAYERS[:many], 1):
        table = _bet(table, box, player, chance)
    table = _done(table, commands.StartRound(DEALER))[0]
    return _played(table, chance)


Plays = dict[int, list[Action]]
"""What the boxes of a lesson decide, in order; whoever has nothing left plays as players do."""


@dataclass(frozen=True, slots=True)
class LessonBox:
    """A box of a lesson: who bets what there, and how it is played."""

    box: int
    player: str
    stakes: Mapping[str, Cents]
    plays: tuple[Action, ...] = ()


def dealt_lesson(rules: RuleSet, cards: Sequence[Card], boxes: Sequence[LessonBox]) -> ExerciseRound:
    """The round of a stacked shoe: these cards in this order, then the rest of the pack.

    Refused where the table refuses a bet or a decision.
    """
    rest = list(shoe_law(rules).pack)
    for card in cards:
        if card not in rest:
            raise Refused(Code.BAD_REQUEST, f"shoe: {card.text} is in it too often for this game")
        rest.remove(card)
    order = (*cards, *rest)
    table = but(scripted_table(rules, game_of(rules), order), settings=BY_HAND)
    for each in boxes:
        by = By(Role.PLAYER, each.player)
        table = _agreed(table, commands.Sit(by, each.box))[0]
        table = _agreed(table, commands.PlaceBet(by, each.box, dict(each.stakes)))[0]
    table = _agreed(table, commands.StartRound(DEALER))[0]
    return _played(table, random.Random(0), {each.box: list(each.plays) for each in boxes})


def _agreed(table: Table, command: commands.Command) -> tuple[Table, Happened]:
    """What a table makes of a command; refused where it refuses."""
    outcome = step(table, replace(command, at=0))
    if isinstance(outcome, Refusal):
        raise Refused(outcome.code, outcome.message, outcome.cite)
    return outcome


def _bet(table: Table, box: int, player: str, chance: random.Random) -> Table:
    by = By(Role.PLAYER, player)
    table = _done(table, commands.Sit(by, box))[0]
    main = Cents(chance.choice(STAKES))
    stakes = dict.fromkeys(main_wagers(table.game), main)
    outcome = step(table, commands.PlaceBet(by, box, stakes))
    if isinstance(outcome, Refusal):
        stakes = dict.fromkeys(main_wagers(table.game), Cents(STAKES[0]))
        outcome = _done(table, commands.PlaceBet(by, box, stakes))
    for name, offer in table.rules.offers.items():
        sides = offer.law.takes_stake and name not in stakes and not offer.paytable.meters()
        if not sides or offer.law.meters or chance.random() < 0.4:
            continue
        for side in SIDE:
            more = step(table, commands.PlaceBet(by, box, {**stakes, name: Cents(side)}))
            if not isinstance(more, Refusal):
                stakes, outcome = {**stakes, name: Cents(side)}, more
                break
    return outcome[0]


def _played(table: Table, chance: random.Random, plays: Plays | None = None) -> ExerciseRound:
    acts: list[ProcedureStep] = []
    settled: list[tuple[str, tuple[Line, ...]]] = []
    for _ in range(MOST_ACTS):
        awaiting = awaits(table)
        if isinstance(awaiting, AwaitsChore) and awaiting.chore == "collect_cards":
            acts.append(_step(table, awaiting))
            assert table.round is not None
            return ExerciseRound(table.round, table, tuple(acts), tuple(settled))
        assert isinstance(awaiting, RoundAwaits)
        act = _step(table, awaiting)
        if not isinstance(awaiting, AwaitsDevice) and (not acts or acts[-1].text != act.text):
            acts.append(act)
        table, happened = _next(table, awaiting, chance, plays or {})
        for event in happened:
            if isinstance(event, Settled) and event.lines:
                settled.append((event.moment, event.lines))
    raise AssertionError("a round that never ends")


def _step(table: Table, awaiting: RoundAwaits) -> ProcedureStep:
    next_step, _ = awaited(table, awaiting, 0)
    cite = next_step.cite
    match awaiting:
        case AwaitsCard() if table.round is not None and table.round.owed:
            return ProcedureStep(FIRST_CARDS, cite)
        case AwaitsCard(place=place) if place.box:
            return _plays(place.box, cite)
        case AwaitsCard():
            return ProcedureStep("The dealer draws", cite)
        case AwaitsDecision(offers=offers, is_offer=False):
            return _plays(next(iter(offers)), cite)
        case AwaitsDecision(offers=offers):
            what = dict.fromkeys(str(each) for may in offers.values() for each in may)
            where = f" to box {next(iter(offers))}" if len(offers) == 1 else ""
            return ProcedureStep(f"Offer {join_words([*map(decision_name, what)], 'or')}{where}", cite)
        case AwaitsChore(moment=moment):
            return ProcedureStep(next_step.text, cite, moment=moment)
    return ProcedureStep(next_step.text, cite)


def _plays(box: int, cite: str) -> ProcedureStep:
    return ProcedureStep(f"Box {box} plays its hand", cite, box)


def _next(
    table: Table, awaiting: RoundAwaits, chance: random.Random, plays: Plays
) -> tuple[Table, Happened]:
    match awaiting:
        case AwaitsDecision():
            box = next(iter(awaiting.offers))
            if plays.get(box):
                return _as_written(table, awaiting, box, plays[box].pop(0))
            return _decided(table, awaiting, chance)
        case AwaitsDevice():
            assert table.round is not None
            name, shows = draw(table.round, awaiting, below=chance.randrange)
            return _done(table, commands.ShowDevice(By(Role.DEVICE, "house"), name, shows))
    _, usual = awaited(table, awaiting, 0)
    assert usual is not None, awaiting
    supervises = usual.command["do"] == "confirm"
    by = By(Role.SUPERVISOR, "sue") if supervises else DEALER
    return _done(table, parse_command({**usual.command, "by": str(by)}))


def _as_written(
    table: Table, awaiting: AwaitsDecision, box: int, action: Action
) -> tuple[Table, Happened]:
    """A decision as a lesson has it; an offer is let pass by standing on it."""
    assert table.round is not None
    box_ = table.round.box(box)
    assert box_ is not None
    by = By(Role.PLAYER, box_.bet.player)
    if awaiting.is_offer and action is Action.STAND:
        return _agreed(table, commands.Decline(by, box))
    hand = None if awaiting.is_offer else awaiting.hand
    return _agreed(table, commands.Decide(by, box, action, hand=hand))


def _decided(table: Table, awaiting: AwaitsDecision, chance: random.Random) -> tuple[Table, Happened]:
    box = next(iter(awaiting.offers))
    assert table.round is not None
    box_ = table.round.box(box)
    assert box_ is not None
    by = By(Role.PLAYER, box_.bet.player)
    may = legal(table, box)
    if awaiting.is_offer:
        if Action.INSURE in may and chance.random() < 0.5:
            return _done(table, commands.Decide(by, box, Action.INSURE))
        return _done(table, commands.Decline(by, box))
    group, place = box_.find(awaiting.hand or 1)
    for action in _wishes(box_.groups[group][place].total, may, chance):
        outcome = step(table, commands.Decide(by, box, action, hand=awaiting.hand))
        if not isinstance(outcome, Refusal):
            return outcome
    raise AssertionError(f"box {box} may do nothing of {may}")


def _wishes(total: int, may: tuple[Action, ...], chance: random.Random) -> list[Action]:
    """What a player would like to do, the best first."""
    wishes = []
    if chance.random() < 0.5:
        wishes.append(Action.SPLIT)
    if total in (9, 10, 11):
        wishes.append(Action.DOUBLE)
    if total in (15, 16) and chance.random() < 0.3:
        wishes.append(Action.SURRENDER)
    wishes.append(simple_play(total))
    return [each for each in dict.fromkeys((*wishes, Action.STAND, *may)) if each in may]


def _done(table: Table, command: commands.Command) -> tuple[Table, Happened]:
    outcome = step(table, replace(command, at=0))
    assert not isinstance(outcome, Refusal), outcome
    return outcome
