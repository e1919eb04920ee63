"""The super bonus of a suited 7-7-7 against a dealer's seven, and the envy it pays the others.

Neither takes a stake. Both are figured per unit of the main wager, for a player who draws to two
sevens and neither splits nor doubles them.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import perm
from typing import Final

from cutcard.automata.wagers import IdentityTable, Outcomes, tabulate
from cutcard.cards import DECK_52, Card
from cutcard.law import RuleSet
from cutcard.money import PUSH, Cents, dollars
from cutcard.odds.answers import Answer, RowOdds
from cutcard.odds.composition import Composition
from cutcard.odds.priced_rows import USUAL_STAKES, usual_assumptions
from cutcard.odds.problem import OddsError
from cutcard.odds.question import MAIN, Question
from cutcard.odds.rows import NOTHING_PAID, TWO_AND_THREE, answer_with, example_seat
from cutcard.odds.sides.first_cards import chances_from, identity_table, may_hit
from cutcard.rules import Game, Hand, is_super_bonus_hand, main_outcome, possible_finals, prices
from cutcard.wagers import View, is_one_rank, is_one_suit
from cutcard.wagers.settlement import Award, Devices, Seat, round_end, super_bonus

WON: Final = "super bonus won"
PLAYED: Final = "The player draws to two sevens, and neither splits nor doubles them."


_TABLES: Final[dict[object, IdentityTable]] = {}


def winning_table(rules: RuleSet) -> IdentityTable:
    """The deals of two cards, an up card and a third card that win the super bonus."""
    options = tuple((name, value) for name, value in rules.options.items() if name != "decks")
    key = (rules.document.digest, rules.variation, options)
    if key not in _TABLES:
        _TABLES[key] = _tabulated(rules)
    return _TABLES[key]


def winning_deals(rules: RuleSet) -> tuple[tuple[Card, Card], ...]:
    """The card of which the winning hand has three, and the dealer's up card against it."""
    table = winning_table(rules)
    return tuple(
        (each, up)
        for up in DECK_52
        for each in DECK_52
        if up.rank == each.rank and table.answer_to((each, each, up, each)) == (WON,)
    )


def _tabulated(rules: RuleSet) -> IdentityTable:
    game = Game.of(rules.options, {})
    rows = prices(rules.main.paytable, rules.options)

    def classify(view: View) -> Outcomes:
        if not (is_one_rank(view.three) and is_one_suit(view.first_two)):
            return ()
        cards = view.first_two + view.drawn
        if not (is_one_rank((*cards, view.up)) and is_one_suit(cards)):
            return ()
        hand = Hand(cards, stakes=(Cents(1),), base=(Cents(1),))
        wins = {
            is_super_bonus_hand(hand, main_outcome(game, rows, hand, final))
            for final in possible_finals(game, (view.up,))
        }
        if len(wins) > 1:
            raise OddsError("super_bonus: with this rule on ties the dealer's whole hand decides it")
        return (WON,) if wins == {True} else ()

    return tabulate(
        WON,
        classify,
        options={},
        may_draw=lambda hand: len(hand) == len(TWO_AND_THREE) and may_hit(game, hand),
    )


def by_super_bonus(question: Question) -> Answer:
    """What the super bonus adds to the main wager."""
    table = winning_table(question.rules)
    chance = chances_from(table, question).get((WON,), Fraction(0))
    edges: dict[str, Fraction] = {}
    first: tuple[Question, Award] | None = None
    for stake in dict.fromkeys((question.stake, *USUAL_STAKES)):
        asked = replace(question, stake=stake)
        paid = _awards(asked, None)
        edges[dollars(stake)] = chance * sum(each.winnings for each in paid) / stake
        if paid and first is None:
            first = asked, paid[0]
    if first is None:
        raise OddsError("super_bonus: no stake is large enough for it")
    asked, award = first
    row = _row(award, chance=chance, stake=asked.stake)
    assumptions = (
        *usual_assumptions(asked),
        f"Per unit of a main wager of ${dollars(asked.stake)}.",
        PLAYED,
    )
    extra = {"edges_by_stake": edges}
    rows = (row, _nothing(asked, 1 - chance))
    return answer_with(asked, rows, assumptions=assumptions, extra=extra)


