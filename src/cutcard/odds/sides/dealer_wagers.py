"""Wagers that the dealer's drawn hand decides: Buster, Hit and Run, the third card, Bad Beat.

The hands in which the dealer can end, and the number of orders in which each can come, are tabulated in
`automata.hands`; neither depends on the shoe. The chance of one order is a product of falling
factorials, so a shoe is priced by one sum of integers over a common denominator. Players drawing before
the dealer do not change these chances: the cards of a shuffled shoe that come after any moment of play
are as good as its first.

The classifiers are shown one example of each hand they can tell apart. The document's forced draws are
in the drawing rule: a wager of this kind makes the dealer finish a hand that no other wager needs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Final, TypeVar

from cutcard.automata.hands import (
    ALL_POINTS,
    RANK_OF,
    VALUES,
    DrawingTable,
    Look,
    Rule,
    drawing_table,
    finished,
    with_card,
)
from cutcard.cards import Card, card, deck
from cutcard.law import OptionValue
from cutcard.money import cents
from cutcard.odds.answers import Answer
from cutcard.odds.composition import Composition
from cutcard.odds.priced_rows import answer_of, settled
from cutcard.odds.problem import OddsError
from cutcard.odds.question import Question
from cutcard.odds.rows import TWO_AND_THREE
from cutcard.rules import TWENTY_ONE, DealerHand, Game, is_natural, total
from cutcard.wagers import Classifier, Sees, View, classifier
from cutcard.wagers.settlement import own_options

EXAMPLES: Final[tuple[Card, ...]] = tuple(card(rank + "c") for rank in RANK_OF)
"""One card of each point value."""


@dataclass(frozen=True)
class DealerEnd:
    """A finished hand as far as a wager on it can tell."""

    up: int
    """The point value of the up card, the ace's 1."""
    count: int
    total: int
    blackjack: bool
    cards: tuple[Card, ...] = field(compare=False, repr=False)
    """One such hand, for a classifier to look at; its suits mean nothing."""

    @property
    def busted(self) -> bool:
        """Over 21."""
        return self.total > TWENTY_ONE


@dataclass(frozen=True, slots=True)
class _Way:
    """A hand in which the dealer can end, beside the up card, and in how many orders it can come."""

    end: int
    count: int
    orders: int
    held: tuple[tuple[int, int], ...]
    """Its cards as (index of the value, how many)."""


@dataclass(frozen=True, slots=True)
class _Ways:
    """All of them for one up card."""

    ends: tuple[DealerEnd, ...]
    ways: tuple[_Way, ...]
    longest: int


def dealer_ends(
    game: Game, composition: Composition, *, up: Card | None = None, rule: Rule = "table"
) -> dict[DealerEnd, Fraction]:
    """The chance of every way the dealer's hand can end, the cards still to come being `composition`.

    A known `up` card has left the composition already. Refused where the cards could run out.
    """
    return value_ends(
        drawing_table(game, rule), composition.by_value, up=None if up is None else up.value
    )


def value_ends(
    table: DrawingTable, values: Sequence[int], *, up: int | None = None
) -> dict[DealerEnd, Fraction]:
    """As `dealer_ends`, by a drawing table and the counts of the ten point values."""
    return dict(_value_ends(table, tuple(values), up))


@lru_cache(maxsize=64)
def _value_ends(
    table: DrawingTable, values: tuple[int, ...], up: int | None
) -> tuple[tuple[DealerEnd, Fraction], ...]:
    if up is not None:
        return tuple(_after(_ways(table, up), values))
    found: list[tuple[DealerEnd, Fraction]] = []
    for each in (value for value in VALUES if values[value - 1]):
        share = Fraction(values[each - 1], sum(values))
        left = (*values[: each - 1], values[each - 1] - 1, *values[each:])
        found += ((end, share * chance) for end, chance in _after(_ways(table, each), left))
    return tuple(found)


