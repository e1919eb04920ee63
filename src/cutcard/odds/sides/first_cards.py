"""Side wagers that the first cards decide: exact chances by a table over card identities.

The player's first two cards, the dealer's up and second card, and for the wagers that count drawn
cards a third and a fourth; insurance, given an up card with which it can win.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import perm
from typing import Final, cast

from cutcard.automata.wagers import IdentityTable, Outcomes, WatchedView, tabulate, totals
from cutcard.cards import DECK_52, RANKS, Card
from cutcard.money import NOTHING
from cutcard.odds.answers import Answer
from cutcard.odds.priced_rows import answer_of, price
from cutcard.odds.problem import OddsError
from cutcard.odds.question import Question
from cutcard.rules import Action, Game, Hand, Position, is_natural, why_not
from cutcard.wagers import Classifier, View, classifier, is_one_rank
from cutcard.wagers.settlement import own_options

Chances = dict[Outcomes, Fraction]

WITH_BLACKJACK: Final = "(player's blackjack)"
PLAYED_FOR_THE_WAGER: Final = (
    "The player draws every card that can still better the wager, and never splits."
)
EVEN_MONEY: Final = (
    "Even money on a blackjack comes to the same as insuring it for half the wager, at the usual "
    "prices of both: `with_blackjack` is the edge of insurance there."
)
OF_A_BLACKJACK: Final = "`with_blackjack` is the edge of insurance where the player holds a blackjack."

THIRD_CARD: Final = "third card offered"
_TABLES: Final[dict[tuple[str, str], list[IdentityTable]]] = {}
"""By classifier and by how the table draws: the tables made so far, one for each set of options."""


def identity_table(question: Question) -> IdentityTable:
    """The table of the wager's classifier under the question's options, made once."""
    eyes = classifier(question.offer.law.classifier)
    return _table(eyes, question, draws=_drawing(question) if eyes.reads_drawn else "")


def _table(eyes: Classifier, question: Question, *, draws: str = "") -> IdentityTable:
    made = _TABLES.setdefault((eyes.name, draws), [])
    options = own_options(question.rules, question.offer.law.id)
    for table in made:
        if table.fits(options, stake=question.stake):
            return table
    classify = eyes.classify
    if draws:
        classify = stopped_by_blackjack(eyes, offers_third=draws == THIRD_CARD)
    game = Game.of(question.rules.options, {})
    table = tabulate(
        eyes.name,
        classify,
        options=options,
        stake=question.stake,
        may_draw=lambda hand: may_hit(game, hand),
    )
    made.append(table)
    return table


def _drawing(question: Question) -> str:
    """Whether a dealer's blackjack keeps the players from drawing, where that can matter."""
    if not Game.of(question.rules.options, {}).dealer_checks:
        return ""
    options = own_options(question.rules, question.offer.law.id)
    return THIRD_CARD if options.get("third_card") is True else "ends at the check"


def may_hit(game: Game, cards: Sequence[Card]) -> bool:
    """Whether the rules let a hand draw."""
    held = tuple(cards)
    hand = Hand(held, stakes=(NOTHING,), base=(NOTHING,))
    return why_not(game, Action.HIT, Position(hand, up=held[0])) is None


def stopped_by_blackjack(eyes: Classifier, *, offers_third: bool) -> Callable[[View], Outcomes]:
    """The classifier at a table that finds a dealer's blackjack before anyone draws.

    Nothing is drawn against one, save where a hand that already wins with a pair is offered a card.
    """

    def classify(view: View) -> Outcomes:
        drawn = eyes.classify(view)
        undrawn = eyes.classify(cast(View, cast(WatchedView, view).before_drawing()))
        if drawn == undrawn:
            return drawn
        if offers_third and undrawn and is_one_rank(view.first_two):
            return drawn
        return undrawn if view.dealer_blackjack else drawn

    return classify


def chances_from(
    table: IdentityTable, question: Question, *, only: Mapping[str, tuple[str, ...]] | None = None
) -> Chances:
    """Chances by a table; `only` gives the ranks that are known to lie at some places."""
    composition, places = question.composition, len(table.places)
    if composition.size < places:
        raise OddsError(f"removed: {composition.size} cards are too few, {places} are dealt")
    found = totals(table, composition.counts, only=only)
    every = sum(found.values())
    assert only or every == perm(composition.size, places)
    if not every:
        raise OddsError(f"removed: no card is left with which {question.offer.law.id} can be offered")
    return {answer: Fraction(total, every) for answer, total in found.items()}


def by_first_cards(question: Question) -> Answer:
    """A wager that the first cards decide."""
    table = identity_table(question)
    assumptions = []
    if "third" in table.places:
        assumptions.append(PLAYED_FOR_THE_WAGER)
        if Game.of(question.rules.options, {}).dealer_checks:
            assumptions.append(
                "Against a dealer's blackjack nothing is drawn, save the third card offered to a pair."
            )
    return answer_of(question, chances_from(table, question), assumptions=assumptions)


def by_insurance(question: Question) -> Answer:
    """Insurance per unit of insurance staked, given an up card with which it can be won."""
    table = identity_table(question)
    ups = winning_ups(table)
    given = chances_from(table, question, only={"up": ups})
    natural = price(question, _with_blackjack(question, ups))
    assumptions = (
        f"Given an up card of {', '.join(ups)}, nothing else seen; the edge is per unit of insurance.",
        EVEN_MONEY if question.rules.options.get("even_money") is True else OF_A_BLACKJACK,
    )
    extra = {"up": ups, "with_blackjack": {"player_edge": natural.player_edge}}
    return answer_of(question, given, assumptions=assumptions, extra=extra)


def winning_ups(table: IdentityTable) -> tuple[str, ...]:
    """The ranks of the up card with which some second card wins."""
    one_deck = [1] * len(DECK_52)
    return tuple(
        rank for rank in RANKS if any(answer for answer in totals(table, one_deck, only={"up": (rank,)}))
    )


def _with_blackjack(question: Question, ups: tuple[str, ...]) -> Chances:
    """The chances where the player is seen to hold a blackjack."""
    eyes = classifier(question.offer.law.classifier)

    def classify(view: View) -> Outcomes:
        marked = (WITH_BLACKJACK,) if is_natural(view.first_two) else ()
        return marked + eyes.classify(view)

    seeing = Classifier(WITH_BLACKJACK, eyes.outcomes, eyes.sees, classify)
    table = _table(seeing, question)
    found = {
        answer[1:]: total
        for answer, total in totals(table, question.composition.counts, only={"up": ups}).items()
        if answer[:1] == (WITH_BLACKJACK,)
    }
    every = sum(found.values())
    if not every:
        return {(): Fraction(1)}
    return {answer: Fraction(total, every) for answer, total in found.items()}