def by_envy_bonus(question: Question) -> Answer:
    """What one other player's super bonus pays; with more others it is as much for each."""
    asked = replace(question, stake=max(question.stake, USUAL_STAKES[1]))
    chances = _envy_chances(asked)
    rows: dict[str, RowOdds] = {}
    for (first_two, _), chance in chances.items():
        award = next(each for each in _awards(asked, first_two) if each.seat.box != 1)
        made = _row(award, chance=chance, stake=asked.stake)
        before = rows.get(made.outcome)
        rows[made.outcome] = (
            made if before is None else replace(made, probability=before.probability + chance)
        )
    every = sum(chances.values(), Fraction(0))
    made_rows = (*rows.values(), _nothing(asked, 1 - every))
    edge = sum((Fraction(row.contribution) for row in made_rows), Fraction(0))
    assumptions = (
        *usual_assumptions(asked),
        f"Per unit of a main wager of ${dollars(asked.stake)}, and with one other player at the table; "
        "every further one adds as much.",
        PLAYED,
    )
    extra = {"envy": {"seats": asked.seats, "player_edge": edge * (asked.seats - 1)}}
    return answer_with(asked, made_rows, assumptions=assumptions, extra=extra)


def _envy_chances(question: Question) -> dict[tuple[tuple[Card, Card], Outcomes], Fraction]:
    """By an example of the recipient's first two cards: how often the other player wins beside them."""
    left, size = question.composition, question.composition.size
    if size < len(winning_table(question.rules).places) + 2:
        raise OddsError(f"removed: {size} cards are too few for two players")
    eyes = identity_table(question)
    examples = _examples(eyes)
    found: dict[tuple[tuple[Card, Card], Outcomes], Fraction] = {}
    for seven, up in winning_deals(question.rules):
        dealt = (seven, seven, seven, up)
        ways = _ways(left, dealt)
        if not ways:
            continue
        chance = Fraction(ways, perm(size, len(dealt)))
        beside = replace(question, composition=left.without(dealt))
        for answer, part in chances_from(eyes, beside).items():
            key = (examples[answer], answer)
            found[key] = found.get(key, Fraction(0)) + chance * part
    return found


def _ways(left: Composition, dealt: tuple[Card, ...]) -> int:
    """In how many ways just these cards are dealt, in this order."""
    ways = 1
    for place, each in enumerate(dealt):
        ways *= max(left.count(each) - dealt[:place].count(each), 0)
    return ways


def _examples(eyes: IdentityTable) -> dict[Outcomes, tuple[Card, Card]]:
    """For each answer a pair of first cards that gets it; one price of all looks at none of them."""
    found: dict[Outcomes, tuple[Card, Card]] = {}
    for one, other in combinations(DECK_52, 2):
        found.setdefault(eyes.answer_to((one, other)[: len(eyes.places)]), (one, other))
        if len(found) == len(eyes.answers):
            break
    return found


def _awards(question: Question, recipient: tuple[Card, Card] | None) -> list[Award]:
    """What the settlement pays when box 1 has won, with another player at box 2 where one is given."""
    stakes = {MAIN: question.stake}
    winner: Seat = replace(example_seat(question), stakes=stakes, super_bonus_hand=1)
    seats = [winner]
    if recipient is not None:
        seats.append(replace(example_seat(question, box=2, first_two=recipient), stakes=stakes))
    return super_bonus(round_end(question.rules, seats, Devices({})))


def _row(award: Award, *, chance: Fraction, stake: Cents) -> RowOdds:
    net = Fraction(award.winnings, stake)
    return RowOdds(award.outcome, str(award.pays), chance, net, award.cite)


def _nothing(question: Question, chance: Fraction) -> RowOdds:
    return RowOdds(NOTHING_PAID, str(PUSH), chance, Fraction(0), question.offer.law.losing_cite)