def _after(ways: _Ways, values: Sequence[int]) -> Iterator[tuple[DealerEnd, Fraction]]:
    """Each end that can come after one up card, with its chance."""
    size = sum(values)
    longest = min(ways.longest, size)
    orders = _falling(size, longest)
    falls = [_falling(count, longest) for count in values]
    # An order of n cards is worth the number of orders in which the next ones may follow it.
    rest = [orders[longest] // each for each in orders]
    weights = [0] * len(ways.ends)
    for way in ways.ways:
        if way.count > longest:
            continue
        weight = way.orders * rest[way.count]
        for index, count in way.held:
            weight *= falls[index][count]
        weights[way.end] += weight
    if sum(weights) != orders[longest]:
        raise OddsError(f"removed: {size} cards are too few for the dealer's hand to be finished")
    for end, weight in zip(ways.ends, weights, strict=True):
        if weight:
            yield end, Fraction(weight, orders[longest])


def _falling(count: int, most: int) -> list[int]:
    """count, then count x (count - 1), and so on: the orders of 0, 1, 2 ... of so many cards."""
    found = [1]
    for taken in range(most):
        found.append(found[-1] * (count - taken))
    return found


@lru_cache(maxsize=256)
def _ways(table: DrawingTable, up: int) -> _Ways:
    """Every hand in which the dealer can end with this up card, whatever the shoe."""
    ends: dict[DealerEnd, int] = {}
    known: dict[Look, int] = {}
    ways: list[_Way] = []
    for each in finished(table, 1, ALL_POINTS):
        if not each.orders[up - 1]:
            continue
        beside = with_card(each.cards, up - 1, -1)
        held = tuple((index, count) for index, count in enumerate(beside) if count)
        if each.look not in known:
            known[each.look] = ends.setdefault(_end(up, held), len(ends))
        ways.append(_Way(known[each.look], each.look[2] - 1, each.orders[up - 1], held))
    return _Ways(tuple(ends), tuple(ways), max(way.count for way in ways))


def _end(up: int, held: Sequence[tuple[int, int]]) -> DealerEnd:
    """The facts of a finished hand, by the rules."""
    cards = (EXAMPLES[up - 1], *(EXAMPLES[index] for index, count in held for _ in range(count)))
    hand = DealerHand.of(cards)
    return DealerEnd(up, len(cards), hand.total, hand.blackjack, cards)


Outcomes = dict[tuple[str, ...], Fraction]
"""The chance of every answer a classifier can give."""
Seen = TypeVar("Seen")

OTHERS: Final[tuple[Card, ...]] = tuple(card(each.rank + "d") for each in EXAMPLES)
"""A second card of each point value, to make a pair that is not two of the same card."""


@dataclass(frozen=True)
class PlayedRound:
    """How a box and the dealer ended a round, as far as Bad Beat can tell."""

    first_two: tuple[Card, Card]
    """An example: its point values count, and whether the two are the same card."""
    final_total: int
    """The first hand's, as `wagers.final_total_of` says."""
    dealer: DealerEnd


@dataclass(frozen=True)
class Eyes:
    """A classifier with the options and the stake it is asked under."""

    known: Classifier
    options: Mapping[str, OptionValue]
    question: Question

    @classmethod
    def of(cls, question: Question) -> Eyes:
        """The wager's classifier; the options of other wagers are kept from it."""
        law = question.offer.law
        return cls(classifier(law.classifier), own_options(question.rules, law.id), question)

    def see(
        self,
        dealer: tuple[Card, ...],
        *,
        first_two: tuple[Card, Card] = TWO_AND_THREE,
        final_total: int = 0,
        drawn: Mapping[str, OptionValue] | None = None,
    ) -> tuple[str, ...]:
        """Its answer; `drawn` is what the system drew this round."""
        view = View(
            first_two=first_two,
            up=dealer[0],
            dealer=dealer,
            final_total=final_total,
            player_blackjack=is_natural(first_two),
            dealer_blackjack=is_natural(dealer),
            dealer_total=total(dealer),
            stake=self.question.stake,
            options={**self.options, **drawn} if drawn else self.options,
        )
        return self.known.classify(view)

    @property
    def rule(self) -> Rule:
        """Whose drawing rule finishes the hand it looks at."""
        return "buster" if self.known.sees is Sees.COMPLETED_HAND else "table"


def game_of(question: Question) -> Game:
    """The table's rules of play."""
    return Game.of(question.rules.options, {})


def by_dealer(question: Question) -> Outcomes:
    """A wager on the dealer's hand alone: Buster, Hit and Run."""
    eyes = Eyes.of(question)
    ends = dealer_ends(game_of(question), question.composition, rule=eyes.rule)
    seen = {_facts(end): eyes.see(end.cards) for end in ends}
    return _added_up((seen[_facts(end)], chance) for end, chance in ends.items())


def by_blackjack_and_dealer(question: Question) -> Outcomes:
    """A wager on the player's first two cards and the dealer's finished hand: the free bonus."""
    eyes = Eyes.of(question)
    return _with_pairs(
        question, eyes.rule, lambda first_two, end: eyes.see(end.cards, first_two=first_two)
    )


def by_third_card(question: Question) -> Outcomes:
    """Massachusetts' optional bonus: the dealer's first three cards, the eights with their suits.

    A third card that the dealer does not take changes no answer, so three are always looked at.
    """
    eyes = Eyes.of(question)
    kinds = _kinds(question.composition, apart="8")
    size = question.composition.size
    if size < 3:
        raise OddsError(f"removed: {size} cards are too few for the dealer's first three")
    orders = size * (size - 1) * (size - 2)

    def ways() -> Iterator[tuple[tuple[str, ...], Fraction]]:
        for three in product(kinds, repeat=3):
            count = 1
            for place, kind in enumerate(three):
                count *= max(kinds[kind] - three[:place].count(kind), 0)
            if count:
                yield eyes.see(three), Fraction(count, orders)

    return _added_up(ways())


def by_bad_beat(
    question: Question,
    *,
    magic_card_rate: Fraction | None = None,
    lucky_player_rate: Fraction | None = None,
    player_ends: Mapping[PlayedRound, Fraction] | None = None,
) -> Outcomes:
    """Bad Beat. The rates say in what part of the rounds the system draws a card, and a player.

    Left out they are as the option on bonuses says: every round, or none but announced ones. Where
    the final hand counts, `player_ends` brings the chances of every end of a round as played.
    """
    eyes = Eyes.of(question)
    always = eyes.options.get("bad_beat_bonuses") == "every_round"
    magic, lucky = (
        Fraction(always) if rate is None else rate for rate in (magic_card_rate, lucky_player_rate)
    )
    for name, rate in (("magic_card", magic), ("lucky_player", lucky)):
        if not 0 <= rate <= 1:
            raise OddsError(f"{name}: a rate of {rate} is not 0 to 1")
    drawn = _Drawn(eyes, magic, lucky, game_of(question))
    if player_ends is not None:
        ends = _added_up(
            (drawn.seen(end.first_two, end.dealer, end.final_total), chance)
            for end, chance in player_ends.items()
        )
    elif eyes.options.get("bad_beat_hand") == "final":
        raise OddsError(
            f"{question.offer.law.id}: the final hand counts, so the chances of the main game are needed"
        )
    else:
        ends = _with_pairs(question, eyes.rule, drawn.seen)
    return _added_up(
        (names, chance * part)
        for (cards, answers), chance in ends.items()
        for names, part in zip(answers, drawn.chances(cards), strict=True)
        if part
    )


@dataclass(frozen=True)
class _Drawn:
    """What the system of Bad Beat draws: a card in some of the rounds, a player in some."""

    eyes: Eyes
    magic: Fraction
    lucky: Fraction
    game: Game

    def seen(
        self, first_two: tuple[Card, Card], end: DealerEnd, final_total: int = 0
    ) -> tuple[int, tuple[tuple[str, ...], ...]]:
        """How many cards may be drawn that match, and the answers to all that may be drawn.

        Either card of two may be the one drawn; the first stands for both.
        """
        answers = tuple(
            self.eyes.see(
                end.cards,
                first_two=first_two,
                final_total=final_total,
                drawn={"magic_card": text, "lucky_player": is_lucky},
            )
            for text in ((first_two[0].text, "") if self.magic else ("",))
            for is_lucky in ((True, False) if self.lucky else (False,))
        )
        return len(set(first_two)), answers

    def chances(self, cards: int) -> list[Fraction]:
        """The chances of those answers where so many cards match."""
        match, player = self.magic * Fraction(cards, self.game.deck_cards), self.lucky / self.game.boxes
        return [
            by_card * by_player
            for by_card in ((match, 1 - match) if self.magic else (Fraction(1),))
            for by_player in ((player, 1 - player) if self.lucky else (Fraction(1),))
        ]


@dataclass(frozen=True)
class Pair:
    """First cards that the wagers here do not tell apart, by an example."""

    cards: tuple[Card, Card]
    chance: Fraction


def pairs(composition: Composition) -> Iterator[Pair]:
    """Every pair of point values; two of the same card apart from two that only count the same."""
    size, values = composition.size, composition.by_value
    if size < 2:
        raise OddsError(f"removed: {size} cards are too few for a player's first two")
    orders = size * (size - 1)
    same = [0] * len(values)
    for each in deck(52):
        count = composition.count(each)
        same[each.value - 1] += count * (count - 1)
    for low, high in combinations_with_replacement(VALUES, 2):
        first, second = EXAMPLES[low - 1], OTHERS[high - 1]
        ways = values[low - 1] * values[high - 1] * 2
        if low == high:
            ways = values[low - 1] * (values[low - 1] - 1) - same[low - 1]
            if same[low - 1]:
                yield Pair((first, first), Fraction(same[low - 1], orders))
        if ways:
            yield Pair((first, second), Fraction(ways, orders))


def _with_pairs(
    question: Question, rule: Rule, see: Callable[[tuple[Card, Card], DealerEnd], Seen]
) -> dict[Seen, Fraction]:
    """The chance of all that is seen of a player's first two cards and the dealer's hand after them."""
    table = drawing_table(game_of(question), rule)
    values = question.composition.by_value
    possible = {_facts(end): end for end in value_ends(table, values)}

    def parts() -> Iterator[tuple[Seen, Fraction]]:
        for pair in pairs(question.composition):
            seen = {facts: see(pair.cards, end) for facts, end in possible.items()}
            first = next(iter(seen.values()))
            if all(each == first for each in seen.values()):
                yield first, pair.chance
                continue
            left = list(values)
            for each in pair.cards:
                left[each.value - 1] -= 1
            for end, chance in value_ends(table, left).items():
                yield seen[_facts(end)], pair.chance * chance

    return _added_up(parts())


def _facts(end: DealerEnd) -> tuple[int, int, bool]:
    return end.count, end.total, end.blackjack


def _kinds(composition: Composition, *, apart: str) -> dict[Card, int]:
    """An example of each point value, and each suit of one rank, with how many cards it stands for."""
    found: dict[Card, int] = {}
    for each in deck(52):
        kind = each if each.rank == apart else EXAMPLES[each.value - 1]
        found[kind] = found.get(kind, 0) + composition.count(each)
    return found


def _added_up(parts: Iterable[tuple[Seen, Fraction]]) -> dict[Seen, Fraction]:
    found: dict[Seen, Fraction] = {}
    for seen, chance in parts:
        found[seen] = found.get(seen, Fraction(0)) + chance
    return found


def dealer_hand_odds(question: Question) -> Answer:
    """Buster, and Hit and Run: all seats win or lose alike."""
    return _answer(question, by_dealer, together=True)


def free_bonus_odds(question: Question) -> Answer:
    """The free bonus of Buster, per unit of the Buster stake that it needs."""
    if not question.stake_is_fixed:
        least = cents(question.rules.option("free_bonus_least"))
        question = replace(question, stake=max(question.stake, least))
    return _answer(question, by_blackjack_and_dealer)


def third_card_odds(question: Question) -> Answer:
    """Massachusetts' optional bonus."""
    return _answer(question, by_third_card, together=True)


_KNOWN_CHANCES: Final[dict[tuple[str, str, tuple[int, ...]], Outcomes]] = {}
"""Chances found before: one shoe is asked about with every paytable of a wager."""
MOST_KEPT: Final = 512


def _answer(
    question: Question, find: Callable[[Question], Outcomes], *, together: bool = False
) -> Answer:
    key = (question.offer.law.classifier, drawing_digest(question), question.composition.counts)
    if key not in _KNOWN_CHANCES:
        if len(_KNOWN_CHANCES) >= MOST_KEPT:
            _KNOWN_CHANCES.clear()
        _KNOWN_CHANCES[key] = find(question)
    return answer_of(question, _KNOWN_CHANCES[key], together=together)


def bad_beat_odds(
    question: Question,
    *,
    magic_card_rate: Fraction | None = None,
    lucky_player_rate: Fraction | None = None,
    player_ends: Mapping[PlayedRound, Fraction] | None = None,
) -> Answer:
    """Bad Beat, with what a round adds in which the system draws a card, or a player."""
    chances = by_bad_beat(
        question,
        magic_card_rate=magic_card_rate,
        lucky_player_rate=lucky_player_rate,
        player_ends=player_ends,
    )
    game = game_of(question)
    match = sum(
        (
            pair.chance * Fraction(len(set(pair.cards)), game.deck_cards)
            for pair in pairs(question.composition)
        ),
        Fraction(0),
    )
    nothing = settled(question, ()).net
    adds = {
        name: chance * (settled(question, (name,)).net - nothing)
        for name, chance in (("magic_card", match), ("lucky_player", Fraction(1, game.boxes)))
    }
    note = (
        f"A Magic Card is any of {game.deck_cards} cards and a Lucky Player any of {game.boxes} boxes; "
        f"{_bonuses_counted(question, adds)}"
    )
    return answer_of(
        question,
        chances,
        assumptions=(note,),
        extra={"a_round_with": adds},
    )


def _bonuses_counted(question: Question, adds: Mapping[str, Fraction]) -> str:
    """Whether the edge holds the bonuses that the system draws, in words."""
    if question.rules.options.get("bad_beat_bonuses") == "every_round":
        return "both are drawn every round, and the edge includes them."
    magic, lucky = (f"{float(adds[name]):.4%}" for name in ("magic_card", "lucky_player"))
    return (
        "the house edge leaves both bonuses out, as they are drawn in announced rounds only and how "
        f"often is not filed. A round with a Magic Card has a house edge lower by {magic} of the stake, "
        f"one with a Lucky Player by {lucky} (set bad_beat_bonuses=every_round to include them)."
    )


def drawing_digest(question: Question) -> str:
    """A name for the drawing rule and what the classifier says of the hands it ends in."""
    eyes = Eyes.of(question)
    table = drawing_table(game_of(question), eyes.rule)
    ends = {_facts(end): end for end in value_ends(table, question.composition.by_value)}
    shown = ((EXAMPLES[0], OTHERS[9]), (EXAMPLES[9], OTHERS[9]), TWO_AND_THREE)
    seen = [
        (facts, eyes.see(ends[facts].cards, first_two=two)) for facts in sorted(ends) for two in shown
    ]
    return hashlib.sha256(repr((sorted(table), seen)).encode()).hexdigest()
