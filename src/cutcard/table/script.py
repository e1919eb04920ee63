"""A scripted round: the steps of a round driven by the cards and decisions of a request."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Final

from cutcard.cards import Card, first_excess, text
from cutcard.law.loader import document
from cutcard.law.refusal import Code, Refusal, Refused
from cutcard.law.ruleset import RuleSet, resolve
from cutcard.money import Cents
from cutcard.rules.game import Game
from cutcard.rules.lines import Line
from cutcard.table.before_play import check_for_blackjack, insurance
from cutcard.table.bets import check_bets
from cutcard.table.dealer_hand import dealer_plays
from cutcard.table.request import Request, parse_request
from cutcard.table.round import (
    Answer,
    Awaits,
    AwaitsCard,
    AwaitsDecision,
    Decision,
    Round,
    Step,
    deal,
    new_round,
)
from cutcard.table.settle import settle_round
from cutcard.table.turns import out_of_turn, turns
from cutcard.wagers.seat import House

STEPS: Final[tuple[Callable[[Round], Step], ...]] = (
    deal,
    insurance,
    check_for_blackjack,
    turns,
    dealer_plays,
)


MOST_TABLES: Final = 256
_TABLES: dict[str, tuple[RuleSet, Game]] = {}


@dataclass(frozen=True, slots=True)
class Settled:
    """A round played to its end, and what everyone is paid."""

    round: Round
    lines: tuple[Line, ...]
    meters: Mapping[str, Cents]


def play(r: Round) -> Generator[Awaits, Answer, None]:
    """All steps of a round, in order."""
    for step in STEPS:
        yield from step(r)


def game_of(rules: RuleSet) -> Game:
    """A rule set's options as the rules of play see them."""
    laws = rules.document.effective_options(rules.variation)
    return Game.of(rules.options, {name: law.cite for name, law in laws.items()})


class Script:
    """Answers what a round awaits from a list of cards and a list of decisions."""

    def __init__(self, r: Round, cards: tuple[Card, ...], decisions: tuple[Decision, ...]) -> None:
        self._round = r
        self._cards = cards
        self._decisions = decisions
        self._next_card = 0
        self._next_decision = 0

    def answer(self, awaits: Awaits) -> Answer:
        """The next card, or the next decision where it is one of those awaited."""
        match awaits:
            case AwaitsCard(to):
                return self._card(to)
            case AwaitsDecision():
                return self._decision(awaits)

    def _card(self, to: str) -> Card:
        if self._next_card >= len(self._cards):
            count = len(self._cards)
            raise Refused(Code.TOO_FEW_CARDS, f"cards: all {count} are dealt, and {to} needs one")
        self._next_card += 1
        return self._cards[self._next_card - 1]

    def _decision(self, awaits: AwaitsDecision) -> Decision | None:
        if self._next_decision >= len(self._decisions):
            if awaits.is_offer:
                return None
            box = next(iter(awaits.offers))
            raise Refused(
                Code.NO_DECISION, f"decisions: box {box}, hand {awaits.hand} awaits a decision"
            )
        decision = self._decisions[self._next_decision]
        if awaits.is_offer and not (
            decision.do in awaits.offers.get(decision.box, ())
            and (awaits.hand is None or decision.hand in (None, awaits.hand))
        ):
            return None
        self._next_decision += 1
        return decision

    def finish(self) -> None:
        """Refuse cards and decisions that nobody took."""
        if self._next_decision < len(self._decisions):
            left = self._decisions[self._next_decision]
            raise out_of_turn(self._round, left, "no decision is awaited")
        if self._next_card < len(self._cards):
            left_over = text(self._cards[self._next_card :])
            raise Refused(
                Code.TOO_MANY_CARDS,
                f"cards[{self._next_card}]: the round ends before {left_over}",
            )


def check_cards(game: Game, dealt: tuple[Card, ...]) -> None:
    """Refuse a card that the decks do not hold, or not so often."""
    for index, each in enumerate(dealt):
        if each.rank == "T" and game.deck_cards == 48:
            raise Refused(
                Code.CARD_NOT_IN_DECK,
                f"cards[{index}]: {each}: the decks have no tens",
                game.cite("deck_cards"),
            )
    if excess := first_excess(dealt, decks=game.decks):
        index, each = excess
        raise Refused(
            Code.TOO_MANY_OF_A_CARD,
            f"cards[{index}]: {each} is there oftener than {game.decks} deck(s) hold it",
            game.cite("decks"),
        )


def rule_set(request: Request) -> RuleSet:
    """The rule set a request names, or its first violation as a refusal.

    Thousands of rounds at one table ask for the same one, so the latest few are kept.
    """
    return _table(request)[0]


def _table(request: Request) -> tuple[RuleSet, Game]:
    try:
        key = repr((request.document, request.variation, request.options, request.wagers))
    except (RecursionError, ValueError):
        message = "options, wagers: nested too deeply, or a number of thousands of digits"
        raise Refused(Code.BAD_REQUEST, message) from None
    found = _TABLES.get(key)
    if found is None:
        rules = _resolved(request)
        if len(_TABLES) >= MOST_TABLES:
            _TABLES.clear()
        found = _TABLES[key] = rules, game_of(rules)
    return found


def _resolved(request: Request) -> RuleSet:
    rules, findings = resolve(
        document(request.document),
        variation=request.variation,
        options=request.options,
        wagers=request.wagers,
    )
    for finding in findings:
        if finding.severity == "violation":
            raise Refused(finding.code, f"{finding.path}: {finding.message}", finding.cite)
    assert rules is not None
    return rules


def settle(found: object) -> Settled | Refusal:
    """Deal one round exactly as written; what everyone is paid, or why it is refused."""
    try:
        request = parse_request(found)
        rules, game = _table(request)
        check_bets(rules, game, request.bets)
        check_cards(game, request.cards)
        return _settle(request, new_round(rules, game, request.bets))
    except Refused as refused:
        return refused.refusal


def _settle(request: Request, r: Round) -> Settled:
    script = Script(r, request.cards, request.decisions)
    steps = play(r)
    try:
        awaits = next(steps)
        while True:
            awaits = steps.send(script.answer(awaits))
    except StopIteration:
        script.finish()
    house = House(dict(request.meters), dict(request.resets), dict(request.devices))
    lines = settle_round(r, house)
    return Settled(r, tuple(lines), house.meters)
